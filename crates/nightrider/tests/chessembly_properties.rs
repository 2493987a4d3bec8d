//! Laws that hold for every Chessembly program on every board.

use nightrider::chessembly::{Evaluation, Sheet};
use nightrider::compile_library;
use nightrider::engine::{Entry, Game, Rules, Setup};
use nightrider::model::{Pattern, Variant};
use nightrider::notation::{Fen, read_bare_board};
use proptest::prelude::*;

fn run(program: &str, fen: &str) -> Evaluation {
    let board = read_bare_board(fen).expect("a board");
    let runs = |&square: &_| board.piece(square).is_some_and(|piece| piece.letter == 'X');
    let from = board.board().squares().find(runs).expect("a piece X");
    Sheet::new("test", program).evaluate(&board, from).expect("it stands there")
}

/// Programs made of words that fit together more often than not.
fn programs() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        8 => "(move|take|take-move|catch|jump|shift|peek|observe|enemy|friendly|edge|danger|anchor)\\((-?[0-2]), (-?[0-2])\\)",
        4 => "(repeat|label|jmp|jne|read|write|read-xor|write-anchor|read-anchor|absolute-x)\\([0-4]\\)",
        5 => "(\\{|\\}|do|while|not|true|false|end|check|transition|set-state|\\+ \\{|\\| \\{)",
        2 => "(transition\\(rook\\)|set-state\\(k, [12]\\)|piece-on\\(rook, 1, 0\\)|color\\(white\\)|place-move\\(rook, 0, 1\\)|;)",
    ];
    proptest::collection::vec(word, 0..30).prop_map(|words| words.join(" "))
}

fn boards() -> impl Strategy<Value = String> {
    let cell = prop_oneof![4 => Just('1'), 1 => proptest::sample::select(vec!['p', 'P', 'r', 'N', 'k', 'K', 'z', '*'])];
    (proptest::collection::vec(cell, 30), 0_usize..30, any::<bool>()).prop_map(|(mut cells, at, white)| {
        cells[at] = if white { 'X' } else { 'x' };
        cells.chunks(6).map(rank).collect::<Vec<_>>().join("/")
    })
}

/// A rank of a FEN, with neighbouring empty squares counted.
fn rank(cells: &[char]) -> String {
    let mut text = String::new();
    for run in cells.chunk_by(|a, b| a == b && *a == '1') {
        match run[0] {
            '1' => text += &run.len().to_string(),
            piece => text.push(piece),
        }
    }
    text
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn runs_end_and_are_the_same_twice(program in programs(), fen in boards()) {
        let first = run(&program, &fen);
        prop_assert_eq!(&run(&program, &fen), &first);
        let chains = Sheet::new("test", &program).program().chains.len() as u64;
        prop_assert!(first.steps <= 10_000 * chains);
        // No activation twice, and in an order that does not depend on the program's.
        for pair in first.activations.windows(2) {
            prop_assert_ne!(&pair[0], &pair[1]);
        }
    }

    #[test]
    fn chains_do_not_see_each_other(one in programs(), other in programs(), fen in boards()) {
        let offers = |program: &str| -> std::collections::BTreeSet<String> {
            run(program, &fen).activations.iter().map(ToString::to_string).collect()
        };
        let together = offers(&format!("{one};{other}"));
        let apart = offers(&one).into_iter().chain(offers(&other)).collect();
        prop_assert_eq!(together, apart);
    }

    #[test]
    fn activations_fit_what_stands_there(program in programs(), fen in boards()) {
        let board = read_bare_board(&fen).expect("a board");
        let at = |name: &String| board.piece(board.board().parse(name).expect("on the board"));
        let runner = board.board().squares().find_map(|square| board.piece(square).filter(|p| p.letter == 'X'));
        let owner = runner.expect("X is there").owner;
        for offer in run(&program, &fen).activations {
            let enemy = |name: &String| at(name).is_some_and(|piece| piece.owner != owner);
            match offer.kind {
                "move" | "jump" => prop_assert!(at(&offer.to).is_none() && offer.captures.is_none()),
                "take" | "catch" => prop_assert!(enemy(&offer.to) && offer.captures.as_ref() == Some(&offer.to)),
                "take-move" if offer.captures.is_some() => prop_assert!(enemy(&offer.to)),
                "take-move" => prop_assert!(at(&offer.to).is_none()),
                "take-jump" => {
                    prop_assert!(at(&offer.to).is_none());
                    prop_assert!(offer.captures.as_ref().is_some_and(enemy));
                }
                _ => prop_assert!(at(&offer.to).is_none_or(|piece| piece.letter != 'X')),
            }
        }
    }
}

/// Standard chess in which the queens move by a program, malformed as it may be.
fn game_of(program: &str) -> Variant {
    let mut variant = compile_library("standard").and_then(|compiled| compiled.variant).expect("it compiles");
    let queen = variant.piece_named("Queen").expect("a queen");
    let program = Sheet::new("test", program).program().clone();
    variant.player_fields.extend(program.keys.iter().cloned());
    variant.pieces[queen.index()].moves = vec![Pattern::Program(Box::new(program))];
    variant
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn compiled_programs_play_as_those_that_are_run(
        program in programs(),
        choices in proptest::collection::vec(any::<usize>(), 8),
    ) {
        let variant = game_of(&program);
        let fen = Fen::parse(&variant, "q3k3/1p2p3/2q2n2/8/3Q1P2/1P3q2/4P3/Q2QK3 w - - 0 1").expect("a FEN");
        let setup = Setup { entry: Entry::GoesOn, ..fen.setup() };
        let both = [Rules::compile, Rules::compile_running_programs];
        let [mut compiled, mut run] = both.map(|compile| {
            let rules = compile(variant.clone()).expect("a playable game");
            Game::from_setup(&rules, &setup, 0).expect("a possible position")
        });
        for choice in choices {
            let sorted = |game: &Game| {
                let mut moves = game.legal_moves().to_vec();
                moves.sort_unstable();
                moves
            };
            let moves = sorted(&compiled);
            prop_assert_eq!(&moves, &sorted(&run));
            if moves.is_empty() {
                break;
            }
            let m = moves[choice % moves.len()];
            compiled.play(m).expect("legal");
            run.play(m).expect("legal");
            prop_assert_eq!(compiled.hash(), run.hash());
        }
    }
}
