//! FEN: a position in one line of text, read with all its faults named and written in its usual form.

mod board_field;
mod castling_field;
mod fault;
mod fields;

use nightrider_engine::{CastlingField, Game, Setup, SetupPiece};
use nightrider_model::{BinaryOp, Counter, Expr, Placement, Player, Square, Variant};

pub(crate) use board_field::piece_letter;
pub use fault::{FenError, FenFault, FenFaultKind, MissingForCastling, NumberField};

use fields::{Faults, Field};

/// What a FEN says.
///
/// Fields from the right may be missing; what they would say is `None`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fen {
    /// The pieces in board order.
    pub pieces: Vec<Placement>,
    /// Who is to move; White if the field is missing.
    pub turn: Player,
    /// The partners that may still castle, White's first, in board order.
    pub castling: Option<Vec<(Player, Square)>>,
    /// The square just passed by a piece that may be taken in passing.
    pub en_passant: Option<Square>,
    /// Plies since the last capture or pawn move; 0 if missing.
    pub halfmove_clock: u32,
    /// The number of the full move, from 1; 1 if missing.
    pub full_move: u32,
    /// The checks given by White and by Black.
    pub checks: Option<[u32; 2]>,
}

impl Fen {
    /// Reads a FEN for a game.
    ///
    /// Accepts the usual six fields; castling rights as `KQkq` (X-FEN) or as files (Shredder-FEN); numbers
    /// of empty squares over 9; letters with apostrophes; `*` on squares that do not exist; the checks given
    /// as `+2+0` after the last field, or, where checks win, the remaining ones as `1+3` before the numbers.
    ///
    /// # Errors
    /// Everything that is wrong with the text. What only the rules can object to (a missing king, say) is
    /// the engine's business when it builds a position.
    pub fn parse(variant: &Variant, text: &str) -> Result<Fen, FenError> {
        let mut faults = Faults::default();
        let fields = fields::split(text);
        let mut rest = fields.as_slice();
        let mut next = || {
            let (first, others) = rest.split_first()?;
            rest = others;
            Some(first)
        };
        let pieces = match next() {
            Some(field) => board_field::read(variant, field, &mut faults),
            None => {
                faults.add((0, 0), FenFaultKind::Empty);
                Vec::new()
            }
        };
        let turn = next().map_or(Player::White, |field| read_turn(field, &mut faults));
        let castling = next().map(|field| castling_field::read(variant, &pieces, field, &mut faults));
        let en_passant = next().and_then(|field| read_en_passant(variant, field, &mut faults));
        let mut fen =
            Fen { pieces, turn, castling, en_passant, halfmove_clock: 0, full_move: 1, checks: None };
        fen.read_counters(variant, rest, &mut faults);
        faults.finish(text)?;
        Ok(fen)
    }

    /// The position of a game. The checks given are part of it where a condition of the game counts them, the
    /// en passant square where such a capture is legal.
    pub fn of(game: &Game) -> Fen {
        let variant = game.rules().variant();
        let pieces = variant.board.squares().filter_map(|square| {
            let kind = game.kind_at(square)?;
            Some(Placement { square, piece: kind.piece(), owner: kind.owner() })
        });
        Fen {
            pieces: pieces.collect(),
            turn: game.turn(),
            castling: Some(game.castling_rights()),
            en_passant: game.en_passant_square(),
            halfmove_clock: game.halfmove_clock(),
            full_move: game.full_move(),
            checks: counts_checks(variant).then(|| Player::BOTH.map(|player| game.counters(player).checks)),
        }
    }

    /// Writes all six fields, and the checks given where they are known.
    pub fn write(&self, variant: &Variant) -> String {
        let board = board_field::write(variant, |square| {
            let index = self.pieces.binary_search_by_key(&square, |placement| placement.square).ok()?;
            Some((self.pieces[index].piece, self.pieces[index].owner))
        });
        let turn = match self.turn {
            Player::White => 'w',
            Player::Black => 'b',
        };
        let castling =
            castling_field::write(variant, &self.pieces, self.castling.as_deref().unwrap_or_default());
        let en_passant = self.en_passant.map_or("-".to_owned(), |square| variant.board.name(square));
        let mut text =
            format!("{board} {turn} {castling} {en_passant} {} {}", self.halfmove_clock, self.full_move);
        if let Some([white, black]) = self.checks {
            text.push_str(&format!(" +{white}+{black}"));
        }
        text
    }

