//! Actions: the bodies of triggers and of `action` definitions.

use nightrider_model::{
    Action, ActionId, AssignOp, Builtin, Expr, LocalId, MarkTarget, PieceId, PieceSet, Place, Region,
    RemoveTarget,
};

use super::kinds::{Field, Kind, Typed};
use super::reader::{Reader, Thing};
use super::scope::{Binding, Entity};
use super::usage::{Meeting, Role};
use crate::ast::{self, ActionKind, ExprKind, Name, SetOp, Target};
use crate::codes::Code;
use crate::diagnostic::Diagnostic;
use crate::span::Span;

impl Reader<'_, '_> {
    /// A block; what `let` names in it is not known after it.
    pub fn block(&mut self, block: &ast::Block) -> Vec<Action> {
        let (sight, known) = (self.scope.locals.len(), self.scope.facts.len());
        let mut actions = Vec::new();
        for action in &block.actions {
            self.action(action, &mut actions);
        }
        self.scope.locals.truncate(sight);
        self.scope.facts.truncate(known);
        actions
    }

    fn action(&mut self, action: &ast::Action, out: &mut Vec<Action>) {
        let done = match &action.kind {
            ActionKind::Set { place, op, value } => self.assign(place, op.node, value),
            ActionKind::Create { piece, at, owner } => {
                let piece = self.type_wanted(piece);
                let at = self.square(at);
                let owner = owner.as_ref().map(|owner| self.player(owner));
                Some(Action::Create { piece, at, owner })
            }
            ActionKind::Remove(target) => self.remove(target).map(Action::Remove),
            ActionKind::Transform { piece, into } => {
                let piece = self.piece(piece).expr;
                let to = self.type_wanted(into);
                self.forget_type(&piece, &to);
                Some(Action::Transform { piece, to })
            }
            ActionKind::Move { piece, to } => {
                let piece = self.piece(piece).expr;
                let to = self.square(to);
                Some(Action::Move { piece, to })
            }
            ActionKind::Mark { target, effect } => {
                let effect = self.effect_named(effect);
                for target in self.mark_targets(target) {
                    out.extend(effect.map(|effect| Action::Mark(target, effect)));
                }
                None
            }
            ActionKind::Unmark { target, effect } => {
                let known = effect.as_ref().map(|effect| self.effect_named(effect));
                for target in self.mark_targets(target) {
                    match known {
                        None => out.push(Action::Unmark(target, None)),
                        Some(effect) => out.extend(effect.map(|effect| Action::Unmark(target, Some(effect)))),
                    }
                }
                None
            }
            ActionKind::Win(player) => {
                self.game.usage.ends_by_action = true;
                Some(Action::Win(self.player(player)))
            }
            ActionKind::Lose(player) => {
                self.game.usage.ends_by_action = true;
                Some(Action::Lose(self.player(player)))
            }
            ActionKind::Draw { reason } => {
                self.game.usage.ends_by_action = true;
                Some(Action::Draw(reason.as_ref().map(|reason| reason.value.clone())))
            }
            ActionKind::Cancel => self.cancel(action.span),
            ActionKind::Let { name, value } => {
                let typed = self.value(value);
                let kind = if typed.field.is_some() { Kind::Unknown } else { typed.kind };
                let local = self.scope.bind(&name.text, name.span, Binding::Let, kind, typed.types);
                Some(Action::Let(local, typed.expr))
            }
            ActionKind::If { condition, then, otherwise } => {
                Some(self.branch(condition, then, otherwise.as_ref()))
            }
            ActionKind::For { variable, over, body } => Some(self.each(variable, over, body)),
            ActionKind::Call { function, args } => self.call_action(function, args),
            ActionKind::Error => None,
        };
        out.extend(done);
    }

