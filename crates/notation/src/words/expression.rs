//! Conditions and values written in the terms of the language.

use nightrider_model::{
    BinaryOp, Builtin, Counter, EventVar, Expr, LocalId, Occupancy, PieceId, PieceSet, Quantifier, Region,
    Relation, Side, UnaryOp, Variant,
};

/// What a condition stands in, which decides what may go unsaid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A movement pattern: conditions on squares speak of the target.
    Pattern,
    /// A trigger or action.
    Trigger,
    /// A victory or draw condition, read for one player.
    End,
}

/// A condition or value as text.
pub fn condition(variant: &Variant, expr: &Expr, subject: Subject) -> String {
    Writer::new(variant, subject).write(expr, Level::Or)
}

/// How tightly an expression holds together; loosest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    Or,
    And,
    Not,
    Comparison,
    Sum,
    Product,
    Atom,
}

#[derive(Clone, Copy)]
pub(super) struct Writer<'a> {
    pub variant: &'a Variant,
    pub subject: Subject,
    /// The local that names the piece a filter tests: its fields are written bare.
    pub tested: Option<LocalId>,
    /// The local that a trigger's `any T` binds, and what it is called.
    pub bound: Option<(LocalId, &'a str)>,
}

impl<'a> Writer<'a> {
    pub fn new(variant: &'a Variant, subject: Subject) -> Writer<'a> {
        Writer { variant, subject, tested: None, bound: None }
    }
}

impl Writer<'_> {
    /// The text, in parentheses if it holds together less tightly than its place demands.
    pub fn write(&self, expr: &Expr, place: Level) -> String {
        let (text, level) = self.text(expr);
        if level < place { format!("({text})") } else { text }
    }

    fn atom(&self, expr: &Expr) -> String {
        self.write(expr, Level::Atom)
    }

