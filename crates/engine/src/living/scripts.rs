//! Scripts at work: handlers after the triggers of their event, functions called by triggers and conditions.
//!
//! [`Stage`] is the position as a script changes it, [`Glance`] as a condition lets it look. What a script did before it
//! failed is taken back.

use std::sync::Arc;

use nightrider_model::{Event, FieldId, PieceId, Player, Square, Value, Variant};

use super::happening::Happening;
use super::log::LogEntry;
use crate::attack;
use crate::bitboard::Bitboard;
use crate::expr::{Datum, Fault, Frame, PieceRef, World, draw};
use crate::kind::Kind;
use crate::legal;
use crate::movegen;
use crate::moves::Move;
use crate::position::{Checkpoint, Counters, Declared, LooseOwner, Position};
use crate::reach::Scene;
use crate::rules::RulesFor;
use crate::script::{
    ConsoleLevel, Occasion, ScriptFault, ScriptHost, ScriptMove, ScriptPiece, ScriptWorld, StateOwner,
};
use crate::view::{CheckReading, View};

/// The scripts of a game, ready to run, with the names of the state fields that triggers know.
#[derive(Clone)]
pub(crate) struct Scripts {
    pub host: Arc<dyn ScriptHost>,
    game: Arc<[Arc<str>]>,
    player: Arc<[Arc<str>]>,
    piece: Arc<[Arc<str>]>,
}

impl Scripts {
    pub fn new(variant: &Variant, host: Arc<dyn ScriptHost>) -> Scripts {
        let shared = |names: &[String]| names.iter().map(|name| Arc::from(name.as_str())).collect();
        Scripts {
            host,
            game: shared(&variant.game_fields),
            player: shared(&variant.player_fields),
            piece: shared(&variant.piece_fields),
        }
    }

    /// The fields that triggers know, of the kind of state that an owner has.
    fn fields(&self, owner: StateOwner) -> &[Arc<str>] {
        match owner {
            StateOwner::Game => &self.game,
            StateOwner::Player(_) => &self.player,
            StateOwner::Piece(_) => &self.piece,
        }
    }

    fn field(&self, owner: StateOwner, name: &str) -> Option<FieldId> {
        let index = self.fields(owner).iter().position(|field| **field == *name)?;
        Some(FieldId(index as u16))
    }
}

/// Notes a move for scripts that look at the moves played.
pub(super) fn note_move<B: Bitboard>(
    rules: &RulesFor<B>,
    position: &mut Position<B>,
    m: Move,
    mover: Kind,
    captured: Option<Kind>,
) {
    if rules.scripts.as_ref().is_some_and(|scripts| scripts.host.profile().reads_history) {
        position.note_move(ScriptMove {
            player: position.turn(),
            piece: mover.piece(),
            from: m.from(),
            to: m.to(),
            captured: captured.map(Kind::piece),
            promotion: m.promotion(),
        });
    }
}

/// Everything a script can change, to go back to.
struct Before<B: Bitboard> {
    checkpoint: Checkpoint<B>,
    frame: Frame,
    cancelled: bool,
    turn_ended: bool,
}

impl<'a, B: Bitboard> Happening<'a, B> {
    /// Runs the bodies of the scripts for a game that begins.
    pub fn run_bodies(&mut self) {
        let rules = self.rules;
        if let Some(scripts) = &rules.scripts {
            self.guarded(|stage| scripts.host.begin(stage));
        }
    }

    /// Runs the handlers of an event, each from where the one before has left the position.
    pub(super) fn run_handlers(&mut self, event: Event) {
        let rules = self.rules;
        let Some(scripts) = &rules.scripts else { return };
        for handler in scripts.host.profile().handlers(event) {
            self.frame.random = None;
            let occasion = self.occasion(event);
            self.guarded(|stage| scripts.host.handle(handler, &occasion, stage));
            self.tell_deeds(event);
        }
    }

