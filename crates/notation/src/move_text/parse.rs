//! The form of a move text, before it is looked up among the legal moves.

use nightrider_model::{Board, Square};

/// The parts of a move text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Parsed {
    pub from: Square,
    /// `None` in `d4xe5`: the piece stays.
    pub to: Option<Square>,
    pub captures: Vec<Square>,
    /// In upper case, with its apostrophes.
    pub becomes: Option<String>,
    /// The number of a move that is one of several alike, from 1.
    pub number: usize,
    pub answers: Vec<bool>,
}

/// Takes a text apart. `None` if it is not of the form of a move on this board.
pub(super) fn parse(board: &Board, text: &str) -> Option<Parsed> {
    let (moved, answers) = match text.split_once('/') {
        Some((moved, answers)) => (moved, read_answers(answers)?),
        None => (text, Vec::new()),
    };
    let (moved, number) = match moved.split_once('~') {
        Some((moved, number)) => (moved, number.parse().ok().filter(|number| *number > 1)?),
        None => (moved, 1),
    };
    let mut rest = moved;
    let from = take_square(board, &mut rest)?;
    let to = take_square(board, &mut rest);
    let mut captures = Vec::new();
    while let Some(after) = rest.strip_prefix('x') {
        let mut after = after;
        // An `x` that no square follows may be the letter of a piece: `a7a8x`.
        let Some(square) = take_square(board, &mut after) else { break };
        captures.push(square);
        rest = after;
    }
    if to.is_none() && captures.is_empty() {
        return None;
    }
    let letter = rest.strip_prefix('=').unwrap_or(rest);
    let is_letter = letter.starts_with(|c: char| c.is_ascii_alphabetic())
        && letter[1..].bytes().all(|byte| byte == b'\'');
    let becomes = match rest {
        "" => None,
        _ if is_letter => Some(letter.to_ascii_uppercase()),
        _ => return None,
    };
    Some(Parsed { from, to, captures, becomes, number, answers })
}

fn read_answers(text: &str) -> Option<Vec<bool>> {
    let answers: Option<Vec<bool>> = text
        .chars()
        .map(|letter| match letter {
            'y' => Some(true),
            'n' => Some(false),
            _ => None,
        })
        .collect();
    answers.filter(|answers| !answers.is_empty())
}

/// Takes the name of a square off the front, with as many digits as make a rank of the board.
fn take_square(board: &Board, text: &mut &str) -> Option<Square> {
    let digits = text.bytes().skip(1).take(2).take_while(u8::is_ascii_digit).count();
    // The longest name first: `a10` is one square where there is a tenth rank.
    for length in (2..=1 + digits).rev() {
        if let Some(square) = text.get(..length).and_then(|name| board.parse(name)) {
            *text = &text[length..];
            return Some(square);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let board = Board::new(10, 10);
        let shown = parse(&board, text).map_or("no move".to_owned(), |parsed| {
            let name = |square: Square| board.name(square);
            let mut shown = format!("{}-{}", name(parsed.from), parsed.to.map_or("stays".into(), name));
            shown.extend(parsed.captures.iter().map(|square| format!(" takes {}", name(*square))));
            shown.extend(parsed.becomes.map(|letter| format!(" becomes {letter}")));
            if parsed.number > 1 {
                shown.push_str(&format!(" number {}", parsed.number));
            }
            shown.extend(parsed.answers.iter().map(|yes| if *yes { " yes" } else { " no" }));
            shown
        });
        assert_eq!(shown, expected, "{text}");
    }

    #[test]
    fn texts_of_moves() {
        check("e2e4", "e2-e4");
        check("a10j10", "a10-j10");
        check("a1b10", "a1-b10");
        check("e7e8=Q", "e7-e8 becomes Q");
        check("e7e8q", "e7-e8 becomes Q");
        check("e7e8=a''", "e7-e8 becomes A''");
        check("e7e8x", "e7-e8 becomes X");
        check("d4xe5", "d4-stays takes e5");
        check("d4f6xe5", "d4-f6 takes e5");
        check("d4f6xe5xf6=N/yn", "d4-f6 takes e5 takes f6 becomes N yes no");
        check("c1b2~3/y", "c1-b2 number 3 yes");
    }

    #[test]
    fn other_texts() {
        for text in [
            "", "e", "e2", "hello", "e2e", "e2e11", "k1a1", "e2-e4", "e2e4=", "e2e4=QQ", "e2e4=5", "e2x",
            "e2e4/", "e2e4/x", "e2e4~1", "e2e4~", "E2E4", " e2e4", "é2é4", "e2e4=é", "O-O", "0000",
            "e2e4Q'x",
        ] {
            check(text, "no move");
        }
    }
}
