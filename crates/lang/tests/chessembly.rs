//! Chessembly texts: what is found wrong in them, what they become, and how they are laid out.

use expect_test::{Expect, expect};
use nightrider_lang::chessembly::{Listing, compile, format};
use nightrider_lang::codes::Code;
use nightrider_lang::diagnostic::{Diagnostic, Diagnostics, apply_fix};
use nightrider_lang::span::{Source, SourceId};
use nightrider_model::program::{Op, OpIndex};
use proptest::prelude::*;

fn compiled(text: &str) -> (Listing, Vec<Diagnostic>) {
    let mut found = Diagnostics::new();
    let listing = compile(text, SourceId(0), 0, &mut found);
    (listing, found.finish())
}

/// One line per diagnostic: code, place, what the place reads, message, help.
fn report(text: &str) -> String {
    let source = Source::new("test", text);
    let mut out = String::new();
    for d in compiled(text).1 {
        let at = source.position(d.span.start);
        let help = d.help.map(|help| format!(" ({help})")).unwrap_or_default();
        let place = d.span.text(text).lines().next().unwrap_or("");
        out += &format!("{} {}:{} `{}`: {}{}\n", d.code, at.line, at.column, place, d.message, help);
    }
    out
}

#[track_caller]
fn check(text: &str, expected: Expect) {
    expected.assert_eq(&report(text));
}

