//! What actions do.
//!
//! An action that cannot be carried out does nothing and is told in the log. Only faults of arithmetic and
//! limits stop a trigger.

use std::sync::Arc;

use nightrider_model::{ActionId, AssignOp, EffectId, Event, FieldId, PieceId, Player, Square, Value};

use super::happening::Happening;
use super::trigger::{Spot, Step};
use crate::bitboard::Bitboard;
use crate::expr::{
    self, Absence, Code, Datum, Fault, PieceRef, apply_assignment, player_named, square_named, type_named,
};
use crate::kind::Kind;
use crate::position::{Declared, Mark};

/// How deep actions may call one another.
const MOST_CALLS: u8 = 64;

/// A trigger that does more than this in one go has the rest counted and not told: loops within loops would fill the
/// account of the game with what nobody reads.
const MOST_DEEDS: usize = 500;

impl<'a, B: Bitboard> Happening<'a, B> {
    /// Runs actions one after another.
    pub(super) fn run(&mut self, steps: &'a [Step]) -> Result<(), Fault> {
        for step in steps {
            self.frame.steps = self.frame.steps.checked_sub(1).ok_or(Fault::TooManySteps)?;
            self.step(step)?;
        }
        Ok(())
    }

    fn step(&mut self, step: &'a Step) -> Result<(), Fault> {
        match step {
            Step::SetPieceState(piece, field, op, value) => self.set_piece_state(piece, *field, *op, value),
            Step::SetOwner(piece, owner) => self.set_owner(piece, owner),
            Step::SetGameState(field, op, value) => self.set_shared_state(None, *field, *op, value),
            Step::SetPlayerState(player, field, op, value) => match self.player(player)? {
                Some(player) => self.set_shared_state(Some(player), *field, *op, value),
                None => self.nothing("set a player's state", "there is no such player"),
            },
            Step::SetLocal(local, op, value) => {
                let value = self.eval(value)?;
                let old = self.frame.local(*local);
                let value = apply_assignment(&self.view(), *op, || old, value)?;
                self.frame.set_local(*local, value);
                Ok(())
            }
            Step::Create { piece, at, owner } => self.create(piece, at, owner.as_ref()),
            Step::RemovePiece(piece) => match self.piece(piece)? {
                Some(piece) => self.remove(piece),
                None => self.nothing("remove", "the piece is not there"),
            },
            Step::RemoveSet(set) => {
                for square in self.collect(set)? {
                    self.remove(PieceRef::On(square))?;
                }
                Ok(())
            }
            Step::Transform { piece, to } => self.transform(piece, to),
            Step::Move { piece, to } => self.move_to(piece, to),
            Step::Mark(spot, effect) => self.mark(spot, *effect),
            Step::Unmark(spot, effect) => self.unmark(spot, *effect),
            Step::Win(player) => match self.player(player)? {
                Some(player) => self.declare(Some(player), None),
                None => self.nothing("win", "there is no such player"),
            },
            Step::Lose(player) => match self.player(player)? {
                Some(player) => self.declare(Some(player.opponent()), None),
                None => self.nothing("lose", "there is no such player"),
            },
            Step::Draw(reason) => self.declare(None, reason.clone()),
            Step::Cancel => self.cancel(),
            Step::If(condition, yes, no) => {
                let branch = if self.holds(condition)? { yes } else { no };
                self.run(branch)
            }
            Step::For(local, set, body) => {
                let pieces = self.collect(set)?;
                let pieces = pieces.into_iter().map(|square| Datum::Piece(PieceRef::On(square)));
                self.for_each(*local, pieces.collect(), body)
            }
            Step::ForEach(local, list, body) => match self.eval(list)? {
                Datum::List(items) => self.for_each(*local, items.to_vec(), body),
                Datum::Null => Ok(()),
                one => self.for_each(*local, vec![one], body),
            },
            Step::Call(action, arguments) => self.call(*action, arguments),
            Step::ScriptCall(name, arguments) => self.call_script(name, arguments),
        }
    }

    // What actions speak of.

