//! Legal moves without trying them: sets of targets cut by what keeps the royals safe.
//!
//! Only moves in doubt (captures in passing, moves that touch unsettled squares or that a trigger may bear on)
//! are made, looked at and taken back as the general method does with all.

mod choices;
mod finder;
mod sink;
mod together;

use nightrider_model::PieceId;

use crate::bitboard::Bitboard;
use crate::kind::Kind;
use crate::legal;
use crate::living;
use crate::movegen;
use crate::movement::Company;
use crate::moves::Move;
use crate::position::Position;
use crate::reach::Scene;
use crate::restraint::Restraint;
use crate::rules::RulesFor;
use crate::safety::Safety;
pub(crate) use choices::Choices;
use finder::Finder;
use sink::{Count, List, Sink};

/// Appends the legal moves of the player to move, whether or not the game is over.
pub(crate) fn legal_moves_into<B: Bitboard>(
    rules: &RulesFor<B>,
    position: &mut Position<B>,
    found: &mut Vec<Move>,
) {
    let mut doubtful = Vec::new();
    generate(rules, position, &mut doubtful, &mut List(found));
    settle(rules, position, doubtful, |m| found.push(m));
    legal::obey_mandatory_capture(rules, found);
}

/// Finds the legal moves of the player to move, whether or not the game is over, without listing them. What was
/// found before is dropped.
pub(crate) fn find_choices<B: Bitboard>(
    rules: &RulesFor<B>,
    position: &mut Position<B>,
    choices: &mut Choices<B>,
) {
    let mut doubtful = Vec::new();
    choices.clear();
    generate(rules, position, &mut doubtful, choices);
    settle(rules, position, doubtful, |m| choices.single(m));
    choices.obey_mandatory_capture(rules);
}

/// How many legal moves the player to move has, whether or not the game is over.
pub(crate) fn count<B: Bitboard>(rules: &RulesFor<B>, position: &mut Position<B>) -> u64 {
    let mut doubtful = Vec::new();
    let mut count = Count::default();
    generate(rules, position, &mut doubtful, &mut count);
    settle(rules, position, doubtful, |m| Sink::<B>::single(&mut count, m));
    if rules.variant.rules.capture.mandatory && count.takes > 0 {
        return count.takes;
    }
    count.quiet + count.takes
}

/// The moves that are not settled by masks and have to be tried, whether they turn out to be legal or not.
pub(crate) fn in_doubt<B: Bitboard>(rules: &RulesFor<B>, position: &Position<B>) -> Vec<Move> {
    let mut doubtful = Vec::new();
    generate(rules, position, &mut doubtful, &mut List(&mut Vec::new()));
    doubtful
}

/// Tries the moves in doubt.
fn settle<B: Bitboard>(
    rules: &RulesFor<B>,
    position: &mut Position<B>,
    doubtful: Vec<Move>,
    mut keep: impl FnMut(Move),
) {
    if doubtful.is_empty() {
        return;
    }
    if rules.uses.living {
        let mut decided = Vec::new();
        for m in doubtful {
            living::legal_decisions(rules, position, m, &mut decided);
        }
        decided.into_iter().for_each(keep);
    } else {
        doubtful.into_iter().filter(|&m| legal::is_legal(rules, position, m)).for_each(&mut keep);
    }
}

/// Finds the moves that are certainly legal, and those in doubt.
#[inline(always)]
fn generate<B: Bitboard>(
    rules: &RulesFor<B>,
    position: &Position<B>,
    doubtful: &mut Vec<Move>,
    sink: &mut impl Sink<B>,
) {
    let player = position.turn();
    let scene = Scene::new(rules, position, player);
    let safety = Safety::of(rules, position, player);
    let restraint = rules.variant.rules.check.cannot_give.then(|| Restraint::of(rules, position, player));
    if safety.all_in_doubt || restraint.as_ref().is_some_and(|restraint| restraint.all_in_doubt) {
        return movegen::pseudo_legal(&scene, doubtful);
    }
    let finder = Finder {
        scene: &scene,
        safety: &safety,
        restraint: restraint.as_ref(),
        own_royals: rules.royals(position, player),
        enemy_royals: rules.royals(position, player.opponent()),
    };
    let movable = scene.movable();
    // Where single moves may be in doubt, pieces move one by one.
    let explosions_are_known = !rules.uses.living && rules.attacks[player.opponent().index()].only_lines;
    let together = !safety.singles_in_doubt()
        && scene.walls.is_empty()
        && (explosions_are_known || !rules.uses.explosions);
    for piece in 0..rules.variant.pieces.len() {
        let kind = Kind::new(PieceId(piece as u16), player);
        let mut pieces = position.of_kind(kind) & movable;
        if pieces.is_empty() {
            continue;
        }
        let movement = &rules.movements[kind.index()];
        match (&movement.company, &movement.sweeps) {
            // What a trigger may bear on is looked at singly, and what a piece becomes may give check where it would not.
            _ if !together
                || !rules.living.alone[piece]
                || restraint.is_some() && rules.role(kind).promotes
                || movement.carried.is_some() && (safety.state_matters || rules.role(kind).royal) => {}
            (Company::Drills(drills), _) => {
                let free = pieces.without(movement.singles);
                pieces = pieces.without(finder.drills(kind, drills, free, sink));
            }
            (Company::Sweeps, Some(sweeps)) => {
                finder.sweeps(kind, sweeps, pieces, sink);
                continue;
            }
            (Company::Royal, Some(sweeps)) if finder.is_only_royal(pieces) => {
                if let Some(from) = pieces.first() {
                    finder.royal(kind, sweeps, from, sink);
                }
                continue;
            }
            _ => {}
        }
        for from in pieces.squares() {
            if restraint.is_some() {
                movegen::of_piece(&scene, kind, from, doubtful);
            } else {
                finder.piece(kind, from, doubtful, sink);
            }
        }
    }
    movegen::en_passant(&scene, movable, doubtful);
    finder.castling(doubtful, sink);
}
