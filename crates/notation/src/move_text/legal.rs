//! The legal moves of a position with their texts.

use nightrider_engine::{Attempt, Game, LogEntry, Move, MoveKind, WhyNot};
use nightrider_model::{PieceId, Square, TriggerId, Variant};

use super::read::{MoveTextError, MoveTextErrorKind, find};
use super::shape::Shape;
use super::write::texts;
use crate::words::why_not;

/// A legal move, its text, and what the text speaks of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegalMove {
    /// The move.
    pub mv: Move,
    /// Its text, unlike that of any other legal move of the position.
    pub text: String,
    /// Where the piece comes from.
    pub from: Square,
    /// Where it ends; the same square if it captures without moving. In castling, where the king ends.
    pub to: Square,
    /// The squares of the pieces it takes, in board order.
    pub captures: Vec<Square>,
    /// What the piece becomes.
    pub becomes: Option<PieceId>,
    /// The partner's square, if the move castles.
    pub partner: Option<Square>,
    /// The answers to the optional triggers that ask, in order.
    pub answers: Vec<bool>,
}

/// All legal moves of a position.
#[derive(Clone, Debug)]
pub struct LegalMoves {
    game: Game,
    list: Vec<LegalMove>,
}

impl LegalMoves {
    /// The legal moves of a game's position; none if the game is over.
    pub fn of(game: &Game) -> LegalMoves {
        let variant = game.rules().variant();
        let moves = game.legal_moves().to_vec();
        let shapes: Vec<Shape> = moves.iter().map(|mv| shape(game, *mv)).collect();
        let texts = texts(variant, &shapes);
        let list = moves.into_iter().zip(shapes).zip(texts);
        let list = list
            .map(|((mv, shape), text)| LegalMove {
                mv,
                text,
                from: shape.from,
                to: shape.to,
                captures: shape.captures,
                becomes: shape.becomes,
                partner: shape.partner,
                answers: shape.answers,
            })
            .collect();
        LegalMoves { game: game.clone(), list }
    }

    /// The moves, in the engine's order.
    pub fn list(&self) -> &[LegalMove] {
        &self.list
    }

    /// The position they are the moves of.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The texts, sorted by bytes.
    pub fn sorted_texts(&self) -> Vec<&str> {
        let mut texts: Vec<&str> = self.list.iter().map(|legal| legal.text.as_str()).collect();
        texts.sort_unstable();
        texts
    }

    /// The index of a move in the list.
    pub fn index_of(&self, mv: Move) -> Option<usize> {
        self.list.iter().position(|legal| legal.mv == mv)
    }

    /// The index of the move that a text names.
    ///
    /// Beside the texts of the list, both ways to write castling are understood, promotion letters in
    /// either case with or without `=`, all captures named where some go without saying, and answers that
    /// leave out a rest of noes.
    ///
    /// # Errors
    /// If the text names no legal move, or several; the error names the nearest.
    pub fn find(&self, text: &str) -> Result<usize, MoveTextError> {
        if let Some(index) = self.list.iter().position(|legal| legal.text == text) {
            return Ok(index);
        }
        let error = |kind, nearest| MoveTextError { text: text.to_owned(), kind, nearest };
        if let Some(result) = self.game.result() {
            return Err(error(MoveTextErrorKind::GameOver(result.reason.text()), Vec::new()));
        }
        let shapes: Vec<Shape> = self.list.iter().map(LegalMove::shape).collect();
        let texts: Vec<String> = self.list.iter().map(|legal| legal.text.clone()).collect();
        find(self.game.rules().variant(), &shapes, &texts, text).map_err(|(kind, nearest)| match kind {
            MoveTextErrorKind::Illegal(None) => error(MoveTextErrorKind::Illegal(self.reason(text)), nearest),
            MoveTextErrorKind::Answers(_) => {
                let why = self.why_not_answered(text, &nearest);
                let why = why.map(|(attempt, why)| why_not(&self.game, attempt, &why));
                error(MoveTextErrorKind::Answers(why), nearest)
            }
            kind => error(kind, nearest),
        })
    }

