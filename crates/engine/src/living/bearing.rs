//! Which actions can change whether the move that caused them is legal.

use nightrider_model::program::Op;
use nightrider_model::{
    Action, Blocks, CapturePatterns, Event, EventVar, Expr, FieldId, Pattern, Place, Trigger, UnaryOp,
    Variant,
};

use super::durations::is_cooldown;
use crate::rules::programs_in;
use crate::script::ScriptProfile;

/// Whether a trigger can change whether the move that raised its event is legal.
pub(super) fn bears_on_legality(variant: &Variant, trigger: &Trigger) -> bool {
    trigger.body.iter().any(|action| worst(variant, trigger.event, action) == Weight::Bears)
}

/// What an action can do to the legality of the move that caused it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Weight {
    /// Nothing.
    Neutral,
    /// It can only take attacks away from the enemy.
    Helps,
    /// Anything.
    Bears,
}

/// The most that an action, or one inside it, can do to the legality of the move that caused it.
pub(super) fn worst(variant: &Variant, event: Event, action: &Action) -> Weight {
    let mut worst = Weight::Neutral;
    action.walk(&mut |action| worst = worst.max(weight(variant, event, action)));
    worst
}

fn weight(variant: &Variant, event: Event, action: &Action) -> Weight {
    let when = |bears: bool| if bears { Weight::Bears } else { Weight::Neutral };
    match action {
        Action::Set(Place::PieceState(of, field), ..) => {
            let reads = |of: Option<&Expr>| {
                movement_reads(
                    variant,
                    |part| matches!(part, Expr::PieceState(whose, read) if read == field && of != Some(&**whose)),
                )
            };
            let mover = Expr::Event(EventVar::Piece);
            if *of == mover && event != Event::Captured && !variant.rules.check.cannot_give {
                // The mover's own state changes what the mover can do, which does not endanger its side,
                // unless others look at it.
                return when(reads(Some(&mover)));
            }
            when(is_cooldown(variant, *field) || reads(None))
        }
        Action::Set(Place::GameState(field), ..) => {
            when(movement_reads(variant, |part| matches!(part, Expr::GameState(read) if read == field)))
        }
        Action::Set(Place::PlayerState(_, field), ..) => when(
            movement_reads(variant, |part| matches!(part, Expr::PlayerState(_, read) if read == field))
                || programs_read(variant, *field),
        ),
        Action::Set(Place::Local(_), ..) | Action::Let(..) => Weight::Neutral,
        Action::Mark(_, effect) if variant.effects[effect.index()].blocks == Blocks::None => Weight::Neutral,
        // A mark closes squares and holds pieces; only what asks for a closed way can make use of it.
        Action::Mark(..) if closing_opens(variant) || variant.rules.check.cannot_give => Weight::Bears,
        Action::Mark(..) => Weight::Helps,
        Action::Unmark(_, Some(effect)) => when(variant.effects[effect.index()].blocks != Blocks::None),
        Action::Unmark(_, None) => when(variant.effects.iter().any(|e| e.blocks != Blocks::None)),
        // What they do is told by the actions inside them.
        Action::If(..) | Action::For(..) | Action::ForEach(..) => Weight::Neutral,
        // Definitions are short and calls rare: no need to look inside.
        Action::Call(..) | Action::ScriptCall(..) => Weight::Bears,
        Action::Set(Place::Owner(_), ..)
        | Action::Create { .. }
        | Action::Remove(_)
        | Action::Transform { .. }
        | Action::Move { .. }
        | Action::Win(_)
        | Action::Lose(_)
        | Action::Draw(_)
        | Action::Cancel => Weight::Bears,
    }
}

/// Whether handlers of scripts can change whether the move that caused them is legal.
pub(super) fn scripts_bear_on_legality(variant: &Variant, profile: &ScriptProfile) -> bool {
    let reads_state = || {
        movement_reads(variant, |part| {
            matches!(
                part,
                Expr::PieceState(..) | Expr::GameState(_) | Expr::PlayerState(..) | Expr::ScriptCall(..)
            )
        }) || (0..variant.player_fields.len()).any(|field| programs_read(variant, FieldId(field as u16)))
    };
    let holds_pieces = || (0..variant.piece_fields.len()).any(|f| is_cooldown(variant, FieldId(f as u16)));
    profile.changes_board
        || profile.declares_results
        || profile.changes_state && (reads_state() || holds_pieces())
}

/// The patterns of all pieces.
fn patterns(variant: &Variant) -> impl Iterator<Item = &Pattern> {
    variant.pieces.iter().flat_map(|piece| {
        let captures = match &piece.captures {
            CapturePatterns::Patterns(patterns) => patterns.as_slice(),
            CapturePatterns::SameAsMoves | CapturePatterns::None => &[],
        };
        piece.moves.iter().chain(captures)
    })
}

/// Whether the conditions of some piece's movement mention something.
fn movement_reads(variant: &Variant, test: impl Fn(&Expr) -> bool) -> bool {
    let mut reads = false;
    patterns(variant).for_each(|pattern| pattern.walk_exprs(&mut |part| reads |= test(part)));
    reads
}

/// Whether closing a square could let some piece attack: it has a condition `blocked` or `not clear`, or a
/// program, which may ask for anything.
fn closing_opens(variant: &Variant) -> bool {
    let asks = movement_reads(variant, |part| match part {
        Expr::Blocked => true,
        Expr::Unary(UnaryOp::Not, of) => of.mentions(|part| *part == Expr::Clear),
        _ => false,
    });
    let mut programs = false;
    patterns(variant).for_each(|pattern| {
        pattern.walk(&mut |pattern| programs |= matches!(pattern, Pattern::Program(_)));
    });
    asks || programs
}

/// Whether the program of some piece asks about a field of the player's state.
fn programs_read(variant: &Variant, field: FieldId) -> bool {
    let mut programs = Vec::new();
    patterns(variant).for_each(|pattern| programs_in(pattern, &mut programs));
    let name = &variant.player_fields[field.index()];
    programs.into_iter().any(|program| {
        let mut ops = program.chains.iter().flat_map(|chain| &chain.ops);
        ops.any(|op| matches!(op, Op::IfState(key, _) | Op::EnemyState(key, _) if program.key(*key) == name))
    })
}
