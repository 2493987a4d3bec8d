//! Why a move is not legal, as a sentence.

use nightrider_engine::{Attempt, Game, WhyNot};
use nightrider_model::Square;

use super::expression::{Subject, condition};
use super::joined;

/// The name of a reason, for programs.
pub fn why_not_name(why: &WhyNot) -> &'static str {
    match why {
        WhyNot::GameOver => "game_over",
        WhyNot::OffTheBoard => "off_the_board",
        WhyNot::NoPiece => "no_piece",
        WhyNot::NotYours => "not_yours",
        WhyNot::Resting { .. } => "resting",
        WhyNot::Held { .. } => "held",
        WhyNot::Closed { .. } => "closed",
        WhyNot::OwnPiece => "own_piece",
        WhyNot::Immune => "immune",
        WhyNot::TakesNothingThere => "takes_nothing_there",
        WhyNot::OnlyTakesThere => "only_takes_there",
        WhyNot::WayBlocked { .. } => "way_blocked",
        WhyNot::Condition(_) => "condition",
        WhyNot::Conditions => "conditions",
        WhyNot::OutOfReach => "out_of_reach",
        WhyNot::NoCastlingRight => "no_castling_right",
        WhyNot::CastlingThroughAttack => "castling_through_attack",
        WhyNot::Promotion { .. } => "promotion",
        WhyNot::RoyalAttacked { .. } => "royal_attacked",
        WhyNot::LosesRoyal => "loses_royal",
        WhyNot::GivesCheck => "gives_check",
        WhyNot::MustCapture => "must_capture",
        WhyNot::NoRoom => "no_room",
    }
}

/// A reason as a clause without a full stop, such as `the king on e1 would be attacked by the rook on e8`.
pub fn why_not(game: &Game, attempt: Attempt, why: &WhyNot) -> String {
    let variant = game.rules().variant();
    let name = |square: Square| variant.board.name(square);
    let effect = |id: nightrider_model::EffectId| {
        variant.effects.get(id.index()).map_or("effect", |effect| effect.name.as_str())
    };
    let piece = |square: Square| match game.kind_at(square) {
        Some(kind) => format!("the {} on {}", variant.piece(kind.piece()).name, name(square)),
        None => format!("the piece on {}", name(square)),
    };
    let all =
        |squares: &[Square]| joined(&squares.iter().map(|square| piece(*square)).collect::<Vec<_>>(), "and");
    let (from, to) = (name(attempt.from), name(attempt.to));
    // What stands somewhere after the move, which may be something else than before.
    let there = |&(square, piece): &(Square, nightrider_model::PieceId)| {
        format!("the {} on {}", variant.piece(piece).name, name(square))
    };
    match why {
        WhyNot::GameOver => "the game is over".to_owned(),
        WhyNot::OffTheBoard => "there is no such square on this board".to_owned(),
        WhyNot::NoPiece => format!("{from} is empty"),
        WhyNot::NotYours => {
            let owner = game.turn().opponent().name();
            format!("{} is {owner}'s, and it is {}'s turn", piece(attempt.from), game.turn().name())
        }
        WhyNot::Resting { field, count } => {
            let field = variant.piece_fields.get(field.index()).map_or("state", String::as_str);
            format!("{} has to rest: its {field} is {count}", piece(attempt.from))
        }
        WhyNot::Held { effect: id, owner } => {
            format!("{}'s {} holds {}", owner.name(), effect(*id), piece(attempt.from))
        }
        WhyNot::Closed { square, effect: id, owner } => {
            format!("{}'s {} on {} closes the way", owner.name(), effect(*id), name(*square))
        }
        WhyNot::OwnPiece => format!("{} is its own player's", piece(attempt.to)),
        WhyNot::Immune => format!("{} cannot be captured", piece(attempt.to)),
        WhyNot::TakesNothingThere => {
            format!("{} goes to {to} only when it is empty", piece(attempt.from))
        }
        WhyNot::OnlyTakesThere => {
            format!("{} goes to {to} only to capture", piece(attempt.from))
        }
        WhyNot::WayBlocked { by } => match by.as_slice() {
            [_] => format!("{} is in the way", all(by)),
            _ => format!("{} are in the way", all(by)),
        },
        WhyNot::Condition(expr) => {
            format!(
                "{} may go there only where {}",
                piece(attempt.from),
                condition(variant, expr, Subject::Pattern)
            )
        }
        WhyNot::Conditions => {
            format!("the conditions for {} to go there do not hold", piece(attempt.from))
        }
        WhyNot::OutOfReach => format!("{} does not move like that", piece(attempt.from)),
        WhyNot::NoCastlingRight => "the right to castle there is lost".to_owned(),
        WhyNot::CastlingThroughAttack => {
            "castling out of, through or into an attack is not allowed".to_owned()
        }
        WhyNot::Promotion { choices } if choices.is_empty() => {
            format!("{} does not promote there", piece(attempt.from))
        }
        WhyNot::Promotion { choices } => {
            let choices: Vec<String> = choices.iter().map(|id| variant.piece(*id).name.clone()).collect();
            format!("{} must become {} there", piece(attempt.from), joined(&choices, "or"))
        }
        WhyNot::RoyalAttacked { royal, by } if by.is_empty() => {
            format!("{} would be attacked", there(royal))
        }
        WhyNot::RoyalAttacked { royal, by } => {
            let by: Vec<String> = by.iter().map(there).collect();
            format!("{} would be attacked by {}", there(royal), joined(&by, "and"))
        }
        WhyNot::LosesRoyal => {
            let explodes =
                game.kind_at(attempt.to).is_some_and(|kind| variant.piece(kind.piece()).traits.explosive);
            let what = if explodes { "the explosion" } else { "it" };
            format!("{what} would cost {} its royal piece", game.turn().name())
        }
        WhyNot::GivesCheck => "giving check is not allowed in this game".to_owned(),
        WhyNot::MustCapture => "a capture is possible, and captures are compulsory here".to_owned(),
        WhyNot::NoRoom => format!("nothing makes room on {to}"),
    }
}
