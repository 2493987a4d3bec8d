//! Names: the definitions of a game and its base games, each name with its latest meaning.

use std::collections::BTreeMap;

use nightrider_model::{ActionId, EffectId, PieceId, ZoneId};

use super::Checker;
use crate::ast::{ActionDef, EffectDef, Item, Name, PatternDef, PieceDef, TriggerDef};
use crate::codes::Code;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::load::Chain;
use crate::span::Span;

/// Everything a game defines by name, inherited things first. A thing defined again keeps its first place.
#[derive(Default)]
pub(crate) struct Definitions<'a> {
    /// Piece types with all blocks about them, the root's first.
    pub pieces: Table<Vec<&'a PieceDef>>,
    /// Patterns.
    pub patterns: Table<&'a PatternDef>,
    /// Effects.
    pub effects: Table<&'a EffectDef>,
    /// Triggers, in firing order.
    pub triggers: Table<&'a TriggerDef>,
    /// Actions.
    pub actions: Table<&'a ActionDef>,
}

/// Things by name, in order.
pub(crate) struct Table<T> {
    entries: Vec<Entry<T>>,
    index: BTreeMap<String, usize>,
}

/// A thing with its name and the place that defined it last.
pub(crate) struct Entry<T> {
    pub name: String,
    pub span: Span,
    /// The layer of the chain that defined it first.
    pub layer: usize,
    pub thing: T,
}

impl<T> Default for Table<T> {
    fn default() -> Table<T> {
        Table { entries: Vec::new(), index: BTreeMap::new() }
    }
}

impl<T> Table<T> {
    /// The things in order.
    pub fn iter(&self) -> impl Iterator<Item = &Entry<T>> {
        self.entries.iter()
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// The place of a name in the order.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.index.get(name).copied()
    }

    /// The thing at a place.
    pub fn at(&self, index: usize) -> &Entry<T> {
        &self.entries[index]
    }

    /// All names in order.
    pub fn names(&self) -> impl Iterator<Item = &str> + Clone {
        self.entries.iter().map(|entry| entry.name.as_str())
    }

    /// The entry of a name, new or old.
    fn entry(&mut self, name: &Name, layer: usize, new: impl FnOnce() -> T) -> (&mut Entry<T>, Option<Span>) {
        let index = self.index.get(&name.text).copied();
        let old = index.map(|index| self.entries[index].span);
        let index = index.unwrap_or_else(|| {
            self.entries.push(Entry { name: name.text.clone(), span: name.span, layer, thing: new() });
            self.index.insert(name.text.clone(), self.entries.len() - 1);
            self.entries.len() - 1
        });
        let entry = &mut self.entries[index];
        entry.span = name.span;
        (entry, old)
    }
}

/// More things of one sort than this are refused, so that indices and memory stay small.
const MOST: usize = 4_000;

