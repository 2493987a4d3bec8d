//! State and effects: the part of a position that only living games have.

use std::collections::BTreeMap;
use std::sync::Arc;

use nightrider_model::{EffectId, FieldId, PieceId, Player, Square, Value};

use super::{Change, Position};
use crate::bitboard::Bitboard;
use crate::kind::Kind;
use crate::rules::RulesFor;
use crate::script::ScriptMove;
use crate::setup::LaidEffect;

/// State of pieces, game and players, and the effects in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Extras<B> {
    /// Piece state: `square * fields + field`. `null` where there is no piece or no such field.
    slots: Vec<Value>,
    fields: usize,
    /// `game.state` by field; `None` was never set.
    game: Vec<Option<Value>>,
    /// `player.state` by player and field; `None` was never set.
    players: [Vec<Option<Value>>; 2],
    /// The effects in force, in the order in which they were laid.
    marks: Vec<Mark>,
    /// Fields of state that no text of the game names; scripts may set any.
    loose: BTreeMap<(LooseOwner, Arc<str>), Value>,
    /// Reasons given by declared results.
    texts: Vec<Arc<str>>,
    /// The moves played, if scripts look at them.
    past: Vec<ScriptMove>,
    /// Per owner: squares his pieces can neither enter, pass nor leave. Follows from `marks`.
    pub(super) blocked: [B; 2],
    /// Pieces held in place by an effect attached to them. Follows from `marks`.
    pub(super) held: B,
    /// Pieces with a positive `cooldown` or `frozen`. Follows from `slots`.
    pub(super) frozen: B,
    /// Those of `frozen` that will still be so when their owner's next turn has begun.
    pub(super) frozen_next_turn: B,
}

/// Whose a field of loose state is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LooseOwner {
    /// The game's.
    Game,
    /// A player's.
    Player(Player),
    /// That of the piece on a square.
    Piece(Square),
}

/// An effect in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mark {
    /// The square it lies on, or the square of the piece it is attached to.
    pub square: Square,
    pub effect: EffectId,
    /// Whose effect it is.
    pub owner: Player,
    /// Whether it is attached to the piece on the square and travels with it.
    pub attached: bool,
    /// Turns until it ends; `None` is until lifted.
    pub turns_left: Option<u32>,
    /// Laid in the present ply, which does not count.
    pub fresh: bool,
}

impl<B: Bitboard> Extras<B> {
    /// Room for state and effects if the game has any.
    pub(super) fn if_used(rules: &RulesFor<B>) -> Option<Box<Extras<B>>> {
        let variant = &rules.variant;
        let fields = variant.piece_fields.len();
        rules.uses.extras.then(|| {
            Box::new(Extras {
                slots: vec![Value::Null; fields * variant.board.len()],
                fields,
                game: vec![None; variant.game_fields.len()],
                players: [vec![None; variant.player_fields.len()], vec![None; variant.player_fields.len()]],
                marks: Vec::new(),
                loose: BTreeMap::new(),
                texts: Vec::new(),
                past: Vec::new(),
                blocked: [B::EMPTY; 2],
                held: B::EMPTY,
                frozen: B::EMPTY,
                frozen_next_turn: B::EMPTY,
            })
        })
    }

    fn slot(&self, square: Square, field: FieldId) -> Option<usize> {
        (field.index() < self.fields).then_some(square.index() * self.fields + field.index())
    }

    fn shared(&self, owner: Option<Player>) -> &Vec<Option<Value>> {
        owner.map_or(&self.game, |player| &self.players[player.index()])
    }

    fn shared_mut(&mut self, owner: Option<Player>) -> &mut Vec<Option<Value>> {
        match owner {
            None => &mut self.game,
            Some(player) => &mut self.players[player.index()],
        }
    }

