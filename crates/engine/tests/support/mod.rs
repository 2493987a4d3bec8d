//! Games built in code, and positions read from FENs: what the engine's tests play with.

use nightrider_engine::{Game, Rules, Setup};
use nightrider_model::*;
use nightrider_notation::Fen;

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
    let mut rules = nightrider_model::Rules::default();
    rules.promotion.pieces = PerPlayer::both(vec![PieceId(1), PieceId(2), PieceId(3), PieceId(4)]);
    rules.fifty_moves = vec![PieceId(5)];
    let mut variant = Variant {
        name: "Standard Chess".to_string(),
        board: Board::new(8, 8),
        pieces,
        effects: vec![],
        triggers: vec![],
        actions: vec![],
        setup: nightrider_model::Setup::default(),
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

/// Gives a game the setup of the placement field of a FEN.
pub fn set_up(variant: &mut Variant, placement: &str) {
    let fen = Fen::parse(variant, &format!("{placement} w - - 0 1")).expect("a placement of this game");
    let mut pieces: Vec<Placement> = fen
        .setup()
        .pieces
        .iter()
        .map(|piece| Placement { square: piece.square, piece: piece.piece, owner: piece.owner })
        .collect();
    pieces.sort_by_key(|placement| placement.square);
    variant.setup.pieces = pieces;
}

/// The position of a FEN.
pub fn fen(variant: &Variant, text: &str) -> Setup {
    Fen::parse(variant, text).unwrap_or_else(|error| panic!("{text}: {error:?}")).setup()
}

/// A game of a variant from a FEN.
pub fn game(variant: &Variant, text: &str) -> Game {
    let rules = Rules::compile(variant.clone()).expect("a playable game");
    Game::from_setup(&rules, &fen(variant, text), 0).unwrap_or_else(|error| panic!("{text}: {error}"))
}
