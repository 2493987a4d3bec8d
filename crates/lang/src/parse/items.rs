//! The top of a file: which item stands where, and how to go on behind one that is unknown.

use crate::ast::{EndKind, Extends, File, Import, Item};
use crate::codes::Code;
use crate::diagnostic::Diagnostic;
use crate::token::TokenKind;
use crate::tree::NodeKind;
use crate::words;

use super::cursor::Parser;

impl Parser<'_> {
    /// The whole file.
    pub(super) fn file(&mut self) -> File {
        let mut items = Vec::new();
        while !self.at(TokenKind::End) {
            if self.eat(TokenKind::Semicolon) {
                continue;
            }
            self.deep_reported = false;
            self.item(&mut items);
        }
        File { items, span: self.whole() }
    }

    /// Whether an item starts at the current token: its word followed by what makes it that item.
    pub(super) fn at_item(&self) -> bool {
        if !self.at(TokenKind::Word) {
            return false;
        }
        let (next, after) = (self.nth(1).kind, self.nth(2).kind);
        match self.nth_text(0) {
            "game" => next == TokenKind::Colon && after == TokenKind::Text,
            "extends" => {
                next == TokenKind::Colon && (after == TokenKind::Text || self.nth_is_word(2, "none"))
            }
            // A field of a state or a zone may be called `board`: a section goes on below or in braces.
            "board" | "setup" | "rules" => next == TokenKind::Colon && self.goes_on_below(2),
            "victory" | "draw" => {
                let constant = ["true", "false", "null"].contains(&self.nth_text(2));
                next == TokenKind::Colon && (self.goes_on_below(2) || (after == TokenKind::Word && !constant))
            }
            "import" => next == TokenKind::Text,
            "piece" | "effect" | "trigger" => next == TokenKind::Word && after == TokenKind::LeftBrace,
            "pattern" => next == TokenKind::Word && after == TokenKind::Equal,
            "action" => next == TokenKind::Word && after == TokenKind::LeftParen,
            "script" => {
                next == TokenKind::LeftBrace && matches!(after, TokenKind::Raw | TokenKind::RightBrace)
            }
            _ => false,
        }
    }

    /// Whether the token `ahead` opens braces or starts a line.
    fn goes_on_below(&self, ahead: usize) -> bool {
        let token = self.nth(ahead);
        token.first || token.kind == TokenKind::LeftBrace
    }

    /// One item, known or not.
    pub(super) fn item(&mut self, items: &mut Vec<Item>) {
        let token = self.peek();
        let mark = self.mark();
        if token.kind != TokenKind::Word {
            if self.only_counted() {
                self.bump();
                self.close(mark, NodeKind::Error);
                return;
            }
            let found = self.shown();
            let problem = if token.kind.is_closing() {
                Diagnostic::new(
                    Code::StrayBracket,
                    token.span,
                    format!("unexpected {found}: there is no opening one for it"),
                )
            } else {
                Diagnostic::new(Code::UnexpectedText, token.span, format!("unexpected {found}"))
                    .help("a section (`board:`, `setup:`, ...) or a definition (`piece`, `trigger`, ...) starts here")
            };
            self.report(problem);
            self.bump();
            self.close(mark, NodeKind::Error);
            return;
        }
        let word = self.nth_text(0);
        match word {
            "game" => {
                self.bump();
                self.expect(TokenKind::Colon, "`:` after `game`");
                items.extend(self.text_value("the name of the game in quotes").map(Item::Game));
                self.end_of_header();
                self.close(mark, NodeKind::Header);
            }
            "extends" => {
                self.bump();
                self.expect(TokenKind::Colon, "`:` after `extends`");
                items.extend(self.extends_value().map(Item::Extends));
                self.end_of_header();
                self.close(mark, NodeKind::Header);
            }
            "import" => {
                self.bump();
                self.eat(TokenKind::Colon);
                if let Some(path) = self.text_value("the name of a file in quotes") {
                    items.push(Item::Import(Import { path, span: self.since(token.span) }));
                }
                self.end_of_header();
                self.close(mark, NodeKind::Header);
            }
            "board" => items.push(Item::Board(self.board())),
            "setup" => items.push(Item::Setup(self.setup())),
            "victory" => items.push(Item::Ends(self.ends(EndKind::Victory))),
            "draw" => items.push(Item::Ends(self.ends(EndKind::Draw))),
            "rules" => items.push(Item::Rules(self.rules())),
            "piece" => items.extend(self.piece()),
            "effect" => items.extend(self.effect()),
            "trigger" => items.extend(self.trigger()),
            "pattern" => items.extend(self.pattern_definition()),
            "action" => items.extend(self.action_definition()),
            "script" => items.extend(self.script()),
            _ => self.unknown_item(),
        }
    }

    /// The name of a base game in quotes, or `none`.
    fn extends_value(&mut self) -> Option<Extends> {
        if self.at_word("none") && !self.at_line_end() {
            let span = self.bump().span;
            return Some(Extends { base: None, span });
        }
        let base = self.text_value("the name of the base game in quotes, or `none`")?;
        Some(Extends { span: base.span, base: Some(base) })
    }

    /// Makes sure that nothing else stands on the line of a header.
    fn end_of_header(&mut self) {
        if !self.at(TokenKind::Comma) && !self.at(TokenKind::RightBrace) {
            self.end_of_member();
        }
    }

    /// Takes the colon of a section. A section in braces may do without it, with an error.
    pub(super) fn section_colon(&mut self, word: &str) {
        self.expect(TokenKind::Colon, &format!("`:` after `{word}`"));
    }

    /// Reports an unknown word at the top and passes over what belongs to it: the rest of its line, lines that stand
    /// further right, and whole brackets.
    fn unknown_item(&mut self) {
        let mark = self.mark();
        let start = self.peek();
        let name = self.bump_name();
        let message = format!("`{}` is no section and no definition", name.text);
        self.unknown_word(Code::UnknownItem, &name, message, &words::ITEMS);
        let mut depth = 0usize;
        loop {
            let token = self.peek();
            if token.kind == TokenKind::End
                || self.at_item_outside(start.column)
                || (depth == 0
                    && token.first
                    && token.column <= start.column
                    && token.kind != TokenKind::LeftBrace)
            {
                break;
            }
            self.bump();
            if token.kind.closing().is_some() {
                depth += 1;
            } else if token.kind.is_closing() {
                depth = depth.saturating_sub(1);
            }
        }
        self.close(mark, NodeKind::Error);
    }
}
