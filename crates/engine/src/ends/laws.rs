//! Formulas say what the evaluator of expressions says, on conditions and games thrown together at random.

use nightrider_model::*;

use super::formula::{Formula, Moment};
use super::reading::Known;
use super::{End, LastPly, decided, judge, stops};
use crate::bitboard::Bitboard;
use crate::expr::Code;
use crate::laws::{Dice, entry, random_variant};
use crate::position::Position;
use crate::result::Reason;
use crate::rules::{Rules, RulesFor, Width};
use crate::view::GameFacts;
use crate::{apply, legal};

const SIDES: [Side; 6] = [Side::Own, Side::Opponent, Side::Mover, Side::Turn, Side::White, Side::Black];

fn boxed(expr: Expr) -> Box<Expr> {
    Box::new(expr)
}

fn number(dice: &mut Dice) -> Expr {
    match dice.roll(12) {
        0..=4 => Expr::Int(dice.roll(5) as i64 - 1),
        5 | 6 => Expr::Quantified(Quantifier::Count, Box::new(set(dice))),
        7 => {
            Expr::Counter(dice.pick(&SIDES), dice.pick(&[Counter::Checks, Counter::Captures, Counter::Moves]))
        }
        8 => dice.pick(&[Expr::HalfmoveClock, Expr::PositionCount, Expr::Event(EventVar::TurnNumber)]),
        9 => Expr::Null,
        _ => {
            let op = dice.pick(&[BinaryOp::Add, BinaryOp::Subtract, BinaryOp::Divide]);
            Expr::Binary(op, boxed(number(dice)), boxed(number(dice)))
        }
    }
}

fn player(dice: &mut Dice) -> Expr {
    use EventVar::{Mover, Opponent, Player as Own, Turn};
    match dice.roll(5) {
        0 => Expr::Player(dice.pick(&Player::BOTH)),
        _ => Expr::Event(dice.pick(&[Own, Opponent, Mover, Turn])),
    }
}

fn square(dice: &mut Dice) -> Expr {
    Expr::Square(Square(dice.roll(25) as u8))
}

/// A condition on the place, type or owner of something.
fn about(dice: &mut Dice, of: Expr) -> Expr {
    let piece = PieceId(dice.roll(6) as u16);
    match dice.roll(9) {
        0 => Expr::InZone(boxed(of), ZoneId(0)),
        1 => Expr::OnRank(boxed(of), boxed(Expr::Int(dice.roll(9) as i64))),
        2 => Expr::OnFile(boxed(of), boxed(Expr::Int(dice.roll(9) as i64))),
        3 => Expr::OnOwnRank(boxed(of), boxed(Expr::Int(1 + dice.roll(4) as i64)), boxed(player(dice))),
        4 => Expr::Is(boxed(of), dice.pick(&[Relation::Friend, Relation::Enemy])),
        5 => Expr::Adjacent(boxed(of), boxed(square(dice))),
        6 => Expr::Binary(
            dice.pick(&[BinaryOp::Equal, BinaryOp::NotEqual]),
            boxed(Expr::TypeOf(boxed(of))),
            boxed(Expr::Type(piece)),
        ),
        7 => Expr::HasBuiltinTrait(boxed(of), dice.pick(&["royal", "promote"]).to_owned()),
        _ => Expr::HasPiece(boxed(of)),
    }
}

fn filter(dice: &mut Dice) -> Expr {
    let here = Expr::Local(LocalId(0));
    match dice.roll(8) {
        0 => Expr::Unary(UnaryOp::Not, boxed(filter(dice))),
        1 => Expr::Binary(BinaryOp::And, boxed(filter(dice)), boxed(filter(dice))),
        2 => Expr::Binary(BinaryOp::Or, boxed(filter(dice)), boxed(filter(dice))),
        3 => Expr::FirstMove(boxed(here)),
        _ => about(dice, here),
    }
}

fn set(dice: &mut Dice) -> PieceSet {
    let region = match dice.roll(6) {
        0 => Region::Zone(ZoneId(0)),
        1 => Region::Radius { radius: Expr::Int(dice.roll(4) as i64), from: square(dice) },
        2 => Region::AdjacentTo(square(dice)),
        3 if dice.once_in(3) => Region::Line { directions: vec![Compass::N, Compass::E], from: square(dice) },
        _ => Region::Board,
    };
    PieceSet {
        piece: (!dice.once_in(3)).then(|| PieceId(dice.roll(6) as u16)),
        side: (!dice.once_in(4)).then(|| dice.pick(&SIDES)),
        region,
        local: LocalId(0),
        filter: dice.once_in(2).then(|| filter(dice)),
    }
}

fn condition(dice: &mut Dice) -> Expr {
    use BinaryOp::{Equal, Greater, GreaterEqual, Less, LessEqual, NotEqual};
    match dice.roll(20) {
        0..=4 => Expr::Quantified(dice.pick(&[Quantifier::Exists, Quantifier::All]), Box::new(set(dice))),
        5..=8 => {
            let op = dice.pick(&[Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual]);
            Expr::Binary(op, boxed(number(dice)), boxed(number(dice)))
        }
        9 => Expr::Unary(UnaryOp::Not, boxed(condition(dice))),
        10 | 11 => Expr::Binary(BinaryOp::And, boxed(condition(dice)), boxed(condition(dice))),
        12 | 13 => Expr::Binary(BinaryOp::Or, boxed(condition(dice)), boxed(condition(dice))),
        14 => {
            let of = square(dice);
            about(dice, of)
        }
        15 => Expr::Captured(dice.pick(&SIDES), PieceId(dice.roll(6) as u16)),
        16 => dice.pick(&[Expr::Checkmated(Side::Opponent), Expr::Stalemated(Side::Own), Expr::Repetition]),
        17 => Expr::InCheck(boxed(player(dice))),
        18 => Expr::Binary(Equal, boxed(player(dice)), boxed(player(dice))),
        _ => number(dice),
    }
}

