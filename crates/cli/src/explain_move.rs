//! `nightrider run GAME --explain MOVE`: what a legal move does, or why a move is not legal.

use std::io::Write;

use nightrider::engine::{Game, LogEntry, WhyNot};
use nightrider::model::{Player, Square};
use nightrider::notation::words::{program_stop, why_not, why_not_name};
use nightrider::notation::{LegalMoves, MoveTextError, MoveTextErrorKind, find_san, san};
use nightrider::record::{Entry, Outcome};
use serde::Serialize;

use crate::account::{Detail, lines_of, outcome};
use crate::failure::Failure;
use crate::reason::in_words;
use crate::terminal::{Style, stdout_style};

/// The answer to the question.
#[derive(Serialize)]
#[serde(untagged)]
pub enum Explanation {
    /// What the move does.
    Legal(Box<Deed>),
    /// Why it is not legal.
    Illegal(Refusal),
}

/// What a legal move does.
#[derive(Serialize)]
pub struct Deed {
    r#move: String,
    legal: bool,
    san: String,
    player: Player,
    piece: String,
    from: String,
    to: String,
    captures: Vec<Victim>,
    becomes: Option<String>,
    castles_with: Option<String>,
    /// The optional triggers that ask, with the answers.
    questions: Vec<Question>,
    check: bool,
    events: Vec<Entry>,
    result: Option<Outcome>,
    #[serde(skip)]
    lines: Vec<String>,
}

#[derive(Serialize)]
struct Victim {
    square: String,
    r#type: String,
    owner: Player,
}

#[derive(Serialize)]
struct Question {
    trigger: String,
    answer: bool,
}

/// Why a move is not legal.
#[derive(Serialize)]
pub struct Refusal {
    r#move: String,
    legal: bool,
    /// A name for programs.
    reason: &'static str,
    /// A sentence.
    why: String,
    /// Where the Chessembly programs of the piece stopped on the way, the likeliest reason first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    chains: Vec<String>,
    /// What triggers and scripts would have done before the move was judged.
    events: Vec<Entry>,
    /// The legal moves of the piece.
    piece_moves: Vec<String>,
    /// The legal moves nearest to the text.
    nearest: Vec<String>,
    #[serde(skip)]
    lines: Vec<String>,
}

/// Explains the move that a text names.
///
/// # Errors
/// If the text cannot be read as a move at all.
pub fn explain(game: &Game, text: &str) -> Result<Explanation, Failure> {
    let legal = LegalMoves::of(game);
    match legal.find(text) {
        Ok(index) => Ok(Explanation::Legal(Box::new(deed(game, &legal, index)))),
        Err(error) => match find_san(game, &legal, text) {
            Some(index) => Ok(Explanation::Legal(Box::new(deed(game, &legal, index)))),
            None => refusal(game, &legal, error).map(Explanation::Illegal),
        },
    }
}

