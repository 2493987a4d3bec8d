//! What can be told about a game's triggers without running them.
//!
//! The generator of legal moves asks here which moves no trigger can touch: these need no trial.

use nightrider_model::{
    Action, BinaryOp, Blocks, Builtin, CapturePatterns, Event, EventVar, Expr, FieldId, Pattern, PieceId,
    Place, Trigger, UnaryOp, Variant,
};

use crate::bitboard::Bitboard;
use crate::expr::builtin_trait;
use crate::moves::{Move, MoveKind};
use crate::position::Position;
use crate::rules::programs_in;
use crate::script::ScriptProfile;

/// A set of piece types.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TypeMask(Box<[bool]>);

/// What the triggers of a game can do to a move.
#[derive(Debug)]
pub(crate) struct Facts {
    /// The moves whose first half some trigger may react to.
    listening: Touch,
    /// Of these, the moves whose legality may depend on it, or that may be asked about.
    bearing: Touch,
    /// Whether a question can come up after the events that legality depends on.
    asks_late: bool,
    /// All that bears on legality is that a script may declare a result: a move that is legal by the board stays so, and
    /// one that is not becomes so only by winning.
    only_by_winning: bool,
}

/// Moves that triggers can touch.
#[derive(Clone, Debug)]
struct Touch {
    types: usize,
    /// By type of the mover, whatever the move does.
    moves: Box<[bool]>,
    /// By type of the mover, then of the victim; empty if no trigger listens to captures.
    captures: Box<[bool]>,
    /// By the type promoted to.
    promotions: Box<[bool]>,
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
    pub fn new(variant: &Variant, scripts: Option<&ScriptProfile>) -> Facts {
        let types = variant.pieces.len();
        let untouched = Touch::none(types);
        let mut facts = Facts {
            listening: untouched.clone(),
            bearing: untouched,
            asks_late: false,
            only_by_winning: true,
        };
        for trigger in &variant.triggers {
            facts.listening.add(variant, trigger);
            if trigger.optional || trigger.body.iter().any(|action| bears_on_legality(variant, action)) {
                facts.bearing.add(variant, trigger);
                facts.only_by_winning = false;
            }
            if matches!(trigger.event, Event::Check | Event::TurnEnd | Event::TurnStart) {
                facts.asks_late |= trigger.optional;
            }
        }
        if let Some(profile) = scripts {
            facts.listening.add_scripts(profile);
            if scripts_bear_on_legality(variant, profile) {
                facts.bearing.add_scripts(profile);
            }
            let mut others = profile.clone();
            others.declares_results = false;
            facts.only_by_winning &= !scripts_bear_on_legality(variant, &others);
        }
        facts
    }

    /// Whether all that triggers and scripts can do to the legality of a move is to make it win.
    #[inline(always)]
    pub fn only_by_winning(&self) -> bool {
        self.only_by_winning && !self.asks_late
    }

    /// Whether some trigger may react to the first half of a move of the player to move.
    #[inline(always)]
    pub fn listens<B: Bitboard>(&self, position: &Position<B>, m: Move) -> bool {
        m.kind() == MoveKind::Onto || self.listening.has(position, m)
    }

    /// Whether the legality of a move of the player to move may depend on a trigger, or a trigger may ask
    /// about it.
    #[inline(always)]
    pub fn bears<B: Bitboard>(&self, position: &Position<B>, m: Move) -> bool {
        self.asks_late || m.kind() == MoveKind::Onto || self.bearing.has(position, m)
    }

    /// Whether a question can come up after the events that legality depends on.
    #[inline(always)]
    pub fn asks_late(&self) -> bool {
        self.asks_late
    }

    /// Whether [`Facts::bears`] may hold for moves of a type that take nothing and promote to nothing.
    #[inline(always)]
    pub fn bears_on_moves(&self, mover: PieceId) -> bool {
        self.asks_late || self.bearing.moves[mover.index()]
    }

    /// Whether [`Facts::bears`] may hold for one type taking another, promotions apart.
    #[inline(always)]
    pub fn bears_on_capture(&self, mover: PieceId, victim: PieceId) -> bool {
        self.bears_on_moves(mover) || self.bearing.has_capture(mover.index(), victim.index())
    }

    /// Whether [`Facts::bears`] may hold for promotions to a type, for that reason alone.
    #[inline(always)]
    pub fn bears_on_promotion(&self, promoted: PieceId) -> bool {
        self.bearing.promotions[promoted.index()]
    }
}

impl Touch {
    fn none(types: usize) -> Touch {
        Touch {
            types,
            moves: vec![false; types].into(),
            captures: Box::new([]),
            promotions: vec![false; types].into(),
        }
    }

