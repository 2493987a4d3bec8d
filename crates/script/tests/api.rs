//! What scripts see and do: text in, text out.

mod support;

use expect_test::{Expect, expect};
use support::on_capture;

#[track_caller]
fn check(script: &str, expected: Expect) {
    expected.assert_eq(&on_capture(script));
}

#[test]
fn events_tell_what_happened() {
    check(
        r#"game.on("capture", (event) => {
            console.log(event.type, event.player, event.piece.type, event.captured.type, event.captured.owner);
            console.log(event.from, event.to, toSquare(event.from), toSquare(event.to));
            console.log(Object.keys(event).join());
            console.log(event.piece, event.captured, event.piece === board.at("d7"), event.captured.onBoard);
        })"#,
        expect![[r#"
            log: capture White Queen Pawn Black
            log: {"file":3,"rank":0} {"file":3,"rank":6} d1 d7
            log: type,player,piece,from,to,captured
            log: White Queen d7 Black Pawn d7 true false
        "#]],
    );
}

#[test]
fn state_is_live_and_nested() {
    check(
        r#"game.state.takes = 0; game.state.list = [1]; game.state.gone = true;
        game.on("capture", () => {
            game.state.takes++;
            game.state.list.push({ a: "x", b: null, c: undefined }, [2.0, -0, 1e15]);
            delete game.state.gone;
            game.players.Black.state.lost = ["Pawn"];
            console.log("gone" in game.state, game.state.never, Object.keys(game.state), game.state === game.state);
        });
        game.on("capture", () => { game.state.second = game.state.list.length; game.state = { ...game.state, all: 1 } });"#,
        expect![[r#"
            log: false undefined ["list","takes"] true
            all = 1
            list = [1, {a: "x", b: null}, [2, 0, 1000000000000000]]
            second = 3
            takes = 1
            Black.lost = ["Pawn"]
        "#]],
    );
}

#[test]
fn state_refuses_what_slots_cannot_hold() {
    for (code, expected) in [
        (
            "game.state.x = 1 / 2",
            expect![[r#"
            fault: game.state.x would be 0.5; state holds whole numbers: Math.round, Math.floor and Math.trunc make one
        "#]],
        ),
        (
            "game.state.n += 1",
            expect![[r#"
            fault: game.state.n would be NaN (not a number); state holds whole numbers: was a field read that was never set?
        "#]],
        ),
        (
            "game.state.f = () => 1",
            expect![[r#"
            fault: game.state.f is of a kind that state cannot hold; it holds numbers, strings, truth values, null, lists and plain objects
        "#]],
        ),
        (
            "game.state.p = { who: [event.piece] }",
            expect![[r#"
            fault: game.state.p.who[0] would be a piece, which state cannot hold; keep its square: toSquare(piece.pos)
        "#]],
        ),
        (
            "game.state.m = new Map()",
            expect![[r#"
            fault: game.state.m is of a kind that state cannot hold; it holds numbers, strings, truth values, null, lists and plain objects
        "#]],
        ),
        (
            "game.state.me = game.state",
            expect![[r#"
            fault: game.state.me.me.me.me.me.me.me.me.me.me.me.me.me.me.me.me.m... is nested too deeply, or contains itself
        "#]],
        ),
        (
            "game.state.s = Symbol('x')",
            expect![[r#"
            fault: game.state.s is of a kind that state cannot hold; it holds numbers, strings, truth values, null, lists and plain objects
        "#]],
        ),
        (
            "game.state.t = 'x'.repeat(40000)",
            expect![[r#"
            fault: with game.state.t it would be more than state can hold (32 KB)
        "#]],
        ),
        (
            "game.state.l = new Array(1000000)",
            expect![[r#"
            fault: with game.state.l it would be more than state can hold (32 KB)
        "#]],
        ),
        (
            "game.state = 3",
            expect![[r#"
            fault: test.chesslang:11:41: state can only be replaced by an object: game.state = { ... }
        "#]],
        ),
    ] {
        expected.assert_eq(&on_capture(&format!("game.on('capture', (event) => {{ {code} }})")));
    }
}
