//! Pieces that move by Chessembly programs, in games: what they may do, how it is written, and that no
//! way of compiling a program makes a difference.

use std::path::{Path, PathBuf};

use nightrider::engine::{Entry, Game, Rules, Setup, SetupEffect, SetupPiece};
use nightrider::lang::NoLoader;
use nightrider::model::{EffectId, PieceId, Player, Square, Variant};
use nightrider::notation::{Fen, LegalMoves};
use nightrider::{compile_program, compile_source};

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name)
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).expect("a text file")
}

/// The game of a ChessLang text or, if it has no `game:`, of a Chessembly program.
fn variant(text: &str) -> Variant {
    if text.contains("game:") {
        let compiled = compile_source("test.chesslang", text, &NoLoader);
        compiled.variant.unwrap_or_else(|| panic!("{:#?}", compiled.diagnostics))
    } else {
        let compiled = compile_program("test.chessembly", text);
        compiled.variant.unwrap_or_else(|| panic!("{:#?}", compiled.diagnostics))
    }
}

fn rules(text: &str) -> Rules {
    Rules::compile(variant(text)).expect("a playable game")
}

fn game(rules: &Rules, fen: &str) -> Game {
    let fen = Fen::parse(rules.variant(), fen).expect("a FEN");
    Game::from_setup(rules, &fen.setup(), 0).expect("a possible position")
}

fn play(game: &mut Game, texts: &str) {
    for text in texts.split_whitespace() {
        let legal = LegalMoves::of(game);
        let index = legal.find(text).unwrap_or_else(|error| panic!("{error}"));
        game.play(legal.list()[index].mv).expect("a legal move");
    }
}

/// The texts of the legal moves of the piece on a square.
fn moves_from(game: &Game, from: &str) -> String {
    let legal = LegalMoves::of(game);
    let texts: Vec<&str> = legal.sorted_texts().into_iter().filter(|text| text.starts_with(from)).collect();
    texts.join(" ")
}

/// A game on a small board with kings in the corners and a piece A by a program.
fn arena(program: &str) -> Rules {
    rules(&format!(
        "game: \"Arena\"\nboard:\n  size: 6x6\npiece Actor {{ move: chessembly {{ {program} }}; symbol: \"A\" }}\n\
         setup:\n  White:\n    a1: King\n  Black:\n    f6: King\n"
    ))
}

/// Programs and boards (White's A moves), with the texts of A's moves.
#[track_caller]
fn check(table: &[(&str, &str, &str)]) {
    for (program, placement, expected) in table {
        let rules = arena(program);
        let game = game(&rules, &format!("{placement} w - - 0 1"));
        let board = &rules.variant().board;
        let actor = game
            .pieces()
            .into_iter()
            .find(|piece| piece.owner == Player::White && rules.variant().piece(piece.piece).name == "Actor");
        let from = board.name(actor.expect("White's A").square);
        assert_eq!(moves_from(&game, &from), *expected, "{program} on {placement}");
    }
}

#[test]
fn move_text_says_what_happens() {
    check(&[
        // The victim stands beside the target: the square is named after an x.
        ("catch(1, 1);", "5k/6/2p3/1A4/6/K5", "b3xc4"),
        ("take(1, 0) jump(1, 0);", "5k/6/6/1Ap3/6/K5", "b3d3xc3"),
        // A take without the jump is a plain capture; a piece on d3 keeps it from jumping and from taking.
        ("take(1, 0);", "5k/6/6/1Ap3/6/K5", "b3c3"),
        ("take(1, 0) jump(1, 0);", "5k/6/6/1App2/6/K5", ""),
        // A change of places is written as a move.
        ("shift(1, 0); shift(0, 1);", "5k/6/1P4/1Ap3/6/K5", "b3b4 b3c3"),
        ("transition(queen) take-move(1, 0);", "5k/6/6/1Ap3/6/K5", "b3c3=Q"),
        ("place-move(rook, 0, 2);", "5k/6/6/1A4/6/K5", "b3b5=R"),
        // Several transitions on one square are several moves.
        (
            "transition(queen) move(1, 0); transition(rook) move(1, 0); move(1, 0);",
            "5k/6/6/1A4/6/K5",
            "b3c3 b3c3=Q b3c3=R",
        ),
        // Two ways to set the state that no text tells apart are numbered.
        ("set-state(k, 1) move(1, 0); set-state(k, 2) move(1, 0);", "5k/6/6/1A4/6/K5", "b3c3 b3c3~2"),
        // Several words that offer the same square offer it once.
        ("move(1, 0); take-move(1, 0); jump(1, 0); shift(1, 0);", "5k/6/6/1A4/6/K5", "b3c3"),
        // Further parts that take are named.
        ("move(1, 0) + { take(1, 0) };", "5k/6/6/1A1p2/6/K5", "b3c3xd3"),
        ("catch(1, 1) | { move(0, 1) };", "5k/6/2p3/1A4/6/K5", "b3xc4"),
        ("move(0, 1) + { move(0, 1) };", "5k/6/6/1A4/6/K5", "b3b4"),
    ]);
}

