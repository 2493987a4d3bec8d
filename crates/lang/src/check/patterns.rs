//! Movement patterns: names replaced by what they stand for, directions spelt out, guards checked.

use nightrider_model::{EventVar, Expr, Pattern, PieceId};

use super::Checker;
use super::reader::Reader;
use super::scope::{Entity, Place, Scope};
use super::sets::compass;
use super::usage::Role;
use crate::ast::{self, AtomKind, CaptureRule, Int, Name, PieceMember, Which};
use crate::chessembly;
use crate::codes::Code;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::span::Span;

/// A pattern with all names replaced may have so many parts; nobody writes such a thing, but patterns that
/// name each other twice over grow like that.
const MOST_PARTS: usize = 20_000;

/// All pieces of a game together may have so many.
const MOST_PARTS_OF_ALL: usize = 300_000;

/// The lowered patterns of a game.
pub(crate) struct Patterns {
    /// Parts of all pieces so far.
    total: usize,
    named: Vec<Slot<(Pattern, usize)>>,
    moves: Vec<Slot<(Vec<Pattern>, usize)>>,
    captures: Vec<Slot<(Option<Vec<Pattern>>, usize)>>,
}

/// How far something that can name others has been read.
#[derive(Clone)]
enum Slot<T> {
    New,
    Open,
    Done(T),
}

impl Patterns {
    /// Nothing read yet.
    pub fn new(checker: &Checker<'_>) -> Patterns {
        let pieces = checker.definitions.pieces.len();
        Patterns {
            total: 0,
            named: vec![Slot::New; checker.definitions.patterns.len()],
            moves: vec![Slot::New; pieces],
            captures: vec![Slot::New; pieces],
        }
    }
}

/// Reads patterns; `owner` is the piece whose block they stand in, if they stand in one.
pub(crate) struct PatternReader<'c, 'a> {
    pub game: &'c mut Checker<'a>,
    pub patterns: &'c mut Patterns,
    owner: Option<PieceId>,
    /// Whether the pattern is one of captures only.
    captures: bool,
    parts: usize,
    depth: usize,
}

impl<'c, 'a> PatternReader<'c, 'a> {
    /// A reader of the patterns of a game.
    pub fn new(game: &'c mut Checker<'a>, patterns: &'c mut Patterns) -> PatternReader<'c, 'a> {
        PatternReader { game, patterns, owner: None, captures: false, parts: 0, depth: 0 }
    }

    /// The `move` lines of a piece, from the last block that has any.
    pub fn moves_of(&mut self, piece: PieceId, used_at: Span) -> Vec<Pattern> {
        let index = piece.index();
        match &self.patterns.moves[index] {
            Slot::Done((_, parts)) => {
                let parts = *parts;
                if self.grows(parts, used_at) {
                    return Vec::new();
                }
                return match &self.patterns.moves[index] {
                    Slot::Done((moves, _)) => moves.clone(),
                    Slot::New | Slot::Open => Vec::new(),
                };
            }
            Slot::Open => {
                self.cycle(&format!("{}.move", self.game.definitions.piece_name(piece)), used_at);
                return Vec::new();
            }
            Slot::New => {}
        }
        self.patterns.moves[index] = Slot::Open;
        let (moves, parts) = self.inside(Some(piece), false, |reader| {
            let written = reader.game.moves_written(piece);
            written.into_iter().map(|pattern| reader.pattern(pattern)).collect::<Vec<_>>()
        });
        self.patterns.moves[index] = Slot::Done((moves.clone(), parts));
        if self.grows(parts, used_at) { Vec::new() } else { moves }
    }