    /// The piece that an expression names, if it is on the board or can come back to it.
    fn piece(&mut self, code: &Code) -> Result<Option<PieceRef>, Fault> {
        let piece = match self.eval(code)? {
            Datum::Piece(piece) => piece,
            other => match square_named(&other, &self.view(), &self.frame) {
                Some(square) => PieceRef::On(square),
                None => return Ok(None),
            },
        };
        let there = match piece {
            PieceRef::On(square) => self.position.at(square).is_some(),
            PieceRef::Off(index) => {
                self.frame.off(index).is_some_and(|piece| piece.reason != Absence::Removed)
            }
        };
        Ok(there.then_some(piece))
    }

    fn square(&mut self, code: &Code) -> Result<Option<Square>, Fault> {
        let value = self.eval(code)?;
        Ok(square_named(&value, &self.view(), &self.frame))
    }

    fn player(&mut self, code: &Code) -> Result<Option<Player>, Fault> {
        let value = self.eval(code)?;
        Ok(player_named(&value, &self.view(), &self.frame))
    }

    // State.

    fn set_piece_state(
        &mut self,
        piece: &Code,
        field: FieldId,
        op: AssignOp,
        value: &Code,
    ) -> Result<(), Fault> {
        let value = self.eval(value)?;
        let Some(piece) = self.piece(piece)? else {
            return self.nothing("set a piece's state", "the piece is not there");
        };
        let old = || match piece {
            PieceRef::On(square) => Datum::from(self.position.piece_state(square, field)),
            PieceRef::Off(index) => self.frame.off(index).map_or(Datum::Null, |piece| {
                let kept = piece.state.iter().find(|(found, _)| *found == field);
                kept.map_or(Datum::Null, |(_, value)| Datum::from(value))
            }),
        };
        let value = apply_assignment(&self.view(), op, old, value)?;
        let value = value.to_value(&self.rules.variant);
        if self.log.is_some() {
            let name = &self.rules.variant.piece_fields[field.index()];
            let text = format!("set {} state.{name} = {}", self.piece_text(piece), value_text(&value));
            self.did(text);
        }
        match piece {
            PieceRef::On(square) => self.position.set_piece_state(self.rules, square, field, value),
            PieceRef::Off(index) => {
                let state = &mut self.frame.detached[usize::from(index)].state;
                state.retain(|(found, _)| *found != field);
                state.push((field, value));
            }
        }
        Ok(())
    }

    fn set_shared_state(
        &mut self,
        owner: Option<Player>,
        field: FieldId,
        op: AssignOp,
        value: &Code,
    ) -> Result<(), Fault> {
        let value = self.eval(value)?;
        let old = || self.position.shared_state(owner, field).map_or(Datum::Int(0), Datum::from);
        let value = apply_assignment(&self.view(), op, old, value)?;
        let value = value.to_value(&self.rules.variant);
        if self.log.is_some() {
            let variant = &self.rules.variant;
            let place = match owner {
                None => format!("game.state.{}", variant.game_fields[field.index()]),
                Some(player) => format!("{} state.{}", player.name(), variant.player_fields[field.index()]),
            };
            self.did(format!("set {place} = {}", value_text(&value)));
        }
        self.position.set_shared_state(self.rules, owner, field, value);
        Ok(())
    }

    fn set_owner(&mut self, piece: &Code, owner: &Code) -> Result<(), Fault> {
        let owner = self.player(owner)?;
        let (Some(piece), Some(owner)) = (self.piece(piece)?, owner) else {
            return self.nothing("set an owner", "there is no such piece or player");
        };
        if self.log.is_some() {
            self.did(format!("set {} owner = {}", self.piece_text(piece), owner.name()));
        }
        self.give(piece, owner);
        Ok(())
    }

    /// Gives a piece to a player. A captured one will come back into play.
    pub(super) fn give(&mut self, piece: PieceRef, owner: Player) {
        match piece {
            PieceRef::On(square) => {
                if let Some(kind) = self.position.at(square)
                    && kind.owner() != owner
                {
                    self.position.become_kind(self.rules, square, kind.owned_by(owner));
                }
            }
            PieceRef::Off(index) => {
                let piece = &mut self.frame.detached[usize::from(index)];
                piece.owner = owner;
                if piece.reason == Absence::Captured {
                    piece.reason = Absence::Claimed;
                }
            }
        }
    }

    // Pieces.

