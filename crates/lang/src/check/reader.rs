//! The reader of expressions: where it stands, and what a name or path stands for before it is decided whether a
//! value, a type or a set is wanted.

use nightrider_model::{EventVar, Expr, PieceId, PieceSet, Quantifier, Region, Side};
use nightrider_model::{LocalId, ZoneId};

use super::Checker;
use super::kinds::{Kind, Typed};
use super::scope::Scope;
use crate::ast::{self, ExprKind};
use crate::codes::Code;
use crate::diagnostic::Diagnostic;
use crate::span::Span;

/// Reads expressions at one place of the text.
pub(crate) struct Reader<'c, 'a> {
    /// The game.
    pub game: &'c mut Checker<'a>,
    /// What words mean here.
    pub scope: Scope,
}

/// What a name or a path stands for.
#[derive(Clone, Debug)]
pub(crate) enum Thing {
    /// A value.
    Value(Typed),
    /// A name that `any T` or its like bound: the piece, or where a type is wanted the type.
    Named(Typed, PieceId),
    /// A piece type, and whether the plural was written.
    Type(PieceId),
    /// A piece type of one side: `opponent.King`.
    SideType(Side, PieceId),
    /// All pieces (`None`), or those of one side.
    Pieces(Option<Side>),
    /// The pieces of a player that is computed.
    PiecesOf(Box<Expr>),
    /// A colour or another word for a side; also a player.
    Side(Side, Typed),
    /// `zone`: the zone of the event, or the list of zones before a dot.
    Zones,
    /// `zone.hill`
    Zone(ZoneId),
    /// `game`
    Game,
    /// `board`
    Board,
    /// `piece.state`
    State(Typed),
    /// `piece.traits`
    Traits(Typed),
    /// `game.state`
    GameState,
    /// `player.state`
    PlayerState(Box<Expr>),
    /// Something wrong, already told.
    Error,
}

impl Thing {
    pub fn value(expr: Expr, kind: Kind) -> Thing {
        Thing::Value(Typed::new(expr, kind))
    }

    pub fn truth(expr: Expr) -> Thing {
        Thing::value(expr, Kind::Bool)
    }
}

impl Reader<'_, '_> {
    /// What an expression stands for, before it is decided whether a value, type or set is wanted.
    pub fn thing(&mut self, expr: &ast::Expr) -> Thing {
        match &expr.kind {
            ExprKind::Name(word) => self.word(word, expr.span),
            ExprKind::Field { of, field } => self.field(of, field),
            ExprKind::Paren(inner) => self.thing(inner),
            _ => Thing::Value(self.value(expr)),
        }
    }

    /// The piece a thing stands for. A type named where a piece is wanted means "some piece of that type",
    /// within the comparison or condition around it.
    pub fn piece_like(&mut self, thing: Thing, span: Span, written: &ast::Expr) -> Option<Typed> {
        let (side, piece) = match thing {
            Thing::Value(typed) | Thing::Named(typed, _) => return Some(typed),
            Thing::Type(piece) => (self.scope.place.is_end().then_some(Side::Own), piece),
            Thing::SideType(side, piece) => (Some(side), piece),
            Thing::Error => return None,
            _ => {
                let typed = self.value_of(thing, span);
                return (!typed.is_error()).then_some(typed);
            }
        };
        if self.scope.lifted.is_none() {
            let name = self.game.definitions.piece_name(piece).to_string();
            let message = format!(
                "`{}` is a type of piece, and a single piece is wanted here",
                written_name(written, &name)
            );
            let help = format!("bind one with `when: any {name} where ...`, or name one, such as `piece`");
            self.game.report(Diagnostic::new(Code::WrongKind, span, message).help(help));
            return None;
        }
        let local = self.scope.slot();
        let set = PieceSet { piece: Some(piece), side, region: Region::Board, local, filter: None };
        if let Some(lifted) = &mut self.scope.lifted {
            lifted.push(set);
        }
        Some(Typed::piece(Expr::Local(local), Some(vec![piece])))
    }

    /// Reads a condition about named pieces: `King in zone.hill` becomes "some own King is in the hill".
    pub fn predicate(&mut self, read: impl FnOnce(&mut Self) -> Expr) -> Expr {
        let outer = self.scope.lifted.replace(Vec::new());
        let mut expr = read(self);
        let lifted = std::mem::replace(&mut self.scope.lifted, outer).unwrap_or_default();
        for mut set in lifted.into_iter().rev() {
            set.filter = Some(expr);
            expr = Expr::Quantified(Quantifier::Exists, Box::new(set));
        }
        expr
    }

    /// The value a thing stands for; an error if it is none.
    pub fn value_of(&mut self, thing: Thing, span: Span) -> Typed {
        match thing {
            Thing::Value(typed) | Thing::Named(typed, _) | Thing::Side(_, typed) => typed,
            Thing::Type(piece) => Typed::new(Expr::Type(piece), Kind::Type),
            Thing::Pieces(side) => Typed::new(self.count_of(None, side), Kind::Int),
            Thing::SideType(side, piece) => Typed::new(self.count_of(Some(piece), Some(side)), Kind::Int),
            Thing::PiecesOf(player) => Typed::new(self.count_of_player(*player), Kind::Int),
            Thing::Zones if self.scope.place.has(EventVar::Zone) => {
                Typed::new(Expr::Event(EventVar::Zone), Kind::Zone)
            }
            Thing::Error => Typed::error(),
            other => {
                let (what, help) = match other {
                    Thing::Zones => ("`zone` alone is not a value", "name one, as in `target in zone.hill`"),
                    Thing::Zone(_) => ("a zone is not a value", "ask `in zone.name`"),
                    Thing::Game | Thing::GameState => {
                        ("the game is not a value", "name a field, as in `game.state.score`")
                    }
                    Thing::Board => {
                        ("the board is not a value", "ask `piece_at(e4)` or `count pieces where ...`")
                    }
                    Thing::State(_) | Thing::PlayerState(_) => {
                        ("a whole state is not a value", "name a field, as in `piece.state.kills`")
                    }
                    _ => ("a list of traits is not a value", "ask `piece.traits has royal`"),
                };
                self.game.report(Diagnostic::new(Code::NotAValue, span, what).help(help));
                Typed::error()
            }
        }
    }

    /// The number of pieces of a type and side.
    pub fn count_of(&mut self, piece: Option<PieceId>, side: Option<Side>) -> Expr {
        let local = self.scope.slot();
        let set = PieceSet { piece, side, region: Region::Board, local, filter: None };
        Expr::Quantified(Quantifier::Count, Box::new(set))
    }

    fn count_of_player(&mut self, player: Expr) -> Expr {
        let local: LocalId = self.scope.slot();
        let owner = Expr::OwnerOf(Box::new(Expr::Local(local)));
        let filter = Expr::Binary(nightrider_model::BinaryOp::Equal, Box::new(owner), Box::new(player));
        let set = PieceSet { piece: None, side: None, region: Region::Board, local, filter: Some(filter) };
        Expr::Quantified(Quantifier::Count, Box::new(set))
    }
}

fn written_name(written: &ast::Expr, name: &str) -> String {
    match &written.kind {
        ExprKind::Name(word) => word.clone(),
        _ => name.to_string(),
    }
}

/// The opposite of a condition.
pub(crate) fn not(expr: Expr) -> Expr {
    Expr::Unary(nightrider_model::UnaryOp::Not, Box::new(expr))
}
