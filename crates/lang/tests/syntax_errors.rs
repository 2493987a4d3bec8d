//! What is said about broken texts: ChessLang in, diagnostics out.

use expect_test::{Expect, expect};
use nightrider_lang::codes::Code;
use nightrider_lang::diagnostic::{Severity, apply_fix};
use nightrider_lang::parse::parse;
use nightrider_lang::span::{Source, SourceId};

/// Each problem as `line:column code: message`, with its help below.
fn problems(text: &str) -> String {
    let source = Source::new("test", text);
    let mut out = String::new();
    for found in parse(text, SourceId(0)).diagnostics {
        let at = source.position(found.span.start);
        out.push_str(&format!("{}:{} {}: {}\n", at.line, at.column, found.code, found.message));
        if let Some(help) = found.help {
            out.push_str(&format!("    help: {help}\n"));
        }
    }
    out
}

fn check(text: &str, expected: Expect) {
    expected.assert_eq(&problems(text));
}

#[test]
fn stray_characters_are_one_problem_each_and_hide_nothing() {
    check(
        "piece A {\n  move: step(any) @@ where $ empty §\n  mvoe: castle\n}",
        expect![[r#"
        2:19 E0101: `@@` means nothing here
            help: delete it, or put it into a string or a comment
        2:28 E0101: `$` means nothing here
            help: delete it, or put it into a string or a comment
        2:36 E0101: `§` means nothing here
            help: delete it, or put it into a string or a comment
        3:3 E0120: a piece has no member `mvoe`
            help: did you mean `move`?
    "#]],
    );
    check(
        "game: “Quotes”",
        expect![[r#"
            1:7 E0103: this string stands between typographic quotation marks
                help: write it between straight double quotes
        "#]],
    );
    check(
        "piece A { move: step(forward—diagonal) }",
        expect![[r#"
        1:29 E0101: `—` is a long dash
            help: write a plain `-`
        1:30 E0111: unexpected `diagonal` inside `(`
    "#]],
    );
    check(
        "\u{0}\u{1}\u{2}",
        expect![[r#"
        1:1 E0101: there is an unreadable character here (U+0000)
            help: delete it; if there are many, this file is perhaps no text
    "#]],
    );
}

#[test]
fn strings() {
    check(
        "game: \"Open\npiece A { mvoe: castle }",
        expect![[r#"
        1:7 E0102: this string is never closed
            help: put a `"` at its end; a string stands on one line
        2:11 E0120: a piece has no member `mvoe`
            help: did you mean `move`?
    "#]],
    );
    check(
        "game: 'It \"is\"'\nextends: \"a\\qb\"",
        expect![[r#"
            1:7 E0103: this string stands between single quotes
                help: write it between straight double quotes
            2:12 E0103: `\q` is no escape that a string knows
                help: write `\\` for a backslash; known are \n, \t, \", \' and \\
        "#]],
    );
    check(
        "game: \"Be\u{0}ll\u{1b}\u{1b}\"\ntrigger t { on: move; description: \"a\u{7f}b\tc\"; do: draw with reason \"\u{85}\" }",
        expect![[r#"
            1:10 E0109: there is a control character (U+0000) in this string
                help: delete it; a new line is written `\n` and a tab `\t`
            1:13 E0109: there is a control character (U+001B) in this string
                help: delete it; a new line is written `\n` and a tab `\t`
            2:38 E0109: there is a control character (U+007F) in this string
                help: delete it; a new line is written `\n` and a tab `\t`
            2:67 E0109: there is a control character (U+0085) in this string
                help: delete it; a new line is written `\n` and a tab `\t`
        "#]],
    );
    check(
        "game: Chess\nextends:\nimport pieces",
        expect![[r#"
        1:7 E0110: expected the name of the game in quotes, found `Chess`
            help: put it between double quotes
        2:9 E0110: expected the name of the base game in quotes, or `none`, found the end of the line
        3:8 E0110: expected the name of a file in quotes, found `pieces`
            help: put it between double quotes
    "#]],
    );
}

#[test]
fn brackets() {
    check(
        "piece A {\n  move: step(any\n}\npiece B { mvoe: castle }",
        expect![[r#"
        2:13 E0105: this `(` is never closed
        4:11 E0120: a piece has no member `mvoe`
            help: did you mean `move`?
    "#]],
    );
    check(
        "piece A {\n  move: step(any\n  symbol: \"A\"\n  mvoe: castle\n}",
        expect![[r#"
        2:13 E0105: this `(` is never closed
        4:3 E0120: a piece has no member `mvoe`
            help: did you mean `move`?
    "#]],
    );
    check(
        "piece A {\n  move: step(any ))\n  mvoe: castle\n}",
        expect![[r#"
        2:19 E0106: unexpected `)`: there is no opening one for it
        3:3 E0120: a piece has no member `mvoe`
            help: did you mean `move`?
    "#]],
    );
    check(
        "piece A {\n  move: castle\n\ntrigger t {\n  on: mve\n}\n",
        expect![[r#"
        1:9 E0105: this `{` is never closed
        5:7 E0122: there is no event `mve`
            help: did you mean `move`?
    "#]],
    );
    check(
        "trigger t {\n  do: {\n    cancel\n\npiece A { mvoe: castle }\n",
        expect![[r#"
        2:7 E0105: this `{` is never closed
        5:11 E0120: a piece has no member `mvoe`
            help: did you mean `move`?
    "#]],
    );
    check(
        "board:\n  holes: [d4, e4\n  size: 8x8\nsetup:\n  Withe:\n",
        expect![[r#"
        2:10 E0105: this `[` is never closed
        5:3 E0120: `setup:` has no member `Withe`
            help: known are `White`, `Black`, `add`, `replace`, `remove` and `shuffle`
    "#]],
    );
    check(
        "}\npiece A { move: castle } }\n)",
        expect![[r#"
        1:1 E0106: unexpected `}`: there is no opening one for it
        2:26 E0106: unexpected `}`: there is no opening one for it
        3:1 E0106: unexpected `)`: there is no opening one for it
    "#]],
    );
    check(
        "victory:\n  a: (b and c\n  d: e)\n",
        expect![[r#"
        2:6 E0105: this `(` is never closed
        3:7 E0106: unexpected `)`: there is no opening one for it
    "#]],
    );
    check(
        "script {\n  if (x) {\n",
        expect![[r#"
        1:8 E0105: the `{` of this script is never closed
            help: put the missing `}` at its end
    "#]],
    );
    check(
        "piece A { move: chessembly { move(1, 0) }",
        expect![[r#"
        1:9 E0105: this `{` is never closed
    "#]],
    );
}

#[test]
fn unknown_words() {
    check(
        "vicotry:\n  add:\n    hill: King on rank 8\nfoo { bar }\npeice A { move: castle }\npiece B { mvoe: castle }",
        expect![[r#"
        1:1 E0121: `vicotry` is no section and no definition
            help: did you mean `victory`?
        4:1 E0121: `foo` is no section and no definition
            help: known are `game`, `extends`, `import`, `board`, `setup`, `victory`, `draw`, `rules`, `piece`, `effect`, `trigger`, `pattern`, `action` and `script`
        5:1 E0121: `peice` is no section and no definition
            help: did you mean `piece`?
        6:11 E0120: a piece has no member `mvoe`
            help: did you mean `move`?
    "#]],
    );
    check(
        "board:\n  sizes: 8x8\n  zone:\n    hill: [e4]\n  holes: [a1]\nsetup:\n  white:\n    King: [e1]\n  reomve: [a1]\n",
        expect![[r#"
        2:3 E0120: `board:` has no member `sizes`
            help: did you mean `size`?
        3:3 E0120: `board:` has no member `zone`
            help: did you mean `zones`?
        7:3 E0120: `setup:` has no member `white`
            help: did you mean `White`?
        9:3 E0120: `setup:` has no member `reomve`
            help: did you mean `remove`?
    "#]],
    );
    check(
        "rules:\n  castle: false\n  check: { must_escpae: true }\n  promotion:\n    peices: [Q]\n  fifty_moves: { a: 1 }\n  turn: { moves: { Red: 1 } }\n",
        expect![[r#"
        2:3 E0126: there is no rule `castle`
            help: did you mean `castling`?
        3:12 E0126: the rule `check` has no key `must_escpae`
            help: did you mean `must_escape`?
        5:5 E0126: the rule `promotion` has no key `peices`
            help: did you mean `pieces`?
        6:16 E0126: expected a simple value for `fifty_moves`, found `{`
        7:20 E0126: the rule `turn.moves` has no key `Red`
            help: known are `White` and `Black`
    "#]],
    );
    check(
        "effect e { blocks: evrybody }\neffect f { blokcs: all, blocks: [enmy, all] }",
        expect![[r#"
        1:20 E0125: an effect cannot block `evrybody`
            help: known are `none`, `enemy`, `friend` and `all`
        2:12 E0120: an effect has no member `blokcs`
            help: did you mean `blocks`?
        2:34 E0125: an effect cannot block `enmy`
            help: did you mean `enemy`?
    "#]],
    );
    check(
        "trigger t {\n  on: caputre\n  whne: a\n  do: remvoe pieces in radius(1) from target\n}",
        expect![[r#"
        2:7 E0122: there is no event `caputre`
            help: did you mean `capture`?
        3:3 E0120: a trigger has no member `whne`
            help: did you mean `when`?
        4:7 E0123: there is no action `remvoe`
            help: did you mean `remove`?
    "#]],
    );
    check(
        "piece A {\n  move: step(foward) | slide(forward-diagnal) | stpe(any) | castle(1) | Queen.moves\n  capture: =mvoe\n}",
        expect![[r#"
        2:14 E0124: there is no direction `foward`
            help: did you mean `forward`?
        2:30 E0124: there is no direction `forward-diagnal`
            help: did you mean `forward-diagonal`?
        2:49 E0116: `stpe` is no movement
            help: did you mean `step`?
        2:61 E0116: `castle` is no movement
            help: `castle` takes no arguments
        2:79 E0110: expected `move` or `capture` of the piece `Queen`, found `moves`
        3:13 E0127: only `=move` can stand here, found `mvoe` after `=`
            help: did you mean `move`?
    "#]],
    );
}

#[test]
fn slips_in_the_keys_of_ends() {
    check(
        "victory:\n  ad:\n    hill: a\n  remvoe:\n    - checkmate\n  a: (b)\n  c:\n    d\ndraw: { foo: { a: b } }\n",
        expect![[r#"
            2:3 E0120: `victory:` has no member `ad`
                help: did you mean `add`?
            4:3 E0120: `victory:` has no member `remvoe`
                help: did you mean `remove`?
            9:9 E0120: `draw:` has no member `foo`
                help: known are `add`, `replace` and `remove`
        "#]],
    );
}

#[test]
fn a_definition_without_its_brace() {
    check(
        "piece A\n  mvoe: castle\n  value: 3\npiece B:\n  value: x\neffect c x\n  blocks: al\n",
        expect![[r#"
            1:8 E0110: expected `{` and the members of the piece, found the end of the line
            2:3 E0120: a piece has no member `mvoe`
                help: did you mean `move`?
            4:8 E0110: expected `{` and the members of the piece, found `:`
            5:10 E0113: expected a number (the value of the piece), found `x`
            6:10 E0110: expected `{` and the members of the effect, found `x`
            7:11 E0125: an effect cannot block `al`
                help: did you mean `all`?
        "#]],
    );
}

#[test]
fn small_slips() {
    check(
        "victory: King in zone hill\nboard:\n  holes: [d4 e4]\npiece A { move: leap(2, 1, 3) | slide() }",
        expect![[r#"
        1:23 E0110: expected `.` before `hill`
            help: a zone is written `zone.hill`
        3:14 E0111: unexpected `e4` inside `[`
            help: entries are separated by `,`
        4:26 E0111: unexpected `,` inside `(`
        4:39 E0124: expected a direction, found `)`
    "#]],
    );
}

#[test]
fn missing_parts() {
    check(
        "trigger t {\n  do: {\n    set game.state.n =\n    remove piece\n    let x =\n  }\n}",
        expect![[r#"
        3:23 E0112: expected a value, found the end of the line
        5:12 E0112: expected a value, found the end of the line
    "#]],
    );
    check(
        "action a() {\n  create Pawn e4\n  create Pawn at\n  transform piece\n  move piece e4\n  mark origin wiht trap\n  mark origin\n  for v of pieces { }\n  remove pieces in radius(1)\n  draw with \"x\"\n  cancel\n}",
        expect![[r#"
            2:15 E0110: expected `at` and a position, found `e4`
            3:17 E0112: expected a value, found the end of the line
            4:18 E0110: expected `to` and the new type, found the end of the line
            5:14 E0110: expected `to` and a position, found `e4`
            6:15 E0110: expected `with` and the name of an effect, found `wiht`
                help: did you mean `with`?
            7:14 E0110: expected `with` and the name of an effect, found the end of the line
            8:9 E0110: expected `in` and a set of pieces, found `of`
            9:29 E0110: expected `from` and the place to start from, found the end of the line
            10:13 E0110: expected `reason` and the reason in quotes, found `"x"`
        "#]],
    );
    check(
        "piece A {\n  move:\n  capture: step(any) |\n  value: two\n  symbol: A\n}\npiece\npiece { move: castle }\npattern P\n",
        expect![[r#"
        2:8 E0116: expected a movement pattern, found the end of the line
        3:23 E0116: expected a movement pattern, found the end of the line
        4:10 E0113: expected a number (the value of the piece), found `two`
        5:11 E0110: expected a symbol in quotes, found `A`
            help: put it between double quotes
        7:6 E0110: expected the name of the piece, found the end of the line
        8:7 E0110: expected the name of the piece, found `{`
        9:10 E0110: expected `=` and a pattern, found the end of the file
    "#]],
    );
    check(
        "piece A { move: step | leap(2) | leap(2, x) | step(any, two) | hop(any, 1.5) }",
        expect![[r#"
            1:17 E0110: `step` needs its arguments
                help: for example `step(any)`
            1:30 E0110: expected `,` and the second number of the leap, found `)`
            1:42 E0113: expected a number (the offset of a leap), found `x`
            1:57 E0113: expected a number (how many squares), found `two`
            1:73 E0104: expected a whole number (how many squares), found `1.5`
                help: write it without a decimal point
        "#]],
    );
    check(
        "victory:\n  a: b ==\n  c: d and\n  e: on 4\n  f: x in zone\n  g: count\n",
        expect![[r#"
        2:10 E0112: expected a value, found the end of the line
        3:11 E0112: expected a value, found the end of the line
        4:9 E0111: unexpected `4`
            help: what stands before is complete; begin a new line here, or put `;` between
    "#]],
    );
    check(
        "board:\n  size: 8\n  size: 8x\n  size: big\n  zones:\n    hill: e4\n    hill: [e4, E5, hill, d4-]\n",
        expect![[r#"
        2:10 E0110: expected `x` and how many ranks the board has, as in `8x8`, found the end of the line
        3:11 E0113: expected a number (how many ranks the board has), found the end of the line
        4:9 E0113: expected a number (how many files the board has), found `big`
        6:11 E0110: expected the squares of the zone in brackets, as in `[d4, e4-e5]`, found `e4`
        7:16 E0128: `E5` is not a square
            help: did you mean `e5`?
        7:20 E0128: `hill` is not a square
            help: a square is a small letter and a number, such as `e4`
        7:29 E0128: expected a square, found `]`
    "#]],
    );
}

#[test]
fn operators_of_other_languages() {
    check(
        "victory:\n  a: b && !c || d\n  e: f = 1\n  g: h === 2 and i !== 3\naction x() {\n  set a == 1\n  game.state.n += 1\n  move = 2\n}",
        expect![[r#"
            2:8 E0114: conditions are joined by `and`
            2:11 E0114: a condition is denied by `not`
            2:14 E0114: conditions are joined by `or`
            3:8 E0114: two values are compared with `==`
                help: write `==`
            4:8 E0114: two values are compared with `==`
                help: write `==`
            4:20 E0114: two values are compared with `!=`
                help: write `!=`
            6:9 E0114: a value is given with a single `=`
            7:3 E0123: a value is changed by the action `set`
                help: write `set` before it
            8:3 E0123: a value is changed by the action `set`
                help: write `set` before it
        "#]],
    );
    check(
        "// comment\npiece A { /* one\n two */ move: castle || step(any) }",
        expect![[r#"
        1:1 E0107: `//` does not start a comment here
            help: comments start with `#`
        2:11 E0107: `/*` does not start a comment here
            help: comments start with `#`
        3:22 E0114: alternatives are separated by a single `|`
    "#]],
    );
}

#[test]
fn lines_and_layout() {
    check(
        "victory:\n  add:\n    hill: a\n   race: b\n      flag: c\n",
        expect![[r#"
        4:4 E0115: this line starts further left than the lines it belongs to
            help: indent all lines of a section alike
    "#]],
    );
    check(
        "piece A { move: step(any) symbol: \"A\" }",
        expect![[r#"
        1:27 E0111: unexpected `symbol`
            help: what stands before is complete; begin a new line here, or put `;` between
    "#]],
    );
    check(
        "setup:\n  White: King\n  add: White King: [e1]\n  White Rook: [a1]\n",
        expect![[r#"
        2:10 E0111: unexpected `King`
            help: what belongs here stands on the lines below, indented, or between `{` and `}`
        3:8 E0111: unexpected `White`
            help: what belongs here stands on the lines below, indented, or between `{` and `}`
        4:3 E0132: single pieces cannot stand directly under `setup:`
            help: put the line under `add:`, or under `White:` and `Black:` to write the whole set-up
    "#]],
    );
    check(
        "game: \"A\" extends: \"B\"\n",
        expect![[r#"
        1:11 E0111: unexpected `extends`
            help: what stands before is complete; begin a new line here, or put `;` between
    "#]],
    );
    check(
        "trigger t {\n  on: move\n  do: cancel\n  remove piece\n}",
        expect![[r#"
        4:3 E0131: `remove` here is an action of its own, outside of `do`
            help: put all actions between `{` and `}` after `do:`
    "#]],
    );
    check(
        "action a() {\n  if b\n    cancel\n  if c: \n    cancel\n}",
        expect![[r#"
        2:7 E0131: expected `{` after `if`, found the end of the line
            help: put the actions between `{` and `}`
        4:8 E0131: expected `{` after `if`, found the end of the line
            help: put the actions between `{` and `}`
    "#]],
    );
}

#[test]
fn setups() {
    check(
        "setup:\n  add:\n    Rook: [a1]\n    White Rook: a1\n    White: e1\n    Red Rook: [a1]\n  White:\n    Black:\n      King: [e1]\n    King [e1]\n    King: Queen\n  replace:\n    Knight: [a1]\n  remove: [White, e4, 5]\n",
        expect![[r#"
            3:5 E0129: whose piece is `Rook`?
                help: start the line with `White` or `Black`, or put it under one of them
            4:17 E0129: expected the squares of `Rook` in brackets, found `a1`
                help: write `[a1]`
            5:12 E0111: unexpected `e1`
                help: what belongs here stands on the lines below, indented, or between `{` and `}`
            6:5 E0129: whose piece is `Red`?
                help: start the line with `White` or `Black`, or put it under one of them
            8:5 E0129: a colour inside a colour
            10:10 E0110: expected `:` after `King`, found `[`
            11:11 E0129: expected the squares of `King` in brackets, found `Queen`
                help: only under `replace:` one piece can stand for another
            13:5 E0129: expected the piece that comes in place of `Knight`
                help: write `Knight: Other`, or put squares under `White:` or `Black:`
            14:17 E0129: expected a square or a piece, found `,`
            14:23 E0129: expected a square or a piece, found `5`
        "#]],
    );
}

#[test]
fn misplaced_definitions_are_read_all_the_same() {
    check(
        "piece A {\n  move: castle\n  trigger t { on: mvoe }\n  board:\n    sice: 3x3\n}",
        expect![[r#"
        3:3 E0132: `trigger` cannot stand inside a piece
            help: put it outside, before or after this piece
        3:19 E0122: there is no event `mvoe`
            help: did you mean `move`?
        4:3 E0132: `board` cannot stand inside a piece
            help: put it outside, before or after this piece
        5:5 E0120: `board:` has no member `sice`
            help: did you mean `size`?
    "#]],
    );
}

#[test]
fn constants() {
    check(
        "piece A { state: { a: Knight, b: 1.5, c: 99999999999999999999, d, e: -9223372036854775808 } }",
        expect![[r#"
            1:23 E0130: `Knight` is no constant
                help: a text stands in quotes
            1:34 E0104: expected a whole number (the first value of the field), found `1.5`
                help: write it without a decimal point
            1:42 E0104: this number is too large
                help: the largest number is 9223372036854775807
            1:65 E0110: expected `:` and the first value of `d`, found `,`
        "#]],
    );
}

#[test]
fn one_run_reports_every_error() {
    check(
        "game: \"Slips\"\npiece A {\n  mvoe: step(any)\n}\neffect w {\n  blocks: evrybody\n}\ntrigger t {\n  on: caputre\n  do: remove\n}\nvictory\n  add:\n    a: in\nsetup:\n  add:\n    White: [d3]\n",
        expect![[r#"
            3:3 E0120: a piece has no member `mvoe`
                help: did you mean `move`?
            6:11 E0125: an effect cannot block `evrybody`
                help: known are `none`, `enemy`, `friend` and `all`
            9:7 E0122: there is no event `caputre`
                help: did you mean `capture`?
            10:13 E0112: expected a value, found the end of the line
            12:8 E0110: expected `:` after `victory`, found the end of the line
            14:10 E0112: expected a value, found the end of the line
            17:12 E0111: unexpected `[`
                help: what belongs here stands on the lines below, indented, or between `{` and `}`
        "#]],
    );
}

#[test]
fn fixes_mend_what_they_promise() {
    for (broken, mended) in [
        ("piece A { mvoe: castle }", "piece A { move: castle }"),
        ("game: 'say \"x\"'", "game: \"say \\\"x\\\"\""),
        ("victory: a && b", "victory: a and b"),
        ("victory: !a", "victory: not a"),
        ("piece A { state: { a: Knight } }", "piece A { state: { a: \"Knight\" } }"),
        ("action a() { n = 1 }", "action a() { set n = 1 }"),
        ("setup:\n  White:\n    King: e1\n", "setup:\n  White:\n    King: [e1]\n"),
        ("piece A { move: castle where a where b }", "piece A { move: castle where a and b }"),
    ] {
        let found = parse(broken, SourceId(0)).diagnostics;
        assert_eq!(found.len(), 1, "{broken}: {found:?}");
        let text = apply_fix(&Source::new("test", broken), &found[0]).expect("has a fix");
        assert_eq!(text, mended);
        assert_eq!(problems(mended), "");
    }
}

#[test]
fn too_many_problems_are_counted() {
    let text = "x\n".repeat(2000);
    let found = parse(&text, SourceId(0)).diagnostics;
    assert_eq!(found.len(), 501);
    let last = found.last().expect("not empty");
    assert_eq!(
        (last.code, last.message.as_str()),
        (Code::TooManyProblems, "and 1500 more problems, which are not listed")
    );
}

/// The blocks of the page of a code: those that show the problem and those that show it mended.
fn blocks(page: &str, fence: &str) -> Vec<String> {
    let mut blocks = Vec::new();
    let mut rest = page;
    while let Some(start) = rest.find(&format!("```{fence}\n")) {
        let after = &rest[start + fence.len() + 4..];
        let end = after.find("```").expect("a fence is closed");
        blocks.push(after[..end].to_string());
        rest = &after[end..];
    }
    blocks
}

#[test]
fn the_pages_about_the_shape_of_texts_show_what_they_say() {
    for code in Code::ALL.iter().filter(|code| code.id().starts_with("E01")) {
        let fails = blocks(code.page(), "chesslang,fails");
        let works = blocks(code.page(), "chesslang");
        assert!(!fails.is_empty() && !works.is_empty(), "{code} shows both");
        for text in fails {
            let found = parse(&text, SourceId(0)).diagnostics;
            assert!(found.iter().any(|d| d.code == *code), "{code}: {text}\n{}", problems(&text));
        }
        for text in works {
            assert_eq!(problems(&text), "", "{code}: {text}");
        }
    }
}

#[test]
fn all_problems_of_the_shape_are_errors() {
    let found = parse("piece A { mvoe: 1", SourceId(0)).diagnostics;
    assert_eq!(found.iter().map(|d| d.severity).collect::<Vec<_>>(), [Severity::Error, Severity::Error]);
}
