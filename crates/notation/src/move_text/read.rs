//! From a text to one of the legal moves, or what is wrong with it.

use std::fmt;

use nightrider_model::Variant;

use super::nearest::nearest;
use super::parse::{Parsed, parse};
use super::shape::Shape;

/// Why a text is not one of the legal moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveTextError {
    /// The text.
    pub text: String,
    /// What is wrong with it.
    pub kind: MoveTextErrorKind,
    /// The legal moves nearest to it, nearest first; none if the game is over.
    pub nearest: Vec<String>,
}

/// What is wrong with the text of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveTextErrorKind {
    /// It does not have the form of a move on this board.
    Form,
    /// It names a square that this board does not have.
    OffTheBoard {
        /// The square.
        square: String,
        /// The last square of the board.
        last: String,
    },
    /// It names no legal move; the sentence says why, where that is plain to see.
    Illegal(Option<String>),
    /// The piece must become something, and the text does not say what.
    NoPromotion,
    /// The move is legal, but not with these answers to optional triggers; perhaps with the reason. Without one they
    /// answer a question that is not asked.
    Answers(Option<String>),
    /// It could be several of the legal moves, which are the nearest.
    Ambiguous,
    /// No move is legal: the game is over, for this reason.
    GameOver(String),
}

impl MoveTextError {
    /// What is wrong, without the nearest legal moves.
    pub fn problem(&self) -> String {
        let text: String = self.text.chars().take(40).flat_map(char::escape_debug).collect();
        match &self.kind {
            MoveTextErrorKind::Form => {
                format!("`{text}` is not the text of a move (moves are written like `e2e4` or `e7e8=Q`)")
            }
            MoveTextErrorKind::OffTheBoard { square, last } => {
                format!(
                    "`{text}` is not a move on this board, which has no {square} (it goes from a1 to {last})"
                )
            }
            MoveTextErrorKind::Illegal(None) => format!("`{text}` is not a legal move here"),
            MoveTextErrorKind::Illegal(Some(why)) => format!("`{text}` is not a legal move here: {why}"),
            MoveTextErrorKind::NoPromotion => format!("`{text}` does not say what the piece becomes"),
            MoveTextErrorKind::Answers(Some(why)) => {
                format!("`{text}` is not a legal move here: with these answers {why}")
            }
            MoveTextErrorKind::Answers(None) => format!(
                "`{text}` answers a question that is not asked (answers to optional triggers follow a slash)"
            ),
            MoveTextErrorKind::Ambiguous => format!("`{text}` could be more than one legal move"),
            MoveTextErrorKind::GameOver(reason) => {
                format!("`{text}` cannot be played: the game is over ({reason})")
            }
        }
    }
}

impl fmt::Display for MoveTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.problem())?;
        match self.nearest.as_slice() {
            [] if matches!(self.kind, MoveTextErrorKind::GameOver(_)) => Ok(()),
            [] => write!(f, "; there is no legal move"),
            [one] => write!(f, "; the nearest legal move is {one}"),
            several => write!(f, "; the nearest legal moves are {}", several.join(", ")),
        }
    }
}

impl std::error::Error for MoveTextError {}

