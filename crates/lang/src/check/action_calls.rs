//! Which actions call which: the order in which their bodies are checked, and what they need of their callers.

use std::collections::BTreeSet;

use nightrider_model::ActionDef;

use super::Checker;
use super::kinds::Kind;
use super::reader::Reader;
use super::scope::{Binding, Scope};
use crate::ast::{self, ActionKind};
use crate::codes::Code;
use crate::diagnostic::Diagnostic;

impl<'a> Checker<'a> {
    /// Works out, before anything is checked, which variables of events the actions use.
    pub fn survey_actions(&mut self) {
        let definitions = self.definitions;
        let mut calls: Vec<BTreeSet<usize>> = Vec::new();
        for entry in definitions.actions.iter() {
            let mut called = BTreeSet::new();
            calls_of(&entry.thing.body, &mut |name| {
                called.extend(definitions.actions.find(name));
            });
            calls.push(called);
        }
        let mut order = Order {
            calls: &calls,
            marks: vec![Mark::New; calls.len()],
            done: Vec::new(),
            cycles: Vec::new(),
        };
        for index in 0..calls.len() {
            order.visit(index, 0);
        }
        let Order { done, cycles, .. } = order;
        for index in cycles {
            let entry = definitions.actions.at(index);
            let message = format!("the action `{}` calls itself, directly or through others", entry.name);
            let diagnostic = Diagnostic::new(Code::ActionCycle, entry.span, message)
                .help("use `for` to do something several times");
            self.report(diagnostic);
        }
        self.action_order = done;
    }

    /// All actions in order of definition. Callers are checked before what they call, so that the kinds of
    /// parameters are known.
    pub fn actions(&mut self) -> Vec<ActionDef> {
        let definitions = self.definitions;
        let order = std::mem::take(&mut self.action_order);
        let mut all: Vec<Option<ActionDef>> = vec![None; definitions.actions.len()];
        for &index in order.iter().rev() {
            let entry = definitions.actions.at(index);
            let def = entry.thing;
            let kinds = self.arguments.get(&(index as u16)).cloned().unwrap_or_default();
            let mut reader = Reader { game: self, scope: Scope::new(super::scope::Place::Action) };
            for (place, param) in def.params.iter().enumerate() {
                let kind = kinds.get(place).copied().unwrap_or(Kind::Unknown);
                let kind = if kind == Kind::Null { Kind::Unknown } else { kind };
                if let Some(twice) = reader.scope.local(&param.text) {
                    let first = twice.span;
                    let message = format!("`{}` is the name of two parameters", param.text);
                    let diagnostic = Diagnostic::new(Code::DefinedTwice, param.span, message)
                        .label(first, "the first one");
                    reader.game.report(diagnostic);
                }
                reader.scope.bind(&param.text, param.span, Binding::Parameter, kind, None);
            }
            let body = reader.block(&def.body);
            let locals = reader.scope.slots;
            let parameters = u16::try_from(def.params.len()).unwrap_or(u16::MAX);
            all[index] = Some(ActionDef { name: entry.name.clone(), parameters, body, locals });
        }
        all.into_iter().flatten().collect()
    }

    /// Reads the bodies of actions once to learn which variables of events they use; what else that reading
    /// tells is forgotten.
    pub fn learn_action_uses(&mut self) {
        let definitions = self.definitions;
        let usage = std::mem::take(&mut self.usage);
        self.muted = true;
        for index in self.action_order.clone() {
            let def = definitions.actions.at(index).thing;
            let mut reader = Reader { game: self, scope: Scope::new(super::scope::Place::Action) };
            for param in &def.params {
                reader.scope.bind(&param.text, param.span, Binding::Parameter, Kind::Unknown, None);
            }
            reader.block(&def.body);
            let mut used: Vec<_> = reader.scope.used.iter().map(|(var, _)| *var).collect();
            used.sort();
            used.dedup();
            self.action_uses.insert(index as u16, used);
        }
        self.muted = false;
        self.usage = usage;
        self.arguments.clear();
    }
}

/// Depth-first order of the graph of calls: what is called comes before its callers.
struct Order<'o> {
    calls: &'o [BTreeSet<usize>],
    marks: Vec<Mark>,
    done: Vec<usize>,
    cycles: Vec<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    New,
    Open,
    Done,
}

/// Chains of calls longer than this are taken for cycles.
const DEEPEST: usize = 200;

impl Order<'_> {
    fn visit(&mut self, index: usize, depth: usize) {
        match self.marks[index] {
            Mark::Done => return,
            Mark::Open => {
                self.cycles.push(index);
                return;
            }
            Mark::New if depth > DEEPEST => {
                self.cycles.push(index);
                return;
            }
            Mark::New => {}
        }
        self.marks[index] = Mark::Open;
        let calls = self.calls;
        for &called in &calls[index] {
            self.visit(called, depth + 1);
        }
        self.marks[index] = Mark::Done;
        self.done.push(index);
    }
}

/// Calls `visit` with the name of everything a block calls.
fn calls_of(block: &ast::Block, visit: &mut dyn FnMut(&str)) {
    for action in &block.actions {
        match &action.kind {
            ActionKind::Call { function, .. } => visit(&function.text),
            ActionKind::If { then, otherwise, .. } => {
                calls_of(then, visit);
                otherwise.iter().for_each(|block| calls_of(block, visit));
            }
            ActionKind::For { body, .. } => calls_of(body, visit),
            _ => {}
        }
    }
}