    /// Calls a function for its effects.
    pub(super) fn call_script_function(&mut self, name: &str, arguments: &[Datum]) -> Result<(), Fault> {
        let rules = self.rules;
        let Some(scripts) = &rules.scripts else { return Err(Fault::NoSuchFunction(name.to_string())) };
        let before = self.before();
        match scripts.host.call(name, arguments, &mut Stage { happening: self }) {
            Ok(_) => Ok(()),
            Err(fault) => {
                self.go_back(before);
                Err(Fault::Script(Box::new(fault)))
            }
        }
    }

    /// Runs a script; takes back what it did if it fails.
    fn guarded(&mut self, run: impl FnOnce(&mut dyn ScriptWorld) -> Result<(), ScriptFault>) {
        let before = self.before();
        if let Err(fault) = run(&mut Stage { happening: self }) {
            self.go_back(before);
            self.deeds.clear();
            self.left_out = 0;
            if self.log.is_some() {
                let message = format!("script stopped: {fault}");
                self.tell(LogEntry::Fault { trigger: None, message });
            }
        }
    }

    fn before(&self) -> Before<B> {
        Before {
            checkpoint: self.position.mark(),
            frame: self.frame.clone(),
            cancelled: self.cancelled,
            turn_ended: self.turn_ended,
        }
    }

    fn go_back(&mut self, before: Before<B>) {
        self.position.rollback(self.rules, &before.checkpoint);
        self.frame = before.frame;
        self.cancelled = before.cancelled;
        self.turn_ended = before.turn_ended;
    }

    fn tell_deeds(&mut self, event: Event) {
        if !self.deeds.is_empty() {
            let actions = self.take_deeds();
            self.tell(LogEntry::Script { event, actions });
        }
    }

    /// The present event as handlers see it.
    fn occasion(&self, event: Event) -> Occasion {
        let frame = &self.frame;
        // Triggers of `check` have no origin and target; handlers do.
        let route = self.route.filter(|_| event == Event::Check);
        Occasion {
            piece: frame.piece,
            from: route.map(|(from, _)| from).or(frame.origin),
            to: route.map(|(_, to)| to).or(frame.target),
            captured: frame.captured,
            captor: frame.captor,
            king: frame.king,
            promotion: self.promoted,
            zone: frame.zone,
            ..Occasion::of(event, frame.player.unwrap_or(self.position.turn()))
        }
    }
}

/// The position as a script sees and changes it.
struct Stage<'h, 'a, B: Bitboard> {
    happening: &'h mut Happening<'a, B>,
}

impl<B: Bitboard> Stage<'_, '_, B> {
    fn did(&mut self, text: impl FnOnce(&Happening<'_, B>) -> String) {
        if self.happening.log.is_some() {
            let text = text(self.happening);
            self.happening.did(text);
        }
    }

    fn exists(&self, square: Square) -> bool {
        let board = &self.happening.rules.variant.board;
        square.index() < board.len() && !board.is_hole(square)
    }
}

impl<B: Bitboard> ScriptWorld for Stage<'_, '_, B> {
    fn variant(&self) -> &Variant {
        &self.happening.rules.variant
    }

    fn piece_on(&self, square: Square) -> Option<ScriptPiece> {
        piece_on(self.happening.position, square)
    }

    fn piece(&self, piece: PieceRef) -> Option<ScriptPiece> {
        piece_of(self.happening.position, &self.happening.frame, piece)
    }

    fn value_of(&self, piece: PieceId) -> i32 {
        self.happening.view().value_of(piece)
    }

    fn state(&self, owner: StateOwner) -> Vec<(Arc<str>, Value)> {
        state_of(self.happening.rules, self.happening.position, &self.happening.frame, owner)
    }

