//! Actions and blocks of actions.

use crate::ast::{Action, ActionKind, Block, Expr, Name, SetOp};
use crate::codes::Code;
use crate::diagnostic::Diagnostic;
use crate::span::Spanned;
use crate::token::TokenKind;
use crate::tree::NodeKind;
use crate::words;

use super::cursor::Parser;

impl Parser<'_> {
    /// Whether an action of the language starts here: its word, not used as the name of something.
    pub(super) fn at_action_word(&self) -> bool {
        words::ACTIONS.contains(&self.nth_text(0))
            && (self.line_ends_before(1)
                || matches!(
                    self.nth(1).kind,
                    TokenKind::Word
                        | TokenKind::Int
                        | TokenKind::Text
                        | TokenKind::LeftParen
                        | TokenKind::LeftBracket
                        | TokenKind::LeftBrace
                        | TokenKind::RightBrace
                        | TokenKind::Semicolon
                        | TokenKind::Comma
                ))
    }

    /// `{ actions }`. The brace is the current token.
    pub(super) fn block(&mut self, margin: u32) -> Block {
        let start = self.peek().span;
        let mut actions = Vec::new();
        if self.enter() {
            self.braces(margin, &mut |p| actions.push(p.action()));
            self.leave();
        } else {
            self.skip_bracket();
        }
        Block { actions, span: self.since(start) }
    }

    /// What follows `do:`: a block, one action, or actions on the lines below.
    pub(super) fn do_block(&mut self, margin: u32) -> Block {
        if self.at(TokenKind::LeftBrace) {
            return self.block(margin);
        }
        let start = self.here();
        let mut actions = Vec::new();
        let below = self.at_line_end();
        loop {
            let is_key = self.at(TokenKind::Word) && self.nth(1).kind == TokenKind::Colon;
            if is_key || matches!(self.peek().kind, TokenKind::RightBrace | TokenKind::End) || self.at_item()
            {
                break;
            }
            let before = self.position();
            actions.push(self.action());
            if !below || self.position() == before {
                break;
            }
            self.end_of_member();
            while self.eat(TokenKind::Semicolon) {}
        }
        if actions.is_empty() {
            self.expected(Code::UnknownAction, "an action");
        }
        Block { actions, span: self.since(start) }
    }

    /// The body of `if`, `else` or `for`: a block, or after an optional colon a single action.
    fn branch(&mut self, word: &str) -> Block {
        let margin = self.peek().column;
        let colon = self.eat(TokenKind::Colon);
        if self.at(TokenKind::LeftBrace) {
            return self.block(margin);
        }
        let start = self.here();
        if !colon || self.at_line_end() {
            let (span, found) = (self.here(), self.found());
            self.report(
                Diagnostic::new(
                    Code::BracesNeeded,
                    span,
                    format!("expected `{{` after `{word}`, found {found}"),
                )
                .help("put the actions between `{` and `}`"),
            );
        }
        if self.at_boundary() && !self.at(TokenKind::Word) || !self.enter() {
            return Block { actions: Vec::new(), span: start };
        }
        let action = self.action();
        self.leave();
        Block { span: action.span, actions: vec![action] }
    }

    /// One action.
    pub(super) fn action(&mut self) -> Action {
        let (mark, start) = (self.mark(), self.peek().span);
        let kind = self.action_kind();
        self.close(mark, NodeKind::Action);
        Action { kind, span: self.since(start) }
    }

    fn action_kind(&mut self) -> ActionKind {
        if !self.at(TokenKind::Word) {
            self.expected(Code::UnknownAction, "an action");
            self.recover();
            return ActionKind::Error;
        }
        let known = words::ACTIONS.contains(&self.nth_text(0));
        let (next, ends) = (self.nth(1).kind, self.line_ends_before(1));
        if !known {
            return self.call_or_unknown();
        }
        if !ends && self.is_set_sign(next) || next == TokenKind::Dot {
            // A field or variable with the name of an action, and `set` forgotten.
            return self.set_without_word();
        }
        let word = self.bump_name();
        match word.text.as_str() {
            "set" => {
                let place = self.postfix();
                self.set_rest(place)
            }
            "create" => {
                let piece = self.postfix();
                let has_at = self.expect_word("at", "and a position");
                let at = if has_at { self.sum() } else { self.missing_expr() };
                let owner = if !self.at_line_end() && self.eat_word("for") { Some(self.sum()) } else { None };
                ActionKind::Create { piece, at, owner }
            }
            "remove" => ActionKind::Remove(self.target()),
            "transform" => {
                let piece = self.postfix();
                let has_to = self.expect_word("to", "and the new type");
                let into = if has_to { self.sum() } else { self.missing_expr() };
                ActionKind::Transform { piece, into }
            }
            "move" => {
                let piece = self.postfix();
                let has_to = self.expect_word("to", "and a position");
                let to = if has_to { self.sum() } else { self.missing_expr() };
                ActionKind::Move { piece, to }
            }
            "mark" => self.mark_action(),
            "unmark" => {
                let target = self.target();
                let named = !self.at_line_end() && self.eat_word("with");
                let effect = if named { self.name("the name of an effect") } else { None };
                ActionKind::Unmark { target, effect }
            }
            "win" => ActionKind::Win(self.sum()),
            "lose" => ActionKind::Lose(self.sum()),
            "draw" => self.draw(),
            "cancel" => ActionKind::Cancel,
            "let" => {
                let Some(name) = self.name("a new name") else {
                    self.recover();
                    return ActionKind::Error;
                };
                self.expect(TokenKind::Equal, &format!("`=` and what `{}` stands for", name.text));
                ActionKind::Let { name, value: self.value_or_set() }
            }
            "if" => self.if_action(),
            _ => self.for_action(),
        }
    }

    fn mark_action(&mut self) -> ActionKind {
        let target = self.target();
        let effect = if self.expect_word("with", "and the name of an effect") {
            self.name("the name of an effect")
        } else {
            None
        };
        match effect {
            Some(effect) => ActionKind::Mark { target, effect },
            None => {
                self.recover();
                ActionKind::Error
            }
        }
    }

    fn draw(&mut self) -> ActionKind {
        let mut reason = None;
        if !self.at_line_end() && self.eat_word("with") {
            self.expect_word("reason", "and the reason in quotes");
            reason = self.text_value("the reason in quotes");
        }
        ActionKind::Draw { reason }
    }

    fn if_action(&mut self) -> ActionKind {
        let condition = self.expr();
        let then = self.branch("if");
        let otherwise = if self.at_word("else") {
            self.bump();
            if self.at_word("if") && self.enter() {
                let action = self.action();
                self.leave();
                Some(Block { span: action.span, actions: vec![action] })
            } else {
                Some(self.branch("else"))
            }
        } else {
            None
        };
        ActionKind::If { condition, then, otherwise }
    }

    fn for_action(&mut self) -> ActionKind {
        let variable = self.name("a new name");
        let has_in = variable.is_some() && self.expect_word("in", "and a set of pieces");
        let (Some(variable), true) = (variable, has_in) else {
            self.recover();
            return ActionKind::Error;
        };
        let over = self.target();
        let body = self.branch("for");
        ActionKind::For { variable, over, body }
    }

    fn is_set_sign(&self, kind: TokenKind) -> bool {
        matches!(
            kind,
            TokenKind::Equal
                | TokenKind::PlusEqual
                | TokenKind::MinusEqual
                | TokenKind::StarEqual
                | TokenKind::SlashEqual
        )
    }

    /// The sign and the value of a `set`.
    fn set_rest(&mut self, place: Expr) -> ActionKind {
        let token = self.peek();
        let op = match token.kind {
            TokenKind::Equal => SetOp::Assign,
            TokenKind::PlusEqual => SetOp::Add,
            TokenKind::MinusEqual => SetOp::Subtract,
            TokenKind::StarEqual => SetOp::Multiply,
            TokenKind::SlashEqual => SetOp::Divide,
            TokenKind::EqualEqual if !self.at_line_end() => {
                self.report(
                    Diagnostic::new(Code::ForeignOperator, token.span, "a value is given with a single `=`")
                        .fix(token.span, "="),
                );
                SetOp::Assign
            }
            _ => {
                self.expected(Code::Expected, "`=` and a value");
                self.recover();
                return ActionKind::Error;
            }
        };
        self.bump();
        let value = self.expr();
        ActionKind::Set { place, op: Spanned::new(op, token.span), value }
    }

    /// `x = 1` without `set`.
    fn set_without_word(&mut self) -> ActionKind {
        let start = self.peek().span;
        let place = self.postfix();
        if self.is_set_sign(self.peek().kind) {
            self.report_missing_set(start);
            return self.set_rest(place);
        }
        let message = format!("expected an action, found {}", self.found());
        let span = self.here();
        self.report(Diagnostic::new(Code::UnknownAction, span, message));
        self.recover();
        ActionKind::Error
    }

    /// A call of something that the checker knows, or an error.
    fn call_or_unknown(&mut self) -> ActionKind {
        let next = self.nth(1).kind;
        if next == TokenKind::LeftParen && !self.line_ends_before(1) {
            let function: Name = self.bump_name();
            let args = self.arguments();
            return ActionKind::Call { function, args };
        }
        if self.is_set_sign(next) && !self.line_ends_before(1) {
            return self.set_without_word();
        }
        if next == TokenKind::Dot && self.path_is_set() {
            return self.set_without_word();
        }
        let name = self.bump_name();
        let message = format!("there is no action `{}`", name.text);
        self.unknown_word(Code::UnknownAction, &name, message, &words::ACTIONS);
        self.recover();
        ActionKind::Error
    }

    /// Whether a path of fields stands here that ends before the sign of a `set`.
    fn path_is_set(&self) -> bool {
        let mut ahead = 1;
        while self.nth(ahead).kind == TokenKind::Dot
            && self.nth(ahead + 1).kind == TokenKind::Word
            && ahead < 32
        {
            ahead += 2;
        }
        self.is_set_sign(self.nth(ahead).kind)
    }
}