    fn create(&mut self, piece: &Code, at: &Code, owner: Option<&Code>) -> Result<(), Fault> {
        let piece = self.eval(piece)?;
        let piece = type_named(&piece, &self.view(), &self.frame);
        let at = self.square(at)?;
        let owner = match owner {
            Some(owner) => self.player(owner)?,
            None => expr::actor(&self.view(), &self.frame),
        };
        let Some(piece) = piece else { return self.nothing("create", "there is no such piece type") };
        let Some(owner) = owner else { return self.nothing("create", "there is no such player") };
        let Some(at) = at.filter(|at| !self.rules.variant.board.is_hole(*at)) else {
            return self.nothing("create", "there is no such square");
        };
        if !self.position.put(self.rules, at, Kind::new(piece, owner)) {
            return self.nothing("create", "the square is taken");
        }
        if self.log.is_some() {
            self.did(format!("create {}", self.piece_text(PieceRef::On(at))));
        }
        Ok(())
    }

    fn remove(&mut self, piece: PieceRef) -> Result<(), Fault> {
        if self.log.is_some() {
            self.did(format!("remove {}", self.piece_text(piece)));
        }
        self.take_off(piece);
        Ok(())
    }

    /// Takes a piece out of the game for good. The answer names it from then on.
    pub(super) fn take_off(&mut self, piece: PieceRef) -> Option<PieceRef> {
        match piece {
            PieceRef::On(square) => self.detach(square, Absence::Removed),
            PieceRef::Off(index) => {
                self.frame.detached[usize::from(index)].reason = Absence::Removed;
                Some(piece)
            }
        }
    }

    fn transform(&mut self, piece: &Code, to: &Code) -> Result<(), Fault> {
        let to = self.eval(to)?;
        let to = type_named(&to, &self.view(), &self.frame);
        let piece = self.piece(piece)?;
        let Some(to) = to else { return self.nothing("transform", "there is no such piece type") };
        let Some(piece) = piece else { return self.nothing("transform", "the piece is not there") };
        if self.log.is_some() {
            let name = &self.rules.variant.piece(to).name;
            self.did(format!("transform {} to {name}", self.piece_text(piece)));
        }
        if self.type_of(Some(piece)) != Some(to) {
            self.become_type(piece, to);
        }
        Ok(())
    }

    /// Makes a piece one of another type, in its first state.
    pub(super) fn become_type(&mut self, piece: PieceRef, to: PieceId) {
        match piece {
            PieceRef::On(square) => {
                if let Some(old) = self.position.at(square) {
                    let kind = Kind::new(to, old.owner());
                    self.position.become_kind(self.rules, square, kind);
                    self.position.give_first_state(self.rules, square, kind);
                }
            }
            PieceRef::Off(index) => {
                let first = &self.rules.variant.piece(to).state;
                let piece = &mut self.frame.detached[usize::from(index)];
                piece.piece = to;
                piece.state = first.iter().map(|first| (first.field, first.value.clone())).collect();
            }
        }
    }

    fn move_to(&mut self, piece: &Code, to: &Code) -> Result<(), Fault> {
        let to = self.square(to)?;
        let Some(piece) = self.piece(piece)? else {
            return self.nothing("move", "the piece is not there");
        };
        let Some(to) = to.filter(|to| !self.rules.variant.board.is_hole(*to)) else {
            return self.nothing("move", "there is no such square");
        };
        let text = if self.log.is_some() { self.piece_text(piece) } else { String::new() };
        if !self.put_elsewhere(piece, to) {
            return self.nothing("move", "the square is taken");
        }
        if self.log.is_some() {
            self.did(format!("move {text} to {}", self.rules.variant.board.name(to)));
        }
        Ok(())
    }

    /// Moves a piece to a free square, from wherever it is.
    pub(super) fn put_elsewhere(&mut self, piece: PieceRef, to: Square) -> bool {
        match piece {
            PieceRef::On(from) if from == to => true,
            PieceRef::On(from) => {
                let moved = self.position.move_piece(self.rules, from, to);
                if moved {
                    self.frame.relocate(piece, PieceRef::On(to));
                }
                moved
            }
            PieceRef::Off(index) => self.attach(index, to),
        }
    }

    // Effects.

