//! What each expression of Chessembly means: program, board, and the activations that follow from the rules.
//!
//! Boards are 5 x 5 unless drawn otherwise; the piece that runs the program is X (White) or x (Black).

use nightrider::chessembly::{Evaluation, Sheet, TraceLine};
use nightrider::engine::program::{Ending, Value};
use nightrider::notation::read_bare_board;

fn run(program: &str, fen: &str) -> Evaluation {
    let board = read_bare_board(fen).expect("a board");
    let from =
        board.board().squares().find(|&square| board.piece(square).is_some_and(|piece| piece.letter == 'X'));
    Sheet::new("test", program).evaluate(&board, from.expect("a piece X")).expect("it stands there")
}

/// Each line of the table: program, board, expected activations, sorted and with blanks between.
#[track_caller]
fn check(table: &[(&str, &str, &str)]) {
    for (program, fen, expected) in table {
        let mut offers: Vec<String> = run(program, fen).activations.iter().map(ToString::to_string).collect();
        offers.sort_unstable();
        assert_eq!(offers.join(", "), *expected, "{program} on {fen}");
    }
}

const ALONE: &str = "5/5/X4/5/5";

#[test]
fn movement_words_by_what_stands_on_the_target() {
    // Four squares to the right: b3 empty, b3 enemy, b3 ally, and from e3 the wall. A second word one square up tells
    // value and anchor: it runs after true from where the anchor is.
    let enemy = "5/5/Xp3/5/5";
    let ally = "5/5/XP3/5/5";
    let wall = "5/5/4X/5/5";
    check(&[
        ("move(1, 0) move(0, 1)", ALONE, "move:b3, move:b4"),
        ("move(1, 0) move(0, 1)", enemy, ""),
        ("move(1, 0) move(0, 1)", ally, ""),
        ("move(1, 0) move(0, 1)", wall, ""),
        ("take(1, 0) move(0, 1)", ALONE, "move:b4"),
        ("take(1, 0) move(0, 1)", enemy, "move:b4, take:b3"),
        ("take(1, 0) move(0, 1)", ally, ""),
        ("take(1, 0) move(0, 1)", wall, ""),
        ("take-move(1, 0) move(0, 1)", ALONE, "move:b4, take-move:b3"),
        ("take-move(1, 0) move(0, 1)", enemy, "take-move:b3"),
        ("take-move(1, 0) not move(0, 1)", enemy, "move:b4, take-move:b3"),
        ("take-move(1, 0) not move(0, 1)", ally, "move:a4"),
        ("take-move(1, 0) not move(0, 1)", wall, "move:e4"),
        ("catch(1, 0) move(0, 1)", ALONE, "move:b4"),
        ("catch(1, 0) move(0, 1)", enemy, "catch:b3, move:b4"),
        ("catch(1, 0) not move(0, 1)", ally, "move:a4"),
        ("jump(1, 0) move(0, 1)", ALONE, "jump:b3, move:b4"),
        ("jump(1, 0) not move(0, 1)", enemy, "move:a4"),
        ("jump(1, 0) not move(0, 1)", ally, "move:a4"),
        ("shift(1, 0) move(0, 1)", ALONE, "move:b4, shift:b3"),
        ("shift(1, 0) move(0, 1)", enemy, "move:b4, shift:b3"),
        ("shift(1, 0) move(0, 1)", ally, "move:b4, shift:b3"),
        ("shift(1, 0) not move(0, 1)", wall, "move:e4"),
    ]);
}

#[test]
fn the_own_square_is_an_ally_and_changing_places_with_oneself_is_no_move() {
    check(&[
        ("move(1, 0) move(-1, 0) move(0, 1)", ALONE, "move:b3"),
        ("friendly(0, 0) move(1, 0)", ALONE, "move:b3"),
        ("peek(0, 0) move(1, 0)", ALONE, ""),
        // Back on the own square: true, nothing offered, and the anchor is there.
        ("move(1, 0) shift(-1, 0) move(0, 1)", ALONE, "move:a4, move:b3"),
    ]);
}

