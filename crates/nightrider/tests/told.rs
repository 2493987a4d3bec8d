//! What is told about texts with mistakes: each table is a text and all that is said about it.

use expect_test::{Expect, expect};
use nightrider::compile_source;
use nightrider::lang::NoLoader;

/// One line for each diagnostic: place, code, message, help.
fn told(text: &str) -> String {
    let compiled = compile_source("test.chesslang", text, &NoLoader);
    let mut lines = String::new();
    for found in &compiled.diagnostics {
        let source = compiled.sources.get(found.span.source).expect("a text that was read");
        let at = source.position(found.span.start);
        lines += &format!("{}:{} {} {}\n", at.line, at.column, found.code, found.message);
        if let Some(help) = &found.help {
            lines += &format!("    {help}\n");
        }
    }
    lines
}

fn check(text: &str, expected: Expect) {
    expected.assert_eq(&told(text));
}

/// Unknown names of every sort, with the nearest known one.
#[test]
fn names_that_mean_nothing() {
    check(
        r#"game: "T"
piece Ram { move: step(any) where emtpy; capture: Camle | Rook.move; traits: [calm] }
trigger t { on: move; when: piece.type == Bishp and piece.traits has clam; do: mark origin with fire }
trigger u { on: capture; when: captred.type == Pawn; do: create Zombi at origin for captured.ower }
trigger v { on: turn_end; when: exists Knigt where on rank 3; do: add_bonus(player) }
victory:
  add:
    hill: King in zone.hil
    few: opponent.peices <= 2
    lone: White.Kng captured
"#,
        expect![[r#"
            2:35 E0201 `emtpy` has no meaning in the `where` of a pattern
                did you mean `empty`?
            2:51 E0205 there is no pattern called `Camle`
                the patterns here: `step`, `slide`, `leap`, `hop`, `castle`, `promote`, `anywhere`
            3:43 E0201 there is no piece called `Bishp`
                did you mean `Bishop`?
            3:70 E0211 no piece has the trait `clam`
                did you mean `calm`?
            3:97 E0204 there is no effect called `fire`
                this game has no effects
            4:32 E0201 `captred` has no meaning in a trigger on `capture`
                did you mean `captured`?
            4:65 E0202 there is no piece called `Zombi`
                the pieces here: `King`, `Queen`, `Rook`, `Bishop`, `Knight`, `Pawn`, `Ram`
            4:94 E0209 a piece has no `ower`
                did you mean `owner`?
            5:40 E0202 there is no piece called `Knigt`
                did you mean `Knight`?
            5:67 E0206 there is no action called `add_bonus`
                this game has no actions
            8:24 E0203 there is no zone called `hil`
                this game has no zones
            9:19 E0209 a player has no `peices`
                did you mean `pieces`?
            10:17 E0209 a player has no `Kng`
                did you mean `King`?
        "#]],
    );
    check(
        r#"game: "T"
board:
  zones:
    hill: [d4]
piece 기사 { move: leap(2, 1) where in hill }
trigger t { on: move; when: piece.type == 기수 and target in zone.hlil; do: remove piece }
"#,
        expect![[r#"
            5:38 E0302 `hill` is a zone, and is written `zone.hill`
                did you mean `zone.hill`?
            6:43 E0201 `기수` has no meaning in a trigger on `move`
                did you mean `기사`?
            6:65 E0203 there is no zone called `hlil`
                did you mean `hill`?
        "#]],
    );
}

/// Words that have a meaning, but not here.
#[test]
fn words_out_of_place() {
    check(
        r#"game: "T"
trigger a { on: move; when: captured.type == Pawn; do: remove piece }
trigger b { on: turn_start; when: piece.type == Pawn; do: cancel }
trigger c { on: game_start; when: player == White; do: remove origin }
trigger d { on: move; when: empty and clear; do: remove king }
trigger e { on: check; when: distance > 2; do: win captor }
trigger f { on: move; when: enemy; do: win mover }
piece Mann { move: step(any) where King captured | step(N) where can_reach(King, rank 8) }
victory:
  a: piece.type == King
  b: on rank 8
  c: first_move
  d: exists Pawn where clear
"#,
        expect![[r#"
            2:29 E0212 `captured` has no meaning in a trigger on `move`
                known here: `piece`, `origin`, `target`, `destination`, `player`, `opponent`, `distance`
            3:35 E0212 `piece` has no meaning in a trigger on `turn_start`
                name the piece meant, for example with `when: any Knight where ...`
            3:59 E0212 there is no move to cancel in a trigger on `turn_start`
                `cancel` belongs to triggers on `capture` and `move`
            4:35 E0201 `player` has no meaning in a trigger on `game_start`
                name a player: `White` or `Black`
            4:63 E0212 `origin` has no meaning in a trigger on `game_start`
                only `game` and `board` are known here
            5:29 E0212 the condition `empty` has no meaning in a trigger on `move`
                ask `not (target has piece)`, or `piece_at(e4) == null`
            5:39 E0212 the condition `clear` has no meaning in a trigger on `move`
                it speaks of the way of a move, and belongs to the `where` of a pattern
            5:57 E0212 `king` has no meaning in a trigger on `move`
                known here: `piece`, `origin`, `target`, `destination`, `player`, `opponent`, `distance`
            6:30 E0212 `distance` has no meaning in a trigger on `check`
                known here: `piece`, `king`, `player`, `opponent`
            6:52 E0212 `captor` has no meaning in a trigger on `check`
                known here: `piece`, `king`, `player`, `opponent`
            7:29 E0212 the condition `enemy` has no meaning in a trigger on `move`
                compare owners, as in `captured.owner != player`
            7:44 E0201 `mover` has no meaning in a trigger on `move`
                say `player`; the two belong to the ends of the game
            8:36 E0212 `captured` after a name belongs to the ends of the game and to triggers
                in a pattern ask `captured.type == King`
            8:66 E0212 `can_reach` has no meaning in the `where` of a pattern
                it belongs to the conditions of `victory:` and `draw:`
            10:6 E0212 `piece` has no meaning in a victory condition
                name the piece meant, as in `exists Knight where ...`
            11:6 E0305 what this is asked of is not said, and a victory condition has no target
                name it, as in `King on rank 8` or `exists Pawn where on rank 8`
            12:6 E0212 `piece` has no meaning in a victory condition
                name the piece meant, as in `exists Knight where ...`
            13:24 E0212 the condition `clear` has no meaning in a filter of pieces
                it speaks of the way of a move, and belongs to the `where` of a pattern
        "#]],
    );
}

/// Values of the wrong kind.
#[test]
fn kinds() {
    check(
        r#"game: "T"
piece Mann { move: step(any) where distance; state: { n: 0, ok: true, of: "Knight" } }
trigger a { on: move; when: piece.type > 3; do: win piece }
trigger b { on: move; when: piece == Knight; do: lose piece.type }
trigger c { on: move; when: piece.owner == Knight; do: transform piece to e4 }
trigger d { on: move; when: piece.type == 3 or piece.owner + 1 == 2; do: create Knight at player }
trigger e { on: move; when: piece.state == 3 and game; do: set piece.owner = Knight }
trigger f { on: move; when: piece and Knight and 3; do: set piece.type = Knight }
trigger g { on: move; when: 1 < 2 < 3; do: set origin = e4 }
trigger h { on: move; when: piece.type == "Knigth"; do: set state.n = 1 }
trigger i { on: move; when: zone.x; do: set piece.owner += White }
trigger j { on: move; when: distance(piece) == 1 and abs(1, 2) == 1; do: move Knight to e4 }
trigger k { on: move; when: {file: 4} == target and {file: 9, rank: 0} == target; do: for v in 3 { remove v } }
trigger l { on: move; when: not (piece.state.ok and target in [d4, e4]); do: remove pieces where not King and type }
"#,
        expect![[r#"
            2:36 E0301 a truth value is wanted here, and this is a number
                compare it with something, as in `>= 2`
            3:29 E0301 `>` compares numbers, and this is a piece type
                types can only be the same or not: use `==` or `!=`
            3:53 E0301 a player is wanted here, and this is a piece
                ask for its `.owner`
            4:29 E0301 a piece is never the same as a piece type
                compare its type: `piece.type == Knight`
            4:55 E0301 a player is wanted here, and this is a piece type
            5:29 E0301 a player is never the same as a piece type
            5:75 E0301 a piece type is wanted here, and this is a square
            6:29 E0301 a piece type is never the same as a number
            6:48 E0301 a number is wanted here, and this is a player
            6:91 E0301 a square is wanted here, and this is a player
                squares are `origin`, `target`, `e4`, `piece.pos` and so on
            7:29 E0302 a whole state is not a value
                name a field, as in `piece.state.kills`
            7:50 E0302 the game is not a value
                name a field, as in `game.state.score`
            7:78 E0301 a player is wanted here, and this is a piece type
            8:29 E0301 a truth value is wanted here, and this is a piece
                compare it, as in `piece.type == Knight`
            8:39 E0301 a truth value is wanted here, and this is a piece type
                compare it, as in `piece.type == Knight`, or ask `exists Knight where ...`
            8:50 E0301 a truth value is wanted here, and this is a number
                compare it with something, as in `>= 2`
            8:61 E0303 this cannot be set
                use `transform piece to Type`
            9:29 E0301 `<` compares numbers, and this is a truth value
                join conditions with `and` and `or`
            9:48 E0303 this cannot be set
                set a field of `state`, an `owner`, or a variable made with `let`
            10:43 E0202 there is no piece called `Knigth`
                did you mean `Knight`?
            10:61 E0201 `state` has no meaning in a trigger on `move`
                say whose, as in `piece.state`
            11:34 E0203 there is no zone called `x`
                this game has no zones
            11:60 E0301 an owner can only be set with `=`
            12:29 E0304 `distance` takes two arguments, and is given 1
            12:54 E0304 `abs` takes one argument, and is given 2
            12:79 E0301 `Knight` is a type of piece, and a single piece is wanted here
                bind one with `when: any Knight where ...`, or name one, such as `piece`
            13:29 E0301 a square needs both: `{file: 4, rank: 3}`
            13:53 E0402 this square is off the board of 8x8
                files and ranks count from 0 here: `{file: 0, rank: 0}` is a1
            13:96 E0301 a list is wanted here, and this is a number
            14:111 E0301 a truth value is wanted here, and this is a piece type
                compare it, as in `piece.type == Knight`, or ask `exists Knight where ...`
        "#]],
    );
}

/// Squares, ranks and files that this board does not have.
#[test]
fn squares() {
    check(
        r#"game: "T"
board:
  size: 6x6
  holes: [a1, a7]
  zones:
    far: [a1, b2-g3, f6, f6]
piece Mann { move: step(any) where on rank 7 or on file g }
trigger t { on: move; do: { create Pawn at e7; mark [g1] with x; move piece to {file: 0, rank: 6} } }
effect x { blocks: all }
setup:
  White: { a2: King, a2: Pawn, f7: Pawn }
  Black:
    King: [f6, f5-f6]
  remove: [b3, z9]
rules:
  promotion: { rank: 7 }
  castling: { king_to: [c, h] }
  en_passant: { from_ranks: [0, 2] }
"#,
        expect![[r#"
            4:15 E0402 the square `a7` is off this board of 6x6
                its squares are a1 to f6
            6:11 E0402 `a1` is a hole: no such square exists
            6:18 E0402 the square `g3` is off this board of 6x6
                its squares are a1 to f6
            6:26 E0403 the square `f6` stands twice in this list
            7:44 W0301 the board has no rank 7: this never holds
                ranks are 1 to 6
            7:57 E0402 `g` is not a file of this board
                files are `a` to `f`
            8:44 E0402 the square `e7` is off this board of 6x6
                its squares are a1 to f6
            8:54 E0402 the square `g1` is off this board of 6x6
                its squares are a1 to f6
            8:80 E0402 this square is off the board of 6x6
                files and ranks count from 0 here: `{file: 0, rank: 0}` is a1
            11:22 E0403 two pieces are put on the square `a2`
            11:32 E0402 the square `f7` is off this board of 6x6
                its squares are a1 to f6
            13:16 E0403 the square `f6` stands twice in this list
            14:12 W0204 nothing stands on `b3`
            14:16 E0402 the square `z9` is off this board of 6x6
                its squares are a1 to f6
            16:22 E0402 the ranks of this board are 1 to 6
            17:28 E0402 a file of this board is wanted here: `a` to `f`
            18:30 E0402 the ranks of this board are 1 to 6
        "#]],
    );
}

/// Changes of the set-up that find nothing, or too much.
#[test]
fn set_up() {
    check(
        r#"game: "T"
setup:
  replace:
    Wizard: Queen
    Queen: Wizard
    White:
      Pawn: [a3, a3]
  remove: [e4, White Wizard, Black Queen]
  add:
    White Knight: [d4]
    Black Knight: [d4]
"#,
        expect![[r#"
            4:5 E0202 there is no piece called `Wizard`
                the pieces here: `King`, `Queen`, `Rook`, `Bishop`, `Knight`, `Pawn`
            5:12 E0202 there is no piece called `Wizard`
                the pieces here: `King`, `Queen`, `Rook`, `Bishop`, `Knight`, `Pawn`
            7:18 E0403 the square `a3` stands twice in this list
            8:12 W0204 nothing stands on `e4`
            8:22 E0202 there is no piece called `Wizard`
                the pieces here: `King`, `Queen`, `Rook`, `Bishop`, `Knight`, `Pawn`
            11:5 E0403 two pieces are put on the square `d4`
        "#]],
    );
    check(
        r#"game: "T"
board:
  size: 7x8
"#,
        expect![[r#"
            3:9 E0404 the set-up of the base game does not fit this board of 7x8: 4 of its pieces would stand off the board
                say under `setup:` where White and Black stand
        "#]],
    );
    check(
        r#"game: "T"
setup:
  shuffle:
    number: 900
    Bishop Bishop: [b1, g1]
    Queen Rook Rook: [a1-c1]
"#,
        expect![[r#"
            6:5 E0410 this line has 3 pieces, and of its 3 squares 2 are taken by earlier lines
        "#]],
    );
    check(
        r#"game: "T"
setup:
  shuffle:
    number: 6
    Bishop: [b1, g1, h1]
    Queen: [a1, c1]
"#,
        expect![[r#"
            4:13 E0410 the arrangements of this shuffle are numbered 0 to 5
        "#]],
    );
}

/// Blocks about pieces.
#[test]
fn pieces() {
    check(
        r#"game: "T"
piece Archer { move: step(any); symbol: "N"; value: -3; value: 4 }
piece Amazon { move: slide(any); symbol: "xyz"; traits: [royal, calm, royal]; state: { n: 1, n: 2, cooldown: true } }
piece Bat { move: step(N, 99) | leap(0, 0) | slide(E, 0) | hop(any, 300) | step(N) * 40 | leap(20, 1) }
piece Cat { move: Cat.move }
piece Dog { move: Loop; capture: Eel.capture }
piece Eel { move: castle + step(N) | (promote) * 2; capture: Dog.capture }
pattern Loop = Pool
pattern Pool = Loop | Queen
piece Archer { move: step(N) }
"#,
        expect![[r#"
            2:41 E0405 the symbol `N` of `Archer` already belongs to `Knight`
                free letters: F, G, H, I, J, L, M, O
            2:53 E0306 a value is a number of pawns from 0 to 10000
            2:64 E0213 `value` is said twice
            3:42 E0306 a symbol is one letter or one sign
                as in `symbol: "A"` or `symbol: "♘"`
            3:71 W0205 the trait `royal` is listed twice
            3:94 E0213 the field `n` is declared twice
            3:110 E0301 `cooldown` counts turns, and must be a number
                write `0` for a piece that can move at once
            4:27 E0306 the length of a step is a number from 1 to 15, and not 99
            4:33 E0306 a leap of (0, 0) stays where it is
            4:55 E0306 the length of a slide is a number from 1 to 255, and not 0
            4:69 E0306 the length of a hop is a number from 1 to 255, and not 300
            4:86 E0306 a repetition is a number from 1 to 15, and not 40
            4:96 E0306 a part of a leap is a number from 0 to 15, and not 20
            5:19 E0217 `Cat.move` stands for itself, directly or through other patterns
                a chain of names must end in steps, slides, leaps or hops
            7:19 E0408 `castle` is a whole move, and cannot be a leg of a longer one
            7:62 E0217 `Dog.capture` stands for itself, directly or through other patterns
                a chain of names must end in steps, slides, leaps or hops
            9:16 E0217 `Loop` stands for itself, directly or through other patterns
                a chain of names must end in steps, slides, leaps or hops
            9:23 E0205 there is no pattern called `Queen`
                the moves of a piece are written `Queen.move`
            10:7 E0213 the piece `Archer` is defined twice in this file
                give one of them another name, or make one block of the two
        "#]],
    );
}

/// Keys and values of rules.
#[test]
fn rules() {
    check(
        r#"game: "T"
rules:
  castling: 3
  en_passant: [Pawn]
  promotion: { pieces: [Queen, Wizard, Queen], rank: up, zone: none, optional: 1 }
  check: true
  capture: { mandatory: maybe }
  explosion: { spares: 4 }
  fifty_moves: Pawns
  turn: { moves: 0, check_ends: 2 }
"#,
        expect![[r#"
            3:13 E0406 `true` or `false` is wanted here
            4:15 E0406 `true` or `false` is wanted here
            5:32 E0202 there is no piece called `Wizard`
                the pieces here: `King`, `Queen`, `Rook`, `Bishop`, `Knight`, `Pawn`
            5:40 W0205 `Queen` is listed twice
            5:54 E0406 the number of a rank is wanted here
            5:64 E0203 there is no zone called `none`
                this game has no zones
            5:80 E0406 `true` or `false` is wanted here
            6:10 E0406 a block such as `{ key: value }` is wanted here
            7:25 E0406 `true` or `false` is wanted here
            8:24 E0406 a list of pieces such as `[Queen, Rook]` is wanted here
            9:16 E0202 there is no piece called `Pawns`
                did you mean `Pawn`?
            10:18 E0406 a number of moves from 1 to 100 is wanted here
            10:33 E0406 `true` or `false` is wanted here
        "#]],
    );
    check(
        r#"game: "T"
rules:
  promotion: { White: { pieces: [Rook] }, Black: { rank: 9 } }
  castling: { king_to: [g, c] }
  turn: { moves: { White: 2, Black: many } }
  turn: { moves: progressive }
"#,
        expect![[r#"
            3:58 E0402 the ranks of this board are 1 to 8
            4:24 E0406 two files are wanted here, the left one first
                as in `king_to: [c, g]`: where the king ends on either side
            5:37 E0406 a number of moves from 1 to 100 is wanted here
            6:3 E0213 `turn` is said twice
        "#]],
    );
}

/// Changes of the ends.
#[test]
fn ends() {
    check(
        r#"game: "T"
victory:
  remove: [checkmat]
  replace:
    stalemat: King on rank 8
    checkmate: stalemate
  add:
    checkmate: King captured
    a: checks >= 3
    a: checks >= 4
draw:
  add:
    repetition: position_count >= 5
  remove:
    - nothing
"#,
        expect![[r#"
            3:12 W0201 there is no victory condition `checkmat` to be removed
                did you mean `checkmate`?
            5:5 W0201 there is no victory condition `stalemat` to be replaced; it is added
                in force are `checkmate`
            8:5 E0213 the condition `checkmate` is defined twice
                join the two with `or`, or give one of them another name
            10:5 E0213 the condition `a` is defined twice
                join the two with `or`, or give one of them another name
            13:5 W0202 the base game has a draw condition called `repetition`; both are in force now
                use `replace:` to put this one in its place, or give it another name
            15:7 W0201 there is no draw condition `nothing` to be removed
                in force are `stalemate`, `repetition`, `fifty_moves`, `insufficient`
        "#]],
    );
}

/// Parts that are missing, doubled or wrong.
#[test]
fn triggers_and_actions() {
    check(
        r#"game: "T"
effect mud { blocks: all; blocks: none; duration: 0 }
trigger a { when: true; do: draw }
trigger b { on: move; on: capture }
trigger c { on: move; description: "Really?"; do: burn(target, 3) }
action burn(where, where) { mark where with mud }
action one() { two() }
action two() { one() }
action lay() { mark captured.pos with mud }
trigger d { on: move; do: { lay(); one() } }
trigger e { on: capture; do: lay() }
action burn(x) { remove x }
"#,
        expect![[r#"
            2:35 E0213 `blocks` is said twice
            2:51 E0306 a duration is a number of turns, 1 or more
                leave `duration` out for an effect that stays
            3:9 E0407 the trigger `a` does not say what it listens to
                add a line such as `on: move`
            4:9 E0407 the trigger `b` does not say what it does
                add a line such as `do: remove piece`
            4:27 E0213 `on` is said twice
            5:36 W0206 a description is the question put to the player, and nothing is asked here
                add `optional: true`, or leave the description out
            5:51 E0304 `burn` takes one value, and is given 2
            6:34 E0112 expected a value, found `where`
            7:8 E0218 the action `one` calls itself, directly or through others
                use `for` to do something several times
            10:29 E0212 `lay` uses `captured`, which has no meaning in a trigger on `move`
                give `lay` what it needs as an argument
            12:8 E0213 the action `burn` is defined twice in this file
                give one of them another name, or make one block of the two
        "#]],
    );
}

/// State fields that a piece does not have.
#[test]
fn state() {
    check(
        r#"game: "T"
piece Warrior { move: step(any); state: { kills: 0 } }
piece Mage { move: step(any) where state.mana > 0; state: { mana: 3 } }
trigger a { on: capture; when: piece.type == Warrior; do: set piece.state.mana = 1 }
trigger b { on: capture; when: piece.type == Warrior or piece.type == Mage; do: set piece.state.mana -= 1 }
trigger c { on: capture; when: not (piece.type == Mage) and piece.type != Warrior; do: set piece.state.kills = 1 }
trigger d { on: turn_start; when: any Warrior where state.mana > 1; do: set Warrior.state.kils = 2 }
trigger e { on: capture; when: piece.type == Warrior; do: { transform piece to Mage; set piece.state.mana = 1 } }
trigger f { on: capture; do: { set piece.state.frozen = 2; set piece.state.glory = 1 } }
"#,
        expect![[r#"
            4:75 E0210 a Warrior has no state field `mana`
                declare it in the block of `Warrior`: `state: { mana: 0 }`
            6:104 E0210 none of the pieces this can be has a state field `kills`
                declare it in the block of a piece: `state: { kills: 0 }`
            7:59 E0210 a Warrior has no state field `mana`
                declare it in the block of `Warrior`: `state: { mana: 0 }`
            7:91 E0210 a Warrior has no state field `kils`
                did you mean `kills`?
            9:76 E0210 no piece has a state field `glory`
                declare it in the block of a piece: `state: { glory: 0 }`
        "#]],
    );
}

/// Texts without a single remark.
#[test]
fn nothing_wrong() {
    check(
        r#"game: "Quiet"
board:
  zones:
    언덕: [d4-e5]
effect glue { blocks: enemy; visual: highlight(red, 0.5); duration: 3 }
piece Mann { move: step(any) | (Knight.move where state.fresh and not check); state: { fresh: true, of: "Pawn" }; traits: [calm] }
action tire(who, n) { if n > 1: { set who.state.fresh = false } else { set who.state.fresh = true } }
trigger a { on: move; when: piece.type == Mann and target in zone.언덕; do: tire(piece, 2) }
trigger b {
  on: capture
  when: any Mann adjacent to target where Mann.owner != captured.owner and enemy
  optional: true
  description: "?"
  do: {
    let near = piece_at(target)
    for v in pieces in radius(2) from target where calm and not King and not royal { mark v with glue }
    mark zone.언덕 with glue
    set Mann.state.of = captured.type
    set player.state.taken += captured.value
    create Mann at empty adjacent to Mann
    create Mann at random_empty_square for captured.owner
    if near != null and near.state.of == Pawn { transform near to captured.type }
    unmark target
  }
}
trigger c { on: turn_end; when: player.state.taken >= 9 and (count Pawns where owner == player) == 0; do: win player }
trigger d { on: enter_zone; when: zone == zone.언덕 and piece.traits.has(royal); do: draw with reason "peace" }
victory:
  add:
    hill: King in zone.언덕 and opponent.checks < 3 for White
    last: count opponent.Pawns == 0 and Queens >= 1 or King on own rank 8
    reach: mover == opponent and checks >= 1 and not can_reach(opponent.King, zone.언덕)
setup:
  add:
    White Mann: [d3]
    Black: { d6: Mann }
"#,
        expect![""],
    );
}