/// The index of the legal move that a text names, given the moves' shapes and texts.
///
/// Beside the texts themselves, both ways to write castling are understood, promotion letters in either
/// case with or without `=`, all captures named where some go without saying, and answers that leave out
/// a rest of noes.
pub(super) fn find(
    variant: &Variant,
    shapes: &[Shape],
    texts: &[String],
    text: &str,
) -> Result<usize, (MoveTextErrorKind, Vec<String>)> {
    if let Some(index) = texts.iter().position(|legal| legal == text) {
        return Ok(index);
    }
    let near = || nearest(text, texts);
    let Some(parsed) = parse(&variant.board, text) else {
        return Err((off_the_board(variant, text).unwrap_or(MoveTextErrorKind::Form), near()));
    };
    let with = |test: &dyn Fn(&Shape, &str) -> bool| -> Vec<usize> {
        (0..shapes.len()).filter(|index| test(&shapes[*index], &texts[*index])).collect()
    };
    let moves = |shape: &Shape, legal: &str| {
        goes_there(&parsed, shape) && becomes(variant, &parsed, shape) && number_of(legal) == parsed.number
    };
    let found = with(&|shape, legal| moves(shape, legal) && answers(&parsed, shape));
    match found.as_slice() {
        [index] => Ok(*index),
        [] => {
            let listed = |indices: &[usize]| indices.iter().map(|index| texts[*index].clone()).collect();
            let other_answers = with(&moves);
            if !other_answers.is_empty() {
                return Err((MoveTextErrorKind::Answers(None), listed(&other_answers)));
            }
            let promotions = with(&|shape, _| goes_there(&parsed, shape) && shape.becomes.is_some());
            if parsed.becomes.is_none() && !promotions.is_empty() {
                return Err((MoveTextErrorKind::NoPromotion, listed(&promotions)));
            }
            Err((MoveTextErrorKind::Illegal(None), near()))
        }
        several => {
            // A king's own step comes before castling that looks the same.
            let written = |index: &&usize| before_answers(&texts[**index]) == before_answers(text);
            let mut exact = several.iter().filter(written);
            match (exact.next(), exact.next()) {
                (Some(index), None) => Ok(*index),
                _ => {
                    let listed = several.iter().map(|index| texts[*index].clone()).collect();
                    Err((MoveTextErrorKind::Ambiguous, listed))
                }
            }
        }
    }
}

/// Whether a text would be a move if the board were larger.
fn off_the_board(variant: &Variant, text: &str) -> Option<MoveTextErrorKind> {
    let take = |rest: &mut &str| -> Option<String> {
        let file = rest.chars().next().filter(char::is_ascii_lowercase)?;
        let digits = rest[1..].bytes().take_while(u8::is_ascii_digit).count();
        let (square, after) = rest.split_at(1 + digits);
        *rest = after;
        (1..=3).contains(&digits).then(|| format!("{file}{}", &square[1..]))
    };
    let mut rest = text;
    let (from, to) = (take(&mut rest)?, take(&mut rest)?);
    let board = &variant.board;
    let square = [from, to].into_iter().find(|square| board.parse(square).is_none())?;
    let last = board.squares().last().map(|square| board.name(square))?;
    Some(MoveTextErrorKind::OffTheBoard { square, last })
}

fn goes_there(parsed: &Parsed, shape: &Shape) -> bool {
    if parsed.from != shape.from {
        return false;
    }
    let to = parsed.to.unwrap_or(parsed.from);
    if parsed.captures.is_empty() && parsed.to.is_some() && shape.partner == Some(to) {
        return true;
    }
    let mut captures = parsed.captures.clone();
    captures.sort();
    to == shape.to && (captures == shape.captures_beside() || captures == shape.captures)
}

fn becomes(variant: &Variant, parsed: &Parsed, shape: &Shape) -> bool {
    shape.becomes.map(|piece| variant.piece(piece).letter.as_str()) == parsed.becomes.as_deref()
}

/// Whether the text's answers are those of the move, answers left out being no.
fn answers(parsed: &Parsed, shape: &Shape) -> bool {
    let given = parsed.answers.len();
    given <= shape.answers.len()
        && shape.answers[..given] == parsed.answers
        && !shape.answers[given..].contains(&true)
}

fn before_answers(text: &str) -> &str {
    text.split_once('/').map_or(text, |(moved, _)| moved)
}