#[test]
fn holes_are_walls() {
    check(&[
        ("move(1, 0)", "5/5/X*3/5/5", ""),
        ("shift(1, 0)", "5/5/X*3/5/5", ""),
        ("anchor(1, 0) not move(0, 1)", "5/5/X*3/5/5", "move:a4"),
        ("bound(1, 0) move(0, 1)", "5/5/X*3/5/5", "move:a4"),
        // But a hole lies over no side of the board.
        ("edge(1, 0) not corner(1, 0) not observe(1, 0) not move(0, 1)", "5/5/X*3/5/5", "move:a4"),
    ]);
}

#[test]
fn takes_and_jumps() {
    check(&[
        // The jump fails: the take is withdrawn all the same, and the anchor stays on the victim.
        ("take(1, 0) jump(1, 0) not move(0, 1)", "5/5/Xpp2/5/5", "move:b4"),
        // Only the pending take is withdrawn, not one that another take has replaced.
        ("take(1, 0) take(1, 0) jump(1, 0)", "5/5/Xpp2/5/5", "take-jump:d3xc3, take:b3"),
        // Words between keep the take pending, blocks see it and give it back.
        ("take(1, 0) enemy(0, 0) observe(1, 0) jump(1, 0)", "5/5/Xp3/5/5", "take-jump:c3xb3"),
        ("take(1, 0) { jump(0, 1) } jump(0, -1)", "5/5/Xp3/5/5", "take-jump:b2xb3, take-jump:b4xb3"),
        ("{ take(1, 0) jump(1, 0) } jump(0, 1)", "5/5/Xp3/5/5", "jump:a4, take-jump:c3xb3"),
        // take-move and catch leave nothing pending.
        ("take-move(1, 0) true jump(1, 0)", "5/5/Xp3/5/5", "jump:c3, take-move:b3"),
        ("catch(1, 0) jump(1, 0)", "5/5/Xp3/5/5", "catch:b3, jump:c3"),
        // Chains do not see each other: a take withdrawn in one is still offered by the other.
        ("take(1, 0); take(1, 0) jump(1, 0)", "5/5/Xp3/5/5", "take-jump:c3xb3, take:b3"),
    ]);
}

#[test]
fn values_and_the_end_of_chains() {
    check(&[
        // Conditions are ordinary expressions.
        ("observe(0, 9) move(1, 0)", ALONE, ""),
        ("false true move(1, 0)", ALONE, "move:b3"),
        ("false label(1) move(1, 0); jmp(1) label(1)", ALONE, ""),
        // jmp goes on with true when it does not jump, and so does jne.
        ("false jmp(1) move(1, 0) label(1)", ALONE, "move:b3"),
        ("true jne(1) move(1, 0) label(1)", ALONE, "move:b3"),
        ("false jne(1) move(1, 0) label(1) move(0, 1)", ALONE, "move:a4"),
        // While after false falls through with true.
        ("do false while move(1, 0)", ALONE, "move:b3"),
        // Nothing happens at a while without a do: the value goes on.
        ("false while move(1, 0)", ALONE, ""),
        ("true while move(1, 0)", ALONE, "move:b3"),
        ("do move(1, 0)", ALONE, "move:b3"),
        // The first of two labels counts.
        ("jmp(1) label(1) move(1, 0) end label(1) move(0, 1)", ALONE, "move:b3"),
        // end, in blocks too.
        ("{ end move(1, 0) } move(0, 1)", ALONE, ""),
        // Malformed expressions act as end.
        ("move(1, 0) repeat(0) move(1, 0)", ALONE, "move:b3"),
        ("move(1, 0) jmp(3) move(1, 0)", ALONE, "move:b3"),
        ("move(1, 0) } move(1, 0)", ALONE, "move:b3"),
        ("move(1, 0) move(1) move(1, 0)", ALONE, "move:b3"),
        ("move(1, 0) + move(1, 0)", ALONE, "move:b3"),
        // An unclosed block is closed by the `;`.
        ("{ move(1, 0); move(0, 1)", ALONE, "move:a4, move:b3"),
    ]);
}

