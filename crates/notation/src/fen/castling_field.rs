//! The third field of a FEN: who may still castle with which partner.

use nightrider_model::{Board, Pattern, PieceType, Placement, Player, Square, Variant};

use super::fault::{FenFaultKind, MissingForCastling};
use super::fields::{Faults, Field};

/// Reads the castling field into the squares of the partners, White's first.
///
/// `K` and `Q` are the outermost partners to the right and left of the king; other letters name the
/// partner's file. On boards wide enough to have files k and q, `K` and `Q` keep their first meaning.
/// In a game that has no castling the letters have nothing to say and are only checked for their form.
pub(super) fn read(
    variant: &Variant,
    pieces: &[Placement],
    field: &Field,
    faults: &mut Faults,
) -> Vec<(Player, Square)> {
    let mut rights = Vec::new();
    if field.text == "-" {
        return rights;
    }
    for (index, letter) in field.text.chars().enumerate() {
        let place = (field.start + index, 1);
        let Some(right) = Right::of(letter, &variant.board) else {
            faults.add(place, FenFaultKind::CastlingLetter { letter });
            continue;
        };
        if !can_castle(variant) {
            continue;
        }
        match right.partner(variant, pieces) {
            Err(missing) => {
                let kind = FenFaultKind::NoCastlingPartner { letter, player: right.player, missing };
                faults.add(place, kind);
            }
            Ok(square) if rights.contains(&(right.player, square)) => {
                faults.add(place, FenFaultKind::RepeatedCastling { letter });
            }
            Ok(square) => rights.push((right.player, square)),
        }
    }
    rights.sort_by_key(|(player, square)| (player.index(), *square));
    rights
}

/// Writes the castling field of rights still held: `KQkq` where the partners are the outermost ones of
/// their king's rank, else the letters of their files.
pub(super) fn write(variant: &Variant, pieces: &[Placement], rights: &[(Player, Square)]) -> String {
    let board = &variant.board;
    let mut sorted = rights.to_vec();
    sorted.sort_by_key(|(player, square)| (player.index(), std::cmp::Reverse(board.file(*square)), *square));
    let mut text = String::new();
    for (player, square) in sorted {
        let side = [('K', Towards::Right), ('Q', Towards::Left)]
            .into_iter()
            .find(|(_, towards)| Right { player, towards: *towards }.partner(variant, pieces) == Ok(square));
        let letter = side.map_or((b'A' + board.file(square)) as char, |(letter, _)| letter);
        text.push(match player {
            Player::White => letter,
            Player::Black => letter.to_ascii_lowercase(),
        });
    }
    if text.is_empty() { "-".to_owned() } else { text }
}

struct Right {
    player: Player,
    towards: Towards,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Towards {
    Right,
    Left,
    File(u8),
}

impl Right {
    fn of(letter: char, board: &Board) -> Option<Right> {
        let player = match letter {
            'A'..='Z' => Player::White,
            'a'..='z' => Player::Black,
            _ => return None,
        };
        let towards = match letter.to_ascii_lowercase() {
            'k' => Towards::Right,
            'q' => Towards::Left,
            file => Towards::File(file as u8 - b'a'),
        };
        let exists = !matches!(towards, Towards::File(file) if file >= board.width);
        exists.then_some(Right { player, towards })
    }

    fn partner(&self, variant: &Variant, pieces: &[Placement]) -> Result<Square, MissingForCastling> {
        let board = &variant.board;
        let own = || pieces.iter().filter(|placement| placement.owner == self.player);
        let mut castlers = own().filter(|p| is_castler(variant.piece(p.piece))).peekable();
        if castlers.peek().is_none() {
            return Err(MissingForCastling::Castler);
        }
        let fits = |king: Square, partner: Square| match self.towards {
            _ if board.rank(king) != board.rank(partner) || king == partner => false,
            Towards::Right => partner > king,
            Towards::Left => partner < king,
            Towards::File(file) => board.file(partner) == file,
        };
        for king in castlers {
            let partners = own().filter(|p| variant.piece(p.piece).traits.castle).map(|p| p.square);
            let fitting = partners.filter(|partner| fits(king.square, *partner));
            let outermost = if self.towards == Towards::Left { fitting.min() } else { fitting.max() };
            if let Some(square) = outermost {
                return Ok(square);
            }
        }
        Err(match self.towards {
            Towards::Right => MissingForCastling::PartnerTowards("right"),
            Towards::Left => MissingForCastling::PartnerTowards("left"),
            Towards::File(file) => MissingForCastling::PartnerOnFile((b'a' + file) as char),
        })
    }
}

/// Whether castling can happen in a game at all.
fn can_castle(variant: &Variant) -> bool {
    variant.rules.castling.enabled
        && variant.pieces.iter().any(is_castler)
        && variant.pieces.iter().any(|piece| piece.traits.castle)
}

fn is_castler(piece: &PieceType) -> bool {
    piece.patterns().any(holds_castle)
}

fn holds_castle(pattern: &Pattern) -> bool {
    match pattern {
        Pattern::Castle => true,
        Pattern::Any(parts) | Pattern::Then(parts) => parts.iter().any(holds_castle),
        Pattern::Repeat(part, _) | Pattern::Where(part, _) => holds_castle(part),
        _ => false,
    }
}
