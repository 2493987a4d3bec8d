//! Telling apart legal moves that look alike on the board: promotions, kinds of moves, answers to triggers.
//!
//! The questions come from the list of legal moves itself, so they are asked exactly where there is
//! something to decide, and no answer leads to an illegal move.

use nightrider::model::{Trigger, Variant};
use nightrider::notation::{LegalMove, LegalMoves};

/// What to do about a set of legal moves between which the player has not decided yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// Nothing is left to decide: the index of the move.
    Play(usize),
    /// The player has to decide.
    Ask(Question),
}

/// A question to the player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// What is asked.
    pub title: String,
    /// The form it takes.
    pub kind: QuestionKind,
    /// The answers, at least two.
    pub options: Vec<Choice>,
    /// The option under the cursor.
    pub picked: usize,
}

/// The form of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuestionKind {
    /// Which move: a menu.
    Move,
    /// What a piece becomes: a menu with letters.
    Promotion,
    /// Whether an optional trigger runs: the first option is yes, the second no.
    Trigger,
}

/// An answer and the moves that are left after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The answer as shown.
    pub label: String,
    /// The key that picks it, if it has one.
    pub key: Option<char>,
    /// Indices of the moves.
    pub moves: Vec<usize>,
}

/// The next step towards one of the candidates, indices into the legal moves; `None` if there is none.
pub fn narrow(variant: &Variant, moves: &LegalMoves, candidates: &[usize]) -> Option<Next> {
    let first = *candidates.first()?;
    let legal = moves.list();
    let groups = |same: &dyn Fn(&LegalMove, &LegalMove) -> bool| -> Vec<Vec<usize>> {
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for &index in candidates {
            match groups.iter_mut().find(|group| same(&legal[group[0]], &legal[index])) {
                Some(group) => group.push(index),
                None => groups.push(vec![index]),
            }
        }
        groups
    };
    // First what the piece becomes, where that is all that differs on the board.
    let on_board = |m: &LegalMove| (m.to, m.captures.clone(), m.partner);
    let boards = groups(&|a, b| on_board(a) == on_board(b));
    if boards.len() == 1 {
        let types = groups(&|a, b| a.becomes == b.becomes);
        if types.len() > 1 {
            return Some(Next::Ask(promotion(variant, legal, types)));
        }
    }
    let bases = groups(&|a, b| base(&a.text) == base(&b.text));
    if bases.len() > 1 {
        return Some(Next::Ask(menu(legal, bases)));
    }
    let asked = candidates.iter().map(|index| legal[*index].answers.len()).max().unwrap_or(0);
    for number in 0..asked {
        let says_yes = |index: &usize| legal[*index].answers.get(number) == Some(&true);
        let (yes, no): (Vec<usize>, Vec<usize>) = candidates.iter().partition(|index| says_yes(index));
        if let (Some(example), false) = (yes.first(), no.is_empty()) {
            let trigger = moves.questions(*example).get(number).copied();
            let trigger = trigger.and_then(|trigger| variant.triggers.get(trigger.index()));
            return Some(Next::Ask(trigger_question(trigger, yes, no)));
        }
    }
    Some(Next::Play(first))
}

/// A text without its answers.
fn base(text: &str) -> &str {
    text.split_once('/').map_or(text, |(moved, _)| moved)
}

fn promotion(variant: &Variant, legal: &[LegalMove], types: Vec<Vec<usize>>) -> Question {
    let option = |moves: Vec<usize>| match legal[moves[0]].becomes {
        Some(piece) => {
            let piece = variant.piece(piece);
            let key = piece.letter.chars().next().map(|letter| letter.to_ascii_lowercase());
            Choice { label: format!("{}  {}", piece.letter, piece.name), key, moves }
        }
        None => Choice { label: "stay as it is".to_owned(), key: Some('-'), moves },
    };
    Question {
        title: "Become what?".to_owned(),
        kind: QuestionKind::Promotion,
        options: types.into_iter().map(option).collect(),
        picked: 0,
    }
}

fn menu(legal: &[LegalMove], bases: Vec<Vec<usize>>) -> Question {
    let option = |(number, moves): (usize, Vec<usize>)| Choice {
        label: base(&legal[moves[0]].text).to_owned(),
        key: char::from_digit(number as u32 + 1, 10),
        moves,
    };
    Question {
        title: "Which move?".to_owned(),
        kind: QuestionKind::Move,
        options: bases.into_iter().enumerate().map(option).collect(),
        picked: 0,
    }
}

fn trigger_question(trigger: Option<&Trigger>, yes: Vec<usize>, no: Vec<usize>) -> Question {
    let title = match trigger {
        Some(Trigger { description: Some(description), .. }) => description.clone(),
        Some(trigger) => format!("{}?", trigger.name),
        None => "Yes or no?".to_owned(),
    };
    Question {
        title,
        kind: QuestionKind::Trigger,
        options: vec![
            Choice { label: "Yes".to_owned(), key: Some('y'), moves: yes },
            Choice { label: "No".to_owned(), key: Some('n'), moves: no },
        ],
        picked: 0,
    }
}