#[test]
fn what_comes_to_the_same_is_one_move() {
    check(&[
        ("set-state(k, 1) move(0, 1); set-state(k, 1) take-move(0, 1);", "5k/6/6/2A3/6/K5", "c3c4"),
        ("set-state(k, 1) move(0, 1); set-state(k, 2) take-move(0, 1);", "5k/6/6/2A3/6/K5", "c3c4 c3c4~2"),
        ("set-state(k, 1) take(0, 1); set-state(k, 1) take-move(0, 1);", "5k/6/2q3/2A3/6/K5", "c3c4"),
        ("move(1, 0) + { move(0, 1) }; jump(1, 0) + { jump(0, 1) };", "5k/6/6/2A3/6/K5", "c3d3"),
    ]);
}

#[test]
fn captures_can_be_filtered_and_so_can_squares() {
    let table = [
        ("move: chessembly { take-move(1, 0); catch(0, 2); take(0, 1) jump(1, 0); }", "b3c3 b3c4xb4 b3xb5"),
        ("move: chessembly { take-move(1, 0); catch(0, 2); take(0, 1) jump(1, 0); }; capture: none", ""),
        ("move: chessembly { take-move(1, 0); take-move(-1, 0) } where empty", "b3a3"),
        ("move: chessembly { take-move(1, 0); take-move(-1, 0) } where enemy", "b3c3"),
        ("move: chessembly { take-move(1, 0); move(-1, 0) } where target on rank 3 and empty", "b3a3"),
        ("move: step(W); capture: chessembly { take-move(1, 0); take-move(-1, 0) }", "b3a3 b3c3"),
        ("move: chessembly { take-move(1, 0); take-move(-1, 0) }; capture: step(E)", "b3a3 b3c3"),
        ("move: chessembly { shift(1, 0); shift(-1, 0) } where empty", "b3a3"),
        ("move: chessembly { move(-1, 0) } | step(N) | chessembly { catch(0, 2) }", "b3a3 b3b4 b3xb5"),
    ];
    for (lines, expected) in table {
        let rules = rules(&format!(
            "game: \"Arena\"\nboard:\n  size: 6x6\npiece Actor {{ {lines}; symbol: \"A\" }}\nsetup:\n  White:\n    \
             a1: King\n  Black:\n    f6: King\n"
        ));
        let game = game(&rules, "5k/1p4/1p4/1Ap3/6/K5 w - - 0 1");
        assert_eq!(moves_from(&game, "b3"), expected, "{lines}");
    }
}

/// What stands where after a move of White's A, and who took how much.
#[track_caller]
fn check_played(program: &str, placement: &str, text: &str, expected: &str) {
    let rules = arena(program);
    let mut game = game(&rules, &format!("{placement} w - - 0 1"));
    let before = (Fen::of(&game).write(rules.variant()), game.hash());
    play(&mut game, text);
    let fen = Fen::of(&game).write(rules.variant());
    let placement = fen.split(' ').next().unwrap_or("");
    let captures = game.counters(Player::White).captures;
    let taken = game.history()[0].captured.len();
    let state = game.player_state(Player::White);
    let state: Vec<String> =
        state.iter().map(|(_, value)| serde_json::to_string(value).expect("a value")).collect();
    assert_eq!(
        format!("{placement} {captures} {taken} {}", state.join(",")).trim(),
        expected,
        "{program} {text}"
    );
    let after = game.hash();
    game.undo();
    assert_eq!((Fen::of(&game).write(rules.variant()), game.hash()), before, "{program} taken back");
    game.redo();
    assert_eq!(game.hash(), after, "{program} played again");
    let again = Game::from_setup(&rules, &game.setup(), 0).expect("its own setup");
    assert_eq!(again.hash(), game.hash(), "{program} set up again");
}

