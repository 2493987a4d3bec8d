//! The first field of a FEN: which piece stands where.

use nightrider_model::{PieceId, Placement, Player, Square, Variant};

use super::fault::FenFaultKind;
use super::fields::{Faults, Field};

/// Reads the board field. Returns the pieces in board order, as far as they could be read.
pub(super) fn read(variant: &Variant, field: &Field, faults: &mut Faults) -> Vec<Placement> {
    // Fairy-Stockfish appends the pieces in hand in brackets; games without hands have none.
    let text = field.text.strip_suffix("[]").or_else(|| field.text.strip_suffix("[-]")).unwrap_or(field.text);
    let height = usize::from(variant.board.height);
    let found = text.split('/').count();
    if found != height {
        faults.add(field.whole(), FenFaultKind::RankCount { found, expected: height });
    }
    let mut pieces = Vec::new();
    let mut start = field.start;
    for (row, rank_text) in text.split('/').enumerate() {
        let length = rank_text.chars().count();
        // With a wrong number of ranks one cannot tell which rank a row means, so only its letters are judged.
        let rank = (found == height).then(|| height - 1 - row);
        RankReader { variant, rank, start, file: 0 }.read(rank_text, faults, &mut pieces);
        start += length + 1;
    }
    pieces.sort_by_key(|placement: &Placement| placement.square);
    pieces
}

/// Writes the board field.
pub(super) fn write(variant: &Variant, piece_at: impl Fn(Square) -> Option<(PieceId, Player)>) -> String {
    let mut text = String::new();
    for rank in (0..variant.board.height).rev() {
        let mut empty = 0;
        for file in 0..variant.board.width {
            let square = variant.board.at(i32::from(file), i32::from(rank));
            match square.and_then(&piece_at) {
                None => empty += 1,
                Some((piece, owner)) => {
                    if empty > 0 {
                        text.push_str(&empty.to_string());
                        empty = 0;
                    }
                    text.push_str(&piece_letter(variant, piece, owner));
                }
            }
        }
        if empty > 0 {
            text.push_str(&empty.to_string());
        }
        if rank > 0 {
            text.push('/');
        }
    }
    text
}

/// The letter of a piece as a FEN writes it: upper case for White, lower case for Black.
pub(crate) fn piece_letter(variant: &Variant, piece: PieceId, owner: Player) -> String {
    let letter = &variant.piece(piece).letter;
    match owner {
        Player::White => letter.clone(),
        Player::Black => letter.to_ascii_lowercase(),
    }
}

struct RankReader<'a> {
    variant: &'a Variant,
    /// Counted from 0; `None` if unknown.
    rank: Option<usize>,
    /// Where the rank's text starts in the FEN.
    start: usize,
    /// The file the reader has come to.
    file: u32,
}

impl RankReader<'_> {
    fn read(mut self, text: &str, faults: &mut Faults, pieces: &mut Vec<Placement>) {
        let characters: Vec<char> = text.chars().collect();
        let mut at = 0;
        while let Some(&first) = characters.get(at) {
            let run = |matches: fn(&char) -> bool| {
                characters[at + 1..].iter().take_while(|c| matches(c)).count() + 1
            };
            let length = match first {
                '0'..='9' => run(char::is_ascii_digit),
                'a'..='z' | 'A'..='Z' => run(|c| *c == '\''),
                _ => 1,
            };
            let word: String = characters[at..at + length].iter().collect();
            let place = (self.start + at, length);
            match first {
                '0'..='9' => self.empty(&word, place, faults),
                'a'..='z' | 'A'..='Z' => self.piece(&word, place, faults, pieces),
                '*' => self.hole(place, faults),
                character => {
                    let rank = self.rank.map(|rank| rank + 1);
                    faults.add(place, FenFaultKind::UnknownCharacter { character, rank });
                    self.advance(1);
                }
            }
            at += length;
        }
        let expected = u32::from(self.variant.board.width);
        if let Some(rank) = self.rank
            && self.file != expected
        {
            let kind = FenFaultKind::RankLength { rank: rank + 1, found: self.file, expected };
            faults.add((self.start, characters.len()), kind);
        }
    }

    fn advance(&mut self, files: u32) {
        self.file = self.file.saturating_add(files);
    }

    /// The square the reader has come to, if it lies on the board.
    fn square(&self) -> Option<Square> {
        let (file, rank) = (i32::try_from(self.file).ok()?, i32::try_from(self.rank?).ok()?);
        self.variant.board.at(file, rank)
    }

    fn empty(&mut self, digits: &str, place: (usize, usize), faults: &mut Faults) {
        // A number too great for 32 bits is too great for any board.
        let count = digits.parse().unwrap_or(u32::MAX);
        if count == 0 {
            faults.add(place, FenFaultKind::ZeroCount { rank: self.rank.map(|rank| rank + 1) });
        }
        self.advance(count);
    }

    fn piece(&mut self, word: &str, place: (usize, usize), faults: &mut Faults, pieces: &mut Vec<Placement>) {
        let board = &self.variant.board;
        let square = self.square();
        let letter = word.to_ascii_uppercase();
        let owner =
            if word.starts_with(|c: char| c.is_ascii_uppercase()) { Player::White } else { Player::Black };
        match self.variant.pieces.iter().position(|piece| piece.letter == letter) {
            None => {
                let kind = FenFaultKind::UnknownPiece {
                    letter: word.to_owned(),
                    square: square.map(|square| board.name(square)),
                    known: known_letters(self.variant),
                };
                faults.add(place, kind);
            }
            Some(index) => match square {
                Some(square) if board.is_hole(square) => {
                    faults.add(place, FenFaultKind::PieceOnHole { square: board.name(square) });
                }
                Some(square) => pieces.push(Placement { square, piece: PieceId(index as u16), owner }),
                // Off the board: the rank's length is the fault.
                None => {}
            },
        }
        self.advance(1);
    }

    fn hole(&mut self, place: (usize, usize), faults: &mut Faults) {
        let board = &self.variant.board;
        if let Some(square) = self.square().filter(|square| !board.is_hole(*square)) {
            faults.add(place, FenFaultKind::HoleOnSquare { square: board.name(square) });
        }
        self.advance(1);
    }
}

/// The letters of a game in alphabetical order, written together where each is one character.
fn known_letters(variant: &Variant) -> String {
    let mut letters: Vec<&str> = variant.pieces.iter().map(|piece| piece.letter.as_str()).collect();
    letters.sort_unstable();
    if letters.iter().all(|letter| letter.len() == 1) { letters.concat() } else { letters.join(" ") }
}
