//! The cage holds: hostile scripts end with a fault, see nothing, carry nothing, and always in the same way.

mod support;

use expect_test::{Expect, expect};
use nightrider_engine::script::{Occasion, ScriptWorld, StateOwner};
use nightrider_model::{Event, Player};
use nightrider_script::{Limits, SetupWorld};
use support::{TIGHT, capture, game, load, on_capture, on_capture_with, show};

/// Runs each code as a handler; shows what came of it, without places.
#[track_caller]
fn check(codes: &[&str], expected: Expect) {
    let outcomes: Vec<String> = codes
        .iter()
        .map(|code| {
            let outcome = on_capture_with(&format!("game.on('capture', (event) => {{ {code} }})"), TIGHT);
            let outcome = outcome.trim_end().replace('\n', " | ");
            let outcome = match (outcome.find("fault: test.chesslang:"), outcome.rfind(": ")) {
                (Some(0), _) => {
                    let rest = outcome.trim_start_matches("fault: test.chesslang:");
                    format!("fault: {}", rest.split_once(": ").map_or(rest, |(_, message)| message))
                }
                _ => outcome,
            };
            format!("{code}\n  {outcome}")
        })
        .collect();
    expected.assert_eq(&outcomes.join("\n"));
}

#[test]
fn endless_code_is_stopped() {
    check(
        &[
            "while (true) {}",
            "for (;;) { try { while (true) {} } catch (e) {} finally { continue } }",
            "function* g() { while (true) yield 1 } for (const x of g()) {}",
            "[...(function* () { while (true) yield 1 })()]",
            "Iterator.from({ next() { return { value: 1 } } }).toArray()",
            "console.log({ toJSON() { while (true) {} } })",
            "board.at({ get file() { while (true) {} }, rank: 1 })",
            "board.at({ file: { valueOf() { while (true) {} } }, rank: 1 })",
            "game.state.x = { get y() { while (true) {} } }",
            "throw { toString() { while (true) {} } }",
            "throw Object.assign(new Error(), { get message() { while (true) {} } })",
            "Error.prepareStackTrace = () => { while (true) {} }; null.x",
            "for (;;) board.pieces",
            "for (;;) game.isCheckmate('White')",
        ],
        expect![[r#"
            while (true) {}
              fault: the script took more than 100000 steps and was stopped
            for (;;) { try { while (true) {} } catch (e) {} finally { continue } }
              fault: the script took more than 100000 steps and was stopped
            function* g() { while (true) yield 1 } for (const x of g()) {}
              fault: the script took more than 100000 steps and was stopped
            [...(function* () { while (true) yield 1 })()]
              fault: the script took more than 100000 steps and was stopped
            Iterator.from({ next() { return { value: 1 } } }).toArray()
              fault: the script took more than 100000 steps and was stopped
            console.log({ toJSON() { while (true) {} } })
              fault: the script took more than 100000 steps and was stopped
            board.at({ get file() { while (true) {} }, rank: 1 })
              fault: the script took more than 100000 steps and was stopped
            board.at({ file: { valueOf() { while (true) {} } }, rank: 1 })
              fault: a square is wanted here, an object with the numbers `file` and `rank`
            game.state.x = { get y() { while (true) {} } }
              fault: the script took more than 100000 steps and was stopped
            throw { toString() { while (true) {} } }
              fault: something was thrown
            throw Object.assign(new Error(), { get message() { while (true) {} } })
              fault: the script took more than 100000 steps and was stopped
            Error.prepareStackTrace = () => { while (true) {} }; null.x
              fault: TypeError: cannot read property 'x' of null
            for (;;) board.pieces
              fault: the script took more than 100000 steps and was stopped
            for (;;) game.isCheckmate('White')
              fault: the script took more than 100000 steps and was stopped"#]],
    );
}

#[test]
fn deep_recursion_is_stopped_and_cannot_be_measured() {
    check(
        &[
            "function f() { return f() + 1 } f()",
            "let depth = 0; function f() { depth++; f() } try { f() } catch (e) {} game.state.depth = depth",
            "const o = { valueOf() { return o + 1 } }; o + 1",
            "let n = 1; for (;;) { try { JSON.parse('['.repeat(n) + ']'.repeat(n)); n *= 2 } catch (e) { game.state.n = n; break } }",
            "Error.stackTraceLimit = 0; function f() { f() } try { f() } catch (e) { game.state.n = 1 }",
            "JSON.stringify({ toJSON() { return { a: this } } })",
            "let o = []; for (let i = 0; i < 9000; i++) o = [o]; o.flat(Infinity)",
            "JSON.parse('['.repeat(100000))",
            "new RegExp('('.repeat(100000) + ')'.repeat(100000))",
        ],
        expect![[r#"
            function f() { return f() + 1 } f()
              fault: the functions of the script called one another too deeply
            let depth = 0; function f() { depth++; f() } try { f() } catch (e) {} game.state.depth = depth
              fault: the functions of the script called one another too deeply
            const o = { valueOf() { return o + 1 } }; o + 1
              fault: the functions of the script called one another too deeply
            let n = 1; for (;;) { try { JSON.parse('['.repeat(n) + ']'.repeat(n)); n *= 2 } catch (e) { game.state.n = n; break } }
              fault: the functions of the script called one another too deeply
            Error.stackTraceLimit = 0; function f() { f() } try { f() } catch (e) { game.state.n = 1 }
              fault: the functions of the script called one another too deeply
            JSON.stringify({ toJSON() { return { a: this } } })
              fault: the functions of the script called one another too deeply
            let o = []; for (let i = 0; i < 9000; i++) o = [o]; o.flat(Infinity)
              fault: the script took more than 100000 steps and was stopped
            JSON.parse('['.repeat(100000))
              fault: the functions of the script called one another too deeply
            new RegExp('('.repeat(100000) + ')'.repeat(100000))
              fault: SyntaxError: too many captures"#]],
    );
}

#[test]
fn memory_is_bounded() {
    check(
        &[
            "let s = 'x'; while (true) s = s + s",
            "let s = 'x'; while (true) { try { s = s + s; s[5] } catch (e) {} }",
            "let a = []; while (true) a.push(a.slice())",
            "while (true) 'x'.repeat(8000000)",
            "while (true) new Array(8000000).fill(0)",
            "'x'.padEnd(2 ** 30 - 1)",
            "const m = new Map(); for (let i = 0; ; i++) m.set(i, {})",
            "const o = {}; for (let i = 0; ; i++) o['k' + i] = i",
            "let f = () => 1; for (;;) f = f.bind(null, f)",
            "const keep = []; for (;;) { const k = 'x'.repeat(9000); keep.push(k) }",
        ],
        expect![[r#"
            let s = 'x'; while (true) s = s + s
              fault: InternalError: string too long
            let s = 'x'; while (true) { try { s = s + s; s[5] } catch (e) {} }
              fault: the script took more than 100000 steps and was stopped
            let a = []; while (true) a.push(a.slice())
              fault: the script took more than 100000 steps and was stopped
            while (true) 'x'.repeat(8000000)
              fault: the script made a string or list of more than 256 KB and was stopped
            while (true) new Array(8000000).fill(0)
              fault: the script took more than 100000 steps and was stopped
            'x'.padEnd(2 ** 30 - 1)
              fault: the script made a string or list of more than 256 KB and was stopped
            const m = new Map(); for (let i = 0; ; i++) m.set(i, {})
              fault: the script took more than 100000 steps and was stopped
            const o = {}; for (let i = 0; ; i++) o['k' + i] = i
              fault: the script took more than 100000 steps and was stopped
            let f = () => 1; for (;;) f = f.bind(null, f)
              fault: the script used more than 16 MB of memory and was stopped
            const keep = []; for (;;) { const k = 'x'.repeat(9000); keep.push(k) }
              fault: the script took more than 100000 steps and was stopped"#]],
    );
}

#[test]
fn work_within_built_in_functions_is_counted() {
    check(
        &[
            "new Array(4294967295).reverse()",
            "new Array(4294967295).indexOf(3)",
            "new Array(4294967295).sort()",
            "new Array(4294967295).join()",
            "[...new Array(4294967295)]",
            "new Set(new Array(4294967295))",
            "[new Array(4294967295)].flat()",
            "[1].flatMap(() => new Array(4294967295))",
            "[].concat(new Array(4294967295))",
            "Array.from({ length: 4294967295 })",
            "Array.prototype.fill.call({ length: 2 ** 53 - 1 }, 3)",
            "Array.prototype.fill.call({ get length() { return 2 ** 53 - 1 } }, 3)",
            "Array.prototype.concat.call([], { length: 2 ** 53 - 1, [Symbol.isConcatSpreadable]: true })",
            "const it = [].values(), a = [1]; const more = a.values(); a.length = 4294967295; new Set(more)",
            "const s = 'a'.repeat(50000); s.indexOf('a'.repeat(25000) + 'b')",
            "const s = 'a'.repeat(50000); s.replace({ toString() { return 'a'.repeat(25000) + 'b' } }, '')",
            "/(a+)+$/.test('a'.repeat(40) + 'b')",
            "/^(([a-z])+.)+[A-Z]([a-z])+$/.test('a'.repeat(60))",
            "for (;;) /(a|a)*b/.test('a'.repeat(9))",
            "'a'.repeat(60000).replace(/a*$/g, 'b')",
            "const a = Array.from({ length: 5000 }, (_, i) => -i); for (;;) a.sort()",
            "const s = 'á'.repeat(20000); for (;;) s.normalize('NFD')",
            "let o = {}; for (let i = 0; i < 50000; i++) o = { __proto__: o }; for (;;) o.x",
        ],
        expect![[r#"
            new Array(4294967295).reverse()
              fault: the script took more than 100000 steps and was stopped
            new Array(4294967295).indexOf(3)
              fault: the script took more than 100000 steps and was stopped
            new Array(4294967295).sort()
              fault: the script took more than 100000 steps and was stopped
            new Array(4294967295).join()
              fault: the script took more than 100000 steps and was stopped
            [...new Array(4294967295)]
              fault: the script took more than 100000 steps and was stopped
            new Set(new Array(4294967295))
              fault: the script took more than 100000 steps and was stopped
            [new Array(4294967295)].flat()
              fault: the script took more than 100000 steps and was stopped
            [1].flatMap(() => new Array(4294967295))
              fault: the script took more than 100000 steps and was stopped
            [].concat(new Array(4294967295))
              fault: the script took more than 100000 steps and was stopped
            Array.from({ length: 4294967295 })
              fault: the script took more than 100000 steps and was stopped
            Array.prototype.fill.call({ length: 2 ** 53 - 1 }, 3)
              fault: the script took more than 100000 steps and was stopped
            Array.prototype.fill.call({ get length() { return 2 ** 53 - 1 } }, 3)
              fault: list functions work on lists, not on things that only look like one
            Array.prototype.concat.call([], { length: 2 ** 53 - 1, [Symbol.isConcatSpreadable]: true })
              fault: the script took more than 100000 steps and was stopped
            const it = [].values(), a = [1]; const more = a.values(); a.length = 4294967295; new Set(more)
              fault: the script took more than 100000 steps and was stopped
            const s = 'a'.repeat(50000); s.indexOf('a'.repeat(25000) + 'b')
              fault: the script took more than 100000 steps and was stopped
            const s = 'a'.repeat(50000); s.replace({ toString() { return 'a'.repeat(25000) + 'b' } }, '')
              fault: the script took more than 100000 steps and was stopped
            /(a+)+$/.test('a'.repeat(40) + 'b')
              fault: the script took more than 100000 steps and was stopped
            /^(([a-z])+.)+[A-Z]([a-z])+$/.test('a'.repeat(60))
              fault: the script took more than 100000 steps and was stopped
            for (;;) /(a|a)*b/.test('a'.repeat(9))
              fault: the script took more than 100000 steps and was stopped
            'a'.repeat(60000).replace(/a*$/g, 'b')
              fault: the script took more than 100000 steps and was stopped
            const a = Array.from({ length: 5000 }, (_, i) => -i); for (;;) a.sort()
              fault: the script took more than 100000 steps and was stopped
            const s = 'á'.repeat(20000); for (;;) s.normalize('NFD')
              fault: the script took more than 100000 steps and was stopped
            let o = {}; for (let i = 0; i < 50000; i++) o = { __proto__: o }; for (;;) o.x
              fault: the script took more than 100000 steps and was stopped"#]],
    );
}

#[test]
fn there_is_no_way_out() {
    check(
        &[
            "console.log(typeof process, typeof require, typeof fetch, typeof Date, typeof Reflect, typeof Proxy, typeof WeakRef)",
            "console.log(Object.getOwnPropertyNames(globalThis).sort().join(' '))",
            "eval('1')",
            "new Function('return 1')",
            "(() => 1).constructor('return 1')()",
            "(function* () {}).constructor('yield 1')()",
            "Object.getPrototypeOf(class {}).constructor('return 1')()",
            "globalThis.constructor.constructor('return 1')()",
            "game.endTurn.constructor('return 1')()",
            "board[['move', 'Piece'].join('')]('a2', 'a3')",
            "event.piece[['own', 'er'].join('')] = 'Black'",
            "game[['declare', 'Draw'].join('')]()",
            "game[['end', 'Turn'].join('')]()",
            "game.on('move', () => 1)",
        ],
        expect![[r#"
            console.log(typeof process, typeof require, typeof fetch, typeof Date, typeof Reflect, typeof Proxy, typeof WeakRef)
              log: undefined undefined undefined undefined undefined undefined undefined
            console.log(Object.getOwnPropertyNames(globalThis).sort().join(' '))
              log: AggregateError Array Boolean Error EvalError Infinity Iterator JSON Map Math NaN Number Object Promise RangeError ReferenceError RegExp Set String Symbol SyntaxError TypeError URIError WeakMap WeakSet board console distance game getRay globalThis isFinite isNaN isValidPos parseFloat parseInt parseSquare toSquare undefined
            eval('1')
              fault: ReferenceError: eval is not defined
            new Function('return 1')
              fault: ReferenceError: Function is not defined
            (() => 1).constructor('return 1')()
              fault: TypeError: not a function
            (function* () {}).constructor('yield 1')()
              fault: TypeError: not a function
            Object.getPrototypeOf(class {}).constructor('return 1')()
              fault: TypeError: not a function
            globalThis.constructor.constructor('return 1')()
              fault: TypeError: not a function
            game.endTurn.constructor('return 1')()
              fault: TypeError: not a function
            board[['move', 'Piece'].join('')]('a2', 'a3')
              fault: write what changes the board out in the script (board.movePiece, piece.owner = ...): the game is prepared for what its text names
            event.piece[['own', 'er'].join('')] = 'Black'
              fault: write what changes the board out in the script (board.movePiece, piece.owner = ...): the game is prepared for what its text names
            game[['declare', 'Draw'].join('')]()
              fault: write `declareWinner` or `declareDraw` out in the script: the game is prepared for what its text names
            game[['end', 'Turn'].join('')]()
              fault: write `endTurn` out in the script: the game is prepared for what its text names
            game.on('move', () => 1)
              fault: handlers are registered when the script is read, not while the game runs"#]],
    );
}

#[test]
fn nothing_waits() {
    let on = |code: &str| on_capture(&format!("game.on('capture', {code})"));
    expect![[r#"
        fault: the script left something waiting (async, await or a promise); nothing waits in a script
        fault: the script left something waiting (async, await or a promise); nothing waits in a script
        fault: the script left something waiting (async, await or a promise); nothing waits in a script
        fault: the script left something waiting (async, await or a promise); nothing waits in a script
    "#]]
    .assert_eq(
        &[
            on("() => { Promise.resolve().then(() => 1) }"),
            on("() => new Promise(() => {})"),
            // The words are refused by `check`; here is what would happen.
            on("async () => { game.state.x = 1 }"),
            on("async () => { throw 1 }"),
        ]
        .concat(),
    );
}

#[test]
fn tampering_hurts_only_the_run_itself() {
    let tamper = "Object.prototype.file = 7; Array.prototype[0] = 'x'; Array.prototype.map = () => 'spoiled';
        Object.defineProperty(Object.prototype, 'n', { set() { throw 1 } });
        delete Object.getPrototypeOf(event.piece).type; board.at = () => 'spoiled'; game.state = { n: 1 };
        globalThis.leak = 1; count = 9; list.push(1);";
    let look = "console.log(typeof leak, count, list.length, [1, 2].map((x) => x + 1), {}.file, [][0], event.piece.type,
        board.at('e1').type); game.state.n = (game.state.n || 0) + 1;";
    expect![[r#"
        log: undefined 0 0 [2,3] undefined undefined Queen King
        n = 2
    "#]].assert_eq(&on_capture(&format!(
        "let count = 0; const list = []; game.on('capture', (event) => {{ {tamper} }}); game.on('capture', (event) => {{ {look} }})"
    )));
}

#[test]
fn output_is_bounded() {
    let limits = Limits { output: 25, ..Limits::DEFAULT };
    expect![[r#"
        log: line 0
        log: line 1
        log: line 2
        warn: next
        fault: test.chesslang:11:87: the script printed more than 25 bytes and was stopped
    "#]].assert_eq(&on_capture_with(
        "game.on('capture', () => { for (let i = 0; ; i++) { try { console.log('line', i) } catch (e) {} } }); \
         game.on('capture', () => console.warn('next'))",
        limits,
    ));
}

#[test]
fn random_numbers_are_the_games() {
    let script = "game.on('capture', () => { game.state.n = Math.floor(Math.random() * 1000); console.log(Math.random()) })";
    let run = |seed| {
        let variant = game(&[script]);
        let host = load(&variant, Limits::DEFAULT).expect("a good script");
        let mut world = SetupWorld::new(&variant);
        world.seed = seed;
        let occasion = capture(&mut world);
        host.handle(0, &occasion, &mut world).expect("it runs");
        show(&world, &[])
    };
    assert_eq!(run(1), run(1));
    assert_ne!(run(1), run(2));
}

/// Whatever ran before, and whether a machine is new or used, a run goes the same way to the last step.
#[test]
fn runs_do_not_depend_on_what_ran_before() {
    let script = "const words = new Map(); let calls = 0;
        game.on('capture', (event) => {
            calls++; words.set(event.player, calls);
            const junk = []; for (let i = 0; i < (game.state.n || 1) * 3; i++) junk.push({ i, s: 'k' + i });
            game.state.n = (game.state.n || 1) + junk.length + calls + words.size + Object.keys(globalThis).length;
            if (game.state.n > 100) for (;;) {}
        });
        game.on('turnEnd', () => { for (const p of board.getPieces(undefined, 'Pawn')) p.state.lives = p.state.lives + 1 })";
    let variant = game(&[script]);
    let fresh = || load(&variant, TIGHT).expect("a good script");
    let used = fresh();
    let mut outcomes = Vec::new();
    for round in 0..6 {
        let mut pair = Vec::new();
        for host in [used.clone(), fresh()] {
            let mut world = SetupWorld::new(&variant);
            world.set_state(StateOwner::Game, "n", Some(nightrider_model::Value::Int(round * 2)));
            let mut faults = Vec::new();
            let occasion = capture(&mut world);
            for (handler, occasion) in
                [(0, occasion.clone()), (1, Occasion::of(Event::TurnEnd, Player::White)), (0, occasion)]
            {
                faults.extend(host.handle(handler, &occasion, &mut world).err());
            }
            pair.push(show(&world, &faults));
        }
        assert_eq!(pair[0], pair[1]);
        outcomes.push(pair.remove(0));
    }
    assert!(
        outcomes.iter().any(|outcome| outcome.contains("fault")),
        "some runs reach the limit: {outcomes:?}"
    );
    assert!(outcomes.iter().any(|outcome| !outcome.contains("fault")), "and some do not");
}

/// Two threads use the scripts of one game at the same time.
#[test]
fn scripts_can_be_shared_between_threads() {
    let variant = game(&[
        "game.on('capture', (event) => { let n = 0; for (let i = 0; i < 5000; i++) n += i; game.state.n = n })",
    ]);
    let host = load(&variant, Limits::DEFAULT).expect("a good script");
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                for _ in 0..20 {
                    let mut world = SetupWorld::new(&variant);
                    let occasion = capture(&mut world);
                    host.handle(0, &occasion, &mut world).expect("it runs");
                    assert_eq!(show(&world, &[]), "n = 12497500\n");
                }
            });
        }
    });
}
