//! Conditions: `or`, `and`, `not`, comparisons, and the words that ask (`in`, `on`, `has`, `adjacent to`, `captured`).

use crate::ast::{CompareOp, Expr, ExprKind, Place};
use crate::codes::Code;
use crate::diagnostic::Diagnostic;
use crate::span::{Span, Spanned};
use crate::token::TokenKind;
use crate::tree::{Mark, NodeKind};

use super::cursor::{MAX_HEIGHT, Parser};

impl Parser<'_> {
    /// A whole expression or condition.
    pub(super) fn expr(&mut self) -> Expr {
        if !self.enter() {
            let span = self.here();
            self.recover_deep();
            self.height = 1;
            return Expr::new(ExprKind::Error, self.since(span));
        }
        let expr = self.chain("or", TokenKind::PipePipe, ExprKind::Or, |p| {
            p.chain("and", TokenKind::Ampersand, ExprKind::And, |p| p.negation())
        });
        self.leave();
        expr
    }

    /// Passes over what is nested too deeply: a whole bracket if one stands here.
    fn recover_deep(&mut self) {
        if self.peek().kind.closing().is_some() {
            self.skip_bracket();
        } else if !self.peek().kind.is_closing() && !self.at_boundary() {
            self.bump();
        }
    }

    /// Operands joined by one word, which may start a line.
    fn chain(
        &mut self,
        word: &str,
        foreign: TokenKind,
        make: fn(Vec<Expr>) -> ExprKind,
        operand: impl Fn(&mut Self) -> Expr,
    ) -> Expr {
        let (mark, start) = (self.mark(), self.here());
        let first = operand(self);
        let mut list = Vec::new();
        let mut height = self.height;
        loop {
            if self.at(foreign) && !self.at_line_end() {
                let span = self.peek().span;
                self.report(
                    Diagnostic::new(
                        Code::ForeignOperator,
                        span,
                        format!("conditions are joined by `{word}`"),
                    )
                    .fix(span, word),
                );
            } else if !self.at_word(word) || self.nth(1).kind == TokenKind::Colon {
                break;
            }
            self.bump();
            list.push(operand(self));
            height = height.max(self.height);
        }
        self.height = height;
        if list.is_empty() {
            return first;
        }
        self.height += 1;
        list.insert(0, first);
        self.close(mark, NodeKind::Expr);
        Expr::new(make(list), self.since(start))
    }

    /// `not c`, which takes a whole comparison.
    pub(super) fn negation(&mut self) -> Expr {
        let (mark, start) = (self.mark(), self.here());
        let foreign = self.at(TokenKind::Bang);
        if !(foreign || self.at_word("not") && self.operand_follows()) {
            return self.comparison();
        }
        if !self.enter() {
            self.bump();
            self.height = 1;
            return Expr::new(ExprKind::Error, self.since(start));
        }
        if foreign {
            self.report(
                Diagnostic::new(Code::ForeignOperator, start, "a condition is denied by `not`")
                    .fix(start, "not "),
            );
        }
        self.bump();
        let inner = self.negation();
        self.leave();
        self.height += 1;
        self.close(mark, NodeKind::Expr);
        Expr::new(ExprKind::Not(Box::new(inner)), self.since(start))
    }

    /// Whether something that can start an operand follows the current word.
    pub(super) fn operand_follows(&self) -> bool {
        let next = self.nth(1);
        (self.free > 0 || !next.first || next.kind == TokenKind::LeftParen)
            && matches!(
                next.kind,
                TokenKind::Word
                    | TokenKind::Int
                    | TokenKind::Text
                    | TokenKind::LeftParen
                    | TokenKind::LeftBracket
                    | TokenKind::Minus
                    | TokenKind::Bang
            )
    }

    fn comparison(&mut self) -> Expr {
        let (mark, start) = (self.mark(), self.here());
        // Conditions without a subject speak of what the context speaks of.
        let subjectless = match self.nth_text(0) {
            "in" => matches!(self.nth(1).kind, TokenKind::Word | TokenKind::LeftBracket),
            "on" => {
                let own = if self.nth_is_word(1, "own") { 2 } else { 1 };
                self.nth_is_word(own, "rank") || self.nth_is_word(1, "file")
            }
            "adjacent" => self.nth_is_word(1, "to"),
            _ => false,
        };
        let mut left = if subjectless && self.at(TokenKind::Word) {
            self.height = 0;
            self.question(None, false, mark, start)
        } else {
            self.sum()
        };
        loop {
            let negated = self.at_word("not")
                && ["in", "on", "adjacent"].iter().any(|word| self.nth_is_word(1, word))
                && !self.line_ends_before(1);
            if self.starts_question(if negated { 1 } else { 0 }) && !self.at_line_end() {
                if self.height >= MAX_HEIGHT {
                    self.too_deep();
                    return left;
                }
                if negated {
                    self.bump();
                }
                left = self.question(Some(left), negated, mark, start);
                continue;
            }
            let Some(op) = self.compare_op() else { return left };
            if self.in_count && self.leaves_count(&left) {
                return left;
            }
            if self.height >= MAX_HEIGHT {
                self.too_deep();
                return left;
            }
            let span = self.bump().span;
            let height = self.height;
            let right = self.sum();
            self.height = height.max(self.height) + 1;
            self.close(mark, NodeKind::Expr);
            let kind = ExprKind::Compare {
                op: Spanned::new(op, span),
                left: Box::new(left),
                right: Box::new(right),
            };
            left = Expr::new(kind, self.since(start));
        }
    }

    /// Whether a comparison that follows belongs to what stands around a `count`, not to its filter: what stands left
    /// of it is already a truth value.
    fn leaves_count(&self, left: &Expr) -> bool {
        match left.kind {
            // A bare type tests the type, but `King == type` compares.
            ExprKind::Name(_) => {
                left.is_truth_value() && matches!(self.nth(1).kind, TokenKind::Int | TokenKind::Minus)
            }
            _ => left.is_truth_value(),
        }
    }

    /// The comparison at the current token, if one stands there. Foreign ones are reported and understood.
    fn compare_op(&mut self) -> Option<CompareOp> {
        let token = self.peek();
        let (op, foreign) = match token.kind {
            TokenKind::EqualEqual => (CompareOp::Equal, false),
            TokenKind::BangEqual => (CompareOp::NotEqual, false),
            TokenKind::Less => (CompareOp::Less, false),
            TokenKind::LessEqual => (CompareOp::LessEqual, false),
            TokenKind::Greater => (CompareOp::Greater, false),
            TokenKind::GreaterEqual => (CompareOp::GreaterEqual, false),
            TokenKind::EqualEqualEqual => (CompareOp::Equal, true),
            TokenKind::BangEqualEqual => (CompareOp::NotEqual, true),
            TokenKind::Equal if !self.at_line_end() => (CompareOp::Equal, true),
            _ => return None,
        };
        if foreign {
            let sign = op.sign();
            self.report(
                Diagnostic::new(
                    Code::ForeignOperator,
                    token.span,
                    format!("two values are compared with `{sign}`"),
                )
                .help(format!("write `{sign}`"))
                .fix(token.span, sign),
            );
        }
        Some(op)
    }

    /// Whether the token `ahead` is a word that asks something about what stands before it.
    fn starts_question(&self, ahead: usize) -> bool {
        if self.nth(ahead).kind != TokenKind::Word || self.nth(ahead + 1).kind == TokenKind::Colon {
            return false;
        }
        match self.nth_text(ahead) {
            "in" | "has" | "captured" => true,
            "on" => self.nth(ahead + 1).kind == TokenKind::Word,
            "adjacent" => self.nth_is_word(ahead + 1, "to"),
            _ => false,
        }
    }

    /// `in ...`, `on ...`, `has ...`, `adjacent to ...` or `captured`, about a subject or about the context's own.
    fn question(&mut self, subject: Option<Expr>, negated: bool, mark: Mark, start: Span) -> Expr {
        let height = self.height;
        self.height = 0;
        let word = self.bump_name();
        let subject = subject.map(Box::new);
        let kind = match word.text.as_str() {
            "in" => return self.in_place(subject, negated, mark, start, height),
            "on" if self.at_word("rank") || (self.at_word("own") && self.nth_is_word(1, "rank")) => {
                let own = self.eat_word("own");
                self.bump();
                let rank = Box::new(self.sum());
                ExprKind::OnRank { subject, negated, own, rank }
            }
            "on" if self.eat_word("file") => {
                let file = Box::new(self.sum());
                ExprKind::OnFile { subject, negated, file }
            }
            "on" => {
                self.expected(Code::Expected, "`rank` or `file` after `on`");
                ExprKind::Error
            }
            "adjacent" => {
                self.bump();
                let to = Box::new(self.postfix());
                ExprKind::AdjacentTo { subject, negated, to }
            }
            _ => match (subject, word.text.as_str()) {
                (Some(subject), "captured") => ExprKind::Captured(subject),
                (Some(subject), _) => match self.name("what it should have, such as `piece` or a trait") {
                    Some(what) => ExprKind::Has { subject, what },
                    None => ExprKind::Error,
                },
                (None, _) => ExprKind::Error,
            },
        };
        self.height = height.max(self.height) + 1;
        self.close(mark, NodeKind::Expr);
        Expr::new(kind, self.since(start))
    }

    /// What stands after `in`: a zone, a list, or (making the subject a set of pieces) a radius or a line.
    fn in_place(
        &mut self,
        subject: Option<Box<Expr>>,
        negated: bool,
        mark: Mark,
        start: Span,
        height: u32,
    ) -> Expr {
        if !negated
            && let Some(set) = subject.as_deref()
            && self.at_region_word()
        {
            let head = self.set_head(set);
            if let Some((owner, kind)) = head {
                let set = self.piece_set_after_in(owner, kind, start);
                self.height = height.max(self.height) + 2;
                self.close(mark, NodeKind::Expr);
                return Expr::new(ExprKind::Pieces(Box::new(set)), self.since(start));
            }
        }
        let forgot_dot =
            self.at_word("zone") && self.nth(1).kind == TokenKind::Word && !self.line_ends_before(1);
        let place = if self.at_word("zone") && (forgot_dot || self.nth(1).kind == TokenKind::Dot) {
            self.bump();
            if forgot_dot {
                let (span, name) = (self.peek().span, self.nth_text(0));
                self.report(
                    Diagnostic::new(Code::Expected, span, format!("expected `.` before `{name}`"))
                        .help(format!("a zone is written `zone.{name}`")),
                );
            } else {
                self.bump();
            }
            match self.name("the name of a zone") {
                Some(zone) => Place::Zone(zone),
                None => Place::Value(Box::new(Expr::new(ExprKind::Error, self.behind()))),
            }
        } else {
            Place::Value(Box::new(self.sum()))
        };
        self.height = height.max(self.height) + 1;
        self.close(mark, NodeKind::Expr);
        Expr::new(ExprKind::In { subject, negated, place }, self.since(start))
    }
}