#[test]
fn unknown_words_are_matched_whole_and_by_case() {
    check(
        "take-move(1, 0) repeat(1);\ntake-mvoe(0, 1) repeat(1);",
        expect![[r#"
            E0501 2:1 `take-mvoe`: there is no expression `take-mvoe` (did you mean `take-move`?)
        "#]],
    );
    check(
        "Move(1, 0); move(1, 0) ending move(0, 1);",
        expect![[r#"
            E0501 1:1 `Move`: there is no expression `Move` (names are case-sensitive: write `move`)
            E0501 1:24 `ending`: there is no expression `ending` (the reference lists all expressions; a comment begins with `#` and ends at the first `;`)
        "#]],
    );
    check(
        "이동(1, 0); 🐴;",
        expect![[r#"
            E0501 1:1 `이동`: there is no expression `이동` (the reference lists all expressions; a comment begins with `#` and ends at the first `;`)
            E0501 1:11 `🐴`: there is no expression `🐴` (the reference lists all expressions; a comment begins with `#` and ends at the first `;`)
        "#]],
    );
}

#[test]
fn words_behind_a_comment_that_has_ended_are_told_so() {
    let other = "the reference lists all expressions; a comment begins with `#` and ends at the first `;`";
    let ended = "the comment before it ended at its first `;`: write another sign there, or begin a new comment with `#`";
    let text = "# Moves up; grazes\nmove(0, 1); # and; moves on\nyonder;";
    let found = report(text);
    let helps: Vec<&str> =
        found.lines().filter_map(|line| line.split_once(" (").map(|(_, help)| help)).collect();
    let behind = format!("{ended})");
    // `moves` is close to a word that there is, but it is a word of the comment.
    assert_eq!(helps, [&behind, &behind, &behind, &format!("{other})")], "{found}");
}

#[test]
fn the_form_of_expressions() {
    check(
        "move (1, 0); move(1, 0 take(0, 1); take(1, 0;\nmove(1 0); move(1,, 0); move(, 1); move(1, 0,); ) , (1, 0);",
        expect![[r#"
            E0502 1:1 `move (1, 0)`: a blank stands between `move` and its parenthesis (write `move(` in one)
            E0502 1:14 `move(1, 0`: the parenthesis in `move(1, 0` is never closed (add the `)`)
            E0502 1:36 `take(1, 0`: the parenthesis in `take(1, 0` is never closed (add the `)`)
            E0502 2:1 `move(1 0)`: the arguments of `move` cannot be told apart (put exactly one comma between two arguments)
            E0502 2:12 `move(1,, 0)`: the arguments of `move` cannot be told apart (put exactly one comma between two arguments)
            E0502 2:25 `move(, 1)`: the arguments of `move` cannot be told apart (put exactly one comma between two arguments)
            E0502 2:36 `move(1, 0,)`: the arguments of `move` cannot be told apart (put exactly one comma between two arguments)
            E0502 2:49 `)`: `)` belongs to no expression (write `name(argument, ...)`, or remove it)
            E0502 2:51 `,`: `,` belongs to no expression (write `name(argument, ...)`, or remove it)
            E0502 2:53 `(1, 0)`: `(1, 0)` belongs to no expression (write `name(argument, ...)`, or remove it)
        "#]],
    );
    check(
        "move(1, 0)move(0, 1);",
        expect![[r#"
            E0505 1:11 `move(0, 1)`: a blank is missing before this expression (expressions are separated by white space)
        "#]],
    );
}

#[test]
fn braces_may_touch_their_neighbours() {
    check("{move( 1 , 0 )}move(0,1){}take(\n1,\t0) + {move(1,0)}|{move(0,1)};", expect![[""]]);
    check("\u{feff}transition() move(1, 0) set-state() do() move(0, 1) while();", expect![[""]]);
}

#[test]
fn arguments() {
    check(
        "move(1);\nmove(1, 2, 3); while(1) end; repeat; transition(a, b);",
        expect![[r#"
            E0503 1:1 `move(1)`: `move` takes 2 arguments, not 1 (write `move(dx, dy)`)
            E0503 2:1 `move(1, 2, 3)`: `move` takes 2 arguments, not 3 (write `move(dx, dy)`)
            E0503 2:16 `while(1)`: `while` takes no arguments, not 1 (write `while`)
            E0503 2:30 `repeat`: `repeat` takes 1 argument, not none (write `repeat(n)`)
            E0503 2:38 `transition(a, b)`: `transition` takes 1 argument, not 2 (write `transition(name)`)
        "#]],
    );
    check(
        "move(one, 0); move(1.5, 0); move(99999999999, 0); color(White); color-on(rot, 1, 0); piece(3); if-state(-, 1);",
        expect![[r#"
            E0504 1:6 `one`: `one` is not a whole number (in `move(dx, dy)` it must be a number such as 2 or -1)
            E0504 1:20 `1.5`: `1.5` is not a whole number (in `move(dx, dy)` it must be a number such as 2 or -1)
            E0504 1:34 `99999999999`: the number `99999999999` is too large (in `move(dx, dy)` it must be a number such as 2 or -1)
            E0504 1:57 `White`: `White` is not a colour (did you mean `white`?)
            E0504 1:74 `rot`: `rot` is not a colour (write `white` or `black`)
            E0504 1:92 `3`: `3` cannot be the name of a piece (in `piece(name)` the name begins with a letter and goes on with letters, digits, `_` and `-`)
            E0504 1:105 `-`: `-` cannot be the name of a state key (in `if-state(key, n)` the name begins with a letter and goes on with letters, digits, `_` and `-`)
        "#]],
    );
    check("move(2147483647, -2147483648); place-move(기물, 1, 0);", expect![[""]]);
}

#[test]
fn repeats_registers_and_labels() {
    check(
        "move(1, 0) repeat(0); move(0, 1) repeat(-3);\nmove(0, 1) repeat(2); repeat(1); move(1, 0) move(1, 0) repeat(3);",
        expect![[r#"
            E0506 1:12 `repeat(0)`: `repeat(0)` must go back at least one expression (count the expressions of this chain before it; braces, `do`, `while` and labels count too)
            E0506 1:34 `repeat(-3)`: `repeat(-3)` must go back at least one expression (count the expressions of this chain before it; braces, `do`, `while` and labels count too)
            E0506 2:12 `repeat(2)`: `repeat(2)` goes back too far: only 1 expression stands before it (count the expressions of this chain before it; braces, `do`, `while` and labels count too)
            E0506 2:23 `repeat(1)`: `repeat(1)` has no expression before it to go back to (count the expressions of this chain before it; braces, `do`, `while` and labels count too)
            E0506 2:56 `repeat(3)`: `repeat(3)` goes back too far: only 2 expressions stand before it (count the expressions of this chain before it; braces, `do`, `while` and labels count too)
        "#]],
    );
    check(
        "observe(1, 0) write(16) move(0, 1); read-xor(-1) write-anchor(99) read-anchor(16);",
        expect![[r#"
            E0507 1:15 `write(16)`: `write(16)`: there is no bit 16 (a chain has 16 bits, numbered 0 to 15)
            E0507 1:37 `read-xor(-1)`: `read-xor(-1)`: there is no bit -1 (a chain has 16 bits, numbered 0 to 15)
            E0507 1:50 `write-anchor(99)`: `write-anchor(99)`: there is no anchor 99 (a chain has 16 anchors, numbered 0 to 15)
            E0507 1:67 `read-anchor(16)`: `read-anchor(16)`: there is no anchor 16 (a chain has 16 anchors, numbered 0 to 15)
        "#]],
    );
    check(
        "observe(1, 0) jmp(3) move(0, 1) label(2);\njne(1) move(0, 1); label(1) move(1, 0);",
        expect![[r#"
            E0508 1:15 `jmp(3)`: `jmp(3)` jumps to a label that is not in this chain (add `label(3)`; this chain has `label(2)`)
            E0508 2:1 `jne(1)`: `jne(1)` jumps to a label that is not in this chain (add `label(1)` where the chain should go on)
            W0504 2:20 `label(1)`: no `jmp` or `jne` of this chain jumps to this label (remove it, or correct the number of the jump)
        "#]],
    );
    check(
        "observe(1, 0) jne(1) move(1, 0) label(1) move(0, 1) label(1) move(0, 1);",
        expect![[r#"
            W0501 1:53 `label(1)`: a second `label(1)` in this chain: jumps go to the first (give one of them another number)
            W0504 1:53 `label(1)`: no `jmp` or `jne` of this chain jumps to this label (remove it, or correct the number of the jump)
        "#]],
    );
}

#[test]
fn blocks_and_loops() {
    check(
        "{ move(1, 0) ;\nmove(0, 1) } move(0, 1);",
        expect![[r#"
            E0510 1:1 `{`: this block is not closed before the chain ends (add a `}` where the block ends)
            E0511 2:12 `}`: this `}` closes no block (remove it, or put the `{` it belongs to before it in the same chain)
        "#]],
    );
    check(
        "observe(1, 0) jmp(1) { move(0, 1) label(1) move(0, 1) };\n{ move(1, 0) } repeat(2); { move(1, 0) } repeat(1);",
        expect![[r#"
            E0509 1:15 `jmp(1)`: `jmp(1)` leads into a block (a block is only entered at its `{`: move the target before the block or behind it)
            E0509 2:16 `repeat(2)`: `repeat(2)` leads into a block (a block is only entered at its `{`: move the target before the block or behind it)
            E0509 2:42 `repeat(1)`: `repeat(1)` leads into a block (a block is only entered at its `{`: move the target before the block or behind it)
        "#]],
    );
    check(
        "move(1, 0) while move(0, 1); do { move(1, 0) while } move(1, 0); do take-move(1, 0);",
        expect![[r#"
            E0512 1:12 `while`: this `while` has no `do` before it in the same block (put a `do` where the loop begins; without it nothing happens here)
            W0502 1:30 `do`: this `do` has no `while` after it in the same block, so nothing is repeated (add a `while` where the loop ends, or remove the `do`)
            E0512 1:46 `while`: this `while` has no `do` before it in the same block (put a `do` where the loop begins; without it nothing happens here)
            W0502 1:66 `do`: this `do` has no `while` after it in the same block, so nothing is repeated (add a `while` where the loop ends, or remove the `do`)
        "#]],
    );
    check(
        "move(2, 0) + move(0, 1); move(1, 0) |;",
        expect![[r#"
            E0513 1:12 `+`: `+` needs a block behind it (write `+ { ... }`, with the further parts of the move in the block)
            E0513 1:37 `|`: `|` needs a block behind it (write `| { ... }`, with the further parts of the move in the block)
        "#]],
    );
}

#[test]
fn what_is_legal_but_hardly_meant() {
    check(
        "jump(0, 2); observe(1, 0);\nmove(0, 1) read(3) move(0, 1) read-anchor(2);\nmove(1, 0) end move(1, 0);",
        expect![[r#"
            W0503 1:1 `jump(0, 2)`: this `jump` has no `take` in its chain, so it captures nothing (`move` does the same and says so; a capture by jumping needs a `take` before it)
            W0506 1:13 `observe(1, 0)`: this chain has no word that offers a move (add `move`, `take`, `take-move`, `catch`, `jump` or `shift`; chains do not see each other)
            W0505 2:12 `read(3)`: bit 3 is read but never written in this chain, so it is false (bits are false at the start of every chain; set it with `write(3)`)
            W0505 2:31 `read-anchor(2)`: anchor 2 is read but never written in this chain, so it is the piece's own square (store it with `write-anchor(2)`)
            W0507 3:16 `move(1, 0)`: nothing after this `end` can run (remove what follows, or put a label before it and jump there)
        "#]],
    );
    // Behind an `end` something runs after all if a label or a `}` comes first.
    check("observe(0, 1) jne(0) end label(0) move(1, 0); { observe(1, 0) end } move(0, 1);", expect![[""]]);
    check(
        "move(1, 0) # right; move(0, 1);\nmove(1, 0) # right;\n# both; move(0, 1);",
        expect![[r#"
            W0508 1:19 `;`: this `;` ends the comment and the chain before it as well (if the chain should go on, end the comment with the line instead)
        "#]],
    );
    check(
        "piece(rook) move(1, 0); piece(knight) move(2, 0); move(0, 1);",
        expect![[r#"
            W0509 1:51 `move(0, 1)`: this chain serves every piece of the file, though others are for one piece each (open it with `piece(name)`)
        "#]],
    );
}

#[test]
fn texts_without_anything_wrong() {
    for text in ["", ";;;", "# only a comment", " \t\r\n", "# note; move(1, 0);", "move(1, 0)"] {
        assert_eq!(report(text), "", "{text:?}");
    }
    assert_eq!(compiled("# a; ; move(1, 0) ;; move(0, 1)").0.program.chains.len(), 2);
}

#[test]
fn what_is_not_understood_becomes_end() {
    let ops = |text: &str| compiled(text).0.program.chains[0].ops.clone();
    assert_eq!(ops("foo(1, 0)"), [Op::End]);
    assert_eq!(ops("repeat(1) jmp(1) }"), [Op::End, Op::End, Op::End]);
    assert_eq!(ops("{ do"), [Op::Open(OpIndex(2)), Op::Do, Op::Close]);
    assert_eq!(ops("while"), [Op::Label]);
    // A missing blank is an error, but what stands there is clear.
    assert_eq!(ops("not not"), ops("not()not"));
}

#[test]
fn targets_are_resolved() {
    let (listing, _) = compiled("do do move(1, 0) while { move(0, 1) repeat(1) } while label(7) jne(7)");
    let targets: Vec<_> = listing.program.chains[0].ops.iter().map(|op| op.target().map(|t| t.0)).collect();
    // 0 do, 1 do, 2 move, 3 while, 4 {, 5 move, 6 repeat, 7 }, 8 while, 9 label, 10 jne.
    assert_eq!(targets, [None, None, None, Some(1), None, None, Some(5), None, Some(0), None, Some(9)]);
}

#[test]
fn spans_begin_at_the_offset_of_a_block() {
    let mut found = Diagnostics::new();
    let listing = compile("move(1, 0) mvoe(0, 1)", SourceId(3), 100, &mut found);
    let span = found.finish()[0].span;
    assert_eq!((span.source, span.start, span.end), (SourceId(3), 111, 115));
    assert_eq!(listing.spans[0][0].start, 100);
}

#[test]
fn offered_fixes_mend_the_text() {
    for (text, mended) in [("mvoe(1, 0);", "move(1, 0);"), ("not()move(1, 0);", "not() move(1, 0);")] {
        let (_, found) = compiled(text);
        let fixed = apply_fix(&Source::new("test", text), &found[0]);
        assert_eq!(fixed.as_deref(), Some(mended));
    }
}

#[test]
fn the_pages_about_the_codes_show_what_they_speak_of() {
    for code in Code::ALL.iter().filter(|code| code.id()[1..].starts_with("05")) {
        let mut blocks = code.page().split("```").skip(1).step_by(2);
        let Some(bad) = blocks.next() else { continue };
        let bad = bad.strip_prefix("chessembly,fails\n").expect("the first block has the problem");
        let good = blocks.next().and_then(|block| block.strip_prefix("chessembly\n"));
        assert!(report(bad).contains(code.id()), "{code} is not found in its page's block:\n{}", report(bad));
        assert!(
            !report(good.expect("the second block is mended")).contains(code.id()),
            "{code} is still there"
        );
    }
}

#[test]
fn hopeless_text_is_reported_within_reason() {
    let text = "wrod(1) ".repeat(100_000);
    let start = std::time::Instant::now();
    let found = compiled(&text).1;
    assert_eq!(found.len(), Diagnostics::LIMIT + 1);
    assert!(start.elapsed().as_secs() < 5);
    compiled(&"{".repeat(500_000));
    compiled(&"do ".repeat(300_000));
    compiled(&"a(".repeat(300_000));
    compiled(&"label(1) jmp(1) ".repeat(60_000));
    format(&"{ not ".repeat(100_000));
}

#[track_caller]
fn check_format(text: &str, expected: Expect) {
    let formatted = format(text);
    expected.assert_eq(&formatted);
    assert_eq!(format(&formatted), formatted, "formatting twice changes more");
}

#[test]
fn formatting_puts_chains_on_lines_and_keeps_comments() {
    check_format(
        "# a rook;\ntake-move(1,0)repeat(1);take-move( -1 , 0 )   repeat(1)  ;# left\n\n\n\n  # up\n# and down; take-move(0,1) repeat(1) # up\n; {move(1,0)}move(0,1)",
        expect![[r#"
            # a rook
            take-move(1, 0) repeat(1);
            take-move(-1, 0) repeat(1); # left

            # up
            # and down
            take-move(0, 1) repeat(1); # up
            { move(1, 0) } move(0, 1);
        "#]],
    );
}

#[test]
fn formatting_keeps_the_line_breaks_of_a_chain_and_indents_by_block() {
    check_format(
        "do take-move(1, 1) while\n{ # right\ntake-move(-1, 1)\n repeat(1) }\n{ take-move(1, -1) repeat(1) }\n# done\n;\n;;",
        expect![[r#"
            do take-move(1, 1) while
              { # right
                take-move(-1, 1)
                repeat(1) }
              { take-move(1, -1) repeat(1) };
            # done
        "#]],
    );
}

#[test]
fn formatting_breaks_long_lines_between_expressions() {
    check_format(
        &"take-move(1, 0) ".repeat(9),
        expect![[r#"
            take-move(1, 0) take-move(1, 0) take-move(1, 0) take-move(1, 0) take-move(1, 0) take-move(1, 0)
              take-move(1, 0) take-move(1, 0) take-move(1, 0);
        "#]],
    );
}

#[test]
fn formatting_leaves_malformed_expressions_alone() {
    check_format(
        "move (1,0) move(1  2) foo(1,2) transition() take(1, # why\n 0) move(1,\n take(0,1",
        expect![[r#"
            move (1,0) move(1  2) foo(1, 2) transition take(1, # why
             0) move(1,
              take(0,1;
        "#]],
    );
    check_format("", expect![""]);
    check_format(" ;; ", expect![""]);
}

/// Pieces of text that make programs which are nearly right, now and then.
fn fragments() -> impl Strategy<Value = String> {
    let fragment = prop_oneof![
        8 => "(move|take|take-move|catch|jump|shift|peek|observe|enemy|edge|danger|anchor)\\((-?[0-3]), ?(-?[0-3])\\)",
        6 => "(repeat|label|jmp|jne|read|write|read-xor|write-anchor|read-anchor|absolute-x)\\([0-4]\\)",
        6 => "(\\{|\\}|do|while|not|true|false|end|check|transition|set-state|\\+|\\|)",
        3 => "(transition\\(rook\\)|set-state\\(k, 1\\)|piece-on\\(rook, 1, 0\\)|color\\(white\\)|;)",
        2 => "(#[a-z ]{0,5}(;|\n|\r)|\n\n|\r\n|\\(|\\)|,|[a-z+]{1,4}|[0-9]{1,12})",
        1 => "\\PC{0,4}",
    ];
    let blank = prop_oneof![6 => Just(" "), 1 => Just(""), 1 => Just("\n")];
    proptest::collection::vec((fragment, blank), 0..40)
        .prop_map(|parts| parts.into_iter().map(|(text, blank)| text + blank).collect())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn programs_are_always_sound_and_spans_fit(text in fragments()) {
        let (listing, found) = compiled(&text);
        prop_assert_eq!(listing.program.verify(), Ok(()));
        prop_assert_eq!(listing.spans.len(), listing.program.chains.len());
        for (chain, spans) in listing.program.chains.iter().zip(&listing.spans) {
            prop_assert_eq!(chain.ops.len(), spans.len());
        }
        let spans = listing.spans.iter().flatten().copied().chain(found.iter().map(|d| d.span));
        for span in spans {
            prop_assert!(text.get(span.start as usize..span.end as usize).is_some());
        }
    }

    #[test]
    fn any_characters_at_all_are_survived(text in "\\PC{0,80}", bytes in proptest::collection::vec(any::<u8>(), 0..80)) {
        for text in [text.as_str(), &String::from_utf8_lossy(&bytes)] {
            let (listing, _) = compiled(text);
            prop_assert_eq!(listing.program.verify(), Ok(()));
            let once = format(text);
            prop_assert_eq!(format(&once), once);
        }
    }

    #[test]
    fn formatting_is_idempotent_and_keeps_the_meaning(text in fragments()) {
        let once = format(&text);
        prop_assert_eq!(&format(&once), &once);
        prop_assert_eq!(compiled(&once).0.program, compiled(&text).0.program);
    }
}