#[test]
fn blocks_isolate_false_and_bring_the_anchor_back() {
    check(&[
        // The false that leaves a block is soft: it ends nothing ...
        ("{ false move(1, 0) } move(0, 1)", ALONE, "move:a4"),
        ("{ false } { move(1, 0) } move(0, 1)", ALONE, "move:a4, move:b3"),
        ("{ false } label(1) move(0, 1); jmp(1) label(1)", ALONE, "move:a4"),
        // ... but is seen by what looks: not, jne, while, write, read-or, repeat.
        ("{ false } not move(0, 1)", ALONE, "move:a4"),
        ("{ true } not move(0, 1)", ALONE, ""),
        ("{ false } jne(1) move(1, 0) label(1) move(0, 1)", ALONE, "move:a4"),
        ("do move(1, 0) { false } while move(0, 1)", ALONE, "move:b3, move:b4"),
        ("{ false } write(1) read(1) move(0, 1)", ALONE, ""),
        ("true write(1) { false } read-and(1) move(0, 1)", ALONE, ""),
        ("true write(1) { false } read-or(1) move(0, 1)", ALONE, "move:a4"),
        // repeat does not jump, and goes on.
        ("move(1, 0) { false } repeat(4) move(0, 1)", ALONE, "move:b3, move:b4"),
        // A word after a soft false makes a value of its own, which is hard.
        ("{ false } observe(0, 9) move(0, 1)", ALONE, ""),
        // A false inside leaves only the innermost block.
        ("{ { false move(1, 0) } move(0, -1) } move(0, 1)", ALONE, "move:a2, move:a4"),
        ("{ move(1, 0) { move(9, 0) } move(1, 0) } move(0, 1)", ALONE, "move:a4, move:b3, move:c3"),
        // An empty block passes the value on.
        ("{ } move(1, 0)", ALONE, "move:b3"),
        ("{ false } { } not move(1, 0)", ALONE, "move:b3"),
        // A jump out of a block leaves it as its `}` would: the anchor returns.
        ("{ move(1, 0) jmp(1) } move(0, -1) label(1) move(0, 1)", ALONE, "move:a4, move:b3"),
        ("true write(0) { move(1, 0) read(0) { jmp(1) } } label(1) move(0, 1)", ALONE, "move:a4, move:b3"),
    ]);
}

#[test]
fn repeat_counts_every_expression() {
    check(&[
        (
            "do move(1, 0) while move(0, 1) repeat(1)",
            ALONE,
            "move:b3, move:c3, move:d3, move:e3, move:e4, move:e5",
        ),
        // Back onto the while: it sees true and goes to its do; the loop runs on one rank higher.
        (
            "do move(1, 0) while move(-4, 1) repeat(2)",
            "5/5/5/5/X4",
            "move:a2, move:a3, move:a4, move:a5, move:b1, move:b2, move:b3, move:b4, move:b5, move:c1, move:c2, move:c3, \
          move:c4, move:c5, move:d1, move:d2, move:d3, move:d4, move:d5, move:e1, move:e2, move:e3, move:e4, move:e5",
        ),
        // Inside a block, and out of it onto its brace: the block begins again at its anchor.
        ("{ move(1, 0) repeat(1) } move(0, 1)", ALONE, "move:a4, move:b3, move:c3, move:d3, move:e3"),
    ]);
}

#[test]
fn bits() {
    check(&[
        ("false write(3) read(3) not move(1, 0)", ALONE, "move:b3"),
        ("true write(0) true read-and(0) move(1, 0)", ALONE, "move:b3"),
        ("true write(0) false read-and(0) move(1, 0)", ALONE, ""),
        ("true write(0) false read-or(0) move(1, 0)", ALONE, "move:b3"),
        ("false read-or(0) move(1, 0)", ALONE, ""),
        ("true write(15) true read-xor(15) move(1, 0)", ALONE, ""),
        ("true write(15) false read-xor(15) move(1, 0)", ALONE, "move:b3"),
        // Writing again overwrites; other bits are untouched; a block does not restore them.
        ("true write(1) true write(2) false write(1) read(1) not read-and(2) move(1, 0)", ALONE, "move:b3"),
        ("{ true write(1) } read(1) move(1, 0)", ALONE, "move:b3"),
    ]);
}