    fn branch(&mut self, condition: &ast::Expr, then: &ast::Block, otherwise: Option<&ast::Block>) -> Action {
        let known = self.scope.facts.len();
        let span = condition.span;
        let condition = self.condition(condition);
        let event = match self.scope.place {
            super::scope::Place::Trigger(event) => Some(event),
            _ => None,
        };
        self.game.judge(&condition, span, Role::If(event));
        let count = self.game.pieces.len();
        self.learn(&condition, count);
        let then = self.block(then);
        self.scope.facts.truncate(known);
        let opposite = super::reader::not(condition.clone());
        self.learn(&opposite, count);
        let otherwise = otherwise.map(|block| self.block(block)).unwrap_or_default();
        self.scope.facts.truncate(known);
        Action::If(condition, then, otherwise)
    }

    fn each(&mut self, variable: &Name, over: &Target, body: &ast::Block) -> Action {
        let local = self.scope.slot();
        let sight = self.scope.locals.len();
        let enter = |reader: &mut Self, kind, types: Option<Vec<PieceId>>, filter: Option<&Expr>| {
            reader.scope.locals.push(super::scope::Local {
                name: variable.text.clone(),
                id: local,
                binding: Binding::Loop,
                kind,
                types,
                span: variable.span,
            });
            let known = reader.scope.facts.len();
            if let Some(filter) = filter {
                let count = reader.game.pieces.len();
                reader.learn(filter, count);
            }
            let body = reader.block(body);
            reader.scope.facts.truncate(known);
            reader.scope.locals.truncate(sight);
            body
        };
        match self.target(over, local) {
            Found::Set(set) => {
                let types = set.piece.map(|piece| vec![piece]);
                let body = enter(self, Kind::Piece, types, set.filter.as_ref());
                Action::For(local, set, body)
            }
            Found::One(list) => {
                let span = over.span();
                let list = self.as_kind(list, Kind::List, span);
                let body = enter(self, Kind::Unknown, None, None);
                Action::ForEach(local, list, body)
            }
        }
    }

    /// A set, or a single thing; a bare type stands for all its pieces, unless `any T` bound it.
    fn target(&mut self, target: &Target, local: LocalId) -> Found {
        let expr = match target {
            Target::Set(set) => return Found::Set(self.set_over(set, local)),
            Target::One(expr) => expr,
        };
        if !matches!(expr.unparenthesised().kind, ExprKind::Name(_) | ExprKind::Field { .. }) {
            return Found::One(self.value(expr));
        }
        let all =
            |piece, side| Found::Set(PieceSet { piece, side, region: Region::Board, local, filter: None });
        match self.thing(expr) {
            Thing::Type(piece) => all(Some(piece), None),
            Thing::SideType(side, piece) => all(Some(piece), Some(side)),
            Thing::Pieces(side) => all(None, side),
            Thing::Zone(zone) => Found::One(Typed::new(
                Expr::List(
                    self.game.board.zone(zone).squares.iter().map(|square| Expr::Square(*square)).collect(),
                ),
                Kind::List,
            )),
            thing => Found::One(self.value_of(thing, expr.span)),
        }
    }

    fn remove(&mut self, target: &Target) -> Option<RemoveTarget> {
        let local = self.scope.slot();
        let typed = match self.target(target, local) {
            Found::Set(set) => return Some(RemoveTarget::Set(set)),
            Found::One(typed) => typed,
        };
        if typed.is_error() {
            return None;
        }
        let piece = if typed.kind == Kind::Square {
            Expr::Call(Builtin::PieceAt, vec![typed.expr])
        } else {
            self.as_kind(typed, Kind::Piece, target.span())
        };
        Some(RemoveTarget::Piece(piece))
    }

