//! Expressions: from the tree to the model, with the kind of every value checked.

use nightrider_model::{BinaryOp, Builtin, EventVar, Expr, UnaryOp};

use super::kinds::{Kind, Typed};
use super::reader::{Reader, Thing};
use super::scope::{Entity, Place};
use super::usage::Meeting;
use super::{narrow, sets};
use crate::ast::{self, ExprKind, Name};
use crate::codes::Code;
use crate::diagnostic::Diagnostic;
use crate::span::Span;

/// The functions of the language: name, fewest and most arguments.
const FUNCTIONS: [(&str, usize, usize); 8] = [
    ("distance", 2, 2),
    ("piece_at", 1, 1),
    ("min", 2, usize::MAX),
    ("max", 2, usize::MAX),
    ("abs", 1, 1),
    ("can_reach", 2, 2),
    ("random_empty_square", 0, 0),
    ("rank", 1, 1),
];

impl Reader<'_, '_> {
    /// The value of an expression.
    pub fn value(&mut self, expr: &ast::Expr) -> Typed {
        match &expr.kind {
            ExprKind::Int(value) => Typed::new(Expr::Int(*value), Kind::Int),
            ExprKind::Text(text) => Typed::new(Expr::Str(text.clone()), Kind::Str),
            ExprKind::Bool(value) => Typed::new(Expr::Bool(*value), Kind::Bool),
            ExprKind::Null => Typed::new(Expr::Null, Kind::Null),
            ExprKind::Name(_) | ExprKind::Field { .. } => {
                let thing = self.thing(expr);
                self.value_of(thing, expr.span)
            }
            ExprKind::Paren(inner) => self.value(inner),
            ExprKind::Call { function, args } => self.call(function, args, expr.span),
            ExprKind::Method { of, method, args } => self.method(of, method, args),
            ExprKind::Array(items) => self.array(items),
            ExprKind::Object(fields) => self.object(fields, expr.span),
            ExprKind::Negate(inner) => {
                let inner = self.number(inner);
                Typed::new(Expr::Unary(UnaryOp::Negate, Box::new(inner)), Kind::Int)
            }
            ExprKind::Binary { op, left, right } => {
                let op = match op.node {
                    ast::BinaryOp::Add => BinaryOp::Add,
                    ast::BinaryOp::Subtract => BinaryOp::Subtract,
                    ast::BinaryOp::Multiply => BinaryOp::Multiply,
                    ast::BinaryOp::Divide => BinaryOp::Divide,
                    ast::BinaryOp::Remainder => BinaryOp::Remainder,
                };
                let (left, right) = (self.number(left), self.number(right));
                Typed::new(Expr::Binary(op, Box::new(left), Box::new(right)), Kind::Int)
            }
            ExprKind::Compare { op, left, right } => {
                Typed::new(self.compare(op.node, left, right, expr.span), Kind::Bool)
            }
            ExprKind::Not(inner) => {
                let inner = self.condition(inner);
                Typed::new(Expr::Unary(UnaryOp::Not, Box::new(inner)), Kind::Bool)
            }
            ExprKind::And(list) => Typed::new(self.joined(list, BinaryOp::And), Kind::Bool),
            ExprKind::Or(list) => Typed::new(self.joined(list, BinaryOp::Or), Kind::Bool),
            ExprKind::In { .. }
            | ExprKind::OnRank { .. }
            | ExprKind::OnFile { .. }
            | ExprKind::Has { .. }
            | ExprKind::AdjacentTo { .. }
            | ExprKind::Captured(_) => {
                let truth = self.predicate(|reader| reader.relation(expr));
                Typed::new(truth, Kind::Bool)
            }
            ExprKind::Count(_) | ExprKind::Exists(_) | ExprKind::Any(_) | ExprKind::All(_) => {
                self.quantified(expr)
            }
            ExprKind::Pieces(set) => {
                self.not_a_value(
                    set.span,
                    "a set of pieces is not a value",
                    "count it, or run through it: `for v in pieces ...`",
                );
                Typed::error()
            }
            ExprKind::RandomEmptySquare { adjacent_to } => {
                let args = adjacent_to.iter().map(|to| self.place(to)).collect();
                Typed::new(Expr::Call(Builtin::RandomEmptySquare, args), Kind::Square)
            }
            ExprKind::EmptyAdjacent { to } => {
                let to = self.place(to);
                Typed::new(Expr::Call(Builtin::EmptyAdjacentTo, vec![to]), Kind::Square)
            }
            ExprKind::Rank(_) | ExprKind::File(_) => {
                let help = "write `on rank 8` after what it is asked of";
                self.not_a_value(expr.span, "this is not a value", help);
                Typed::error()
            }
            ExprKind::Error => Typed::error(),
        }
    }