#[test]
fn conditions() {
    let mixed = "5/1q3/XpP2/5/5";
    check(&[
        ("enemy(1, 0) friendly(2, 0) observe(3, 0) move(0, -1)", mixed, "move:a2"),
        ("enemy(2, 0) not friendly(1, 0) not move(0, -1)", mixed, "move:a2"),
        ("enemy(-1, 0) not friendly(-1, 0) not observe(-1, 0) not move(0, -1)", mixed, "move:a2"),
        ("piece-on(queen, 1, 1) piece-on(PAWN, 1, 0) piece-on(pawn, 2, 0) move(0, -1)", mixed, "move:a2"),
        (
            "piece-on(queen, 1, 0) not piece-on(pawn, -1, 0) not piece-on(pawn, 3, 0) not move(0, -1)",
            mixed,
            "move:a2",
        ),
        // A piece without a name has none.
        ("piece(king) move(1, 0)", ALONE, ""),
        ("piece-on(unheard-of, 0, 0) not move(1, 0)", ALONE, "move:b3"),
        ("color-on(white, 2, 0) color-on(black, 1, 0) move(0, -1)", mixed, "move:a2"),
        ("color-on(white, 3, 0) not color-on(black, -1, 0) not move(0, -1)", mixed, "move:a2"),
        ("color(white) move(0, -1); color(black) move(0, 1)", mixed, "move:a2"),
        ("if-state(any, 0) move(1, 0); if-state(any, 1) move(0, 1)", ALONE, "move:b3"),
    ]);
}

#[test]
fn sides_of_the_board() {
    // From the corner a1 of White, and from e5 for Black, which sees it as its a1.
    let table = [
        ("bound(-1, 0) bound(0, -1) bound(-1, -1) bound(1, 1) not", true),
        ("edge(-1, 0) edge(0, -1) edge(-1, -1) not edge(1, 0) not", true),
        ("corner(-1, -1) corner(-1, 0) not corner(1, 1) not", true),
        ("edge-left(-1, 0) edge-bottom(0, -1) edge-right(5, 0) edge-top(0, 5)", true),
        ("edge-left(0, -1) not edge-right(-1, 0) not edge-top(0, -1) not edge-bottom(5, 0) not", true),
        // Over two sides is no edge, whichever is named.
        ("edge-left(-1, -1) not edge-bottom(-1, -1) not", true),
        (
            "corner-bottom-left(-1, -1) corner-bottom-right(5, -1) corner-top-left(-1, 5) corner-top-right(5, 5)",
            true,
        ),
        ("corner-bottom-left(5, 5) not corner-top-right(-1, -1) not corner-bottom-right(-1, 5) not", true),
        // Far away is off the board like next to it.
        ("bound(32767, 0) edge-right(32767, 0) corner-top-right(2147483647, 99999)", true),
        ("bound(-2147483648, 0) edge-left(-40000, 0)", true),
    ];
    for (conditions, holds) in table {
        for fen in ["5/5/5/5/X4", "4x/5/5/5/5"] {
            let offers = run(&format!("{conditions} move(1, 0)"), fen).activations.len();
            assert_eq!(offers == 1, holds, "{conditions} on {fen}");
        }
    }
}