    /// What is marked: usually one thing; a list of squares is one mark each.
    fn mark_targets(&mut self, target: &Target) -> Vec<MarkTarget> {
        if let Target::One(ast::Expr { kind: ExprKind::Array(items), .. }) = target {
            return items.iter().map(|item| MarkTarget::Square(self.square(item))).collect();
        }
        let local = self.scope.slot();
        let typed = match self.target(target, local) {
            Found::Set(set) => return vec![MarkTarget::Set(set)],
            Found::One(typed) => typed,
        };
        match (typed.kind, typed.expr) {
            (Kind::Piece, piece) => vec![MarkTarget::Piece(piece)],
            (Kind::List, Expr::List(squares)) => squares.into_iter().map(MarkTarget::Square).collect(),
            (Kind::Unknown, Expr::Null) => Vec::new(),
            (Kind::Square | Kind::Unknown, at) => vec![MarkTarget::Square(at)],
            (kind, expr) => {
                let typed = Typed { expr, kind, field: typed.field, types: None };
                vec![MarkTarget::Square(self.as_kind(typed, Kind::Square, target.span()))]
            }
        }
    }

    fn effect_named(&mut self, name: &Name) -> Option<nightrider_model::EffectId> {
        let found = self.game.definitions.effect(&name.text);
        match found {
            Some(effect) => {
                self.game.usage.effects.insert(effect);
            }
            None => {
                let message = format!("there is no effect called `{}`", name.text);
                let diagnostic = Diagnostic::new(Code::UnknownEffect, name.span, message);
                let known = self.game.definitions.effects.names();
                let diagnostic = self.game.suggest(diagnostic, &name.text, name.span, known, "effects");
                self.game.report(diagnostic);
            }
        }
        found
    }

    /// Where a type is wanted: `create Zombie`, `transform captured to captured.type`.
    fn type_wanted(&mut self, expr: &ast::Expr) -> Expr {
        if let ExprKind::Name(word) = &expr.unparenthesised().kind {
            if let Some(piece) = self.game.definitions.piece(word) {
                self.game.usage.made.insert(piece);
                return Expr::Type(piece);
            }
            let is_local = self.scope.local(word).is_some();
            if !is_local && word.chars().next().is_some_and(char::is_uppercase) {
                self.game.unknown_piece(word, expr.span);
                return Expr::Null;
            }
        }
        let typed = self.value(expr);
        match (&typed.expr, typed.kind) {
            (Expr::Type(piece), _) => {
                self.game.usage.made.insert(*piece);
                return typed.expr;
            }
            (Expr::Str(name), _) => {
                return match self.game.definitions.piece(name) {
                    Some(piece) => {
                        self.game.usage.made.insert(piece);
                        Expr::Type(piece)
                    }
                    None => {
                        self.game.unknown_piece(name, expr.span);
                        Expr::Null
                    }
                };
            }
            // `transform captured to captured.type` makes nothing new.
            (Expr::TypeOf(_), _) => {}
            _ => self.game.usage.makes_any = true,
        }
        if typed.kind == Kind::Str {
            return typed.expr;
        }
        self.as_kind(typed, Kind::Type, expr.span)
    }

    /// After `transform p to T`, `p` may be a T.
    fn forget_type(&mut self, piece: &Expr, to: &Expr) {
        let Some(entity) = Entity::of(piece) else { return };
        let known = self.scope.types_of(entity).or_else(|| match entity {
            Entity::Local(id) => self
                .scope
                .locals
                .iter()
                .rev()
                .find(|local| local.id == id)
                .and_then(|local| local.types.clone()),
            Entity::Event(_) => None,
        });
        let Some(mut types) = known else { return };
        match to {
            Expr::Type(piece) => {
                if !types.contains(piece) {
                    types.push(*piece);
                }
            }
            _ => types = (0..self.game.pieces.len()).map(|index| PieceId(index as u16)).collect(),
        }
        self.scope.facts.push((entity, types));
    }