    fn not_a_value(&mut self, span: Span, message: &str, help: &str) {
        self.game.report(Diagnostic::new(Code::NotAValue, span, message).help(help));
    }

    /// An expression that must be true or false.
    pub fn condition(&mut self, expr: &ast::Expr) -> Expr {
        if let ExprKind::Paren(inner) = &expr.kind {
            return self.condition(inner);
        }
        if matches!(expr.kind, ExprKind::Name(_) | ExprKind::Field { .. }) {
            let thing = self.predicate_thing(expr);
            return match thing {
                Ok(truth) => truth,
                Err(typed) => self.as_kind(typed, Kind::Bool, expr.span),
            };
        }
        let typed = self.value(expr);
        self.as_kind(typed, Kind::Bool, expr.span)
    }

    /// A name or path as a condition. A type tests the piece under test: `where not King`.
    fn predicate_thing(&mut self, expr: &ast::Expr) -> Result<Expr, Typed> {
        let mut failed = None;
        let truth = self.predicate(|reader| {
            let thing = reader.thing(expr);
            if let Thing::Type(piece) | Thing::Named(_, piece) = thing
                && let Some(subject) = reader.scope.subject().filter(|_| !reader.scope.tested.is_empty())
            {
                return equal(Expr::TypeOf(Box::new(subject.expr)), Expr::Type(piece));
            }
            let typed = reader.value_of(thing, expr.span);
            if typed.kind == Kind::Bool {
                return typed.expr;
            }
            failed = Some(typed);
            Expr::Bool(false)
        });
        match failed {
            Some(typed) => Err(typed),
            None => Ok(truth),
        }
    }

    /// `a and b and c`: what the first parts say of pieces is known in the later ones.
    fn joined(&mut self, parts: &[ast::Expr], op: BinaryOp) -> Expr {
        let known = self.scope.facts.len();
        let count = self.game.pieces.len();
        let mut all = Vec::new();
        for part in parts {
            let part = self.condition(part);
            if op == BinaryOp::And && parts.len() <= MOST_LEARNT {
                self.learn(&part, count);
            }
            all.push(part);
        }
        self.scope.facts.truncate(known);
        join(all, op).unwrap_or(Expr::Bool(op == BinaryOp::And))
    }

    /// Takes what a condition says about pieces into the scope.
    pub fn learn(&mut self, condition: &Expr, count: usize) {
        for (entity, types) in narrow::facts(condition, count) {
            self.scope.learn(entity, types);
        }
    }

    /// Checks that a value is of a kind. State fields get a warning later rather than an error now: what
    /// they hold is only known in the game.
    pub fn as_kind(&mut self, typed: Typed, wanted: Kind, span: Span) -> Expr {
        if typed.kind == wanted || (typed.kind == Kind::Unknown && typed.field.is_none()) {
            return typed.expr;
        }
        if let Some(field) = typed.field {
            self.game.usage.meetings.push(Meeting { field, declared: typed.kind, other: wanted, span });
            return typed.expr;
        }
        let message = format!("{} is wanted here, and this is {}", wanted.words(), typed.kind.words());
        let mut diagnostic = Diagnostic::new(Code::WrongKind, span, message);
        let help = match (wanted, typed.kind) {
            (Kind::Bool, Kind::Piece) => Some("compare it, as in `piece.type == Knight`"),
            (Kind::Bool, Kind::Int) => Some("compare it with something, as in `>= 2`"),
            (Kind::Bool, Kind::Type) => {
                Some("compare it, as in `piece.type == Knight`, or ask `exists Knight where ...`")
            }
            (Kind::Player, Kind::Piece) => Some("ask for its `.owner`"),
            (Kind::Piece, Kind::Square) => Some("ask `piece_at(...)`"),
            _ => None,
        };
        if let Some(help) = help {
            diagnostic = diagnostic.help(help);
        }
        self.game.report(diagnostic);
        typed.expr
    }

    /// An expression that must be a number.
    pub fn number(&mut self, expr: &ast::Expr) -> Expr {
        let typed = self.value(expr);
        self.as_kind(typed, Kind::Int, expr.span)
    }

    /// An expression that must be a player.
    pub fn player(&mut self, expr: &ast::Expr) -> Expr {
        let typed = self.value(expr);
        self.as_kind(typed, Kind::Player, expr.span)
    }

