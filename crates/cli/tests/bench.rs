//! The node counts of `nightrider bench`, held to counts from elsewhere.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// What the quick set counts. It changes only when the set does.
const SIGNATURE: u64 = 685_100;

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn run(arguments: &[&str]) -> String {
    let output =
        Command::new(env!("CARGO_BIN_EXE_nightrider")).args(arguments).current_dir(repository()).output();
    let output = output.expect("the program runs");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The published counts of a game by position (`start` is its own) and depth.
fn published(game: &str) -> BTreeMap<(String, u64), u64> {
    let path = match game.strip_suffix(".chesslang") {
        Some(path) => repository().join(format!("{path}.perft")),
        None => repository().join(format!("tests/perft/{game}.perft")),
    };
    let mut counts = BTreeMap::new();
    for line in fs::read_to_string(path).unwrap_or_default().lines().filter(|line| !line.starts_with('#')) {
        let mut fields = line.split(" ;");
        let position = fields.next().expect("a position");
        for (key, value) in fields.filter_map(|field| field.split_once(' ')) {
            if let Some(depth) = key.strip_prefix('D').and_then(|depth| depth.parse().ok()) {
                counts.insert((position.to_string(), depth), value.parse().expect("a count"));
            }
        }
    }
    counts
}

/// The count that a position must have: a published one, or where there is none what the general generator, which
/// tries every move, counts.
fn expected(position: &Value, from_files: &mut u32) -> u64 {
    let text = |key| position[key].as_str().unwrap_or_default();
    let (game, depth) = (text("game"), position["depth"].as_u64().expect("a depth"));
    if text("moves").is_empty() {
        let start = if text("fen").is_empty() { "start" } else { text("fen") };
        if let Some(&nodes) = published(game).get(&(start.to_string(), depth)) {
            *from_files += 1;
            return nodes;
        }
    }
    let depth = depth.to_string();
    let mut arguments = vec!["perft", game, &depth, "--general", "--moves", text("moves")];
    if !text("fen").is_empty() {
        arguments.extend(["--fen", text("fen")]);
    }
    let counted = run(&arguments);
    counted.lines().last().and_then(|line| line.strip_prefix("nodes ")?.parse().ok()).expect("a count")
}

#[test]
fn the_signature_is_that_of_other_counts() {
    let bench: Value = serde_json::from_str(&run(&["bench", "--quick", "--json"])).expect("JSON");
    let (mut sum, mut from_files, mut positions) = (0, 0, 0);
    for group in bench["groups"].as_array().expect("groups") {
        for position in group["positions"].as_array().expect("positions") {
            let nodes = expected(position, &mut from_files);
            assert_eq!(position["nodes"].as_u64(), Some(nodes), "{position}");
            sum += nodes;
            positions += 1;
        }
    }
    assert_eq!(bench["signature"].as_u64(), Some(sum));
    assert_eq!(sum, SIGNATURE);
    assert!(from_files * 2 > positions, "{from_files} of {positions} counts are published ones");
}

#[test]
fn a_group_can_be_chosen() {
    let out = run(&["bench", "--quick", "--group", "tables"]);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 3, "{out}");
    assert!(lines[0].starts_with("tables ") && lines[0].ends_with(" million nodes per second"), "{out}");
    assert!(lines[1].starts_with("time ") && lines[2].starts_with("signature "), "{out}");
}

#[test]
fn random_games_of_every_kind_are_played_to_their_end() {
    let played: Value =
        serde_json::from_str(&run(&["bench", "--playouts", "--quick", "--json"])).expect("JSON");
    let games = played.as_array().expect("games");
    assert!(games.len() >= 8);
    for game in games {
        let count = |key| game[key].as_u64().expect("a number");
        assert!(count("playouts") > 0);
        assert_eq!(count("won") + count("drawn"), count("playouts"), "{game}");
    }
    let out = run(&["bench", "--playouts", "--quick", "--group", "amazon"]);
    assert!(out.starts_with("amazon ") && out.lines().count() == 1, "{out}");
}

#[test]
fn the_time_to_the_first_move_is_told() {
    let told: Value = serde_json::from_str(&run(&["bench", "--startup", "--quick", "--json"])).expect("JSON");
    let milliseconds = |index: usize| told[index]["milliseconds"].as_f64().expect("a time");
    assert_eq!(told[0]["what"], "standard");
    assert!((0..3).all(|index| milliseconds(index) > 0.0), "{told}");
    // The first moves of a game with a thousand types take longer than standard chess, in any build.
    assert!(milliseconds(2) > milliseconds(0), "{told}");
}
