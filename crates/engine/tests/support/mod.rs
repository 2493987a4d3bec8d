//! Games built in code: what the engine's tests play with.

use nightrider_model::*;

/// Standard Chess as `variants/standard.chesslang` describes it.
pub fn standard() -> Variant {
    use Compass::*;
    let orthogonal = vec![N, E, S, W];
    let diagonal = vec![NE, SE, SW, NW];
    let any = Compass::ALL.to_vec();
    let slide = |directions: &[Compass]| Pattern::Slide { directions: directions.to_vec(), max: None };
    let step = |directions: &[Compass], distance| Pattern::Step { directions: directions.to_vec(), distance };
    let first_move = Expr::FirstMove(Box::new(Expr::Event(EventVar::Piece)));
    let and = |a, b| Expr::Binary(BinaryOp::And, Box::new(a), Box::new(b));
    let mut king = piece("King", "K", vec![step(&any, 1), Pattern::Castle]);
    king.traits.royal = true;
    let mut rook = piece("Rook", "R", vec![slide(&orthogonal)]);
    rook.traits.castle = true;
    let double = Pattern::Where(Box::new(step(&[N], 2)), Box::new(and(first_move, Expr::Clear)));
    let mut pawn = piece("Pawn", "P", vec![step(&[N], 1), double]);
    pawn.captures = CapturePatterns::Patterns(vec![step(&[NE, NW], 1)]);
    pawn.traits.promote = true;
    let pieces = vec![
        king,
        piece("Queen", "Q", vec![slide(&any)]),
        rook,
        piece("Bishop", "B", vec![slide(&diagonal)]),
        piece("Knight", "N", vec![Pattern::Leap(2, 1)]),
        pawn,
    ];
    let condition = |name: &str, expr| Condition { name: name.to_string(), expr, only_for: None };
    let mut rules = Rules::default();
    rules.promotion.pieces = PerPlayer::both(vec![PieceId(1), PieceId(2), PieceId(3), PieceId(4)]);
    rules.fifty_moves = vec![PieceId(5)];
    let mut variant = Variant {
        name: "Standard Chess".to_string(),
        board: Board::new(8, 8),
        pieces,
        effects: vec![],
        triggers: vec![],
        actions: vec![],
        setup: Setup::default(),
        rules,
        victory: vec![condition("checkmate", Expr::Checkmated(Side::Opponent))],
        draw: vec![
            condition("stalemate", Expr::Stalemated(Side::Turn)),
            condition("repetition", Expr::Repetition),
            condition("fifty_moves", Expr::FiftyMoves),
            condition("insufficient", Expr::Insufficient),
        ],
        piece_fields: vec![],
        game_fields: vec![],
        player_fields: vec![],
        custom_traits: vec![],
        scripts: vec![],
    };
    set_up(&mut variant, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
    variant
}

/// A piece type with a name, a letter and moves, and nothing else.
pub fn piece(name: &str, letter: &str, moves: Vec<Pattern>) -> PieceType {
    PieceType {
        name: name.to_string(),
        letter: letter.to_string(),
        symbol: None,
        value: None,
        moves,
        captures: CapturePatterns::SameAsMoves,
        traits: Traits::default(),
        custom_traits: vec![],
        state: vec![],
    }
}

/// Gives a game the setup of the placement field of a FEN. Letters are matched with those of the pieces;
/// digits stand for empty squares, several in a row for a number.
pub fn set_up(variant: &mut Variant, placement: &str) {
    let board = &variant.board;
    let mut pieces = Vec::new();
    for (row, text) in placement.split('/').enumerate() {
        let rank = i32::from(board.height) - 1 - row as i32;
        let (mut file, mut empty) = (0, 0);
        for c in text.chars() {
            if let Some(digit) = c.to_digit(10) {
                empty = empty * 10 + digit as i32;
                continue;
            }
            file += std::mem::take(&mut empty);
            let square = board.at(file, rank).expect("a square of the board");
            let letter = c.to_ascii_uppercase().to_string();
            let piece = variant.pieces.iter().position(|piece| piece.letter == letter);
            let piece = PieceId(piece.expect("a piece of the game") as u16);
            let owner = if c.is_ascii_uppercase() { Player::White } else { Player::Black };
            pieces.push(Placement { square, piece, owner });
            file += 1;
        }
    }
    pieces.sort_by_key(|placement| placement.square);
    variant.setup.pieces = pieces;
}
