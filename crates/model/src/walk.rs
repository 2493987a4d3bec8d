//! Walking through expressions, actions and patterns: every analysis asks "what is mentioned here?".

use crate::{Action, BinaryOp, Expr, MarkTarget, Pattern, PieceSet, Place, Region, RemoveTarget, Trigger};

impl Expr {
    /// Shows an expression and all its parts, filters of sets included, to a visitor: outer ones first.
    pub fn walk<'a>(&'a self, visitor: &mut dyn FnMut(&'a Expr)) {
        visitor(self);
        match self {
            Expr::Null
            | Expr::Bool(_)
            | Expr::Int(_)
            | Expr::Str(_)
            | Expr::Player(_)
            | Expr::Type(_)
            | Expr::Square(_)
            | Expr::Local(_)
            | Expr::Event(_)
            | Expr::GameState(_)
            | Expr::EventZoneIs(_)
            | Expr::Target(_)
            | Expr::Clear
            | Expr::Blocked
            | Expr::Counter(..)
            | Expr::PositionCount
            | Expr::HalfmoveClock
            | Expr::Captured(..)
            | Expr::Checkmated(_)
            | Expr::Stalemated(_)
            | Expr::Repetition
            | Expr::FiftyMoves
            | Expr::Insufficient => {}
            Expr::TypeOf(of)
            | Expr::OwnerOf(of)
            | Expr::SquareOf(of)
            | Expr::RankOf(of)
            | Expr::FileOf(of)
            | Expr::ValueOf(of)
            | Expr::PieceState(of, _)
            | Expr::PlayerState(of, _)
            | Expr::Unary(_, of)
            | Expr::InZone(of, _)
            | Expr::HasBuiltinTrait(of, _)
            | Expr::HasTrait(of, _)
            | Expr::HasPiece(of)
            | Expr::Is(of, _)
            | Expr::FirstMove(of)
            | Expr::InCheck(of)
            | Expr::CanReach { filter: of, .. } => of.walk(visitor),
            Expr::SquareAt(a, b)
            | Expr::Binary(_, a, b)
            | Expr::OnRank(a, b)
            | Expr::OnFile(a, b)
            | Expr::Adjacent(a, b) => {
                a.walk(visitor);
                b.walk(visitor);
            }
            Expr::OnOwnRank(a, b, c) => {
                a.walk(visitor);
                b.walk(visitor);
                c.walk(visitor);
            }
            Expr::List(items) | Expr::Call(_, items) | Expr::ScriptCall(_, items) => {
                items.iter().for_each(|item| item.walk(visitor));
            }
            Expr::Quantified(_, set) => set.walk(visitor),
        }
    }

    /// The operands of a chain of one operator, `a and b and c`, from left to right; the expression itself if it is
    /// none. Chains lean to the left and are walked in a loop, for they may be long.
    pub fn operands(&self, op: BinaryOp) -> Vec<&Expr> {
        let mut operands = Vec::new();
        let mut rest = self;
        while let Expr::Binary(found, a, b) = rest {
            if *found != op {
                break;
            }
            operands.push(&**b);
            rest = a;
        }
        operands.push(rest);
        operands.reverse();
        operands
    }

    /// Whether the expression or any part of it is what the test looks for.
    pub fn mentions(&self, test: impl Fn(&Expr) -> bool) -> bool {
        let mut found = false;
        self.walk(&mut |part| found |= test(part));
        found
    }
}

impl PieceSet {
    /// Shows the expressions of the region and the filter, and all their parts, to a visitor.
    pub fn walk<'a>(&'a self, visitor: &mut dyn FnMut(&'a Expr)) {
        match &self.region {
            Region::Board | Region::Zone(_) => {}
            Region::Radius { radius, from } => {
                radius.walk(visitor);
                from.walk(visitor);
            }
            Region::Line { from, .. } => from.walk(visitor),
            Region::AdjacentTo(of) => of.walk(visitor),
        }
        if let Some(filter) = &self.filter {
            filter.walk(visitor);
        }
    }
}

