//! Points of the library's rules that users and other engines have stumbled over, each with its position.

#![allow(clippy::unwrap_used)] // A test that cannot go on has failed.

use nightrider::engine::{Game, Rules};
use nightrider::lang::NoLoader;
use nightrider::model::{Player, Variant};
use nightrider::notation::{Fen, LegalMoves};
use nightrider::{compile_library, compile_source};

fn library(name: &str) -> Variant {
    compile_library(name).and_then(|compiled| compiled.variant).expect(name)
}

fn game_at(variant: Variant, fen: &str) -> Game {
    let rules = Rules::compile(variant).unwrap();
    let fen = Fen::parse(rules.variant(), fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    Game::from_setup(&rules, &fen.setup(), 0).unwrap_or_else(|error| panic!("{error}"))
}

/// The legal moves of a position, sorted.
fn moves(name: &str, fen: &str) -> Vec<String> {
    moves_of(&game_at(library(name), fen))
}

fn moves_of(game: &Game) -> Vec<String> {
    LegalMoves::of(game).sorted_texts().into_iter().map(str::to_string).collect()
}

/// Who has won after some moves: `Some(None)` is a draw.
fn winner(name: &str, fen: &str, moves: &str) -> Option<Option<Player>> {
    after(name, fen, moves).result().map(|result| result.winner)
}

fn after(name: &str, fen: &str, moves: &str) -> Game {
    let mut game = game_at(library(name), fen);
    for text in moves.split_whitespace() {
        let legal = LegalMoves::of(&game);
        let index = legal.find(text).unwrap_or_else(|error| panic!("{name} {fen} {text}: {error:?}"));
        game.play(legal.list()[index].mv).unwrap();
    }
    game
}

fn has(name: &str, fen: &str, text: &str) -> bool {
    moves(name, fen).iter().any(|m| m == text)
}

#[test]
fn atomic_castling_sees_no_attack_beside_the_enemy_king() {
    // Touching kings may castle; so may one whose way leads along the enemy king.
    assert!(has("atomic", "r3k1R1/pb2K2p/2n5/2pppr2/3P4/2P1P3/PP3P1P/R7 b q - 0 1", "e8c8"));
    assert!(!has("atomic", "8/8/8/8/8/8/5k2/R3K2r w Q - 0 1", "e1c1"));
    assert!(has("atomic", "8/8/8/8/8/8/4k3/R3K2r w Q - 0 1", "e1c1"));
    assert!(has("atomic", "8/8/8/8/8/8/4k3/R3K2q w Q - 0 1", "e1c1"));
}

#[test]
fn atomic_explosions_win_and_may_not_lose() {
    // White is in check, but blowing up the enemy king comes first.
    let in_check = "8/8/1Q2pk2/8/8/8/3K4/1n6 w - - 0 1";
    assert!(!has("atomic", in_check, "b6a7"));
    assert_eq!(winner("atomic", in_check, "b6e6"), Some(Some(Player::White)));
    // Blowing up both kings is no win.
    assert!(!has("atomic", "8/8/8/2K5/2P5/2k1n3/8/2R5 b - - 0 1", "e3c4"));
}

#[test]
fn atomic_blast_in_passing_is_around_the_square_passed() {
    let game = after("atomic", "3kK3/8/8/2NNNNN1/2NN1pN1/2NN1NN1/2NNPNN1/2NNNNN1 w - - 0 1", "e2e4 f4e3");
    let board = game.rules().variant().board.clone();
    let left: Vec<String> = game.pieces().iter().map(|piece| board.name(piece.square)).collect();
    let expected = "c1 d1 e1 f1 g1 c2 g2 c3 g3 c4 g4 c5 d5 e5 f5 g5 d8 e8";
    assert_eq!(left.join(" "), expected);
}

#[test]
fn atomic_blast_in_a_corner_ends_only_the_right_it_touches() {
    let game = after("atomic", "rnb1k2Q/p5q1/4pp2/1ppp3p/3PP3/2N5/P1P2PPP/R3KBNR b KQq - 0 1", "g7h8");
    assert!(Fen::of(&game).write(game.rules().variant()).contains(" w KQq "));
}

#[test]
fn chess960_castling_looks_at_both_pieces_ways() {
    // The rook is pinned to the first rank by nothing but its own king's going away.
    assert!(!has("chess960", "4k3/8/8/8/8/8/8/rR2K1N1 w Q - 0 1", "e1b1"));
    // An attacked rook may castle.
    let attacked = "rk2r2b/ppp2b1p/1n4p1/3p1p2/3q1P2/1P1QN3/P1P1P2P/RK2R1BB w EAea - 0 1";
    assert!(has("chess960", attacked, "b1a1"));
    // `k` is the outer rook, and the inner one stands between.
    let inner = "4k1rr/1b1p3p/nn1p4/P3Np2/3P1bp1/6PP/P5R1/1B1K2N1 b k - 0 1";
    let of_the_king: Vec<String> =
        moves("chess960", inner).into_iter().filter(|m| m.starts_with("e8")).collect();
    assert_eq!(of_the_king, ["e8d8", "e8e7", "e8f8"]);
}

#[test]
fn castling_may_not_open_a_line_to_the_king() {
    let fen = "r5k3/4q2c2/1ebppnp3/1pp3BeEQ/10/2PE2P3/1P3P4/5NP2P/rR3KB3/7C2 w Q - 0 1";
    assert!(!has("shako", fen, "f2d2"));
}

#[test]
fn every_start_of_chess960_can_be_played() {
    let variant = library("chess960");
    for number in 0..960 {
        let mut arranged = variant.clone();
        arranged.setup = arranged.setup.arranged(&arranged.board, number).unwrap();
        let game = Game::new(&Rules::compile(arranged).unwrap(), 0);
        assert_eq!(game.castling_rights().len(), 4, "{number}");
        assert!((18..=21).contains(&game.legal_moves().len()), "{number}: {}", game.legal_moves().len());
    }
}

#[test]
fn horde_steps_from_the_first_rank_cannot_be_taken_in_passing() {
    let game = after("horde", "4k3/8/8/8/8/7p/8/6P1 w - - 0 1", "g1g3");
    assert!(!moves_of(&game).contains(&"h3g2".to_string()));
    let game = after("horde", "4k3/8/8/8/7p/8/6P1/8 w - - 0 1", "g2g4");
    assert!(moves_of(&game).contains(&"h4g3".to_string()));
}

#[test]
fn losers_must_capture_but_not_into_check() {
    // Capturing in passing is the only move, check or no check.
    assert_eq!(moves("losers", "8/8/8/2k1K3/2pP4/8/8/8 b - d3 0 1"), ["c4d3"]);
    let fen = "rnbqkbnr/ppp2ppp/3p4/4pP2/8/7K/PPPPP1PP/RNBQ1BNR w kq e6 0 1";
    assert_eq!(moves("losers", fen), ["f5e6"]);
    // The pawn is pinned along the rank, so nothing must be captured.
    let pinned = "1nbqkbnr/ppp2ppp/3p4/r3pP1K/8/8/PPPPP1PP/RNBQ1BNR w k e6 0 1";
    assert_eq!(moves("losers", pinned).len(), 21);
    assert_eq!(moves("losers", "8/4P2p/2pk2p1/1p6/1n2P3/B6N/3NKPPP/5B1R w - - 0 1"), ["a3b4"]);
    let evasions = ["g7g8=B", "g7g8=N", "g7g8=Q", "g7g8=R", "h8h7"];
    assert_eq!(moves("losers", "r6K/1k4P1/8/8/8/8/8/8 w - - 0 1"), evasions);
}

#[test]
fn grand_pawns_may_promote_to_what_is_lost() {
    let found = moves("grand", "10/4k5/6P3/10/10/10/10/10/1p2K5/10 w - - 0 1");
    assert_eq!(found.len(), 15);
    let pawn: Vec<&str> = found.iter().filter(|m| m.starts_with('g')).map(String::as_str).collect();
    assert_eq!(pawn, ["g8g9", "g8g9=A", "g8g9=B", "g8g9=C", "g8g9=N", "g8g9=Q", "g8g9=R"]);
    // With nothing lost the last rank cannot be entered.
    let full = "10/4k4P/10/10/10/10/10/10/1NBQKCABN1/R8R w - - 0 1";
    assert!(!moves("grand", full).iter().any(|m| m.starts_with("j9")));
}

#[test]
fn a_player_without_a_move_fares_differently() {
    let blocked = "8/8/7p/8/7P/8/8/8 b - - 0 1";
    assert_eq!(winner("antichess", blocked, "h6h5"), Some(Some(Player::White)));
    assert_eq!(winner("suicide", blocked, "h6h5"), Some(None));
    // Black has one pawn more, and cannot move it.
    assert_eq!(winner("suicide", "8/p7/p6p/8/P6P/8/8/8 b - - 0 1", "h6h5 a4a5"), Some(Some(Player::White)));
    assert_eq!(winner("shatranj", "7k/8/6K1/8/p7/P7/7P/6R1 w - - 0 1", "g1f1"), None);
    assert_eq!(winner("shatranj", "7k/8/6K1/8/p3N3/P7/7P/8 w - - 0 1", "e4f6"), Some(Some(Player::White)));
}

#[test]
fn a_bared_king_may_bare_back() {
    // Black's last man is taken, but the king can take White's last one.
    let fen = "8/8/8/8/3k4/4R3/2K1n3/8 w - - 0 1";
    assert_eq!(winner("shatranj", fen, "e3e2"), None);
    assert_eq!(winner("shatranj", fen, "e3e2 d4c4"), Some(Some(Player::White)));
    let near = "8/8/8/8/8/4R3/3kn3/7K w - - 0 1";
    assert_eq!(winner("shatranj", near, "e3e2"), None);
    assert_eq!(winner("shatranj", near, "e3e2 d2e2"), Some(None));
    // With two men left nothing can help.
    assert_eq!(winner("shatranj", "8/8/8/8/3k4/4R3/2K1n2P/8 w - - 0 1", "e3e2"), Some(Some(Player::White)));
}

#[test]
fn extinction_counts_the_movers_win_first() {
    // Promoting the last pawn loses, unless the same move makes the enemy's queens die out.
    let last = "rnbqk3/1P5p/8/8/8/8/8/RNBQK3 w - - 0 1";
    assert_eq!(winner("extinction", last, "b7a8=R"), Some(Some(Player::White)));
    assert_eq!(winner("extinction", last, "b7c8=R"), Some(Some(Player::White)));
    let none_taken = "r1bqkn2/1P5p/8/8/8/8/8/RNBQK3 w - - 0 1";
    assert_eq!(winner("extinction", none_taken, "b7b8=R"), Some(Some(Player::Black)));
    assert_eq!(winner("kinglet", "4k3/pP6/8/8/8/8/8/4K3 w - - 0 1", "b7b8=K"), Some(Some(Player::Black)));
}

#[test]
fn racing_kings_answers_an_arrival() {
    // Both arrive; only White does; White does and Black cannot follow.
    assert_eq!(winner("racing-kings", "8/K6k/8/8/8/8/5R2/1r6 w - - 0 1", "a7a8 h7h8"), Some(None));
    assert_eq!(
        winner("racing-kings", "8/K6k/8/8/8/8/5R2/1r6 w - - 0 1", "a7a8 b1c1"),
        Some(Some(Player::White))
    );
    assert_eq!(winner("racing-kings", "8/K7/7k/8/8/8/5R2/1r6 w - - 0 1", "a7a8"), Some(Some(Player::White)));
    assert_eq!(winner("racing-kings", "8/7k/K7/8/8/8/5R2/1r6 b - - 0 1", "h7h8"), Some(Some(Player::Black)));
}

#[test]
fn jeson_mor_is_won_by_holding_the_throne_for_a_turn() {
    let near = "n8/9/9/9/9/9/3N5/9/8N w - - 0 1";
    assert_eq!(winner("jeson-mor", near, "d3e5"), None);
    assert_eq!(winner("jeson-mor", near, "d3e5 a9b7"), Some(Some(Player::White)));
    // Taken there, it was of no use.
    assert_eq!(winner("jeson-mor", "9/9/3n5/9/9/9/3N5/9/8N w - - 0 1", "d3e5 d7e5"), None);
}

#[test]
fn only_a_condition_keeps_pawns_off_their_first_rank() {
    let fen = "4k3/8/2p5/8/8/2P5/1P6/4K3 w - - 0 1";
    let text = "game: \"Backward Pawns\"\npiece Pawn {\n  move: step(forward) | step(backward)\n}\n";
    let free = moves_of(&game_at(compile_source("back.chesslang", text, &NoLoader).variant.unwrap(), fen));
    assert!(free.contains(&"b2b1".to_string()), "a step is a step: {free:?}");
    let text = text.replace("(backward)", "(backward) where not target on own rank 1");
    let kept = moves_of(&game_at(compile_source("back.chesslang", &text, &NoLoader).variant.unwrap(), fen));
    assert!(kept.contains(&"c3c2".to_string()) && !kept.contains(&"b2b1".to_string()), "{kept:?}");
}

#[test]
fn the_page_about_the_library_lists_every_game_with_its_title() {
    let page = include_str!("../../../docs/library.md");
    for game in nightrider::library::LIBRARY {
        let row = format!("| `{}` | {} |", game.name, game.title());
        assert!(page.contains(&row), "docs/library.md has no row that starts `{row}`");
    }
}

#[test]
fn the_library_has_no_diagnostics_and_says_where_its_rules_come_from() {
    for game in nightrider::library::LIBRARY {
        let compiled = compile_library(game.name).unwrap();
        let messages: Vec<&str> = compiled.diagnostics.iter().map(|found| found.message.as_str()).collect();
        assert_eq!(messages, Vec::<&str>::new(), "{}", game.name);
        let head: Vec<&str> = game.text.lines().take_while(|line| line.starts_with('#')).collect();
        let sourced = head.iter().any(|line| line.starts_with("# Rules: ")) || game.name == "standard";
        assert!(sourced, "{}: no `# Rules:` in its head", game.name);
    }
}
