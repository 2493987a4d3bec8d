//! The formatter: ChessLang in, the same ChessLang in one layout out.

use expect_test::{Expect, expect};
use nightrider_lang::ast::dump::dump;
use nightrider_lang::format::format;
use nightrider_lang::parse::parse;
use nightrider_lang::span::SourceId;
use nightrider_lang::token::TokenKind;
use proptest::prelude::*;

const CORPUS: &str = include_str!("corpus/everything.chesslang");

/// Formats a text without errors and checks what holds for every text.
fn formatted(text: &str) -> String {
    let once = format(text).expect("a text without errors");
    assert_eq!(format(&once).as_deref(), Ok(once.as_str()), "formatting again changes nothing:\n{text}");
    let tree = |text: &str| dump(&parse(text, SourceId(0)).file);
    assert_eq!(tree(&once), tree(text), "the meaning stays:\n{text}\n{once}");
    assert_eq!(content(&once), content(text), "nothing but blanks changes:\n{once}");
    assert!(!once.contains(" \n") && !once.contains("\n\n\n"), "{once:?}");
    once
}

/// All tokens that are no blanks, comments included.
fn content(text: &str) -> Vec<String> {
    let parsed = parse(text, SourceId(0));
    let tokens = parsed.tree.tokens().iter();
    tokens
        .filter(|token| !matches!(token.kind, TokenKind::Whitespace | TokenKind::Newline))
        .map(|token| token.text(text).trim_end().to_string())
        .collect::<Vec<String>>()
        .join(" ")
        // A board's size may be written in one word or in three.
        .split_whitespace()
        .map(str::to_string)
        .collect()
}

fn check(text: &str, expected: Expect) {
    expected.assert_eq(&formatted(text));
}

