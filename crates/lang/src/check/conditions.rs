//! Conditions about where something is and what it has: `in zone.hill`, `on rank 8`, `has`, `adjacent to`,
//! `King captured`.

use nightrider_model::{BinaryOp, Builtin, EventVar, Expr, Relation, Side, TraitId};

use super::expressions::{equal, join};
use super::kinds::Kind;
use super::names::zone_named;
use super::reader::{Reader, Thing, not};
use super::scope::Place;
use super::words::TRAITS;
use crate::ast::{self, ExprKind, Name};
use crate::codes::Code;
use crate::diagnostic::Diagnostic;
use crate::span::Span;

impl Reader<'_, '_> {
    /// A condition with a subject of its own or that of its place.
    pub fn relation(&mut self, expr: &ast::Expr) -> Expr {
        match &expr.kind {
            ExprKind::In { subject: Some(subject), .. }
            | ExprKind::OnRank { subject: Some(subject), .. }
            | ExprKind::OnFile { subject: Some(subject), .. }
            | ExprKind::AdjacentTo { subject: Some(subject), .. } => {
                // `piece.type in [Knight, Bishop]` asks about a value, everything else about a place.
                if let ExprKind::In { place: ast::Place::Value(list), negated, .. } = &expr.kind
                    && matches!(list.unparenthesised().kind, ExprKind::Array(_))
                {
                    return self.in_list(subject, list, *negated);
                }
                let subject = self.place(subject);
                self.relation_of(expr, Some(subject))
            }
            ExprKind::Has { subject, what } => self.has(subject, what),
            ExprKind::Captured(what) => self.captured(what),
            _ => {
                let subject = self.implied_subject(expr.span);
                self.relation_of(expr, subject)
            }
        }
    }

    /// What `in zone.hill` without a subject speaks of.
    fn implied_subject(&mut self, span: Span) -> Option<Expr> {
        if let Some((local, _)) = self.scope.tested.last() {
            return Some(Expr::Local(*local));
        }
        if self.scope.place.has(EventVar::Target) {
            self.scope.used.push((EventVar::Target, span));
            return Some(Expr::Event(EventVar::Target));
        }
        let message =
            format!("what this is asked of is not said, and {} has no target", self.scope.place.words());
        let help = "name it, as in `King on rank 8` or `exists Pawn where on rank 8`";
        self.game.report(Diagnostic::new(Code::SubjectNeeded, span, message).help(help));
        None
    }

    /// A condition of a known subject.
    pub fn relation_of(&mut self, expr: &ast::Expr, subject: Option<Expr>) -> Expr {
        let here = Box::new(subject.unwrap_or(Expr::Null));
        let (truth, negated) = match &expr.kind {
            ExprKind::In { negated, place, .. } => (self.in_place(*here, place), *negated),
            ExprKind::OnRank { negated, own, rank, .. } => {
                let span = rank.span;
                let rank = Box::new(self.number(rank));
                if let Expr::Int(rank) = *rank {
                    self.check_rank(rank, span);
                }
                let truth = if *own {
                    let owner = Box::new(self.owner_of(&here, expr.span));
                    Expr::OnOwnRank(here, rank, owner)
                } else {
                    Expr::OnRank(here, rank)
                };
                (truth, *negated)
            }
            ExprKind::OnFile { negated, file, .. } => (self.on_file(here, file), *negated),
            ExprKind::AdjacentTo { negated, to, .. } => {
                let to = self.place(to);
                (Expr::Adjacent(here, Box::new(to)), *negated)
            }
            _ => (Expr::Bool(false), false),
        };
        if negated { not(truth) } else { truth }
    }