    fn set_state(&mut self, owner: StateOwner, name: &str, value: Option<Value>) {
        let rules = self.happening.rules;
        let Some(scripts) = &rules.scripts else { return };
        let position = &mut *self.happening.position;
        let field = scripts.field(owner, name);
        let shared = match owner {
            StateOwner::Game => None,
            StateOwner::Player(player) => Some(player),
            StateOwner::Piece(PieceRef::On(square)) => {
                return match field {
                    Some(field) => position.set_piece_state(rules, square, field, value.unwrap_or_default()),
                    None => position.set_loose_state(rules, LooseOwner::Piece(square), name, value),
                };
            }
            StateOwner::Piece(PieceRef::Off(index)) => {
                let Some(piece) = self.happening.frame.detached.get_mut(usize::from(index)) else { return };
                match field {
                    Some(field) => {
                        piece.state.retain(|(found, _)| *found != field);
                        piece.state.extend(value.map(|value| (field, value)));
                    }
                    None => {
                        piece.loose.retain(|(found, _)| **found != *name);
                        piece.loose.extend(value.map(|value| (name.into(), value)));
                    }
                }
                return;
            }
        };
        match (field, value) {
            (Some(field), Some(value)) => position.set_shared_state(rules, shared, field, value),
            (Some(field), None) => position.clear_shared_state(rules, shared, field),
            (None, value) => {
                let owner = shared.map_or(LooseOwner::Game, LooseOwner::Player);
                position.set_loose_state(rules, owner, name, value);
            }
        }
    }

    fn create(&mut self, piece: PieceId, owner: Player, square: Square) -> bool {
        let rules = self.happening.rules;
        let done = self.exists(square) && self.happening.position.put(rules, square, Kind::new(piece, owner));
        self.did(|happening| match done {
            true => format!("create {}", happening.piece_text(PieceRef::On(square))),
            false => "could not create: the square is taken".to_string(),
        });
        done
    }

    fn move_piece(&mut self, piece: PieceRef, to: Square) -> bool {
        let text =
            if self.happening.log.is_some() { self.happening.piece_text(piece) } else { String::new() };
        let done = self.exists(to) && self.happening.put_elsewhere(piece, to);
        self.did(|happening| match done {
            true => format!("move {text} to {}", happening.rules.variant.board.name(to)),
            false => "could not move: the square is taken".to_string(),
        });
        done
    }

    fn remove(&mut self, piece: PieceRef) -> Option<PieceRef> {
        self.did(|happening| format!("remove {}", happening.piece_text(piece)));
        self.happening.take_off(piece)
    }

    fn transform(&mut self, piece: PieceRef, to: PieceId) -> bool {
        self.did(|happening| {
            format!("transform {} to {}", happening.piece_text(piece), happening.rules.variant.piece(to).name)
        });
        if self.happening.type_of(Some(piece)) != Some(to) {
            self.happening.become_type(piece, to);
        }
        true
    }

    fn set_owner(&mut self, piece: PieceRef, owner: Player) -> bool {
        self.did(|happening| format!("set {} owner = {}", happening.piece_text(piece), owner.name()));
        self.happening.give(piece, owner);
        true
    }

    fn cancel(&mut self) -> bool {
        let can = self.happening.can_cancel();
        if can {
            self.happening.cancelled = true;
            self.did(|_| "cancel the move".to_string());
        }
        can
    }

    fn turn(&self) -> Player {
        self.happening.position.turn()
    }

    fn full_move(&self) -> u32 {
        self.happening.position.ledger.full_move
    }

    fn counters(&self, player: Player) -> Counters {
        self.happening.position.counters(player)
    }

    fn in_check(&self, player: Player) -> bool {
        attack::in_check(self.happening.rules, self.happening.position, player)
    }

    fn is_checkmate(&self, player: Player) -> bool {
        is_checkmate(self.happening.rules, self.happening.position, player)
    }

    fn declared(&self) -> Option<Option<Player>> {
        self.happening.position.ledger.declared.map(|declared| declared.winner)
    }

    fn history(&self) -> Vec<ScriptMove> {
        self.happening.position.past().to_vec()
    }

    fn declare(&mut self, winner: Option<Player>, reason: &str) {
        let position = &mut *self.happening.position;
        if position.ledger.declared.is_some() {
            self.did(|_| "could not end the game: it has a result already".to_string());
            return;
        }
        let text = if reason.is_empty() { None } else { position.add_text(reason.into()) };
        position.ledger.declared = Some(Declared { winner, trigger: None, text });
        self.did(|_| match winner {
            Some(player) => format!("{} wins", player.name()),
            None => "the game is drawn".to_string(),
        });
    }

    fn end_turn(&mut self) {
        self.happening.turn_ended = true;
        self.did(|_| "end the turn".to_string());
    }