#[test]
fn blanks_between_tokens() {
    check(
        "piece   A{move:step( any ,2 )*3+slide(forward-diagonal)|( leap(2,-1)where a and not(b==-1) )|Queen . move;capture:=move;traits:[ royal,jump ];state:{a:0,b:-1}}",
        expect![[r#"
            piece A { move: step(any, 2) * 3 + slide(forward-diagonal) | (leap(2, -1) where a and not (b == -1)) | Queen.move; capture: =move; traits: [royal, jump]; state: { a: 0, b: -1 } }
        "#]],
    );
    check(
        "board:\n  size:8x8\n  holes:[a1,b2 - c3]\naction a(x,y){set x.y=1-2- -3*4;set n+=f (1,g( 2 ));create P at{file:4,rank:3};remove pieces in radius(2)from x where not King}",
        expect![[r#"
            board:
              size: 8x8
              holes: [a1, b2-c3]
            action a(x, y) { set x.y = 1 - 2 - -3 * 4; set n += f(1, g(2)); create P at { file: 4, rank: 3 }; remove pieces in radius(2) from x where not King }
        "#]],
    );
    check(
        "effect e{visual:highlight(red,0.5),blocks:[ all ]}#done",
        expect![[r#"
        effect e { visual: highlight(red, 0.5), blocks: [all] }  #done
    "#]],
    );
}

#[test]
fn sections_and_blocks_are_indented_by_two() {
    check(
        "\u{feff}\n\n\nvictory:\n      add:\n            a: b\n               and c\n               or (d\n  and e)\n      remove:\n       -  checkmate\n\n\n\n\ndraw: {\nadd: {\na: b\n}\n}\ntrigger t {\n\non: move\nwhen: a\nand b\ndo: {\nif a {\ncancel\n}\nelse {\nwin\nplayer\n}\n\n}\n}",
        expect![[r#"
            victory:
              add:
                a: b
                  and c
                  or (d
                  and e)
              remove:
                - checkmate

            draw: {
              add: {
                a: b
              }
            }
            trigger t {
              on: move
              when: a
                and b
              do: {
                if a {
                  cancel
                }
                else {
                  win
                    player
                }
              }
            }
        "#]],
    );
    check(
        "rules:\n\tpromotion:\n\t\tpieces: [\n\t\tQueen,\n\t\tRook\n\t\t]\n\tcastling: true\n",
        expect![[r#"
        rules:
          promotion:
            pieces: [
              Queen,
              Rook
            ]
          castling: true
    "#]],
    );
    check(
        "setup:\n     add:\n       White:\n          c1: Rook\n       White: {\n    d1: King\n }\n     remove: [a1,\n  b2]\n",
        expect![[r#"
        setup:
          add:
            White:
              c1: Rook
            White: {
              d1: King
            }
          remove: [a1,
            b2]
    "#]],
    );
    check(
        "trigger t {\n  on: move\n  do:\n      cancel\n      draw\n  when: a\n}\n",
        expect![[r#"
        trigger t {
          on: move
          do:
            cancel
            draw
          when: a
        }
    "#]],
    );
    check(
        "effect c\n{\nblocks: all\n}\n",
        expect![[r#"
        effect c
        {
          blocks: all
        }
    "#]],
    );
}

#[test]
fn comments_stay_beside_what_they_speak_of() {
    check(
        "# top\nvictory:# one\n   # inside\n   add:\n        # deep\n        a: b    # beside   \n        # still deep\n   # about remove\n   remove:\n     - c\n     # last of remove\n# about draw\n\n\n# and this\ndraw:\n  a: b\n  # end of draw\n# end of file\n",
        expect![[r#"
            # top
            victory:  # one
              # inside
              add:
                # deep
                a: b  # beside
                # still deep
              # about remove
              remove:
                - c
                # last of remove
            # about draw

            # and this
            draw:
              a: b
              # end of draw
            # end of file
        "#]],
    );
    check(
        "piece A { # head\n# first\nmove: step(N)\n# between\n  | step(S)\n      # last\n}\n# after\n",
        expect![[r#"
            piece A {  # head
              # first
              move: step(N)
              # between
                | step(S)
              # last
            }
            # after
        "#]],
    );
}

#[test]
fn programs_of_other_languages_are_left_alone() {
    check(
        "script   {\n      if (x)   { y( ) }\n   }\npiece A{move:chessembly{take-move(1,0)   repeat(1);\n      # odd\n }|castle}\n",
        expect![[r#"
            script {
                  if (x)   { y( ) }
               }
            piece A { move: chessembly {take-move(1,0)   repeat(1);
                  # odd
             } | castle }
        "#]],
    );
}

#[test]
fn line_ends_are_kept() {
    assert_eq!(formatted("game:  \"A\"\r\n\r\npiece A {}\r\n"), "game: \"A\"\r\n\r\npiece A { }\r\n");
    assert_eq!(formatted(""), "");
    assert_eq!(formatted("\n\n  \n"), "");
}

#[test]
fn a_text_with_errors_is_not_touched() {
    let problems = format("piece A { mvoe: castle }").expect_err("has an error");
    assert_eq!(problems.len(), 1);
}

#[test]
fn the_corpus_is_stable() {
    formatted(CORPUS);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// The corpus with other blanks between its tokens.
    #[test]
    fn blanks_do_not_matter(
        changes in prop::collection::vec((any::<prop::sample::Index>(), 0usize..6), 1..40),
        crlf in any::<bool>(),
    ) {
        let parsed = parse(CORPUS, SourceId(0));
        let mut parts: Vec<String> =
            parsed.tree.tokens().iter().map(|token| token.text(CORPUS).to_string()).collect();
        for (at, what) in changes {
            let at = at.index(parts.len());
            let kind = parsed.tree.tokens()[at].kind;
            match (kind, what) {
                (TokenKind::Newline, 0..3) => parts[at] = "\n".repeat(what + 1),
                (TokenKind::Newline, _) => parts[at] = "   \n".to_string(),
                (TokenKind::Whitespace, n) => parts[at] = parts[at].clone() + &" ".repeat(n),
                (TokenKind::Comma, 0..3) => parts[at] = ", # note\n".to_string(),
                (TokenKind::Pipe, _) => parts[at] = "\n |  ".to_string(),
                (TokenKind::LeftParen, 3..) => parts[at] = "( ".to_string(),
                _ => {}
            }
        }
        let mut text = parts.concat();
        if crlf {
            text = text.replace('\n', "\r\n");
        }
        if parse(&text, SourceId(0)).diagnostics.is_empty() {
            formatted(&text);
        }
    }
}