    /// Why a move that is legal with other answers, those of the nearest texts, is not legal with those of a text;
    /// `None` if these answer a question that is not asked.
    pub fn why_not_answered(&self, text: &str, nearest: &[String]) -> Option<(Attempt, WhyNot)> {
        let answers = self.answers(text)?;
        let similar =
            nearest.iter().filter_map(|text| self.list.iter().position(|legal| legal.text == *text));
        let index =
            similar.max_by_key(|index| (self.list[*index].answers.len(), std::cmp::Reverse(*index)))?;
        let found = &self.list[index];
        if answers.len() > found.answers.len() {
            return None;
        }
        let yes = |bits: u8, (index, yes): (usize, &bool)| bits | u8::from(*yes) << index.min(7);
        let bits = answers.iter().enumerate().fold(0, yes);
        let attempt = self.attempt(&found.text)?;
        Some((attempt, self.game.why_not_answered(found.mv, bits)?))
    }

    /// Why a text of the right form is no legal move.
    fn reason(&self, text: &str) -> Option<String> {
        let attempt = self.attempt(text)?;
        let why = self.game.why_not(attempt)?;
        Some(why_not(&self.game, attempt, &why))
    }

    /// What a text of the right form tries to do, whether or not it is legal. `None` if it has not that form or
    /// names a piece that the game does not have.
    pub fn attempt(&self, text: &str) -> Option<Attempt> {
        let variant = self.game.rules().variant();
        let parsed = super::parse::parse(&variant.board, text)?;
        let promotion = match &parsed.becomes {
            None => None,
            Some(letter) => Some(piece_of_letter(variant, letter)?),
        };
        // What stays and captures is tried on what it captures.
        let to = parsed.to.or(parsed.captures.first().copied())?;
        Some(Attempt { from: parsed.from, to, promotion })
    }

    /// The answers to optional triggers that a text gives, in order; `None` if it has not the form of a move.
    pub fn answers(&self, text: &str) -> Option<Vec<bool>> {
        Some(super::parse::parse(&self.game.rules().variant().board, text)?.answers)
    }

    /// The optional triggers that ask when a move is played, in order: one for each of its answers.
    pub fn questions(&self, index: usize) -> Vec<TriggerId> {
        let Some(legal) = self.list.get(index).filter(|legal| !legal.answers.is_empty()) else {
            return Vec::new();
        };
        let mut game = self.game.clone();
        if game.play(legal.mv).is_err() {
            return Vec::new();
        }
        let optional = |trigger: TriggerId| {
            self.game.rules().variant().triggers.get(trigger.index()).is_some_and(|trigger| trigger.optional)
        };
        let mut asked: Vec<TriggerId> = Vec::new();
        for entry in game.history().last().map_or(&[][..], |ply| &ply.events) {
            match entry {
                // A trigger asks once, however many pieces it binds and fires for.
                LogEntry::Trigger { trigger, .. } | LogEntry::Declined { trigger, .. }
                    if optional(*trigger) && !asked.contains(trigger) =>
                {
                    asked.push(*trigger);
                }
                _ => {}
            }
        }
        asked
    }
}

impl LegalMove {
    fn shape(&self) -> Shape {
        Shape {
            from: self.from,
            to: self.to,
            captures: self.captures.clone(),
            quiet_about_captures: self.mv.kind() == MoveKind::EnPassant,
            becomes: self.becomes,
            partner: self.partner,
            answers: self.answers.clone(),
        }
    }
}

fn shape(game: &Game, mv: Move) -> Shape {
    let (to, captures) = match mv.kind() {
        // What all its parts take cannot be told from the move alone.
        MoveKind::PartsCapture => (mv.to(), taken_by(game, mv)),
        _ => (mv.to(), mv.captured().into_iter().collect()),
    };
    Shape {
        from: mv.from(),
        to,
        captures,
        quiet_about_captures: mv.kind() == MoveKind::EnPassant,
        becomes: mv.promotion(),
        partner: mv.castling_partner(),
        answers: (0..mv.asked()).map(|question| mv.answers() >> question & 1 == 1).collect(),
    }
}

/// The squares of what a move takes, found by playing it.
fn taken_by(game: &Game, mv: Move) -> Vec<Square> {
    let mut after = game.clone();
    if after.play(mv).is_err() {
        return Vec::new();
    }
    let captured = after.history().last().map_or(&[][..], |ply| &ply.captured);
    let mut squares: Vec<Square> = captured.iter().map(|(square, _)| *square).collect();
    squares.sort_unstable();
    squares
}

fn piece_of_letter(variant: &Variant, letter: &str) -> Option<PieceId> {
    let index = variant.pieces.iter().position(|piece| piece.letter == letter)?;
    Some(PieceId(index as u16))
}