#[test]
fn what_moves_do_to_the_board() {
    check_played("catch(1, 1);", "5k/6/2p3/1A4/6/K5", "b3xc4", "5k/6/6/1A4/6/K5 1 1");
    check_played("take(1, 0) jump(1, 0);", "5k/6/6/1Ap3/6/K5", "b3d3xc3", "5k/6/6/3A2/6/K5 1 1");
    check_played("shift(1, 0);", "5k/6/6/1Ap3/6/K5", "b3c3", "5k/6/6/1pA3/6/K5 0 0");
    check_played("transition(queen) take-move(1, 0);", "5k/6/6/1Ap3/6/K5", "b3c3=Q", "5k/6/6/2Q3/6/K5 1 1");
    check_played("set-state(k, 7) move(1, 0);", "5k/6/6/1A4/6/K5", "b3c3", "5k/6/6/2A3/6/K5 0 0 7");
    // The piece shoots and moves on; the part starts on its own square.
    check_played("catch(1, 1) | { move(0, 1) };", "5k/6/2p3/1A4/6/K5", "b3xc4", "5k/6/1A4/6/6/K5 1 1");
    // Two steps of one piece, the second of which takes; then one that takes twice.
    check_played("move(1, 0) + { take(1, 0) };", "5k/6/6/1A1p2/6/K5", "b3c3xd3", "5k/6/6/3A2/6/K5 1 1");
    check_played("take(1, 0) + { take(1, 0) };", "5k/6/6/1App2/6/K5", "b3c3xc3xd3", "5k/6/6/3A2/6/K5 1 2");
    // It takes another piece along, and pushes one away.
    check_played(
        "move(1, 0) anchor(-1, 1) + { transition(rook) move(1, 0) };",
        "5k/6/1P4/1A4/6/K5",
        "b3c3",
        "5k/6/2R3/2A3/6/K5 0 0",
    );
    check_played(
        "enemy(1, 0) anchor(2, 0) anchor(-1, 0) | { set-state(k, 3) shift(0, 1) };",
        "5k/6/6/1Ap3/6/K5",
        "a1a2",
        "5k/6/6/1Ap3/K5/6 0 0",
    );
}

#[test]
fn programs_give_check_pin_and_are_seen_by_danger() {
    // Black's A on a file with the white king attacks it by table, ray, path and machine.
    let table = [
        ("take-move(0, 1) repeat(1);", "5k/3a2/6/6/3P2/3K2", false),
        ("take-move(0, 1) repeat(1);", "5k/3a2/6/6/6/3K2", true),
        ("take-move(0, 4);", "5k/3a2/6/6/3P2/3K2", true),
        ("move(0, 1) take-move(0, 3);", "5k/3a2/6/6/6/3K2", true),
        ("move(0, 1) take-move(0, 3);", "5k/3a2/3P2/6/6/3K2", false),
        ("catch(0, 4);", "5k/3a2/6/6/6/3K2", true),
        ("take(0, 1) jump(0, 1);", "5k/6/6/6/3a2/3K2", false),
        ("take(0, 1) jump(1, 0);", "5k/6/6/6/3a2/3K2", true),
        ("piece-on(king, 0, 2) take-move(0, 2);", "5k/6/6/3a2/6/3K2", true),
        ("piece-on(rook, 0, 2) take-move(0, 2);", "5k/6/6/3a2/6/3K2", false),
        ("move(0, 1) + { take(0, 1) };", "5k/6/6/3a2/6/3K2", true),
        // What it only dares to take when it is not in danger still counts as attacked.
        ("danger(0, 0) not take-move(0, 1);", "5k/6/6/6/3a2/3K2", true),
    ];
    for (program, placement, expected) in table {
        let rules = arena(program);
        let game = game(&rules, &format!("{placement} w - - 0 1"));
        assert_eq!(game.in_check(), expected, "{program} on {placement}");
    }
}

