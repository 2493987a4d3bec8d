//! The node counts of `tests/perft`, each game of the library against numbers of other engines.
//!
//! By default every count up to 3,000 nodes is checked; `NIGHTRIDER_PERFT_NODES=N` checks those up to N, for
//! which a release build is advised.

#![allow(clippy::unwrap_used)] // A test that cannot go on has failed.

use std::collections::BTreeMap;
use std::path::PathBuf;

use nightrider::compile_library;
use nightrider::engine::{Game, Rules};
use nightrider::library::LIBRARY;
use nightrider::notation::Fen;

/// A position with its known counts.
struct Row {
    id: String,
    /// A FEN; `None` is the game's setup.
    fen: Option<String>,
    source: String,
    /// Nodes by depth.
    counts: BTreeMap<u32, u64>,
}

fn folder() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/perft"))
}

fn read(game: &str) -> Vec<Row> {
    let path = folder().join(format!("{game}.perft"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines().filter(|line| !line.starts_with('#')).map(read_row).collect()
}

fn read_row(line: &str) -> Row {
    let mut fields = line.split(" ;");
    let position = fields.next().filter(|text| !text.is_empty()).expect("a position");
    let (mut id, mut source, mut counts) = (None, None, BTreeMap::new());
    for field in fields {
        match field.split_once(' ').unwrap_or_else(|| panic!("`{field}` in `{line}`")) {
            ("id", value) => id = Some(value.to_string()),
            ("source", value) => source = Some(value.to_string()),
            (depth, nodes) => {
                let depth = depth.strip_prefix('D').unwrap_or_else(|| panic!("`{depth}` in `{line}`"));
                counts.insert(depth.parse().unwrap(), nodes.parse().unwrap());
            }
        }
    }
    assert!(!counts.is_empty(), "{line}");
    Row {
        id: id.expect("an id"),
        fen: (position != "start").then(|| position.to_string()),
        source: source.expect("a source"),
        counts,
    }
}

#[test]
fn every_count_up_to_the_limit() {
    let limit: u64 = std::env::var("NIGHTRIDER_PERFT_NODES").ok().map_or(3_000, |n| n.parse().unwrap());
    let only = std::env::var("NIGHTRIDER_PERFT_GAME").ok();
    let mut faults = Vec::new();
    let mut checked = 0;
    for entry in LIBRARY.iter().filter(|entry| only.as_deref().is_none_or(|only| only == entry.name)) {
        let variant = compile_library(entry.name).and_then(|compiled| compiled.variant).expect(entry.name);
        let rules = Rules::compile(variant).expect(entry.name);
        for row in read(entry.name) {
            let game = match &row.fen {
                None => Game::new(&rules, 0),
                Some(text) => {
                    let fen = Fen::parse(rules.variant(), text);
                    let fen = fen.unwrap_or_else(|error| panic!("{} {}: {error}", entry.name, row.id));
                    Game::from_setup(&rules, &fen.setup(), 0)
                        .unwrap_or_else(|error| panic!("{} {}: {error}", entry.name, row.id))
                }
            };
            for (&depth, &nodes) in row.counts.iter().filter(|(_, nodes)| **nodes <= limit) {
                checked += 1;
                let counted = game.perft(depth);
                if counted != nodes {
                    let (id, source) = (&row.id, &row.source);
                    let name = entry.name;
                    faults.push(format!("{name} {id} depth {depth}: {counted}, {source} says {nodes}"));
                    break;
                }
            }
        }
    }
    assert!(faults.is_empty(), "{} of {checked} counts differ:\n{}", faults.len(), faults.join("\n"));
    assert!(checked > 0);
}

#[test]
fn every_game_has_counts_and_all_have_known_sources() {
    let readme = std::fs::read_to_string(folder().join("README.md")).unwrap();
    let sources: Vec<&str> = readme
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split('`').next())
        .map(|key| key.split(':').next().unwrap_or(key))
        .collect();
    for entry in LIBRARY {
        let rows = read(entry.name);
        assert!(rows.iter().any(|row| row.counts.values().any(|nodes| *nodes > 10_000) || rows.len() < 5));
        for row in rows {
            let key = row.source.split(':').next().unwrap();
            assert!(sources.contains(&key), "{}: the source {} is not explained", entry.name, row.source);
        }
    }
}