    /// Takes back one change; the caches are refreshed by the caller.
    pub(super) fn take_back(&mut self, change: Change) {
        match change {
            Change::PieceState(square, field, value) => {
                if let Some(slot) = self.slot(square, field) {
                    self.slots[slot] = value;
                }
            }
            Change::SharedState(owner, field, value) => {
                self.shared_mut(owner)[field.index()] = value;
            }
            Change::MarkAdded => {
                self.marks.pop();
            }
            Change::MarkRemoved(index, mark) => self.marks.insert(index as usize, mark),
            Change::MarkChanged(index, mark) => self.marks[index as usize] = mark,
            Change::LooseState(owner, name, value) => {
                self.set_loose(owner, name, value);
            }
            Change::TextAdded => {
                self.texts.pop();
            }
            Change::MoveNoted => {
                self.past.pop();
            }
            Change::Lifted(..) | Change::Dropped(..) | Change::FirstOfKind(..) => {}
        }
    }

    fn set_loose(&mut self, owner: LooseOwner, name: Arc<str>, value: Option<Value>) -> Option<Value> {
        match value {
            Some(value) => self.loose.insert((owner, name), value),
            None => self.loose.remove(&(owner, name)),
        }
    }

    /// This part's share of the position's hash, worked out from nothing.
    #[cfg(test)]
    pub(super) fn fresh_hash(&self, rules: &RulesFor<B>) -> u64 {
        let keys = &rules.zobrist;
        let mut hash = 0;
        for square in rules.variant.board.squares() {
            for field in 0..self.fields {
                let value = &self.slots[square.index() * self.fields + field];
                hash ^= keys.piece_state(square, FieldId(field as u16), value);
            }
        }
        for owner in [None, Some(Player::White), Some(Player::Black)] {
            for (field, value) in self.shared(owner).iter().enumerate() {
                hash ^= keys.shared_state(owner, field as u16, value.as_ref());
            }
        }
        for ((owner, name), value) in &self.loose {
            hash ^= keys.loose_state(*owner, name, Some(value));
        }
        self.marks.iter().fold(hash, |hash, mark| hash ^ mark.key(rules))
    }
}

impl Mark {
    fn key<B: Bitboard>(&self, rules: &RulesFor<B>) -> u64 {
        rules.zobrist.effect(self.square, self.effect, self.owner, self.turns_left, self.attached)
    }
}

static NULL: Value = Value::Null;

impl<B: Bitboard> Position<B> {
    // Piece state.

    /// A field of the piece on a square; `null` if there is no piece or it has no such field.
    pub fn piece_state(&self, square: Square, field: FieldId) -> &Value {
        let Some(extras) = &self.extras else { return &NULL };
        extras.slot(square, field).map_or(&NULL, |slot| &extras.slots[slot])
    }

    /// Sets a field of the piece on a square.
    pub(crate) fn set_piece_state(
        &mut self,
        rules: &RulesFor<B>,
        square: Square,
        field: FieldId,
        value: Value,
    ) {
        self.write_slot(rules, square, field, value);
    }

    /// Writes a slot, its hash and the journal.
    fn write_slot(&mut self, rules: &RulesFor<B>, square: Square, field: FieldId, value: Value) {
        let Some(extras) = &mut self.extras else { return };
        let Some(slot) = extras.slot(square, field) else { return };
        if extras.slots[slot] == value {
            return;
        }
        let keys = &rules.zobrist;
        self.ledger.hash ^= keys.piece_state(square, field, &value);
        let old = std::mem::replace(&mut extras.slots[slot], value);
        self.ledger.hash ^= keys.piece_state(square, field, &old);
        self.note(Change::PieceState(square, field, old));
        self.refresh_frozen(rules, square);
    }

    fn state_fields(&self) -> impl Iterator<Item = FieldId> + use<B> {
        let fields = self.extras.as_ref().map_or(0, |extras| extras.fields);
        (0..fields).map(|field| FieldId(field as u16))
    }

    /// Gives the piece on a square the first state of its type.
    pub(crate) fn give_first_state(&mut self, rules: &RulesFor<B>, square: Square, kind: Kind) {
        for field in self.state_fields() {
            let declared = &rules.variant.piece(kind.piece()).state;
            let first = declared.iter().find(|default| default.field == field);
            self.write_slot(rules, square, field, first.map_or(Value::Null, |d| d.value.clone()));
        }
        self.clear_loose(rules, square);
    }

