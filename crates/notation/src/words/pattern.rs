//! Movement patterns as sentences.

use nightrider_model::{BinaryOp, CapturePatterns, Compass, EventVar, Expr, Pattern, PieceType, Variant};

use super::expression::{Subject, condition};
use super::joined;

/// What a piece may do without capturing, one sentence for each alternative; empty if it cannot move.
pub fn moves(variant: &Variant, piece: &PieceType) -> Vec<String> {
    sentences(variant, &piece.moves)
}

/// How a piece captures, one sentence for each alternative; `None` if it captures as it moves.
pub fn captures(variant: &Variant, piece: &PieceType) -> Option<Vec<String>> {
    match &piece.captures {
        CapturePatterns::SameAsMoves => None,
        CapturePatterns::None => Some(Vec::new()),
        CapturePatterns::Patterns(patterns) => Some(sentences(variant, patterns)),
    }
}

fn sentences(variant: &Variant, patterns: &[Pattern]) -> Vec<String> {
    let mut alternatives = Vec::new();
    for pattern in patterns {
        flatten(pattern, &mut alternatives);
    }
    alternatives.into_iter().map(|pattern| words(variant, pattern)).collect()
}

fn flatten<'a>(pattern: &'a Pattern, into: &mut Vec<&'a Pattern>) {
    match pattern {
        Pattern::Any(parts) => parts.iter().for_each(|part| flatten(part, into)),
        other => into.push(other),
    }
}

fn words(variant: &Variant, pattern: &Pattern) -> String {
    match pattern {
        Pattern::Step { directions, distance: 1 } => format!("one square {}", towards(directions)),
        Pattern::Step { directions, distance } => {
            format!("{distance} squares {}, whatever is between", towards(directions))
        }
        Pattern::Slide { directions, max: None } => {
            format!("any number of empty squares {}", towards(directions))
        }
        Pattern::Slide { directions, max: Some(max) } => {
            format!("up to {max} empty squares {}", towards(directions))
        }
        Pattern::Leap(a, 0) | Pattern::Leap(0, a) => {
            format!("a leap of {} along a rank or file", squares(*a))
        }
        Pattern::Leap(a, b) if a == b => format!("a leap of {} along a diagonal", squares(*a)),
        Pattern::Leap(a, b) => {
            format!("a leap of {} one way and {} across", squares(*a), squares(*b))
        }
        Pattern::Hop { directions, max } => {
            let landing = match max {
                None => "to any square behind it".to_owned(),
                Some(1) => "to the square behind it".to_owned(),
                Some(max) => format!("to one of the {max} squares behind it"),
            };
            format!("{} over the first piece met, {landing}", towards(directions))
        }
        Pattern::Castle => "castling".to_owned(),
        Pattern::Promote => "one square forward, or a capture, as a promotion".to_owned(),
        Pattern::Anywhere => "to any square of the board".to_owned(),
        Pattern::Program(_) => "as its Chessembly program says".to_owned(),
        Pattern::Any(parts) => {
            let parts: Vec<String> = parts.iter().map(|part| words(variant, part)).collect();
            joined(&parts, "or")
        }
        Pattern::Then(legs) => {
            let legs: Vec<String> = legs.iter().map(|leg| nested(variant, leg)).collect();
            legs.join(", then ")
        }
        Pattern::Repeat(leg, times) => {
            format!("{}, {times} times over in one direction", nested(variant, leg))
        }
        Pattern::Where(inner, guard) => guarded(variant, inner, guard),
    }
}

/// A pattern and its guard; the commonest guards are said in plain words.
fn guarded(variant: &Variant, pattern: &Pattern, guard: &Expr) -> String {
    let mut terms = Vec::new();
    conjuncts(guard, &mut terms);
    let clear = terms.iter().any(|term| matches!(term, Expr::Clear));
    let mut text = match pattern {
        Pattern::Step { directions, distance } if clear => {
            format!("{distance} squares {}, if the way is empty", towards(directions))
        }
        _ if clear => format!("{}, if the way is empty", words(variant, pattern)),
        _ => words(variant, pattern),
    };
    let own = |piece: &Expr| matches!(piece, Expr::Event(EventVar::Piece));
    if terms.iter().any(|term| matches!(term, Expr::FirstMove(piece) if own(piece))) {
        text.push_str(", as its first move");
    }
    let said = |term: &&&Expr| match term {
        Expr::Clear => true,
        Expr::FirstMove(piece) => own(piece),
        _ => false,
    };
    let others: Vec<String> = terms
        .iter()
        .filter(|term| !said(term))
        .map(|term| condition(variant, term, Subject::Pattern))
        .collect();
    if !others.is_empty() {
        text.push_str(&format!(", where {}", joined(&others, "and")));
    }
    text
}

/// The parts of `a and b and c`.
fn conjuncts<'a>(expr: &'a Expr, into: &mut Vec<&'a Expr>) {
    match expr {
        Expr::Binary(BinaryOp::And, left, right) => {
            conjuncts(left, into);
            conjuncts(right, into);
        }
        other => into.push(other),
    }
}

fn squares(number: u8) -> String {
    if number == 1 { "1 square".to_owned() } else { format!("{number} squares") }
}

/// A pattern within another: in parentheses where it would not be told apart.
fn nested(variant: &Variant, pattern: &Pattern) -> String {
    match pattern {
        Pattern::Any(_) | Pattern::Then(_) | Pattern::Where(..) => format!("({})", words(variant, pattern)),
        other => words(variant, other),
    }
}

/// The directions as the language groups them, seen from the piece's owner.
fn towards(directions: &[Compass]) -> String {
    use Compass::{E, N, NE, NW, S, SE, SW, W};
    let groups: [(&str, &[Compass]); 6] = [
        ("in any direction", &Compass::ALL),
        ("along ranks and files", &[N, E, S, W]),
        ("along diagonals", &[NE, SE, SW, NW]),
        ("diagonally forward", &[NE, NW]),
        ("diagonally backward", &[SE, SW]),
        ("sideways", &[E, W]),
    ];
    let same = |group: &[Compass]| {
        group.len() == directions.len() && group.iter().all(|direction| directions.contains(direction))
    };
    if let Some((name, _)) = groups.iter().find(|(_, group)| same(group)) {
        return (*name).to_owned();
    }
    let names: Vec<String> = directions
        .iter()
        .map(|direction| {
            match direction {
                N => "forward",
                NE => "forward to the right",
                E => "to the right",
                SE => "backward to the right",
                S => "backward",
                SW => "backward to the left",
                W => "to the left",
                NW => "forward to the left",
            }
            .to_owned()
        })
        .collect();
    joined(&names, "or")
}