    /// From whose side `on own rank` counts: a piece's owner, else the player of the event.
    fn owner_of(&mut self, of: &Expr, span: Span) -> Expr {
        match of {
            Expr::Local(_) | Expr::Event(EventVar::Piece | EventVar::Captured | EventVar::Captor) => {
                Expr::OwnerOf(Box::new(of.clone()))
            }
            _ if self.scope.place.has(EventVar::Player) => {
                self.scope.used.push((EventVar::Player, span));
                Expr::Event(EventVar::Player)
            }
            _ => {
                let message = "`own` speaks of a player, and there is none here";
                self.game.error(Code::NotAvailable, span, message);
                Expr::Null
            }
        }
    }

    fn check_rank(&mut self, rank: i64, span: Span) {
        let height = i64::from(self.game.board.height);
        if (1..=height).contains(&rank) || !self.game.is_own(span) {
            return;
        }
        self.game.usage.never.push(span);
        let message = format!("the board has no rank {rank}: this never holds");
        let help = format!("ranks are 1 to {height}");
        self.game.report(Diagnostic::new(Code::NeverHolds, span, message).help(help));
    }

    fn on_file(&mut self, here: Box<Expr>, file: &ast::Expr) -> Expr {
        if let ExprKind::Name(word) = &file.kind
            && self.scope.local(word).is_none()
        {
            return match self.file_named(word, file.span) {
                Some(file) => Expr::OnFile(here, Box::new(Expr::Int(file))),
                None => Expr::Bool(false),
            };
        }
        let file = self.number(file);
        Expr::OnFile(here, Box::new(file))
    }

    fn in_place(&mut self, here: Expr, place: &ast::Place) -> Expr {
        if let ast::Place::Value(list) = place
            && let ExprKind::Array(items) = &list.unparenthesised().kind
        {
            let here = match here {
                Expr::Local(_) => Expr::SquareOf(Box::new(here)),
                square => square,
            };
            let same = items.iter().map(|item| equal(here.clone(), self.square(item))).collect();
            return join(same, BinaryOp::Or).unwrap_or(Expr::Bool(false));
        }
        let value = match place {
            ast::Place::Zone(name) => {
                return match self.game.zone_named(name) {
                    Some(zone) => Expr::InZone(Box::new(here), zone),
                    None => Expr::Bool(false),
                };
            }
            ast::Place::Value(value) => value,
        };
        if let ExprKind::Name(word) = &value.kind
            && zone_named(&self.game.board, word).is_some()
        {
            let message = format!("`{word}` is a zone, and is written `zone.{word}`");
            let diagnostic = Diagnostic::new(Code::NotAValue, value.span, message);
            self.game.report(diagnostic.suggest(value.span, &format!("zone.{word}")));
            return Expr::Bool(false);
        }
        match self.thing(value) {
            Thing::Zone(zone) => Expr::InZone(Box::new(here), zone),
            Thing::Error => Expr::Bool(false),
            _ => {
                let message = "`in` is followed by a zone or a list";
                let help = "as in `in zone.hill`, `in [d4, e4]`, `piece.type in [Knight, Bishop]`";
                self.game.report(Diagnostic::new(Code::WrongKind, value.span, message).help(help));
                Expr::Bool(false)
            }
        }
    }

    /// `x in [a, b]`: the same as one of them.
    fn in_list(&mut self, subject: &ast::Expr, list: &ast::Expr, negated: bool) -> Expr {
        let ExprKind::Array(items) = &list.unparenthesised().kind else { return Expr::Bool(false) };
        if !is_path(subject) {
            let message = "only a name or a path can be looked for in a list";
            let help = "as in `piece.type in [Knight, Bishop]` or `target in [d4, e4]`";
            self.game.report(Diagnostic::new(Code::WrongKind, subject.span, message).help(help));
            return Expr::Bool(false);
        }
        let mut same = Vec::new();
        for item in items {
            same.push(self.compare(ast::CompareOp::Equal, subject, item, subject.span.to(item.span)));
        }
        let any = join(same, BinaryOp::Or).unwrap_or(Expr::Bool(false));
        if negated { not(any) } else { any }
    }

