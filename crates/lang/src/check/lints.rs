//! Lints: what a game defines and never uses, and what can never happen.

use nightrider_model::Variant;

use super::Checker;
use super::ends::EndsRead;

impl Checker<'_> {
    /// Everything worth a warning in a game without errors.
    pub fn lints(&mut self, _variant: &Variant, _ends: &EndsRead) {}
}