    /// Clears the state of a square that its piece has left for good, and what was attached to the piece.
    pub(super) fn clear_state(&mut self, rules: &RulesFor<B>, square: Square) {
        for field in self.state_fields() {
            self.write_slot(rules, square, field, Value::Null);
        }
        self.clear_loose(rules, square);
        let mut index = self.marks().len();
        while index > 0 {
            index -= 1;
            let mark = self.marks()[index];
            if mark.attached && mark.square == square {
                self.remove_mark(rules, index);
            }
        }
    }

    /// Carries state and attached effects along with a piece.
    pub(super) fn carry_state(&mut self, rules: &RulesFor<B>, from: Square, to: Square) {
        for field in self.state_fields() {
            let value = self.piece_state(from, field).clone();
            self.write_slot(rules, to, field, value);
            self.write_slot(rules, from, field, Value::Null);
        }
        for (name, value) in self.loose_state(LooseOwner::Piece(from)) {
            self.set_loose_state(rules, LooseOwner::Piece(from), &name, None);
            self.set_loose_state(rules, LooseOwner::Piece(to), &name, Some(value));
        }
        for index in 0..self.marks().len() {
            let mark = self.marks()[index];
            if mark.attached && mark.square == from {
                self.change_mark(rules, index, Mark { square: to, ..mark });
            }
        }
    }

    /// Carries the state of a piece along with its move without the journal, if nothing else of this part changes:
    /// nobody else's state, no attached effects, no count-down. Returns whether there was any to carry, and `None`,
    /// with nothing done, if more than that is needed.
    #[inline(always)]
    pub(crate) fn carry_alone(
        &mut self,
        rules: &RulesFor<B>,
        (from, to): (Square, Square),
        victim: Option<Square>,
        becomes: Option<PieceId>,
    ) -> Option<bool> {
        let extras = self.extras.as_mut()?;
        let touched = B::of(from) | victim.map_or(B::EMPTY, B::of);
        if extras.frozen.meets(touched)
            || !extras.loose.is_empty()
            || extras.marks.iter().any(|mark| mark.attached && touched.contains(mark.square))
        {
            return None;
        }
        let fields = extras.fields;
        let state = |square: Square| &extras.slots[square.index() * fields..][..fields];
        let has_state = |square: Square| state(square).iter().any(|value| *value != Value::Null);
        if victim.is_some_and(has_state)
            || becomes.is_some_and(|piece| has_state(from) || !rules.variant.piece(piece).state.is_empty())
        {
            return None;
        }
        if !has_state(from) {
            return Some(false);
        }
        for (index, value) in state(from).iter().enumerate() {
            let (keys, field) = (&rules.zobrist, FieldId(index as u16));
            self.ledger.hash ^= keys.piece_state(from, field, value) ^ keys.piece_state(to, field, value);
        }
        self.carry_back(from, to);
        Some(true)
    }

    /// Takes back what [`Position::carry_alone`] has carried, the hash apart.
    #[inline(always)]
    pub(crate) fn carry_back(&mut self, from: Square, to: Square) {
        if let Some(extras) = &mut self.extras {
            for field in 0..extras.fields {
                extras.slots.swap(from.index() * extras.fields + field, to.index() * extras.fields + field);
            }
        }
    }

    /// Carries state and attached effects along with two pieces that move at once.
    pub(super) fn carry_two_states(
        &mut self,
        rules: &RulesFor<B>,
        first: (Square, Square),
        second: (Square, Square),
    ) {
        for field in self.state_fields() {
            let one = self.piece_state(first.0, field).clone();
            let two = self.piece_state(second.0, field).clone();
            self.write_slot(rules, first.0, field, Value::Null);
            self.write_slot(rules, second.0, field, Value::Null);
            self.write_slot(rules, first.1, field, one);
            self.write_slot(rules, second.1, field, two);
        }
        let loose = [first, second].map(|(from, to)| (from, to, self.loose_state(LooseOwner::Piece(from))));
        for (from, _, fields) in &loose {
            for (name, _) in fields {
                self.set_loose_state(rules, LooseOwner::Piece(*from), name, None);
            }
        }
        for (_, to, fields) in loose {
            for (name, value) in fields {
                self.set_loose_state(rules, LooseOwner::Piece(to), &name, Some(value));
            }
        }
        for index in 0..self.marks().len() {
            let mark = self.marks()[index];
            let goes = [first, second].into_iter().find(|&(from, _)| mark.attached && mark.square == from);
            if let Some((_, square)) = goes {
                self.change_mark(rules, index, Mark { square, ..mark });
            }
        }
    }

