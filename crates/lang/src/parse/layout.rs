//! How the parts of a text follow each other: brace blocks and indented sections.

use crate::codes::Code;
use crate::diagnostic::Diagnostic;
use crate::token::TokenKind;
use crate::tree::NodeKind;

use super::cursor::{Parser, Seen};

impl Parser<'_> {
    /// `{`, members separated by new lines, `;` or `,`, and `}`. The brace is the current token.
    ///
    /// `margin` is the column of the line that opened the block: an item that starts there or further left shows that
    /// the block was never closed.
    pub(super) fn braces(&mut self, margin: u32, member: &mut dyn FnMut(&mut Self)) {
        let mark = self.mark();
        let open = self.bump();
        let (free, in_count) = (std::mem::take(&mut self.free), std::mem::take(&mut self.in_count));
        loop {
            while self.eat(TokenKind::Semicolon) || self.eat(TokenKind::Comma) {}
            if self.eat(TokenKind::RightBrace) {
                break;
            }
            if self.at(TokenKind::End) || self.at_item_outside(margin) {
                self.unclosed(open.span);
                break;
            }
            let before = self.position();
            member(self);
            self.end_of_member();
            self.take_if_stuck(before);
        }
        (self.free, self.in_count) = (free, in_count);
        self.close(mark, NodeKind::Body);
    }

    /// What stands under a key: braces, or lines that stand further right than `margin`, the column of the key.
    ///
    /// The colon has been taken; a value on the same line is none of this function's business.
    pub(super) fn body(&mut self, margin: u32, entry: &mut dyn FnMut(&mut Self)) {
        if self.at(TokenKind::LeftBrace) && (!self.peek().first || self.peek().column >= margin) {
            return self.braces(margin, entry);
        }
        if !self.peek().first {
            let (span, found) = (self.peek().span, self.shown());
            self.report(
                Diagnostic::new(Code::UnexpectedText, span, format!("unexpected {found}"))
                    .help("what belongs here stands on the lines below, indented, or between `{` and `}`"),
            );
            return self.recover();
        }
        let mark = self.mark();
        let block = self.peek();
        let free = std::mem::take(&mut self.free);
        let mut reported = false;
        loop {
            while self.eat(TokenKind::Semicolon) || self.eat(TokenKind::Comma) {}
            let token = self.peek();
            if matches!(token.kind, TokenKind::End | TokenKind::RightBrace) || token.column <= margin {
                break;
            }
            if token.first && token.column != block.column && !reported {
                reported = true;
                self.uneven(block, token);
            }
            let before = self.position();
            entry(self);
            self.end_of_member();
            self.take_if_stuck(before);
        }
        self.free = free;
        self.close(mark, NodeKind::Body);
    }

    fn uneven(&mut self, block: Seen, line: Seen) {
        let side = if line.column > block.column { "right" } else { "left" };
        self.report_elsewhere(
            Diagnostic::new(
                Code::Indentation,
                line.span,
                format!("this line starts further {side} than the lines it belongs to"),
            )
            .help("indent all lines of a section alike")
            .label(block.span, "the section's first line starts here"),
        );
    }

    /// Whether the current token starts an item at or left of a column, where only a forgotten `}` explains it.
    pub(super) fn at_item_outside(&self, margin: u32) -> bool {
        let token = self.peek();
        token.first && token.column <= margin && self.at_item()
    }

    /// Passes over the current token and what follows it if nothing was taken since `before`, so that every loop ends.
    fn take_if_stuck(&mut self, before: usize) {
        if self.position() == before && !self.at(TokenKind::End) {
            let mark = self.mark();
            if !self.at_boundary() || self.at_line_end() {
                let (span, found) = (self.peek().span, self.shown());
                self.report(Diagnostic::new(Code::UnexpectedText, span, format!("unexpected {found}")));
            }
            self.bump();
            self.recover();
            self.close(mark, NodeKind::Error);
        }
    }
}
