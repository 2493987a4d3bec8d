//! Positions of cozy-chess: standard chess and Chess960.

use cozy_chess::{Board, Color, GameStatus};
use nightrider::model::Player;

use crate::peer::{Peer, Verdict};

/// A position of cozy-chess. It does not judge material.
#[derive(Clone, Debug)]
pub struct CozyPeer(Board);

impl CozyPeer {
    /// The Chess960 start with a number; 518 is standard chess.
    pub fn chess960(number: u32) -> CozyPeer {
        CozyPeer(Board::chess960_startpos(number))
    }
}

impl Peer for CozyPeer {
    const NAME: &'static str = "cozy-chess";
    const JUDGES_MATERIAL: bool = false;

    fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        self.0.generate_moves(|of_piece| {
            moves.extend(of_piece.into_iter().map(|m| m.to_string()));
            false
        });
        moves
    }

    fn in_check(&self) -> bool {
        !self.0.checkers().is_empty()
    }

    fn verdict(&self) -> Verdict {
        // The fifty-move rule is our own business, and does not empty the list of moves there.
        let mut any = false;
        self.0.generate_moves(|_| {
            any = true;
            true
        });
        match self.0.status() {
            _ if any => Verdict::Open,
            GameStatus::Won if self.0.side_to_move() == Color::White => Verdict::Won(Player::Black),
            GameStatus::Won => Verdict::Won(Player::White),
            GameStatus::Drawn | GameStatus::Ongoing => Verdict::Drawn,
        }
    }

    fn play(&mut self, text: &str) {
        self.0.play_unchecked(text.parse().expect("it wrote this move itself"));
    }
}