    /// An expression that must be a piece.
    pub fn piece(&mut self, expr: &ast::Expr) -> Typed {
        let thing = self.thing(expr);
        let Some(mut typed) = self.piece_like(thing, expr.span, expr) else { return Typed::error() };
        if typed.kind == Kind::Square {
            return Typed::piece(Expr::Call(Builtin::PieceAt, vec![typed.expr]), None);
        }
        let types = typed.types.take();
        Typed::piece(self.as_kind(typed, Kind::Piece, expr.span), types)
    }

    /// An expression that names a place: a square, a piece (its square), `[e4]`.
    pub fn place(&mut self, expr: &ast::Expr) -> Expr {
        match &expr.kind {
            ExprKind::Paren(inner) => return self.place(inner),
            ExprKind::Array(items) if items.len() == 1 => return self.place(&items[0]),
            ExprKind::Name(word) if word == "empty" && self.scope.local(word).is_none() => {
                return Expr::Call(Builtin::FirstEmptySquare, Vec::new());
            }
            _ => {}
        }
        let thing = self.thing(expr);
        let Some(typed) = self.piece_like(thing, expr.span, expr) else { return Expr::Null };
        match typed.kind {
            Kind::Piece
                if self.scope.place == Place::Pattern && typed.expr == Expr::Event(EventVar::Piece) =>
            {
                Expr::Event(EventVar::Origin)
            }
            Kind::Piece | Kind::Square | Kind::Null | Kind::Unknown => typed.expr,
            _ if typed.field.is_some() => self.as_kind(typed, Kind::Square, expr.span),
            kind => {
                let message = format!("a square is wanted here, and this is {}", kind.words());
                let help = "squares are `origin`, `target`, `e4`, `piece.pos` and so on";
                self.game.report(Diagnostic::new(Code::WrongKind, expr.span, message).help(help));
                Expr::Null
            }
        }
    }

    /// A place as a square, also where a piece is named.
    pub fn square(&mut self, expr: &ast::Expr) -> Expr {
        let place = self.place(expr);
        let is_piece = match Entity::of(&place) {
            Some(Entity::Event(var)) => !matches!(var, EventVar::Origin | EventVar::Target),
            // What is only known in the game may be a piece.
            Some(Entity::Local(id)) => self
                .scope
                .locals
                .iter()
                .find(|local| local.id == id)
                .is_none_or(|local| matches!(local.kind, Kind::Piece | Kind::Unknown)),
            None => matches!(place, Expr::Call(Builtin::PieceAt, _)),
        };
        if is_piece { Expr::SquareOf(Box::new(place)) } else { place }
    }

    fn array(&mut self, items: &[ast::Expr]) -> Typed {
        let items = items.iter().map(|item| self.value(item).expr).collect();
        Typed::new(Expr::List(items), Kind::List)
    }

    /// `{file: 4, rank: 3}`, counted from 0.
    fn object(&mut self, fields: &[(Name, ast::Expr)], span: Span) -> Typed {
        let mut file = None;
        let mut rank = None;
        for (name, value) in fields {
            let value_span = value.span;
            let value = self.number(value);
            let slot = match name.text.as_str() {
                "file" => &mut file,
                "rank" => &mut rank,
                other => {
                    let message = format!("a square has a `file` and a `rank`, and no `{other}`");
                    let diagnostic = Diagnostic::new(Code::UnknownProperty, name.span, message);
                    let known = ["file", "rank"].into_iter();
                    let diagnostic = self.game.suggest(diagnostic, other, name.span, known, "parts");
                    self.game.report(diagnostic);
                    continue;
                }
            };
            if slot.replace((value, value_span)).is_some() {
                let message = format!("`{}` is given twice", name.text);
                self.game.error(Code::DefinedTwice, name.span, message);
            }
        }
        let (Some((file, _)), Some((rank, _))) = (file, rank) else {
            self.game.error(Code::WrongKind, span, "a square needs both: `{file: 4, rank: 3}`");
            return Typed::error();
        };
        if let (Expr::Int(x), Expr::Int(y)) = (&file, &rank) {
            let on = i32::try_from(*x).ok().zip(i32::try_from(*y).ok());
            return match on.and_then(|(x, y)| self.game.board.at(x, y)) {
                Some(square) => Typed::new(Expr::Square(square), Kind::Square),
                None => {
                    let size = (self.game.board.width, self.game.board.height);
                    let message = format!("this square is off the board of {}x{}", size.0, size.1);
                    let help = "files and ranks count from 0 here: `{file: 0, rank: 0}` is a1";
                    self.game.report(Diagnostic::new(Code::OffBoard, span, message).help(help));
                    Typed::error()
                }
            };
        }
        Typed::new(Expr::SquareAt(Box::new(file), Box::new(rank)), Kind::Square)
    }