    fn text(&self, expr: &Expr) -> (String, Level) {
        let text = match expr {
            Expr::Binary(op, left, right) => return self.binary(*op, left, right),
            Expr::Unary(UnaryOp::Not, inner) => {
                return (format!("not {}", self.write(inner, Level::Not)), Level::Not);
            }
            Expr::Unary(UnaryOp::Negate, inner) => format!("-{}", self.atom(inner)),

            Expr::InZone(what, zone) => {
                return self.test(what, &format!("in zone.{}", self.variant.board.zone(*zone).name));
            }
            Expr::OnRank(what, rank) => return self.test(what, &format!("on rank {}", self.atom(rank))),
            Expr::OnOwnRank(what, rank, _) => {
                return self.test(what, &format!("on own rank {}", self.atom(rank)));
            }
            Expr::OnFile(what, file) => return self.test(what, &format!("on file {}", self.file(file))),
            Expr::HasBuiltinTrait(piece, name) => return self.test(piece, &format!("has {name}")),
            Expr::HasTrait(piece, custom) => {
                let name = self.variant.custom_traits.get(custom.index()).map_or("?", String::as_str);
                return self.test(piece, &format!("has {name}"));
            }
            Expr::HasPiece(what) => return (format!("{} has piece", self.atom(what)), Level::Comparison),
            Expr::Adjacent(a, b) => {
                return self.test(a, &format!("adjacent to {}", self.atom(b)));
            }
            Expr::Is(piece, relation) => {
                let word = match relation {
                    Relation::Friend => "friend",
                    Relation::Enemy => "enemy",
                };
                if self.is_tested(piece) {
                    return (word.to_owned(), Level::Atom);
                }
                return (format!("{} is {word}", self.atom(piece)), Level::Comparison);
            }
            Expr::EventZoneIs(zone) => {
                let name = &self.variant.board.zone(*zone).name;
                return (format!("zone == zone.{name}"), Level::Comparison);
            }

            Expr::Null => "null".to_owned(),
            Expr::Bool(value) => value.to_string(),
            Expr::Int(value) => value.to_string(),
            Expr::Str(text) => format!("{text:?}"),
            Expr::Player(player) => player.name().to_owned(),
            Expr::Type(piece) => self.piece(*piece),
            Expr::Square(square) => self.variant.board.name(*square),
            Expr::SquareAt(file, rank) => {
                format!("{{file: {}, rank: {}}}", self.write(file, Level::Or), self.write(rank, Level::Or))
            }
            Expr::List(items) => {
                let items: Vec<String> = items.iter().map(|item| self.write(item, Level::Or)).collect();
                format!("[{}]", items.join(", "))
            }
            Expr::Local(local) if self.tested == Some(*local) => "piece".to_owned(),
            Expr::Local(local) => self.local(*local),
            Expr::Event(var) => event_var(*var).to_owned(),
            Expr::TypeOf(piece) => self.field(piece, "type"),
            Expr::OwnerOf(piece) => self.field(piece, "owner"),
            Expr::SquareOf(piece) => self.field(piece, "pos"),
            Expr::RankOf(piece) => self.field(piece, "rank"),
            Expr::FileOf(piece) => self.field(piece, "file"),
            Expr::ValueOf(piece) => self.field(piece, "value"),
            Expr::PieceState(piece, field) => {
                self.field(piece, &format!("state.{}", name(&self.variant.piece_fields, field.index())))
            }
            Expr::GameState(field) => {
                format!("game.state.{}", name(&self.variant.game_fields, field.index()))
            }
            Expr::PlayerState(player, field) => {
                let field = name(&self.variant.player_fields, field.index());
                format!("{}.state.{field}", self.atom(player))
            }

            Expr::Quantified(Quantifier::Count, set) => format!("count {}", self.set(set)),
            Expr::Quantified(Quantifier::Exists, set) => match self.simple_place(set) {
                Some(text) => return (text, Level::Comparison),
                None => return (format!("exists {}", self.set(set)), Level::Not),
            },
            Expr::Quantified(Quantifier::All, set) => {
                return (format!("all {}", self.set(set)), Level::Not);
            }
            Expr::Call(function, arguments) => self.call(*function, arguments),
            Expr::ScriptCall(function, arguments) => {
                let arguments: Vec<String> = arguments.iter().map(|a| self.write(a, Level::Or)).collect();
                format!("{function}({})", arguments.join(", "))
            }

            Expr::Target(occupancy) => match occupancy {
                Occupancy::Empty => "empty",
                Occupancy::Enemy => "enemy",
                Occupancy::Friend => "friend",
                Occupancy::Occupied => "occupied",
            }
            .to_owned(),
            Expr::Clear => "clear".to_owned(),
            Expr::Blocked => "blocked".to_owned(),
            Expr::FirstMove(piece) => match **piece {
                Expr::Event(EventVar::Piece) if self.subject == Subject::Pattern => "first_move".to_owned(),
                _ => format!("{} has not moved", self.atom(piece)),
            },
            Expr::InCheck(player) => match **player {
                Expr::Event(EventVar::Player) => "check".to_owned(),
                _ => format!("{} is in check", self.atom(player)),
            },

            Expr::Counter(side, counter) => {
                let counter = match counter {
                    Counter::Checks => "checks",
                    Counter::Captures => "captures",
                    Counter::Moves => "moves",
                };
                format!("{}{counter}", side_prefix(*side))
            }
            Expr::PositionCount => "position_count".to_owned(),
            Expr::HalfmoveClock => "halfmove_clock".to_owned(),
            Expr::Captured(side, piece) => {
                let whose = if *side == Side::Opponent { "" } else { side_prefix(*side) };
                return (format!("{whose}{} captured", self.piece(*piece)), Level::Comparison);
            }
            Expr::Checkmated(Side::Opponent) => "checkmate".to_owned(),
            Expr::Checkmated(side) => format!("{} is checkmated", side_name(*side)),
            Expr::Stalemated(Side::Opponent) => "stalemate".to_owned(),
            Expr::Stalemated(side) => format!("{} is stalemated", side_name(*side)),
            Expr::Repetition => "repetition".to_owned(),
            Expr::FiftyMoves => "fifty_moves".to_owned(),
            Expr::Insufficient => "insufficient".to_owned(),
            Expr::CanReach { side, piece, local, filter } => {
                let inner = Writer { tested: Some(*local), ..*self };
                format!(
                    "can_reach({}{}, {})",
                    side_prefix(*side),
                    self.piece(*piece),
                    inner.write(filter, Level::Or)
                )
            }
        };
        (text, Level::Atom)
    }