    fn cancel(&mut self, span: Span) -> Option<Action> {
        use crate::ast::Event::{Capture, Captured, Move};
        use crate::check::scope::Place::{Action as InAction, Trigger};
        if matches!(self.scope.place, InAction | Trigger(Capture | Captured | Move)) {
            return Some(Action::Cancel);
        }
        let message = format!("there is no move to cancel in {}", self.scope.place.words());
        let help = "`cancel` belongs to triggers on `capture` and `move`";
        self.game.report(Diagnostic::new(Code::NotAvailable, span, message).help(help));
        None
    }

    fn assign(&mut self, place: &ast::Expr, op: SetOp, value: &ast::Expr) -> Option<Action> {
        let target = self.assigned(place)?;
        let typed = self.value(value);
        let assign = match op {
            SetOp::Assign => AssignOp::Set,
            SetOp::Add => AssignOp::Add,
            SetOp::Subtract => AssignOp::Subtract,
            SetOp::Multiply => AssignOp::Multiply,
            SetOp::Divide => AssignOp::Divide,
        };
        let field = match target {
            Place::PieceState(_, id) => Some(Field::Piece(id)),
            Place::GameState(id) => Some(Field::Game(id)),
            Place::PlayerState(_, id) => Some(Field::Player(id)),
            Place::Owner(_) | Place::Local(_) => None,
        };
        if let Some(field) = field {
            self.assigned_kind(field, &target, &typed, value.span);
            let kind = if op == SetOp::Assign { typed.kind } else { Kind::Int };
            let kind = if typed.field.is_some() { Kind::Unknown } else { kind };
            self.game.usage.sets(field, kind);
        }
        let value = match (&target, op) {
            (Place::Owner(_), SetOp::Assign) => self.as_kind(typed, Kind::Player, value.span),
            (Place::Owner(_), _) => {
                self.game.error(Code::WrongKind, value.span, "an owner can only be set with `=`");
                return None;
            }
            (_, SetOp::Assign) => typed.expr,
            _ => self.as_kind(typed, Kind::Int, value.span),
        };
        Some(Action::Set(target, assign, value))
    }

    /// A field that is declared with one kind of value and set to another.
    fn assigned_kind(&mut self, field: Field, target: &Place, typed: &Typed, span: Span) {
        let Place::PieceState(of, id) = target else { return };
        if typed.field.is_some() || typed.kind == Kind::Unknown {
            return;
        }
        let types = Entity::of(of).and_then(|entity| self.scope.types_of(entity));
        let Some(declared) = self.game.declared_kind(*id, types.as_deref()) else { return };
        if !declared.comparable(typed.kind) {
            let meeting = Meeting { field, declared, other: typed.kind, span };
            self.game.usage.misfits.push(meeting);
        }
    }

    /// What stands before the `=` of a `set`.
    fn assigned(&mut self, place: &ast::Expr) -> Option<Place> {
        match &place.kind {
            ExprKind::Paren(inner) => return self.assigned(inner),
            ExprKind::Error => return None,
            _ => {}
        }
        // Naming a field to set it does not read it.
        if let ExprKind::Field { field, .. } = &place.kind {
            self.game.usage.set_here = Some(field.span);
        }
        let thing = self.thing(place);
        self.game.usage.set_here = None;
        let typed = match thing {
            Thing::Value(typed) => typed,
            Thing::Error => return None,
            _ => return self.not_assignable(place),
        };
        match typed.expr {
            Expr::PieceState(of, field) => Some(Place::PieceState(*of, field)),
            Expr::GameState(field) => Some(Place::GameState(field)),
            Expr::PlayerState(of, field) => Some(Place::PlayerState(*of, field)),
            Expr::OwnerOf(of) => Some(Place::Owner(*of)),
            Expr::Local(local) if self.is_variable(local) => Some(Place::Local(local)),
            _ => self.not_assignable(place),
        }
    }

    fn is_variable(&self, local: LocalId) -> bool {
        let bound = self.scope.locals.iter().rev().find(|known| known.id == local);
        bound.is_some_and(|known| matches!(known.binding, Binding::Let | Binding::Parameter))
    }

