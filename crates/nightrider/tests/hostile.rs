//! Texts that nobody would write: spoilt games, endless lists, patterns that explode. Compiling them ends soon,
//! and in diagnostics, never in a panic.

use std::time::{Duration, Instant};

use nightrider::lang::NoLoader;
use nightrider::lang::diagnostic::Diagnostics;
use nightrider::lang::render::text::{Colours, text as rendered};
use nightrider::library::LIBRARY;
use nightrider::{compile_library, compile_source};
use proptest::prelude::*;

/// A game with a bit of everything, for spoiling.
const RICH: &str = r#"game: "Rich"
board:
  size: 9x8
  holes: [e4]
  zones:
    hill: [d4-e5, a1]
effect mud { blocks: enemy; visual: highlight(brown, 0.5); duration: 3 }
pattern Leap = leap(3, 1) | leap(2, 0) where state.fresh or not check
piece Ogre { move: Leap | slide(diagonal, 2) + step(forward) * 2 where target not in zone.hill; capture: =move; traits: [jump, big]; state: { fresh: true, n: 0 }; value: 4; symbol: "O" }
piece Pawn { move: chessembly { move(0, 1) take(1, 1) } }
action tire(who, n) { if n > 1 { set who.state.fresh = false } else if n == 0 { remove who } else { tire2(who) } }
action tire2(who) { set who.state.n = max(1, who.state.n) * 2 % 7 - -3 }
trigger a {
  on: capture
  when: piece.type in [Ogre, Knight] and any Ogre adjacent to captured where Ogre.owner == captured.owner and traits has big
  optional: true
  description: "Now?"
  do: {
    let near = piece_at(target)
    for v in pieces in radius(2) from target where enemy and not King { mark v with mud; tire(v, 2) }
    if count Pawns where on rank 4 >= 2 { set game.state.n += count Pawns where enemy }
    create Ogre at random_empty_square adjacent to Ogre for opponent
    if near != null { transform near to captured.type } else: { cancel }
  }
}
trigger b { on: turn_start; when: any Ogre where state.n > 2; do: { draw with reason "so"; win player; move Ogre to {file: 1, rank: 2} } }
setup:
  White:
    King: [e1]
    Ogre: [a2-c3]
  Black: { e8: King, d8: Ogre }
  replace:
    Ogre: Knight
victory:
  replace:
    checkmate: King in zone.hill and not opponent.King on rank 8 for White
  add:
    late: opponent.pieces == 0 or can_reach(King, rank 8) or Black.Queen captured
draw:
  remove: [stalemate]
rules:
  promotion: { White: { pieces: [Queen], rank: 6 }, Black: { zone: hill } }
  castling: { king_to: [c, g] }
  turn: { moves: { White: 2 }, check_ends: false }
script {
  function f(a) { return a + 1; }
}
"#;

/// Words to throw into a text.
const SCRAPS: [&str; 40] = [
    "piece",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    ":",
    ",",
    ";",
    "|",
    "+",
    "*",
    "where",
    "and",
    "or",
    "not",
    "any Ogre where",
    "count pieces where",
    "piece.state.n",
    "zone.hill",
    "in",
    "on rank 3",
    "King",
    "\n",
    "\n  ",
    "\n    ",
    "=move",
    "\"",
    "#",
    "99999999999999999999",
    "-1",
    "기사",
    "e4",
    "a1-i9",
    "step(N)",
    "Ogre.move",
    "set",
    "trigger t { on: move; do:",
    "\u{0}",
];

/// A way to spoil a text; the numbers are taken modulo what there is.
#[derive(Clone, Debug)]
enum Spoil {
    Cut(usize, usize),
    Double(usize, usize),
    Insert(usize, usize),
    Swap(usize, usize, usize),
}

fn spoils() -> impl Strategy<Value = Vec<Spoil>> {
    let one = prop_oneof![
        (any::<usize>(), 0..40usize).prop_map(|(at, length)| Spoil::Cut(at, length)),
        (any::<usize>(), 0..120usize).prop_map(|(at, length)| Spoil::Double(at, length)),
        (any::<usize>(), 0..SCRAPS.len()).prop_map(|(at, scrap)| Spoil::Insert(at, scrap)),
        (any::<usize>(), any::<usize>(), 0..30usize).prop_map(|(a, b, length)| Spoil::Swap(a, b, length)),
    ];
    prop::collection::vec(one, 1..8)
}

fn spoil(text: &str, spoils: &[Spoil]) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for spoil in spoils {
        let count = letters.len().max(1);
        let part = |at: usize, length: usize| {
            let start = (at % count).min(letters.len());
            start..(start + length).min(letters.len())
        };
        match *spoil {
            Spoil::Cut(at, length) => drop(letters.drain(part(at, length))),
            Spoil::Double(at, length) => {
                let part = part(at, length);
                let again: Vec<char> = letters[part.clone()].to_vec();
                letters.splice(part.end..part.end, again);
            }
            Spoil::Insert(at, scrap) => {
                let start = part(at, 0).start;
                letters.splice(start..start, SCRAPS[scrap].chars());
            }
            Spoil::Swap(a, b, length) => {
                let (from, to) = (part(a, length), part(b, 0).start);
                let moved: Vec<char> = letters[from].to_vec();
                letters.splice(to..to, moved);
            }
        }
    }
    letters.into_iter().collect()
}

