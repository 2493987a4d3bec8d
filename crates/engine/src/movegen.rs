//! Pseudo-legal moves: everything the pieces can do, whether or not it leaves a royal attacked.

use nightrider_model::{PieceId, Square};

use crate::attack::Sight;
use crate::bitboard::Bitboard;
use crate::castling;
use crate::expr::Occupants;
use crate::kind::Kind;
use crate::moves::{Move, MoveKind};
use crate::offers;
use crate::reach::{Scene, Targets};

/// Appends all pseudo-legal moves of the scene's player. None is listed twice.
pub(crate) fn pseudo_legal<B: Bitboard>(scene: &Scene<'_, B>, found: &mut Vec<Move>) {
    let movable = scene.movable();
    for piece in 0..scene.rules.variant.pieces.len() {
        let kind = Kind::new(PieceId(piece as u16), scene.player);
        for from in (scene.position.of_kind(kind) & movable).squares() {
            of_piece(scene, kind, from, found);
        }
    }
    en_passant(scene, movable, found);
    castling::each(scene, |m, _| found.push(m));
}

/// Lists the moves of one piece, castling and captures in passing apart.
pub(crate) fn of_piece<B: Bitboard>(scene: &Scene<'_, B>, kind: Kind, from: Square, found: &mut Vec<Move>) {
    let targets = scene.targets(kind, from);
    list(scene, kind, from, &targets, found);
    promote_patterns(scene, kind, from, &targets, found);
    singles(scene, kind, from, &targets, found);
}

/// Lists the moves to some targets, promotions spelt out.
pub(crate) fn list<B: Bitboard>(
    scene: &Scene<'_, B>,
    kind: Kind,
    from: Square,
    targets: &Targets<B>,
    found: &mut Vec<Move>,
) {
    let promotion = &scene.rules.promotion[scene.player.index()];
    let promotes = promotion.promotes[kind.piece().index()];
    let kinds = [
        (MoveKind::Quiet, targets.quiet),
        (MoveKind::Capture, targets.takes),
        (MoveKind::Swap, targets.swaps),
        (MoveKind::Onto, targets.onto),
    ];
    let movement = &scene.rules.movements[kind.index()];
    for (move_kind, squares) in kinds {
        for to in squares.squares() {
            let m = movement.numbered(Move::new(move_kind, from, to));
            if promotes && promotion.region.contains(to) {
                promotions(scene, m, found);
            } else {
                found.push(m);
            }
        }
    }
}

/// Lists one move that the alternatives of a kind say, promotions spelt out.
#[inline(always)]
pub(crate) fn push<B: Bitboard>(scene: &Scene<'_, B>, kind: Kind, m: Move, found: &mut Vec<Move>) {
    let m = scene.rules.movements[kind.index()].numbered(m);
    let promotion = &scene.rules.promotion[scene.player.index()];
    if promotion.promotes[kind.piece().index()] && promotion.region.contains(m.to()) {
        promotions(scene, m, found);
    } else {
        found.push(m);
    }
}

/// The promotions of a move into the region, and the move itself where promotion is a choice.
fn promotions<B: Bitboard>(scene: &Scene<'_, B>, m: Move, found: &mut Vec<Move>) {
    if forced_promotions(scene, B::of(m.to())).is_empty() {
        found.push(m);
    }
    found.extend(promotion_choices(scene).map(|piece| m.promoting(piece)));
}

/// The squares among those of the promotion region on which a piece cannot stay what it is.
pub(crate) fn forced_promotions<B: Bitboard>(scene: &Scene<'_, B>, region: B) -> B {
    let promotion = &scene.rules.promotion[scene.player.index()];
    if promotion.options.is_empty() {
        // A game that promotes to nothing has pieces that simply arrive.
        B::EMPTY
    } else if scene.rules.variant.rules.promotion.optional {
        region & promotion.far_rank
    } else {
        region
    }
}

/// Whether pieces of a kind promote on some of these squares.
#[inline(always)]
pub(crate) fn promotes_among<B: Bitboard>(scene: &Scene<'_, B>, kind: Kind, arrivals: B) -> bool {
    let promotion = &scene.rules.promotion[scene.player.index()];
    promotion.promotes[kind.piece().index()] && arrivals.meets(promotion.region)
}

/// How many moves pieces that promote have that arrive on some squares: one for every choice, and where not to
/// promote is a choice, one for that.
#[inline(never)]
pub(crate) fn ways<B: Bitboard>(scene: &Scene<'_, B>, arrivals: B) -> u32 {
    let region = arrivals & scene.rules.promotion[scene.player.index()].region;
    let choices = promotion_choices(scene).count() as u32;
    let forced = forced_promotions(scene, region);
    arrivals.count() - forced.count() + region.count() * choices
}

/// Calls a visitor with a move, or with each of its promotions where the piece promotes.
pub(crate) fn spelt_out<B: Bitboard>(
    scene: &Scene<'_, B>,
    kind: Kind,
    m: Move,
    visitor: &mut dyn FnMut(Move),
) {
    let promotion = &scene.rules.promotion[scene.player.index()];
    let arrives = promotion.region.contains(m.to()) && m.kind() != MoveKind::Catch;
    if promotion.promotes[kind.piece().index()] && arrives && m.promotion().is_none() {
        let mut all = Vec::new();
        promotions(scene, m, &mut all);
        all.into_iter().for_each(visitor);
    } else {
        visitor(m);
    }
}