impl<'a> Definitions<'a> {
    /// Collects the definitions of a chain of games.
    pub fn collect(chain: &'a Chain, diagnostics: &mut Diagnostics) -> Definitions<'a> {
        let mut all = Definitions::default();
        for (layer, games) in chain.layers.iter().enumerate() {
            for item in chain.items(games) {
                all.item(item, layer, diagnostics);
            }
        }
        all
    }

    fn item(&mut self, item: &'a Item, layer: usize, diagnostics: &mut Diagnostics) {
        let room = |len: usize, what: &str, span: Span, diagnostics: &mut Diagnostics| {
            if len == MOST {
                let message = format!("a game can have {MOST} {what}, and this is one more");
                diagnostics.push(Diagnostic::new(Code::TooManyDefinitions, span, message));
            }
            len < MOST
        };
        let (name, old, what) = match item {
            Item::Piece(def) if room(self.pieces.len(), "piece types", def.name.span, diagnostics) => {
                let (entry, old) = self.pieces.entry(&def.name, layer, Vec::new);
                entry.thing.push(def);
                (&def.name, old, "piece")
            }
            Item::Pattern(def) if room(self.patterns.len(), "patterns", def.name.span, diagnostics) => {
                let (entry, old) = self.patterns.entry(&def.name, layer, || def);
                entry.thing = def;
                (&def.name, old, "pattern")
            }
            Item::Effect(def) if room(self.effects.len(), "effects", def.name.span, diagnostics) => {
                let (entry, old) = self.effects.entry(&def.name, layer, || def);
                entry.thing = def;
                (&def.name, old, "effect")
            }
            Item::Trigger(def) if room(self.triggers.len(), "triggers", def.name.span, diagnostics) => {
                let (entry, old) = self.triggers.entry(&def.name, layer, || def);
                entry.thing = def;
                (&def.name, old, "trigger")
            }
            Item::Action(def) if room(self.actions.len(), "actions", def.name.span, diagnostics) => {
                let (entry, old) = self.actions.entry(&def.name, layer, || def);
                entry.thing = def;
                (&def.name, old, "action")
            }
            _ => return,
        };
        if let Some(old) = old.filter(|old| old.source == name.span.source) {
            let message = format!("the {what} `{}` is defined twice in this file", name.text);
            let twice = Diagnostic::new(Code::DefinedTwice, name.span, message)
                .label(old, "first defined here")
                .help("give one of them another name, or make one block of the two");
            diagnostics.push(twice);
        }
    }

    /// The piece type with a name, exactly as written.
    pub fn piece(&self, name: &str) -> Option<PieceId> {
        self.pieces.find(name).map(|index| PieceId(index as u16))
    }

    /// The piece type that a word of a condition means: a name or a plural (`Knights`).
    pub fn piece_or_plural(&self, word: &str) -> Option<PieceId> {
        self.piece(word).or_else(|| self.piece(word.strip_suffix('s')?))
    }

    /// The name of a piece type.
    pub fn piece_name(&self, piece: PieceId) -> &str {
        &self.pieces.at(piece.index()).name
    }

    /// The effect with a name.
    pub fn effect(&self, name: &str) -> Option<EffectId> {
        self.effects.find(name).map(|index| EffectId(index as u16))
    }

    /// The action with a name.
    pub fn action(&self, name: &str) -> Option<ActionId> {
        self.actions.find(name).map(|index| ActionId(index as u16))
    }
}

impl Checker<'_> {
    /// Adds a suggestion to a diagnostic about an unknown word, or else tells which words there are.
    pub fn suggest<'w>(
        &self,
        diagnostic: Diagnostic,
        word: &str,
        span: Span,
        known: impl Iterator<Item = &'w str> + Clone,
        what: &str,
    ) -> Diagnostic {
        if let Some(near) = self.nearest(word, known.clone()) {
            return diagnostic.suggest(span, near);
        }
        let names: Vec<&str> = known.take(13).collect();
        match names.len() {
            0 => diagnostic.help(format!("this game has no {what}")),
            1..=12 => diagnostic.help(format!("the {what} here: {}", list(&names))),
            _ => diagnostic,
        }
    }

    /// The known word nearest to a misspelt one. So many words are compared that it serves any game; and none
    /// once so much is wrong that nobody will read it.
    pub fn nearest<'w>(&self, word: &str, known: impl Iterator<Item = &'w str>) -> Option<&'w str> {
        const COMPARED: usize = 1_000;
        if self.muted || self.is_full() {
            return None;
        }
        crate::suggest::nearest(word, known.take(COMPARED))
    }
}

/// Words as a list for a message: `a`, `b`, `c`.
pub(crate) fn list(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    quoted.join(", ")
}

/// A zone by name, among the board's.
pub(crate) fn zone_named(board: &nightrider_model::Board, name: &str) -> Option<ZoneId> {
    board.zones.iter().position(|zone| zone.name == name).map(|index| ZoneId(index as u16))
}
