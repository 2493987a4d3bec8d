//! Which actions can change whether the move that caused them is legal.

use nightrider_model::program::Op;
use nightrider_model::{
    Action, ActionId, Blocks, Event, EventVar, Expr, FieldId, Pattern, PieceType, Place, Trigger, UnaryOp,
    Variant,
};

use super::durations::is_cooldown;
use crate::rules::programs_in;
use crate::script::ScriptProfile;

/// What an action can do to the legality of the move that caused it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Bearing {
    /// Nothing.
    Nothing,
    /// It can make a move legal that would not be, and never the other way.
    Helps,
    /// Anything.
    Decides,
}

/// The action that weighs most in the body of a trigger, and why it weighs that.
#[derive(Clone, Debug)]
pub(crate) struct Weighed {
    pub bearing: Bearing,
    pub why: &'static str,
    /// None if the trigger does nothing.
    pub action: Option<Action>,
}

/// Whether an event comes before the move that raises it is judged.
pub(crate) fn comes_before_judging(event: Event) -> bool {
    match event {
        Event::Capture
        | Event::Captured
        | Event::Move
        | Event::ExitZone
        | Event::EnterZone
        | Event::Promotion => true,
        Event::GameStart | Event::TurnStart | Event::Check | Event::TurnEnd | Event::GameEnd => false,
    }
}

/// The most that a trigger can do to what is legal: for the move that raises its event if that comes before the move
/// is judged, else for the moves after.
pub(crate) fn weigh(variant: &Variant, trigger: &Trigger) -> Weighed {
    let mut heaviest = Weighed { bearing: Bearing::Nothing, why: "it does nothing", action: None };
    weigh_all(variant, trigger.event, &trigger.body, &mut Vec::new(), &mut heaviest);
    heaviest
}

/// `called` holds the actions that have been looked into.
fn weigh_all(
    variant: &Variant,
    event: Event,
    body: &[Action],
    called: &mut Vec<ActionId>,
    heaviest: &mut Weighed,
) {
    let mut calls = Vec::new();
    for action in body {
        action.walk(&mut |action| {
            if let Action::Call(id, _) = action {
                calls.push(*id);
            }
            let Some((bearing, why)) = weight(variant, event, action) else { return };
            if bearing > heaviest.bearing || heaviest.action.is_none() {
                *heaviest = Weighed { bearing, why, action: Some(action.clone()) };
            }
        });
    }
    for id in calls {
        if !called.contains(&id) {
            called.push(id);
            weigh_all(variant, event, &variant.actions[id.index()].body, called, heaviest);
        }
    }
}

/// What one action can do, and why; nothing for those whose weight is that of the actions inside them.
fn weight(variant: &Variant, event: Event, action: &Action) -> Option<(Bearing, &'static str)> {
    let read = |reads: bool| match reads {
        true => (Bearing::Decides, "the movement of a piece reads it"),
        false => (Bearing::Nothing, "no piece's movement reads it"),
    };
    Some(match action {
        Action::Set(Place::PieceState(of, field), ..) => {
            let reads = |of: Option<&Expr>| {
                movement_reads(
                    variant,
                    |part| matches!(part, Expr::PieceState(whose, read) if read == field && of != Some(&**whose)),
                )
            };
            let mover = Expr::Event(EventVar::Piece);
            let is_movers = *of == mover && event != Event::Captured && comes_before_judging(event);
            if is_movers && !variant.rules.check.cannot_give {
                // The mover's own state changes what the mover can do, which does not endanger its side,
                // unless others look at it.
                match reads(Some(&mover)) {
                    true => (Bearing::Decides, "the movement of another piece may read it"),
                    false => (Bearing::Nothing, "it only changes what the mover itself can do next"),
                }
            } else if is_cooldown(variant, *field) {
                (Bearing::Decides, "it keeps a piece from moving or lets it move")
            } else {
                read(reads(None))
            }
        }
        Action::Set(Place::GameState(field), ..) => {
            read(movement_reads(variant, |part| matches!(part, Expr::GameState(read) if read == field)))
        }
        Action::Set(Place::PlayerState(_, field), ..) => read(
            movement_reads(variant, |part| matches!(part, Expr::PlayerState(_, read) if read == field))
                || programs_read(variant, *field),
        ),
        Action::Set(Place::Local(_), ..) | Action::Let(..) => {
            (Bearing::Nothing, "it only remembers something for its own actions")
        }
        Action::Mark(_, effect) if variant.effects[effect.index()].blocks == Blocks::None => {
            (Bearing::Nothing, "the effect blocks nobody")
        }
        Action::Mark(..) if closing_opens(variant) => {
            (Bearing::Decides, "it closes squares, and some piece moves where its way is closed")
        }
        Action::Mark(..) if variant.rules.check.cannot_give => {
            (Bearing::Decides, "it closes squares, and checks may not be given")
        }
        Action::Mark(..) => (Bearing::Helps, "it closes squares and holds pieces, which only ends attacks"),
        Action::Unmark(_, effect) => {
            let all = || variant.effects.iter().any(|effect| effect.blocks != Blocks::None);
            match effect.map_or_else(all, |id| variant.effects[id.index()].blocks != Blocks::None) {
                true => (Bearing::Decides, "it opens squares and frees pieces"),
                false => (Bearing::Nothing, "the effect blocks nobody"),
            }
        }
        Action::Win(_) | Action::Lose(_) => {
            (Bearing::Helps, "a move that wins is legal, whatever is attacked after it")
        }
        Action::Draw(_) => (Bearing::Nothing, "a move that draws is judged as any other"),
        Action::If(..) | Action::For(..) | Action::ForEach(..) | Action::Call(..) => return None,
        Action::ScriptCall(..) => (Bearing::Decides, "a script may do anything"),
        Action::Set(Place::Owner(_), ..) => (Bearing::Decides, "it changes whose a piece is"),
        Action::Create { .. } => (Bearing::Decides, "it puts a piece on the board"),
        Action::Remove(_) => (Bearing::Decides, "it takes pieces off the board"),
        Action::Transform { .. } => (Bearing::Decides, "it changes what a piece is"),
        Action::Move { .. } => (Bearing::Decides, "it moves a piece"),
        Action::Cancel => (Bearing::Decides, "it takes the move back"),
    })
}

/// Whether handlers of scripts can change whether the move that caused them is legal.
pub(super) fn scripts_bear_on_legality(variant: &Variant, profile: &ScriptProfile) -> bool {
    let reads_state = || {
        movement_reads(variant, |part| {
            matches!(part, Expr::PieceState(..) | Expr::GameState(_) | Expr::PlayerState(..))
        }) || (0..variant.player_fields.len()).any(|field| programs_read(variant, FieldId(field as u16)))
    };
    let holds_pieces = || (0..variant.piece_fields.len()).any(|f| is_cooldown(variant, FieldId(f as u16)));
    profile.changes_board
        || profile.declares_results
        || profile.changes_state && (reads_state() || holds_pieces())
}

/// The patterns of all pieces.
fn patterns(variant: &Variant) -> impl Iterator<Item = &Pattern> {
    variant.pieces.iter().flat_map(PieceType::patterns)
}

/// Whether the conditions of some piece's movement mention something. A function of a script may read all there is.
fn movement_reads(variant: &Variant, test: impl Fn(&Expr) -> bool) -> bool {
    let mut reads = false;
    patterns(variant).for_each(|pattern| {
        pattern.walk_exprs(&mut |part| reads |= matches!(part, Expr::ScriptCall(..)) || test(part));
    });
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
