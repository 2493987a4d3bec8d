//! Games are judged by formulas; the conditions that hold in a position are found by evaluating them as written.
//! In random games of the whole library, the two must agree after every ply.

use nightrider::compile_library;
use nightrider::engine::{Game, Holding, Reason, Rules};
use nightrider::library::LIBRARY;
use nightrider::model::Expr;

/// A small generator of random choices.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % sides
    }
}

/// What a game that is over no longer tells: that there is no legal move, and how often a position occurred.
fn is_forgotten(part: &Expr) -> bool {
    matches!(part, Expr::Checkmated(_) | Expr::Stalemated(_) | Expr::Repetition | Expr::PositionCount)
}

/// Plays a random game. Returns the name of the condition that ended it, if it can still be evaluated.
fn compare(name: &str, rules: &Rules, seed: u64) -> Option<String> {
    let variant = rules.variant();
    let mut game = Game::new(rules, seed);
    let dice = &mut Dice(seed);
    for ply in 1..120 {
        let m = *game.legal_moves().get(dice.roll(game.legal_moves().len().max(1)))?;
        let player = game.turn();
        game.play(m).expect("a legal move");
        if game.turn() == player {
            // What holds is read as if the other player had moved.
            continue;
        }
        let holding = game.holding();
        let context = format!("{name}, game {seed} after {ply} plies");
        let Some(result) = game.result() else {
            assert_eq!(holding, [], "{context}");
            continue;
        };
        let Reason::Condition(ended_by) = &result.reason else { return None };
        let conditions = if result.winner.is_some() { &variant.victory } else { &variant.draw };
        let mut conditions = conditions.iter().filter(|condition| condition.name == *ended_by);
        if conditions.any(|condition| condition.expr.mentions(is_forgotten)) {
            return None;
        }
        let held = |found: &Holding| match found {
            Holding::Victory(id, side) => (&variant.victory[id.index()].name, Some(*side)),
            Holding::Draw(id) => (&variant.draw[id.index()].name, None),
        } == (ended_by, result.winner);
        assert!(holding.iter().any(held), "{context}: {ended_by} does not hold, but {holding:?}");
        return Some(ended_by.clone());
    }
    None
}

#[test]
fn library_games_end_when_their_conditions_hold() {
    let mut ended_by = Vec::new();
    for entry in LIBRARY {
        let compiled = compile_library(entry.name).expect("a library game");
        let rules = Rules::compile(compiled.variant.expect("a whole game")).expect("a playable game");
        ended_by.extend((0..6).filter_map(|seed| compare(entry.name, &rules, seed)));
    }
    // The comparison has met conditions on places, numbers, types and what was checked.
    for name in ["throne", "extinction", "bare_king", "three_checks", "white_breaks_through"] {
        assert!(ended_by.iter().any(|met| met == name), "{name} is not among {ended_by:?}");
    }
}
