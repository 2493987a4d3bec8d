//! Laws that hold in every position of every game: texts are unique and read back, FENs lose nothing that
//! they can say.

use std::collections::BTreeSet;

use nightrider::engine::{Game, Rules};
use nightrider::lang::NoLoader;
use nightrider::library::LIBRARY;
use nightrider::{compile_library, compile_source};
use nightrider_notation::drawing::{Glyphs, Side, board};
use nightrider_notation::{Fen, LegalMoves, find_san, san_without_check};

fn library(name: &str) -> Rules {
    let compiled = compile_library(name).expect("in the library");
    Rules::compile(compiled.variant.expect("no errors")).expect("can be played")
}

/// A generator of random numbers (a linear congruence), so that a failure can be repeated.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

/// Plays random games and shows every position to a law.
fn in_random_games(rules: &Rules, games: u64, plies: usize, law: impl Fn(&Game, &LegalMoves)) {
    for seed in 0..games {
        let mut random = Random(seed);
        let mut game = Game::new(rules, seed);
        for _ in 0..plies {
            let legal = LegalMoves::of(&game);
            law(&game, &legal);
            if legal.list().is_empty() {
                break;
            }
            let mv = legal.list()[random.below(legal.list().len())].mv;
            game.play(mv).expect("legal");
        }
    }
}

fn texts_are_unique_and_read_back(game: &Game, legal: &LegalMoves) {
    let name = &game.rules().variant().name;
    let texts: BTreeSet<&str> = legal.list().iter().map(|mv| mv.text.as_str()).collect();
    assert_eq!(texts.len(), legal.list().len(), "{name}: texts repeat");
    for (index, mv) in legal.list().iter().enumerate() {
        assert_eq!(legal.find(&mv.text), Ok(index), "{name}: {}", mv.text);
    }
}

fn sans_read_back(game: &Game, legal: &LegalMoves) {
    let name = &game.rules().variant().name;
    for index in 0..legal.list().len() {
        let san = san_without_check(game, legal, index);
        assert_eq!(find_san(game, legal, &san), Some(index), "{name}: {san} in {}", board_of(game));
    }
}

fn a_fen_reads_back(game: &Game, legal: &LegalMoves) {
    let variant = game.rules().variant();
    let text = Fen::of(game).write(variant);
    let fen = Fen::parse(variant, &text).unwrap_or_else(|error| panic!("{}: {error}", variant.name));
    assert_eq!(fen, Fen::of(game), "{}: {text}", variant.name);
    // What the FEN says is enough to go on, in a game without state and without turns of several moves.
    let again = Game::from_setup(game.rules(), &fen.setup(), 0)
        .unwrap_or_else(|error| panic!("{}: {text}: {error:?}", variant.name));
    if game.result().is_none() {
        assert_eq!(LegalMoves::of(&again).sorted_texts(), legal.sorted_texts(), "{}: {text}", variant.name);
        assert_eq!(Fen::of(&again).write(variant), text, "{}", variant.name);
    }
}

fn board_of(game: &Game) -> String {
    board(game, Side::White, Glyphs::Ascii)
}

#[test]
fn laws_of_the_library() {
    for game in LIBRARY {
        let rules = library(game.name);
        in_random_games(&rules, 2, 40, |game, legal| {
            texts_are_unique_and_read_back(game, legal);
            a_fen_reads_back(game, legal);
            // Reading SAN compares all moves with all others, so not every position is tried.
            if game.ply().is_multiple_of(4) {
                sans_read_back(game, legal);
            }
        });
    }
}

#[test]
fn laws_of_long_games() {
    for name in ["standard", "chess960", "three-check", "grasshopper", "grand"] {
        in_random_games(&library(name), 4, 200, |game, legal| {
            texts_are_unique_and_read_back(game, legal);
            a_fen_reads_back(game, legal);
        });
    }
}

#[test]
fn laws_of_answers_and_swaps() {
    let text = r#"
game: "Choices"
effect glow { blocks: none }
piece Mage { move: step(any) | (slide(orthogonal) where friend); capture: step(any) | (step(orthogonal) where friend) }
trigger bless { on: move; when: piece.type == Mage; optional: true; do: mark target with glow }
trigger curse { on: move; when: piece.type == Mage and distance > 0; optional: true; do: mark origin with glow }
setup:
  replace:
    Knight: Mage
"#;
    let compiled = compile_source("choices.chesslang", text, &NoLoader);
    let rules = Rules::compile(compiled.variant.expect("no errors")).expect("can be played");
    in_random_games(&rules, 4, 60, texts_are_unique_and_read_back);
    // A Mage may change places with a friend that it may also take: the texts differ.
    let game = Game::new(&rules, 0);
    let texts: Vec<String> = LegalMoves::of(&game).sorted_texts().into_iter().map(str::to_owned).collect();
    for text in ["b1a1", "b1a1/ny", "b1a1/yn", "b1a1/yy", "b1b2", "b1b2xb2", "b1b2xb2/yy"] {
        let near: Vec<&String> = texts.iter().filter(|legal| legal.starts_with("b1")).collect();
        assert!(texts.iter().any(|legal| legal.starts_with(text)), "{text} is not among {near:?}");
    }
}
