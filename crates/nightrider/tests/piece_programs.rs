//! The programs of `variants/pieces`, each on boards drawn by hand from the rules of its piece.
//!
//! A drawing is both the question and the answer. On an empty square stand the marks of what is activated
//! there; behind a piece stand the marks of what happens to it: `o` moves there, `x` captures, `c` captured
//! from afar, `j` jumps there, `s` changes places, `+` a further part. The piece in question is `W` (White's)
//! or `w` (Black's); `Z` and `z` are bystanders without a name.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use nightrider::chessembly::Sheet;
use nightrider::engine::program::{BareBoard, BarePiece};
use nightrider::lang::chessembly::format;
use nightrider::model::{Board, Player, Square};
use nightrider::notation::drawing::activation_marks;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../variants/pieces")
}

fn sheet(name: &str) -> Sheet {
    let path = folder().join(format!("{name}.chessembly"));
    Sheet::new(name, &std::fs::read_to_string(path).expect("the program is in variants/pieces"))
}

/// A program with one of its gates always open, so that a piece without a name can run it.
fn sheet_for(name: &str, piece: &str) -> Sheet {
    let text = sheet(name).source().text.replace(&format!("piece({piece})"), "true");
    Sheet::new(name, &text)
}

/// The pieces of a drawing, and the square of the piece that runs the program.
fn read(drawing: &str, runs: char) -> (BareBoard, Square) {
    let rows: Vec<Vec<&str>> = drawing.trim().lines().map(|line| line.split_whitespace().collect()).collect();
    let mut bare = BareBoard::new(Board::new(rows[0].len() as u8, rows.len() as u8));
    let mut from = None;
    for (index, cell) in rows.iter().rev().flatten().enumerate() {
        let square = Square(index as u8);
        let letter = cell.chars().next().expect("a cell has a character");
        if letter == runs {
            assert_eq!(from.replace(square), None, "two pieces {runs}");
        }
        if "pnbrqkwzPNBRQKWZ".contains(letter) {
            let owner = if letter.is_ascii_uppercase() { Player::White } else { Player::Black };
            bare.set(square, Some(BarePiece::of_letter(owner, letter)));
        }
    }
    (bare, from.expect("the piece is on the board"))
}

#[track_caller]
fn check_sheet(sheet: &Sheet, drawing: &str) {
    let (bare, from) = read(drawing, if drawing.contains('W') { 'W' } else { 'w' });
    let (_, _, machine) = sheet.trace(&bare, from).expect("the square is not empty");
    let drawn = activation_marks(&bare, machine.activations());
    // Without the numbers of the ranks and, behind an empty line, the letters of the files.
    let ranks = drawn.lines().take_while(|line| !line.is_empty());
    let ranks = ranks.map(|line| line.split_whitespace().skip(1).collect::<Vec<_>>().join(" "));
    let expected = drawing.trim().lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    let (drawn, expected): (Vec<_>, Vec<_>) = (ranks.collect(), expected.collect());
    assert_eq!(
        drawn,
        expected,
        "{}:\n{}\nexpected:\n{}",
        sheet.source().name,
        drawn.join("\n"),
        expected.join("\n")
    );
}

#[track_caller]
fn check(name: &str, drawing: &str) {
    check_sheet(&sheet(name), drawing);
}

/// The activations in words, for what a drawing cannot show.
fn offers(sheet: &Sheet, runs: char, drawing: &str) -> Vec<String> {
    let (bare, from) = read(drawing, runs);
    let found = sheet.evaluate(&bare, from).expect("the square is not empty");
    let mut offers: Vec<String> = found.activations.iter().map(ToString::to_string).collect();
    offers.sort_unstable();
    offers
}

#[test]
fn every_program_is_clean_formatted_and_introduced() {
    let files = std::fs::read_dir(folder()).expect("variants/pieces is there");
    let paths = files.map(|file| file.expect("a readable entry").path());
    let names: BTreeMap<String, PathBuf> = paths
        .filter(|path| path.extension().is_some_and(|extension| extension == "chessembly"))
        .map(|path| (path.file_stem().expect("a name").to_string_lossy().into_owned(), path))
        .collect();
    assert!(names.len() >= 26);
    for name in names.keys() {
        let sheet = sheet(name);
        let text = &sheet.source().text;
        assert_eq!(sheet.diagnostics(), [], "{name}");
        assert_eq!(&format(text), text, "{name}");
        assert!(text.starts_with("# "), "{name} begins by saying what it does");
    }
}

