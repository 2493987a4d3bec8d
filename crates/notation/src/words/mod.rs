//! A game in words: movement, conditions and actions as sentences and in the language's own terms.

mod action;
mod end;
mod expression;
mod fact;
mod pattern;
mod stop;
mod why;

pub use action::{TriggerWords, trigger};
pub use end::end;
pub use expression::{Subject, condition};
pub use fact::{piece_fact, trigger_fact};
pub use pattern::{captures, moves};
pub use stop::program_stop;
pub use why::{why_not, why_not_name};

/// `a`, `a and b`, `a, b and c`.
pub(crate) fn joined(words: &[String], last: &str) -> String {
    match words {
        [] => String::new(),
        [word] => word.clone(),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}
