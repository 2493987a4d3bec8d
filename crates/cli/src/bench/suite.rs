//! What `nightrider bench` counts: a fixed set of positions of games of all kinds.
//!
//! Positions of library games stand in `tests/perft/` and those of `benches/games/` beside the games, with node counts
//! from elsewhere; the set keeps to them so that its own count can be checked.

/// Positions that ask the same of the rules.
pub struct Group {
    pub name: &'static str,
    pub positions: &'static [Position],
}

/// A position and how deep it is counted.
pub struct Position {
    pub game: Named,
    /// `None` is the game's own start.
    pub fen: Option<&'static str>,
    /// Played from there.
    pub moves: &'static str,
    pub depth: u32,
    /// With `--quick`.
    pub quick: u32,
}

/// A game and where it comes from.
#[derive(Clone, Copy)]
pub enum Named {
    Library(&'static str),
    /// A file of the repository: its path there, and its text.
    File(&'static str, &'static str),
}

impl Named {
    /// The library name or the path.
    pub fn name(self) -> &'static str {
        match self {
            Named::Library(name) | Named::File(name, _) => name,
        }
    }
}

const fn library(name: &'static str, depth: u32, quick: u32) -> Position {
    Position { game: Named::Library(name), fen: None, moves: "", depth, quick }
}

const fn file(game: Named, depth: u32, quick: u32) -> Position {
    Position { game, fen: None, moves: "", depth, quick }
}

impl Position {
    const fn at(self, fen: &'static str) -> Position {
        Position { fen: Some(fen), ..self }
    }

    const fn after(self, moves: &'static str) -> Position {
        Position { moves, ..self }
    }
}

macro_rules! in_repository {
    ($path:literal) => {
        Named::File($path, include_str!(concat!("../../../../", $path)))
    };
}

/// Games of which random ones are played from the start, and how many.
pub const PLAYOUTS: &[(Named, usize)] = &[
    (Named::Library("standard"), 5_000),
    (Named::Library("three-check"), 5_000),
    (Named::Library("atomic"), 5_000),
    (Named::Library("antichess"), 5_000),
    (Named::Library("amazon"), 3_000),
    (in_repository!("benches/games/cannons.chesslang"), 3_000),
    (in_repository!("benches/games/fairy-10x10.chesslang"), 1_000),
    (in_repository!("examples/trapper.chesslang"), 500),
    (in_repository!("examples/tempest-rooks.chesslang"), 1_000),
    (in_repository!("examples/bouncing-bishops.chesslang"), 1_000),
];

