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

#[test]
fn pieces_are_live_and_follow_what_happens_to_them() {
    check(
        r#"game.on("capture", (event) => {
            const p = board.at("a2");
            p.state.lives--;
            console.log(p.type, p.owner, p.pos, p.square, p.state.lives, p.value, p.hasMoved, p.traits, board.at("e1").traits);
            console.log(board.movePiece("a2", "a5"), p.pos, p.hasMoved, p.state, board.at("a5") === p, board.at("a2"));
            console.log(board.movePiece(p, "a7"), board.movePiece("c4", "c5"), p.square);
            p.transform("Queen"); console.log(p.type, p.state);
            p.type = "Pawn"; console.log(p.type, p.state.lives);
            p.owner = "Black"; console.log(p.owner, board.getPieces("Black", "Pawn").length);
            const gone = board.removePiece(p); console.log(gone === p, p.onBoard, p.type, p.square, board.isEmpty("a5"));
            console.log(board.removePiece("c4"), board.createPiece("Queen", "White", "a7"), board.createPiece("Queen", "White", { file: 0, rank: 4 }));
            console.log(JSON.stringify(board.at("a5")), board.pieces.length, board.emptySquares().length);
        })"#,
        expect![[r#"
            log: Pawn White {"file":0,"rank":1} a2 1 1.5 false [] ["royal"]
            log: true {"file":0,"rank":4} true {"lives":1} true null
            log: false false a5
            log: Queen {}
            log: Pawn 2
            log: Black 8
            log: true false Pawn a5 true
            log: null null White Queen a5
            log: {"type":"Queen","owner":"White","pos":{"file":0,"rank":4}} 19 45
        "#]],
    );
}

#[test]
fn boards_and_squares() {
    check(
        r#"game.on("capture", (event) => {
            console.log(board.width, board.height, board.inZone("d4", "언덕"), board.inZone("d5", "언덕"));
            console.log(board.adjacent("a1"), board.adjacent({ file: 3, rank: 3 }).length);
            console.log(board.isValidPos({ file: 8, rank: 0 }), isValidPos("h8"), isValidPos("i1"), isValidPos(3), board.isEmpty("z9"));
            console.log(board.at("e9"), board.at({ file: -1, rank: 0 }), board.at({ file: 0.5, rank: 0 }));
            console.log(toSquare({ file: 4, rank: 3 }), parseSquare("e4"), parseSquare("e9"), toSquare(event.piece));
            console.log(distance("a1", "c6"), distance({ file: 0, rank: 0 }, event.piece));
            console.log(getRay("a1", "NE", 2), getRay("h8", "N").length, getRay("a1", "forward").length, getRay("a8", "forward", 3, "Black").map(toSquare));
        })"#,
        expect![[r#"
            log: 8 8 true false
            log: [{"file":1,"rank":0},{"file":0,"rank":1},{"file":1,"rank":1}] 8
            log: false true false false false
            log: null null null
            log: e4 {"file":4,"rank":3} null d7
            log: 5 6
            log: [{"file":1,"rank":1},{"file":2,"rank":2}] 0 7 ["a7","a6","a5"]
        "#]],
    );
}

#[test]
fn games_tell_and_are_told() {
    check(
        r#"game.on("capture", (event) => {
            console.log(game.currentPlayer, game.turnNumber, game.isCheck(), game.isCheckmate("Black"), game.isOver, game.winner);
            console.log(game.moveHistory, game.lastMove, game.players.White.captures, game.getStatus(), game.canEndTurn());
            game.endTurn(); game.allowExtraMove(event.player); game.allowExtraMove();
            game.declareWinner("Black", "because"); game.declareDraw();
            console.log(game.isOver, game.winner, game.getStatus());
            event.cancel();
            console.warn("careful", [1, "a"], null, undefined, new Error("bad")); console.error(() => 1);
        })"#,
        expect![[r#"
            log: White 1 false false false null
            log: [] null 0 White to move true
            log: true Black Black has won
            warn: careful [1,"a"] null undefined Error: bad
            error: () => 1
            winner: Black (because)
            turn ended
            cancelled
            extra moves: [2, 0]
        "#]],
    );
}

