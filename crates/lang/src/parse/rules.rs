//! The section `rules:`.

use crate::ast::{Rule, RuleValue, Rules};
use crate::codes::Code;
use crate::span::Spanned;
use crate::token::TokenKind;
use crate::tree::NodeKind;
use crate::words;

use super::cursor::Parser;

impl Parser<'_> {
    /// `rules:`
    pub(super) fn rules(&mut self) -> Rules {
        let (mark, start) = (self.mark(), self.bump());
        self.section_colon("rules");
        let mut entries = Vec::new();
        self.body(start.column, &mut |p| {
            let mark = p.mark();
            entries.extend(p.rule(&[]));
            p.close(mark, NodeKind::Member);
        });
        self.close(mark, NodeKind::Section);
        Rules { entries, span: self.since(start.span) }
    }

    /// `key: value` under the keys of `path`.
    fn rule(&mut self, path: &[&str]) -> Option<Rule> {
        let start = self.peek();
        if !self.at(TokenKind::Word) {
            self.expected(Code::UnknownRule, "a rule");
            self.recover();
            return None;
        }
        let key = self.bump_name();
        let known = words::rule_keys(path).unwrap_or_default();
        if !known.contains(&key.text.as_str()) {
            let message = match path {
                [] => format!("there is no rule `{}`", key.text),
                _ => format!("the rule `{}` has no key `{}`", path.join("."), key.text),
            };
            self.unknown_word(Code::UnknownRule, &key, message, &known);
            self.skip_entry(start.column);
            return None;
        }
        self.expect(TokenKind::Colon, &format!("`:` after `{}`", key.text));
        let path: Vec<&str> = path.iter().copied().chain([key.text.as_str()]).collect();
        let value = self.rule_value(start.column, &path);
        Some(Rule { value, span: self.since(start.span), key })
    }

    fn rule_value(&mut self, margin: u32, path: &[&str]) -> Spanned<RuleValue> {
        let start = self.here();
        let below = self.peek().first && self.peek().column > margin && !self.at(TokenKind::End);
        let value = if self.at(TokenKind::LeftBrace) || (self.free == 0 && below) {
            self.rule_block(margin, path)
        } else {
            self.plain_rule_value()
        };
        Spanned::new(value, self.since(start))
    }

    fn rule_block(&mut self, margin: u32, path: &[&str]) -> RuleValue {
        if words::rule_keys(path).is_none() {
            self.expected(Code::UnknownRule, &format!("a simple value for `{}`", path.join(".")));
            self.skip_bracket_or_entry(margin);
            return RuleValue::Error;
        }
        // The paths that exist bound how deep this goes.
        let mut entries = Vec::new();
        self.body(margin, &mut |p| {
            let mark = p.mark();
            entries.extend(p.rule(path));
            p.close(mark, NodeKind::Member);
        });
        RuleValue::Block(entries)
    }

    fn skip_bracket_or_entry(&mut self, margin: u32) {
        if self.at(TokenKind::LeftBrace) {
            self.skip_bracket();
        } else {
            self.skip_entry(margin);
        }
    }

    fn plain_rule_value(&mut self) -> RuleValue {
        match self.peek().kind {
            TokenKind::Word if self.can_start_here() => match self.bump_name().text.as_str() {
                "true" => RuleValue::Bool(true),
                "false" => RuleValue::Bool(false),
                word => RuleValue::Word(word.to_string()),
            },
            TokenKind::Int | TokenKind::Minus | TokenKind::Decimal if !self.at_line_end() => {
                self.int("the value of the rule").map_or(RuleValue::Error, |int| RuleValue::Int(int.value))
            }
            TokenKind::Text => RuleValue::Text(self.bump_text().value),
            TokenKind::LeftBracket if self.enter() => {
                let list = self.bracketed("a list", |p| {
                    let start = p.peek().span;
                    let value = p.plain_rule_value();
                    Some(Spanned::new(value, p.since(start)))
                });
                self.leave();
                RuleValue::List(list.map(|list| list.node).unwrap_or_default())
            }
            TokenKind::LeftBracket => {
                self.skip_bracket();
                RuleValue::Error
            }
            _ => {
                self.expected(Code::ExpectedExpression, "the value of the rule");
                RuleValue::Error
            }
        }
    }
}
