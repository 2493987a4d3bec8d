//! What can be wrong with a FEN, said so that its writer can mend it.

use std::fmt;

use nightrider_model::Player;

/// A FEN that describes no position: the text and everything found wrong with it.
///
/// As text: one fault a line, each after a line that shows the place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FenError {
    /// The FEN as given.
    pub text: String,
    /// The faults in the order of the text; never empty.
    pub faults: Vec<FenFault>,
    /// How many faults were found beyond those listed.
    pub further: usize,
}

/// One fault and where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FenFault {
    /// Where in the text the fault starts, in characters from 0.
    pub start: usize,
    /// How many characters it covers; 0 where something is missing.
    pub length: usize,
    /// What is wrong.
    pub kind: FenFaultKind,
}

/// The kinds of faults.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FenFaultKind {
    /// There is no text.
    Empty,
    /// The board has another number of ranks.
    RankCount {
        /// As written.
        found: usize,
        /// As the game's board has.
        expected: usize,
    },
    /// A rank has another number of squares.
    RankLength {
        /// The rank, counted from 1.
        rank: usize,
        /// As written.
        found: u32,
        /// As the game's board has.
        expected: u32,
    },
    /// A letter that is no piece of the game.
    UnknownPiece {
        /// The letter with its apostrophes.
        letter: String,
        /// The square it would stand on, if there is one.
        square: Option<String>,
        /// The letters the game has, such as `BKNPQR`.
        known: String,
    },
    /// A character that means nothing in the board field.
    UnknownCharacter {
        /// The character.
        character: char,
        /// The rank, counted from 1, if it lies on the board.
        rank: Option<usize>,
    },
    /// A count of empty squares that is zero.
    ZeroCount {
        /// The rank, counted from 1, if it lies on the board.
        rank: Option<usize>,
    },
    /// A piece on a square that does not exist.
    PieceOnHole {
        /// The square's name.
        square: String,
    },
    /// `*` on a square that does exist.
    HoleOnSquare {
        /// The square's name.
        square: String,
    },
    /// The side to move is neither `w` nor `b`.
    Side {
        /// As written.
        found: String,
    },
    /// A character that is no castling right.
    CastlingLetter {
        /// The character.
        letter: char,
    },
    /// A castling right of a player who has nothing that could castle on that side.
    NoCastlingPartner {
        /// The letter.
        letter: char,
        /// Whose right it is.
        player: Player,
        /// What is missing.
        missing: MissingForCastling,
    },
    /// A castling right written twice.
    RepeatedCastling {
        /// The letter.
        letter: char,
    },
    /// The en passant field is neither `-` nor a square of the board.
    EnPassantSquare {
        /// As written.
        found: String,
        /// The last square of the board, such as `h8`.
        last: String,
    },
    /// A number field holds something else.
    Number {
        /// Which one.
        field: NumberField,
        /// As written.
        found: String,
    },
    /// The field of check counters holds something else, or more than the game allows.
    Checks {
        /// As written.
        found: String,
    },
    /// Remaining checks (`3+3`) in a game that has no limit of checks.
    RemainingChecks {
        /// As written.
        found: String,
        /// The number that wins, if the game has one.
        limit: Option<u32>,
    },
    /// Text after the last field.
    TooManyFields {
        /// The first field too many.
        found: String,
    },
}

/// What a castling right lacks on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MissingForCastling {
    /// There is no piece that can castle.
    Castler,
    /// There is no partner on that side of it.
    PartnerTowards(&'static str),
    /// There is no partner on that file of its rank.
    PartnerOnFile(char),
}

/// The number fields of a FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberField {
    /// Plies since the last capture or pawn move.
    HalfmoveClock,
    /// The number of the full move.
    FullMove,
}