    fn allow_extra_move(&mut self, player: Player) {
        let rules = self.happening.rules;
        let further = self.happening.position.ledger.extra_moves[player.index()].saturating_add(1);
        self.happening.position.set_extra_moves(rules, player, further);
        self.did(|_| format!("allow {} a further move", player.name()));
    }

    fn random(&mut self) -> u64 {
        // While a trigger runs, the frame has the generator's state.
        match &mut self.happening.frame.random {
            Some(state) => draw(state),
            None => draw(&mut self.happening.position.ledger.seed),
        }
    }

    fn print(&mut self, level: ConsoleLevel, text: &str) {
        self.happening.tell(LogEntry::Console { level, text: text.to_string() });
    }
}

/// The position as a function called by a condition sees it. It can change nothing; that it tried is kept.
struct Glance<'g, B: Bitboard> {
    rules: &'g RulesFor<B>,
    position: &'g Position<B>,
    check: CheckReading,
    frame: &'g mut Frame,
    tried: bool,
}

/// Calls a function of a script from a condition.
pub(crate) fn call_in_condition<B: Bitboard>(
    view: &View<'_, B>,
    name: &str,
    arguments: &[Datum],
    frame: &mut Frame,
) -> Result<Datum, Fault> {
    let Some(scripts) = &view.rules.scripts else { return Err(Fault::NoSuchFunction(name.to_string())) };
    let View { rules, position, check, .. } = *view;
    let mut glance = Glance { rules, position, check, frame, tried: false };
    let answer =
        scripts.host.call(name, arguments, &mut glance).map_err(|fault| Fault::Script(Box::new(fault)))?;
    if glance.tried {
        let message =
            format!("`{name}` is called in a condition, so it can look at the game but change nothing");
        return Err(Fault::Script(Box::new(ScriptFault { message, place: None })));
    }
    Ok(answer)
}

/// The line of a script's own `game.getStatus`.
pub(crate) fn status<B: Bitboard>(rules: &RulesFor<B>, position: &Position<B>) -> Option<String> {
    let scripts = rules.scripts.as_ref()?;
    let mut frame = Frame::default();
    let mut glance = Glance { rules, position, check: CheckReading::Truth, frame: &mut frame, tried: false };
    scripts.host.status(&mut glance)
}

impl<B: Bitboard> Glance<'_, B> {
    /// Notes an attempt to change something.
    fn refuse(&mut self) -> bool {
        self.tried = true;
        false
    }
}

impl<B: Bitboard> ScriptWorld for Glance<'_, B> {
    fn variant(&self) -> &Variant {
        &self.rules.variant
    }

    fn piece_on(&self, square: Square) -> Option<ScriptPiece> {
        piece_on(self.position, square)
    }

    fn piece(&self, piece: PieceRef) -> Option<ScriptPiece> {
        piece_of(self.position, self.frame, piece)
    }

    fn value_of(&self, piece: PieceId) -> i32 {
        View::new(self.rules, self.position).value_of(piece)
    }

    fn state(&self, owner: StateOwner) -> Vec<(Arc<str>, Value)> {
        state_of(self.rules, self.position, self.frame, owner)
    }

    fn set_state(&mut self, _owner: StateOwner, _name: &str, _value: Option<Value>) {
        self.refuse();
    }

    fn create(&mut self, _piece: PieceId, _owner: Player, _square: Square) -> bool {
        self.refuse()
    }

    fn move_piece(&mut self, _piece: PieceRef, _to: Square) -> bool {
        self.refuse()
    }

    fn remove(&mut self, _piece: PieceRef) -> Option<PieceRef> {
        self.refuse();
        None
    }

    fn transform(&mut self, _piece: PieceRef, _to: PieceId) -> bool {
        self.refuse()
    }

    fn set_owner(&mut self, _piece: PieceRef, _owner: Player) -> bool {
        self.refuse()
    }

    fn cancel(&mut self) -> bool {
        self.refuse()
    }

    fn turn(&self) -> Player {
        self.position.turn()
    }

    fn full_move(&self) -> u32 {
        self.position.ledger.full_move
    }

    fn counters(&self, player: Player) -> Counters {
        self.position.counters(player)
    }

    fn in_check(&self, player: Player) -> bool {
        View { check: self.check, ..View::new(self.rules, self.position) }.in_check(player)
    }

    fn is_checkmate(&self, player: Player) -> bool {
        self.check == CheckReading::Truth && is_checkmate(self.rules, self.position, player)
    }

    fn declared(&self) -> Option<Option<Player>> {
        self.position.ledger.declared.map(|declared| declared.winner)
    }

    fn history(&self) -> Vec<ScriptMove> {
        self.position.past().to_vec()
    }

    fn declare(&mut self, _winner: Option<Player>, _reason: &str) {
        self.refuse();
    }

    fn end_turn(&mut self) {
        self.refuse();
    }

    fn allow_extra_move(&mut self, _player: Player) {
        self.refuse();
    }

    fn random(&mut self) -> u64 {
        match &mut self.frame.random {
            Some(state) => draw(state),
            None => {
                self.refuse();
                0
            }
        }
    }

    /// Conditions are asked again and again; what they print would mean nothing.
    fn print(&mut self, _level: ConsoleLevel, _text: &str) {}
}