    fn binary(&self, op: BinaryOp, left: &Expr, right: &Expr) -> (String, Level) {
        let (word, level) = match op {
            BinaryOp::Or => ("or", Level::Or),
            BinaryOp::And => ("and", Level::And),
            BinaryOp::Equal => ("==", Level::Comparison),
            BinaryOp::NotEqual => ("!=", Level::Comparison),
            BinaryOp::Less => ("<", Level::Comparison),
            BinaryOp::LessEqual => ("<=", Level::Comparison),
            BinaryOp::Greater => (">", Level::Comparison),
            BinaryOp::GreaterEqual => (">=", Level::Comparison),
            BinaryOp::Add => ("+", Level::Sum),
            BinaryOp::Subtract => ("-", Level::Sum),
            BinaryOp::Multiply => ("*", Level::Product),
            BinaryOp::Divide => ("/", Level::Product),
            BinaryOp::Remainder => ("%", Level::Product),
        };
        // The right side of an operator binds one step tighter, so that a - (b - c) keeps its parentheses.
        let tighter = match level {
            Level::Or => Level::Or,
            Level::And => Level::And,
            Level::Comparison => Level::Sum,
            Level::Sum => Level::Product,
            _ => Level::Atom,
        };
        let left_place = if level == Level::Comparison { Level::Sum } else { level };
        (format!("{} {word} {}", self.write(left, left_place), self.write(right, tighter)), level)
    }

    /// `WHAT test`, without WHAT where it goes without saying.
    fn test(&self, what: &Expr, test: &str) -> (String, Level) {
        let unsaid = self.is_tested(what)
            || (self.subject == Subject::Pattern && matches!(what, Expr::Event(EventVar::Target)));
        let text = if unsaid { test.to_owned() } else { format!("{} {test}", self.atom(what)) };
        (text, Level::Comparison)
    }

    /// `WHAT.field`, or the bare field of the piece a filter tests.
    fn field(&self, what: &Expr, field: &str) -> String {
        if self.is_tested(what) { field.to_owned() } else { format!("{}.{field}", self.atom(what)) }
    }

