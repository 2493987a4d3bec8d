//! Laws of living games, over random games: what is undone was never done, what is replayed is the same, and
//! a position written down and read back is the position.

use nightrider::compile_source;
use nightrider::engine::{Game, LogEntry, Move, Rules};
use nightrider::lang::NoLoader;

/// Plies of one random game at most.
const PLIES: usize = 80;

/// How many random games of each kind; more where `NIGHTRIDER_LAW_GAMES` says so.
fn games() -> u64 {
    std::env::var("NIGHTRIDER_LAW_GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(40)
}

/// A small generator of its own, so that a failing game can be played again from its number.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((u128::from(self.0 >> 32) * n as u128) >> 32) as usize
    }
}

fn rules(name: &str, text: &str) -> Rules {
    let compiled = compile_source(name, text, &NoLoader);
    let messages: Vec<String> = compiled.diagnostics.iter().map(|d| d.message.clone()).collect();
    let variant = compiled.variant.unwrap_or_else(|| panic!("{name}: {messages:?}"));
    Rules::compile(variant).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Everything that can be seen of a game.
#[derive(Debug, PartialEq)]
struct Sight {
    setup: nightrider::engine::Setup,
    hash: u64,
    legal: Vec<Move>,
    result: Option<nightrider::engine::GameResult>,
    events: Vec<Vec<LogEntry>>,
}

fn sight(game: &Game) -> Sight {
    Sight {
        setup: game.setup(),
        hash: game.hash(),
        legal: game.legal_moves().to_vec(),
        result: game.result().cloned(),
        events: game.history().iter().map(|ply| ply.events.clone()).collect(),
    }
}

/// Plays one random game and checks the laws on the way. Returns its events.
fn random_game(name: &str, rules: &Rules, number: u64) -> Vec<LogEntry> {
    let mut dice = Dice(number.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x1234_5678);
    let mut game = Game::new(rules, number);
    let mut played = Vec::new();
    for ply in 0..PLIES {
        let legal = game.legal_moves().to_vec();
        if legal.is_empty() {
            break;
        }
        let place = || format!("{name}, game {number}, ply {ply}");
        let mut sorted = legal.clone();
        sorted.sort();
        sorted.dedup();
        assert_eq!(sorted.len(), legal.len(), "{}: a move is listed twice", place());
        let before = sight(&game);
        let m = legal[dice.below(legal.len())];
        game.play(m).expect("a legal move");
        let after = sight(&game);
        assert_eq!(game.undo(), Some(m));
        assert!(sight(&game) == before, "{}: {m:?} undone", place());
        assert_eq!(game.redo(), Some(m));
        assert!(sight(&game) == after, "{}: {m:?} done again", place());
        played.push(m);
        if ply % 7 == 0 && game.result().is_none() {
            let setup = game.setup();
            let read_back = Game::from_setup(rules, &setup, 0).unwrap_or_else(|e| panic!("{}: {e}", place()));
            assert!(read_back.setup() == setup, "{}: written down and read back", place());
            assert_eq!(read_back.hash(), game.hash(), "{}: hash from nothing", place());
            assert_eq!(read_back.legal_moves(), game.legal_moves(), "{}: moves after reading back", place());
        }
    }
    let mut again = Game::new(rules, number);
    for m in played {
        again.play(m).expect("a move that was legal before");
    }
    assert!(sight(&again) == sight(&game), "{name}, game {number}: replayed");
    let start = game.start_events().to_vec();
    game.history().iter().fold(start, |all, ply| [all, ply.events.clone()].concat())
}

/// Random games of a kind. Every trigger must have fired, so that no law holds for want of anything happening.
fn check_laws(name: &str, text: &str, faults_allowed: bool) {
    let rules = rules(name, text);
    let mut silent: Vec<&str> = rules.variant().triggers.iter().map(|t| t.name.as_str()).collect();
    for number in 0..games() {
        for entry in random_game(name, &rules, number) {
            match entry {
                LogEntry::Trigger { name, .. } => silent.retain(|other| *other != name),
                LogEntry::Fault { message, .. } => {
                    assert!(faults_allowed, "{name}, game {number}: {message}")
                }
                _ => {}
            }
        }
    }
    assert!(silent.is_empty(), "{name}: never fired: {silent:?}");
}

macro_rules! laws {
    ($($name:ident($faults_allowed:expr);)*) => {$(
        #[test]
        fn $name() {
            check_laws(
                stringify!($name),
                include_str!(concat!("living/", stringify!($name), ".chesslang")),
                $faults_allowed,
            );
        }
    )*};
}

laws! {
    trapper(false);
    court(false);
    graveyard(false);
    series(false);
    faults(true);
}