#[test]
fn the_pieces_of_chess() {
    check(
        "king",
        "
        .  .  .  .  .
        .  zx o  o  .
        .  Z  W  o  .
        .  o  o  o  .
        .  .  .  .  .",
    );
    check(
        "knight",
        "
        .  o  .  o  .
        o  z  Z  z  Z
        .  Z  W  z  .
        o  z  z  z  zx
        .  o  .  Z  .",
    );
    check(
        "rook",
        "
        .  .  zx .  .
        .  .  o  .  .
        Z  o  W  o  o
        .  .  Z  .  .
        .  .  .  .  .",
    );
    check(
        "bishop",
        "
        zx .  .  .  o
        .  o  .  o  .
        .  .  W  .  .
        .  zx .  Z  .
        z  .  .  .  .",
    );
    check(
        "queen",
        "
        o  .  o  .  zx
        .  o  o  o  .
        o  o  W  zx .
        .  o  Z  o  .
        o  .  .  .  o",
    );
}

#[test]
fn pawns_step_double_step_and_capture_forward() {
    // From its second rank: one step and two; captures are diagonal, and only enemies.
    check(
        "pawn",
        "
        .  .  .  .  .
        .  .  .  .  .
        .  o  .  .  .
        zx o  Z  .  .
        .  W  .  .  .
        .  .  .  .  .",
    );
    // Elsewhere one step.
    check(
        "pawn",
        "
        .  .  .  .  .
        .  .  o  .  .
        .  .  W  .  .
        .  .  .  .  .
        .  .  .  .  .",
    );
    // A double step neither starts nor ends on a piece.
    check(
        "pawn",
        "
        .  .  .  .  .
        .  .  .  .  .
        .  .  Z  .  .
        .  .  W  .  .
        .  .  .  .  .",
    );
    check(
        "pawn",
        "
        .  .  .  .  .
        .  .  .  .  .
        .  .  z  .  .
        .  .  o  .  .
        .  .  W  .  .
        .  .  .  .  .",
    );
    // Black's forward is down, and its second rank the fifth of six.
    check(
        "pawn",
        "
        .  .  .
        .  w  .
        .  o  Zx
        .  o  .
        .  .  .
        .  .  .",
    );
}

#[test]
fn pawns_promote_to_a_choice_of_four() {
    let board = "
        .  z  .
        W  .  .
        .  .  .
        .  .  .";
    let promotions = ["bishop", "knight", "queen", "rook"];
    let expected: Vec<String> =
        ["move:a4", "take:b4"].iter().flat_map(|to| promotions.map(|name| format!("{to}={name}"))).collect();
    assert_eq!(offers(&sheet("pawn"), 'W', board), expected);
}

#[test]
fn one_step_diagonally_and_then_outwards() {
    for name in ["tempest-rook", "gryphon"] {
        check(
            name,
            "
            .  .  .  o  .  o  .  .
            .  .  .  o  .  o  .  .
            .  .  .  o  .  o  .  .
            o  o  o  o  .  o  o  o
            .  .  .  .  W  .  .  .
            o  o  o  o  .  o  o  o
            .  .  .  o  .  o  .  .
            .  .  .  o  .  o  .  .",
        );
        // A capture on the elbow ends the arm, an own piece there closes it, and behind a free elbow the two
        // ways are blocked one by one.
        check(
            name,
            "
            .  .  .  zx .
            .  zx .  o  Z
            .  .  W  .  .
            .  zx .  Z  .
            .  .  .  .  .",
        );
    }
}

