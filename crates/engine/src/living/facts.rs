//! What can be told about a game's triggers without running them.
//!
//! The generator of legal moves asks here which moves no trigger can touch: these need no trial.

use nightrider_model::{
    Action, BinaryOp, Blocks, CapturePatterns, Event, EventVar, Expr, FieldId, PieceId, Place, Trigger,
    UnaryOp, Variant,
};

use crate::expr::builtin_trait;

/// A set of piece types.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TypeMask(Box<[bool]>);

/// What the triggers of a game can do to a move.
#[derive(Debug)]
pub(crate) struct Facts {
    /// By type: its moves that take nothing may also go to occupied squares, because a `move` trigger
    /// makes room there.
    displacing: Box<[bool]>,
    /// By type of the mover: a `move` or zone trigger can bear on the legality of its moves or ask about
    /// them.
    moves: Box<[bool]>,
    /// By type of the mover, then of the victim: the same for the triggers of captures.
    captures: Box<[bool]>,
    /// By the type promoted to: the same for `promotion` triggers.
    promotions: Box<[bool]>,
    /// Whether a question can come up after the events that legality depends on.
    pub asks_late: bool,
    /// Whether no trigger can touch any move.
    pub nothing: bool,
    types: usize,
}

impl TypeMask {
    /// For which types of the event's piece the condition of a trigger can hold.
    pub fn of_piece(variant: &Variant, trigger: &Trigger) -> TypeMask {
        let has_piece =
            !matches!(trigger.event, Event::TurnStart | Event::TurnEnd | Event::GameStart | Event::GameEnd);
        TypeMask::of(variant, |piece| {
            !has_piece || truth(variant, &trigger.when, EventVar::Piece, piece) != Some(false)
        })
    }

    /// For which types of the captured piece the condition of a trigger can hold.
    pub fn of_captured(variant: &Variant, trigger: &Trigger) -> TypeMask {
        let var = if trigger.event == Event::Captured { EventVar::Piece } else { EventVar::Captured };
        TypeMask::of(variant, |piece| {
            !matches!(trigger.event, Event::Capture | Event::Captured)
                || truth(variant, &trigger.when, var, piece) != Some(false)
        })
    }

    fn of(variant: &Variant, test: impl Fn(PieceId) -> bool) -> TypeMask {
        TypeMask((0..variant.pieces.len()).map(|index| test(PieceId(index as u16))).collect())
    }

    /// Whether a type is in the set.
    #[inline(always)]
    pub fn has(&self, piece: PieceId) -> bool {
        self.0[piece.index()]
    }
}

impl Facts {
    /// Works out the facts of a game.
    pub fn new(variant: &Variant) -> Facts {
        let types = variant.pieces.len();
        let mut facts = Facts {
            displacing: vec![false; types].into(),
            moves: vec![false; types].into(),
            captures: vec![false; types * types].into(),
            promotions: vec![false; types].into(),
            asks_late: false,
            nothing: true,
            types,
        };
        for trigger in &variant.triggers {
            let piece = TypeMask::of_piece(variant, trigger);
            let captured = TypeMask::of_captured(variant, trigger);
            if trigger.event == Event::Move && requires_occupied_target(&trigger.when) {
                for index in named_types(variant, &trigger.when) {
                    facts.displacing[index] = true;
                    facts.nothing = false;
                }
            }
            match trigger.event {
                Event::Check | Event::TurnEnd | Event::TurnStart => {
                    facts.asks_late |= trigger.optional;
                    facts.nothing &= !trigger.optional;
                    continue;
                }
                Event::GameStart | Event::GameEnd => continue,
                _ => {}
            }
            if !trigger.optional && !trigger.body.iter().any(|action| bears_on_legality(variant, action)) {
                continue;
            }
            facts.nothing = false;
            for mover in 0..types {
                match trigger.event {
                    Event::Move | Event::EnterZone | Event::ExitZone => facts.moves[mover] |= piece.0[mover],
                    Event::Promotion => facts.promotions[mover] |= piece.0[mover],
                    Event::Capture => {
                        for victim in 0..types {
                            facts.captures[mover * types + victim] |= piece.0[mover] && captured.0[victim];
                        }
                    }
                    Event::Captured => {
                        for victim in 0..types {
                            facts.captures[mover * types + victim] |= captured.0[victim];
                        }
                    }
                    _ => {}
                }
            }
        }
        facts
    }

