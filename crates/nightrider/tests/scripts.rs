//! Games with scripts, from their text to what happens in play, and the laws they keep.

use expect_test::{Expect, expect};
use nightrider::engine::{Game, LogEntry, Rules};
use nightrider::lang::NoLoader;
use nightrider::lang::diagnostic::Severity;
use nightrider::notation::LegalMoves;
use nightrider::{compile_source, rules};

fn compile(text: &str) -> Rules {
    let compiled = compile_source("test.chesslang", text, &NoLoader);
    let messages: Vec<&String> = compiled.diagnostics.iter().map(|d| &d.message).collect();
    rules(compiled.variant.unwrap_or_else(|| panic!("{messages:?}"))).expect("it can be played")
}

fn play(game: &mut Game, moves: &str) {
    for text in moves.split_whitespace() {
        let legal = LegalMoves::of(game);
        let index = legal.find(text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        let m = legal.list()[index].mv;
        game.play(m).expect("legal");
    }
}

/// Plays moves; shows whose turn it is, state, result, and what scripts did and said.
#[track_caller]
fn check(script: &str, moves: &str, expected: Expect) {
    let rules = compile(&format!("game: \"T\"\n{script}"));
    let mut game = Game::new(&rules, 7);
    play(&mut game, moves);
    expected.assert_eq(&account(&game));
}

fn account(game: &Game) -> String {
    let variant = game.rules().variant();
    let mut out = format!("{} to move\n", game.turn().name());
    for (field, value) in game.game_state() {
        out += &format!("{} = {value:?}\n", variant.game_fields[field.index()]);
    }
    for field in game.loose_state() {
        out += &format!("{:?} {} = {:?}\n", field.owner, field.name, field.value);
    }
    if let Some(result) = game.result() {
        out += &format!("{:?} by {}: {:?}\n", result.winner, result.reason.text(), result.detail);
    }
    let plies =
        game.history().iter().enumerate().flat_map(|(n, ply)| ply.events.iter().map(move |e| (n + 1, e)));
    for (ply, entry) in game.start_events().iter().map(|entry| (0, entry)).chain(plies) {
        match entry {
            LogEntry::Fault { message, .. } => out += &format!("{ply} fault: {message}\n"),
            LogEntry::Console { text, .. } => out += &format!("{ply} console: {text}\n"),
            LogEntry::Script { event, actions } => {
                out += &format!("{ply} {}: {}\n", event.name(), actions.join("; "));
            }
            _ => {}
        }
    }
    out
}

#[test]
fn events_come_in_the_order_of_a_ply_after_the_triggers() {
    check(
        "trigger t { on: move; do: set game.state.n = 1 }
        script {
          for (const name of ['turnEnd', 'turnStart', 'check', 'promotion', 'move', 'capture', 'captured', 'gameStart', 'gameEnd'])
            game.on(name, (event) => console.log(event.type, event.player, event.piece ?? '', event.king ?? '', game.state.n));
        }",
        "e2e4 f7f5 d1h5",
        expect![[r#"
            Black to move
            n = Int(1)
            0 console: gameStart White   undefined
            0 console: turnStart White   undefined
            1 console: move White White Pawn e4  1
            1 console: turnEnd White   1
            1 console: turnStart Black   1
            2 console: move Black Black Pawn f5  1
            2 console: turnEnd Black   1
            2 console: turnStart White   1
            3 console: move White White Queen h5  1
            3 console: check White White Queen h5 Black King e8 1
            3 console: turnEnd White   1
            3 console: turnStart Black   1
        "#]],
    );
}

#[test]
fn a_script_cancels_a_capture() {
    check(
        "script { game.on('capture', (event) => { if (event.captured.type === 'Pawn') event.cancel(); else console.log('taken') });
          game.on('move', (event) => console.log('moved', event.piece)); }",
        "e2e4 d7d5 e4d5 d8d6 f1a6 d6a6",
        expect![[r#"
            White to move
            1 console: moved White Pawn e4
            2 console: moved Black Pawn d5
            3 capture: cancel the move
            4 console: moved Black Queen d6
            5 console: moved White Bishop a6
            6 console: taken
            6 console: moved Black Queen a6
        "#]],
    );
}

#[test]
fn scripts_change_the_board_and_take_owners() {
    check(
        "script {
          game.on('capture', (event) => { event.captured.owner = event.player });
          game.on('move', (event) => {
            if (event.piece.type === 'Knight') { board.removePiece('h7'); board.createPiece('Queen', event.player, 'h7'); board.movePiece('a2', 'a5'); }
            const back = board.at(event.from); if (back) console.log('back', back);
          });
        }",
        "e2e4 d7d5 e4d5 g8f6",
        expect![[r#"
            White to move
            3 capture: set the Black Pawn owner = White
            3 console: back White Pawn e4
            4 move: remove Black Pawn on h7; create Black Queen on h7; move White Pawn on a2 to a5
        "#]],
    );
}

#[test]
fn a_fault_takes_back_only_its_own_handler() {
    check(
        "script {
          game.state.n = 1;
          game.on('move', () => { game.state.n += 10 });
          game.on('move', (event) => { game.state.n += 100; board.removePiece('a2'); game.declareDraw('x'); game.endTurn(); while (true) {} });
          game.on('move', () => { console.log(game.state.n, board.at('a2')); game.state.n += 1000 });
          game.on('turnEnd', () => { game.state.m = game.moveHistory.length; null.x });
        }",
        "e2e4",
        expect![[r#"
            White to move
            Game n = Int(1011)
            1 fault: script stopped: test.chesslang:5:114: the script took more than 400000 steps and was stopped
            1 console: 11 White Pawn a2
        "#]],
    );
}

#[test]
fn functions_serve_triggers_and_conditions() {
    check(
        "trigger t { on: capture; when: worth(captured) >= 3; do: add_bonus(player, worth(captured)) }
        trigger bad { on: move; when: meddle(); do: set game.state.x = 1 }
        victory:
          add:
            rich: sum() >= 9
        script {
          const table = { Queen: 9, Knight: 3 };
          function worth(piece) { return table[piece.type] ?? 1 }
          function add_bonus(player, n) { game.state.bonus = (game.state.bonus ?? 0) + n; }
          function sum() { return game.state.bonus ?? 0 }
          function meddle() { game.state.x = 2; return true }
        }",
        "e2e4 d7d5 e4d5 d8d5 b1c3 g8f6 c3d5",
        expect![[r#"
            Black to move
            Game bonus = Int(9)
            Some(White) by rich: None
            1 fault: trigger `bad` stopped: `meddle` is called in a condition, so it can look at the game but change nothing
            2 fault: trigger `bad` stopped: `meddle` is called in a condition, so it can look at the game but change nothing
            3 fault: trigger `bad` stopped: `meddle` is called in a condition, so it can look at the game but change nothing
            4 fault: trigger `bad` stopped: `meddle` is called in a condition, so it can look at the game but change nothing
            5 fault: trigger `bad` stopped: `meddle` is called in a condition, so it can look at the game but change nothing
            6 fault: trigger `bad` stopped: `meddle` is called in a condition, so it can look at the game but change nothing
            7 fault: trigger `bad` stopped: `meddle` is called in a condition, so it can look at the game but change nothing
        "#]],
    );
}

#[test]
fn further_moves_are_kept_until_the_turn_would_pass() {
    check(
        "script { game.on('capture', (event) => { game.allowExtraMove(event.player); game.allowExtraMove(); console.log(game.currentPlayer) }) }",
        "e2e4 d7d5 e4d5 b1c3",
        expect![[r#"
            White to move
            3 console: White
            3 capture: allow White a further move; allow White a further move
        "#]],
    );
}

#[test]
fn piece_state_of_scripts_travels_with_the_piece() {
    check(
        "script { game.on('move', (event) => { event.piece.state.steps = (event.piece.state.steps ?? 0) + 1; }) }",
        "g1f3 d7d5 f3e5 d5d4 e5f7",
        expect![[r#"
            Black to move
            Piece(Square(27)) steps = Int(2)
            Piece(Square(53)) steps = Int(3)
        "#]],
    );
}

#[test]
fn cooldown_set_by_a_script_holds_the_piece() {
    let rules = compile(
        "game: \"T\"\nscript { game.on('move', (event) => { if (event.piece.type === 'Knight') event.piece.state.cooldown = 2 }) }",
    );
    let mut game = Game::new(&rules, 0);
    play(&mut game, "g1f3 a7a6");
    let moves =
        |game: &Game| LegalMoves::of(game).sorted_texts().iter().filter(|m| m.starts_with("f3")).count();
    assert_eq!(moves(&game), 0);
    play(&mut game, "a2a3 a6a5");
    assert_eq!(moves(&game), 5);
}

#[test]
fn the_body_runs_for_the_position_a_game_begins_with() {
    let rules = compile(
        "game: \"T\"\nscript { game.state.pieces = board.pieces.length; const at_load = board.pieces.length;
        game.on('move', () => { game.state.at_load = at_load }) }",
    );
    let fen =
        nightrider::notation::Fen::parse(rules.variant(), "4k3/8/8/8/8/8/8/4K2R w - - 0 1").expect("a FEN");
    let mut game = Game::from_setup(&rules, &fen.setup(), 0).expect("a position");
    play(&mut game, "h1h2");
    expect![[r#"
        Black to move
        Game at_load = Int(32)
        Game pieces = Int(3)
    "#]]
    .assert_eq(&account(&game));
}

#[test]
fn games_with_scripts_need_an_engine_for_them() {
    let variant =
        compile_source("t", "game: \"T\"\nscript { game.on('move', () => [].map(x => x)) }", &NoLoader)
            .variant;
    let error = Rules::compile(variant.expect("no errors")).expect_err("nothing runs scripts");
    assert_eq!(error.to_string(), "it has a script, and this program runs no scripts");
}

#[test]
fn findings_in_scripts_are_diagnostics_of_the_file() {
    let text = "game: \"Slip\"\nscript {\n  game.state.n = 0;\n  game.on(\"move\", () => { game.state.n += ; });\n}\n";
    let compiled = compile_source("slip.chesslang", text, &NoLoader);
    assert!(compiled.variant.is_none());
    let found = &compiled.diagnostics[0];
    let at = compiled.sources.get(found.span.source).expect("a source").position(found.span.start);
    assert_eq!((found.code.id(), found.severity, at.line, at.column), ("E0601", Severity::Error, 4, 43));
}

/// The blocks of a page with a fence.
fn blocks(page: &str, fence: &str) -> Vec<String> {
    let opening = format!("```{fence}\n");
    let parts = page.split(&opening).skip(1);
    parts.map(|part| part.split("```").next().unwrap_or("").to_string()).collect()
}

#[test]
fn the_pages_about_scripts_show_what_they_say() {
    use nightrider::lang::codes::Code;
    for code in Code::ALL.iter().filter(|code| code.id()[1..].starts_with("06")) {
        for (fence, shows) in [("chesslang,fails", true), ("chesslang", false)] {
            let blocks = blocks(code.page(), fence);
            assert!(!blocks.is_empty(), "{code} has {fence}");
            for block in blocks {
                let found = compile_source("page", &block, &NoLoader).diagnostics;
                assert_eq!(found.iter().any(|d| d.code == *code), shows, "{code}: {block}\n{found:?}");
            }
        }
    }
    for block in blocks(include_str!("../../../docs/scripts.md"), "chesslang") {
        let compiled = compile_source("page", &block, &NoLoader);
        rules(compiled.variant.unwrap_or_else(|| panic!("{block}\n{:?}", compiled.diagnostics)))
            .expect("it can be played");
    }
}

const EXAMPLES: [(&str, &str); 5] = [
    ("progressive", include_str!("../../../examples/progressive.chesslang")),
    ("countdown", include_str!("../../../examples/countdown.chesslang")),
    ("material-race", include_str!("../../../examples/material-race.chesslang")),
    ("monster", include_str!("../../../examples/monster.chesslang")),
    ("surround", include_str!("../../../examples/surround.chesslang")),
];

/// Random games of every example: undo gives back every position, replaying and going on from a saved position give
/// the same game.
#[test]
fn the_examples_keep_the_laws() {
    // `NIGHTRIDER_LAW_GAMES=1000 cargo test --release` plays as many of each.
    let games = std::env::var("NIGHTRIDER_LAW_GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(4);
    for (name, text) in EXAMPLES {
        let compiled = compile_source(name, text, &NoLoader);
        let problems: Vec<_> = compiled.diagnostics.iter().filter(|d| d.severity != Severity::Note).collect();
        assert!(problems.is_empty(), "{name}: {problems:?}");
        let rules = rules(compiled.variant.expect("no errors")).expect("it can be played");
        for seed in 0..games {
            keep_laws(name, &rules, seed);
        }
    }
}

fn keep_laws(name: &str, rules: &Rules, seed: u64) {
    let mut random = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = |below: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random >> 33) as usize % below
    };
    let mut game = Game::new(rules, seed);
    let mut past = vec![(game.hash(), game.setup(), game.legal_moves().to_vec())];
    let mut played = Vec::new();
    while played.len() < 40 && !game.legal_moves().is_empty() {
        let m = game.legal_moves()[next(game.legal_moves().len())];
        // A game that goes on from what was saved goes on in the same way.
        let mut saved = Game::from_setup(rules, &game.setup(), seed).expect("its own position");
        game.play(m).expect("legal");
        saved.play(m).expect("legal there, too");
        assert_eq!(saved.hash(), game.hash(), "{name} {seed}: saved at ply {}", played.len());
        assert_eq!(saved.setup(), game.setup(), "{name} {seed}");
        for event in &game.history()[played.len()].events {
            assert!(!matches!(event, LogEntry::Fault { .. }), "{name} {seed}: {event:?}");
        }
        played.push(m);
        past.push((game.hash(), game.setup(), game.legal_moves().to_vec()));
    }
    let mut replayed = Game::new(rules, seed);
    for &m in &played {
        replayed.play(m).expect("legal before");
    }
    assert_eq!((replayed.hash(), replayed.setup()), (game.hash(), game.setup()), "{name} {seed}: replay");
    assert_eq!(replayed.result(), game.result());
    for (hash, setup, legal) in past.iter().rev().skip(1) {
        game.undo().expect("a ply to take back");
        assert_eq!(
            (game.hash(), &game.setup(), game.legal_moves()),
            (*hash, setup, legal.as_slice()),
            "{name} {seed}: undo"
        );
    }
}