    fn not_assignable(&mut self, place: &ast::Expr) -> Option<Place> {
        let help = match &place.kind {
            ExprKind::Field { field, .. } => match field.text.as_str() {
                "type" => "use `transform piece to Type`",
                "pos" | "rank" | "file" => "use `move piece to square`",
                _ => "set a field of `state`, an `owner`, or a variable made with `let`",
            },
            ExprKind::Name(word) if word == "state" => "say whose: `set piece.state.kills = 1`",
            _ => "set a field of `state`, an `owner`, or a variable made with `let`",
        };
        let diagnostic = Diagnostic::new(Code::NotAssignable, place.span, "this cannot be set").help(help);
        self.game.report(diagnostic);
        None
    }

    fn call_action(&mut self, function: &Name, args: &[ast::Expr]) -> Option<Action> {
        let name = &function.text;
        let Some(id) = self.game.definitions.action(name) else {
            let args: Vec<Expr> = args.iter().map(|arg| self.value(arg).expr).collect();
            if self.game.scripts.declares(name) {
                return Some(Action::ScriptCall(name.clone(), args));
            }
            let message = format!("there is no action called `{name}`");
            let diagnostic = Diagnostic::new(Code::UnknownFunction, function.span, message);
            let known = self.game.definitions.actions.names();
            let diagnostic = self.game.suggest(diagnostic, name, function.span, known, "actions");
            self.game.report(diagnostic);
            return None;
        };
        self.game.usage.actions.insert(id);
        let def = self.game.definitions.actions.at(id.index()).thing;
        let typed: Vec<Typed> = args.iter().map(|arg| self.argument(arg)).collect();
        if typed.len() != def.params.len() {
            let wanted = match def.params.len() {
                0 => "no values".to_string(),
                1 => "one value".to_string(),
                many => format!("{many} values"),
            };
            let message = format!("`{name}` takes {wanted}, and is given {}", typed.len());
            let diagnostic = Diagnostic::new(Code::WrongArguments, function.span, message)
                .label(def.name.span, "it is defined here");
            self.game.report(diagnostic);
            return None;
        }
        let kinds: Vec<Kind> = typed
            .iter()
            .map(|typed| if typed.field.is_some() { Kind::Unknown } else { typed.kind })
            .collect();
        self.game
            .arguments
            .entry(id.0)
            .and_modify(|known| {
                known.iter_mut().zip(&kinds).for_each(|(known, kind)| *known = known.or(*kind))
            })
            .or_insert(kinds);
        self.check_uses(id, function);
        Some(Action::Call(id, typed.into_iter().map(|typed| typed.expr).collect()))
    }

    /// An argument of an action: a value, a piece or a type.
    fn argument(&mut self, arg: &ast::Expr) -> Typed {
        match &arg.kind {
            ExprKind::Array(items) if items.len() == 1 => Typed::new(self.place(&items[0]), Kind::Square),
            _ => self.value(arg),
        }
    }

    /// An action may use `captured` and its like only when every caller's event has them.
    fn check_uses(&mut self, action: ActionId, function: &Name) {
        let used = self.game.action_uses.get(&action.0).cloned().unwrap_or_default();
        for var in used {
            let is_bound = var == nightrider_model::EventVar::Piece && self.scope.bound.is_some();
            if self.scope.place.has(var) || is_bound {
                self.scope.used.push((var, function.span));
                continue;
            }
            let word = super::scope::EVENT_WORDS
                .iter()
                .find(|(_, known, _)| *known == var)
                .map_or("", |known| known.0);
            let place = self.scope.place.words();
            let message = format!("`{}` uses `{word}`, which has no meaning in {place}", function.text);
            let help = format!("give `{}` what it needs as an argument", function.text);
            self.game.report(Diagnostic::new(Code::NotAvailable, function.span, message).help(help));
        }
    }
}

/// What a target turned out to be.
enum Found {
    One(Typed),
    Set(PieceSet),
}