    fn call(&mut self, function: &Name, args: &[ast::Expr], span: Span) -> Typed {
        let name = function.text.as_str();
        let Some(&(_, fewest, most)) = FUNCTIONS.iter().find(|(known, ..)| *known == name) else {
            return self.script_call(function, args);
        };
        if args.len() < fewest || args.len() > most {
            let wanted = match (fewest, most) {
                (0, 0) => "no arguments".to_string(),
                (1, 1) => "one argument".to_string(),
                (2, 2) => "two arguments".to_string(),
                (fewest, _) => format!("at least {fewest} arguments"),
            };
            let message = format!("`{name}` takes {wanted}, and is given {}", args.len());
            self.game.error(Code::WrongArguments, span, message);
            return Typed::error();
        }
        match name {
            "distance" => {
                let args = args.iter().map(|arg| self.place(arg)).collect();
                Typed::new(Expr::Call(Builtin::Distance, args), Kind::Int)
            }
            "piece_at" => {
                let square = self.place(&args[0]);
                Typed::piece(Expr::Call(Builtin::PieceAt, vec![square]), None)
            }
            "min" | "max" | "abs" => {
                let builtin = match name {
                    "min" => Builtin::Min,
                    "max" => Builtin::Max,
                    _ => Builtin::Abs,
                };
                let args = args.iter().map(|arg| self.number(arg)).collect();
                Typed::new(Expr::Call(builtin, args), Kind::Int)
            }
            "random_empty_square" => {
                Typed::new(Expr::Call(Builtin::RandomEmptySquare, Vec::new()), Kind::Square)
            }
            "can_reach" => Typed::new(self.can_reach(function, args), Kind::Bool),
            _ => {
                self.not_a_value(span, "this is not a value", "write `on rank 8` after what it is asked of");
                Typed::error()
            }
        }
    }

    /// A call of a function that a script declares.
    fn script_call(&mut self, function: &Name, args: &[ast::Expr]) -> Typed {
        let args: Vec<Expr> = args.iter().map(|arg| self.value(arg).expr).collect();
        let name = &function.text;
        if self.game.scripts.declares(name) {
            return Typed::new(Expr::ScriptCall(name.clone(), args), Kind::Unknown);
        }
        let message = format!("there is no function called `{name}`");
        let mut diagnostic = Diagnostic::new(Code::UnknownFunction, function.span, message);
        let known = FUNCTIONS.iter().map(|(name, ..)| *name).filter(|name| *name != "rank");
        if self.game.definitions.action(name).is_some() {
            diagnostic = diagnostic.help("it is an action: it does something and has no value");
        } else {
            diagnostic = self.game.suggest(diagnostic, name, function.span, known, "functions");
        }
        self.game.report(diagnostic);
        Typed::error()
    }

    /// `piece.traits.has(royal)`
    fn method(&mut self, of: &ast::Expr, method: &Name, args: &[ast::Expr]) -> Typed {
        if method.text != "has" {
            let message = format!("there is nothing called `{}` to call here", method.text);
            let help = "the only call after a dot is `piece.traits.has(royal)`";
            self.game.report(Diagnostic::new(Code::UnknownProperty, method.span, message).help(help));
            return Typed::error();
        }
        let what = match args {
            [ast::Expr { kind: ExprKind::Name(word) | ExprKind::Text(word), span }] => {
                Name { text: word.clone(), span: *span }
            }
            _ => {
                let message = "`has` takes the name of one trait";
                self.game.error(Code::WrongArguments, method.span, message);
                return Typed::error();
            }
        };
        let truth = self.predicate(|reader| reader.has(of, &what));
        Typed::new(truth, Kind::Bool)
    }

    /// `can_reach(King, rank 8)`
    fn can_reach(&mut self, function: &Name, args: &[ast::Expr]) -> Expr {
        if !self.scope.place.is_end() {
            let message = format!("`can_reach` has no meaning in {}", self.scope.place.words());
            let help = "it belongs to the conditions of `victory:` and `draw:`";
            self.game.report(Diagnostic::new(Code::NotAvailable, function.span, message).help(help));
            return Expr::Bool(false);
        }
        let (side, piece) = match self.thing(&args[0]) {
            Thing::Type(piece) => (nightrider_model::Side::Own, piece),
            Thing::SideType(side, piece) => (side, piece),
            Thing::Error => return Expr::Bool(false),
            _ => {
                let message = "`can_reach` asks about a type of piece, as in `can_reach(King, rank 8)`";
                self.game.error(Code::WrongKind, args[0].span, message);
                return Expr::Bool(false);
            }
        };
        let local = self.scope.slot();
        let here = Expr::Local(local);
        let filter = self.reachable(&args[1], here);
        Expr::CanReach { side, piece, local, filter: Box::new(filter) }
    }

