//! The checker: from the syntax trees of a chain of games to a variant, with diagnostics.
//!
//! The trees of the chain are read as one: later definitions of a name replace earlier ones, then everything
//! is checked against the final meaning of each name.

mod names;
mod usage;

mod board;
mod kinds;
pub mod letters;
mod patterns;
mod pieces;
mod rules;
mod scripts;
mod setup;

mod narrow;
mod scope;

mod reader;

mod compare;
mod conditions;
mod expressions;
mod paths;
mod sets;
mod words;

mod action_calls;
mod actions;
mod ends;
mod triggers;

mod constant;
mod lints;

use std::collections::BTreeMap;

use nightrider_model::{Board, Expr, FieldId, PieceId, TraitId, Value, Variant};

use self::kinds::{Field, Kind};
use self::names::Definitions;
use self::scripts::ScriptNames;
use self::usage::{Judged, Role, Usage};
use crate::codes::Code;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::load::Chain;
use crate::span::{SourceId, Span};

/// What checking a chain of games yields.
pub(crate) struct Checked {
    /// The game. It is only meant for use when there are no errors.
    pub variant: Variant,
    /// Where the victory conditions in force were written.
    pub victory: Vec<Span>,
    /// Where the draw conditions in force were written.
    pub draw: Vec<Span>,
}

/// Everything the passes of the checker share.
pub(crate) struct Checker<'a> {
    /// The texts and their trees.
    pub chain: &'a Chain,
    /// What is defined by name.
    pub definitions: &'a Definitions<'a>,
    /// The board.
    pub board: Board,
    /// What is known of the piece types, by their index.
    pub pieces: Vec<PieceFacts>,
    /// Names of piece state fields.
    pub piece_fields: Interner,
    /// Names of fields of the game's state.
    pub game_fields: Interner,
    /// Names of fields of the players' states.
    pub player_fields: Interner,
    /// Names of custom traits.
    pub custom_traits: Interner,
    /// What the game's scripts declare and mention.
    pub scripts: ScriptNames,
    /// What was mentioned so far.
    pub usage: Usage,
    /// Kinds of the arguments that actions are called with, by action.
    pub arguments: BTreeMap<u16, Vec<Kind>>,
    /// Variables of events that actions use, by action.
    pub action_uses: BTreeMap<u16, Vec<nightrider_model::EventVar>>,
    /// Actions in the order in which they are checked backwards: what is called before its callers.
    pub action_order: Vec<usize>,
    /// Whether problems are not told for now.
    pub muted: bool,
    /// What is wrong.
    pub diagnostics: &'a mut Diagnostics,
}

/// What the rest of the game needs to know of a piece type before its patterns are read.
#[derive(Clone, Debug, Default)]
pub(crate) struct PieceFacts {
    /// State fields with the values of a new piece.
    pub state: Vec<(FieldId, Value)>,
    /// Built-in traits.
    pub traits: nightrider_model::Traits,
    /// Custom traits.
    pub custom_traits: Vec<TraitId>,
}

/// Names with indices in order of first mention.
#[derive(Default)]
pub(crate) struct Interner {
    names: Vec<String>,
    index: BTreeMap<String, u16>,
}

impl Interner {
    /// The index of a name, new or old. There is room for 65,536; texts are too short for more.
    pub fn intern(&mut self, name: &str) -> u16 {
        if let Some(&index) = self.index.get(name) {
            return index;
        }
        let Ok(index) = u16::try_from(self.names.len()) else { return u16::MAX };
        self.names.push(name.to_string());
        self.index.insert(name.to_string(), index);
        index
    }

    /// The index of a name already known.
    pub fn find(&self, name: &str) -> Option<u16> {
        self.index.get(name).copied()
    }

    /// The name with an index.
    pub fn name(&self, index: u16) -> &str {
        self.names.get(usize::from(index)).map_or("", String::as_str)
    }

    /// All names in order.
    pub fn names(&self) -> impl Iterator<Item = &str> + Clone {
        self.names.iter().map(String::as_str)
    }
}

/// Whether the checked text is a whole game or a fragment for others to build on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextKind {
    /// It has a title.
    Game,
    /// It has definitions only.
    Fragment,
}

/// Checks a chain of games.
pub(crate) fn check(chain: &Chain, kind: TextKind, diagnostics: &mut Diagnostics) -> Checked {
    let definitions = Definitions::collect(chain, diagnostics);
    let mut checker = Checker {
        chain,
        definitions: &definitions,
        board: Board::new(8, 8),
        pieces: Vec::new(),
        piece_fields: Interner::default(),
        game_fields: Interner::default(),
        player_fields: Interner::default(),
        custom_traits: Interner::default(),
        scripts: ScriptNames::default(),
        usage: Usage::default(),
        arguments: BTreeMap::new(),
        action_uses: BTreeMap::new(),
        action_order: Vec::new(),
        muted: false,
        diagnostics,
    };
    checker.run(kind)
}