impl Action {
    /// Shows an action and those inside it (of `if` and `for`; not those of actions it calls) to a visitor:
    /// outer ones first.
    pub fn walk<'a>(&'a self, visitor: &mut dyn FnMut(&'a Action)) {
        visitor(self);
        match self {
            Action::If(_, yes, no) => yes.iter().chain(no).for_each(|action| action.walk(visitor)),
            Action::For(_, _, body) | Action::ForEach(_, _, body) => {
                body.iter().for_each(|action| action.walk(visitor));
            }
            _ => {}
        }
    }

    /// Shows the expressions of this action and of those inside it, and all their parts, to a visitor.
    pub fn walk_exprs<'a>(&'a self, visitor: &mut dyn FnMut(&'a Expr)) {
        self.walk(&mut |action| action.own_exprs(visitor));
    }

    fn own_exprs<'a>(&'a self, visitor: &mut dyn FnMut(&'a Expr)) {
        match self {
            Action::Set(place, _, value) => {
                match place {
                    Place::PieceState(of, _) | Place::Owner(of) | Place::PlayerState(of, _) => {
                        of.walk(visitor);
                    }
                    Place::GameState(_) | Place::Local(_) => {}
                }
                value.walk(visitor);
            }
            Action::Create { piece, at, owner } => {
                piece.walk(visitor);
                at.walk(visitor);
                if let Some(owner) = owner {
                    owner.walk(visitor);
                }
            }
            Action::Remove(RemoveTarget::Piece(of)) => of.walk(visitor),
            Action::Remove(RemoveTarget::Set(set)) => set.walk(visitor),
            Action::Transform { piece, to } | Action::Move { piece, to } => {
                piece.walk(visitor);
                to.walk(visitor);
            }
            Action::Mark(target, _) | Action::Unmark(target, _) => match target {
                MarkTarget::Square(of) | MarkTarget::Piece(of) => of.walk(visitor),
                MarkTarget::Set(set) => set.walk(visitor),
            },
            Action::Win(of) | Action::Lose(of) | Action::Let(_, of) | Action::If(of, ..) => of.walk(visitor),
            Action::ForEach(_, of, _) => of.walk(visitor),
            Action::For(_, set, _) => set.walk(visitor),
            Action::Call(_, arguments) | Action::ScriptCall(_, arguments) => {
                arguments.iter().for_each(|argument| argument.walk(visitor));
            }
            Action::Draw(_) | Action::Cancel => {}
        }
    }
}

impl Trigger {
    /// Shows the expressions of the condition, of the binding and of all actions, and all their parts, to a
    /// visitor.
    pub fn walk_exprs<'a>(&'a self, visitor: &mut dyn FnMut(&'a Expr)) {
        self.when.walk(visitor);
        if let Some(bind) = &self.bind {
            bind.set.walk(visitor);
        }
        self.body.iter().for_each(|action| action.walk_exprs(visitor));
    }
}

impl Pattern {
    /// Shows a pattern and all patterns inside it to a visitor: outer ones first.
    pub fn walk<'a>(&'a self, visitor: &mut dyn FnMut(&'a Pattern)) {
        visitor(self);
        match self {
            Pattern::Any(parts) | Pattern::Then(parts) => {
                parts.iter().for_each(|part| part.walk(visitor));
            }
            Pattern::Repeat(part, _) | Pattern::Where(part, _) => part.walk(visitor),
            _ => {}
        }
    }

    /// Shows the conditions of the pattern, and all their parts, to a visitor.
    pub fn walk_exprs<'a>(&'a self, visitor: &mut dyn FnMut(&'a Expr)) {
        self.walk(&mut |pattern| {
            if let Pattern::Where(_, condition) = pattern {
                condition.walk(visitor);
            }
        });
    }
}