    /// The second argument of `can_reach` as a condition on a square.
    fn reachable(&mut self, target: &ast::Expr, here: Expr) -> Expr {
        let here = Box::new(here);
        match &target.kind {
            ExprKind::Paren(inner) => self.reachable(inner, *here),
            ExprKind::Rank(rank) => Expr::OnRank(here, Box::new(Expr::Int(rank.value))),
            ExprKind::File(file) => match self.file_named(&file.text, file.span) {
                Some(file) => Expr::OnFile(here, Box::new(Expr::Int(file))),
                None => Expr::Bool(false),
            },
            ExprKind::OnRank { subject: None, .. }
            | ExprKind::OnFile { subject: None, .. }
            | ExprKind::In { subject: None, .. }
            | ExprKind::AdjacentTo { subject: None, .. } => self.relation_of(target, Some(*here)),
            _ => match self.thing(target) {
                Thing::Zone(zone) => Expr::InZone(here, zone),
                Thing::Error => Expr::Bool(false),
                thing => {
                    let typed = self.value_of(thing, target.span);
                    let square = self.as_kind(typed, Kind::Square, target.span);
                    equal(*here, square)
                }
            },
        }
    }

    /// A file by its letter, counted from 1.
    pub fn file_named(&mut self, word: &str, span: Span) -> Option<i64> {
        let mut letters = word.chars();
        let letter =
            letters.next().filter(|letter| letter.is_ascii_lowercase() && letters.as_str().is_empty());
        let file = letter.map(|letter| i64::from(letter as u32 - 'a' as u32) + 1);
        let width = self.game.board.width;
        if let Some(file) = file.filter(|file| *file <= i64::from(width)) {
            return Some(file);
        }
        let last = (b'a' + width - 1) as char;
        let message = format!("`{word}` is not a file of this board");
        let help = format!("files are `a` to `{last}`");
        self.game.report(Diagnostic::new(Code::OffBoard, span, message).help(help));
        None
    }

    /// `exists`, `any`, `all`, `count`.
    fn quantified(&mut self, expr: &ast::Expr) -> Typed {
        use nightrider_model::Quantifier::{All, Count, Exists};
        let (quantifier, set) = match &expr.kind {
            ExprKind::Count(set) => {
                if let Some((set, op, right)) = sets::comparison_outside(self.game, set) {
                    let count = ast::Expr::new(ExprKind::Count(Box::new(set)), expr.span);
                    return Typed::new(self.compare(op.node, &count, &right, expr.span), Kind::Bool);
                }
                (Count, set)
            }
            ExprKind::All(set) => (All, set),
            ExprKind::Exists(set) | ExprKind::Any(set) => (Exists, set),
            _ => return Typed::error(),
        };
        let set = self.set(set);
        let kind = if quantifier == Count { Kind::Int } else { Kind::Bool };
        Typed::new(Expr::Quantified(quantifier, Box::new(set)), kind)
    }
}

/// Nobody writes so many conditions in a row by hand; what a longer row says of pieces is not learnt.
const MOST_LEARNT: usize = 100;

/// Conditions joined with `and` or `or`, `None` if there are none. Long rows become trees of little depth, so
/// that whoever walks them needs little stack.
pub(crate) fn join(mut parts: Vec<Expr>, op: BinaryOp) -> Option<Expr> {
    const ROW: usize = 8;
    let pair = |a, b| Expr::Binary(op, Box::new(a), Box::new(b));
    while parts.len() > ROW {
        let mut halves = Vec::with_capacity(parts.len() / 2 + 1);
        let mut rest = parts.into_iter();
        while let Some(a) = rest.next() {
            halves.push(match rest.next() {
                Some(b) => pair(a, b),
                None => a,
            });
        }
        parts = halves;
    }
    parts.into_iter().reduce(pair)
}

/// `a == b`
pub(crate) fn equal(left: Expr, right: Expr) -> Expr {
    Expr::Binary(BinaryOp::Equal, Box::new(left), Box::new(right))
}