    /// The `capture` lines of a piece: `None` means where it moves; an empty list means never.
    pub fn captures_of(&mut self, piece: PieceId, used_at: Span) -> Option<Vec<Pattern>> {
        let index = piece.index();
        match &self.patterns.captures[index] {
            Slot::Done((_, parts)) => {
                let parts = *parts;
                if self.grows(parts, used_at) {
                    return Some(Vec::new());
                }
                return match &self.patterns.captures[index] {
                    Slot::Done((captures, _)) => captures.clone(),
                    Slot::New | Slot::Open => None,
                };
            }
            Slot::Open => {
                self.cycle(&format!("{}.capture", self.game.definitions.piece_name(piece)), used_at);
                return None;
            }
            Slot::New => {}
        }
        self.patterns.captures[index] = Slot::Open;
        let (captures, parts) = self.inside(Some(piece), true, |reader| {
            let rules = reader.game.captures_written(piece);
            let mut patterns = Vec::new();
            let mut own = false;
            for rule in &rules {
                match rule {
                    CaptureRule::SameAsMove(span) if rules.len() > 1 => {
                        own = true;
                        patterns.extend(reader.moves_of(piece, *span));
                    }
                    CaptureRule::SameAsMove(_) => {}
                    CaptureRule::None(_) => own = true,
                    CaptureRule::Pattern(pattern) => {
                        own = true;
                        patterns.push(reader.pattern(pattern));
                    }
                }
            }
            own.then_some(patterns)
        });
        self.patterns.captures[index] = Slot::Done((captures.clone(), parts));
        if self.grows(parts, used_at) { Some(Vec::new()) } else { captures }
    }

    /// Reads something with a count of parts and an owner of its own.
    fn inside<T>(
        &mut self,
        owner: Option<PieceId>,
        captures: bool,
        read: impl FnOnce(&mut Self) -> T,
    ) -> (T, usize) {
        let before = (self.owner, self.captures, self.parts);
        (self.owner, self.captures) = (owner, captures);
        self.parts = 0;
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        let parts = self.parts;
        (self.owner, self.captures, self.parts) = before;
        (result, parts)
    }

    /// A pattern of the tree.
    pub fn pattern(&mut self, pattern: &ast::Pattern) -> Pattern {
        let mut arms = Vec::new();
        for arm in &pattern.arms {
            let alternatives: Vec<Pattern> =
                arm.alternatives.iter().map(|sequence| self.sequence(sequence)).collect();
            match &arm.guard {
                Some(guard) => {
                    let guard = self.guard(guard);
                    arms.push(Pattern::Where(Box::new(any(alternatives)), Box::new(guard)));
                }
                None => arms.extend(alternatives),
            }
        }
        any(arms)
    }

    fn sequence(&mut self, sequence: &ast::Sequence) -> Pattern {
        let mut legs: Vec<Pattern> = sequence.legs.iter().map(|leg| self.leg(leg)).collect();
        if sequence.legs.len() > 1 {
            for leg in &sequence.legs {
                let word = match leg.atom.kind {
                    AtomKind::Castle => "castle",
                    AtomKind::Promote => "promote",
                    AtomKind::Chessembly(_) => "chessembly",
                    _ => continue,
                };
                self.alone(word, leg.atom.span);
            }
        }
        match legs.len() {
            1 => legs.remove(0),
            _ => Pattern::Then(legs),
        }
    }

    fn alone(&mut self, word: &str, span: Span) {
        let message = format!("`{word}` is a whole move, and cannot be a leg of a longer one");
        self.game.error(Code::WrongLeg, span, message);
    }

    fn leg(&mut self, leg: &ast::Leg) -> Pattern {
        let atom = self.atom(&leg.atom);
        let Some(times) = &leg.times else { return atom };
        if matches!(leg.atom.kind, AtomKind::Castle | AtomKind::Promote | AtomKind::Chessembly(_)) {
            self.alone("this", leg.atom.span);
        }
        match self.number(*times, 1, 15, "a repetition") {
            1 => atom,
            times => Pattern::Repeat(Box::new(atom), times),
        }
    }

    /// A number of a pattern, pulled into its range after an error.
    fn number(&mut self, int: Int, least: u8, most: u8, what: &str) -> u8 {
        match u8::try_from(int.value).ok().filter(|value| (least..=most).contains(value)) {
            Some(value) => value,
            None => {
                let message = format!("{what} is a number from {least} to {most}, and not {}", int.value);
                self.game.error(Code::OutOfRange, int.span, message);
                if int.value < i64::from(least) { least } else { most }
            }
        }
    }