/// The number that tells a legal text from others that would be the same, 1 if it has none.
fn number_of(text: &str) -> usize {
    before_answers(text).split_once('~').and_then(|(_, number)| number.parse().ok()).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::move_text::write::texts;
    use nightrider_model::{Board, CapturePatterns, PieceId, PieceType, Setup, Square};

    fn variant() -> Variant {
        let piece = |letter: &str| PieceType {
            name: letter.into(),
            letter: letter.into(),
            symbol: None,
            value: None,
            moves: Vec::new(),
            captures: CapturePatterns::None,
            traits: Default::default(),
            custom_traits: Vec::new(),
            state: Vec::new(),
        };
        Variant {
            name: "Test".into(),
            board: Board::new(8, 8),
            pieces: vec![piece("Q"), piece("N")],
            effects: Vec::new(),
            triggers: Vec::new(),
            actions: Vec::new(),
            setup: Setup::default(),
            rules: Default::default(),
            victory: Vec::new(),
            draw: Vec::new(),
            piece_fields: Vec::new(),
            game_fields: Vec::new(),
            player_fields: Vec::new(),
            custom_traits: Vec::new(),
            scripts: Vec::new(),
        }
    }

    fn square(name: &str) -> Square {
        Board::new(8, 8).parse(name).expect("a square")
    }

    fn shape(from: &str, to: &str, captures: &[&str]) -> Shape {
        Shape {
            from: square(from),
            to: square(to),
            captures: captures.iter().map(|name| square(name)).collect(),
            quiet_about_captures: false,
            becomes: None,
            partner: None,
            answers: Vec::new(),
        }
    }

    fn legal() -> Vec<Shape> {
        let castling = Shape { partner: Some(square("h1")), ..shape("e1", "g1", &[]) };
        let en_passant = Shape { quiet_about_captures: true, ..shape("e5", "d6", &["d5"]) };
        let promoting = |piece| Shape { becomes: Some(PieceId(piece)), ..shape("a7", "a8", &[]) };
        let asked = |answers: &[bool]| Shape { answers: answers.to_vec(), ..shape("c1", "b2", &[]) };
        vec![
            shape("e1", "e2", &[]),
            castling,
            en_passant,
            promoting(0),
            promoting(1),
            asked(&[false, false]),
            asked(&[true, false]),
            asked(&[false, true]),
            shape("d4", "d4", &["e5"]),
            shape("d4", "f6", &["e5"]),
            shape("d4", "c3", &["c3"]),
        ]
    }

    #[track_caller]
    fn reads_as(text: &str, expected: &str) {
        let (variant, shapes) = (variant(), legal());
        let texts = texts(&variant, &shapes);
        let found = find(&variant, &shapes, &texts, text).map(|index| texts[index].clone());
        assert_eq!(found, Ok(expected.to_owned()), "{text}");
    }

    #[track_caller]
    fn refused(text: &str, kind: MoveTextErrorKind, nearest: &str) {
        let (variant, shapes) = (variant(), legal());
        let texts = texts(&variant, &shapes);
        let (found, near) = find(&variant, &shapes, &texts, text).expect_err("no legal move");
        assert_eq!((found, near.first().map(String::as_str)), (kind, Some(nearest)), "{text}");
    }

    #[test]
    fn every_text_reads_back() {
        for text in texts(&variant(), &legal()) {
            reads_as(&text, &text);
        }
    }

    #[test]
    fn other_ways_to_say_it() {
        reads_as("e1h1", "e1g1");
        reads_as("e5d6xd5", "e5d6");
        reads_as("a7a8q", "a7a8=Q");
        reads_as("a7a8=n", "a7a8=N");
        reads_as("c1b2/n", "c1b2");
        reads_as("c1b2/nn", "c1b2");
        reads_as("c1b2/y", "c1b2/yn");
        reads_as("d4c3xc3", "d4c3");
    }

    #[test]
    fn what_is_no_legal_move() {
        refused("e1e3", MoveTextErrorKind::Illegal(None), "e1e2");
        refused("d4xc3", MoveTextErrorKind::Illegal(None), "d4c3");
        refused("hello", MoveTextErrorKind::Form, "e1e2");
        let off = |square: &str| MoveTextErrorKind::OffTheBoard { square: square.into(), last: "h8".into() };
        refused("e1e9", off("e9"), "e1e2");
        refused("k10e2", off("k10"), "e1e2");
        refused("e1e0", off("e0"), "e1e2");
        refused("e1e9999", MoveTextErrorKind::Form, "e1e2");
        refused("e1é2", MoveTextErrorKind::Form, "e1e2");
        refused("a7a8", MoveTextErrorKind::NoPromotion, "a7a8=Q");
        refused("a7a8=R", MoveTextErrorKind::Illegal(None), "a7a8=N");
        refused("e1e2/n", MoveTextErrorKind::Answers(None), "e1e2");
        refused("c1b2/yy", MoveTextErrorKind::Answers(None), "c1b2");
        refused("c1b2/nnn", MoveTextErrorKind::Answers(None), "c1b2");
    }
}
