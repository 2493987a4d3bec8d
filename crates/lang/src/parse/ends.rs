//! The sections `victory:` and `draw:`.

use crate::ast::{EndKind, EndMember, Ends, Name, NamedCondition};
use crate::codes::Code;
use crate::suggest::nearest;
use crate::token::TokenKind;
use crate::tree::NodeKind;
use crate::words;

use super::cursor::Parser;

impl Parser<'_> {
    /// `victory:` or `draw:`
    pub(super) fn ends(&mut self, kind: EndKind) -> Ends {
        let (mark, start) = (self.mark(), self.bump());
        self.section_colon(kind.word());
        let mut members = Vec::new();
        if self.at_line_end() || self.at(TokenKind::LeftBrace) {
            self.body(start.column, &mut |p| {
                let mark = p.mark();
                members.push(p.end_member(kind));
                p.close(mark, NodeKind::Member);
            });
        } else {
            members.push(EndMember::Add(vec![self.condition()]));
            self.end_of_member();
        }
        self.close(mark, NodeKind::Section);
        Ends { kind, members, span: self.since(start.span) }
    }

    /// `add:`, `replace:`, `remove:`, or a condition written directly.
    fn end_member(&mut self, kind: EndKind) -> EndMember {
        let start = self.peek();
        if self.nth(1).kind != TokenKind::Colon {
            return EndMember::Add(vec![self.condition()]);
        }
        let word = self.nth_text(0);
        let known = words::ENDS.contains(&word);
        if !known && !self.entries_follow(start.column) {
            return EndMember::Add(vec![self.condition()]);
        }
        let name = self.bump_name();
        self.bump();
        let mut word = name.text.as_str();
        if !known {
            let message = format!("`{}:` has no member `{word}`", kind.word());
            self.unknown_word(Code::UnknownMember, &name, message, &words::ENDS);
            word = nearest(word, words::ENDS).unwrap_or("add");
        }
        match word {
            "remove" => EndMember::Remove(self.condition_names(start.column)),
            "replace" => EndMember::Replace(self.conditions(start.column)),
            _ => EndMember::Add(self.conditions(start.column)),
        }
    }

    /// Whether further entries, and not a condition, stand under the key at the current token: lines that stand
    /// further right and have keys or dashes of their own, or braces with keys.
    fn entries_follow(&self, margin: u32) -> bool {
        let below = self.nth(2);
        let entry = if below.kind == TokenKind::LeftBrace { 3 } else { 2 };
        if entry == 2 && !(below.first && below.column > margin) {
            return false;
        }
        let has_key = self.nth(entry).kind == TokenKind::Word && self.nth(entry + 1).kind == TokenKind::Colon;
        has_key && self.nth_text(entry) != "file" && self.nth_text(entry) != "rank"
            || (entry == 2 && below.kind == TokenKind::Minus)
    }

    fn conditions(&mut self, margin: u32) -> Vec<NamedCondition> {
        let mut conditions = Vec::new();
        if self.at_line_end() || self.at(TokenKind::LeftBrace) {
            self.body(margin, &mut |p| {
                let mark = p.mark();
                conditions.push(p.condition());
                p.close(mark, NodeKind::Member);
            });
        } else {
            conditions.push(self.condition());
        }
        conditions
    }

    /// `[name:] condition [for White]`. A dash before it is accepted.
    fn condition(&mut self) -> NamedCondition {
        self.eat(TokenKind::Minus);
        let start = self.here();
        let named = self.at(TokenKind::Word) && self.nth(1).kind == TokenKind::Colon;
        let name = if named {
            let name = self.bump_name();
            self.bump();
            Some(name)
        } else {
            None
        };
        let condition = self.expr();
        let mut only_for = None;
        if !self.at_line_end() && self.eat_word("for") {
            only_for = self.side();
            if only_for.is_none() {
                self.expected(Code::Expected, "`White` or `Black`");
                self.recover();
            }
        }
        NamedCondition { name, condition, only_for, span: self.since(start) }
    }

    /// The names of conditions under `remove:`: `- a` lines, plain lines, or a list.
    fn condition_names(&mut self, margin: u32) -> Vec<Name> {
        if self.at(TokenKind::LeftBracket) && !self.at_line_end() {
            let list = self.bracketed("the names of conditions", |p| p.name("the name of a condition"));
            return list.map(|list| list.node).unwrap_or_default();
        }
        if self.at(TokenKind::Word) && !self.at_line_end() {
            return vec![self.bump_name()];
        }
        let mut names = Vec::new();
        self.body(margin, &mut |p| {
            p.eat(TokenKind::Minus);
            if p.at(TokenKind::LeftBracket) {
                let list = p.bracketed("the names of conditions", |p| p.name("the name of a condition"));
                names.extend(list.map(|list| list.node).unwrap_or_default());
            } else if p.at(TokenKind::Word) {
                names.push(p.bump_name());
            } else {
                p.expected(Code::Expected, "the name of a condition");
                p.recover();
            }
        });
        names
    }
}
