//! Games built by hand, so that these tests need no language.
#![allow(dead_code)] // Each test file uses its own part.

use nightrider_model::{
    BinaryOp, Board, CapturePatterns, Condition, Counter, Expr, Pattern, PieceType, Rules, Setup, Side,
    Square, Traits, Variant,
};

fn piece(name: &str, letter: &str, moves: Vec<Pattern>, traits: Traits) -> PieceType {
    PieceType {
        name: name.into(),
        letter: letter.into(),
        symbol: None,
        value: None,
        moves,
        captures: CapturePatterns::SameAsMoves,
        traits,
        custom_traits: Vec::new(),
        state: Vec::new(),
    }
}

/// The standard pieces (their moves do not matter here) and an Archer with the letter `A'`.
pub fn game(width: u8, height: u8) -> Variant {
    let none = Traits::default();
    let pieces = vec![
        piece("King", "K", vec![Pattern::Any(vec![Pattern::Castle])], Traits { royal: true, ..none }),
        piece("Queen", "Q", vec![], none),
        piece("Rook", "R", vec![], Traits { castle: true, ..none }),
        piece("Bishop", "B", vec![], none),
        piece("Knight", "N", vec![Pattern::Leap(2, 1)], none),
        piece("Pawn", "P", vec![], Traits { promote: true, ..none }),
        piece("Archer", "A'", vec![], none),
    ];
    Variant {
        name: "Test".into(),
        board: Board::new(width, height),
        pieces,
        effects: Vec::new(),
        triggers: Vec::new(),
        actions: Vec::new(),
        setup: Setup::default(),
        rules: Rules::default(),
        victory: Vec::new(),
        draw: Vec::new(),
        piece_fields: Vec::new(),
        game_fields: Vec::new(),
        player_fields: Vec::new(),
        custom_traits: Vec::new(),
        scripts: Vec::new(),
    }
}

/// The standard board with the squares d4 and e5 missing.
pub fn game_with_holes() -> Variant {
    let mut game = game(8, 8);
    game.board.holes = vec![Square(27), Square(36)];
    game
}

/// A game that three checks win.
pub fn three_check() -> Variant {
    let mut game = game(8, 8);
    game.victory.push(Condition {
        name: "three_check".into(),
        expr: Expr::Binary(
            BinaryOp::GreaterEqual,
            Box::new(Expr::Counter(Side::Own, Counter::Checks)),
            Box::new(Expr::Int(3)),
        ),
        only_for: None,
    });
    game
}