#[test]
fn blocked_squares_are_walls_for_programs() {
    let text = "game: \"Arena\"
board:
  size: 6x6
piece Actor { move: chessembly { take-move(1, 0) repeat(1); move(0, 1) move(0, 1); shift(-1, 0); bound(1, 0) move(0, -1); }; symbol: \"A\" }
effect tar { blocks: enemy }
setup:
  White:
    a1: King
  Black:
    f6: King
";
    let rules = rules(text);
    let fen = Fen::parse(rules.variant(), "5k/6/6/1A2p1/6/K5 w - - 0 1").expect("a FEN");
    let square = |name: &str| rules.variant().board.parse(name).expect("a square");
    let mut setup = fen.setup();
    let with = |setup: &Setup| moves_from(&Game::from_setup(&rules, setup, 0).expect("possible"), "b3");
    assert_eq!(with(&setup), "b3a3 b3b4 b3b5 b3c3 b3d3 b3e3");
    let tar = |name: &str| SetupEffect {
        square: square(name),
        effect: EffectId(0),
        owner: Player::Black,
        turns_left: None,
    };
    setup.effects = vec![tar("d3"), tar("b4"), tar("a3")];
    assert_eq!(with(&setup), "b3c3");
    // Next to a closed square the board is at an end.
    setup.effects = vec![tar("c3")];
    assert_eq!(with(&setup), "b3a3 b3b2 b3b4 b3b5");
    // From a closed square nothing leaves.
    setup.effects = vec![tar("b3")];
    assert_eq!(with(&setup), "");
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R";

#[test]
fn six_programs_are_standard_chess() {
    let rules = rules(&read(&folder("examples/standard-in-chessembly.chesslang")));
    // https://www.chessprogramming.org/Perft_Results: initial position, position 2, and position 4, which is
    // full of promotions.
    assert_eq!(game(&rules, &format!("{START} w KQkq - 0 1")).perft(5), 4_865_609);
    assert_eq!(game(&rules, &format!("{KIWIPETE} w KQkq - 0 1")).perft(4), 4_085_603);
    let promotions = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1";
    assert_eq!(game(&rules, promotions).perft(4), 422_333);
    // Nothing is left to be run in play.
    for piece in 0..rules.variant().pieces.len() {
        let facts = rules.chain_facts(PieceId(piece as u16));
        assert!(!facts.is_empty() && facts.iter().all(|fact| !fact.is_run()), "{facts:?}");
    }
}

#[test]
fn standard_chess_can_be_written_with_state() {
    let rules = rules(&read(&folder("examples/state-chess.chessembly")));
    assert_eq!(game(&rules, &format!("{START} w - - 0 1")).perft(4), 197_281);
    assert_eq!(game(&rules, &format!("{KIWIPETE} w - - 0 1")).perft(3), 97_862);
    // In passing, at once or never.
    let mut line = Game::new(&rules, 0);
    play(&mut line, "e2e4 a7a6 e4e5 d7d5");
    assert_eq!(moves_from(&line, "e5"), "e5d6xd5 e5e6");
    let mut later = line.clone();
    play(&mut later, "h2h3 h7h6");
    assert_eq!(moves_from(&later, "e5"), "e5e6");
    play(&mut line, "e5d6xd5");
    assert_eq!(line.piece_at(rules.variant().board.parse("d5").expect("d5")), None);
    // A king that has moved and come back does not castle; one whose rook has moved castles to the other side.
    let castling = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w - - 0 1";
    let mut line = game(&rules, castling);
    assert_eq!(moves_from(&line, "e1"), "e1c1 e1d1 e1f1 e1g1");
    play(&mut line, "h1g1 e8d8 g1h1 d8e8");
    assert_eq!(moves_from(&line, "e1"), "e1c1 e1d1 e1f1");
    play(&mut line, "e1c1");
    assert_eq!(moves_from(&line, "e8"), "e8d8 e8f8");
    assert!(Fen::of(&line).write(rules.variant()).starts_with("r3k2r/pppppppp/8/8/8/8/PPPPPPPP/2KR3R b"));
    // A rook that comes to the corner of one that was taken is not the one that may castle.
    let mut line = game(&rules, "4k3/8/8/8/8/8/6p1/R3K2R b - - 0 1");
    play(&mut line, "g2h1=N a1a2 h1g3 a2h2 g3e4 h2h1 e8e7");
    assert_eq!(moves_from(&line, "e1"), "e1d1 e1e2 e1f1");
}

/// Random numbers that are the same everywhere.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % sides
    }
}