// What both worlds see.

fn piece_on<B: Bitboard>(position: &Position<B>, square: Square) -> Option<ScriptPiece> {
    let kind = position.at(square)?;
    let moved = !position.is_unmoved(square);
    Some(ScriptPiece { piece: kind.piece(), owner: kind.owner(), square, moved })
}

fn piece_of<B: Bitboard>(position: &Position<B>, frame: &Frame, piece: PieceRef) -> Option<ScriptPiece> {
    match piece {
        PieceRef::On(square) => piece_on(position, square),
        PieceRef::Off(index) => frame.off(index).map(|piece| ScriptPiece {
            piece: piece.piece,
            owner: piece.owner,
            square: piece.square,
            moved: piece.moved,
        }),
    }
}

/// The fields of a state that are set: those that triggers know, then the others by name.
fn state_of<B: Bitboard>(
    rules: &RulesFor<B>,
    position: &Position<B>,
    frame: &Frame,
    owner: StateOwner,
) -> Vec<(Arc<str>, Value)> {
    let Some(scripts) = &rules.scripts else { return Vec::new() };
    let names = scripts.fields(owner);
    let ids = (0..names.len()).map(|field| FieldId(field as u16));
    let named = |(field, value): (FieldId, Value)| (names[field.index()].clone(), value);
    let (fields, loose): (Vec<(FieldId, Value)>, Vec<(Arc<str>, Value)>) = match owner {
        StateOwner::Game | StateOwner::Player(_) => {
            let shared = if let StateOwner::Player(player) = owner { Some(player) } else { None };
            let fields = ids.filter_map(|field| Some((field, position.shared_state(shared, field)?.clone())));
            (fields.collect(), position.loose_state(shared.map_or(LooseOwner::Game, LooseOwner::Player)))
        }
        StateOwner::Piece(PieceRef::On(square)) => {
            let fields = ids.map(|field| (field, position.piece_state(square, field).clone()));
            let set = fields.filter(|(_, value)| *value != Value::Null);
            (set.collect(), position.loose_state(LooseOwner::Piece(square)))
        }
        StateOwner::Piece(PieceRef::Off(index)) => match frame.off(index) {
            Some(piece) => {
                let set = piece.state.iter().filter(|(_, value)| *value != Value::Null);
                (set.cloned().collect(), piece.loose.clone())
            }
            None => return Vec::new(),
        },
    };
    fields.into_iter().map(named).chain(loose).collect()
}

/// Whether a player is in check and no move of his pieces ends it, triggers and scripts left aside.
fn is_checkmate<B: Bitboard>(rules: &RulesFor<B>, position: &Position<B>, player: Player) -> bool {
    if !attack::in_check(rules, position, player) {
        return false;
    }
    let mut position = position.clone();
    position.set_turn(rules, player, 1);
    let mut moves = Vec::new();
    movegen::pseudo_legal(&Scene::new(rules, &position, player), &mut moves);
    !moves.into_iter().any(|m| legal::is_legal(rules, &mut position, m))
}
