//! Values: arithmetic, paths and calls, literals, positions.

use crate::ast::{BinaryOp, Expr, ExprKind, Int};
use crate::codes::Code;
use crate::diagnostic::Diagnostic;
use crate::span::{Span, Spanned};
use crate::token::TokenKind;
use crate::tree::NodeKind;

use super::cursor::{MAX_HEIGHT, Parser};

/// Words that connect operands and so cannot be one, unless a dot or a call follows.
const CONNECTORS: [&str; 3] = ["and", "or", "where"];

impl Parser<'_> {
    /// Terms joined by `+` and `-`. A line can start with `+`.
    pub(super) fn sum(&mut self) -> Expr {
        self.operators(Self::product, |kind| match kind {
            TokenKind::Plus => Some(BinaryOp::Add),
            TokenKind::Minus => Some(BinaryOp::Subtract),
            _ => None,
        })
    }

    fn product(&mut self) -> Expr {
        self.operators(Self::unary, |kind| match kind {
            TokenKind::Star => Some(BinaryOp::Multiply),
            TokenKind::Slash => Some(BinaryOp::Divide),
            TokenKind::Percent => Some(BinaryOp::Remainder),
            _ => None,
        })
    }

    /// Operands joined by operators of one precedence, leaning to the left.
    fn operators(
        &mut self,
        operand: fn(&mut Self) -> Expr,
        op_of: fn(TokenKind) -> Option<BinaryOp>,
    ) -> Expr {
        let (mark, start) = (self.mark(), self.here());
        let mut left = operand(self);
        while let Some(op) = op_of(self.peek().kind) {
            // A dash at the start of a line starts an entry of a list.
            if op == BinaryOp::Subtract && self.at_line_end() {
                break;
            }
            let too_high = self.height >= MAX_HEIGHT;
            if too_high {
                self.too_deep();
            }
            let op = Spanned::new(op, self.bump().span);
            let height = self.height;
            let right = operand(self);
            if too_high {
                self.height = height;
                continue;
            }
            self.height = height.max(self.height) + 1;
            self.close(mark, NodeKind::Expr);
            let kind = ExprKind::Binary { op, left: Box::new(left), right: Box::new(right) };
            left = Expr::new(kind, self.since(start));
        }
        left
    }

    fn unary(&mut self) -> Expr {
        let (mark, start) = (self.mark(), self.here());
        if self.at(TokenKind::Minus) && self.can_start_here() {
            if self.nth(1).kind == TokenKind::Int {
                let value = self.int("a number").map_or(0, |int| int.value);
                self.height = 1;
                self.close(mark, NodeKind::Expr);
                return Expr::new(ExprKind::Int(value), self.since(start));
            }
            if !self.enter() {
                self.bump();
                self.height = 1;
                return Expr::new(ExprKind::Error, self.since(start));
            }
            self.bump();
            let inner = self.unary();
            self.leave();
            self.height += 1;
            self.close(mark, NodeKind::Expr);
            return Expr::new(ExprKind::Negate(Box::new(inner)), self.since(start));
        }
        self.postfix()
    }

    /// A value with the fields and calls that follow it.
    pub(super) fn postfix(&mut self) -> Expr {
        let (mark, start) = (self.mark(), self.here());
        let mut expr = self.primary();
        while self.at(TokenKind::Dot) {
            let too_high = self.height >= MAX_HEIGHT;
            if too_high {
                self.too_deep();
            }
            self.bump();
            if !self.at(TokenKind::Word) {
                self.expected(Code::Expected, "a name after `.`");
                break;
            }
            let field = self.bump_name();
            let height = self.height;
            let args = if self.at_call() { Some(self.arguments()) } else { None };
            if too_high {
                self.height = height;
                continue;
            }
            let of = Box::new(expr);
            let kind = match args {
                Some(args) => ExprKind::Method { of, method: field, args },
                None => {
                    self.height = 0;
                    ExprKind::Field { of, field }
                }
            };
            self.height = height.max(self.height) + 1;
            self.close(mark, NodeKind::Expr);
            expr = Expr::new(kind, self.since(start));
        }
        expr
    }

    /// Whether a `(` on the same line follows, as after the name of a function.
    pub(super) fn at_call(&self) -> bool {
        self.at(TokenKind::LeftParen) && !self.at_line_end()
    }

    /// `(a, b)`
    pub(super) fn arguments(&mut self) -> Vec<Expr> {
        let mark = self.mark();
        let open = self.bump();
        let list = self.list(TokenKind::RightParen, Self::argument);
        self.close_bracket(open);
        self.close(mark, NodeKind::Arguments);
        list
    }

    /// Elements separated by commas up to a closing bracket, which is not taken.
    fn list(&mut self, closing: TokenKind, element: fn(&mut Self) -> Expr) -> Vec<Expr> {
        let in_count = std::mem::take(&mut self.in_count);
        self.free += 1;
        let mut list = Vec::new();
        let mut height = 0;
        while !self.at(closing) {
            let before = self.position();
            list.push(element(self));
            height = height.max(self.height);
            if self.position() == before || !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.free -= 1;
        self.in_count = in_count;
        self.height = height + 1;
        list
    }

    /// An argument: an expression, or `rank 8`, `file e`.
    fn argument(&mut self) -> Expr {
        let start = self.peek().span;
        let ends = |kind| matches!(kind, TokenKind::Comma | TokenKind::RightParen);
        if self.at_word("rank") && self.nth(1).kind == TokenKind::Int && ends(self.nth(2).kind) {
            self.bump();
            let rank = self.int("a rank").unwrap_or(Int { value: 0, span: start });
            self.height = 1;
            return Expr::new(ExprKind::Rank(rank), self.since(start));
        }
        if self.at_word("file") && self.nth(1).kind == TokenKind::Word && ends(self.nth(2).kind) {
            self.bump();
            let file = self.bump_name();
            self.height = 1;
            return Expr::new(ExprKind::File(file), self.since(start));
        }
        self.expr()
    }

    fn primary(&mut self) -> Expr {
        let (mark, start) = (self.mark(), self.here());
        self.height = 1;
        let next_action = self.at_line_end() && self.at_action_word();
        let kind = if self.can_start_here() && !next_action { self.primary_kind() } else { self.missing() };
        self.close(mark, NodeKind::Expr);
        Expr::new(kind, self.since(start))
    }

    fn missing(&mut self) -> ExprKind {
        self.expected(Code::ExpectedExpression, "a value");
        ExprKind::Error
    }

    fn primary_kind(&mut self) -> ExprKind {
        let token = self.peek();
        match token.kind {
            TokenKind::Int => {
                let span = self.bump().span;
                ExprKind::Int(self.int_value(span))
            }
            TokenKind::Decimal => {
                self.int("a value");
                ExprKind::Error
            }
            TokenKind::Text => ExprKind::Text(self.bump_text().value),
            TokenKind::Word => self.word(),
            TokenKind::LeftParen => {
                let open = self.bump();
                self.free += 1;
                let in_count = std::mem::take(&mut self.in_count);
                let inner = self.expr();
                self.in_count = in_count;
                self.free -= 1;
                self.close_bracket(open);
                self.height += 1;
                ExprKind::Paren(Box::new(inner))
            }
            TokenKind::LeftBracket => {
                let open = self.bump();
                let list = self.list(TokenKind::RightBracket, Self::expr);
                self.close_bracket(open);
                ExprKind::Array(list)
            }
            TokenKind::LeftBrace => self.object(),
            _ => self.missing(),
        }
    }

    /// `{file: 4, rank: 3}`
    fn object(&mut self) -> ExprKind {
        if !self.enter() {
            self.skip_bracket();
            return ExprKind::Error;
        }
        let open = self.bump();
        self.free += 1;
        let in_count = std::mem::take(&mut self.in_count);
        let mut fields = Vec::new();
        let mut height = 0;
        while self.at(TokenKind::Word) {
            let name = self.bump_name();
            if !self.expect(TokenKind::Colon, &format!("`:` after `{}`", name.text)) {
                break;
            }
            fields.push((name, self.expr()));
            height = height.max(self.height);
            if !self.eat(TokenKind::Comma) && !self.eat(TokenKind::Semicolon) {
                break;
            }
        }
        self.in_count = in_count;
        self.free -= 1;
        self.leave();
        self.close_bracket(open);
        self.height = height + 1;
        ExprKind::Object(fields)
    }

    fn word(&mut self) -> ExprKind {
        let word = self.nth_text(0);
        let next = self.nth(1);
        let followed = next.kind == TokenKind::Word && (self.free > 0 || !next.first);
        match word {
            "true" => self.constant(ExprKind::Bool(true)),
            "false" => self.constant(ExprKind::Bool(false)),
            "null" => self.constant(ExprKind::Null),
            "count" | "exists" | "any" | "all" if followed && self.can_be_set(1) => self.quantifier(),
            "not" if self.operand_follows() => self.negation().kind,
            "random_empty_square" => {
                self.bump();
                let beside = self.at_word("adjacent") && self.nth_is_word(1, "to") && !self.at_line_end();
                let adjacent_to = if beside { Some(self.beside()) } else { None };
                ExprKind::RandomEmptySquare { adjacent_to }
            }
            "empty" if followed && self.nth_is_word(1, "adjacent") && self.nth_is_word(2, "to") => {
                self.bump();
                ExprKind::EmptyAdjacent { to: self.beside() }
            }
            _ if CONNECTORS.contains(&word)
                && !matches!(next.kind, TokenKind::Dot | TokenKind::LeftParen) =>
            {
                self.missing()
            }
            _ => {
                let name = self.bump_name();
                if !self.at_call() {
                    return ExprKind::Name(name.text);
                }
                let args = self.arguments();
                ExprKind::Call { function: name, args }
            }
        }
    }

    fn constant(&mut self, kind: ExprKind) -> ExprKind {
        self.bump();
        kind
    }

    /// `adjacent to p`
    fn beside(&mut self) -> Box<Expr> {
        self.bump();
        self.bump();
        if !self.enter() {
            return Box::new(self.missing_expr());
        }
        let to = self.postfix();
        self.leave();
        self.height += 1;
        Box::new(to)
    }

    /// Reports that a position must be given and stands for it.
    pub(super) fn missing_expr(&mut self) -> Expr {
        let span: Span = self.behind();
        Expr::new(ExprKind::Error, span)
    }

    /// Says how to change a value when someone writes `x = 1` as an action.
    pub(super) fn report_missing_set(&mut self, start: Span) {
        self.report(
            Diagnostic::new(Code::UnknownAction, start, "a value is changed by the action `set`")
                .help("write `set` before it")
                .fix(Span::at(start.source, start.start), "set "),
        );
    }
}
