//! Standard chess, built in code, has the published numbers of nodes.
//!
//! The numbers are those of <https://www.chessprogramming.org/Perft_Results>; the library's node counts
//! are checked in the facade.

mod support;

use nightrider_engine::{Game, Rules};
use nightrider_notation::Fen;

#[test]
fn published_node_counts() {
    let variant = support::standard();
    let rules = Rules::compile(variant.clone()).expect("a playable game");
    let table: [(&str, &[u64]); 6] = [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", &[20, 400, 8902, 197_281]),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", &[48, 2039, 97_862]),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", &[14, 191, 2812, 43_238]),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", &[6, 264, 9467]),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", &[44, 1486, 62_379]),
        ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", &[46, 2079, 89_890]),
    ];
    for (fen, counts) in table {
        let setup = Fen::parse(&variant, fen).expect("a good FEN").setup();
        let game = Game::from_setup(&rules, &setup, 0).expect("a possible position");
        for (depth, &count) in counts.iter().enumerate() {
            assert_eq!(game.perft(depth as u32 + 1), count, "{fen} at depth {}", depth + 1);
        }
    }
}
