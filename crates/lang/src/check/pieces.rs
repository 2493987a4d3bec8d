//! Piece types: the blocks about a piece put together, a later block keeping what it does not state.

use nightrider_model::{CapturePatterns, FieldId, PieceId, PieceType, StateDefault, TraitId, Traits, Value};

use super::letters::{self, Wish};
use super::patterns::{PatternReader, Patterns};
use super::{Checker, PieceFacts};
use crate::ast::{Literal, Name, PieceDef, PieceMember, StateField, Text};
use crate::codes::Code;
use crate::diagnostic::Diagnostic;
use crate::span::Span;

/// A piece can have so many traits, and so many fields of state.
const MOST_MEMBERS: usize = 1_000;

impl<'a> Checker<'a> {
    /// Reads what other parts of the game need to know of the piece types: traits and state.
    pub fn piece_facts(&mut self) {
        let definitions = self.definitions;
        for entry in definitions.pieces.iter() {
            for def in &entry.thing {
                self.check_block(def);
            }
            let mut facts = PieceFacts::default();
            if let Some(traits) = last(&entry.thing, |member| match member {
                PieceMember::Traits(traits) => Some(&traits.node),
                _ => None,
            }) {
                self.traits(traits, &mut facts);
            }
            if let Some(state) = last(&entry.thing, |member| match member {
                PieceMember::State(state) => Some(&state.node),
                _ => None,
            }) {
                facts.state = self.state(state);
            }
            self.pieces.push(facts);
        }
    }

    /// Tells members that stand twice in one block.
    fn check_block(&mut self, def: &'a PieceDef) {
        let mut seen: Vec<(&str, Span)> = Vec::new();
        for member in &def.members {
            match member {
                PieceMember::Move(_) | PieceMember::Capture(_) => {}
                PieceMember::Traits(traits) => self.only_once(&mut seen, "traits", traits.span),
                PieceMember::State(state) => self.only_once(&mut seen, "state", state.span),
                PieceMember::Value(value) => self.only_once(&mut seen, "value", value.span),
                PieceMember::Symbol(symbol) => self.only_once(&mut seen, "symbol", symbol.span),
            }
        }
    }

    fn traits(&mut self, names: &[Name], facts: &mut PieceFacts) {
        let Traits { royal, jump, phase, promote, immune, explosive, castle } = &mut facts.traits;
        let mut seen: Vec<&Name> = Vec::new();
        self.not_too_many(names.len(), names.last().map(|name| name.span));
        for name in names.iter().take(MOST_MEMBERS) {
            if let Some(first) = seen.iter().find(|known| known.text == name.text) {
                let message = format!("the trait `{}` is listed twice", name.text);
                let first = first.span;
                let twice =
                    Diagnostic::new(Code::ListedTwice, name.span, message).label(first, "listed here first");
                self.diagnostics.push(twice);
                continue;
            }
            seen.push(name);
            let flag = match name.text.as_str() {
                "royal" => &mut *royal,
                "jump" => &mut *jump,
                "phase" => &mut *phase,
                "promote" => &mut *promote,
                "immune" => &mut *immune,
                "explosive" => &mut *explosive,
                "castle" => &mut *castle,
                custom => {
                    facts.custom_traits.push(TraitId(self.custom_traits.intern(custom)));
                    continue;
                }
            };
            *flag = true;
        }
    }

    fn not_too_many(&mut self, count: usize, last: Option<Span>) {
        if let Some(span) = last.filter(|_| count > MOST_MEMBERS) {
            let message = format!("a piece can have {MOST_MEMBERS} of these, and here are {count}");
            self.error(Code::TooManyDefinitions, span, message);
        }
    }

    fn state(&mut self, fields: &[StateField]) -> Vec<(FieldId, Value)> {
        let mut state: Vec<(FieldId, Value)> = Vec::new();
        self.not_too_many(fields.len(), fields.last().map(|field| field.name.span));
        for field in fields.iter().take(MOST_MEMBERS) {
            let id = FieldId(self.piece_fields.intern(&field.name.text));
            let value = match &field.value.node {
                Literal::Int(value) => Value::Int(*value),
                Literal::Bool(value) => Value::Bool(*value),
                Literal::Text(text) => Value::from(text.as_str()),
                Literal::Null => Value::Null,
            };
            if matches!(field.name.text.as_str(), "cooldown" | "frozen") && !matches!(value, Value::Int(_)) {
                let message = format!("`{}` counts turns, and must be a number", field.name.text);
                let diagnostic = Diagnostic::new(Code::WrongKind, field.value.span, message)
                    .help("write `0` for a piece that can move at once");
                self.report(diagnostic);
            }
            if state.iter().any(|(known, _)| *known == id) {
                let message = format!("the field `{}` is declared twice", field.name.text);
                self.error(Code::DefinedTwice, field.name.span, message);
            } else {
                state.push((id, value));
            }
        }
        state.sort_by_key(|(id, _)| *id);
        state
    }

