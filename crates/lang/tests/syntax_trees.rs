//! How texts are read: ChessLang in, syntax tree out.

use expect_test::{Expect, expect};
use nightrider_lang::ast::dump::dump;
use nightrider_lang::parse::parse;
use nightrider_lang::span::SourceId;

/// The text must have no problem and give the tree.
fn check(text: &str, expected: Expect) {
    let parsed = parse(text, SourceId(0));
    assert_eq!(parsed.diagnostics, [], "{text}");
    assert_eq!(parsed.tree.print(text), text);
    expected.assert_eq(&dump(&parsed.file));
}

/// A movement pattern on its own.
fn pattern(text: &str, expected: Expect) {
    check(&format!("pattern P = {text}"), expected);
}

/// A condition on its own.
fn condition(text: &str, expected: Expect) {
    check(&format!("victory: {text}"), expected);
}

/// Actions on their own.
fn actions(text: &str, expected: Expect) {
    check(&format!("action a() {{\n{text}\n}}"), expected);
}

#[test]
fn headers_and_sections() {
    check(
        r#"
# the hill in the middle
game: "Hill \"and\" River"
extends: "Standard Chess"
import "pieces.chesslang"
board:
  size: 10x8
  zones:
    hill: [d4-e5, f6]   # a rectangle and a square
    board: [a1]
  holes: [c3]
rules:
  castling: false
  castling: { king_to: [c, g] }
  promotion:
    pieces: [Queen, Rook]
    rank: 8
    White: { zone: hill }
  check: { must_escape: true, can_ignore: false; cannot_give: true }
  fifty_moves: [Pawn]
  turn: { moves: { White: 2, Black: 1 }, check_ends: false }
  turn: { moves: progressive }
  en_passant: { from_ranks: [2] }
"#,
        expect![[r#"
            game "Hill \"and\" River"
            extends "Standard Chess"
            import "pieces.chesslang"
            board
              size 10x8
              zone hill [d4-e5 f6]
              zone board [a1]
              holes [c3]
            rules
              castling = false
              castling
                king_to = [c, g]
              promotion
                pieces = [Queen, Rook]
                rank = 8
                White
                  zone = hill
              check
                must_escape = true
                can_ignore = false
                cannot_give = true
              fifty_moves = [Pawn]
              turn
                moves
                  White = 2
                  Black = 1
                check_ends = false
              turn
                moves = progressive
              en_passant
                from_ranks = [2]
        "#]],
    );
    check(
        "extends: none",
        expect![[r#"
        extends none
    "#]],
    );
}

#[test]
fn every_form_of_a_setup() {
    check(
        r#"setup:
  White:
    King: [e1]
    Pawn: [a2-h2, c3]
  Black: { e8: King; d8: Queen }
  add:
    White Warrior: [d2, e2]
    Black:
      Warrior: [d7]
      c7: Trapper
    White: { c1: Trapper, f1: Trapper }
  replace:
    Knight: Camel
    White Rook: Cannon
    White:
      Queen: []
      Amazon: [d1]
      Bishop: Camel
  remove: [a2, White Queen, b1-c1]
setup:
  remove:
    - h7
    - Black Rook
    [g2, g7]
    Bishop
  shuffle:
    number: 518
    Bishop: [b1, d1]
    Rook King Rook: [a1-h1]
"#,
        expect![[r#"
            setup
              whole White
                White King [e1]
                White Pawn [a2-h2 c3]
              whole Black
                Black King [e8]
                Black Queen [d8]
              add
                White Warrior [d2 e2]
                Black Warrior [d7]
                Black Trapper [c7]
                White Trapper [c1]
                White Trapper [f1]
              replace
                Knight -> Camel
                White Rook -> Cannon
                White Queen []
                White Amazon [d1]
                White Bishop -> Camel
              remove
                a2
                White Queen
                b1-c1
            setup
              remove
                h7
                Black Rook
                g2
                g7
                Bishop
              shuffle
                number 518
                Bishop on [b1 d1]
                Rook, King, Rook on [a1-h1]
        "#]],
    );
}

#[test]
fn every_form_of_an_end() {
    check(
        "victory: King captured",
        expect![[r#"
        victory
          add _: (captured King)
    "#]],
    );
    check(
        "victory:\n  hill: King in zone.hill\n  add:\n    race: King on rank 8 for White\n    for: pieces == 1\n  remove:\n    - checkmate\n  replace:\n    or: checks >= 3\n      and moves < 50\n      or captures == 1\n",
        expect![[r#"
            victory
              add hill: (in King zone.hill)
              add race: (on-rank King 8) for White
              add for: (== pieces 1)
              remove checkmate
              replace or: (or (and (>= checks 3) (< moves 50)) (== captures 1))
        "#]],
    );
    check(
        "draw: { remove: [stalemate, repetition]; add: { a: moves > 9, b: checks == 0 } }",
        expect![[r#"
        draw
          remove stalemate, repetition
          add a: (> moves 9)
          add b: (== checks 0)
    "#]],
    );
    check(
        "draw:\n  remove: stalemate\n  add: position_count >= 2\n  moves >= 9\n",
        expect![[r#"
        draw
          remove stalemate
          add _: (>= position_count 2)
          add _: (>= moves 9)
    "#]],
    );
}

#[test]
fn pieces() {
    check(
        r#"piece Sphinx {
  move: step(any)
  move: | leap(2, 1)
        | slide(N)
  capture: =move
  capture: none
  capture: hop(diagonal) where enemy
  traits: [royal, jump]
  state: {
    a: 0,
    b: -12; c: true
    d: null
    e: "x"
  }
  value: -3
  symbol: "♘"
}
piece Bare { traits: [], state: { } }
"#,
        expect![[r#"
            piece Sphinx
              move (step any)
              move (| (leap 2 1) (slide N))
              capture = move
              capture none
              capture (| (hop diagonal) where enemy)
              traits royal, jump
              state a = 0, b = -12, c = true, d = null, e = "x"
              value -3
              symbol "♘"
            piece Bare
              traits 
              state 
        "#]],
    );
}

#[test]
fn effects() {
    check(
        "effect a { blocks: [enemy, friend]; visual: highlight(red, 0.5), duration: 3 }\neffect b { visual: blue }\neffect c\n{\n  blocks: none\n}\n",
        expect![[r#"
            effect a
              blocks all
              visual "highlight" "red" 0.5
              duration 3
            effect b
              visual "blue"
            effect c
              blocks none
        "#]],
    );
}

#[test]
fn triggers() {
    check(
        r#"trigger t {
  on: enter_zone
  when: piece.type == Knight
    and any Guard adjacent to target where owner != player
    or not check
  optional: true
  description: "Shall we?"
  do: cancel
}
trigger u { on: game_start; do: { set game.state.a = 0; draw } }
trigger v {
  on: turn_end
  do:
    set game.state.a += 1
    win player
  when: true
}
"#,
        expect![[r#"
            trigger t
              on enter_zone
              when (and (== piece.type Knight) (any Guard adjacent target where (or (!= owner player) (not check))))
              optional true
              description "Shall we?"
              do
                cancel
            trigger u
              on game_start
              do
                set game.state.a = 0
                draw
            trigger v
              on turn_end
              do
                set game.state.a += 1
                win player
              when true
        "#]],
    );
}

#[test]
fn patterns_bind_star_then_plus_then_bar() {
    pattern(
        "step(N) | step(E) * 2 + step(S) | castle",
        expect![[r#"
        pattern P = (| (step N) (+ (* (step E) 2) (step S)) castle)
    "#]],
    );
    pattern(
        "(step(N) | step(E)) * 2 * 3",
        expect![[r#"
            pattern P = (* [(| (step N) (step E))] 6)
        "#]],
    );
    pattern(
        "step(forward-diagonal, 2) + slide(backward-diagonal) | hop(any, 1)",
        expect![[r#"
        pattern P = (| (+ (step forward-diagonal 2) (slide backward-diagonal)) (hop any 1))
    "#]],
    );
    pattern(
        "leap(-2, 1) | promote | anywhere | Camel | Queen.move | Rook.capture",
        expect![[r#"
        pattern P = (| (leap -2 1) promote anywhere 'Camel 'Queen.move 'Rook.capture)
    "#]],
    );
    pattern(
        "chessembly { take-move(1, 0) { move(0, 1) } # } ;\n repeat(1) } | castle",
        expect![[r#"
        pattern P = (| (chessembly " take-move(1, 0) { move(0, 1) } # } ;\n repeat(1) ") castle)
    "#]],
    );
}

#[test]
fn where_covers_the_alternatives_back_to_the_where_before() {
    pattern(
        "step(N) | step(S) where a | step(E) | step(W) where b or c and d | castle",
        expect![[r#"
        pattern P = (| (step N) (step S) where a) / (| (step E) (step W) where (or b (and c d))) / castle
    "#]],
    );
    pattern(
        "slide(any) | (leap(2, 1) where first_move)",
        expect![[r#"
        pattern P = (| (slide any) [(| (leap 2 1) where first_move)])
    "#]],
    );
    pattern(
        "step(N)\n  | step(S)\n  where empty\n    and clear\n  | step(E)",
        expect![[r#"
        pattern P = (| (step N) (step S) where (and empty clear)) / (step E)
    "#]],
    );
}

#[test]
fn conditions_bind_not_then_and_then_or() {
    condition(
        "not a and b or c and not d == 1",
        expect![[r#"
        victory
          add _: (or (and (not a) b) (and c (not (== d 1))))
    "#]],
    );
    condition(
        "(empty or enemy) and not check",
        expect![[r#"
        victory
          add _: (and (paren (or empty enemy)) (not check))
    "#]],
    );
    // Once a stack overflow: a `not` at the end of a line, before a parenthesis.
    condition(
        "a and not\n  (b)",
        expect![[r#"
        victory
          add _: (and a (not (paren b)))
    "#]],
    );
    condition(
        "not not a",
        expect![[r#"
        victory
          add _: (not (not a))
    "#]],
    );
    condition(
        "1 + 2 * 3 - 4 / 5 % 6 > -7 and -x < - 8",
        expect![[r#"
        victory
          add _: (and (> (- (+ 1 (* 2 3)) (% (/ 4 5) 6)) -7) (< (neg x) -8))
    "#]],
    );
    condition(
        "a == b != c",
        expect![[r#"
        victory
          add _: (!= (== a b) c)
    "#]],
    );
}

#[test]
fn questions() {
    condition(
        "target in zone.hill and piece not in zone.board or not in zone.x",
        expect![[r#"
        victory
          add _: (or (and (in target zone.hill) (not-in piece zone.board)) (not (in _ zone.x)))
    "#]],
    );
    condition(
        "on rank 4 or not on file e or piece on own rank 2 or target not on file x",
        expect![[r#"
        victory
          add _: (or (on-rank _ 4) (not (on-file _ e)) (on-own-rank piece 2) (not-on-file target x))
    "#]],
    );
    condition(
        "target has piece and piece.traits has undead and piece.traits.has(royal)",
        expect![[r#"
        victory
          add _: (and (has target piece) (has piece.traits undead) piece.traits.has(royal))
    "#]],
    );
    condition(
        "King captured or Black.Queen captured or opponent.King == null",
        expect![[r#"
        victory
          add _: (or (captured King) (captured Black.Queen) (== opponent.King null))
    "#]],
    );
    condition(
        "piece adjacent to king and not adjacent to e4",
        expect![[r#"
        victory
          add _: (and (adjacent piece king) (not (adjacent _ e4)))
    "#]],
    );
    condition(
        "piece.type in [Knight, Bishop] and can_reach(King, rank 8) or can_reach(King, file e)",
        expect![[r#"
        victory
          add _: (or (and (in piece.type [Knight, Bishop]) can_reach(King, (rank 8))) can_reach(King, (file e)))
    "#]],
    );
}

#[test]
fn sets_of_pieces() {
    condition(
        "exists Knight where owner == White and any Guard or all Pawns where on rank 7",
        expect![[r#"
        victory
          add _: (exists Knight where (or (and (== owner White) (any Guard)) (all Pawns where (on-rank _ 7))))
    "#]],
    );
    condition(
        "count pieces in radius(2) from target where not King >= 2",
        expect![[r#"
        victory
          add _: (>= (count pieces radius 2 from target where (not King)) 2)
    "#]],
    );
    condition(
        "count White.Pawns in zone.hill adjacent to e4 > 0",
        expect![[r#"
        victory
          add _: (> (count White.Pawns zone.hill adjacent e4) 0)
    "#]],
    );
    condition(
        "(pieces in line(diagonal) from Medusa where enemy) == null",
        expect![[r#"
        victory
          add _: (== (paren (set pieces line diagonal from Medusa where enemy)) null)
    "#]],
    );
}

#[test]
fn a_comparison_leaves_the_filter_of_a_count_behind_a_truth_value() {
    condition(
        "count pieces where owner == captured.owner == 1",
        expect![[r#"
        victory
          add _: (== (count pieces where (== owner captured.owner)) 1)
    "#]],
    );
    condition(
        "count Pawns where on rank 4 >= 2 and moves > 3",
        expect![[r#"
        victory
          add _: (and (>= (count Pawns where (on-rank _ 4)) 2) (> moves 3))
    "#]],
    );
    condition(
        "count Pawns where a and x >= 2",
        expect![[r#"
        victory
          add _: (count Pawns where (and a (>= x 2)))
    "#]],
    );
    condition(
        "count Pawns where a or enemy >= 2 or c",
        expect![[r#"
        victory
          add _: (or (>= (count Pawns where (or a enemy)) 2) c)
    "#]],
    );
    condition(
        "count pieces where King >= 2",
        expect![[r#"
        victory
          add _: (>= (count pieces where King) 2)
    "#]],
    );
    condition(
        "count pieces where not first_move < 2",
        expect![[r#"
        victory
          add _: (< (count pieces where (not first_move)) 2)
    "#]],
    );
    condition(
        "count pieces where (state.n >= 2) == 1",
        expect![[r#"
        victory
          add _: (== (count pieces where (paren (>= state.n 2))) 1)
    "#]],
    );
    condition(
        "count pieces where owner == (a == b) == 1",
        expect![[r#"
        victory
          add _: (== (count pieces where (== owner (paren (== a b)))) 1)
    "#]],
    );
    condition(
        "count pieces where exists Rook where owner == White == 1",
        expect![[r#"
        victory
          add _: (== (count pieces where (exists Rook where (== owner White))) 1)
    "#]],
    );
}

#[test]
fn every_action() {
    actions(
        "set piece.state.n = 1
set n += 2; set n -= x, set n *= 3
set n /= count pieces
create Zombie at random_empty_square adjacent to Necromancer
create Pawn at [e5] for captured.owner
create Pawn at {file: 4, rank: 3} for opponent
create Knight at empty adjacent to piece
remove piece_at(e4)
remove pieces in radius(1) from target where not King
remove Pawns where on rank 8
remove Guards adjacent to piece
transform captured to captured.type
move piece_at(target) to origin
mark origin with trap
mark pieces in line(diagonal) from Medusa where enemy with frozen
unmark e4
unmark e4 with trap
win player
lose White
draw
draw with reason \"enough\"
cancel
let n = count pieces where owner == player
let near = pieces in radius(1) from target where enemy
let mine = Pawns where owner == player
add_bonus(player, 1)
nothing()",
        expect![[r#"
            action a()
              set piece.state.n = 1
              set n += 2
              set n -= x
              set n *= 3
              set n /= (count pieces)
              create Zombie at (random-empty Necromancer)
              create Pawn at [e5] for captured.owner
              create Pawn at {file: 4, rank: 3} for opponent
              create Knight at (empty-adjacent piece)
              remove piece_at(e4)
              remove (set pieces radius 1 from target where (not King))
              remove (set Pawns where (on-rank _ 8))
              remove (set Guards adjacent piece)
              transform captured to captured.type
              move piece_at(target) to origin
              mark origin with trap
              mark (set pieces line diagonal from Medusa where enemy) with frozen
              unmark e4
              unmark e4 with trap
              win player
              lose White
              draw
              draw "enough"
              cancel
              let n = (count pieces where (== owner player))
              let near = (set pieces radius 1 from target where enemy)
              let mine = (set Pawns where (== owner player))
              call add_bonus(player, 1)
              call nothing()
        "#]],
    );
}

#[test]
fn control() {
    actions(
        "if a { cancel } else if b == 1: { draw }
else {
  win White
}
if c: remove piece
for v in pieces where type == Pawn and owner == player {
  transform v to Guard
}
for w in Knights: remove w
for x in near { }",
        expect![[r#"
            action a()
              if a
                cancel
              else
                if (== b 1)
                  draw
                else
                  win White
              if c
                remove piece
              for v in (set pieces where (and (== type Pawn) (== owner player)))
                transform v to Guard
              for w in Knights
                remove w
              for x in near
        "#]],
    );
}

#[test]
fn words_are_only_words_elsewhere() {
    check(
        r#"board:
  zones:
    board: [d4]
    zone: [e4]
    script: [e5]
piece S { move: step(N); state: { move: 0, rank: 1, board: 2, where: 3, and: 4 }; symbol: "S" }
pattern move = step(any)
trigger capture {
  on: move
  when: piece.state.move == piece.state.and and target in zone.board and not.x == 1 and count + 1 > any
  do: {
    set piece.state.where = piece.state.rank
    let set = 1
    set set = set + 1
    let chessembly = true
    if chessembly { cancel }
  }
}
victory:
  add:
    effect: checks >= 3
    and: pieces == 1
    or: opponent.pieces.draw == 2
    remove: captured
"#,
        expect![[r#"
            board
              zone board [d4]
              zone zone [e4]
              zone script [e5]
            piece S
              move (step N)
              state move = 0, rank = 1, board = 2, where = 3, and = 4
              symbol "S"
            pattern move = (step any)
            trigger capture
              on move
              when (and (== piece.state.move piece.state.and) (in target zone.board) (== not.x 1) (> (+ count 1) any))
              do
                set piece.state.where = piece.state.rank
                let set = 1
                set set = (+ set 1)
                let chessembly = true
                if chessembly
                  cancel
            victory
              add effect: (>= checks 3)
              add and: (== pieces 1)
              add or: (== opponent.pieces.draw 2)
              add remove: captured
        "#]],
    );
}

#[test]
fn a_script_is_text() {
    check(
        "script {\n  // it's \"}\" #\n  if (/}/.test(x)) { y = `}${ {a: 1}.a }` }\n}\npiece A { move: castle }\n",
        expect![[r#"
            script "\n  // it's \"}\" #\n  if (/}/.test(x)) { y = `}${ {a: 1}.a }` }\n"
            piece A
              move castle
        "#]],
    );
}

#[test]
fn any_line_end_any_indentation_any_script() {
    check(
        "\u{feff}game: \"산\"\r\nvictory:\r\n   add:\r\n\t\t정상: King in zone.산\r\n",
        expect![[r#"
        game "산"
        victory
          add 정상: (in King zone.산)
    "#]],
    );
    check(
        "victory:\r add:\r  a: b\r",
        expect![[r#"
        victory
          add a: b
    "#]],
    );
    check(
        "  victory:\n    a: b\n  draw:\n    c: d\n",
        expect![[r#"
        victory
          add a: b
        draw
          add c: d
    "#]],
    );
    check(
        "board:\n  zones: {\na: [e4]\n  }\n  size: 8 x 8\n",
        expect![[r#"
        board
          zone a [e4]
          size 8x8
    "#]],
    );
}
