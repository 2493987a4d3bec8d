//! The game on the table: its legal moves with their texts, and the record of what was played.

use nightrider::engine::{Game, Move};
use nightrider::model::{Player, Square, Variant};
use nightrider::notation::{LegalMove, LegalMoves, san};

/// A game, its legal moves, and the moves so far as people write them.
pub struct Table {
    game: Game,
    legal: LegalMoves,
    /// The moves played, in SAN; those that were undone and can be redone follow.
    record: Vec<Recorded>,
    played: usize,
}

/// A move of the record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// As shown.
    pub text: String,
    /// Who made it.
    pub player: Player,
    /// The number of its full move.
    pub full_move: u32,
}

impl Table {
    /// A table with a game on it. Moves it has been through already are recorded.
    pub fn new(mut game: Game) -> Table {
        while game.undo().is_some() {}
        let mut table = Table { legal: LegalMoves::of(&game), game, record: Vec::new(), played: 0 };
        loop {
            let before = table.game.clone();
            let Some(mv) = table.game.redo() else { break };
            if let Some(index) = table.legal.index_of(mv) {
                table.record.push(recorded(&before, &table.legal, index));
            }
            table.legal = LegalMoves::of(&table.game);
        }
        table.played = table.record.len();
        table
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Its variant.
    pub fn variant(&self) -> &Variant {
        self.game.rules().variant()
    }

    /// The legal moves; none once the game is over.
    pub fn legal(&self) -> &[LegalMove] {
        self.legal.list()
    }

    /// The legal moves with the means to look up a text.
    pub fn legal_moves(&self) -> &LegalMoves {
        &self.legal
    }

    /// The moves played so far.
    pub fn record(&self) -> &[Recorded] {
        &self.record[..self.played]
    }

    /// How many undone moves can be played again.
    pub fn undone(&self) -> usize {
        self.record.len() - self.played
    }

    /// The last move played, if any.
    pub fn last_move(&self) -> Option<Move> {
        self.game.history().last().map(|ply| ply.played)
    }

    /// Plays the legal move with an index.
    pub fn play(&mut self, index: usize) {
        let Some(legal) = self.legal.list().get(index) else { return };
        let mv = legal.mv;
        let recorded = recorded(&self.game, &self.legal, index);
        if self.game.play(mv).is_ok() {
            self.record.truncate(self.played);
            self.record.push(recorded);
            self.played += 1;
            self.legal = LegalMoves::of(&self.game);
        }
    }

    /// Takes back one move. Whether there was one.
    pub fn undo(&mut self) -> bool {
        let undone = self.game.undo().is_some();
        if undone {
            self.played -= 1;
            self.legal = LegalMoves::of(&self.game);
        }
        undone
    }

    /// Plays an undone move again. Whether there was one.
    pub fn redo(&mut self) -> bool {
        let redone = self.undone() > 0 && self.game.redo().is_some();
        if redone {
            self.played += 1;
            self.legal = LegalMoves::of(&self.game);
        }
        redone
    }

    /// The legal moves of the piece on a square, with the squares of the board that stand for them: the
    /// target; the victim of a piece that captures without moving; in castling the partner as well.
    pub fn moves_from(&self, from: Square) -> Vec<(Square, usize)> {
        let mut aims = Vec::new();
        for (index, legal) in self.legal.list().iter().enumerate().filter(|(_, m)| m.from == from) {
            match legal.captures.as_slice() {
                captures @ [_, ..] if legal.to == legal.from => {
                    aims.extend(captures.iter().map(|square| (*square, index)));
                }
                _ => aims.push((legal.to, index)),
            }
            aims.extend(legal.partner.filter(|partner| *partner != legal.to).map(|partner| (partner, index)));
        }
        aims
    }
}

fn recorded(game: &Game, legal: &LegalMoves, index: usize) -> Recorded {
    Recorded { text: san(game, legal, index), player: game.turn(), full_move: game.full_move() }
}
