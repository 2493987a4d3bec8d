//! What `check` finds in scripts: text in, findings out.

mod support;

use expect_test::{Expect, expect};
use nightrider_script::{Limits, check};
use support::game;

#[track_caller]
fn find(scripts: &[&str], expected: Expect) {
    let findings = check(&game(scripts), Limits::DEFAULT);
    let lines: Vec<String> = findings
        .iter()
        .map(|finding| {
            let place = &finding.place;
            let help = finding.help.as_deref().map_or(String::new(), |help| format!("\n  help: {help}"));
            format!("{}:{} {:?}: {}{help}", place.line, place.column, finding.kind, finding.message)
        })
        .collect();
    expected.assert_eq(&lines.join("\n"));
}

#[test]
fn syntax_errors_are_placed_in_the_file() {
    find(
        &["\n  game.state.n = 0;\n  game.on('move', () => { game.state.n += ; });\n"],
        expect!["13:43 Syntax: the script cannot be read: unexpected token in expression: ';'"],
    );
    find(
        &[" let x = ;"],
        expect!["11:18 Syntax: the script cannot be read: unexpected token in expression: ';'"],
    );
    find(
        &["let 이름 = '한글'; let y = 1 +* 2"],
        expect!["11:35 Syntax: the script cannot be read: unexpected token in expression: '*'"],
    );
    find(
        &["function f() {", "let a = }"],
        expect![[r#"
        11:23 Syntax: the script cannot be read: it ends where more should follow
        11:17 Syntax: the script cannot be read: unexpected token in expression: '}'"#]],
    );
}

#[test]
fn what_scripts_do_not_have_is_named() {
    find(
        &[
            "import x from 'y'; const n = 10n ** 3n;\ngame.on('move', async () => { await 1; new Date(); eval('1'); setTimeout(f) })",
        ],
        expect![[r#"
            11:9 NotHere: a script cannot import anything
              help: write what it needs into the script
            11:38 NotHere: scripts have no big integers
              help: write the number without the `n`
            11:45 NotHere: scripts have no big integers
              help: write the number without the `n`
            12:17 NotHere: nothing waits in a script: a handler runs to its end at once
              help: leave `async` and `await` away; everything a script calls answers at once
            12:31 NotHere: nothing waits in a script: a handler runs to its end at once
              help: leave `async` and `await` away; everything a script calls answers at once
            12:44 NotHere: scripts have no clock
              help: count turns or moves: game.turnNumber, game.state
            12:52 NotHere: a script cannot make code from text
              help: write the function out
            12:63 NotHere: a script can reach nothing but the game
              help: use `game`, `board` and `console`"#]],
    );
    find(&["const o = { async: 1, Date: 2 }; o.await = /10n/.test('10n import eval(1)')"], expect![""]);
}

#[test]
fn bodies_that_fail_are_errors() {
    find(
        &["\n\ngame.on('moved', () => {})"],
        expect![
            "13:6 BodyFails: the script fails when it is read: no event is called `moved`; there are move, capture, turnEnd, turnStart, check, promotion, captured, enterZone, exitZone, gameStart and gameEnd"
        ],
    );
    find(
        &["game.on('move', 3)"],
        expect!["11:13 BodyFails: the script fails when it is read: the handler of `move` is not a function"],
    );
    find(
        &["game.on('move', function* (event) { game.state.a = 1; })"],
        expect![
            "11:13 BodyFails: the script fails when it is read: the handler of `move` is no plain function: what is called like a generator or a class does not run"
        ],
    );
    find(
        &["const table = make();"],
        expect!["11:23 BodyFails: the script fails when it is read: ReferenceError: make is not defined"],
    );
    find(
        &["while (true) {}"],
        expect![
            "11:9 BodyFails: the script fails when it is read: the script took more than 400000 steps and was stopped"
        ],
    );
    find(
        &["game.state.x = 1.5"],
        expect![
            "11:9 BodyFails: the script fails when it is read: game.state.x would be 1.5; state holds whole numbers: Math.round, Math.floor and Math.trunc make one"
        ],
    );
    find(
        &["const a = 1;", "const a = 2;"],
        expect!["11:9 BodyFails: the script fails when it is read: redeclaration of 'a'"],
    );
}

#[test]
fn variables_that_forget_are_pointed_out() {
    find(
        &["let count = 0; const seen = []; const table = { Queen: 9 }; let fixed = 3; fixed += 1;\n\
           const bump = () => count++;\n\
           game.on('move', (event) => {\n  count += 1; count = count + 1;\n  seen.push(event.to);\n  table.Queen = 3;\n\
           let local = fixed; local += table.Queen; if (count == 3 && seen.length) console.log(local)\n});"],
        expect![[r#"
            12:20 CarriedVariable: what a handler writes to `count` is forgotten when it ends: every handler starts from the same globals
              help: keep it in `game.state`, which is part of the position
            15:3 CarriedVariable: what a handler writes to `seen` is forgotten when it ends: every handler starts from the same globals
              help: keep it in `game.state`, which is part of the position
            16:3 CarriedVariable: what a handler writes to `table` is forgotten when it ends: every handler starts from the same globals
              help: keep it in `game.state`, which is part of the position"#]],
    );
}

#[test]
fn scripts_that_triggers_could_replace_are_hinted() {
    find(
        &[
            "game.state.takes = 0;\ngame.on('capture', (event) => { if (event.captured.type === 'Pawn') game.state.takes += 1; \
           if (game.state.takes >= 3) game.declareWinner(event.player, 'three pawns'); })",
        ],
        expect![[r#"
            12:1 CouldBeTrigger: this script only counts and compares, which triggers can do
              help: for example: trigger count { on: capture; do: set game.state.takes += 1 }; triggers are checked more strictly and run faster"#]],
    );
    find(&["game.on('capture', () => { for (const p of board.pieces) game.state.n = 1 })"], expect![[""]]);
}

#[test]
fn turns_that_are_left_alone_are_pointed_out() {
    find(
        &[
            "game.state.movesThisTurn = 0; game.on('move', () => { game.state.movesThisTurn++; [1].map(x => x) })",
        ],
        expect![[r#"
            11:20 TurnsLeftAlone: the turn passes after every move, though this script speaks of turns (`movesThisTurn`): nothing calls endTurn
              help: a script with a `move` handler that calls game.endTurn() decides when a turn ends; to give single further moves, call game.allowExtraMove(player)"#]],
    );
    find(
        &[
            "game.state.movesThisTurn = 0; game.on('move', () => { game.state.movesThisTurn++; [1].map(x => x); game.endTurn() })",
        ],
        expect![[""]],
    );
}
