//! Our own game, seen as a peer sees it.

use nightrider::engine::{Game, GameResult, Move, Rules};
use nightrider::model::Variant;
use nightrider::notation::Fen;

/// A game of ours with its moves as the peers write them.
#[derive(Clone, Debug)]
pub struct Ours {
    game: Game,
}

impl Ours {
    /// The game's setup.
    pub fn new(rules: &Rules) -> Ours {
        Ours { game: Game::new(rules, 0) }
    }

    /// The position of a FEN.
    ///
    /// # Errors
    /// What is wrong with the FEN or the position.
    pub fn from_fen(rules: &Rules, text: &str) -> Result<Ours, String> {
        let fen = Fen::parse(rules.variant(), text).map_err(|error| format!("{error}"))?;
        let game = Game::from_setup(rules, &fen.setup(), 0).map_err(|error| format!("{error}"))?;
        Ok(Ours { game })
    }

    /// The FEN.
    pub fn fen(&self) -> String {
        Fen::of(&self.game).write(self.game.rules().variant())
    }

    /// The legal moves with their texts.
    pub fn moves(&self) -> Vec<(String, Move)> {
        let variant = self.game.rules().variant();
        self.game.legal_moves().iter().map(|&m| (text(variant, m), m)).collect()
    }

    /// Whether the player to move is in check.
    pub fn in_check(&self) -> bool {
        self.game.in_check()
    }

    /// The result, if the game is over.
    pub fn result(&self) -> Option<&GameResult> {
        self.game.result()
    }

    /// Plays a legal move.
    pub fn play(&mut self, m: Move) {
        self.game.play(m).expect("the move was among the legal ones");
    }
}

fn text(variant: &Variant, m: Move) -> String {
    let board = &variant.board;
    let to = m.castling_partner().unwrap_or_else(|| m.to());
    let promotion = m.promotion().map(|piece| variant.piece(piece).letter.to_lowercase());
    format!("{}{}{}", board.name(m.from()), board.name(to), promotion.unwrap_or_default())
}
