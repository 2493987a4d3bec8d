//! What texts mean: excerpts of the variants they become.

use expect_test::{Expect, expect};
use nightrider::compile_source;
use nightrider::lang::NoLoader;
use nightrider::model::{CapturePatterns, Variant};
use serde::Serialize;

fn variant(text: &str) -> Variant {
    let compiled = compile_source("test.chesslang", text, &NoLoader);
    let told: Vec<&str> = compiled.diagnostics.iter().map(|found| found.message.as_str()).collect();
    compiled.variant.unwrap_or_else(|| panic!("{told:?}\n{text}"))
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("the model can be written").replace('"', "")
}

/// Moves and captures of the pieces that a body of pieces and patterns defines anew.
fn patterns(body: &str, expected: Expect) {
    let variant = variant(&format!("game: \"T\"\n{body}"));
    let mut lines = String::new();
    for piece in variant
        .pieces
        .iter()
        .filter(|piece| piece.name.len() == 1 || body.contains(&format!("piece {}", piece.name)))
    {
        lines += &format!("{} moves {}\n", piece.name, json(&piece.moves));
        if piece.captures != CapturePatterns::SameAsMoves {
            lines += &format!("{} captures {}\n", piece.name, json(&piece.captures));
        }
    }
    expected.assert_eq(&lines);
}

/// Triggers: conditions, bindings and bodies.
fn triggers(body: &str, expected: Expect) {
    let variant = variant(&format!("game: \"T\"\n{body}"));
    let mut lines = String::new();
    for trigger in &variant.triggers {
        lines += &format!("{} when {}\n", trigger.name, json(&trigger.when));
        if let Some(bind) = &trigger.bind {
            lines += &format!("  bind {}\n", json(bind));
        }
        for action in &trigger.body {
            lines += &format!("  do {}\n", json(action));
        }
    }
    expected.assert_eq(&lines);
}

/// Victory and draw conditions beside the standard ones.
fn ends(body: &str, expected: Expect) {
    let variant = variant(&format!("game: \"T\"\n{body}"));
    let mut lines = String::new();
    for condition in variant.victory.iter().chain(&variant.draw).filter(|condition| condition.name.len() < 3)
    {
        let whom = condition.only_for.map_or(String::new(), |player| format!(" for {}", player.name()));
        lines += &format!("{}{whom} {}\n", condition.name, json(&condition.expr));
    }
    expected.assert_eq(&lines);
}

/// The set-up as rows of letters.
fn setup(body: &str, expected: Expect) {
    let variant = variant(&format!("game: \"T\"\n{body}"));
    let mut rows = Vec::new();
    for rank in (0..variant.board.height).rev() {
        let mut row = String::new();
        for file in 0..variant.board.width {
            let square = variant.board.at(i32::from(file), i32::from(rank)).expect("on the board");
            let placed = variant.setup.pieces.iter().find(|placed| placed.square == square);
            row += &placed.map_or(".".to_string(), |placed| {
                let letter = &variant.piece(placed.piece).letter;
                if placed.owner == nightrider::model::Player::White {
                    letter.clone()
                } else {
                    letter.to_lowercase()
                }
            });
        }
        rows.push(row + "\n");
    }
    expected.assert_eq(&rows.concat());
}