/// Compiles a text; how many things are told of it.
fn told(text: &str) -> usize {
    let compiled = compile_source("spoilt.chesslang", text, &NoLoader);
    assert_eq!(compiled.variant.is_none(), compiled.has_errors(), "a game comes out unless there are errors");
    if let Some(variant) = &compiled.variant {
        consistent(variant);
    }
    for found in &compiled.diagnostics {
        let source = compiled.sources.get(found.span.source).expect("a text that was read");
        assert!(found.span.end as usize <= source.text.len());
    }
    compiled.diagnostics.len()
}

/// What whoever uses a variant relies on: squares lie on the board, indices in their lists.
fn consistent(variant: &nightrider::model::Variant) {
    let (squares, pieces) = (variant.board.len(), variant.pieces.len());
    for placement in &variant.setup.pieces {
        assert!(placement.square.index() < squares && placement.piece.index() < pieces);
        assert!(!variant.board.is_hole(placement.square));
    }
    let mut letters: Vec<&str> = variant.pieces.iter().map(|piece| piece.letter.as_str()).collect();
    letters.sort_unstable();
    letters.dedup();
    assert_eq!(letters.len(), pieces, "letters are unique");
    let text = serde_json::to_string(variant).expect("the model can be written");
    let again: nightrider::model::Variant = serde_json::from_str(&text).expect("and read back");
    assert_eq!(again, *variant);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn spoilt_games_are_told_of(spoils in spoils()) {
        told(&spoil(RICH, &spoils));
    }

    #[test]
    fn spoilt_library_games_are_told_of(game in 0..LIBRARY.len(), spoils in spoils()) {
        told(&spoil(LIBRARY[game].text, &spoils));
    }
}

#[test]
fn the_game_to_be_spoilt_is_sound() {
    let compiled = compile_source("rich.chesslang", RICH, &NoLoader);
    let errors: Vec<&str> = compiled.diagnostics.iter().map(|found| found.message.as_str()).collect();
    assert!(compiled.variant.is_some(), "{errors:?}");
}

#[test]
fn every_library_game_compiles_without_a_remark() {
    for game in LIBRARY {
        let compiled = compile_library(game.name).expect("it is in the library");
        let told: Vec<String> = compiled
            .diagnostics
            .iter()
            .map(|found| format!("{} {} {:?}", found.code, found.message, found.span))
            .collect();
        assert_eq!(told, Vec::<String>::new(), "{}", game.name);
        consistent(&compiled.variant.expect("without errors there is a game"));
    }
}

/// Compiles a text and says how long it took. The bounds in these tests are ten times what a release build
/// needs, for unoptimised builds on busy machines.
fn timed(text: &str) -> (usize, Duration) {
    let start = Instant::now();
    let count = told(text);
    (count, start.elapsed())
}

#[test]
fn a_thousand_pieces_with_triggers_take_no_time() {
    let mut text = "game: \"Thousand\"\n".to_string();
    for n in 0..1_000 {
        text += &format!(
            "piece P{n} {{ move: step(any) | leap(2, 1) where first_move; state: {{ k: {n} }} }}\n\
             trigger t{n} {{ on: move; when: piece.type == P{n} and piece.state.k > 2; do: set piece.state.k += 1 }}\n"
        );
    }
    text += "setup:\n  add:\n";
    let (count, time) = timed(&text);
    assert!(count <= Diagnostics::LIMIT + 1 && time < Duration::from_secs(2), "{count} told in {time:?}");
}

#[test]
fn texts_of_a_megabyte_end_soon() {
    let repeated = |head: &str, line: &dyn Fn(usize) -> String| {
        let mut text = format!("game: \"Large\"\n{head}");
        let mut n = 0;
        while text.len() < 1_000_000 {
            text += &line(n);
            n += 1;
        }
        text
    };
    let texts = [
        repeated("", &|n| format!("piece P{n} {{ move: step(any) }}\n")),
        repeated("", &|n| {
            format!("trigger t{n} {{ on: move; when: pice.type == Quen{n}; do: mark origin with f{n} }}\n")
        }),
        repeated("", &|n| format!("pattern A{n} = A{} | A{}\n", n + 1, n + 1)),
        repeated("", &|n| format!("piece Y{n} {{ move: Y{}.move | Y{}.move }}\n", n + 1, n + 1)),
        repeated("board:\n  zones:\n", &|n| format!("    z{n}: [a1-h8]\n")),
        repeated("victory:\n", &|n| format!("  c{n}: King on rank 8\n")),
        repeated("setup:\n  add:\n", &|_| "    White Knight: [a1-h8]\n".to_string()),
        repeated("trigger t { on: move; do: {\n", &|n| format!("set game.state.f{n} = game.state.g{n}\n")),
        repeated("", &|n| format!("action a{n}() {{ a{}(); a{}() }}\n", n + 1, n + 1)),
        format!(
            "game: \"L\"\ntrigger t {{ on: move; when: target in [{}e4]; do: cancel }}\n",
            "e4, ".repeat(250_000)
        ),
        format!(
            "game: \"L\"\npiece X {{ move: step(N) where {}empty }}\n",
            "(empty or enemy) and ".repeat(50_000)
        ),
        format!(
            "game: \"L\"\npattern A = {}step(N)\n{}",
            "step(N) | ".repeat(15_000),
            "piece Y { move: A }\n".repeat(30_000)
        ),
        format!("game: \"L\"\npiece X {{ move: step(N); traits: [{}z] }}\n", "t, ".repeat(300_000)),
        format!(
            "game: \"L\"\npiece X {{ move: chessembly {{ {} }} }}\n",
            (0..36_000).map(|n| format!("transition(n{n}) move(1, 0); ")).collect::<String>()
        ),
    ];
    for text in texts {
        let (_, time) = timed(&text);
        assert!(time < Duration::from_secs(10), "{time:?} for {}...", &text[..80]);
    }
}