/// A board with a king each and some pieces of all types of a game.
fn random_setup(variant: &Variant, dice: &mut Dice) -> Setup {
    let king = variant.piece_named("King").expect("a king");
    let mut pieces: Vec<SetupPiece> = Vec::new();
    let count = 6 + dice.roll(18);
    for index in 0..count {
        let square = Square(dice.roll(variant.board.len()) as u8);
        if variant.board.is_hole(square) || pieces.iter().any(|placed| placed.square == square) {
            continue;
        }
        let owner = if index % 2 == 0 { Player::White } else { Player::Black };
        // Those that move by programs are the last of the list or replace the first.
        let types = variant.pieces.len();
        let piece = match index {
            0 | 1 => king,
            _ => PieceId(dice.roll(types) as u16),
        };
        if index < 2 || piece != king {
            pieces.push(SetupPiece::new(square, piece, owner));
        }
    }
    let mut setup = Setup { entry: Entry::GoesOn, ..Setup::new(pieces) };
    if !variant.effects.is_empty() {
        for _ in 0..4 {
            let square = Square(dice.roll(variant.board.len()) as u8);
            let owner = if dice.roll(2) == 0 { Player::White } else { Player::Black };
            if !variant.board.is_hole(square) {
                setup.effects.push(SetupEffect { square, effect: EffectId(0), owner, turns_left: None });
            }
        }
    }
    setup
}

/// Plays random games of a variant compiled and with programs that are always run; says how many plies were alike.
fn plays_alike(variant: &Variant, name: &str, boards: u64, plies: usize) -> usize {
    let compiled = Rules::compile(variant.clone()).expect("a playable game");
    let run = Rules::compile_running_programs(variant.clone()).expect("a playable game");
    let mut seen = 0;
    for seed in 0..boards {
        let dice = &mut Dice(seed);
        let setup = random_setup(variant, dice);
        let start = |rules| Game::from_setup(rules, &setup, 0).expect("possible");
        let (mut compiled, mut run) = (start(&compiled), start(&run));
        for ply in 0..plies {
            let moves = |game: &Game| {
                let mut moves = game.legal_moves().to_vec();
                moves.sort_unstable();
                moves
            };
            let all = moves(&compiled);
            assert_eq!(all, moves(&run), "{name} on board {seed} after {ply} plies");
            let mut once = all.clone();
            once.dedup();
            assert_eq!(all.len(), once.len(), "{name} on board {seed} after {ply} plies: a move twice");
            let Some(&m) = all.get(dice.roll(all.len().max(1))) else { break };
            compiled.play(m).expect("legal");
            run.play(m).expect("legal");
            assert_eq!(compiled.hash(), run.hash(), "{name} on board {seed} after {ply} plies: {m:?}");
            seen += 1;
        }
    }
    seen
}

#[test]
fn the_library_moves_alike_compiled_and_run() {
    let mut seen = 0;
    let files = std::fs::read_dir(folder("variants/pieces")).expect("the folder");
    for path in files.map(|file| file.expect("a file").path()) {
        let variant = compile_program("library.chessembly", &read(&path)).variant.expect("no errors");
        seen += plays_alike(&variant, &path.display().to_string(), 40, 4);
    }
    assert!(seen > 1000, "{seen} moves are few");
}