#[test]
fn names_of_patterns_are_replaced_and_guards_cover_what_stands_left_of_them() {
    patterns(
        "pattern Two = leap(2, 0) | Three
pattern Three = leap(3, 0) where empty
piece A { move: Two | step(NE); capture: =move }
piece B { move: step(N) | step(S) where first_move | step(E); capture: none }
piece C { move: slide(any, 3) | (leap(2, 1) where enemy); capture: Rook.capture | step(sideways) }
piece D { move: step(forward) * 3 + slide(backward-diagonal); move: castle; capture: =move; capture: hop(orthogonal, 1) }
piece E { move: promote where target on own rank 8 | anywhere where distance == 2 and piece on rank 2 }
",
        expect![[r#"
            A moves [{Any:[{Any:[{Leap:[2,0]},{Where:[{Leap:[3,0]},{Target:Empty}]}]},{Step:{directions:[NE],distance:1}}]}]
            B moves [{Any:[{Where:[{Any:[{Step:{directions:[N],distance:1}},{Step:{directions:[S],distance:1}}]},{FirstMove:{Event:Piece}}]},{Step:{directions:[E],distance:1}}]}]
            B captures None
            C moves [{Any:[{Slide:{directions:[N,NE,E,SE,S,SW,W,NW],max:3}},{Where:[{Leap:[2,1]},{Target:Enemy}]}]}]
            C captures {Patterns:[{Any:[{Slide:{directions:[N,E,S,W],max:null}},{Step:{directions:[E,W],distance:1}}]}]}
            D moves [{Then:[{Repeat:[{Step:{directions:[N],distance:1}},3]},{Slide:{directions:[SE,SW],max:null}}]},Castle]
            D captures {Patterns:[{Then:[{Repeat:[{Step:{directions:[N],distance:1}},3]},{Slide:{directions:[SE,SW],max:null}}]},Castle,{Hop:{directions:[N,E,S,W],max:1}}]}
            E moves [{Any:[{Where:[Promote,{OnOwnRank:[{Event:Target},{Int:8},{Event:Player}]}]},{Where:[Anywhere,{Binary:[And,{Binary:[Equal,{Event:Distance},{Int:2}]},{OnRank:[{Event:Origin},{Int:2}]}]}]}]}]
        "#]],
    );
}

#[test]
fn a_redefined_piece_keeps_what_the_new_block_does_not_state() {
    patterns(
        "piece Pawn { move: step(forward-diagonal) }
piece Rook { move: slide(orthogonal, 4) }
piece Knight { capture: step(any) }
",
        expect![[r#"
            Rook moves [{Slide:{directions:[N,E,S,W],max:4}}]
            Knight moves [{Leap:[2,1]}]
            Knight captures {Patterns:[{Step:{directions:[N,NE,E,SE,S,SW,W,NW],distance:1}}]}
            Pawn moves [{Step:{directions:[NE,NW],distance:1}}]
            Pawn captures {Patterns:[{Step:{directions:[NE,NW],distance:1}}]}
        "#]],
    );
    let variant = variant("game: \"T\"\npiece King { move: step(any) }\npiece Bishop { symbol: \"기\" }\n");
    assert!(variant.piece(variant.piece_named("King").unwrap()).traits.royal);
    let bishop = variant.piece(variant.piece_named("Bishop").unwrap());
    assert_eq!(
        (bishop.letter.as_str(), bishop.symbol.as_deref(), bishop.value),
        ("B", Some("기"), Some(300))
    );
}

#[test]
fn conditions_of_triggers_bind_and_compare() {
    triggers(
        "piece Guard { move: step(any); state: { n: 0 } }
trigger a { on: capture; when: piece.type == Knight and any Guard adjacent to captured where Guard.owner == captured.owner; do: set Guard.state.n += 1 }
trigger b { on: turn_end; when: player == White and (any Guard where state.n > 1) and Guard on rank 2; do: { remove Guard; create Guard at piece; mark piece.pos with x } }
trigger c { on: capture; when: count pieces where owner == captured.owner == 1; do: win player }
trigger d { on: move; when: piece.type in [Knight, Guard] or target not in [d4, e4]; do: transform piece to captured_type() }
trigger e { on: move; when: piece_at(target) == null and piece.traits.has(royal) and Knight in zone.z; do: for v in pieces in radius(2) from target where enemy and not King { remove v } }
trigger f { on: enter_zone; when: zone != zone.z and origin.rank == 3; do: { mark [a1, a2] with x; unmark e4; move piece to {file: 0, rank: turn} } }
effect x { blocks: all }
board:
  zones:
    z: [a1, a2]
script { function captured_type() { return 'Knight'; } }
",
        expect![[r#"
            a when {Binary:[Equal,{TypeOf:{Event:Piece}},{Type:4}]}
              bind {local:0,set:{piece:6,side:null,region:{AdjacentTo:{Event:Captured}},local:0,filter:{Binary:[Equal,{OwnerOf:{Local:0}},{OwnerOf:{Event:Captured}}]}}}
              do {Set:[{PieceState:[{Local:0},0]},Add,{Int:1}]}
            b when {Binary:[Equal,{Event:Player},{Player:White}]}
              bind {local:0,set:{piece:6,side:null,region:Board,local:0,filter:{Binary:[And,{Binary:[Greater,{PieceState:[{Local:0},0]},{Int:1}]},{OnRank:[{Local:0},{Int:2}]}]}}}
              do {Remove:{Piece:{Local:0}}}
              do {Create:{piece:{Type:6},at:{SquareOf:{Local:0}},owner:null}}
              do {Mark:[{Square:{SquareOf:{Local:0}}},0]}
            c when {Binary:[Equal,{Quantified:[Count,{piece:null,side:null,region:Board,local:0,filter:{Binary:[Equal,{OwnerOf:{Local:0}},{OwnerOf:{Event:Captured}}]}}]},{Int:1}]}
              do {Win:{Event:Player}}
            d when {Binary:[Or,{Binary:[Or,{Binary:[Equal,{TypeOf:{Event:Piece}},{Type:4}]},{Binary:[Equal,{TypeOf:{Event:Piece}},{Type:6}]}]},{Unary:[Not,{Binary:[Or,{Binary:[Equal,{Event:Target},{Square:27}]},{Binary:[Equal,{Event:Target},{Square:28}]}]}]}]}
              do {Transform:{piece:{Event:Piece},to:{ScriptCall:[captured_type,[]]}}}
            e when {Binary:[And,{Binary:[And,{Binary:[Equal,{Call:[PieceAt,[{Event:Target}]]},Null]},{HasBuiltinTrait:[{Event:Piece},royal]}]},{Quantified:[Exists,{piece:4,side:null,region:Board,local:0,filter:{InZone:[{Local:0},0]}}]}]}
              do {For:[1,{piece:null,side:null,region:{Radius:{radius:{Int:2},from:{Event:Target}}},local:1,filter:{Binary:[And,{Is:[{Local:1},Enemy]},{Unary:[Not,{Binary:[Equal,{TypeOf:{Local:1}},{Type:0}]}]}]}},[{Remove:{Piece:{Local:1}}}]]}
            f when {Binary:[And,{Unary:[Not,{EventZoneIs:0}]},{Binary:[Equal,{RankOf:{Event:Origin}},{Int:3}]}]}
              do {Mark:[{Square:{Square:0}},0]}
              do {Mark:[{Square:{Square:8}},0]}
              do {Unmark:[{Square:{Square:28}},null]}
              do {Move:{piece:{Event:Piece},to:{SquareAt:[{Int:0},{Event:TurnNumber}]}}}
        "#]],
    );
}

#[test]
fn ends_speak_of_sides() {
    ends(
        "board:
  zones:
    z: [a1, a2]
victory:
  a: King in zone.z and not opponent.King on rank 8
  b: Queens >= 2 or opponent.Queen == null
  c: Black.King captured
  d: Black.King captured or White.Queen captured
  e: Rook captured and checks >= 3
  f: pieces >= opponent.pieces * 2 for Black
  g: mover == opponent and not can_reach(opponent.King, rank 8)
  h: King adjacent to e4 and White.pieces == 1
draw:
  i: stalemate or position_count >= 4
  j: count opponent.Pawns == 0
",
        expect![[r#"
            a {Binary:[And,{Quantified:[Exists,{piece:0,side:Own,region:Board,local:0,filter:{InZone:[{Local:0},0]}}]},{Unary:[Not,{Quantified:[Exists,{piece:0,side:Opponent,region:Board,local:1,filter:{OnRank:[{Local:1},{Int:8}]}}]}]}]}
            b {Binary:[Or,{Binary:[GreaterEqual,{Quantified:[Count,{piece:1,side:Own,region:Board,local:0,filter:null}]},{Int:2}]},{Unary:[Not,{Quantified:[Exists,{piece:1,side:Opponent,region:Board,local:1,filter:null}]}]}]}
            c for White {Captured:[Black,0]}
            d {Binary:[Or,{Binary:[And,{Captured:[Black,0]},{Binary:[Equal,{Event:Player},{Player:White}]}]},{Binary:[And,{Captured:[White,1]},{Binary:[Equal,{Event:Player},{Player:Black}]}]}]}
            e {Binary:[And,{Captured:[Opponent,2]},{Binary:[GreaterEqual,{Counter:[Own,Checks]},{Int:3}]}]}
            f for Black {Binary:[GreaterEqual,{Quantified:[Count,{piece:null,side:Own,region:Board,local:1,filter:null}]},{Binary:[Multiply,{Quantified:[Count,{piece:null,side:Opponent,region:Board,local:0,filter:null}]},{Int:2}]}]}
            g {Binary:[And,{Binary:[Equal,{Event:Mover},{Event:Opponent}]},{Unary:[Not,{CanReach:{side:Opponent,piece:0,local:0,filter:{OnRank:[{Local:0},{Int:8}]}}}]}]}
            h {Binary:[And,{Quantified:[Exists,{piece:0,side:Own,region:Board,local:0,filter:{Adjacent:[{Local:0},{Square:28}]}}]},{Binary:[Equal,{Quantified:[Count,{piece:null,side:White,region:Board,local:1,filter:null}]},{Int:1}]}]}
            i {Binary:[Or,{Stalemated:Turn},{Binary:[GreaterEqual,PositionCount,{Int:4}]}]}
            j {Binary:[Equal,{Quantified:[Count,{piece:5,side:Opponent,region:Board,local:0,filter:null}]},{Int:0}]}
        "#]],
    );
}

#[test]
fn must_escape_follows_from_checkmate_unless_it_is_said() {
    let must_escape = |body: &str| variant(&format!("game: \"T\"\n{body}")).rules.check.must_escape;
    assert!(must_escape(""));
    assert!(must_escape("victory:\n  remove: [checkmate]\n  add:\n    x: checkmate and checks >= 2\n"));
    assert!(!must_escape("victory:\n  remove: [checkmate]\n"));
    assert!(!must_escape("victory:\n  replace:\n    checkmate: King on rank 8\n"));
    assert!(must_escape("victory:\n  remove: [checkmate]\nrules:\n  check: { must_escape: true }\n"));
    assert!(!must_escape("rules:\n  check: { can_ignore: true }\n"));
}

#[test]
fn set_ups_are_changed_colours_first_then_removed_replaced_added() {
    setup(
        "setup:
  add:
    White Queen: [d5]
    Black: { a6: Knight }
    White:
      Rook: [h4]
  replace:
    Knight: Bishop
    White:
      Queen: []
      Pawn: [a3-c3]
  remove: [a1, Black Pawn, h8-g8]
",
        expect![[r#"
            rbbqkb..
            ........
            n.......
            ...Q....
            .......R
            PPP.....
            ........
            .BB.KBBR
        "#]],
    );
    setup(
        "board:
  size: 5x4
  holes: [c2]
setup:
  White: { a1: King, b1: Pawn }
  Black:
    King: [e4]
    Pawn: [a3-e3]
",
        expect![[r#"
            ....k
            ppppp
            .....
            KP...
        "#]],
    );
}

#[test]
fn promotion_reaches_the_far_rank_of_any_board_and_may_differ_for_the_players() {
    let text = "game: \"T\"
board:
  size: 6x5
  zones:
    z: [a1]
setup:
  White: { a1: King }
  Black: { a5: King }
rules:
  promotion: { pieces: { White: [Rook], Black: [Queen] }, Black: { zone: z } }
";
    expect![
        "{pieces:{white:[2],black:[1]},region:{white:{Rank:5},black:{Zone:0}},optional:false,only_lost:false}"
    ]
    .assert_eq(&json(&variant(text).rules.promotion));
}