#[test]
fn nesting_of_any_depth_is_bounded() {
    for (open, close) in
        [("(", ")"), ("not ", ""), ("abs(", ")"), ("any Knight where ", ""), ("1 + ", ""), ("[", "]")]
    {
        let text = format!(
            "game: \"Deep\"\ntrigger t {{ on: move; when: {}1{} == 1; do: cancel }}\n",
            open.repeat(10_000),
            close.repeat(10_000)
        );
        let (_, time) = timed(&text);
        assert!(time < Duration::from_secs(5), "{time:?} for {open}");
    }
}

#[test]
fn programs_of_a_megabyte_end_soon() {
    let repeated = |line: &dyn Fn(usize) -> String| {
        let mut text = String::new();
        let mut n = 0;
        while text.len() < 1_000_000 {
            text += &line(n);
            n += 1;
        }
        text
    };
    let same = |words: &'static str| repeated(&move |_| words.to_string());
    let texts = [
        same("take-move(1, 0) repeat(1);\n"),
        same("{ "),
        same("} "),
        same("do "),
        same("while "),
        same("not "),
        same("move(1, 0) "),
        same("+ { move(1, 0) "),
        same("set-state(k, 1) "),
        same("("),
        same("말"),
        same("take-mvoe(1, 0) "),
        repeated(&|n| format!("label({n}) jne({}) ", 70_000 - n.min(70_000))),
        repeated(&|n| format!("transition(n{n}) move(1, {}); ", n % 9)),
        repeated(&|n| format!("piece(p{n}) move(1, {}); ", n % 9)),
        repeated(&|n| format!("piece(p{}) take-move(1, {}) repeat(1); ", n % 60, n % 9)),
        repeated(&|n| format!("if-state(k, {n}) not ")),
    ];
    let board = nightrider::notation::read_bare_board("3k4/8/8/8/3X4/8/8/3K4").expect("a board");
    let from = board.board().parse("d4").expect("a square");
    for text in texts {
        let start = Instant::now();
        let sheet = nightrider::chessembly::Sheet::new("large", &text);
        let found = sheet.evaluate(&board, from).expect("a piece stands there");
        assert!(found.steps <= 10_000 * sheet.program().chains.len() as u64);
        let game = nightrider::compile_program("large.chessembly", &text);
        rendered(&game.sources, &game.diagnostics, Colours::Off);
        if let Some(variant) = game.variant {
            let rules = nightrider::engine::Rules::compile(variant).expect("a playable game");
            assert!(!nightrider::engine::Game::new(&rules, 0).legal_moves().is_empty());
        }
        let time = start.elapsed();
        let opening: String = text.chars().take(40).collect();
        assert!(time < Duration::from_secs(15), "{time:?} for {opening}...");
    }
}

/// Loops within loops stop, and the account of the ply stays short: it counts what it does not tell.
#[test]
fn an_account_does_not_tell_a_hundred_thousand_actions() {
    let text = "game: \"L\"\ntrigger loop { on: move; do: { for a in pieces { for b in pieces { for c in pieces { for d in pieces \
        { set game.state.x += 1 } } } } } }\n\
        trigger once { on: move; do: { for a in pieces { for b in pieces { set game.state.y += 1 } } } }\n";
    let variant = compile_source("loops.chesslang", text, &NoLoader).variant.expect("a checked game");
    let rules = nightrider::rules(variant).expect("a game that compiles");
    let mut game = nightrider::engine::Game::new(&rules, 1);
    game.play(game.legal_moves()[0]).expect("a legal move");
    let told: Vec<_> = game.history()[0]
        .events
        .iter()
        .filter_map(|entry| match entry {
            nightrider::engine::LogEntry::Trigger { actions, .. } => Some(actions),
            _ => None,
        })
        .collect();
    assert_eq!(told.iter().map(|actions| actions.len()).collect::<Vec<_>>(), [501, 501]);
    // 32 pieces, each with each: 1,024 actions, of which 500 are told.
    assert_eq!(told[1][500], "and 524 actions more");
    assert!(told[0][500].ends_with("actions more"), "{}", told[0][500]);
}