    /// `target has piece`, `piece has royal`, `piece.traits has undead`.
    pub fn has(&mut self, subject: &ast::Expr, what: &Name) -> Expr {
        let thing = self.thing(subject);
        let typed = match thing {
            Thing::Error => return Expr::Bool(false),
            Thing::Traits(piece) => return self.has_trait(piece.expr, what),
            thing => match self.piece_like(thing, subject.span, subject) {
                Some(typed) => typed,
                None => return Expr::Bool(false),
            },
        };
        if typed.kind == Kind::Piece {
            return self.has_trait(typed.expr, what);
        }
        let square = self.as_kind(typed, Kind::Square, subject.span);
        let at = Expr::Call(Builtin::PieceAt, vec![square.clone()]);
        match what.text.as_str() {
            "piece" => Expr::HasPiece(Box::new(square)),
            "enemy" => Expr::Is(Box::new(at), Relation::Enemy),
            "friend" => Expr::Is(Box::new(at), Relation::Friend),
            word => match self.game.definitions.piece_or_plural(word) {
                Some(piece) => equal(Expr::TypeOf(Box::new(at)), Expr::Type(piece)),
                None => {
                    let message = format!("a square can have a `piece`, and not `{word}`");
                    let diagnostic = Diagnostic::new(Code::UnknownName, what.span, message);
                    let known =
                        ["piece", "enemy", "friend"].into_iter().chain(self.game.definitions.pieces.names());
                    let diagnostic = self.game.suggest(diagnostic, word, what.span, known, "words");
                    self.game.report(diagnostic);
                    Expr::Bool(false)
                }
            },
        }
    }

    fn has_trait(&mut self, piece: Expr, what: &Name) -> Expr {
        let word = what.text.as_str();
        if TRAITS.contains(&word) {
            return Expr::HasBuiltinTrait(Box::new(piece), word.to_string());
        }
        if let Some(id) = self.game.custom_traits.find(word) {
            self.game.usage.traits.insert(TraitId(id));
            return Expr::HasTrait(Box::new(piece), TraitId(id));
        }
        let message = format!("no piece has the trait `{word}`");
        let diagnostic = Diagnostic::new(Code::UnknownTrait, what.span, message);
        let known = TRAITS.into_iter().chain(self.game.custom_traits.names());
        let diagnostic = self.game.suggest(diagnostic, word, what.span, known, "traits");
        self.game.report(diagnostic);
        Expr::Bool(false)
    }

    /// `King captured`: the opponent's, unless another side is named.
    fn captured(&mut self, what: &ast::Expr) -> Expr {
        let place = self.scope.place;
        let (side, piece) = match self.thing(what) {
            Thing::Type(piece) => (Side::Opponent, piece),
            Thing::SideType(side, piece) => (side, piece),
            Thing::Error => return Expr::Bool(false),
            _ => {
                let message = "`captured` after a name asks about a type of piece, as in `King captured`";
                self.game.error(Code::WrongKind, what.span, message);
                return Expr::Bool(false);
            }
        };
        if matches!(side, Side::Own | Side::Opponent) && !place.has(EventVar::Player) {
            let message = format!("whose piece is meant is not said, and {} has no player", place.words());
            self.game.report(
                Diagnostic::new(Code::NotAvailable, what.span, message)
                    .help("say it, as in `Black.King captured`"),
            );
            return Expr::Bool(false);
        }
        if place == Place::Pattern {
            let message = "`captured` after a name belongs to the ends of the game and to triggers";
            let help = "in a pattern ask `captured.type == King`";
            self.game.report(Diagnostic::new(Code::NotAvailable, what.span, message).help(help));
            return Expr::Bool(false);
        }
        Expr::Captured(side, piece)
    }
}

/// Whether an expression is a name or a path of names: small enough to be repeated for each entry of a list.
fn is_path(expr: &ast::Expr) -> bool {
    match &expr.kind {
        ExprKind::Name(_) => true,
        ExprKind::Field { of, .. } => is_path(of),
        ExprKind::Paren(inner) => is_path(inner),
        _ => false,
    }
}