    fn atom(&mut self, atom: &ast::Atom) -> Pattern {
        self.parts += 1;
        match &atom.kind {
            AtomKind::Step { direction, distance } => {
                let distance = distance.map_or(1, |int| self.number(int, 1, 15, "the length of a step"));
                Pattern::Step { directions: compass(*direction), distance }
            }
            AtomKind::Slide { direction, max } => {
                let max = max.map(|int| self.number(int, 1, 255, "the length of a slide"));
                Pattern::Slide { directions: compass(*direction), max }
            }
            AtomKind::Hop { direction, max } => {
                let max = max.map(|int| self.number(int, 1, 255, "the length of a hop"));
                Pattern::Hop { directions: compass(*direction), max }
            }
            AtomKind::Leap { a, b } => {
                let numbers =
                    (self.number(*a, 0, 15, "a part of a leap"), self.number(*b, 0, 15, "a part of a leap"));
                if a.value == 0 && b.value == 0 {
                    let message = "a leap of (0, 0) stays where it is";
                    self.game.error(Code::OutOfRange, atom.span, message);
                }
                Pattern::Leap(numbers.0, numbers.1)
            }
            AtomKind::Castle => Pattern::Castle,
            AtomKind::Promote => Pattern::Promote,
            AtomKind::Anywhere => Pattern::Anywhere,
            AtomKind::Named(name) => self.named(name),
            AtomKind::OfPiece { piece, which } => self.of_piece(piece, *which, atom.span),
            AtomKind::Chessembly(block) => self.game.program(block),
            AtomKind::Group(pattern) => self.pattern(pattern),
            AtomKind::Error => nothing(),
        }
    }

    /// Reads a pattern whether or not anything names it, so that what is wrong in it is told.
    pub fn check_named(&mut self, name: &Name) {
        self.named(name);
    }

    /// A pattern defined elsewhere.
    fn named(&mut self, name: &Name) -> Pattern {
        let Some(index) = self.game.definitions.patterns.find(&name.text) else {
            self.unknown(name);
            return nothing();
        };
        self.game.usage.patterns.insert(index);
        match &self.patterns.named[index] {
            Slot::Done((_, parts)) => {
                let parts = *parts;
                if self.grows(parts, name.span) {
                    return nothing();
                }
                return match &self.patterns.named[index] {
                    Slot::Done((pattern, _)) => pattern.clone(),
                    Slot::New | Slot::Open => nothing(),
                };
            }
            Slot::Open => {
                self.cycle(&name.text, name.span);
                return nothing();
            }
            Slot::New if self.depth > DEEPEST => {
                self.too_large(name.span);
                return nothing();
            }
            Slot::New => {}
        }
        self.patterns.named[index] = Slot::Open;
        let written = self.game.definitions.patterns.at(index).thing;
        let (pattern, parts) = self.inside(None, false, |reader| reader.pattern(&written.pattern));
        self.patterns.named[index] = Slot::Done((pattern.clone(), parts));
        if self.grows(parts, name.span) { nothing() } else { pattern }
    }

    /// Counts what a name brings in; tells when it is too much.
    fn grows(&mut self, parts: usize, span: Span) -> bool {
        self.parts += parts;
        self.patterns.total += parts;
        let too_many = self.parts > MOST_PARTS || self.patterns.total > MOST_PARTS_OF_ALL;
        if too_many {
            self.too_large(span);
            self.parts -= parts;
        }
        too_many
    }

    fn too_large(&mut self, span: Span) {
        let message = "with all names replaced by what they stand for, this pattern is too large";
        self.game.error(Code::TooManyDefinitions, span, message);
    }

    fn cycle(&mut self, name: &str, span: Span) {
        let message = format!("`{name}` stands for itself, directly or through other patterns");
        let diagnostic = Diagnostic::new(Code::PatternCycle, span, message)
            .help("a chain of names must end in steps, slides, leaps or hops");
        self.game.report(diagnostic);
    }

    fn unknown(&mut self, name: &Name) {
        let message = format!("there is no pattern called `{}`", name.text);
        let diagnostic = Diagnostic::new(Code::UnknownPattern, name.span, message);
        if self.game.definitions.piece(&name.text).is_some() {
            let help = format!("the moves of a piece are written `{}.move`", name.text);
            self.game.report(diagnostic.help(help).fix(name.span, format!("{}.move", name.text)));
            return;
        }
        let atoms = ["step", "slide", "leap", "hop", "castle", "promote", "anywhere"];
        let known = self.game.definitions.patterns.names().chain(atoms);
        let diagnostic = self.game.suggest(diagnostic, &name.text, name.span, known, "patterns");
        self.game.report(diagnostic);
    }