/// Programs that set the player's state, and what stands beside the program in the piece's block.
const SETTING: &[(&str, &str)] = &[
    ("set-state(k, 1) take-move(1, 0); set-state(k, 2) take-move(1, 0);", ""),
    ("set-state(k, 1) take-move(1, 0); set-state(k, 1) take-move(1, 0);", ""),
    ("set-state(k, 1) take-move(1, 0); take-move(1, 0);", ""),
    ("set-state(k, 1) take-move(1, 0) repeat(1); take-move(0, 1) repeat(1);", ""),
    ("set-state(k, 1) take-move(1, 1) repeat(1); set-state(j, 2) take-move(-1, 1) repeat(1);", ""),
    // Set after a movement, and dropped after another.
    ("take-move(0, 1) set-state(k, 1) take-move(0, 1) repeat(1);", ""),
    ("set-state(k, 1) move(0, 1) set-state move(0, 1); set-state(k, 3) take(1, 1);", ""),
    ("set-state(k, 1) set-state(k, 2) { take-move(1, 2) } { take-move(2, 1) };", ""),
    ("if-state(k, 0) set-state(k, 1) take-move(1, 0); set-state(k, 0) take-move(0, 1) repeat(1);", ""),
    ("set-state(k, 1) enemy-state(k, 1) take-move(0, 1); set-state(k, 2) take-move(-1, 0) repeat(1);", ""),
    // Becoming another type, by the program and by the rules.
    (
        "set-state(k, 1) transition(queen) take-move(0, 1); set-state(k, 2) transition(rook) take-move(0, 1);",
        "",
    ),
    (
        "set-state(k, 1) transition(queen) take-move(0, 1); set-state(k, 2) take-move(0, 1);",
        "traits: [promote]",
    ),
    (
        "set-state(k, 1) transition(queen) take-move(0, 1); set-state(k, 1) take-move(0, 1);",
        "traits: [promote]",
    ),
    (
        "set-state(k, 1) { transition(queen) take-move(0, 1) } { transition take-move(0, 1) };",
        "traits: [promote]",
    ),
    ("take-move(0, 1); transition(queen) take-move(0, 1);", "traits: [promote]"),
    ("set-state(k, 1) take-move(0, 1) repeat(1);", "traits: [promote]"),
    ("set-state(k, 1) transition(actor) take-move(0, 1); set-state(k, 2) take-move(0, 1);", ""),
    // What is attacked, more parts, changes of place.
    (
        "danger(0, 1) not set-state(k, 1) take-move(0, 1); check set-state(k, 2) take-move(1, 0) repeat(1);",
        "",
    ),
    ("set-state(k, 1) move(0, 1) anchor(1, -1) + { move(0, 1) }; set-state(k, 2) take-move(0, 1);", ""),
    ("set-state(k, 1) shift(1, 0) repeat(1); set-state(k, 2) take-move(0, 1);", ""),
    ("set-state(k, 1) shift(1, 0); set-state(k, 2) take-move(1, 0);", ""),
    ("set-state(k, 1) catch(1, 0) repeat(1); set-state(k, 2) take(0, 1) jump(0, 1);", ""),
    ("set-state(k, 1) peek(1, 0) take-move(0, 1); set-state(k, 2) enemy(1, 0) take-move(0, 1);", ""),
    // Another pattern beside the program, conditions, traits.
    ("set-state(k, 1) take-move(1, 0) repeat(1);", "move: step(forward)"),
    ("set-state(k, 1) take-move(1, 0) repeat(1);", "move: chessembly { set-state(k, 2) take-move(1, 0); }"),
    ("set-state(k, 1) take-move(1, 0) repeat(1);", "capture: none"),
    ("set-state(k, 1) take-move(1, 0) repeat(1);", "capture: step(any)"),
    ("set-state(k, 1) take-move(1, 1) repeat(1);", "traits: [phase]"),
    ("set-state(k, 1) take-move(1, 1) repeat(1);", "traits: [explosive]"),
    ("set-state(k, 1) { take-move(1, 1) } { take-move(-1, -1) } { take-move(0, 1) };", "traits: [royal]"),
    ("set-state(k, 1) { take-move(1, 1) repeat(1) } { take-move(-1, 0) repeat(1) };", "state: { frozen: 0 }"),
];

