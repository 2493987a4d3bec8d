//! From moves to texts, each unlike the others of its position.

use std::collections::{BTreeMap, BTreeSet};

use nightrider_model::{Square, Variant};

use super::shape::Shape;

/// How much a text says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Detail {
    /// The usual text.
    Usual,
    /// Castling as the king taking its partner.
    CastlingByPartner,
    /// All captures, those on the target too, also where they go without saying.
    AllCaptures,
}

/// The texts of all legal moves of a position, in the order of the moves. No two are the same.
pub(super) fn texts(variant: &Variant, shapes: &[Shape]) -> Vec<String> {
    let by_partner = castles_by_partner(variant);
    let usual = if by_partner { Detail::CastlingByPartner } else { Detail::Usual };
    let mut texts: Vec<String> = shapes.iter().map(|shape| text(variant, shape, usual)).collect();
    for detail in [Detail::CastlingByPartner, Detail::AllCaptures] {
        for index in repeated(&texts) {
            let shape = &shapes[index];
            let castling = detail == Detail::CastlingByPartner && shape.partner.is_some();
            if castling || detail == Detail::AllCaptures {
                texts[index] = text(variant, shape, detail.max(usual));
            }
        }
    }
    // What captures do not tell apart is not the clearer for them.
    let taken: BTreeSet<String> = texts.iter().cloned().collect();
    for index in repeated(&texts) {
        let short = text(variant, &shapes[index], usual);
        if !taken.contains(&short) {
            texts[index] = short;
        }
    }
    number(&mut texts);
    texts
}

/// Whether castling is always written as the king taking its partner: in games whose kings and partners
/// start anywhere.
pub(super) fn castles_by_partner(variant: &Variant) -> bool {
    variant.setup.shuffle.is_some()
}

/// The indices of texts that occur more than once.
fn repeated(texts: &[String]) -> Vec<usize> {
    let mut places: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (index, text) in texts.iter().enumerate() {
        places.entry(text).or_default().push(index);
    }
    places.into_values().filter(|indices| indices.len() > 1).flatten().collect()
}

/// Moves that differ in nothing a text can name (two ways of a Chessembly program to set the player's
/// state) are numbered from the second on: `d4d5~2`.
fn number(texts: &mut [String]) {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for index in repeated(texts) {
        let count = seen.entry(texts[index].clone()).or_default();
        *count += 1;
        if *count > 1 {
            let (moved, answers) = match texts[index].split_once('/') {
                Some((moved, answers)) => (moved.to_owned(), format!("/{answers}")),
                None => (texts[index].clone(), String::new()),
            };
            texts[index] = format!("{moved}~{count}{answers}");
        }
    }
}

fn text(variant: &Variant, shape: &Shape, detail: Detail) -> String {
    let mut text = squares(variant, shape, detail);
    if let Some(piece) = shape.becomes {
        text.push('=');
        text.push_str(&variant.piece(piece).letter);
    }
    if shape.answers.contains(&true) {
        text.push('/');
        text.extend(shape.answers.iter().map(|yes| if *yes { 'y' } else { 'n' }));
    }
    text
}

