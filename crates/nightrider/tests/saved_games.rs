//! A game that is saved and loaded again is the same game: over random games of everything in the library and the
//! examples, and of games whose state is hard to keep.

#![allow(clippy::unwrap_used)] // A test that cannot go on has failed.

mod numbers;

use std::path::Path;

use nightrider::engine::{Game, Rules};
use nightrider::lang::NoLoader;
use nightrider::library::LIBRARY;
use nightrider::notation::LegalMoves;
use nightrider::record::Record;
use nightrider::{compile_library, compile_program, compile_source, rules};

use numbers::Numbers;

/// How many random games of each kind; more where `NIGHTRIDER_LAW_GAMES` says so.
fn games(usual: u64) -> u64 {
    std::env::var("NIGHTRIDER_LAW_GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

fn json(record: &Record) -> String {
    serde_json::to_string_pretty(&record.saved()).unwrap()
}

/// Plays a random legal move in each of the records, the same one.
fn play_one(numbers: &mut Numbers, records: &mut [&mut Record]) -> bool {
    let legal = LegalMoves::of(records[0].game());
    if legal.list().is_empty() {
        return false;
    }
    let text = legal.list()[numbers.below(legal.list().len())].text.clone();
    for record in records {
        record.play(&text).unwrap_or_else(|error| panic!("{error}"));
    }
    true
}

fn assert_same(name: &str, one: &Record, two: &Record) {
    let (ours, theirs) = (one.game(), two.game());
    assert_eq!(theirs.hash(), ours.hash(), "{name}: hash");
    assert_eq!(theirs.legal_moves(), ours.legal_moves(), "{name}: legal moves");
    assert_eq!(theirs.result(), ours.result(), "{name}: result");
    assert_eq!(theirs.script_status(), ours.script_status(), "{name}: status");
    assert!(theirs.setup() == ours.setup(), "{name}: {:?}\nis not\n{:?}", theirs.setup(), ours.setup());
    assert_eq!(json(two), json(one), "{name}");
}

/// Saves a random game at a random ply, loads it, and plays both on with the same moves.
fn check(name: &str, rules: &Rules, seed: u64) {
    let mut numbers = Numbers(seed ^ 0x5eed);
    let mut record = Record::new(Game::new(rules, seed));
    let before = numbers.below(40);
    for _ in 0..before {
        if !play_one(&mut numbers, &mut [&mut record]) {
            break;
        }
    }
    let name = format!("{name}, seed {seed}, saved after {} plies", record.game().ply());
    let text = json(&record);
    let mut loaded = Record::load(rules, &text, 77).unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
    assert_same(&name, &record, &loaded);
    for _ in 0..12 {
        if !play_one(&mut numbers, &mut [&mut record, &mut loaded]) {
            break;
        }
    }
    assert_same(&format!("{name}, then played on"), &record, &loaded);
    // What was played since can be taken back, as far as the place where it was saved.
    while loaded.undo() {}
    assert_eq!(json(&loaded), text, "{name}, taken back");
}

#[test]
fn games_of_the_library_are_saved_without_loss() {
    for game in LIBRARY {
        let rules = rules(compile_library(game.name).unwrap().variant.unwrap()).unwrap();
        for seed in 0..games(1) {
            check(game.name, &rules, seed);
        }
    }
}

#[test]
fn games_of_the_examples_are_saved_without_loss() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let mut count = 0;
    for path in paths {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let variant = match path.extension().and_then(|extension| extension.to_str()) {
            Some("chesslang") => {
                compile_source(&name, &std::fs::read_to_string(&path).unwrap(), &NoLoader).variant
            }
            Some("chessembly") => compile_program(&name, &std::fs::read_to_string(&path).unwrap()).variant,
            _ => continue,
        };
        let rules = rules(variant.unwrap()).unwrap();
        for seed in 0..games(3) {
            check(&name, &rules, seed);
        }
        count += 1;
    }
    assert!(count > 40, "{count} examples");
}

/// Games in which much is hidden: marks laid inside a turn of several moves, marks of pieces and squares mixed,
/// owners that change, kinds that come and go, results declared at the start, and scripts with a memory.
const HARD: &[(&str, &str)] = &[
    (
        "marks",
        r#"
game: "Marks"
effect web { blocks: enemy; duration: 3 }
effect chill { blocks: all; duration: 2 }
piece Knight { move: leap(2,1); state: { hops: 0, note: null } }
trigger spin { on: move; when: piece.type == Knight; do: { mark origin with web; mark pieces in radius(1) from target where Pawn with chill; set piece.state.hops += 1; set player.state.hops += 1; set game.state.last = "hop" } }
trigger rest { on: move; when: piece.type == Bishop; do: { set piece.state.cooldown = 3 } }
trigger turncoat { on: capture; when: captured.type == Pawn; do: { set captured.owner = player } }
trigger fairy { on: turn_end; do: { create Knight at random_empty_square for player; remove pieces in radius(0) from random_empty_square } }
rules:
  turn: { moves: 3 }
"#,
    ),
    (
        "memory",
        r#"
game: "Memory"
piece Pawn { state: { steps: 0 } }
script {
  game.state.list = [];
  game.on("move", (event) => {
    event.piece.state.steps = (event.piece.state.steps ?? 0) + 1;
    event.piece.state.loose = { from: event.from };
    game.state.list = [...game.state.list, game.moveHistory.length].slice(-5);
    if (Math.random() < 0.3 && game.moveHistory.length % 3 == 0) game.allowExtraMove(event.player);
    else game.endTurn();
    console.log("so far " + game.moveHistory.length);
  });
  game.getStatus = () => "moves " + game.moveHistory.length;
}
"#,
    ),
    (
        "kinds",
        r#"
game: "Kinds"
piece Ghost { move: step(any); symbol: "G" }
trigger haunt { on: move; when: piece.type == Knight; do: { transform piece to Ghost } }
trigger fade { on: move; when: piece.type == Ghost; do: { if game.state.faded > 2 { remove piece }; set game.state.faded += 1 } }
victory:
  add:
    exorcism: Ghost captured
rules:
  turn: { moves: progressive }
"#,
    ),
    (
        "decided",
        r#"
game: "Decided"
trigger grant { on: game_start; do: { win White } }
"#,
    ),
    (
        "shared",
        r#"
game: "Shared"
rules:
  check: { must_escape: false }
trigger swap { on: capture; when: piece.type == Rook; do: { set piece.owner = opponent } }
trigger second { on: move; when: piece.type == King; do: { create King at random_empty_square; create Rook at random_empty_square } }
"#,
    ),
];

#[test]
fn what_is_hard_to_keep_is_kept() {
    for (name, text) in HARD {
        let compiled = compile_source("hard.chesslang", text, &NoLoader);
        let found: Vec<&str> = compiled.diagnostics.iter().map(|found| found.message.as_str()).collect();
        let rules = rules(compiled.variant.unwrap_or_else(|| panic!("{name}: {found:?}"))).unwrap();
        for seed in 0..games(25) {
            check(name, &rules, seed);
        }
    }
}

/// A value that the game can put into a field is read, and one that it cannot is refused with the place and what is
/// wanted.
#[test]
fn state_of_another_kind_is_refused() {
    let text = "game: \"Kinds\"\n\
        piece Ogre { move: step(any); symbol: \"O\"; state: { hp: 3, awake: true, name: \"x\", mood: null, shape: \"Ogre\" } }\n\
        piece Crab { move: chessembly { set-state(tide, 1) take-move(1, 0); }; symbol: \"C\" }\n\
        trigger a { on: move; when: piece.type == Ogre; do: { set piece.state.hp += 1; set game.state.total = count pieces } }\n\
        trigger b { on: capture; when: piece.type == Ogre; do: { set piece.state.shape = captured.type; set game.state.last = piece.pos } }\n\
        trigger c { on: turn_end; do: { set game.state.night = not game.state.night; set player.state.copy = game.state.total } }\n\
        trigger d { on: check; do: set piece.state.mood = piece.state.hp }\n\
        setup:\n  add:\n    White Ogre: [d3]\n    Black Crab: [d6]\n";
    let rules = rules(compile_source("kinds", text, &NoLoader).variant.unwrap()).unwrap();
    let mut record = Record::new(Game::new(&rules, 1));
    record.play("d3e4").unwrap();
    record.play("d6c6").unwrap();
    let saved: serde_json::Value = serde_json::from_str(&json(&record)).unwrap();
    let ogre = saved["pieces"].as_array().unwrap().iter().position(|piece| piece["type"] == "Ogre").unwrap();
    let in_ogre = |field: &str| format!("/pieces/{ogre}/state/{field}");
    // Where, what, and what must be said of it.
    let refused = [
        (in_ogre("hp"), serde_json::json!("three"), "`hp` holds a number and not a string"),
        (in_ogre("hp"), serde_json::json!(true), "`hp` holds a number and not true or false"),
        (in_ogre("awake"), serde_json::json!(1), "`awake` holds true or false and not a number"),
        (in_ogre("name"), serde_json::json!([1]), "`name` holds a string and not a list"),
        (in_ogre("shape"), serde_json::json!(7), "`shape` holds a string and not a number"),
        ("/state/total".into(), serde_json::json!("many"), "`total` holds a number and not a string"),
        ("/state/last".into(), serde_json::json!({"file": 1}), "`last` holds a string and not a record"),
        ("/state/night".into(), serde_json::json!("yes"), "`night` holds true or false and not a string"),
        (
            "/players/Black/state/tide".into(),
            serde_json::json!(false),
            "`tide` holds a number and not true or false",
        ),
    ];
    let set = |place: &str, value: &serde_json::Value| {
        let mut saved = saved.clone();
        let (parent, field) = place.rsplit_once('/').unwrap();
        saved.pointer_mut(parent).unwrap()[field] = value.clone();
        Record::load(&rules, &saved.to_string(), 0)
    };
    for (place, value, wanted) in &refused {
        let error =
            set(place, value).err().unwrap_or_else(|| panic!("{place} = {value} is read")).to_string();
        assert!(error.contains(wanted), "{place} = {value}: {error}");
        assert!(
            error.starts_with(if place.contains("pieces") { "pieces, e4" } else { &place[1..6] }),
            "{error}"
        );
    }
    let read = [
        (in_ogre("hp"), serde_json::json!(-9)),
        (in_ogre("hp"), serde_json::Value::Null),
        // Set to what another field holds.
        (in_ogre("mood"), serde_json::json!("good")),
        ("/players/White/state/copy".into(), serde_json::json!("c")),
        ("/state/last".into(), serde_json::json!("e4")),
        ("/state/night".into(), serde_json::json!(true)),
    ];
    for (place, value) in &read {
        if let Err(error) = set(place, value) {
            panic!("{place} = {value}: {error}");
        }
    }
}