/// The set.
pub const SUITE: &[Group] = &[
    Group {
        name: "standard",
        positions: &[
            library("standard", 6, 3),
            library("standard", 4, 3)
                .at("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
            library("three-check", 5, 3)
                .at("rnb1kbn1/pp1pp1pr/1qp4B/5p2/3P4/N4P2/PPP1P1PP/1R1QKBNR w Kq - 1 6 +0+0"),
            library("king-of-the-hill", 5, 3)
                .at("r1bqkbnr/1p1pp2p/n1p2pp1/p7/2P3PP/NQ6/PP1PPP2/R1B1KBNR w KQkq - 0 6"),
            library("horde", 6, 4),
            library("racing-kings", 5, 3),
            library("antichess", 6, 4),
            library("atomic", 5, 3),
        ],
    },
    Group {
        name: "tables",
        positions: &[
            library("knightmate", 5, 3),
            library("shatranj", 6, 4),
            library("berolina", 4, 2)
                .at("r4bn1/pb1k1pp1/p5p1/p1pq3r/1nP1P3/R4NP1/1PQ1PPP1/1NB1KB1R w K - 6 16"),
            file(in_repository!("benches/games/camels-and-zebras.chesslang"), 5, 3),
            file(in_repository!("benches/games/camels-and-zebras.chesslang"), 5, 3)
                .at("rczqk1cr/p2ppppp/1p6/P1p4z/2P4Z/3PP3/1P1K1PPP/RCZQ2CR w kq - 0 8"),
        ],
    },
    Group {
        name: "riders and hoppers",
        positions: &[
            library("amazon", 5, 3),
            library("nightrider", 4, 2)
                .at("rn2kb1r/pb1ppppp/2N5/1pp5/2P2q2/1PNPP2n/P5PP/R1BQKB1R w KQkq - 0 9"),
            library("grasshopper", 5, 3),
            file(in_repository!("benches/games/cannons.chesslang"), 5, 3)
                .at("r1cqkcnr/1p1pp1p1/p1p2p2/3P3p/P6P/Nn2P3/1PP2PPR/R1CQKCN1 w Qkq - 2 8"),
            file(in_repository!("benches/games/hoppers.chesslang"), 5, 3)
                .at("rv1gk1r1/p2ppppp/1p4v1/1V6/1lLP2l1/PG3P2/1PP1P2P/R1L1K1VR w KQq - 0 8"),
        ],
    },
    Group {
        name: "sequences",
        positions: &[
            file(in_repository!("benches/games/lame-pieces.chesslang"), 5, 3)
                .at("1he1ke1r/3Hg3/p6h/4pppp/Prp1P1PE/RP3P2/3P3P/2EGK1HR w Kk - 1 15"),
            file(in_repository!("examples/fortress.chesslang"), 4, 2)
                .after("c3c4 g9i5 g3g4 i5j3 i3i4 j3h2 f1f2 h2g4 h3g4 h8h7 e3e4 f10e10 d2c1 d9c10 i4i5 e9f10"),
            file(in_repository!("examples/gryphons.chesslang"), 5, 3)
                .after("c2c4 h7h5 g2g3 b8a6 e2e3 h8h6 f1e2 h6d6 f2f4 d6d2 c1d2 c7c5 e2f1 g8h6 g3g4 f7f5"),
            file(in_repository!("examples/tempest-rooks.chesslang"), 5, 3).after(
                "c2c4 h7h5 g1h3 b8a6 d2d4 g8f6 e2e3 h5h4 b1a3 a6b4 h3g1 f6e4 d1b3 e4f2 f1e2 f2h1 b3d1 f7f5 \
                 e1d2 h1g3",
            ),
            file(in_repository!("examples/bouncing-bishops.chesslang"), 5, 3)
                .after("c2c4 h7h5 g1h3 b8a6 d2d4 h8h6 d4d5 a6c5 h3g5 h6g6 d1d3 g6g5 h1g1 g5g2 d3b3 g8h6"),
        ],
    },
    Group {
        name: "bytecode",
        positions: &[
            file(in_repository!("examples/cannons.chesslang"), 4, 2)
                .after("c1c4 f8f5 g1f3 b8a6 e2e3 g8f6 f3e5 f6e4 a2a3 g7g6 e5d7 e8d7 e1e2 f5f8 d2d3 c8c6"),
            file(in_repository!("examples/janggi-pieces.chesslang"), 4, 2)
                .after("c1c7 h7h6 f1f7 d8c7 f7f1 c7c2 d1c2 e7e6 f1f7 c8c1 c2c1 g7g5 f7c7 g8f6 c7a7 a8a7"),
            file(in_repository!("examples/beacons.chesslang"), 3, 2)
                .after("c2c4 e7e6 e2e4 d7d5 e4e5 b8a6 g2g4 d8e8 c4d5 g8h6 d1e1 e6d5"),
            file(in_repository!("examples/state-chess.chessembly"), 4, 2)
                .after("c2c4 h7h5 g1h3 b8a6 d2d4 h8h6 d4d5 a6c5 h3g5 h6g6 d1d3 g6g5"),
        ],
    },
    Group {
        name: "triggers",
        positions: &[
            file(in_repository!("examples/trapper.chesslang"), 4, 2).after(
                "c2c4 h7h5 d1c2 h8h6 d2d3 b7b5 c2d2 c8b7/y c1d1/y g8f6 c4b5 d8c8 d1c1/y b7a6 c1c2/y a6a5/y \
                 d2f4 f6e4 f4f6 a5b6/y",
            ),
            file(in_repository!("examples/zombie.chesslang"), 4, 2).after(
                "c2c4 h7h5 g1h3 b8a6 d2d4 h8h6 d4d5 a6c5 h3g5 h6g6 d1d3 g6g5 h1g1 g5g2 d3d1 f7f6 a2a3 a8b8 \
                 f1g2 a7a5 e1f1 e7e5 g2h3 f8d6",
            ),
            file(in_repository!("examples/vampire.chesslang"), 4, 2).after(
                "c2c4 g8h6 g2g3 b8a6 e2e3 h6g4 f1e2 a6c5 e2g4 c5d3 d1d3 g7g5 g4h5 e7e6 d3c2 d7d5 h5f3 d8d7 \
                 f3g2 c7c5 f2f4 d5c4 e1f2 h7h5",
            ),
            file(in_repository!("examples/cooldown-knight.chesslang"), 4, 2)
                .after("c2c4 h7h5 g1h3 b8a6 d2d4 h5h4 e2e3 h8h5 d1h5 g8h6 h5f7 e8f7 f2f4 f7g8 f1d3 e7e6"),
            file(in_repository!("examples/medusa.chesslang"), 4, 2).after(
                "c2c4 h7h5 g2g4 h5g4 h2h3 g4h3 f2f4 d7d5 c4c5 g8h6 g1h3 g7g5 d1c2 h8h7 d2d4 g5g4 h3f2 b7b5 \
                 f2g4 a7a5",
            ),
        ],
    },
    Group {
        name: "10x10",
        positions: &[
            library("shako", 4, 2),
            library("opulent", 4, 2),
            file(in_repository!("benches/games/fairy-10x10.chesslang"), 4, 2)
                .at("r2zakc1or/p1pppppppp/10/1pA7/2h7/10/4P5/9P/PoPP1PhPP1/ROHZ1KCHOR w - - 0 8"),
            file(in_repository!("benches/games/fairy-12x10.chesslang"), 4, 2),
        ],
    },
    Group {
        name: "16x16",
        positions: &[
            file(in_repository!("benches/games/fairy-16x16.chesslang"), 4, 2),
            file(in_repository!("benches/games/fairy-16x16.chesslang"), 3, 2).after(
                "g2g3 p15p14 d1c3 l16j13 n1g15 h16g15 a2a4 g15o7 o1o7 e16g13 o7o9 n16m14 o9d9 o15o13 g3g4 \
                 m14e10 l1o3 d16e14 d9d13 o13o12 c3d5 j13l16 g4g5 a15a14",
            ),
        ],
    },
];
