//! Sets of pieces: `pieces in radius(2) from target where not King`, and the words that ask about them.

use crate::ast::{Expr, ExprKind, Name, PieceSet, Region, Target};
use crate::codes::Code;
use crate::span::Span;
use crate::token::TokenKind;
use crate::tree::NodeKind;

use super::cursor::Parser;

/// Words that cannot name a kind of piece because they connect what stands around them.
const NO_KIND: [&str; 12] =
    ["and", "or", "in", "on", "has", "where", "adjacent", "with", "to", "at", "for", "captured"];

impl Parser<'_> {
    /// Whether the token `ahead` can name the kind of a set.
    pub(super) fn can_be_set(&self, ahead: usize) -> bool {
        self.nth(ahead).kind == TokenKind::Word && !NO_KIND.contains(&self.nth_text(ahead))
    }

    /// `count`, `exists`, `any` or `all` with its set.
    pub(super) fn quantifier(&mut self) -> ExprKind {
        if !self.enter() {
            self.bump();
            return ExprKind::Error;
        }
        let word = self.bump_name();
        let counted = word.text == "count";
        let mark = self.mark();
        let start = self.peek().span;
        let first = self.bump_name();
        let (owner, kind) = if self.at(TokenKind::Dot) && self.nth(1).kind == TokenKind::Word {
            self.bump();
            (Some(first), self.bump_name())
        } else {
            (None, first)
        };
        let outer = self.in_count;
        self.in_count = counted || outer;
        let set = self.piece_set_rest(owner, kind, start);
        self.in_count = outer;
        self.close(mark, NodeKind::PieceSet);
        self.leave();
        self.height += 2;
        let set = Box::new(set);
        match word.text.as_str() {
            "count" => ExprKind::Count(set),
            "exists" => ExprKind::Exists(set),
            "any" => ExprKind::Any(set),
            _ => ExprKind::All(set),
        }
    }

    /// What an action works on: a piece, a position, or a set.
    pub(super) fn target(&mut self) -> Target {
        let (mark, start) = (self.mark(), self.here());
        let expr = self.sum();
        let goes_on = !self.at_line_end()
            && ((self.at_word("in") && self.at_region_word_after(1))
                || (self.at_word("adjacent") && self.nth_is_word(1, "to")));
        let is_set =
            goes_on || self.at_where() || matches!(&expr.kind, ExprKind::Name(word) if word == "pieces");
        if is_set && let Some((owner, kind)) = self.set_head(&expr) {
            let set = self.piece_set_rest(owner, kind, start);
            self.close(mark, NodeKind::PieceSet);
            return Target::Set(set);
        }
        Target::One(expr)
    }

    /// An expression, or a set where a `where` shows that one is meant.
    pub(super) fn value_or_set(&mut self) -> Expr {
        let (mark, start) = (self.mark(), self.here());
        let expr = self.expr();
        if self.at_where()
            && !self.at_line_end()
            && let Some((owner, kind)) = self.set_head(&expr)
        {
            let set = self.piece_set_rest(owner, kind, start);
            self.close(mark, NodeKind::PieceSet);
            return Expr::new(ExprKind::Pieces(Box::new(set)), self.since(start));
        }
        expr
    }

    /// The owner and the kind when an expression can be the head of a set: `Pawns`, `White.Pawns`.
    pub(super) fn set_head(&self, expr: &Expr) -> Option<(Option<Name>, Name)> {
        match &expr.kind {
            ExprKind::Name(word) => Some((None, Name { text: word.clone(), span: expr.span })),
            ExprKind::Field { of, field } => match &of.kind {
                ExprKind::Name(word) => {
                    Some((Some(Name { text: word.clone(), span: of.span }), field.clone()))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether `radius(` or `line(` stands here.
    pub(super) fn at_region_word(&self) -> bool {
        (self.at_word("radius") || self.at_word("line")) && self.nth(1).kind == TokenKind::LeftParen
    }

    fn at_region_word_after(&self, ahead: usize) -> bool {
        self.nth_is_word(ahead, "radius")
            || self.nth_is_word(ahead, "line")
            || self.nth_is_word(ahead, "zone")
    }

    /// A set whose `in` has been taken.
    pub(super) fn piece_set_after_in(&mut self, owner: Option<Name>, kind: Name, start: Span) -> PieceSet {
        let first = self.region();
        let mut set = self.piece_set_rest(owner, kind, start);
        set.regions.splice(0..0, first);
        set
    }

    /// The regions and the filter of a set, whose head has been taken.
    fn piece_set_rest(&mut self, owner: Option<Name>, kind: Name, start: Span) -> PieceSet {
        let mut regions = Vec::new();
        let mut height = 0;
        loop {
            if self.at_line_end() {
                break;
            }
            if self.at_word("in") && self.at_region_word_after(1) {
                self.bump();
                regions.extend(self.region());
            } else if self.at_word("adjacent") && self.nth_is_word(1, "to") {
                self.bump();
                self.bump();
                regions.push(Region::AdjacentTo(Box::new(self.postfix())));
            } else {
                break;
            }
            height = height.max(self.height);
        }
        let filter = if self.at_where() {
            self.bump();
            let filter = self.expr();
            height = height.max(self.height);
            Some(Box::new(filter))
        } else {
            None
        };
        self.height = height + 1;
        PieceSet { owner, kind, regions, filter, span: self.since(start) }
    }

    /// What stands after `in`: `radius(n) from p`, `line(dir) from p` or `zone.x`.
    fn region(&mut self) -> Option<Region> {
        if self.eat_word("zone") {
            self.expect(TokenKind::Dot, "`.` and the name of a zone");
            return Some(Region::Zone(self.name("the name of a zone")?));
        }
        let is_radius = self.at_word("radius");
        let word = self.bump_name();
        if !self.at_call() {
            self.expected(Code::Expected, &format!("`(` after `{}`", word.text));
            return None;
        }
        let mark = self.mark();
        let open = self.bump();
        self.free += 1;
        let in_count = std::mem::take(&mut self.in_count);
        let mut radius = None;
        let mut direction = None;
        if is_radius {
            radius = Some(Box::new(self.expr()));
        } else {
            direction = Some(self.direction());
        }
        self.in_count = in_count;
        self.free -= 1;
        self.close_bracket(open);
        self.close(mark, NodeKind::Arguments);
        let has_from = self.expect_word("from", "and the place to start from");
        let from = Box::new(if has_from { self.sum() } else { self.missing_expr() });
        match (radius, direction) {
            (Some(radius), _) => Some(Region::Radius { radius, from }),
            (None, Some(direction)) => Some(Region::Line { direction, from }),
            (None, None) => None,
        }
    }
}