/// The moves of a piece that sets of targets cannot say: with which it becomes another type, and what is
/// found by running programs.
pub(crate) fn singles<B: Bitboard>(
    scene: &Scene<'_, B>,
    kind: Kind,
    from: Square,
    targets: &Targets<B>,
    found: &mut Vec<Move>,
) {
    let movement = &scene.rules.movements[kind.index()];
    if !movement.singles.contains(from) {
        return;
    }
    let start = found.len();
    offers::moves(scene, kind, from, found);
    for (piece, alternative) in &movement.changing {
        let others = scene.targets_of(movement, alternative, from);
        let kinds = [
            (MoveKind::Quiet, others.quiet),
            (MoveKind::Capture, others.takes),
            (MoveKind::Swap, others.swaps),
        ];
        for (move_kind, squares) in kinds {
            for to in squares.squares() {
                let m = movement.numbered(Move::new(move_kind, from, to)).promoting(*piece);
                if !found[start..].contains(&m) {
                    found.push(m);
                }
            }
        }
    }
    let promotion = &scene.rules.promotion[scene.player.index()];
    let promotes = promotion.promotes[kind.piece().index()];
    let is_said = |m: &Move| {
        let said = match m.kind() {
            MoveKind::Quiet => targets.quiet,
            MoveKind::Capture => targets.takes,
            MoveKind::Swap => targets.swaps,
            _ => B::EMPTY,
        };
        let spelt_out =
            |piece| promotes && promotion.region.contains(m.to()) && promotion.options.contains(&piece);
        m.choice() == 0 && said.contains(m.to()) && m.promotion().is_none_or(spelt_out)
    };
    let mut kept = start;
    for at in start..found.len() {
        let m = found[at];
        if !is_said(&m) {
            found[kept] = m;
            kept += 1;
        }
    }
    found.truncate(kept);
}

/// What a piece of the scene's player may become.
pub(crate) fn promotion_choices<B: Bitboard>(scene: &Scene<'_, B>) -> impl Iterator<Item = PieceId> {
    let promotion = &scene.rules.promotion[scene.player.index()];
    promotion.options.iter().copied().filter(move |&piece| {
        promotion.at_most.as_ref().is_none_or(|at_most| {
            scene.position.of_kind(Kind::new(piece, scene.player)).count() < at_most[piece.index()]
        })
    })
}

/// The moves of the pattern `promote`.
pub(crate) fn promote_patterns<B: Bitboard>(
    scene: &Scene<'_, B>,
    kind: Kind,
    from: Square,
    targets: &Targets<B>,
    found: &mut Vec<Move>,
) {
    let movement = &scene.rules.movements[kind.index()];
    if movement.promoting.is_empty() {
        return;
    }
    let (mut quiet, mut takes) = (B::EMPTY, B::EMPTY);
    for pattern in &movement.promoting {
        if scene.is_open(&pattern.gate, from) {
            let forward = pattern.forward[from.index()] & scene.empty;
            quiet |= scene.let_through(&pattern.gate, from, forward);
            takes |= scene.let_through(&pattern.gate, from, targets.takes);
        }
    }
    // A piece with the trait `promote` has these as promotions already where it must promote.
    let promotion = &scene.rules.promotion[scene.player.index()];
    if promotion.promotes[kind.piece().index()] {
        quiet = quiet.without(promotion.region & targets.quiet);
        takes = takes.without(promotion.region);
    }
    for (move_kind, squares) in [(MoveKind::Quiet, quiet), (MoveKind::Capture, takes)] {
        for to in squares.squares() {
            let m = Move::new(move_kind, from, to);
            found.extend(promotion_choices(scene).map(|piece| m.promoting(piece)));
        }
    }
}

/// Captures in passing: by pieces with the trait `promote` whose single-step captures reach a square passed.
pub(crate) fn en_passant<B: Bitboard>(scene: &Scene<'_, B>, movable: B, found: &mut Vec<Move>) {
    let (rules, ledger) = (scene.rules, &scene.position.ledger);
    if ledger.passed.is_empty() || !scene.prey.contains(ledger.passer) {
        return;
    }
    let promotion = &rules.promotion[scene.player.index()];
    for passed in (ledger.passed & scene.empty).squares() {
        for from in (rules.neighbours(passed) & movable).squares() {
            let Some(kind) = scene.position.at(from) else { continue };
            if promotion.promotes[kind.piece().index()] && takes_in_passing(scene, kind, from, passed) {
                let m = Move::with_via(MoveKind::EnPassant, from, passed, ledger.passer);
                if promotion.region.contains(passed) {
                    promotions(scene, m, found);
                } else {
                    found.push(m);
                }
            }
        }
    }
}

/// Whether a piece beside a passed square captures there.
fn takes_in_passing<B: Bitboard>(scene: &Scene<'_, B>, kind: Kind, from: Square, passed: Square) -> bool {
    let movement = &scene.rules.movements[kind.index()];
    movement.alternatives.iter().any(|alternative| {
        alternative.takes.has(Occupants::ENEMY)
            && scene.is_open(&alternative.gate, from)
            && scene
                .let_through(
                    &alternative.gate,
                    from,
                    scene.reach(movement, &alternative.shape, from) & B::of(passed),
                )
                .any()
    }) || movement.programs.iter().any(|program| {
        let sight = Sight::of(scene.position, scene.player);
        offers::captures_on(scene.rules, scene.position, kind, program, from, passed, &sight, None)
    })
}
