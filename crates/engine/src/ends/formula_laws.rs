//! A formula means what its condition means, whatever the position.

use nightrider_model::*;

use super::formula::{Formula, Moment};
use super::reading::{Known, Reading};
use crate::bitboard::Bitboard;
use crate::expr::{Code, Frame, holds};
use crate::laws::{Dice, entry, random_variant};
use crate::legal;
use crate::position::Position;
use crate::rules::{Rules, RulesFor, Width};
use crate::view::{GameFacts, View};

const SIDES: [Side; 6] = [Side::Own, Side::Opponent, Side::Mover, Side::Turn, Side::White, Side::Black];

fn number(dice: &mut Dice) -> Expr {
    Expr::Int(dice.roll(5) as i64)
}

fn player(dice: &mut Dice) -> Expr {
    match dice.roll(5) {
        0 => Expr::Player(dice.pick(&Player::BOTH)),
        n => Expr::Event([EventVar::Player, EventVar::Opponent, EventVar::Mover, EventVar::Turn][n - 1]),
    }
}

fn filter(dice: &mut Dice, local: LocalId) -> Expr {
    let of = Box::new(if dice.once_in(3) {
        Expr::SquareOf(Box::new(Expr::Local(local)))
    } else {
        Expr::Local(local)
    });
    let place = |dice: &mut Dice| Box::new(Expr::Int(1 + dice.roll(8) as i64));
    match dice.roll(9) {
        0 => Expr::InZone(of, ZoneId(0)),
        1 | 2 => Expr::OnRank(of, place(dice)),
        3 => Expr::OnFile(of, place(dice)),
        4 => Expr::OnOwnRank(of, place(dice), Box::new(player(dice))),
        5 => Expr::Unary(UnaryOp::Not, Box::new(filter(dice, local))),
        6 => Expr::Binary(BinaryOp::And, Box::new(filter(dice, local)), Box::new(filter(dice, local))),
        7 => Expr::Binary(BinaryOp::Or, Box::new(filter(dice, local)), Box::new(filter(dice, local))),
        _ => Expr::FirstMove(of),
    }
}

fn set(dice: &mut Dice) -> Box<PieceSet> {
    let local = LocalId(dice.roll(2) as u16);
    Box::new(PieceSet {
        piece: (!dice.once_in(3)).then(|| PieceId(dice.roll(6) as u16)),
        side: (!dice.once_in(4)).then(|| dice.pick(&SIDES)),
        region: if dice.once_in(3) { Region::Zone(ZoneId(0)) } else { Region::Board },
        local,
        filter: (!dice.once_in(3)).then(|| filter(dice, local)),
    })
}

fn condition(dice: &mut Dice, depth: usize) -> Expr {
    use BinaryOp::*;
    let comparison = dice.pick(&[Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual]);
    let inner = |dice: &mut Dice| Box::new(condition(dice, depth - 1));
    match dice.roll(if depth == 0 { 11 } else { 16 }) {
        0 | 1 => Expr::Quantified(Quantifier::Exists, set(dice)),
        2 => Expr::Quantified(Quantifier::All, set(dice)),
        3 => Expr::Binary(
            comparison,
            Box::new(Expr::Quantified(Quantifier::Count, set(dice))),
            Box::new(number(dice)),
        ),
        4 => Expr::Binary(
            comparison,
            Box::new(Expr::Counter(dice.pick(&SIDES), Counter::Captures)),
            Box::new(number(dice)),
        ),
        5 => Expr::Binary(comparison, Box::new(Expr::HalfmoveClock), Box::new(number(dice))),
        6 => {
            let op = dice.pick(&[Equal, NotEqual]);
            Expr::Binary(op, Box::new(player(dice)), Box::new(player(dice)))
        }
        7 => Expr::Captured(dice.pick(&SIDES), PieceId(dice.roll(6) as u16)),
        8 => Expr::Checkmated(dice.pick(&SIDES)),
        9 => Expr::Stalemated(dice.pick(&SIDES)),
        // A division by zero makes the whole condition false, wherever it stands.
        10 => {
            let divided = Expr::Binary(Divide, Box::new(Expr::HalfmoveClock), Box::new(number(dice)));
            Expr::Binary(comparison, Box::new(divided), Box::new(number(dice)))
        }
        11 => Expr::Unary(UnaryOp::Not, inner(dice)),
        12 | 13 => Expr::Binary(And, inner(dice), inner(dice)),
        14 => Expr::Binary(Or, inner(dice), inner(dice)),
        _ => Expr::InCheck(Box::new(player(dice))),
    }
}

fn compare_in_a_game<B: Bitboard>(rules: &RulesFor<B>, seed: u64) {
    let dice = &mut Dice(seed);
    let conditions: Vec<Expr> = (0..40).map(|_| condition(dice, 2)).collect();
    let mut position =
        Position::from_setup(rules, &entry(&rules.variant), seed).expect("a setup without faults");
    for ply in 0..12 {
        for expr in &conditions {
            let code = Code::new(&rules.variant, expr);
            for side in Player::BOTH {
                for mover in Player::BOTH {
                    let facts = GameFacts { position_count: 1, no_moves: dice.once_in(2) };
                    let frame = || Frame::of_end(side, mover, position.turn());
                    let view = View { game: facts, ..View::new(rules, &position) };
                    let meant = holds(&code, &view, &mut frame()).ok();
                    let (variant, turn) = (&rules.variant, position.turn());
                    let midgame = (!facts.no_moves).then_some(Known::HasMoves);
                    for known in midgame.into_iter().chain([Known::All]) {
                        let reading = Reading { variant, side, mover, turn, known };
                        let formula: Formula<B> = reading.formula(expr);
                        let held = formula.holds(&Moment { rules, position: &position, facts });
                        assert_eq!(
                            held,
                            meant.unwrap_or(false),
                            "game {seed}, ply {ply}, {side:?} after {mover:?}: {expr:?}"
                        );
                    }
                }
            }
        }
        let moves = legal::legal_moves(rules, &mut position);
        let Some(&m) = moves.get(dice.roll(moves.len().max(1))) else { break };
        crate::apply::play(rules, &mut position, m);
    }
}

#[test]
fn formulas_mean_what_the_conditions_mean() {
    for seed in 0..60 {
        let Ok(Rules(width)) = Rules::compile(random_variant(seed)) else { continue };
        match &width {
            Width::Narrow(rules) => compare_in_a_game(rules, seed),
            Width::Middle(rules) => compare_in_a_game(rules, seed),
            Width::Wide(rules) => compare_in_a_game(rules, seed),
        }
    }
}