#[test]
fn bouncing_bishops_turn_once_at_an_edge() {
    // Up right: d3, e4, and off the right edge back to d5. Up left: b3, a4, b5. Down right: d1, and off the
    // bottom e2. Down left: b1, a2.
    check(
        "bouncing-bishop",
        "
        .  o  .  o  .
        o  .  .  .  o
        .  o  .  o  .
        o  .  W  .  o
        .  o  .  o  .",
    );
    // Enemies on edge squares are taken without a bounce (e4, b1), and an own piece (b3) is no wall.
    check(
        "bouncing-bishop",
        "
        .  .  .  .  .
        .  .  .  .  zx
        .  Z  .  o  .
        .  .  W  .  o
        .  zx .  o  .",
    );
    // A corner does not throw it back.
    check(
        "bouncing-bishop",
        "
        .  .  .  o
        .  .  o  .
        .  o  .  .
        W  .  .  .",
    );
}

#[test]
fn windmills_turn_with_every_move() {
    let board = "
        .  z  .
        W  .  .
        .  .  .";
    let with = |squares: &[&str], tag: &str| -> Vec<String> {
        squares.iter().map(|to| format!("take-move:{to}{tag}")).collect()
    };
    let (as_rook, as_bishop) = (["a1", "a3", "b2", "c2"], ["b1", "b3"]);
    let rook = sheet_for("windmill", "windmill-rook");
    let bishop = sheet_for("windmill", "windmill-bishop");
    assert_eq!(offers(&rook, 'W', board), with(&as_rook, "=windmill-bishop"));
    assert_eq!(offers(&bishop, 'W', board), with(&as_bishop, "=windmill-rook"));
    // On a bare board every state is 0, the rook's turn.
    assert_eq!(offers(&sheet("windmill-by-state"), 'W', board), with(&as_rook, "[windmill=1]"));
    let turned =
        sheet("windmill-by-state").source().text.replace("if-state(windmill, 1)", "if-state(windmill, 0)");
    let both = offers(&Sheet::new("turned", &turned), 'W', board);
    assert!(with(&as_bishop, "[windmill=0]").iter().all(|offer| both.contains(offer)));
}

#[test]
fn dozers_and_bards_leap() {
    check(
        "dozer",
        "
        .  .  .  .  .
        o  zx o  Z  o
        .  .  W  .  .
        .  .  .  .  .",
    );
    check(
        "dozer",
        "
        .  w  .
        o  o  o
        .  .  .",
    );
    check(
        "bard",
        "
        o  .  o  .  Z
        .  z  z  z  .
        zx Z  W  z  o
        .  z  z  z  .
        o  .  o  .  o",
    );
}

#[test]
fn wasps_sting_only_forward() {
    check(
        "wasp",
        "
        .  .  zx .  .
        .  .  o  .  .
        .  .  W  .  .
        .  o  .  o  .
        z  .  .  .  o",
    );
    check(
        "wasp",
        "
        .  .  o  .
        .  o  .  .
        w  .  .  .
        Zx .  .  .",
    );
}

#[test]
fn beacons_change_places_with_own_pieces_except_pawns() {
    check(
        "beacon",
        "
        Rs .  .  k  .
        .  P  .  .  .
        .  .  W  .  Zs
        .  P  p  .  .
        Ks .  .  .  Ns",
    );
    check(
        "beacon",
        "
        rs .  .
        .  w  P
        p  .  ks",
    );
}

#[test]
fn chameleons_catch_and_become_mirrored_pieces() {
    let chameleon = sheet_for("chameleon", "chameleon");
    // Steps do not capture; of what stands two squares away it catches neither own pieces nor a king.
    check_sheet(
        &chameleon,
        "
        pc .  .  .  Q
        .  z  o  o  .
        .  o  W  o  .
        .  o  o  o  .
        k  .  .  .  qc",
    );
    let board = "
        n  .  .  .  b
        .  Z  .  Z  .
        .  Z  W  Z  .
        .  Z  Z  Z  .
        r  .  z  .  p";
    let expected = [
        "catch:a1=mirrored-rook",
        "catch:a5=mirrored-knight",
        "catch:e1=mirrored-pawn",
        "catch:e5=mirrored-bishop",
        "move:c4",
    ];
    assert_eq!(offers(&chameleon, 'W', board), expected);
}

