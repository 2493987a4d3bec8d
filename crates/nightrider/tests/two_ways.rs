//! Every game finds its legal moves in two ways: from masks, and by trying every move. They must agree.
//!
//! Random games of the whole library and of some living games are played, and every position is asked both
//! ways. `NIGHTRIDER_GAMES=FOLDER` adds the games of a folder.

use nightrider::engine::{Game, Rules};
use nightrider::lang::NoLoader;
use nightrider::library::LIBRARY;
use nightrider::{compile_library, compile_source};

/// A small generator of random choices.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % sides
    }
}

/// Plays random games and compares in every position.
fn compare(name: &str, rules: &Rules, games: u64, plies: usize) {
    for seed in 0..games {
        let mut game = Game::new(rules, seed);
        let dice = &mut Dice(seed);
        for ply in 0..plies {
            let mut fast = game.legal_moves().to_vec();
            let mut tried = game.legal_moves_by_trial();
            fast.sort_unstable();
            tried.sort_unstable();
            assert_eq!(fast, tried, "{name}, game {seed} after {ply} plies");
            let below = game.perft_divide(1).len();
            assert_eq!(below, fast.len(), "{name}, game {seed} after {ply} plies");
            if fast.is_empty() {
                break;
            }
            game.play(fast[dice.roll(fast.len())]).expect("a legal move");
        }
    }
}

#[test]
fn library_games() {
    for entry in LIBRARY {
        let compiled = compile_library(entry.name).expect("a library game");
        let rules = Rules::compile(compiled.variant.expect("a whole game")).expect("a playable game");
        compare(entry.name, &rules, 4, 50);
    }
}

/// Games whose triggers bear on what is legal.
const LIVING: &[(&str, &str)] = &[
    (
        "traps behind a leaving piece",
        r#"game: "Trap Shield"
effect trap { blocks: enemy }
piece Knight { move: step(any); state: { traps: 0 } }
trigger place_trap {
  on: move
  when: piece.type == Knight and piece.state.traps < 3
  optional: true
  do: { mark origin with trap; set piece.state.traps += 1 }
}
"#,
    ),
    (
        "captures that remove their neighbours",
        r#"game: "Bombers"
trigger blast {
  on: capture
  when: piece.type == Bishop
  do: remove pieces in radius(1) from target where not King
}
trigger grow { on: capture; when: piece.type == Pawn; do: transform piece to Knight }
"#,
    ),
    (
        "moves that push and freeze",
        r#"game: "Freezers"
effect ice { blocks: all, duration: 3 }
piece Rook { move: slide(orthogonal) ; state: { cooldown: 0 } }
trigger cool { on: move; when: piece.type == Rook; do: set piece.state.cooldown = 2 }
trigger freeze { on: move; when: piece.type == Bishop; do: mark origin with ice }
trigger guard {
  on: capture
  when: captured.type == Pawn and exists Knight adjacent to target where owner == captured.owner
  do: cancel
}
"#,
    ),
    (
        "effects of every kind, questions, ghosts and what waits",
        r#"game: "Odd 4"
board:
  zones:
    hill: [c3-f6]
effect mud { blocks: enemy; duration: 3 }
effect glue { blocks: friend }
effect wall { blocks: all; duration: 2 }
piece Mage { move: step(any) | leap(3, 1) where state.mana > 0; capture: hop(any) where not check; state: { mana: 3, cooldown: 0 }; symbol: "M" }
piece Ghost { move: slide(any, 3); traits: [phase]; symbol: "G" }
piece Bear { move: step(any) + slide(orthogonal, 2) where game.state.heat < 5 ; traits: [immune]; capture: step(any); symbol: "E" }
trigger splash { on: capture; when: captured.type == Pawn; do: mark captured.pos with wall }
trigger mire { on: move; when: piece.type == Mage; optional: true; do: { mark origin with mud; set piece.state.mana -= 1 } }
trigger warm { on: enter_zone; when: zone == zone.hill; do: set game.state.heat += 1 }
trigger sticky { on: exit_zone; when: piece.type == Knight; optional: true; do: mark pieces in radius(2) from origin where enemy with glue }
trigger lift { on: promotion; do: unmark piece.pos }
trigger winner { on: capture; when: captured.type == Queen and piece.type == Knight; optional: true; do: win player }
trigger cool { on: turn_start; when: any Mage where owner == player and state.mana < 3; do: { set Mage.state.mana += 1 } }
trigger swapme { on: move; when: piece.type == Ghost and target has piece; do: { let o = piece_at(target); move o to origin } }
trigger doom { on: captured; when: captor.type == Rook; optional: true; do: { set captor.state.cooldown = 2; create Ghost at origin for captor.owner } }
setup:
  add:
    White Mage: [c3]
    Black Mage: [c6]
    White Ghost: [f3]
    Black Ghost: [f6]
    White Bear: [e3]
    Black Bear: [e6]
"#,
    ),
    (
        "royals that become others, explosions, programs, and pieces put elsewhere",
        r#"game: "Odd 5"
piece Prince { move: step(any); traits: [royal]; symbol: "C" }
piece Bomb { move: step(orthogonal); traits: [explosive]; symbol: "O" }
piece Crab { move: chessembly { take-move(1, 0) repeat(1); catch(0, 1); take(-1, 0) jump(-1, 0); { friendly(0, 1) jump(0, 2) } shift(1, 1); }; symbol: "B" ; state: { k: 0 } }
piece Bishop { symbol: "S" }
trigger adopt { on: capture; when: piece.type == Crab; optional: true; do: { set captured.owner = player } }
trigger heir { on: move; when: piece.type == Prince and exists Bomb adjacent to target; do: { transform piece to Crab } }
trigger snap { on: capture; when: captured.type == Crab; do: { transform captured to Bomb; move captured to random_empty_square } }
trigger push { on: move; when: piece.type == Rook and distance >= 3; optional: true; do: { for p in pieces in radius(1) from target where enemy and not royal { move p to empty adjacent to p } } }
trigger undo { on: move; when: piece.type == Knight and count pieces in radius(1) from target >= 4; do: cancel }
setup:
  add:
    White Prince: [a3]
    Black Prince: [a6]
    White Bomb: [b3, g3]
    Black Bomb: [b6, g6]
    White Crab: [d3]
    Black Crab: [d6]
"#,
    ),
];

#[test]
fn living_games() {
    for (name, text) in LIVING {
        let compiled = compile_source(name, text, &NoLoader);
        assert!(compiled.variant.is_some(), "{name}: {:?}", compiled.diagnostics);
        let rules = Rules::compile(compiled.variant.expect("checked above")).expect("a playable game");
        compare(name, &rules, 10, 40);
    }
}

#[test]
fn games_of_a_folder() {
    let Some(folder) = std::env::var_os("NIGHTRIDER_GAMES") else { return };
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("a file").path();
        let text = std::fs::read_to_string(&path).expect("a text");
        let name = path.display().to_string();
        if let Some(variant) = compile_source(&name, &text, &NoLoader).variant
            && let Ok(rules) = Rules::compile(variant)
        {
            compare(&name, &rules, 5, 60);
        }
    }
}