#[test]
fn danger_and_check() {
    // Does the rook's file, the knight's leap, the pawn's diagonal, the king's neighbourhood reach the square?
    check(&[
        ("danger(1, 0) move(0, 1)", "1r3/5/X4/5/5", "move:a4"),
        ("danger(1, 0) not move(0, 1)", "1r3/1P3/X4/5/5", "move:a4"),
        ("danger(1, 0) move(0, 1)", "2n2/5/X4/5/5", "move:a4"),
        ("danger(1, 0) move(0, 1)", "5/2p2/X4/5/5", "move:a4"),
        ("danger(1, 0) move(0, 1)", "5/5/X4/2p2/5", ""),
        ("danger(1, 0) move(0, 1)", "5/2k2/X4/5/5", "move:a4"),
        ("danger(1, 0) move(0, 1)", "3b1/5/X4/5/5", "move:a4"),
        ("danger(1, 0) move(0, 1)", "3q1/5/X4/5/5", "move:a4"),
        // Defended enemies stand in danger; own pieces do not attack; nameless ones never do.
        ("danger(1, 0) move(0, 1)", "1r3/5/Xp3/5/5", "move:a4"),
        ("danger(1, 0) move(0, 1)", "1R3/5/X4/5/5", ""),
        ("danger(1, 0) move(0, 1)", "1z3/5/X4/5/5", ""),
        ("danger(-1, 0) move(0, 1)", "r4/5/X4/5/5", ""),
        // White's pawns attack upwards: b3, right behind the left shoulder of a Black piece on a3, but not b2.
        ("danger(-1, 0) move(0, -1)", "5/5/x4/P4/5", "move:a4"),
        ("danger(-1, 1) move(0, -1)", "5/5/x4/P4/5", ""),
        ("check move(0, 1)", "4r/5/X3K/5/5", "move:a4"),
        ("check move(0, 1)", "4r/5/X2K1/5/5", ""),
        ("check move(0, 1)", "4R/5/X3k/5/5", ""),
        ("check not move(0, 1)", ALONE, "move:a4"),
    ]);
}

#[test]
fn anchors() {
    check(&[
        ("anchor(1, 0) move(1, 0)", "5/5/Xp3/5/5", "move:c3"),
        ("absolute(9, 0) not move(1, 0)", ALONE, "move:b3"),
        ("absolute(-1, 0) not move(1, 0)", ALONE, "move:b3"),
        ("absolute-x(2) absolute-y(4) move(1, 0)", ALONE, "move:d5"),
        ("absolute-x(5) not absolute-y(5) not move(1, 0)", ALONE, "move:b3"),
        // Black counts from its own corner, h8 on a usual board and e5 here.
        ("absolute(1, 1) move(0, 0)", "5/5/x4/5/5", "move:d4"),
        ("absolute-x(0) absolute-y(0) move(0, 0)", "5/5/x4/5/5", "move:e5"),
        // Stores: kept over blocks, own square at first.
        (
            "move(1, 0) { move(1, 0) write-anchor(3) } read-anchor(3) move(0, 1)",
            ALONE,
            "move:b3, move:c3, move:c4",
        ),
        ("move(1, 0) read-anchor(0) move(0, 1)", ALONE, "move:a4, move:b3"),
        // A board that is not square, seen from Black.
        ("absolute(0, 0) move(0, 0); absolute(3, 1) move(0, 0)", "4/1x2", "move:a1, move:d2"),
    ]);
}

#[test]
fn tags() {
    check(&[
        (
            "transition(queen) move(1, 0) transition(rook) move(1, 0) transition() move(1, 0)",
            ALONE,
            "move:b3=queen, move:c3=rook, move:d3",
        ),
        // Setting a key again hides the earlier tag; dropping the later one brings it back.
        (
            "set-state(k, 1) set-state(k, 2) move(1, 0) set-state move(1, 0) set-state move(1, 0) set-state move(1, 0)",
            ALONE,
            "move:b3[k=2], move:c3[k=1], move:d3, move:e3",
        ),
        ("set-state(b, 1) set-state(a, -7) move(1, 0)", ALONE, "move:b3[a=-7][b=1]"),
        // place-move has a tag for itself, beside those in force.
        (
            "set-state(k, 1) transition(king) place-move(rook, 1, 0) move(1, 0)",
            ALONE,
            "move:b3=rook[k=1], move:c3=king[k=1]",
        ),
        ("place-move(rook, 1, 0) not move(0, 1)", "5/5/Xp3/5/5", "move:a4"),
        // A take-jump carries what is in force at the jump.
        ("transition(pawn) take(1, 0) transition(king) jump(1, 0)", "5/5/Xp3/5/5", "take-jump:c3xb3=king"),
        // The same move with other tags is another move, with the same tags it is one.
        (
            "set-state(k, 1) move(1, 0); set-state(k, 1) move(1, 0); set-state(k, 2) move(1, 0); move(1, 0)",
            ALONE,
            "move:b3, move:b3[k=1], move:b3[k=2]",
        ),
    ]);
}