    fn add(&mut self, variant: &Variant, trigger: &Trigger) {
        let pieces = TypeMask::of_piece(variant, trigger);
        let captured = TypeMask::of_captured(variant, trigger);
        if matches!(trigger.event, Event::Capture | Event::Captured) && self.captures.is_empty() {
            self.captures = vec![false; self.types * self.types].into();
        }
        for mover in 0..self.types {
            let by_piece = pieces.0[mover];
            match trigger.event {
                Event::Move | Event::EnterZone | Event::ExitZone => self.moves[mover] |= by_piece,
                Event::Promotion => self.promotions[mover] |= by_piece,
                Event::Capture | Event::Captured => {
                    let row = &mut self.captures[mover * self.types..][..self.types];
                    for (touched, victim) in row.iter_mut().zip(&captured.0) {
                        *touched |= *victim && (by_piece || trigger.event == Event::Captured);
                    }
                }
                Event::GameStart | Event::TurnStart | Event::Check | Event::TurnEnd | Event::GameEnd => {}
            }
        }
    }

    /// Handlers of scripts react to all moves, captures or promotions.
    fn add_scripts(&mut self, profile: &ScriptProfile) {
        if [Event::Move, Event::EnterZone, Event::ExitZone].into_iter().any(|e| profile.listens_to(e))
            || profile.reads_history
        {
            self.moves.fill(true);
        }
        if profile.listens_to(Event::Promotion) {
            self.promotions.fill(true);
        }
        if profile.listens_to(Event::Capture) || profile.listens_to(Event::Captured) {
            self.captures = vec![true; self.types * self.types].into();
        }
    }

    #[inline(always)]
    fn has_capture(&self, mover: usize, victim: usize) -> bool {
        !self.captures.is_empty() && self.captures[mover * self.types + victim]
    }

    #[inline(always)]
    fn has<B: Bitboard>(&self, position: &Position<B>, m: Move) -> bool {
        let Some(mover) = position.at(m.from()) else { return false };
        if matches!(m.kind(), MoveKind::Parts | MoveKind::PartsCapture) {
            // It may take more than it says.
            return !self.captures.is_empty() || self.moves[mover.piece().index()];
        }
        let mover = mover.piece().index();
        self.moves[mover]
            || m.promotion().is_some_and(|promoted| self.promotions[promoted.index()])
            || m.captured()
                .and_then(|square| position.at(square))
                .is_some_and(|victim| self.has_capture(mover, victim.piece().index()))
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

/// Whether some `move` trigger demands that a piece stood on the target and names the type of the mover:
/// such a trigger is there to make room, so that type's moves also go to occupied squares.
pub(crate) fn moves_onto(variant: &Variant, piece: PieceId) -> bool {
    let names_type = |when: &Expr| {
        when.mentions(|part| {
            matches!(part, Expr::TypeOf(of) | Expr::HasTrait(of, _) | Expr::HasBuiltinTrait(of, _)
                if **of == Expr::Event(EventVar::Piece))
        })
    };
    variant.triggers.iter().any(|trigger| {
        trigger.event == Event::Move
            && conjuncts(&trigger.when).into_iter().any(wants_piece_on_target)
            && names_type(&trigger.when)
            && truth(variant, &trigger.when, EventVar::Piece, piece) != Some(false)
    })
}

/// `target has piece`, also written `piece_at(target) != null`.
fn wants_piece_on_target(part: &Expr) -> bool {
    let target = Expr::Event(EventVar::Target);
    match part {
        Expr::HasPiece(of) => **of == target,
        Expr::Binary(BinaryOp::NotEqual, a, b) => {
            let asks =
                |expr: &Expr| matches!(expr, Expr::Call(Builtin::PieceAt, of) if *of == [target.clone()]);
            asks(a) && **b == Expr::Null || asks(b) && **a == Expr::Null
        }
        _ => false,
    }
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
                    || programs_read(variant, *field)
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

/// Whether handlers of scripts can change whether the move that caused them is legal.
fn scripts_bear_on_legality(variant: &Variant, profile: &ScriptProfile) -> bool {
    let reads_state = || {
        movement_reads(variant, |part| {
            matches!(
                part,
                Expr::PieceState(..) | Expr::GameState(_) | Expr::PlayerState(..) | Expr::ScriptCall(..)
            )
        })
    };
    let holds_pieces = || (0..variant.piece_fields.len()).any(|f| is_cooldown(variant, FieldId(f as u16)));
    profile.changes_board
        || profile.declares_results
        || profile.changes_state && (reads_state() || holds_pieces())
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
            // A Chessembly program can read any state.
            pattern.walk(&mut |pattern| reads |= matches!(pattern, Pattern::Program(_)));
        }
    }
    reads
}

/// Whether the program of some piece asks about a field of the player's state.
fn programs_read(variant: &Variant, field: FieldId) -> bool {
    use nightrider_model::program::Op;
    let mut programs = Vec::new();
    for piece in &variant.pieces {
        piece.moves.iter().for_each(|pattern| programs_in(pattern, &mut programs));
        if let CapturePatterns::Patterns(patterns) = &piece.captures {
            patterns.iter().for_each(|pattern| programs_in(pattern, &mut programs));
        }
    }
    let name = &variant.player_fields[field.index()];
    programs.into_iter().any(|program| {
        let mut ops = program.chains.iter().flat_map(|chain| &chain.ops);
        ops.any(|op| matches!(op, Op::IfState(key, _) | Op::EnemyState(key, _) if program.key(*key) == name))
    })
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
