//! What became of the chains of Chessembly programs, for readers who want to know what a piece costs.

use std::fmt;

use nightrider_model::{PieceId, Player};

use crate::bitboard::Wide;
use crate::compile::{ChainForms, Compiler, Programs, chain_forms};
use crate::kind::Kind;
use crate::program::Unexpressed;
use crate::rules::{Rules, programs_in};

/// What a chain of a program was compiled to, for one type of piece in White's hands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChainFact {
    /// Which program of the piece it belongs to, counted from 1.
    pub program: usize,
    /// Its place in the program, counted from 1.
    pub chain: usize,
    forms: ChainForms,
}

impl ChainFact {
    /// Whether the chain needs to be run in play on some square.
    pub fn is_run(&self) -> bool {
        !self.forms.run.is_empty()
    }
}

impl Rules {
    /// What the chains of a piece's programs were compiled to, in order; nothing for a piece without
    /// programs.
    pub fn chain_facts(&self, piece: PieceId) -> Vec<ChainFact> {
        let variant = self.variant();
        let Some(described) = variant.pieces.get(piece.index()) else { return Vec::new() };
        let mut programs = Vec::new();
        described.patterns().for_each(|pattern| programs_in(pattern, &mut programs));
        let compiler = Compiler::new(variant, Kind::new(piece, Player::White), Programs::Compiled);
        let mut facts = Vec::new();
        for (program, code) in programs.into_iter().enumerate() {
            let forms = chain_forms::<Wide>(&compiler, code).into_iter().enumerate();
            facts.extend(forms.map(|(chain, forms)| ChainFact {
                program: program + 1,
                chain: chain + 1,
                forms,
            }));
        }
        facts
    }
}

impl fmt::Display for ChainFact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ChainForms { squares, leaps, rays, paths, sets_state, run } = &self.forms;
        let mut said: Vec<String> = Vec::new();
        let forms = [
            (*rays, "rays, as slides are: of a line only the first piece is asked"),
            (*leaps, "a table, as leaps are: only the target is asked"),
            (*paths, "paths: it depends only on which squares on the way are empty"),
        ];
        said.extend(forms.into_iter().filter(|(has, _)| *has).map(|(_, form)| form.to_owned()));
        if *sets_state {
            said.push("run when such a move is played, for the player's state".to_owned());
        }
        for (why, count) in run {
            let place = match (*count, *squares) {
                (1, _) => "on 1 square".to_owned(),
                (count, squares) if count == squares => "in play".to_owned(),
                (count, _) => format!("on {count} squares"),
            };
            said.push(format!("run {place}: {}", reason(*why)));
        }
        if said.is_empty() {
            return f.write_str("offers this piece nothing");
        }
        f.write_str(&said.join("; "))
    }
}

fn reason(why: Unexpressed) -> &'static str {
    match why {
        Unexpressed::SetsState => "it sets the player's state, and not all moves of the piece do so alike",
        Unexpressed::Parts => "its moves have several parts",
        Unexpressed::Catches => "it takes without moving",
        Unexpressed::JumpsOver => "it takes on one square and lands on another",
        Unexpressed::AsksNames => "it asks which piece stands somewhere",
        Unexpressed::AsksState => "it asks the players' state",
        Unexpressed::AsksThreats => "it asks what is attacked",
        Unexpressed::Entangled => "it asks more of the squares than which are empty",
        Unexpressed::TooManyWays => "it can go in too many ways",
    }
}