    fn mark(&mut self, spot: &'a Spot, effect: EffectId) -> Result<(), Fault> {
        let Some(owner) = expr::actor(&self.view(), &self.frame) else {
            return self.nothing("mark", "the effect would belong to nobody");
        };
        match spot {
            Spot::Square(at) => match self.square(at)?.filter(|at| !self.rules.variant.board.is_hole(*at)) {
                Some(square) => self.lay(square, effect, owner, false),
                None => return self.nothing("mark", "there is no such square"),
            },
            Spot::Piece(piece) => match self.piece(piece)? {
                Some(PieceRef::On(square)) => self.lay(square, effect, owner, true),
                Some(PieceRef::Off(index)) => {
                    let turns_left = self.rules.variant.effects[effect.index()].duration;
                    self.frame.detached[usize::from(index)].effects.push((effect, owner, turns_left));
                }
                None => return self.nothing("mark", "the piece is not there"),
            },
            Spot::Set(set) => {
                for square in self.collect(set)? {
                    self.lay(square, effect, owner, true);
                }
            }
        }
        Ok(())
    }

    /// Lays an effect; where the same one of the same owner lies, renews it.
    fn lay(&mut self, square: Square, effect: EffectId, owner: Player, attached: bool) {
        let turns_left = self.rules.variant.effects[effect.index()].duration;
        let mut mark = Mark { square, effect, owner, attached, turns_left, fresh: false };
        mark.fresh = self.before_turn_end && mark.runs_out();
        let same = self.position.marks().iter().position(|old| {
            (old.square, old.effect, old.owner, old.attached) == (square, effect, owner, attached)
        });
        match same {
            Some(index) => self.position.change_mark(self.rules, index, mark),
            None => self.position.add_mark(self.rules, mark),
        }
        if self.log.is_some() {
            let effect = &self.rules.variant.effects[effect.index()].name;
            let on = if attached {
                self.piece_text(PieceRef::On(square))
            } else {
                self.rules.variant.board.name(square)
            };
            self.did(format!("mark {on} with {effect}"));
        }
    }

    fn unmark(&mut self, spot: &'a Spot, effect: Option<EffectId>) -> Result<(), Fault> {
        match spot {
            Spot::Square(at) => match self.square(at)? {
                Some(square) => self.lift(square, effect, false),
                None => return self.nothing("unmark", "there is no such square"),
            },
            Spot::Piece(piece) => match self.piece(piece)? {
                Some(PieceRef::On(square)) => self.lift(square, effect, true),
                Some(PieceRef::Off(index)) => self.frame.detached[usize::from(index)]
                    .effects
                    .retain(|(found, ..)| effect.is_some_and(|effect| *found != effect)),
                None => return self.nothing("unmark", "the piece is not there"),
            },
            Spot::Set(set) => {
                for square in self.collect(set)? {
                    self.lift(square, effect, true);
                }
            }
        }
        Ok(())
    }

    fn lift(&mut self, square: Square, effect: Option<EffectId>, attached: bool) {
        let mut index = 0;
        while let Some(mark) = self.position.marks().get(index) {
            let meant = mark.square == square
                && mark.attached == attached
                && effect.is_none_or(|effect| mark.effect == effect);
            if !meant {
                index += 1;
                continue;
            }
            let name = mark.effect;
            self.position.remove_mark(self.rules, index);
            if self.log.is_some() {
                let name = &self.rules.variant.effects[name.index()].name;
                self.did(format!("lift {name} from {}", self.rules.variant.board.name(square)));
            }
        }
    }

    // The course of the game.

    fn declare(&mut self, winner: Option<Player>, text: Option<Arc<str>>) -> Result<(), Fault> {
        if self.position.ledger.declared.is_some() {
            return self.nothing("end the game", "it has a result already");
        }
        let text = text.and_then(|text| self.position.add_text(text));
        self.position.ledger.declared = Some(Declared { winner, trigger: self.firing, text });
        if self.log.is_some() {
            self.did(match winner {
                Some(player) => format!("{} wins", player.name()),
                None => "the game is drawn".to_string(),
            });
        }
        Ok(())
    }

    fn cancel(&mut self) -> Result<(), Fault> {
        if !self.can_cancel() {
            return self.nothing("cancel", "this event has no move to take back");
        }
        self.cancelled = true;
        if self.log.is_some() {
            self.did("cancel the move".to_string());
        }
        Ok(())
    }

