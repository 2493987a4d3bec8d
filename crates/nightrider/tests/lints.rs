//! What is told about texts without mistakes that hardly do what was meant.

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

/// Definitions nobody uses.
#[test]
fn never_used() {
    check(
        r#"game: "T"
board:
  zones:
    hill: [d4]
    lake: [e4]
effect fire { blocks: all }
effect ice { blocks: all }
pattern Camel = leap(3, 1)
pattern Zebra = leap(3, 2)
action burn(p) { mark p with fire }
action cool(p) { unmark p with fire }
piece Knight { move: Zebra; traits: [jmup, calm, undead]; state: { kills: 0, cooldown: 0, thirst: 1 } }
piece Spare { move: step(any) }
piece Lender { move: leap(2, 2) }
piece Bishop { move: Lender.move; traits: [explosive] }
piece Wall { value: 1 }
trigger a { on: move; when: piece.type == Knight and piece.traits has calm and target in zone.hill; do: { burn(target); set piece.state.kills += 1 } }
setup:
  add:
    White Wall: [d4]
"#,
        expect![[r#"
            5:5 W0210 the zone `lake` is never used
                ask for it, as in `target in zone.lake`
            7:8 W0213 the effect `ice` is never used
                a trigger lays it with `mark target with ...`
            8:9 W0211 the pattern `Camel` is never used
                name it in a `move:` line
            11:8 W0212 the action `cool` is never used
                call it from a trigger
            12:38 W0216 `jmup` looks like the trait `jump` misspelt; as it stands it means nothing
                did you mean `jump`?
            12:50 N0201 nothing asks for the trait `undead`, so it has no effect
                ask for it in a trigger: `piece.traits has undead`
            12:91 W0214 the state field `thirst` of `Knight` is never used
                read it in a condition, or set it in a trigger
            13:7 W0217 no `Spare` is ever on the board
                place one under `setup:`, as in `White Spare: [d1]`, or let a trigger create one
            16:7 W0218 a `Wall` can never move: it has no `move:` line
        "#]],
    );
    check(
        r#"game: "T"
piece Ghoul { move: step(any) }
piece Bat { move: step(any) }
piece Ogre { move: step(any) }
piece Imp { move: step(any); state: { next: "Bat" } }
trigger a { on: capture; do: create Ghoul at origin }
trigger b { on: move; when: piece.type == Imp; do: transform piece to piece.state.next }
setup:
  add:
    White Imp: [d4]
"#,
        expect![[r#""#]],
    );
    check(
        r#"# a fragment: its definitions are for others
zones_are_not_here: 1
"#,
        expect![[r#"
            2:1 E0121 `zones_are_not_here` is no section and no definition
                known are `game`, `extends`, `import`, `board`, `setup`, `victory`, `draw`, `rules`, `piece`, `effect`, `trigger`, `pattern`, `action` and `script`
        "#]],
    );
    check(
        r#"# a fragment: its definitions are for others
pattern Camel = leap(3, 1)
effect fire { blocks: all }
piece Spare { move: step(any); state: { n: 1 } }
"#,
        expect![[r#""#]],
    );
}

/// Fields read and never set, and fields that meet another kind.
#[test]
fn state() {
    check(
        r#"game: "T"
piece Knight { state: { kills: 0, ready: true, of: "Pawn", last: null } }
trigger a { on: capture; when: piece.type == Knight and piece.state.ready > 0; do: set piece.state.ready = 1 }
trigger b { on: move; when: game.state.scroe == 3 or player.state.gold > 1; do: set game.state.score = "high" }
trigger c { on: move; when: game.state.score > 3 and piece.type == Knight and piece.state.kills == "many"; do: set piece.state.kills = false }
trigger d { on: capture; when: piece.type == Knight and piece.state.of == Queen and piece.state.last == 3; do: set piece.state.of = captured.type }
trigger e { on: move; when: piece.type == Knight and piece.state.of > 2; do: set piece.state.kills -= 1 }
trigger f { on: move; when: game.state.n == 1 and game.state.n == 2 or game.state.n > 4 and game.state.n < 3; do: set game.state.n = 1 }
trigger g { on: move; when: not (game.state.n > 1) and not (game.state.n <= 1); do: set game.state.n = null }
"#,
        expect![[r#"
            3:108 W0304 `state.ready` is declared with a truth value, and is set to a number here
            4:40 W0215 nothing ever sets `game.state.scroe`, so it is always 0
                did you mean `score`?
            4:67 W0215 nothing ever sets `player.state.gold`, so it is always 0
                set it in a trigger: `set player.state.gold = 1`
            5:29 W0304 `game.state.score` holds a string, and is used here as a number
            5:136 W0304 `state.kills` is declared with a number, and is set to a truth value here
            7:54 W0304 `state.of` holds a string, and is used here as a number
            8:29 W0303 the trigger `f` can never fire: its condition never holds
        "#]],
    );
    check(
        r#"game: "T"
piece Knight { state: { kills: 0, ready: true, of: "Pawn", last: null } }
trigger a { on: capture; when: piece.type == Knight and piece.state.ready; do: set piece.state.ready = false }
trigger d { on: capture; when: piece.type == Knight and piece.state.of == Queen and piece.state.last == 3; do: { set piece.state.of = captured.type; set piece.state.kills += 1 } }
trigger e { on: move; when: piece.type == Knight and piece.state.kills; do: set piece.state.kills = true }
trigger f { on: move; when: game.state.score > 3; do: set game.state.score = "high" }
script { game.on("move", () => { game.state.silver = 1; }); }
trigger g { on: move; when: game.state.silver == 1 and player.state.gold == 1; do: cancel }
"#,
        expect![[r#"
            5:101 W0304 `state.kills` is declared with a number, and is set to a truth value here
            7:10 N0601 this script only counts and compares, which triggers can do
                for example: trigger count { on: capture; do: set game.state.takes += 1 }; triggers are checked more strictly and run faster
            8:69 W0215 nothing ever sets `player.state.gold`, so it is always 0
                set it in a trigger: `set player.state.gold = 1`
        "#]],
    );
}

/// Conditions that cannot hold, and conditions that cannot fail.
#[test]
fn never_and_always() {
    check(
        r#"game: "T"
board:
  zones:
    hill: [d4]
piece Knight { move: leap(2, 1) where empty and enemy; capture: leap(2, 1) where empty; state: { ready: false } }
piece Bishop { move: slide(diagonal) where first_move and not first_move | step(N) where distance > 7 | step(S) where on rank 9 }
piece Rook { move: slide(orthogonal) where distance >= 0 | step(N) where piece.type == Queen | step(S) where empty or not empty }
piece Queen { move: slide(any) where state.ready; state: { ready: false } }
piece King { capture: step(any) where captured.type == Pawn and captured.type == Queen }
trigger a { on: move; when: piece.type == Knight and piece.type == Bishop; do: cancel }
trigger b { on: move; when: piece.type == Knight and distance > 2; do: { if 1 > 2 { cancel } ; if distance(origin, target) < 9 { cancel } } }
trigger c { on: capture; when: (piece.owner == White and piece.owner == Black) or not (1 == 1); do: cancel }
trigger d { on: move; when: count Pawns where true > 64 or (count Pawns) < 0; do: cancel }
trigger e { on: move; when: piece.owner == White or piece.owner == Black; do: cancel }
trigger f { on: move; when: moves >= 3 and moves < 3; do: cancel }
trigger g { on: move; when: moves >= 3 and moves <= 3 and target in zone.hill; do: cancel }
victory:
  x: checks >= 0
  y: Archer captured or checks < 0
  z: position_count == 0
piece Archer { move: step(any) }
"#,
        expect![[r#"
            5:39 W0301 this condition never holds, so the pattern leads nowhere
            5:82 W0301 this condition never holds, so the pattern leads nowhere
            6:44 W0301 this condition never holds, so the pattern leads nowhere
            6:90 W0301 this condition never holds, so the pattern leads nowhere
            6:127 W0301 the board has no rank 9: this never holds
                ranks are 1 to 8
            7:44 W0302 this condition always holds
            7:74 W0301 this condition never holds, so the pattern leads nowhere
            7:110 W0302 this condition always holds
            8:38 W0301 this condition never holds, so the pattern leads nowhere
            9:39 W0301 this condition never holds, so the pattern leads nowhere
            10:29 W0303 the trigger `a` can never fire: its condition never holds
            11:29 W0303 the trigger `b` can never fire: its condition never holds
                a `Knight` moves 2 squares at most
            11:77 W0301 this condition never holds
            11:99 W0302 this condition always holds
            12:32 W0303 the trigger `c` can never fire: its condition never holds
            13:29 W0203 the comparison stands after the filter of the `count`, and looks as if it belonged to it
                put the `count` in parentheses: `(count ... where ...) == 1`
            13:29 W0303 the trigger `d` can never fire: its condition never holds
            15:29 W0303 the trigger `f` can never fire: its condition never holds
            18:3 W0402 the condition `x` already holds at the start for both players, so the first ply ends the game
                the ends of a game are looked at after each ply; ask for more, or change the set-up
            18:6 W0302 this condition always holds
            19:6 W0301 this condition never holds, so the game never ends by it
            20:6 W0301 this condition never holds, so the game never ends by it
            21:7 W0217 no `Archer` is ever on the board
                place one under `setup:`, as in `White Archer: [d1]`, or let a trigger create one
        "#]],
    );
    check(
        r#"game: "T"
extends: none
piece Mann { move: step(any); capture: none; traits: [immune] }
trigger a { on: capture; do: win player }
trigger b { on: check; do: win player }
trigger c { on: promotion; do: win player }
trigger d { on: enter_zone; do: win player }
setup:
  White: { a1: Mann }
  Black: { h8: Mann }
"#,
        expect![[r#"
            4:9 W0303 the trigger `a` can never fire: no piece can be captured, so there is no `capture`
            5:9 W0303 the trigger `b` can never fire: there is no royal piece, so there is no `check`
            6:9 W0303 the trigger `c` can never fire: no piece promotes, so there is no `promotion`
            7:9 W0303 the trigger `d` can never fire: the board has no zones, so there is no `enter_zone`
        "#]],
    );
}

/// Games that nothing ends.
#[test]
fn endless() {
    check(
        r#"game: "T"
victory:
  remove: [checkmate]
draw:
  remove: [stalemate, repetition, fifty_moves, insufficient]
"#,
        expect![[r#""#]],
    );
    check(
        r#"game: "T"
piece King { traits: [] }
victory:
  remove: [checkmate]
draw:
  remove: [stalemate, repetition, fifty_moves, insufficient]
"#,
        expect![[r#"
            1:7 W0401 nothing ends this game but a player without a move: no condition can hold, no trigger wins or draws, and no piece is royal
                say how it ends under `victory:` or `draw:`
        "#]],
    );
    check(
        r#"game: "T"
piece King { traits: [] }
piece Ghost { move: step(any) }
victory:
  replace:
    checkmate: Ghost captured
draw:
  remove: [stalemate, repetition, fifty_moves, insufficient]
"#,
        expect![[r#"
            1:7 W0401 nothing ends this game but a player without a move: no condition can hold, no trigger wins or draws, and no piece is royal
                say how it ends under `victory:` or `draw:`
            3:7 W0217 no `Ghost` is ever on the board
                place one under `setup:`, as in `White Ghost: [d1]`, or let a trigger create one
            6:16 W0301 this condition never holds, so the game never ends by it
        "#]],
    );
    check(
        r#"game: "T"
piece King { traits: [] }
victory:
  remove: [checkmate]
draw:
  remove: [stalemate, repetition, fifty_moves, insufficient]
trigger t { on: capture; when: captured.type == King; do: win player }
"#,
        expect![[r#""#]],
    );
}

/// Comparisons after the filter of a `count`.
#[test]
fn counts() {
    check(
        r#"game: "T"
piece Knight { state: { ready: true } }
trigger a { on: move; when: count Pawns where on rank 4 >= 2; do: cancel }
trigger b { on: move; when: (count Pawns where on rank 4) >= 2; do: cancel }
trigger c { on: move; when: count Pawns where (on rank 4) >= 2; do: cancel }
trigger d { on: move; when: count Knights where state.ready >= 2; do: set piece_at(target).state.ready = false }
trigger e { on: move; when: count pieces where owner == player == 3; do: cancel }
"#,
        expect![[r#"
            3:29 W0203 the comparison stands after the filter of the `count`, and looks as if it belonged to it
                put the `count` in parentheses: `(count ... where ...) == 1`
            6:29 W0203 the comparison stands after the filter of the `count`, and looks as if it belonged to it
                put the `count` in parentheses: `(count ... where ...) == 1`
            7:29 W0203 the comparison stands after the filter of the `count`, and looks as if it belonged to it
                put the `count` in parentheses: `(count ... where ...) == 1`
        "#]],
    );
}