#[test]
fn further_parts() {
    check(&[
        // `+` starts from the anchor, `|` from the piece's own square.
        ("move(1, 0) + { move(0, 1) }", ALONE, "move:b3 + move:b3b4"),
        ("catch(2, 0) | { move(0, 1) }", "5/5/X1p2/5/5", "catch:c3 + move:a3a4"),
        // Every activation of the block is a part, and the block is one after all: the anchor returns.
        (
            "move(1, 0) + { move(0, 1) move(0, 1) } move(1, 0)",
            ALONE,
            "move:b3 + move:b3b4 + move:b3b5, move:c3",
        ),
        ("move(1, 0) | { move(0, 1) } move(1, 0)", ALONE, "move:b3 + move:a3a4, move:c3"),
        // Words without a move of their own stand between; a second block adds to the same move.
        (
            "move(1, 0) anchor(1, 0) + { move(0, 1) } + { move(0, -1) }",
            ALONE,
            "move:b3 + move:c3c4 + move:c3c2",
        ),
        // In a loop every round has its own parts.
        ("move(1, 0) + { move(0, 1) } repeat(5)", "5/5/2X2/5/5", "move:d3 + move:d3d4, move:e3 + move:e3e4"),
        // What was not activated has no parts.
        ("take(1, 0) + { move(0, 1) }", ALONE, ""),
        ("move(0, 1) take(1, 0) + { move(0, 1) }", ALONE, "move:a4"),
        // After false `+` does not run.
        ("take-move(1, 0) + { move(0, 1) }", "5/5/Xp3/5/5", "take-move:b3"),
        // Parts inside parts belong to the same move; the same part twice is one.
        ("move(1, 0) + { move(1, 0) + { move(1, 0) } }", ALONE, "move:b3 + move:b3c3 + move:c3d3"),
        ("move(1, 0) + { move(0, 1) } + { move(0, 1) }", ALONE, "move:b3 + move:b3b4"),
        // A take inside is withdrawn by its jump like elsewhere.
        ("move(0, 1) + { take(1, 0) jump(1, 0) }", "5/1p3/X4/5/5", "move:a4 + take-jump:a4c4xb4"),
        // Different parts are different moves.
        ("move(1, 0) + { move(0, 1) }; move(1, 0)", ALONE, "move:b3, move:b3 + move:b3b4"),
    ]);
}

#[test]
fn black_sees_everything_turned() {
    // Each program for White on a board and for Black on the turned board: the activations are turned.
    let programs = [
        "move(-1, 0) move(0, 1)",
        "do take-move(1, 1) while peek(0, 0) { edge-right(1, 1) take-move(-1, 1) repeat(1) }",
        "enemy(1, 0) shift(1, 1)",
        "absolute(0, 4) move(1, 0) + { move(0, -1) }",
        "color-on(white, 0, 1) not corner-top-left(-3, 3) move(0, -1)",
        "piece-on(pawn, 1, 0) danger(0, 1) catch(1, 0)",
    ];
    for program in programs {
        // c3 is the middle; the enemy pawn right of it, the enemy rook above on the edge.
        let white = run(program, "2r2/5/2Xp1/5/5");
        let black = run(program, "5/5/1Px2/5/2R2");
        let turn = |name: &String| -> String {
            let mut bytes = name.bytes();
            let (file, rank) = (bytes.next().expect("a file"), bytes.next().expect("a rank"));
            [(b'a' + b'e' - file) as char, (b'1' + b'5' - rank) as char].iter().collect()
        };
        let offers = |found: &Evaluation, turned: bool| {
            let square = |name: &String| if turned { turn(name) } else { name.clone() };
            let mut list: Vec<String> = found
                .activations
                .iter()
                .map(|a| {
                    format!(
                        "{} {} {:?}",
                        a.kind,
                        square(&a.to),
                        a.then.iter().map(|p| square(&p.to)).collect::<Vec<_>>()
                    )
                })
                .collect();
            list.sort_unstable();
            list
        };
        assert!(!white.activations.is_empty(), "{program} offers something");
        assert_eq!(offers(&white, true), offers(&black, false), "{program}");
    }
}