#[test]
fn mirrored_pieces_move_as_their_model_and_become_what_they_capture() {
    let table: [(&str, &str, &[&str]); 5] = [
        (
            // A piece of no such kind (b1) leaves it as it is.
            "mirrored-rook",
            "
            .  p  .
            .  .  .
            n  W  K
            .  z  .",
            &["move:b3", "take:a2=mirrored-knight", "take:b1", "take:b4=mirrored-pawn"],
        ),
        (
            "mirrored-bishop",
            "
            q  .  k
            .  W  .
            P  .  .",
            &["move:c1", "take:a3=mirrored-queen", "take:c3"],
        ),
        (
            "mirrored-queen",
            "
            b  .  P
            W  R  .",
            &["move:b2", "take:a2=mirrored-bishop"],
        ),
        (
            "mirrored-knight",
            "
            .  r  .
            .  .  p
            W  .  .",
            &["take-move:b3=mirrored-rook", "take-move:c2=mirrored-pawn"],
        ),
        (
            "mirrored-pawn",
            "
            q  .  N
            .  W  .",
            &["move:b2", "take:a2=mirrored-queen"],
        ),
    ];
    for (piece, board, expected) in table {
        assert_eq!(offers(&sheet_for("mirrored", piece), 'W', board), expected, "{piece}");
    }
}

#[test]
fn cannons_jump_over_the_first_piece() {
    // Right: over an own piece to the squares before the next one. Up: over the enemy, which is captured, to
    // any square behind it. Left and down there is nothing to jump over.
    check(
        "cannon",
        "
        .  .  j  .  .  .  .
        .  .  j  .  .  .  .
        .  .  zx .  .  .  .
        .  .  .  .  .  .  .
        .  .  W  Z  o  o  z
        .  .  .  .  .  .  .",
    );
    assert_eq!(offers(&sheet("cannon"), 'W', "W . z . ."), ["take-jump:d1xc1", "take-jump:e1xc1"]);
    // Two pieces in a row leave nowhere to land.
    check("cannon", "W z z .");
}

#[test]
fn horses_and_cannons_of_janggi() {
    // The legs to the right and down are blocked, by either side's piece.
    check(
        "janggi-horse",
        "
        .  zx .  o  .
        o  .  .  .  .
        .  .  W  z  .
        o  .  Z  .  .
        .  .  .  .  .",
    );
    // Over exactly one piece of either side; nothing is behind the one on the left.
    check(
        "janggi-cannon",
        "
        .  .  zx .  .  .
        .  .  o  .  .  .
        .  .  z  .  .  .
        z  .  W  Z  o  o
        .  .  .  .  .  .
        .  .  .  .  .  .",
    );
    // Neither over a cannon nor against one; rooks play the cannons here.
    let text = sheet("janggi-cannon").source().text.replace("piece-on(janggi-cannon", "piece-on(rook");
    check_sheet(
        &Sheet::new("janggi-cannon", &text),
        "
        .  .  r  .  .
        .  .  o  .  .
        .  .  Z  .  .
        .  .  W  R  .
        .  .  .  .  .",
    );
}

#[test]
fn grasshoppers_land_behind_the_first_piece() {
    check(
        "grasshopper",
        "
        .  .  o  .  .  .
        .  .  z  .  .  .
        .  .  .  .  .  .
        zx Z  W  .  Z  zx
        .  z  .  .  .  .
        Z  .  .  .  .  .",
    );
}

#[test]
fn nightriders_ride_in_one_direction() {
    // The enemy on f5 ends one ride with its capture, the own piece on d1 closes another.
    check(
        "nightrider",
        "
        .  o  .  .  .  .  .  .  .
        .  .  .  .  .  .  .  .  .
        .  .  o  .  .  .  .  .  .
        .  .  .  .  .  .  .  .  .
        o  .  .  o  .  zx .  .  o
        .  .  o  .  .  .  o  .  .
        .  .  .  .  W  .  .  .  .
        .  .  o  .  .  .  o  .  .
        o  .  .  Z  .  o  .  .  o",
    );
}

#[test]
fn y_movers_branch_once() {
    check(
        "y-mover",
        "
        .  .  .  .  .
        .  o  .  zx .
        .  .  o  .  .
        .  .  W  .  .
        .  .  .  .  .",
    );
    // A capture on the stem ends it.
    check(
        "y-mover",
        "
        .  .  .
        .  zx .
        .  W  .",
    );
    check(
        "y-mover",
        "
        .  w  .
        .  o  .
        o  .  Zx",
    );
}