    /// `Queen.move`, `Queen.capture`
    fn of_piece(&mut self, name: &Name, which: Which, span: Span) -> Pattern {
        let Some(piece) = self.game.piece_named(name) else { return nothing() };
        self.game.usage.lent.insert(piece);
        if self.depth > DEEPEST {
            self.too_large(span);
            return nothing();
        }
        let patterns = match which {
            Which::Move => self.moves_of(piece, span),
            Which::Capture => match self.captures_of(piece, span) {
                Some(captures) => captures,
                None => self.moves_of(piece, span),
            },
        };
        any(patterns)
    }

    fn guard(&mut self, guard: &ast::Expr) -> Expr {
        let mut scope = Scope::new(Place::Pattern);
        if let Some(piece) = self.owner {
            scope.facts.push((Entity::Event(EventVar::Piece), vec![piece]));
        }
        let span = guard.span;
        let guard = Reader { game: self.game, scope }.condition(guard);
        guard.walk(&mut |_| self.parts += 1);
        let role = Role::Guard { owner: self.owner, captures: self.captures };
        self.game.judge(&guard, span, role);
        guard
    }
}

/// Names may name names so deep.
const DEEPEST: usize = 100;

/// One of several patterns.
fn any(mut patterns: Vec<Pattern>) -> Pattern {
    if patterns.len() == 1 { patterns.remove(0) } else { Pattern::Any(patterns) }
}

/// What stands in for a pattern that could not be understood: it reaches nothing.
fn nothing() -> Pattern {
    Pattern::Any(Vec::new())
}

impl<'a> Checker<'a> {
    /// The `move` lines in force for a piece: those of the last block that has any.
    fn moves_written(&self, piece: PieceId) -> Vec<&'a ast::Pattern> {
        let blocks = &self.definitions.pieces.at(piece.index()).thing;
        let moves = |def: &'a ast::PieceDef| {
            def.members.iter().filter_map(|member| match member {
                PieceMember::Move(pattern) => Some(pattern),
                _ => None,
            })
        };
        let last = blocks.iter().rev().find(|def| moves(def).next().is_some());
        last.map(|def| moves(def).collect()).unwrap_or_default()
    }

    /// The `capture` lines in force for a piece.
    fn captures_written(&self, piece: PieceId) -> Vec<&'a CaptureRule> {
        let blocks = &self.definitions.pieces.at(piece.index()).thing;
        let captures = |def: &'a ast::PieceDef| {
            def.members.iter().filter_map(|member| match member {
                PieceMember::Capture(rule) => Some(rule),
                _ => None,
            })
        };
        let last = blocks.iter().rev().find(|def| captures(def).next().is_some());
        last.map(|def| captures(def).collect()).unwrap_or_default()
    }

    /// `chessembly { ... }`
    fn program(&mut self, block: &ast::RawBlock) -> Pattern {
        let mut found = Diagnostics::new();
        let listing = chessembly::compile(&block.text, block.span.source, block.span.start, &mut found);
        found.finish().into_iter().for_each(|diagnostic| self.report(diagnostic));
        // Names are listed in the order in which they first occur.
        let mut searched = 0;
        for name in &listing.program.names {
            let lower = name.to_lowercase();
            let named = self.definitions.pieces.names().position(|known| known.to_lowercase() == lower);
            match named {
                Some(index) => {
                    self.usage.made.insert(PieceId(index as u16));
                }
                None => {
                    let message =
                        format!("the program names a piece `{name}`, which this game does not have");
                    let rest = block.text.get(searched..).unwrap_or("");
                    let at = searched + find_word(rest, name).unwrap_or(0);
                    searched = at;
                    let start = block.span.start + at as u32;
                    let span = Span::new(block.span.source, start, start + name.len() as u32);
                    let diagnostic = Diagnostic::new(Code::UnknownPiece, span, message);
                    let known = self.definitions.pieces.names();
                    let diagnostic = self.suggest(diagnostic, name, span, known, "pieces");
                    self.report(diagnostic);
                }
            }
        }
        for key in &listing.program.keys {
            let id = nightrider_model::FieldId(self.player_fields.intern(key));
            self.usage.sets(super::kinds::Field::Player(id), super::kinds::Kind::Int);
        }
        Pattern::Program(Box::new(listing.program))
    }
}

/// Where a word stands in a text, whole.
fn find_word(text: &str, word: &str) -> Option<usize> {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    text.match_indices(word)
        .map(|(at, _)| at)
        .find(|at| !text[..*at].ends_with(is_part) && !text[at + word.len()..].starts_with(is_part))
}