#[test]
fn moves_that_set_state_are_the_same_compiled_and_run() {
    let boards = ["", "board:\n  size: 16x16\n", "board:\n  holes: [c4, d4, f6, b2, g2, e8]\n"];
    let rest = [
        "",
        "rules:\n  check: { cannot_give: true }\n",
        "rules:\n  capture: { mandatory: true }\n",
        "effect wall { blocks: all }\n",
        "trigger note { on: capture; when: piece.type == Actor; do: set player.state.k += 1 }\n",
    ];
    let mut seen = 0;
    for (number, (program, beside)) in SETTING.iter().enumerate() {
        for (board, rest) in boards.iter().flat_map(|board| rest.iter().map(move |rest| (board, rest))) {
            let text = format!(
                "game: \"Setting\"\n{board}setup:\n  White:\n    King: [a1]\n  Black:\n    King: [h8]\n{rest}\
                 piece Actor {{\n  move: chessembly {{ {program} }}\n  {beside}\n  symbol: \"A\"\n}}\n"
            );
            seen += plays_alike(&variant(&text), &format!("program {number}: {text}"), 6, 10);
        }
    }
    assert!(seen > 10_000, "{seen} moves are few");
}

#[test]
fn the_examples_are_clean_and_playable() {
    let mut seen = 0;
    for file in std::fs::read_dir(folder("examples")).expect("the folder") {
        let path = file.expect("a file").path();
        let (name, text) = (path.display().to_string(), read(&path));
        let (variant, diagnostics) = match path.extension().and_then(|extension| extension.to_str()) {
            // Games without programs are played by a test of their own.
            Some("chesslang") if !text.contains("chessembly {") => continue,
            Some("chesslang") => {
                let compiled = compile_source(&name, &text, &NoLoader);
                (compiled.variant, compiled.diagnostics)
            }
            Some("chessembly") => {
                assert_eq!(nightrider::lang::chessembly::format(&text), text, "{name} is laid out");
                let compiled = compile_program(&name, &text);
                (compiled.variant, compiled.diagnostics)
            }
            _ => continue,
        };
        assert_eq!(diagnostics, [], "{name}");
        let rules = Rules::compile(variant.expect("no errors")).expect("a playable game");
        for seed in 0..3 {
            let mut game = Game::new(&rules, seed);
            let dice = &mut Dice(seed);
            for _ in 0..40 {
                let Some(&m) = game.legal_moves().get(dice.roll(game.legal_moves().len().max(1))) else {
                    break;
                };
                game.play(m).expect("a legal move");
            }
            while game.undo().is_some() {}
            assert_eq!(game.hash(), Game::new(&rules, seed).hash(), "{name} taken back");
            seen += 1;
        }
    }
    assert!(seen > 40);
}

#[test]
fn examples_use_the_programs_of_the_library() {
    let table = [
        ("bouncing-bishops", "BouncingBishop", "bouncing-bishop"),
        ("tempest-rooks", "TempestRook", "tempest-rook"),
        ("gryphons", "Gryphon", "gryphon"),
        ("windmills-by-state", "Windmill", "windmill-by-state"),
        ("dozers-and-bards", "Dozer", "dozer"),
        ("dozers-and-bards", "Bard", "bard"),
        ("wasps", "Wasp", "wasp"),
        ("beacons", "Beacon", "beacon"),
        ("cannons", "Cannon", "cannon"),
        ("janggi-pieces", "JanggiHorse", "janggi-horse"),
        ("grasshoppers", "Grasshopper", "grasshopper"),
        ("nightriders", "Nightrider", "nightrider"),
        ("y-movers", "YMover", "y-mover"),
        ("snipers", "Sniper", "sniper"),
        ("standard-in-chessembly", "Queen", "queen"),
        ("standard-in-chessembly", "Rook", "rook"),
        ("standard-in-chessembly", "Bishop", "bishop"),
        ("standard-in-chessembly", "Knight", "knight"),
        ("standard-in-chessembly", "Pawn", "pawn"),
    ];
    for (game, piece, program) in table {
        let variant = variant(&read(&folder(&format!("examples/{game}.chesslang"))));
        let piece = variant.piece(variant.piece_named(piece).expect("the piece"));
        let text = read(&folder(&format!("variants/pieces/{program}.chessembly")));
        let program = nightrider::chessembly::Sheet::new(program, &text);
        let expected = nightrider::model::Pattern::Program(Box::new(program.program().clone()));
        assert_eq!(piece.moves, [expected], "{game}");
    }
}