    /// Whether the present event is one whose move can still be taken back.
    pub(super) fn can_cancel(&self) -> bool {
        matches!(
            self.event,
            Event::Capture | Event::Captured | Event::Move | Event::ExitZone | Event::EnterZone
        )
    }

    // Control.

    fn for_each(
        &mut self,
        local: nightrider_model::LocalId,
        items: Vec<Datum>,
        body: &'a [Step],
    ) -> Result<(), Fault> {
        let start = self.frame.pending.len();
        let end = start + items.len();
        self.frame.pending.extend(items);
        for index in start..end {
            let item = self.frame.pending[index].clone();
            if matches!(item, Datum::Piece(PieceRef::Off(_))) {
                continue;
            }
            self.frame.set_local(local, item);
            self.run(body)?;
        }
        self.frame.pending.truncate(start);
        Ok(())
    }

    fn call(&mut self, action: ActionId, arguments: &[Code]) -> Result<(), Fault> {
        if self.depth >= MOST_CALLS {
            return Err(Fault::CallsTooDeep);
        }
        let rules = self.rules;
        let definition = &rules.living.actions[action.index()];
        let mut values = Vec::with_capacity(arguments.len());
        for argument in arguments {
            values.push(self.eval(argument)?);
        }
        values.resize(usize::from(definition.parameters), Datum::Null);
        let (base, length) = (self.frame.base, self.frame.locals.len());
        self.frame.base = length;
        self.frame.locals.extend(values);
        self.depth += 1;
        let outcome = self.run(&definition.body);
        self.depth -= 1;
        self.frame.locals.truncate(length);
        self.frame.base = base;
        outcome
    }

    fn call_script(&mut self, name: &str, arguments: &[Code]) -> Result<(), Fault> {
        let mut values = Vec::with_capacity(arguments.len());
        for argument in arguments {
            values.push(self.eval(argument)?);
        }
        self.call_script_function(name, &values)
    }

    // The account.

    /// Tells that an action could not be carried out.
    fn nothing(&mut self, what: &str, why: &str) -> Result<(), Fault> {
        if self.log.is_some() {
            self.did(format!("could not {what}: {why}"));
        }
        Ok(())
    }

    pub(super) fn did(&mut self, text: String) {
        if self.deeds.len() < MOST_DEEDS {
            self.deeds.push(text);
        } else {
            self.left_out += 1;
        }
    }

    /// What has been done since this was last asked, and how much more is not told.
    pub(super) fn take_deeds(&mut self) -> Vec<String> {
        let mut deeds = std::mem::take(&mut self.deeds);
        match std::mem::take(&mut self.left_out) {
            0 => {}
            1 => deeds.push("and 1 action more".to_owned()),
            more => deeds.push(format!("and {more} actions more")),
        }
        deeds
    }

    /// `White Knight on e4`, `captured Black Pawn`.
    pub(super) fn piece_text(&self, piece: PieceRef) -> String {
        let variant = &self.rules.variant;
        match piece {
            PieceRef::On(square) => match self.position.at(square) {
                Some(kind) => format!(
                    "{} {} on {}",
                    kind.owner().name(),
                    variant.piece(kind.piece()).name,
                    variant.board.name(square)
                ),
                None => format!("nothing on {}", variant.board.name(square)),
            },
            PieceRef::Off(index) => match self.frame.off(index) {
                Some(piece) => format!("the {} {}", piece.owner.name(), variant.piece(piece.piece).name),
                None => "nothing".to_string(),
            },
        }
    }
}

/// A value as JSON would write it.
fn value_text(value: &Value) -> String {
    match value {
        Value::Null => "null".to_string(),
        Value::Bool(value) => value.to_string(),
        Value::Int(value) => value.to_string(),
        Value::Str(text) => format!("{text:?}"),
        Value::List(items) => {
            format!("[{}]", items.iter().map(value_text).collect::<Vec<_>>().join(", "))
        }
        Value::Record(fields) => {
            let fields = fields.iter().map(|(key, value)| format!("{key}: {}", value_text(value)));
            format!("{{{}}}", fields.collect::<Vec<_>>().join(", "))
        }
    }
}