#[test]
fn limits_cut_off_and_keep_what_was_activated() {
    let endless = run("move(1, 0) do true while; move(0, 1)", ALONE);
    assert_eq!((endless.steps, endless.cut_off), (10_001, true));
    assert_eq!(endless.activations.len(), 2, "the next chain still runs");
    // Exactly the budget is enough: 9,998 words before, one move, and nothing more to run.
    let full = run(&format!("{}move(1, 0)", "true ".repeat(9_999)), ALONE);
    assert_eq!((full.steps, full.cut_off, full.activations.len()), (10_000, false, 1));
    let over = run(&format!("{}move(1, 0)", "true ".repeat(10_000)), ALONE);
    assert_eq!((over.steps, over.cut_off, over.activations.len()), (10_000, true, 0));
    let tags = run(&format!("move(1, 0) {}move(1, 0)", "set-state(k, 1) ".repeat(65)), ALONE);
    assert_eq!((tags.cut_off, tags.activations.len()), (true, 1));
    let parts = run("move(1, 0) label(1) + { move(0, 1) } jmp(1)", ALONE);
    assert!(parts.cut_off);
    assert_eq!(parts.activations[0].then.len(), 1, "the same part again and again is one");
    for endless in [
        "observe(0, 0) not repeat(1)",
        "label(0) true jmp(0)",
        "do { move(1, 0) } while",
        "do not while false jne(1) do true while label(1) repeat(9)",
    ] {
        run(endless, ALONE);
    }
}

#[test]
fn large_programs_are_run_in_reasonable_time() {
    // A megabyte each: many chains, one long chain, deep blocks, many names, endless loops.
    let names: String = (0..30_000).map(|n| format!("transition(n{n}) move(1, 0);")).collect();
    let programs = [
        "take-move(1, 0) repeat(1);".repeat(40_000),
        "move(1, 0) ".repeat(90_000),
        "{".repeat(1_000_000),
        "{".repeat(400_000) + &"}".repeat(400_000),
        names,
        "do true while;".repeat(2_000),
        "set-state(k, 1) label(1) move(1, 0) move(-1, 0) + { move(0, 1) } jmp(1);".repeat(14_000),
    ];
    for program in programs {
        let start = std::time::Instant::now();
        run(&program, ALONE);
        assert!(start.elapsed().as_secs() < 20, "{} ... takes {:?}", &program[..20], start.elapsed());
    }
}

#[test]
fn a_trace_tells_every_step() {
    let board = read_bare_board("5/5/Xp3/5/5").expect("a board");
    let sheet = Sheet::new("test", "take(1, 0) { jump(1, 0) not write(2) observe(0, 9) move(0, 1) } end");
    let (_, trace, _) =
        sheet.trace(&board, board.board().parse("a3").expect("a square")).expect("X is there");
    let lines: Vec<String> = trace
        .lines
        .iter()
        .map(|line| match line {
            TraceLine::Step { expression, value, anchor, bits, activation, withdrew, .. } => {
                let activation = activation.as_deref().unwrap_or("-");
                format!("{expression} {value:?} {anchor} {bits:?} {activation} {withdrew}")
            }
            TraceLine::Left { expression, .. } => format!("left at {expression}"),
            TraceLine::Ended { ending, expression, .. } => format!("{ending:?} at {expression:?}"),
        })
        .collect();
    assert_eq!(
        lines,
        [
            "take(1, 0) True b3 [] take:b3 false",
            "{ True b3 [] - false",
            "jump(1, 0) True c3 [] take-jump:c3xb3 true",
            "not False c3 [] - false",
            "write(2) True c3 [] - false",
            "observe(0, 9) False c3 [] - false",
            "left at move(0, 1)",
            "End at Some(\"end\")",
        ]
    );
    assert_eq!(Value::from(false), Value::False);
    assert!(matches!(trace.lines.last(), Some(TraceLine::Ended { ending: Ending::End, .. })));
}