impl fmt::Display for FenFaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => {
                write!(f, "the FEN is empty: it starts with the board, such as `4k3/8/8/8/8/8/8/4K3`")
            }
            Self::RankCount { found, expected } => write!(
                f,
                "the board field has {}, separated by `/`, but this game's board has {expected}",
                counted(*found, "rank")
            ),
            Self::RankLength { rank, found, expected } => {
                write!(f, "rank {rank} has {}, but the board is {expected} wide", squares(*found))
            }
            Self::UnknownPiece { letter, square, known } => {
                write!(f, "`{letter}`")?;
                if let Some(square) = square {
                    write!(f, " (on {square})")?;
                }
                write!(
                    f,
                    " is not a piece of this game: its letters are {known} (upper case White, lower case Black)"
                )
            }
            Self::UnknownCharacter { character, rank } => {
                write!(f, "`{}`", character.escape_debug())?;
                in_rank(f, *rank)?;
                write!(f, " is neither a piece letter nor a number of empty squares")
            }
            Self::ZeroCount { rank } => {
                write!(f, "a count of zero empty squares")?;
                in_rank(f, *rank)?;
                write!(f, " makes no sense: leave it out")
            }
            Self::PieceOnHole { square } => {
                write!(f, "a piece cannot stand on {square}: that square does not exist on this board")
            }
            Self::HoleOnSquare { square } => {
                write!(f, "`*` marks a square that does not exist, but {square} does exist on this board")
            }
            Self::Side { found } => {
                write!(f, "the side to move is `w` or `b`, not `{}`", shortened(found))
            }
            Self::CastlingLetter { letter } => write!(
                f,
                "`{}` is no castling right: expected `-`, letters of `KQkq`, or the files of the partners (upper \
                 case White, lower case Black)",
                letter.escape_debug()
            ),
            Self::NoCastlingPartner { letter, player, missing } => {
                write!(f, "the castling right `{letter}` does not fit the board: {} has no ", player.name())?;
                match missing {
                    MissingForCastling::Castler => write!(f, "piece that can castle"),
                    MissingForCastling::PartnerTowards(side) => {
                        write!(f, "partner to castle with to the {side} of its king")
                    }
                    MissingForCastling::PartnerOnFile(file) => {
                        write!(f, "partner to castle with on the {file} file of its king's rank")
                    }
                }
            }
            Self::RepeatedCastling { letter } => {
                write!(f, "the castling right `{letter}` is there twice")
            }
            Self::EnPassantSquare { found, last } => write!(
                f,
                "the en passant field is `-` or a square from a1 to {last}, not `{}`",
                shortened(found)
            ),
            Self::Number { field, found } => {
                let what = match field {
                    NumberField::HalfmoveClock => "the fifty-move clock (plies since a capture or pawn move)",
                    NumberField::FullMove => "the number of the full move",
                };
                write!(f, "{what} is a whole number from 0 to 65535, not `{}`", shortened(found))
            }
            Self::Checks { found } => write!(
                f,
                "the checks given so far are written `+W+B`, such as `+2+0`, not `{}`",
                shortened(found)
            ),
            Self::RemainingChecks { found, limit: None } => write!(
                f,
                "`{}` counts remaining checks, but no number of checks ends this game",
                shortened(found)
            ),
            Self::RemainingChecks { found, limit: Some(limit) } => write!(
                f,
                "`{}` counts remaining checks, but {limit} of them win: neither number can exceed that",
                shortened(found)
            ),
            Self::TooManyFields { found } => write!(
                f,
                "`{}` comes after the last field: a FEN has board, side to move, castling, en passant, two \
                 numbers and perhaps the checks given",
                shortened(found)
            ),
        }
    }
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, fault) in self.faults.iter().enumerate() {
            if index > 0 {
                writeln!(f)?;
            }
            write!(f, "{}", self.excerpt(fault))?;
            write!(f, "{}", fault.kind)?;
        }
        match self.further {
            0 => Ok(()),
            more => write!(f, "\nand {} more", counted(more, "fault")),
        }
    }
}

impl std::error::Error for FenError {}

impl FenError {
    /// The part of the text around a fault and a line of carets under it; nothing for an empty text.
    fn excerpt(&self, fault: &FenFault) -> String {
        const BEFORE: usize = 50;
        const WIDTH: usize = 100;
        let characters: Vec<char> = self.text.chars().collect();
        if self.text.trim().is_empty() {
            return String::new();
        }
        let first = if fault.start > WIDTH - 20 { fault.start - BEFORE } else { 0 };
        let last = characters.len().min(first + WIDTH);
        let mut line = String::from("  ");
        line.push_str(if first > 0 { "..." } else { "" });
        let indent = line.len() + fault.start - first;
        line.extend(characters[first..last].iter().map(|c| if c.is_control() { ' ' } else { *c }));
        line.push_str(if last < characters.len() { "..." } else { "" });
        let carets = fault.length.clamp(1, (first + WIDTH).saturating_sub(fault.start).max(1));
        format!("{line}\n{}{}\n", " ".repeat(indent), "^".repeat(carets))
    }
}

fn in_rank(f: &mut fmt::Formatter<'_>, rank: Option<usize>) -> fmt::Result {
    match rank {
        Some(rank) => write!(f, " in rank {rank}"),
        None => Ok(()),
    }
}

fn counted(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}

fn squares(number: u32) -> String {
    if number == u32::MAX { "far too many squares".to_owned() } else { counted(number as usize, "square") }
}

/// The text, cut after some characters, without control characters.
fn shortened(text: &str) -> String {
    const LIMIT: usize = 40;
    let mut short: String =
        text.chars().take(LIMIT).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    if text.chars().nth(LIMIT).is_some() {
        short.push_str("...");
    }
    short
}