    /// Whether a type's moves that take nothing may also go to occupied squares.
    #[inline(always)]
    pub fn displaces(&self, piece: PieceId) -> bool {
        self.displacing[piece.index()]
    }

    /// Whether a trigger can bear on the legality of a type's moves, whatever they do, or ask about them.
    #[inline(always)]
    pub fn touches_moves(&self, mover: PieceId) -> bool {
        self.asks_late || self.moves[mover.index()]
    }

    /// Whether a trigger can bear on the legality of one type taking another, or ask about it, beside those
    /// of [`Facts::touches_moves`].
    #[inline(always)]
    pub fn touches_capture(&self, mover: PieceId, victim: PieceId) -> bool {
        self.captures[mover.index() * self.types + victim.index()]
    }

    /// Whether a trigger can bear on the legality of a promotion to a type, or ask about it, beside those
    /// of [`Facts::touches_moves`].
    #[inline(always)]
    pub fn touches_promotion(&self, promoted: PieceId) -> bool {
        self.promotions[promoted.index()]
    }
}

/// Whether a condition is known to hold or fail when the piece that a variable names has a type.
fn truth(variant: &Variant, expr: &Expr, var: EventVar, piece: PieceId) -> Option<bool> {
    let names_it = |of: &Expr| *of == Expr::Event(var);
    match expr {
        Expr::Bool(value) => Some(*value),
        Expr::Unary(UnaryOp::Not, of) => truth(variant, of, var, piece).map(|holds| !holds),
        Expr::Binary(BinaryOp::And, a, b) => {
            let (a, b) = (truth(variant, a, var, piece), truth(variant, b, var, piece));
            if a == Some(false) || b == Some(false) { Some(false) } else { a.and(b) }
        }
        Expr::Binary(BinaryOp::Or, a, b) => {
            let (a, b) = (truth(variant, a, var, piece), truth(variant, b, var, piece));
            if a == Some(true) || b == Some(true) { Some(true) } else { a.and(b) }
        }
        Expr::Binary(op @ (BinaryOp::Equal | BinaryOp::NotEqual), a, b) => {
            let (Expr::TypeOf(of), Expr::Type(other)) = (&**a, &**b) else { return None };
            names_it(of).then_some((piece == *other) == (*op == BinaryOp::Equal))
        }
        Expr::HasTrait(of, which) if names_it(of) => Some(variant.piece(piece).custom_traits.contains(which)),
        Expr::HasBuiltinTrait(of, name) if names_it(of) => {
            Some(builtin_trait(name).is_some_and(|has| has(&variant.piece(piece).traits)))
        }
        _ => None,
    }
}

/// The conjuncts of a condition.
fn conjuncts(expr: &Expr) -> Vec<&Expr> {
    let mut all = Vec::new();
    let mut rest = vec![expr];
    while let Some(expr) = rest.pop() {
        match expr {
            Expr::Binary(BinaryOp::And, a, b) => rest.extend([&**b, &**a]),
            other => all.push(other),
        }
    }
    all
}

fn requires_occupied_target(when: &Expr) -> bool {
    let target = Expr::Event(EventVar::Target);
    conjuncts(when).into_iter().any(|part| matches!(part, Expr::HasPiece(of) if **of == target))
}

/// The types that a condition names for the event's piece: those for which it can hold, if it cannot hold
/// for every type.
fn named_types(variant: &Variant, when: &Expr) -> Vec<usize> {
    let possible: Vec<usize> = (0..variant.pieces.len())
        .filter(|index| truth(variant, when, EventVar::Piece, PieceId(*index as u16)) != Some(false))
        .collect();
    let names_one = when.mentions(|part| {
        matches!(part, Expr::TypeOf(of) | Expr::HasTrait(of, _) | Expr::HasBuiltinTrait(of, _)
            if **of == Expr::Event(EventVar::Piece))
    });
    if names_one { possible } else { Vec::new() }
}