impl Explanation {
    /// Prints it for people.
    pub fn write(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let Style { strong, faint, plain, .. } = stdout_style();
        match self {
            Explanation::Legal(deed) => {
                writeln!(out, "{strong}{} is legal.{plain}", deed.r#move)?;
                for line in &deed.lines {
                    writeln!(out, "{line}")?;
                }
            }
            Explanation::Illegal(refusal) => {
                writeln!(out, "{strong}{} is not legal:{plain} {}.", refusal.r#move, refusal.why)?;
                for line in &refusal.lines {
                    writeln!(out, "{faint}{line}{plain}")?;
                }
            }
        }
        Ok(())
    }
}

fn deed(game: &Game, legal: &LegalMoves, index: usize) -> Deed {
    let variant = game.rules().variant();
    let board = &variant.board;
    let chosen = &legal.list()[index];
    let mut after = game.clone();
    // It is one of the legal moves.
    let _ = after.play(chosen.mv);
    let ply = after.history().last();
    let events = ply.map_or(&[][..], |ply| &ply.events);
    let captured = ply.map_or(&[][..], |ply| &ply.captured);
    let piece = game.kind_at(chosen.from).map(|kind| variant.piece(kind.piece()).name.clone());
    let triggers: Vec<String> = legal
        .questions(index)
        .into_iter()
        .filter_map(|id| Some(variant.triggers.get(id.index())?.name.clone()))
        .collect();
    let questions = triggers
        .into_iter()
        .zip(chosen.answers.iter().copied().chain(std::iter::repeat(false)))
        .map(|(trigger, answer)| Question { trigger, answer })
        .collect();
    let mut deed = Deed {
        r#move: chosen.text.clone(),
        legal: true,
        san: san(game, legal, index),
        player: game.turn(),
        piece: piece.unwrap_or_default(),
        from: board.name(chosen.from),
        to: board.name(chosen.to),
        captures: captured
            .iter()
            .map(|(square, kind)| Victim {
                square: board.name(*square),
                r#type: variant.piece(kind.piece()).name.clone(),
                owner: kind.owner(),
            })
            .collect(),
        becomes: chosen.becomes.map(|piece| variant.piece(piece).name.clone()),
        castles_with: chosen.partner.map(|square| board.name(square)),
        questions,
        check: ply.is_some_and(|ply| ply.gave_check),
        events: events.iter().map(|entry| Entry::of(variant, entry)).collect(),
        result: after.result().map(Outcome::of),
        lines: Vec::new(),
    };
    deed.lines = deed_lines(&deed, game, &after, events);
    deed
}

fn deed_lines(deed: &Deed, game: &Game, after: &Game, events: &[LogEntry]) -> Vec<String> {
    let variant = game.rules().variant();
    let Deed { piece, from, to, .. } = deed;
    let mut lines = Vec::new();
    let player = deed.player.name();
    let mut first = match (&deed.castles_with, from == to) {
        (Some(partner), _) => format!("{player}'s {piece} castles with the piece on {partner}"),
        (None, true) => format!("{player}'s {piece} stays on {from}"),
        (None, false) => format!("{player}'s {piece} goes from {from} to {to}"),
    };
    let victims: Vec<String> = deed
        .captures
        .iter()
        .map(|victim| format!("{}'s {} on {}", victim.owner.name(), victim.r#type, victim.square))
        .collect();
    if !victims.is_empty() {
        first.push_str(&format!(" and captures {}", victims.join(", ")));
    }
    if let Some(becomes) = &deed.becomes {
        first.push_str(&format!(", becoming a {becomes}"));
    }
    lines.push(format!("{first}."));
    for question in &deed.questions {
        let answer = if question.answer { "yes" } else { "no" };
        lines.push(format!("{} asks, and the answer is {answer}.", question.trigger));
    }
    lines.extend(lines_of(variant, events, Detail::Everything).into_iter().map(|line| format!("  {line}")));
    if let (Some(from), Some(to)) = (variant.board.parse(from), variant.board.parse(to))
        && from != to
        && deed.castles_with.is_none()
        && [from, to].iter().all(|square| after.kind_at(*square) == game.kind_at(*square))
        && events.iter().any(|entry| matches!(entry, LogEntry::Trigger { .. } | LogEntry::Script { .. }))
    {
        lines.push(format!("The move is taken back: the {piece} stands on {} again.", deed.from));
    }
    if deed.check {
        lines.push("It gives check.".to_owned());
    }
    match after.result() {
        Some(result) => lines.push(format!("It ends the game. {}.", outcome(variant, result))),
        None if after.turn() == deed.player => {
            lines.push(format!("{player} is to move again."));
        }
        None => {}
    }
    lines
}

fn refusal(game: &Game, legal: &LegalMoves, error: MoveTextError) -> Result<Refusal, Failure> {
    let variant = game.rules().variant();
    let attempt = legal.attempt(&error.text);
    let mut events: &[LogEntry] = &[];
    let mut chains = Vec::new();
    let trial;
    let (reason, why) = match &error.kind {
        MoveTextErrorKind::Form | MoveTextErrorKind::OffTheBoard { .. } => {
            return Err(Failure::Input(error.to_string()));
        }
        MoveTextErrorKind::GameOver(_) => {
            let how = game.result().map(|result| in_words(variant, result)).unwrap_or_default();
            ("game_over", format!("the game is over ({how})"))
        }
        MoveTextErrorKind::NoPromotion => {
            ("promotion", "the piece becomes another there, and the text does not say which".to_owned())
        }
        MoveTextErrorKind::Ambiguous => {
            ("ambiguous", "the text could be more than one legal move".to_owned())
        }
        MoveTextErrorKind::Answers(_) => answered(game, legal, &error),
        MoveTextErrorKind::Illegal(_) => match attempt {
            None => (
                "no_such_piece",
                format!("the game has no piece with the letter that `{}` names", error.text),
            ),
            Some(attempt) => match game.why_not(attempt) {
                Some(why) => {
                    trial = game.trial_events(attempt);
                    events = &trial;
                    if !is_of_the_player(&why) {
                        let stops = game.program_stops(attempt);
                        chains =
                            stops.iter().take(MOST_CHAINS).map(|stop| program_stop(game, stop)).collect();
                    }
                    (why_not_name(&why), why_not(game, attempt, &why))
                }
                None => {
                    ("other_form", "the piece can go there, but does not take what the text says".to_owned())
                }
            },
        },
    };
    let piece_moves = attempt.map_or_else(Vec::new, |attempt| moves_of(legal, attempt.from));
    let mut lines: Vec<String> = chains.iter().map(|stop| format!("Of its program, {stop}.")).collect();
    if events.iter().any(|entry| !matches!(entry, LogEntry::Event { .. } | LogEntry::Considered { .. })) {
        lines.push("Before it is judged, this happens:".to_owned());
        let told = lines_of(variant, events, Detail::Everything);
        lines.extend(told.into_iter().map(|line| format!("  {line}")));
    }
    match (piece_moves.is_empty(), error.nearest.is_empty()) {
        (false, _) => lines.push(format!("Legal moves of this piece: {}", piece_moves.join(" "))),
        (true, false) => lines.push(format!("The nearest legal moves: {}", error.nearest.join(" "))),
        (true, true) => {}
    }
    Ok(Refusal {
        r#move: error.text.chars().take(40).flat_map(char::escape_debug).collect(),
        legal: false,
        reason,
        why,
        chains,
        events: events.iter().map(|entry| Entry::of(variant, entry)).collect(),
        piece_moves,
        nearest: error.nearest,
        lines,
    })
}

/// More chains are not told.
const MOST_CHAINS: usize = 3;

/// Whether a reason lies before any question of how the piece moves.
fn is_of_the_player(why: &WhyNot) -> bool {
    matches!(
        why,
        WhyNot::GameOver
            | WhyNot::OffTheBoard
            | WhyNot::NoPiece
            | WhyNot::NotYours
            | WhyNot::Resting { .. }
            | WhyNot::Held { .. }
            | WhyNot::RoyalAttacked { .. }
            | WhyNot::LosesRoyal
            | WhyNot::GivesCheck
            | WhyNot::MustCapture
            | WhyNot::Promotion { .. }
    )
}

/// Why a legal move is not legal with the answers of a text.
fn answered(game: &Game, legal: &LegalMoves, error: &MoveTextError) -> (&'static str, String) {
    let variant = game.rules().variant();
    let answers = legal.answers(&error.text).unwrap_or_default();
    let similar = error.nearest.iter().filter_map(|text| legal.find(text).ok()).max_by_key(|index| {
        let listed = &legal.list()[*index];
        (listed.answers.len(), std::cmp::Reverse(*index))
    });
    let Some(index) = similar else { return ("answers", error.problem()) };
    let asked: Vec<String> = legal
        .questions(index)
        .into_iter()
        .filter_map(|id| Some(variant.triggers.get(id.index())?.name.clone()))
        .collect();
    if let Some((attempt, why)) = legal.why_not_answered(&error.text, &error.nearest) {
        return (why_not_name(&why), format!("with these answers {}", why_not(game, attempt, &why)));
    }
    let why = match asked.as_slice() {
        [] => "no optional trigger asks anything when this move is made".to_owned(),
        [one] => format!(
            "one trigger asks when this move is made, {one}, and the text gives {} answers",
            answers.len()
        ),
        several => format!(
            "the triggers that ask when this move is made are {}, and the text gives {} answers",
            several.join(", "),
            answers.len()
        ),
    };
    ("answers", why)
}

fn moves_of(legal: &LegalMoves, from: Square) -> Vec<String> {
    let mut texts: Vec<String> =
        legal.list().iter().filter(|found| found.from == from).map(|found| found.text.clone()).collect();
    texts.sort_unstable();
    texts
}