#[test]
fn can_end_turn_has_the_last_word() {
    check(
        r#"game.canEndTurn = () => game.state.ready === true;
        game.on("capture", () => { console.log(game.endTurn()); game.state.ready = true; console.log(game.endTurn()) })"#,
        expect![[r#"
            log: false
            log: true
            ready = true
            turn ended
        "#]],
    );
}

#[test]
fn wrong_arguments_are_explained() {
    for (code, expected) in [
        (
            "board.at(3)",
            expect![[r#"
            fault: test.chesslang:11:46: a square is wanted here: { file: 4, rank: 3 }, "e4", or a piece
        "#]],
        ),
        (
            "board.at({ x: 1 })",
            expect![[r#"
            fault: test.chesslang:11:46: a square is wanted here, an object with the numbers `file` and `rank`
        "#]],
        ),
        (
            "toSquare('j1')",
            expect![[r#"
            fault: test.chesslang:11:40: this square is not on the board
        "#]],
        ),
        (
            "board.createPiece('Dragon', 'White', 'a5')",
            expect![[r#"
            fault: test.chesslang:11:46: no piece type is called `Dragon`
        "#]],
        ),
        (
            "board.createPiece('Queen', 'white', 'a5')",
            expect![[r#"
            fault: test.chesslang:11:46: a player is wanted here: "White" or "Black"
        "#]],
        ),
        (
            "game.declareWinner(event.piece)",
            expect![[r#"
            fault: test.chesslang:11:60: a player is wanted here: "White" or "Black"
        "#]],
        ),
        (
            "board.inZone('a1', 'hill')",
            expect![[r#"
            fault: test.chesslang:11:46: no zone is called `hill`
        "#]],
        ),
        (
            "getRay('a1', 'up')",
            expect![[r#"
            fault: test.chesslang:11:40: `up` is not a direction: N, S, E, W, NE, NW, SE, SW, forward, backward, left, right
        "#]],
        ),
        (
            "Object.create(event.piece).type",
            expect![[r#"
            fault: test.chesslang:11:55: this is not a piece
        "#]],
        ),
        (
            "'use strict'; (function () { 'use strict'; event.piece.pos = 3 })()",
            expect![[r#"
            fault: test.chesslang:11:84: TypeError: no setter for property
        "#]],
        ),
    ] {
        expected.assert_eq(&on_capture(&format!("game.on('capture', (event) => {{ {code} }})")));
    }
}

#[test]
fn a_fault_leaves_the_position_and_the_other_handlers_alone() {
    check(
        r#"game.state.n = 0;
        game.on("capture", () => { game.state.n = 5; board.movePiece("a2", "a3"); board.at("e1").state.x = 1; null.x });
        game.on("capture", () => { game.state.n += 1; console.log(board.at("a2"), board.at("e1").state) });"#,
        expect![[r#"
            log: White Pawn a2 {}
            n = 1
            fault: test.chesslang:12:111: TypeError: cannot read property 'x' of null
        "#]],
    );
}

#[test]
fn several_scripts_share_their_globals() {
    use nightrider_engine::script::{Occasion, ScriptWorld, StateOwner};
    let variant = support::game(&[
        "const WORTH = { Queen: 9 }; function worth(p) { return WORTH[p.type] ?? 1 }",
        "game.on('turnEnd', () => { game.state.sum = board.pieces.reduce((sum, p) => sum + worth(p), 0) })",
    ]);
    let host = support::load(&variant, nightrider_script::Limits::DEFAULT).expect("good scripts");
    let mut world = nightrider_script::SetupWorld::new(&variant);
    let occasion = Occasion::of(nightrider_model::Event::TurnEnd, nightrider_model::Player::White);
    host.handle(0, &occasion, &mut world).expect("it runs");
    assert_eq!(world.state(StateOwner::Game), [("sum".into(), nightrider_model::Value::Int(36))]);
}

#[test]
fn functions_are_called_by_conditions_and_triggers() {
    use nightrider_engine::expr::{Datum, PieceRef};
    use nightrider_model::{Condition, Expr, Player, Square};
    let names = ["echo", "half", "arrow", "fails", "bonus", "missing"];
    let mut variant = support::game(&["function echo(...all) { return all } const arrow = (p) => p.pos; \
         function half(n) { return n / 2 } function fails() { throw new Error('no') } \
         function bonus(player, n) { game.players[player].state.bonus = n }"]);
    for name in &names[..5] {
        let expr = Expr::ScriptCall(name.to_string(), Vec::new());
        variant.victory.push(Condition { name: "x".to_string(), expr, only_for: None });
    }
    let host = support::load(&variant, nightrider_script::Limits::DEFAULT).expect("good scripts");
    let mut world = nightrider_script::SetupWorld::new(&variant);
    let piece = Datum::Piece(PieceRef::On(Square(4)));
    let mut call = |name: &str, arguments: &[Datum]| match host.call(name, arguments, &mut world) {
        Ok(answer) => format!("{answer:?}"),
        Err(fault) => fault.to_string(),
    };
    let answers = [
        call("echo", &[Datum::Null, Datum::Int(3), Datum::Player(Player::Black), piece.clone()]),
        call("echo", &[Datum::Bool(true), Datum::Str("x".into()), Datum::Type(nightrider_model::PieceId(1))]),
        call("arrow", &[piece]),
        call("half", &[Datum::Int(8)]),
        call("half", &[Datum::Int(3)]),
        call("fails", &[]),
        call("bonus", &[Datum::Player(Player::White), Datum::Int(2)]),
        call("missing", &[]),
    ];
    expect![[r#"
        the answer of the function[3] would be a piece, which state cannot hold; keep its square: toSquare(piece.pos)
        List([Bool(true), Str("x"), Str("Queen")])
        Square(Square(4))
        Int(4)
        the function gave 1.5, but triggers and conditions know whole numbers only
        test.chesslang:11:137: no
        Null
        no script declares a function `missing`"#]].assert_eq(&answers.join("\n"));
    expect![[r#"
        White.bonus = 2
    "#]]
    .assert_eq(&support::show(&world, &[]));
}