fn squares(variant: &Variant, shape: &Shape, detail: Detail) -> String {
    let name = |square: Square| variant.board.name(square);
    let mut text = name(shape.from);
    match shape.partner {
        Some(partner) if detail >= Detail::CastlingByPartner => text.push_str(&name(partner)),
        _ => {
            let captures = match detail {
                Detail::AllCaptures => shape.captures.clone(),
                Detail::Usual | Detail::CastlingByPartner => shape.captures_beside(),
            };
            // A piece that stays where it is shows that by having no target.
            if shape.to != shape.from || captures.is_empty() {
                text.push_str(&name(shape.to));
            }
            for square in captures {
                text.push('x');
                text.push_str(&name(square));
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use nightrider_model::{Board, PieceId, Setup};

    fn variant() -> Variant {
        Variant {
            name: "Test".into(),
            board: Board::new(10, 10),
            pieces: Vec::new(),
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

    /// A shape from `from to captures`, names separated by blanks.
    fn shape(words: &str) -> Shape {
        let board = Board::new(10, 10);
        let mut squares = words.split(' ').map(|name| board.parse(name).expect("a square"));
        let (from, to) = (squares.next().expect("from"), squares.next().expect("to"));
        Shape {
            from,
            to,
            captures: squares.collect(),
            quiet_about_captures: false,
            becomes: None,
            partner: None,
            answers: Vec::new(),
        }
    }

    #[track_caller]
    fn written(shapes: &[Shape], expected: &[&str]) {
        assert_eq!(texts(&variant(), shapes), expected);
    }

    #[test]
    fn plain_moves_and_captures_are_two_squares() {
        written(&[shape("a1 b10"), shape("j9 j10 j10")], &["a1b10", "j9j10"]);
    }

    #[test]
    fn captures_beside_the_target_are_named() {
        written(
            &[shape("d4 d4 e5"), shape("d4 f6 e5"), shape("d4 f6 e5 f6"), shape("d4 d4")],
            &["d4xe5", "d4f6xe5", "d4f6xe5xf6", "d4d4"],
        );
        written(&[Shape { quiet_about_captures: true, ..shape("e5 d6 d5") }], &["e5d6"]);
    }

    #[test]
    fn captures_tell_moves_apart_that_would_read_alike() {
        // A swap with a friend and the capture of a friend.
        written(&[shape("a1 a2"), shape("a1 a2 a2")], &["a1a2", "a1a2xa2"]);
        // En passant and a plain step to the same square.
        let en_passant = Shape { quiet_about_captures: true, ..shape("e5 d6 d5") };
        written(&[shape("e5 d6"), en_passant], &["e5d6", "e5d6xd5"]);
    }

    #[test]
    fn castling_is_the_kings_move_unless_that_is_another_move() {
        let castling = Shape { partner: Some(Square(9)), ..shape("e1 g1") };
        written(std::slice::from_ref(&castling), &["e1g1"]);
        written(&[castling.clone(), shape("e1 g1")], &["e1j1", "e1g1"]);
        let taking_the_partner = shape("e1 j1 j1");
        written(&[castling, shape("e1 g1"), taking_the_partner], &["e1j1", "e1g1", "e1j1xj1"]);
    }

    #[test]
    fn answers_that_are_all_no_are_not_written() {
        let answering = |answers: &[bool]| Shape { answers: answers.to_vec(), ..shape("c1 b2") };
        written(
            &[answering(&[false, false]), answering(&[false, true]), answering(&[true, false])],
            &["c1b2", "c1b2/ny", "c1b2/yn"],
        );
    }

    #[test]
    fn what_no_text_can_tell_apart_is_numbered() {
        let yes = Shape { answers: vec![true], ..shape("c1 b2") };
        written(
            &[shape("c1 b2"), shape("c1 b2"), shape("c1 b2"), yes.clone(), yes],
            &["c1b2", "c1b2~2", "c1b2~3", "c1b2/y", "c1b2~2/y"],
        );
        // Captures are only named where that helps.
        written(&[shape("c1 b2 b2"), shape("c1 b2 b2")], &["c1b2", "c1b2~2"]);
        written(&[shape("c1 b2 b2"), shape("c1 b2 b2"), shape("c1 b2")], &["c1b2xb2", "c1b2xb2~2", "c1b2"]);
    }

    #[test]
    fn a_new_type_is_named_by_its_letter() {
        let mut variant = variant();
        for letter in ["Q", "A''"] {
            variant.pieces.push(nightrider_model::PieceType {
                name: letter.into(),
                letter: letter.into(),
                symbol: None,
                value: None,
                moves: Vec::new(),
                captures: nightrider_model::CapturePatterns::None,
                traits: Default::default(),
                custom_traits: Vec::new(),
                state: Vec::new(),
            });
        }
        let becoming = |index| Shape { becomes: Some(PieceId(index)), ..shape("a9 a10") };
        assert_eq!(texts(&variant, &[becoming(0), becoming(1)]), ["a9a10=Q", "a9a10=A''"]);
    }
}
