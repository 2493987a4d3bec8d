//! Random games by the short way end as the same moves end when they are played as a game.

use std::path::Path;

use nightrider::engine::{Game, Playout, Rules};
use nightrider::lang::NoLoader;
use nightrider::library::LIBRARY;
use nightrider::{compile_library, compile_source};

/// Plays the moves of random games again, move by move.
fn replay(name: &str, start: &Game, games: usize, plies: usize) -> Vec<Playout> {
    let playouts: Vec<Playout> = start.playouts(7, plies).take(games).collect();
    for playout in &playouts {
        let mut game = start.clone();
        for (ply, &m) in playout.moves.iter().enumerate() {
            assert_eq!(game.result(), None, "{name}: over before ply {ply}");
            game.play(m).unwrap_or_else(|error| panic!("{name}: ply {ply}: {error}"));
        }
        assert_eq!(game.result(), playout.result.as_ref(), "{name} after {} plies", playout.moves.len());
        assert!(playout.result.is_some() || playout.moves.len() == plies, "{name}");
    }
    playouts
}

#[test]
fn library_games_end_as_they_would() {
    let mut reasons = Vec::new();
    for entry in LIBRARY {
        let compiled = compile_library(entry.name).expect("a library game");
        let rules = Rules::compile(compiled.variant.expect("a whole game")).expect("a playable game");
        let playouts = replay(entry.name, &Game::new(&rules, 0), 2, 250);
        reasons.extend(playouts.into_iter().filter_map(|playout| Some(playout.result?.reason.text())));
    }
    // The comparison has met ends of all kinds.
    for reason in ["checkmate", "stalemate", "fifty_moves", "insufficient", "royal_lost"] {
        assert!(reasons.iter().any(|met| met == reason), "{reason} is not among {reasons:?}");
    }
}

#[test]
fn examples_end_as_they_would() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let entries =
        std::fs::read_dir(folder).expect("the examples").map(|entry| entry.expect("an entry").path());
    let mut paths: Vec<_> =
        entries.filter(|path| path.extension().is_some_and(|end| end == "chesslang")).collect();
    paths.sort();
    // The moves that were drawn have answered questions of triggers with no and with yes, and promoted.
    let (mut answers, mut promotions) = ([false; 2], 0);
    for path in paths {
        let name = path.display().to_string();
        let text = std::fs::read_to_string(&path).expect("a text");
        let variant = compile_source(&name, &text, &NoLoader).variant.expect("a whole game");
        let rules = nightrider::rules(variant).expect("a playable game");
        let playouts = replay(&name, &Game::new(&rules, 0), 2, 200);
        for m in playouts.iter().flat_map(|playout| &playout.moves) {
            promotions += usize::from(m.promotion().is_some());
            if m.asked() > 0 {
                answers[usize::from(m.answers() & 1)] = true;
            }
        }
    }
    assert!(promotions > 0);
    assert_eq!(answers, [true; 2]);
}

#[test]
fn fifty_moves_and_repetition_remember_what_was_before() {
    let compiled = compile_library("standard").expect("a library game");
    let rules = Rules::compile(compiled.variant.expect("a whole game")).expect("a playable game");
    let mut game = Game::new(&rules, 0);
    let shuffle = ["b1c3", "b8c6", "c3b1", "c6b8"];
    for text in shuffle.iter().cycle().take(7) {
        let legal = nightrider::notation::LegalMoves::of(&game);
        let m = legal.list().iter().find(|named| named.text == *text).expect("a legal move").mv;
        game.play(m).expect("a legal move");
    }
    // One of Black's moves completes the third occurrence of the first position.
    let playouts = replay("standard", &game, 100, 300);
    let at_once =
        playouts.iter().find(|playout| playout.moves.len() == 1).expect("one of a hundred draws it");
    assert_eq!(at_once.result.as_ref().expect("an end").reason.text(), "repetition");
}

#[test]
fn games_with_triggers_end_as_they_would() {
    let text = r#"
game: "Race of Pawns"
trigger count {
  on: capture
  do: set player.state.taken += 1
}
trigger enough {
  on: turn_end
  when: player.state.taken >= 3
  do: win player
}
"#;
    let variant = compile_source("race.chesslang", text, &NoLoader).variant.expect("a whole game");
    let rules = Rules::compile(variant).expect("a playable game");
    let playouts = replay("Race of Pawns", &Game::new(&rules, 0), 20, 400);
    let won =
        |playout: &Playout| playout.result.as_ref().is_some_and(|r| r.reason.text() == "trigger:enough");
    assert!(playouts.iter().any(won));
}

#[test]
fn a_seed_gives_the_same_games_and_another_gives_others() {
    let compiled = compile_library("standard").expect("a library game");
    let rules = Rules::compile(compiled.variant.expect("a whole game")).expect("a playable game");
    let game = Game::new(&rules, 0);
    let some = |seed| game.playouts(seed, 40).take(3).collect::<Vec<_>>();
    assert_eq!(some(1), some(1));
    assert_ne!(some(1), some(2));
    assert_eq!(game.playouts(1, 0).next(), Some(Playout { moves: Vec::new(), result: None }));
}
