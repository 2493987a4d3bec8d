//! A FEN cut into its fields, and the list of faults that reading them fills.

use super::fault::{FenError, FenFault, FenFaultKind};

/// A field of a FEN and where it starts, in characters from 0.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field<'a> {
    pub text: &'a str,
    pub start: usize,
}

impl Field<'_> {
    /// The place of the whole field: start and length.
    pub fn whole(&self) -> (usize, usize) {
        (self.start, self.text.chars().count())
    }
}

/// Cuts a FEN at its white space.
pub(super) fn split(text: &str) -> Vec<Field<'_>> {
    let mut fields = Vec::new();
    let mut column = 0;
    for word in text.split_inclusive(char::is_whitespace) {
        let field = word.trim_end();
        if !field.is_empty() {
            fields.push(Field { text: field, start: column });
        }
        column += word.chars().count();
    }
    fields
}

/// The faults found so far. Only so many are kept, so that a huge text gives a readable report.
#[derive(Debug, Default)]
pub(super) struct Faults {
    list: Vec<FenFault>,
    further: usize,
}

impl Faults {
    const LIMIT: usize = 12;

    /// Notes a fault at a place (start and length in characters).
    pub fn add(&mut self, (start, length): (usize, usize), kind: FenFaultKind) {
        if self.list.len() < Faults::LIMIT {
            self.list.push(FenFault { start, length, kind });
        } else {
            self.further += 1;
        }
    }

    /// Nothing wrong, or the error that lists what is.
    pub fn finish(mut self, text: &str) -> Result<(), FenError> {
        if self.list.is_empty() {
            return Ok(());
        }
        self.list.sort_by_key(|fault| fault.start);
        Err(FenError { text: text.to_owned(), faults: self.list, further: self.further })
    }
}
