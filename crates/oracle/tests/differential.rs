//! Every game of the library that shakmaty knows, beside shakmaty; standard chess and Chess960 beside
//! cozy-chess too.

#![allow(clippy::unwrap_used)] // A test that cannot go on has failed.

use nightrider::engine::Rules;
use nightrider::lang::NoLoader;
use nightrider::model::Variant;
use nightrider::{compile_library, compile_source};
use nightrider_oracle::{CozyPeer, Game, Ours, Peer, Plan, ShakmatyPeer, Tally, walk};
use shakmaty::variant::Variant as Theirs;

/// Positions compared by each test: the whole number, 120,000 or what the environment asks for, is shared
/// out over the twelve tests.
fn plan(plies: u32) -> Plan {
    let whole: u64 =
        std::env::var("NIGHTRIDER_ORACLE_POSITIONS").ok().map_or(120_000, |n| n.parse().unwrap());
    Plan { positions: whole.div_ceil(12), plies, seed: 0x006e_6967_6874 }
}

fn variant(name: &str) -> Variant {
    compile_library(name).and_then(|compiled| compiled.variant).expect("a game of the library")
}

fn beside_shakmaty(name: &str, theirs: Theirs, judges_material: bool) -> Tally {
    let rules = Rules::compile(variant(name)).unwrap();
    let game = Game { rules: &rules, judges_material };
    let start = |_| {
        let ours = Ours::new(&rules);
        let peer = ShakmatyPeer::new(theirs, &ours.fen()).unwrap();
        (ours, peer)
    };
    finish(name, walk(game, plan(200), start))
}

fn finish(name: &str, tally: Result<Tally, nightrider_oracle::Disagreement>) -> Tally {
    let tally = tally.unwrap_or_else(|disagreement| panic!("{name} {disagreement}"));
    println!("{name}: {tally:?}");
    tally
}

#[test]
fn standard() {
    let tally = beside_shakmaty("standard", Theirs::Chess, true);
    assert!(tally.checks > 0 && tally.won + tally.drawn > 0, "{tally:?}");
}

#[test]
fn king_of_the_hill() {
    assert!(beside_shakmaty("king-of-the-hill", Theirs::KingOfTheHill, true).won > 0);
}

#[test]
fn three_check() {
    assert!(beside_shakmaty("three-check", Theirs::ThreeCheck, true).won > 0);
}

#[test]
fn racing_kings() {
    assert!(beside_shakmaty("racing-kings", Theirs::RacingKings, true).won > 0);
}

#[test]
fn horde() {
    assert!(beside_shakmaty("horde", Theirs::Horde, false).checks > 0);
}

#[test]
fn antichess() {
    assert!(beside_shakmaty("antichess", Theirs::Antichess, false).won > 0);
}

#[test]
fn atomic() {
    assert!(beside_shakmaty("atomic", Theirs::Atomic, false).won > 0);
}

/// Random starts of Chess960, by their numbers.
fn beside<P: Peer>(name: &str, variant: Variant, peer: impl Fn(u64, &str) -> P) -> Tally {
    let rules = Rules::compile(variant.clone()).unwrap();
    let start = |number: u64| {
        let number = number % 960;
        let mut arranged = variant.clone();
        arranged.setup = arranged.setup.arranged(&arranged.board, number).unwrap();
        let ours = Ours::new(&Rules::compile(arranged).unwrap());
        let peer = peer(number, &ours.fen());
        (ours, peer)
    };
    let judges_material = !variant.pieces.iter().any(|piece| piece.traits.explosive);
    finish(name, walk(Game { rules: &rules, judges_material }, plan(200), start))
}

/// A game of the library with the starts and the castling of Chess960.
fn with_starts_of_chess960(title: &str) -> Variant {
    let text = format!(
        "game: \"{title} 960\"\nextends: \"{title}\"\nsetup:\n  shuffle:\n    Bishop: [b1, d1, f1, h1]\n    \
         Bishop: [a1, c1, e1, g1]\n    Queen: [a1-h1]\n    Knight Knight: [a1-h1]\n    \
         Rook King Rook: [a1-h1]\nrules:\n  castling: {{ king_to: [c, g] }}\n"
    );
    compile_source("960.chesslang", &text, &NoLoader).variant.expect("a game without errors")
}

#[test]
fn chess960() {
    beside("chess960", variant("chess960"), |_, fen| ShakmatyPeer::new(Theirs::Chess, fen).unwrap());
}

#[test]
fn atomic_with_starts_of_chess960() {
    let variant = with_starts_of_chess960("Atomic Chess");
    beside("atomic 960", variant, |_, fen| ShakmatyPeer::new(Theirs::Atomic, fen).unwrap());
}

#[test]
fn three_check_with_starts_of_chess960() {
    let variant = with_starts_of_chess960("Three-check");
    beside("three-check 960", variant, |_, fen| ShakmatyPeer::new(Theirs::ThreeCheck, fen).unwrap());
}

#[test]
fn chess960_beside_cozy_chess() {
    beside("chess960", variant("chess960"), |number, _| CozyPeer::chess960(number as u32));
}

#[test]
fn standard_beside_cozy_chess() {
    let rules = Rules::compile(variant("standard")).unwrap();
    let game = Game { rules: &rules, judges_material: true };
    finish("standard", walk(game, plan(200), |_| (Ours::new(&rules), CozyPeer::chess960(518))));
}