    /// All piece types with their patterns.
    pub fn piece_types(&mut self) -> Vec<PieceType> {
        let definitions = self.definitions;
        let symbols: Vec<Option<&Text>> =
            definitions.pieces.iter().map(|entry| symbol_of(&entry.thing)).collect();
        let letters = self.letters(&symbols);
        let mut patterns = Patterns::new(self);
        // A cycle is told where it closes, and not again for each pattern that leads into it.
        for entry in definitions.patterns.iter() {
            let name = Name { text: entry.name.clone(), span: entry.span };
            let used = self.usage.patterns.clone();
            PatternReader::new(self, &mut patterns).check_named(&name);
            self.usage.patterns = used;
        }
        let mut pieces = Vec::new();
        for (index, (entry, letter)) in definitions.pieces.iter().zip(letters).enumerate() {
            let id = PieceId(index as u16);
            let mut reader = PatternReader::new(self, &mut patterns);
            let moves = reader.moves_of(id, entry.span);
            let captures = match reader.captures_of(id, entry.span) {
                None => CapturePatterns::SameAsMoves,
                Some(patterns) if patterns.is_empty() => CapturePatterns::None,
                Some(patterns) => CapturePatterns::Patterns(patterns),
            };
            let facts = self.pieces[index].clone();
            let symbol = symbols[index].filter(|symbol| fen_letter(&symbol.value).is_none());
            pieces.push(PieceType {
                name: entry.name.clone(),
                letter,
                symbol: symbol.map(|symbol| symbol.value.clone()),
                value: self.value(&entry.thing),
                moves,
                captures,
                traits: facts.traits,
                custom_traits: facts.custom_traits,
                state: facts.state.into_iter().map(|(field, value)| StateDefault { field, value }).collect(),
            });
        }
        pieces
    }

    /// The stated value in hundredths of a pawn.
    fn value(&mut self, blocks: &[&'a PieceDef]) -> Option<i32> {
        let int = last(blocks, |member| match member {
            PieceMember::Value(value) => Some(value),
            _ => None,
        })?;
        if !(0..=10_000).contains(&int.value) {
            let message = "a value is a number of pawns from 0 to 10000";
            self.error(Code::OutOfRange, int.span, message);
            return None;
        }
        i32::try_from(int.value * 100).ok()
    }

    fn letters(&mut self, symbols: &[Option<&Text>]) -> Vec<String> {
        let definitions = self.definitions;
        let mut wishes = Vec::new();
        for (entry, symbol) in definitions.pieces.iter().zip(symbols) {
            if let Some(symbol) = symbol {
                self.check_symbol(symbol);
            }
            let stated = symbol.and_then(|symbol| fen_letter(&symbol.value));
            wishes.push(Wish { name: entry.name.clone(), stated, layer: entry.layer });
        }
        let letters = letters::give(&wishes);
        let used: std::collections::BTreeSet<&str> = letters.iter().map(String::as_str).collect();
        let free: Vec<String> =
            ('A'..='Z').map(String::from).filter(|letter| !used.contains(letter.as_str())).take(8).collect();
        let mut holders: std::collections::BTreeMap<&str, usize> = std::collections::BTreeMap::new();
        for (index, letter) in letters.iter().enumerate() {
            let Some(&holder) = holders.get(letter.as_str()) else {
                holders.insert(letter, index);
                continue;
            };
            // Told at the symbol that was stated last.
            let (at, other) = match (symbols[index], symbols[holder]) {
                (Some(_), _) if wishes[index].stated.is_some() => (index, holder),
                _ => (holder, index),
            };
            let span = symbols[at].map_or(definitions.pieces.at(at).span, |symbol| symbol.span);
            let (name, other_name) = (&definitions.pieces.at(at).name, &definitions.pieces.at(other).name);
            let message = format!("the symbol `{letter}` of `{name}` already belongs to `{other_name}`");
            let mut diagnostic = Diagnostic::new(Code::SymbolTaken, span, message);
            if let Some(symbol) = symbols[other].filter(|symbol| fen_letter(&symbol.value).is_some()) {
                diagnostic = diagnostic.label(symbol.span, "it was taken here");
            }
            diagnostic = match free.is_empty() {
                true => diagnostic,
                false => diagnostic.help(format!("free letters: {}", free.join(", "))),
            };
            self.report(diagnostic);
        }
        letters
    }

    fn check_symbol(&mut self, symbol: &Text) {
        let text = &symbol.value;
        let count = text.chars().count();
        let plain = text.chars().all(|c| !c.is_whitespace() && !c.is_control());
        if count == 0 || !plain || count > 8 || (count > 1 && text.is_ascii()) {
            let message = "a symbol is one letter or one sign";
            let help = "as in `symbol: \"A\"` or `symbol: \"♘\"`";
            self.report(Diagnostic::new(Code::OutOfRange, symbol.span, message).help(help));
        }
    }
}

/// The letter of FEN that a symbol states, if it states one.
fn fen_letter(symbol: &str) -> Option<char> {
    let mut letters = symbol.chars();
    let letter = letters.next().filter(char::is_ascii_alphabetic)?;
    letters.as_str().is_empty().then(|| letter.to_ascii_uppercase())
}

fn symbol_of<'a>(blocks: &[&'a PieceDef]) -> Option<&'a Text> {
    last(blocks, |member| match member {
        PieceMember::Symbol(symbol) => Some(symbol),
        _ => None,
    })
}

/// The property as the last block that states it says.
fn last<'a, T>(blocks: &[&'a PieceDef], pick: impl Fn(&'a PieceMember) -> Option<T>) -> Option<T> {
    blocks.iter().rev().find_map(|def| def.members.iter().find_map(&pick))
}