    fn is_tested(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Local(local) => self.tested == Some(*local),
            Expr::SquareOf(inner) => self.is_tested(inner),
            _ => false,
        }
    }

    /// A set of pieces: `own Pawns in zone.x where ...`.
    pub fn set(&self, set: &PieceSet) -> String {
        let mut text = set.side.map_or("", side_prefix).to_owned();
        text.push_str(&set.piece.map_or("pieces".to_owned(), |piece| self.piece(piece)));
        match &set.region {
            Region::Board => {}
            Region::Radius { radius, from } => {
                text.push_str(&format!(
                    " in radius({}) from {}",
                    self.write(radius, Level::Or),
                    self.atom(from)
                ));
            }
            Region::Line { directions, from } => {
                let directions: Vec<String> = directions.iter().map(|d| format!("{d:?}")).collect();
                text.push_str(&format!(" in line({}) from {}", directions.join(" "), self.atom(from)));
            }
            Region::Zone(zone) => {
                text.push_str(&format!(" in zone.{}", self.variant.board.zone(*zone).name));
            }
            Region::AdjacentTo(from) => text.push_str(&format!(" adjacent to {}", self.atom(from))),
        }
        if let Some(filter) = &set.filter {
            let inner = Writer { tested: Some(set.local), ..*self };
            text.push_str(&format!(" where {}", inner.write(filter, Level::Or)));
        }
        text
    }

    /// `King in zone.hill`, for a set whose filter is one such test.
    fn simple_place(&self, set: &PieceSet) -> Option<String> {
        let piece = set.piece.filter(|_| matches!(set.region, Region::Board))?;
        let filter = set.filter.as_ref()?;
        let inner = Writer { tested: Some(set.local), ..*self };
        let test = match filter {
            Expr::InZone(what, _)
            | Expr::OnRank(what, _)
            | Expr::OnFile(what, _)
            | Expr::OnOwnRank(what, ..)
                if inner.is_tested(what) =>
            {
                inner.write(filter, Level::Comparison)
            }
            _ => return None,
        };
        let side = match set.side {
            Some(Side::Own) if self.subject == Subject::End => "",
            side => side.map_or("", side_prefix),
        };
        Some(format!("{side}{} {test}", self.piece(piece)))
    }

    fn call(&self, function: Builtin, arguments: &[Expr]) -> String {
        let list: Vec<String> = arguments.iter().map(|argument| self.write(argument, Level::Or)).collect();
        let plain = |name: &str| format!("{name}({})", list.join(", "));
        match function {
            Builtin::Distance => plain("distance"),
            Builtin::PieceAt => plain("piece_at"),
            Builtin::Min => plain("min"),
            Builtin::Max => plain("max"),
            Builtin::Abs => plain("abs"),
            Builtin::RandomEmptySquare if list.is_empty() => "random_empty_square".to_owned(),
            Builtin::RandomEmptySquare => format!("random_empty_square adjacent to {}", list.join(", ")),
            Builtin::EmptyAdjacentTo => format!("empty adjacent to {}", list.join(", ")),
            Builtin::FirstEmptySquare => "empty".to_owned(),
        }
    }

    /// A file counted from 1 by its letter.
    fn file(&self, expr: &Expr) -> String {
        match expr {
            Expr::Int(file @ 1..=16) => ((b'a' + (*file as u8 - 1)) as char).to_string(),
            other => self.atom(other),
        }
    }

    /// The name of a local slot. Names are not part of the model, so most are numbered.
    pub fn local(&self, local: LocalId) -> String {
        match self.bound {
            Some((bound, name)) if bound == local => name.to_owned(),
            _ => format!("v{}", local.0 + 1),
        }
    }

    fn piece(&self, piece: PieceId) -> String {
        self.variant.piece(piece).name.clone()
    }
}

pub(super) fn name(names: &[String], index: usize) -> &str {
    names.get(index).map_or("?", String::as_str)
}

fn side_prefix(side: Side) -> &'static str {
    match side {
        Side::Own => "",
        Side::Opponent => "opponent.",
        Side::Mover => "mover.",
        Side::Turn => "turn.",
        Side::White => "White.",
        Side::Black => "Black.",
    }
}

fn side_name(side: Side) -> &'static str {
    match side {
        Side::Own => "player",
        Side::Opponent => "opponent",
        Side::Mover => "mover",
        Side::Turn => "the player to move",
        Side::White => "White",
        Side::Black => "Black",
    }
}

fn event_var(var: EventVar) -> &'static str {
    match var {
        EventVar::Piece => "piece",
        EventVar::Origin => "origin",
        EventVar::Target => "target",
        EventVar::Captured => "captured",
        EventVar::Captor => "captor",
        EventVar::King => "king",
        EventVar::Player => "player",
        EventVar::Opponent => "opponent",
        EventVar::Mover => "mover",
        EventVar::Turn => "turn",
        EventVar::Distance => "distance",
        EventVar::TurnNumber => "turn",
        EventVar::Zone => "zone",
    }
}