    // State of the game and the players.

    /// A field of the game's (`None`) or a player's state, if it was ever set.
    pub fn shared_state(&self, owner: Option<Player>, field: FieldId) -> Option<&Value> {
        self.extras.as_ref()?.shared(owner).get(field.index())?.as_ref()
    }

    /// Sets a field of the game's (`None`) or a player's state.
    pub(crate) fn set_shared_state(
        &mut self,
        rules: &RulesFor<B>,
        owner: Option<Player>,
        field: FieldId,
        value: Value,
    ) {
        let Some(extras) = &mut self.extras else { return };
        let Some(place) = extras.shared_mut(owner).get_mut(field.index()) else { return };
        let keys = &rules.zobrist;
        self.ledger.hash ^= keys.shared_state(owner, field.0, Some(&value));
        let old = place.replace(value);
        self.ledger.hash ^= keys.shared_state(owner, field.0, old.as_ref());
        self.note(Change::SharedState(owner, field, old));
    }

    /// Unsets a field of the game's (`None`) or a player's state.
    pub(crate) fn clear_shared_state(&mut self, rules: &RulesFor<B>, owner: Option<Player>, field: FieldId) {
        let Some(extras) = &mut self.extras else { return };
        let Some(place) = extras.shared_mut(owner).get_mut(field.index()) else { return };
        if let Some(old) = place.take() {
            self.ledger.hash ^= rules.zobrist.shared_state(owner, field.0, Some(&old));
            self.note(Change::SharedState(owner, field, Some(old)));
        }
    }

    // Loose state: fields that scripts set and no text of the game names.

    /// The loose fields of an owner, by name.
    pub(crate) fn loose_state(&self, owner: LooseOwner) -> Vec<(Arc<str>, Value)> {
        let Some(extras) = &self.extras else { return Vec::new() };
        if extras.loose.is_empty() {
            return Vec::new();
        }
        let all = extras.loose.iter().filter(|((whose, _), _)| *whose == owner);
        all.map(|((_, name), value)| (name.clone(), value.clone())).collect()
    }

    /// All loose fields.
    pub(crate) fn all_loose_state(&self) -> impl Iterator<Item = (LooseOwner, &Arc<str>, &Value)> {
        let extras = self.extras.iter();
        extras.flat_map(|extras| extras.loose.iter().map(|((owner, name), value)| (*owner, name, value)))
    }

    /// Sets or unsets a loose field.
    pub(crate) fn set_loose_state(
        &mut self,
        rules: &RulesFor<B>,
        owner: LooseOwner,
        name: &str,
        value: Option<Value>,
    ) {
        let Some(extras) = &mut self.extras else { return };
        let name: Arc<str> = name.into();
        let keys = &rules.zobrist;
        let new = keys.loose_state(owner, &name, value.as_ref());
        let old = extras.set_loose(owner, name.clone(), value);
        self.ledger.hash ^= new ^ keys.loose_state(owner, &name, old.as_ref());
        self.note(Change::LooseState(owner, name, old));
    }

    /// Clears the loose fields of the piece on a square.
    fn clear_loose(&mut self, rules: &RulesFor<B>, square: Square) {
        for (name, _) in self.loose_state(LooseOwner::Piece(square)) {
            self.set_loose_state(rules, LooseOwner::Piece(square), &name, None);
        }
    }

    // History, for scripts.

    /// Notes a move that is being played.
    pub(crate) fn note_move(&mut self, played: ScriptMove) {
        let Some(extras) = &mut self.extras else { return };
        extras.past.push(played);
        self.note(Change::MoveNoted);
    }

    /// The moves noted so far.
    pub(crate) fn past(&self) -> &[ScriptMove] {
        self.extras.as_ref().map_or(&[], |extras| &extras.past)
    }

    // Effects.

    /// The effects in force, in the order in which they were laid.
    pub(crate) fn marks(&self) -> &[Mark] {
        self.extras.as_ref().map_or(&[], |extras| &extras.marks)
    }