/// A random game with random ends.
fn game(seed: u64) -> Variant {
    let dice = &mut Dice(seed);
    let mut variant = random_variant(seed);
    let named = |expr, only_for| Condition { name: "end".to_owned(), expr, only_for };
    let only_for = |dice: &mut Dice| dice.once_in(5).then(|| dice.pick(&Player::BOTH));
    variant.victory = (0..4).map(|_| named(condition(dice), only_for(dice))).collect();
    variant.draw = (0..2).map(|_| named(condition(dice), None)).collect();
    variant
}

/// How many conditions were asked, and how many of them of sets alone.
#[derive(Default)]
struct Asked {
    all: usize,
    of_sets: usize,
    held: usize,
}

/// Plays a random game; every condition is asked both ways after each ply, for both sides.
fn ask_both_ways<B: Bitboard>(rules: &RulesFor<B>, seed: u64, asked: &mut Asked) {
    let dice = &mut Dice(seed);
    let mut position =
        Position::from_setup(rules, &entry(&rules.variant), seed).expect("a setup without faults");
    for ply in 0..25 {
        let moves = legal::legal_moves(rules, &mut position);
        let Some(&m) = moves.get(dice.roll(moves.len().max(1))) else { break };
        let before = LastPly::new(position.turn(), &apply::play(rules, &mut position, m));
        let no_moves = legal::legal_moves(rules, &mut position).is_empty();
        let facts = GameFacts { position_count: 1 + dice.roll(4) as u32, no_moves };
        let midgame = (GameFacts { no_moves: false, ..facts }, Known::HasMoves);
        for (facts, known) in [(facts, Known::All), midgame, (GameFacts::default(), Known::Board)] {
            for mover in Player::BOTH {
                agree(rules, &position, mover, facts, known, &format!("game {seed}, ply {ply}"), asked);
            }
        }
        let last = LastPly { royals: [0; 2], ..before };
        let found = judge(rules, &position, &last, GameFacts { position_count: 1, no_moves });
        let by_condition = found.filter(|result| matches!(result.reason, Reason::Condition(_)));
        assert_eq!(by_condition.map(|result| result.winner), first(rules, &position, &last, no_moves));
        assert_eq!(stops(rules, &position, last.mover), decided(rules, &position, &last));
    }
}

/// The winner by the first condition that holds, as the evaluator sees it.
fn first<B: Bitboard>(
    rules: &RulesFor<B>,
    position: &Position<B>,
    ply: &LastPly,
    no_moves: bool,
) -> Option<Option<Player>> {
    let facts = GameFacts { position_count: 1, no_moves };
    let holds =
        |ends: &[End], side| ends.iter().any(|end| end.holds(rules, position, side, ply.mover, facts));
    let ends = &rules.ends;
    let sides = [ply.mover, ply.mover.opponent()];
    let winner = sides.into_iter().find(|&side| holds(&ends.victory, side));
    winner.map(Some).or_else(|| holds(&ends.draw, ply.mover).then_some(None))
}

fn agree<B: Bitboard>(
    rules: &RulesFor<B>,
    position: &Position<B>,
    mover: Player,
    facts: GameFacts,
    known: Known,
    context: &str,
    asked: &mut Asked,
) {
    let moment = Moment { rules, position, facts };
    let turn = position.turn();
    let variant = &rules.variant;
    for side in Player::BOTH {
        let reading = super::Reading { variant, side, mover, turn, known };
        for condition in variant.victory.iter().chain(&variant.draw) {
            let end = End {
                name: String::new(),
                code: Code::new(variant, &condition.expr),
                only_for: None,
                of_places: false,
            };
            let formula: Formula<B> = reading.formula(&condition.expr);
            let expected = end.holds(rules, position, side, mover, facts);
            assert_eq!(
                formula.holds(&moment),
                expected,
                "{context}, read for {side:?} after {mover:?}: {:?}\nmade into {formula:?}",
                condition.expr
            );
            asked.all += 1;
            asked.of_sets += usize::from(!format!("{formula:?}").contains("Asks"));
            asked.held += usize::from(expected);
        }
    }
}

#[test]
fn formulas_hold_when_conditions_do() {
    let mut asked = Asked::default();
    for seed in 0..150 {
        let Ok(rules) = Rules::compile(game(seed)) else { continue };
        match &rules.0 {
            Width::Narrow(rules) => ask_both_ways(rules, seed, &mut asked),
            Width::Middle(rules) => ask_both_ways(rules, seed, &mut asked),
            Width::Wide(rules) => ask_both_ways(rules, seed, &mut asked),
        }
    }
    let Asked { all, of_sets, held } = asked;
    assert!(of_sets > all / 2, "most are sets: {of_sets} of {all}");
    assert!((all / 5..all * 4 / 5).contains(&held), "some hold, some do not: {held} of {all}");
}