    /// The set-up a game can start from.
    pub fn setup(&self) -> Setup {
        let pieces = self.pieces.iter().map(|p| SetupPiece::new(p.square, p.piece, p.owner)).collect();
        Setup {
            turn: self.turn,
            castling: match &self.castling {
                None => CastlingField::ByUnmoved,
                Some(rights) => CastlingField::Rights(rights.clone()),
            },
            en_passant: self.en_passant,
            halfmove_clock: self.halfmove_clock,
            full_move: self.full_move,
            checks: self.checks,
            ..Setup::new(pieces)
        }
    }

    /// The fields after the en passant square: two numbers and, on either side of them, the checks.
    fn read_counters(&mut self, variant: &Variant, fields: &[Field], faults: &mut Faults) {
        let mut numbers = [NumberField::HalfmoveClock, NumberField::FullMove].into_iter();
        let mut found = [None; 2];
        for field in fields {
            let given = field.text.starts_with('+');
            if self.checks.is_none() && (given || field.text.contains('+')) {
                self.checks = if given {
                    read_checks_given(field, faults)
                } else {
                    read_checks_left(variant, field, faults)
                };
                // A fault is told once: a second such field is one too many.
                self.checks.get_or_insert([0, 0]);
            } else if let Some(which) = numbers.next() {
                found[which as usize] = read_number(which, field, faults);
            } else {
                let kind = FenFaultKind::TooManyFields { found: field.text.to_owned() };
                faults.add(field.whole(), kind);
                break;
            }
        }
        self.halfmove_clock = found[0].unwrap_or(0);
        // Some programs write 0 for the first move.
        self.full_move = found[1].unwrap_or(1).max(1);
    }
}

fn read_turn(field: &Field, faults: &mut Faults) -> Player {
    match field.text {
        "w" => Player::White,
        "b" => Player::Black,
        other => {
            faults.add(field.whole(), FenFaultKind::Side { found: other.to_owned() });
            Player::White
        }
    }
}

fn read_en_passant(variant: &Variant, field: &Field, faults: &mut Faults) -> Option<Square> {
    if field.text == "-" {
        return None;
    }
    let board = &variant.board;
    let square = board.parse(field.text).filter(|square| !board.is_hole(*square));
    if square.is_none() {
        let last = board.squares().last().map(|square| board.name(square)).unwrap_or_default();
        faults.add(field.whole(), FenFaultKind::EnPassantSquare { found: field.text.to_owned(), last });
    }
    square
}

fn read_number(which: NumberField, field: &Field, faults: &mut Faults) -> Option<u32> {
    let number = whole_number(field.text);
    if number.is_none() {
        faults.add(field.whole(), FenFaultKind::Number { field: which, found: field.text.to_owned() });
    }
    number
}

fn read_checks_given(field: &Field, faults: &mut Faults) -> Option<[u32; 2]> {
    let checks = two_numbers(field.text.strip_prefix('+').unwrap_or(field.text));
    if checks.is_none() {
        faults.add(field.whole(), FenFaultKind::Checks { found: field.text.to_owned() });
    }
    checks
}

fn read_checks_left(variant: &Variant, field: &Field, faults: &mut Faults) -> Option<[u32; 2]> {
    let Some(left) = two_numbers(field.text) else {
        faults.add(field.whole(), FenFaultKind::Checks { found: field.text.to_owned() });
        return None;
    };
    let limit = checks_that_win(variant);
    let given = limit.and_then(|limit| Some([limit.checked_sub(left[0])?, limit.checked_sub(left[1])?]));
    if given.is_none() {
        faults.add(field.whole(), FenFaultKind::RemainingChecks { found: field.text.to_owned(), limit });
    }
    given
}

fn two_numbers(text: &str) -> Option<[u32; 2]> {
    let (white, black) = text.split_once('+')?;
    Some([whole_number(white)?, whole_number(black)?])
}

/// A number from 0 to 65535 in plain digits.
fn whole_number(text: &str) -> Option<u32> {
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| text.parse::<u16>().ok()).flatten().map(u32::from)
}

/// The number of checks that wins, where a victory condition is of the form `checks >= n`.
fn checks_that_win(variant: &Variant) -> Option<u32> {
    variant.victory.iter().find_map(|condition| match &condition.expr {
        Expr::Binary(BinaryOp::GreaterEqual | BinaryOp::Equal, left, right) => match (&**left, &**right) {
            (Expr::Counter(_, Counter::Checks), Expr::Int(limit)) => u32::try_from(*limit).ok(),
            _ => None,
        },
        _ => None,
    })
}

/// Whether a condition of the game counts checks.
fn counts_checks(variant: &Variant) -> bool {
    let mut counted = false;
    for condition in variant.victory.iter().chain(&variant.draw) {
        condition.expr.walk(&mut |expr| counted |= matches!(expr, Expr::Counter(_, Counter::Checks)));
    }
    counted
}
