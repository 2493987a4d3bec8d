//! Movement patterns.

use crate::ast::{Arm, Atom, AtomKind, Direction, Int, Leg, Pattern, Sequence, Which};
use crate::codes::Code;
use crate::diagnostic::Diagnostic;
use crate::span::Spanned;
use crate::suggest::nearest;
use crate::token::TokenKind;
use crate::tree::NodeKind;
use crate::words;

use super::cursor::Parser;

impl Parser<'_> {
    /// A whole pattern: alternatives and the conditions that guard them.
    ///
    /// A `where` guards all alternatives before it, back to the `where` before; a `|` after its condition goes on with
    /// the pattern.
    pub(super) fn pattern(&mut self) -> Pattern {
        let (mark, start) = (self.mark(), self.here());
        let mut arms = Vec::new();
        self.eat(TokenKind::Pipe);
        loop {
            let (arm_mark, arm_start) = (self.mark(), self.here());
            let (mut alternatives, mut guard) = (vec![self.sequence()], None);
            let goes_on = loop {
                if self.at_where() {
                    self.bump();
                    guard = Some(self.expr());
                    self.second_where();
                    break self.eat_pipe();
                }
                if !self.eat_pipe() {
                    break false;
                }
                alternatives.push(self.sequence());
            };
            self.close(arm_mark, NodeKind::Arm);
            arms.push(Arm { alternatives, guard, span: self.since(arm_start) });
            if !goes_on {
                break;
            }
        }
        self.close(mark, NodeKind::Pattern);
        Pattern { arms, span: self.since(start) }
    }

    /// Whether a `where` stands here; it may start a line.
    pub(super) fn at_where(&self) -> bool {
        self.at_word("where") && self.nth(1).kind != TokenKind::Colon
    }

    fn second_where(&mut self) {
        while self.at_where() {
            let span = self.peek().span;
            self.report(
                Diagnostic::new(Code::UnexpectedText, span, "a second `where` for the same alternatives")
                    .help("join the conditions with `and`")
                    .fix(span, "and"),
            );
            self.bump();
            self.expr();
        }
    }

    fn eat_pipe(&mut self) -> bool {
        if self.at(TokenKind::PipePipe) {
            let span = self.peek().span;
            self.report(
                Diagnostic::new(Code::ForeignOperator, span, "alternatives are separated by a single `|`")
                    .fix(span, "|"),
            );
            self.bump();
            return true;
        }
        self.eat(TokenKind::Pipe)
    }

    fn sequence(&mut self) -> Sequence {
        let (mark, start) = (self.mark(), self.here());
        let mut legs = vec![self.leg()];
        while self.eat(TokenKind::Plus) {
            legs.push(self.leg());
        }
        self.close(mark, NodeKind::Sequence);
        Sequence { legs, span: self.since(start) }
    }

    fn leg(&mut self) -> Leg {
        let (mark, start) = (self.mark(), self.here());
        let atom = self.atom();
        let mut leg = Leg { atom, times: None, span: self.since(start) };
        while self.eat(TokenKind::Star) {
            let times = self.int("how often the pattern is repeated");
            // `p * 2 * 3` is `p * 2`, three times: six times the same way.
            leg.times = match (leg.times, times) {
                (Some(before), Some(times)) => {
                    let span = before.span.to(times.span);
                    Some(Int { value: before.value.saturating_mul(times.value), span })
                }
                (before, times) => before.or(times),
            };
            leg.span = self.since(start);
        }
        self.close(mark, NodeKind::Leg);
        leg
    }

    fn atom(&mut self) -> Atom {
        let (mark, start) = (self.mark(), self.here());
        let kind = self.atom_kind();
        self.close(mark, NodeKind::Atom);
        Atom { kind, span: self.since(start) }
    }

    fn atom_kind(&mut self) -> AtomKind {
        if self.at(TokenKind::LeftParen) && self.can_start_here() {
            return self.group();
        }
        if !self.at(TokenKind::Word) || !self.can_start_here() || self.at_where() {
            self.expected(Code::ExpectedPattern, "a movement pattern");
            return AtomKind::Error;
        }
        let name = self.bump_name();
        let open = self.at(TokenKind::LeftParen) && !self.at_line_end();
        match name.text.as_str() {
            "castle" if !open => AtomKind::Castle,
            "promote" if !open => AtomKind::Promote,
            "anywhere" if !open => AtomKind::Anywhere,
            "step" | "slide" | "hop" | "leap" if open => self.movement(&name.text),
            "step" | "slide" | "hop" | "leap" => {
                let example = if name.text == "leap" { "leap(2, 1)" } else { "step(any)" };
                let example = example.replace("step", &name.text);
                self.report(
                    Diagnostic::new(
                        Code::Expected,
                        name.span,
                        format!("`{}` needs its arguments", name.text),
                    )
                    .help(format!("for example `{example}`")),
                );
                AtomKind::Error
            }
            "chessembly" if self.at(TokenKind::LeftBrace) => match self.raw_block() {
                Some(program) => AtomKind::Chessembly(program),
                None => AtomKind::Error,
            },
            _ if open => {
                let known = words::MOVEMENTS;
                let problem = Diagnostic::new(
                    Code::ExpectedPattern,
                    name.span,
                    format!("`{}` is no movement", name.text),
                );
                let problem = match nearest(&name.text, known) {
                    Some(word) => problem.suggest(name.span, word),
                    None if words::PLAIN_MOVEMENTS.contains(&name.text.as_str()) => {
                        problem.help(format!("`{}` takes no arguments", name.text))
                    }
                    None => problem.help("movements with arguments are `step`, `slide`, `leap` and `hop`"),
                };
                self.report(problem);
                self.skip_bracket();
                AtomKind::Error
            }
            _ if self.at(TokenKind::Dot) => {
                self.bump();
                let which = match self.nth_text(0) {
                    "move" => Which::Move,
                    "capture" => Which::Capture,
                    _ => {
                        let what = format!("`move` or `capture` of the piece `{}`", name.text);
                        self.expected(Code::Expected, &what);
                        if self.at(TokenKind::Word) && !self.at_line_end() {
                            self.bump();
                        }
                        return AtomKind::Error;
                    }
                };
                self.bump();
                AtomKind::OfPiece { piece: name, which }
            }
            _ => AtomKind::Named(name),
        }
    }

    /// Whether a pattern or value can start at this token although a line may have ended before it: it is not the key
    /// of the next member, nor the start of the next item.
    pub(super) fn can_start_here(&self) -> bool {
        !self.at_line_end()
            || !(self.at(TokenKind::End)
                || self.at_item()
                || (self.at(TokenKind::Word) && self.nth(1).kind == TokenKind::Colon))
    }

    fn group(&mut self) -> AtomKind {
        if !self.enter() {
            self.skip_bracket();
            return AtomKind::Error;
        }
        let open = self.bump();
        self.free += 1;
        let in_count = std::mem::take(&mut self.in_count);
        let inner = self.pattern();
        self.in_count = in_count;
        self.free -= 1;
        self.close_bracket(open);
        self.leave();
        AtomKind::Group(Box::new(inner))
    }

    /// The arguments of `step`, `slide`, `leap` or `hop`.
    fn movement(&mut self, word: &str) -> AtomKind {
        let mark = self.mark();
        let open = self.bump();
        self.free += 1;
        let kind = if word == "leap" {
            self.leap().unwrap_or(AtomKind::Error)
        } else {
            let direction = self.direction();
            let number = if self.eat(TokenKind::Comma) { self.int("how many squares") } else { None };
            match word {
                "step" => AtomKind::Step { direction, distance: number },
                "slide" => AtomKind::Slide { direction, max: number },
                _ => AtomKind::Hop { direction, max: number },
            }
        };
        self.free -= 1;
        self.close_bracket(open);
        self.close(mark, NodeKind::Arguments);
        kind
    }

    fn leap(&mut self) -> Option<AtomKind> {
        let a = self.int("the offset of a leap");
        if !self.eat(TokenKind::Comma) {
            self.expected(Code::Expected, "`,` and the second number of the leap");
            return None;
        }
        let b: Option<Int> = self.int("the offset of a leap");
        Some(AtomKind::Leap { a: a?, b: b? })
    }

    /// A direction; words joined by `-` without blanks are one.
    pub(super) fn direction(&mut self) -> Spanned<Option<Direction>> {
        let span = self.here();
        if !self.at(TokenKind::Word) {
            self.expected(Code::UnknownDirection, "a direction");
            return Spanned::new(None, span);
        }
        let mut name = self.bump_name();
        while self.at(TokenKind::Minus)
            && self.peek().span.start == name.span.end
            && self.nth(1).kind == TokenKind::Word
            && self.nth_touches(1)
        {
            self.bump();
            let next = self.bump_name();
            name.text.push('-');
            name.text.push_str(&next.text);
            name.span = name.span.to(next.span);
        }
        let direction = Direction::ALL.into_iter().find(|direction| direction.word() == name.text);
        if direction.is_none() {
            let message = format!("there is no direction `{}`", name.text);
            self.unknown_word(Code::UnknownDirection, &name, message, &Direction::ALL.map(Direction::word));
        }
        Spanned::new(direction, name.span)
    }
}