#[test]
fn snipers_shoot_from_afar_and_step_without_capturing() {
    check(
        "sniper",
        "
        .  .  zc .  .
        .  .  .  .  .
        .  .  o  .  .
        z  Z  W  o  .
        .  .  zc .  .",
    );
}

#[test]
fn men_of_checkers_jump_over_enemies() {
    let man = sheet_for("checkers", "checkers-man");
    check_sheet(
        &man,
        "
        .  .  .  .  .
        .  .  .  .  j
        .  o  .  zx .
        .  .  W  .  .
        .  .  .  .  .",
    );
    // Not over an own piece, not onto a piece.
    check_sheet(
        &man,
        "
        .  .  .  .  .
        z  .  .  .  .
        .  z  .  Z  .
        .  .  W  .  .
        .  .  .  .  .",
    );
    let king = sheet_for("checkers", "checkers-king");
    check_sheet(
        &king,
        "
        .  .  .  .  .
        .  o  .  o  .
        .  .  W  .  .
        .  zx .  Z  .
        j  .  .  .  .",
    );
}

#[test]
fn men_of_checkers_are_crowned_on_the_last_rank() {
    let man = sheet_for("checkers", "checkers-man");
    let by_step = "
        .  .  .
        .  W  .
        .  .  .";
    assert_eq!(offers(&man, 'W', by_step), ["move:a3=checkers-king", "move:c3=checkers-king"]);
    let by_jump = "
        .  .  .  .
        .  .  z  .
        .  W  .  .";
    assert_eq!(offers(&man, 'W', by_jump), ["move:a2", "take-jump:d3xc2=checkers-king"]);
}

#[test]
fn kings_castle_with_unmoved_rooks_through_safe_squares() {
    let castling = sheet("castling");
    let castles = |runs: char, drawing: &str| -> Vec<String> {
        offers(&castling, runs, drawing).into_iter().filter(|offer| offer.contains(" + ")).collect()
    };
    let (long, short) = (
        "move:c1[king-moved=1] + move:a1d1[king-moved=1]",
        "move:g1[king-moved=1] + move:h1f1[king-moved=1]",
    );
    let free = "
        .  .  .  .  .  .  .  .
        R  .  .  .  K  .  .  R";
    assert_eq!(castles('K', free), [long, short]);
    // The same for Black, though it sees the board turned.
    let black = "
        r  .  .  .  k  .  .  r
        .  .  .  .  .  .  .  .";
    let (black_long, black_short) = (
        "move:c2[king-moved=1] + move:a2d2[king-moved=1]",
        "move:g2[king-moved=1] + move:h2f2[king-moved=1]",
    );
    assert_eq!(castles('k', black), [black_long, black_short]);
    // The king does not pass an attacked square (f1), but the rook may (b1).
    let attacked = "
        .  r  .  .  .  r  .  .
        R  .  .  .  K  .  .  R";
    assert_eq!(castles('K', attacked), [long]);
    // Not in check; not over a piece, not with an enemy's rook.
    let in_check = "
        .  .  .  .  r  .  .  .
        R  .  .  .  K  .  .  R";
    assert_eq!(castles('K', in_check), [""; 0]);
    let unfit = "
        .  .  .  .  .  .  .  .
        R  N  .  .  K  B  .  r";
    assert_eq!(castles('K', unfit), [""; 0]);
}

#[test]
fn rooks_that_leave_their_corner_end_the_castling_with_them() {
    let castling = sheet("castling");
    let at_home = "
        .  P
        .  R";
    assert_eq!(offers(&castling, 'R', at_home), ["take-move:a1[short-rook-moved=1]"]);
    let elsewhere = "
        R  P
        .  N";
    assert_eq!(offers(&castling, 'R', elsewhere), ["take-move:a1"]);
    let black_at_home = "
        r  .
        p  N";
    assert_eq!(offers(&castling, 'r', black_at_home), ["take-move:b2[long-rook-moved=1]"]);
}
