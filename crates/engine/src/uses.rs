//! What a game makes use of.

use nightrider_model::{Expr, Series, Variant};

use crate::bitboard::Bitboard;
use crate::movement::Movement;

/// What a game makes use of, so that others need not pay for it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Uses {
    /// Some gate asks whether an own royal is attacked.
    pub gates_on_check: bool,
    /// Something reads the number of checks given, or a check ends a series of moves.
    pub checks: bool,
    /// Some program asks about the opponent's state.
    pub enemy_state: bool,
    /// Some piece can castle.
    pub castling: bool,
    /// Some piece can be taken in passing.
    pub en_passant: bool,
    /// Some piece type explodes.
    pub explosions: bool,
    /// Turns may have more than one move.
    pub series: bool,
    /// Triggers or scripts run.
    pub living: bool,
    /// Pieces have state, or squares effects.
    pub extras: bool,
}

impl Uses {
    pub(crate) fn new<B: Bitboard>(variant: &Variant, movements: &[Movement<B>]) -> Uses {
        let rules = &variant.rules;
        let gates = movements.iter().flat_map(Movement::gates);
        let series = rules.turn.moves != Series::ONE;
        let conditions = variant.victory.iter().chain(&variant.draw);
        let counts_checks = |expr: &Expr| {
            expr.mentions(|part| matches!(part, Expr::Counter(_, nightrider_model::Counter::Checks)))
        };
        let traits = |test: fn(&nightrider_model::Traits) -> bool| {
            variant.pieces.iter().any(move |piece| test(&piece.traits))
        };
        let living = !variant.triggers.is_empty() || !variant.scripts.is_empty();
        Uses {
            gates_on_check: gates.into_iter().any(|gate| gate.in_check.is_some()),
            checks: living
                || series
                || conditions.into_iter().any(|condition| counts_checks(&condition.expr)),
            enemy_state: movements
                .iter()
                .flat_map(|movement| &movement.programs)
                .any(|program| program.asks_enemy_state),
            castling: rules.castling.enabled
                && traits(|traits| traits.castle)
                && movements.iter().any(|movement| !movement.castling.is_empty()),
            en_passant: rules.en_passant.enabled && traits(|traits| traits.promote),
            explosions: traits(|traits| traits.explosive),
            series,
            living,
            extras: living
                || !variant.piece_fields.is_empty()
                || !variant.game_fields.is_empty()
                || !variant.player_fields.is_empty()
                || !variant.effects.is_empty(),
        }
    }
}
