//! Positions of shakmaty.

use nightrider::model::Player;
use shakmaty::fen::Fen;
use shakmaty::variant::{Variant, VariantPosition};
use shakmaty::{CastlingMode, Color, KnownOutcome, Move, Outcome, Position};

use crate::peer::{Peer, Verdict};

/// A position of one of shakmaty's variants.
#[derive(Clone, Debug)]
pub struct ShakmatyPeer(VariantPosition);

impl ShakmatyPeer {
    /// Reads a FEN.
    ///
    /// # Errors
    /// What shakmaty finds wrong with it.
    pub fn new(variant: Variant, fen: &str) -> Result<ShakmatyPeer, String> {
        let fen: Fen = fen.parse().map_err(|error| format!("{error}"))?;
        VariantPosition::from_setup(variant, fen.into_setup(), CastlingMode::Chess960)
            .map(ShakmatyPeer)
            .map_err(|error| format!("{error}"))
    }
}

impl Peer for ShakmatyPeer {
    const NAME: &'static str = "shakmaty";
    const JUDGES_MATERIAL: bool = true;

    fn moves(&self) -> Vec<String> {
        self.0.legal_moves().into_iter().map(text).collect()
    }

    fn in_check(&self) -> bool {
        self.0.is_check()
    }

    fn verdict(&self) -> Verdict {
        match self.0.outcome() {
            Outcome::Unknown => Verdict::Open,
            Outcome::Known(KnownOutcome::Decisive { winner: Color::White }) => Verdict::Won(Player::White),
            Outcome::Known(KnownOutcome::Decisive { winner: Color::Black }) => Verdict::Won(Player::Black),
            Outcome::Known(KnownOutcome::Draw) => {
                let too_little = self.0.variant_outcome() == Outcome::Unknown
                    && !self.0.legal_moves().is_empty()
                    && self.0.is_insufficient_material();
                if too_little { Verdict::TooLittle } else { Verdict::Drawn }
            }
        }
    }

    fn play(&mut self, wanted: &str) {
        let found = self.0.legal_moves().into_iter().find(|&m| text(m) == wanted);
        self.0.play_unchecked(found.expect("the move was among the legal ones"));
    }
}

fn text(m: Move) -> String {
    m.to_uci(CastlingMode::Chess960).to_string()
}