/// Whether an action, or one inside it, can change whether the move that caused it is legal.
fn bears_on_legality(variant: &Variant, action: &Action) -> bool {
    let mut bears = false;
    action.walk(&mut |action| {
        bears |= match action {
            Action::Set(Place::PieceState(_, field), ..) => {
                is_cooldown(variant, *field)
                    || movement_reads(
                        variant,
                        |part| matches!(part, Expr::PieceState(_, read) if read == field),
                    )
            }
            Action::Set(Place::GameState(field), ..) => {
                movement_reads(variant, |part| matches!(part, Expr::GameState(read) if read == field))
            }
            Action::Set(Place::PlayerState(_, field), ..) => {
                movement_reads(variant, |part| matches!(part, Expr::PlayerState(_, read) if read == field))
            }
            Action::Set(Place::Local(_), ..) | Action::Let(..) => false,
            Action::Mark(_, effect) => variant.effects[effect.index()].blocks != Blocks::None,
            Action::Unmark(_, Some(effect)) => variant.effects[effect.index()].blocks != Blocks::None,
            Action::Unmark(_, None) => variant.effects.iter().any(|effect| effect.blocks != Blocks::None),
            // What they do is told by the actions inside them.
            Action::If(..) | Action::For(..) | Action::ForEach(..) => false,
            // Definitions are short and calls rare: no need to look inside.
            Action::Call(..) | Action::ScriptCall(..) => true,
            Action::Set(Place::Owner(_), ..)
            | Action::Create { .. }
            | Action::Remove(_)
            | Action::Transform { .. }
            | Action::Move { .. }
            | Action::Win(_)
            | Action::Lose(_)
            | Action::Draw(_)
            | Action::Cancel => true,
        };
    });
    bears
}

/// Whether a state field has the built-in meaning of keeping its piece from moving.
pub(crate) fn is_cooldown(variant: &Variant, field: FieldId) -> bool {
    matches!(variant.piece_fields[field.index()].as_str(), "cooldown" | "frozen")
}

/// Whether the movement of some piece reads something.
fn movement_reads(variant: &Variant, test: impl Fn(&Expr) -> bool) -> bool {
    let mut reads = false;
    for piece in &variant.pieces {
        let captures = match &piece.captures {
            CapturePatterns::Patterns(patterns) => patterns.as_slice(),
            CapturePatterns::SameAsMoves | CapturePatterns::None => &[],
        };
        for pattern in piece.moves.iter().chain(captures) {
            pattern.walk_exprs(&mut |part| reads |= test(part));
        }
    }
    reads
}

/// Whether a trigger or action of the game decreases a field of piece state itself.
pub(crate) fn decreases(variant: &Variant, field: FieldId) -> bool {
    use nightrider_model::AssignOp;
    let mut found = false;
    let mut look = |action: &Action| {
        let Action::Set(Place::PieceState(_, set), op, value) = action else { return };
        if *set != field {
            return;
        }
        found |= match op {
            AssignOp::Subtract => true,
            AssignOp::Add => matches!(value, Expr::Int(n) if *n < 0) || negative(value),
            AssignOp::Set => less_than_field(value, field),
            AssignOp::Multiply | AssignOp::Divide => false,
        };
    };
    let bodies = variant.triggers.iter().map(|trigger| &trigger.body);
    for body in bodies.chain(variant.actions.iter().map(|action| &action.body)) {
        body.iter().for_each(|action| action.walk(&mut look));
    }
    found
}

fn negative(value: &Expr) -> bool {
    matches!(value, Expr::Unary(UnaryOp::Negate, _))
}

/// Whether an expression is a field's own value with something taken off, also within `max(...)` and the
/// like.
fn less_than_field(value: &Expr, field: FieldId) -> bool {
    let reads = |of: &Expr| matches!(of, Expr::PieceState(_, read) if *read == field);
    value.mentions(|part| match part {
        Expr::Binary(BinaryOp::Subtract, a, _) => reads(a),
        Expr::Binary(BinaryOp::Add, a, b) => {
            let less = |of: &Expr| negative(of) || matches!(of, Expr::Int(n) if *n < 0);
            reads(a) && less(b) || reads(b) && less(a)
        }
        _ => false,
    })
}
