//! Short algebraic notation, for people: `Nf3`, `exd5`, `O-O`, `e8=Q+`.

use nightrider_engine::Game;
use nightrider_model::Variant;

use crate::move_text::{LegalMove, LegalMoves};

/// The SAN of a legal move, with `+` for check and `#` for checkmate.
///
/// Moves that SAN has no words for (captures beside the target, swaps that look like another move) are
/// written as the piece's letter and the move text.
pub fn san(game: &Game, legal: &LegalMoves, index: usize) -> String {
    let mut text = san_without_check(game, legal, index);
    let mut after = game.clone();
    if let Some(mv) = legal.list().get(index)
        && after.play(mv.mv).is_ok()
    {
        let mated = after.result().is_some_and(|result| result.reason.text() == "checkmate");
        if mated {
            text.push('#');
        } else if after.history().last().is_some_and(|ply| ply.gave_check) {
            text.push('+');
        }
    }
    text
}

/// The index of the legal move that a SAN names, checks and mates being optional. `None` if it names none
/// or several.
pub fn find_san(game: &Game, legal: &LegalMoves, text: &str) -> Option<usize> {
    let wanted = text.trim_end_matches(['+', '#', '!', '?']).replace('0', "O");
    let mut found = (0..legal.list().len()).filter(|index| {
        let san = san_without_check(game, legal, *index);
        san == wanted || san == text.trim_end_matches(['+', '#', '!', '?'])
    });
    let first = found.next()?;
    found.next().is_none().then_some(first)
}

/// The SAN without the marks of check and mate. Empty if there is no such move.
pub fn san_without_check(game: &Game, legal: &LegalMoves, index: usize) -> String {
    let variant = game.rules().variant();
    let Some(mv) = legal.list().get(index) else { return String::new() };
    let letter_of = |other: &LegalMove| {
        let piece = game.piece_at(other.from).map(|view| view.piece);
        piece.map_or("", |piece| variant.piece(piece).letter.as_str())
    };
    let letter = letter_of(mv);
    // Pawns go without their letter.
    let shown = if letter == "P" { "" } else { letter };
    let answers = mv.text.find('/').map_or("", |slash| &mv.text[slash..]);
    if let Some(partner) = mv.partner {
        let board = &variant.board;
        let short = board.file(partner) > board.file(mv.from);
        let text = if short { "O-O" } else { "O-O-O" };
        let twice = legal.list().iter().filter(|other| {
            other.from == mv.from
                && other.partner.is_some_and(|p| (board.file(p) > board.file(other.from)) == short)
        });
        if twice.count() == 1 {
            return text.to_owned() + answers;
        }
    }
    let usual = |other: &LegalMove| {
        let beside = other.captures.iter().any(|square| *square != other.to);
        other.partner.is_none()
            && (!beside || other.captures.len() == 1 && other.text == plain(variant, other))
    };
    if !usual(mv) {
        return format!("{shown}{}", mv.text);
    }
    let alike: Vec<&LegalMove> = legal
        .list()
        .iter()
        .filter(|other| {
            other.from != mv.from && other.to == mv.to && letter_of(other) == letter && usual(other)
        })
        .collect();
    let name = variant.board.name(mv.from);
    let (file, rank) = name.split_at(1);
    let same = |test: &dyn Fn(&LegalMove) -> bool| alike.iter().any(|other| test(other));
    let board = &variant.board;
    let capture = !mv.captures.is_empty();
    let from = if shown.is_empty() && capture {
        // Pawns that capture always name their file.
        let rank_needed = same(&|other| board.file(other.from) == board.file(mv.from));
        if rank_needed { name.as_str() } else { file }
    } else if alike.is_empty() {
        ""
    } else if !same(&|other| board.file(other.from) == board.file(mv.from)) {
        file
    } else if !same(&|other| board.rank(other.from) == board.rank(mv.from)) {
        rank
    } else {
        name.as_str()
    };
    let takes = if capture { "x" } else { "" };
    let becomes = mv.becomes.map_or(String::new(), |piece| format!("={}", variant.piece(piece).letter));
    let text = format!("{shown}{from}{takes}{}{becomes}{answers}", board.name(mv.to));
    // What still reads like another move (a swap and a capture, say) is told apart by the move text.
    let twin = legal.list().iter().enumerate().any(|(other, candidate)| {
        other != index
            && candidate.from == mv.from
            && candidate.to == mv.to
            && candidate.becomes == mv.becomes
            && candidate.answers == mv.answers
            && candidate.captures.is_empty() == mv.captures.is_empty()
    });
    if twin { format!("{shown}{}", mv.text) } else { text }
}

/// From and to, as the text of a plain move or an en passant capture begins.
fn plain(variant: &Variant, mv: &LegalMove) -> String {
    format!("{}{}", variant.board.name(mv.from), variant.board.name(mv.to))
}