    /// Lays an effect.
    pub(crate) fn add_mark(&mut self, rules: &RulesFor<B>, mark: Mark) {
        let Some(extras) = &mut self.extras else { return };
        extras.marks.push(mark);
        self.ledger.hash ^= mark.key(rules);
        self.note(Change::MarkAdded);
        self.refresh_blocks(rules);
    }

    /// Lifts the effect with an index in [`Position::marks`].
    pub(crate) fn remove_mark(&mut self, rules: &RulesFor<B>, index: usize) {
        let Some(extras) = &mut self.extras else { return };
        let mark = extras.marks.remove(index);
        self.ledger.hash ^= mark.key(rules);
        self.note(Change::MarkRemoved(index as u32, mark));
        self.refresh_blocks(rules);
    }

    /// Replaces the effect with an index in [`Position::marks`].
    pub(crate) fn change_mark(&mut self, rules: &RulesFor<B>, index: usize, mark: Mark) {
        let Some(extras) = &mut self.extras else { return };
        let old = std::mem::replace(&mut extras.marks[index], mark);
        self.ledger.hash ^= mark.key(rules) ^ old.key(rules);
        self.note(Change::MarkChanged(index as u32, old));
        self.refresh_blocks(rules);
    }

    /// Brings the effects into the order in which they were laid; those that the list does not name come last.
    pub(crate) fn order_marks(&mut self, laid: &[LaidEffect]) {
        let Some(extras) = &mut self.extras else { return };
        let mut rest = std::mem::take(&mut extras.marks);
        for wanted in laid {
            let is_it = |mark: &Mark| {
                (mark.square, mark.effect, mark.owner, mark.attached)
                    == (wanted.square, wanted.effect, wanted.owner, wanted.attached)
            };
            if let Some(index) = rest.iter().position(is_it) {
                extras.marks.push(Mark { fresh: wanted.fresh, ..rest.remove(index) });
            }
        }
        extras.marks.append(&mut rest);
    }

    /// Keeps a text for [`super::Declared`] and returns its index.
    pub(crate) fn add_text(&mut self, text: Arc<str>) -> Option<u16> {
        let extras = self.extras.as_mut()?;
        let index = u16::try_from(extras.texts.len()).ok()?;
        extras.texts.push(text);
        self.note(Change::TextAdded);
        Some(index)
    }

    /// A text by the index that [`Position::add_text`] gave.
    pub(crate) fn text(&self, index: u16) -> Option<&Arc<str>> {
        self.extras.as_ref()?.texts.get(usize::from(index))
    }

    // What follows from the above.

    /// Works out anew which squares are blocked and which pieces are held by effects.
    pub(super) fn refresh_blocks(&mut self, rules: &RulesFor<B>) {
        let Some(extras) = &mut self.extras else { return };
        extras.blocked = [B::EMPTY; 2];
        extras.held = B::EMPTY;
        for mark in &extras.marks {
            let blocks = rules.variant.effects[mark.effect.index()].blocks;
            for player in Player::BOTH {
                let blocked = blocks.blocks(mark.owner, player);
                if blocked && !mark.attached {
                    extras.blocked[player.index()].insert(mark.square);
                } else if blocked && self.by_owner[player.index()].contains(mark.square) {
                    extras.held.insert(mark.square);
                }
            }
        }
    }

    /// Works out anew whether the piece on a square is frozen.
    #[inline(always)]
    pub(super) fn refresh_frozen(&mut self, rules: &RulesFor<B>, square: Square) {
        if rules.cooldowns.is_empty() {
            return;
        }
        let Some(extras) = &mut self.extras else { return };
        extras.frozen.remove(square);
        extras.frozen_next_turn.remove(square);
        for cooldown in &rules.cooldowns {
            let slot = extras.slot(square, cooldown.field);
            if let Some(Value::Int(count)) = slot.map(|slot| &extras.slots[slot])
                && *count > 0
            {
                extras.frozen.insert(square);
                if *count > 1 || !cooldown.counts_down {
                    extras.frozen_next_turn.insert(square);
                }
            }
        }
    }
}