impl<'a> Checker<'a> {
    fn run(&mut self, kind: TextKind) -> Checked {
        let boards = self.boards();
        let scripts = self.scripts();
        self.piece_facts();
        let effects = self.effects();
        let pieces = self.piece_types();
        let mut rules = self.rules();
        let setup = self.setup(&boards);
        let ends = self.ends();
        if !rules.must_escape_stated {
            rules.rules.check.must_escape = ends.mention_checkmate();
        }
        self.survey_actions();
        self.learn_action_uses();
        let triggers = self.triggers();
        let actions = self.actions();
        let title = self.chain.layers.last().and_then(|layer| layer.title.as_ref());
        let variant = Variant {
            name: title.map_or_else(String::new, |title| title.value.clone()),
            board: self.board.clone(),
            pieces,
            effects,
            triggers,
            actions,
            setup,
            rules: rules.rules,
            victory: ends.victory.iter().map(|(condition, _)| condition.clone()).collect(),
            draw: ends.draw.iter().map(|(condition, _)| condition.clone()).collect(),
            piece_fields: self.piece_fields.names().map(str::to_string).collect(),
            game_fields: self.game_fields.names().map(str::to_string).collect(),
            player_fields: self.player_fields.names().map(str::to_string).collect(),
            custom_traits: self.custom_traits.names().map(str::to_string).collect(),
            scripts,
        };
        if kind == TextKind::Game && !self.diagnostics.has_errors() {
            self.lints(&variant, &ends);
        }
        Checked {
            variant,
            victory: ends.victory.into_iter().map(|(_, span)| span).collect(),
            draw: ends.draw.into_iter().map(|(_, span)| span).collect(),
        }
    }

    /// Tells a problem.
    pub fn report(&mut self, diagnostic: Diagnostic) {
        if !self.muted {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Whether so much is wrong that nothing more is kept.
    pub fn is_full(&self) -> bool {
        self.diagnostics.len() >= Diagnostics::LIMIT
    }

    /// Tells an error without help.
    pub fn error(&mut self, code: Code, span: Span, message: impl Into<String>) {
        self.report(Diagnostic::new(code, span, message));
    }

    /// Keeps a condition for the lints about what never or always holds.
    pub fn judge(&mut self, expr: &Expr, span: Span, role: Role) {
        if !self.muted && self.is_own(span) {
            self.usage.judged.push(Judged { expr: expr.clone(), span, role });
        }
    }

    /// Whether a place is in the text the user asked about, not in one it builds on.
    pub fn is_own(&self, span: Span) -> bool {
        span.source == SourceId(0)
    }

    /// The piece type with a name, or an error with a suggestion.
    pub fn piece_named(&mut self, name: &crate::ast::Name) -> Option<PieceId> {
        let found = self.definitions.piece(&name.text);
        if found.is_none() {
            self.unknown_piece(&name.text, name.span);
        }
        found
    }

    /// Tells that there is no such piece type.
    pub fn unknown_piece(&mut self, word: &str, span: Span) {
        let diagnostic =
            Diagnostic::new(Code::UnknownPiece, span, format!("there is no piece called `{word}`"));
        let diagnostic = self.suggest(diagnostic, word, span, self.definitions.pieces.names(), "pieces");
        self.report(diagnostic);
    }

    /// The zone with a name, or an error with a suggestion.
    pub fn zone_named(&mut self, name: &crate::ast::Name) -> Option<nightrider_model::ZoneId> {
        let found = names::zone_named(&self.board, &name.text);
        match found {
            Some(zone) => {
                self.usage.zones.insert(zone);
            }
            None => {
                let message = format!("there is no zone called `{}`", name.text);
                let diagnostic = Diagnostic::new(Code::UnknownZone, name.span, message);
                let zones: Vec<String> = self.board.zones.iter().map(|zone| zone.name.clone()).collect();
                let known = zones.iter().map(String::as_str);
                let diagnostic = self.suggest(diagnostic, &name.text, name.span, known, "zones");
                self.report(diagnostic);
            }
        }
        found
    }

    /// The kind a declared field has in pieces of the given types (`None`: any type), if one declares it.
    pub fn declared_kind(&self, field: FieldId, types: Option<&[PieceId]>) -> Option<Kind> {
        let kind_in = |facts: &PieceFacts| {
            facts.state.iter().find(|(id, _)| *id == field).map(|(_, value)| Kind::of(value))
        };
        let mut kinds: Box<dyn Iterator<Item = Kind>> = match types {
            Some(types) => {
                Box::new(types.iter().filter_map(|piece| kind_in(self.pieces.get(piece.index())?)))
            }
            None => Box::new(self.pieces.iter().filter_map(kind_in)),
        };
        let first = kinds.next()?;
        Some(kinds.fold(first, Kind::or))
    }
}

impl Checker<'_> {
    /// The name of a field, for messages.
    pub fn field_name(&self, field: Field) -> String {
        match field {
            Field::Piece(id) => format!("state.{}", self.piece_fields.name(id.0)),
            Field::Game(id) => format!("game.state.{}", self.game_fields.name(id.0)),
            Field::Player(id) => format!("player.state.{}", self.player_fields.name(id.0)),
        }
    }
}
