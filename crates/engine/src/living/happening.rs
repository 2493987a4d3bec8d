//! Raising events: which triggers fire, in which order, on what.

use nightrider_model::{Event, PieceId, Player, Square, TriggerId};

use super::log::LogEntry;
use super::trigger::TriggerCode;
use crate::bitboard::Bitboard;
use crate::expr::{self, Code, Datum, Fault, Frame, PieceRef, SetCode};
use crate::position::Position;
use crate::rules::RulesFor;
use crate::view::View;

/// The events of one ply, as they happen on a position.
///
/// The frame keeps the variables of the ply; who raises an event sets those of the event first. Actions
/// change the position at once.
pub(crate) struct Happening<'a, B: Bitboard> {
    pub rules: &'a RulesFor<B>,
    pub position: &'a mut Position<B>,
    pub frame: Frame,
    /// The answers to the questions of this ply: bit n for question n.
    pub answers: u8,
    /// The optional triggers that asked, in order.
    pub questions: Vec<TriggerId>,
    /// An action `cancel` has run and waits to be carried out.
    pub cancelled: bool,
    /// Whether marks laid now are laid before the end of the turn, which then does not count for them.
    pub before_turn_end: bool,
    /// Where to tell what happens; `None` while moves are only tried.
    pub log: Option<&'a mut Vec<LogEntry>>,
    /// What the trigger that is firing has done so far, in words.
    pub(super) deeds: Vec<String>,
    /// How much more it has done than is told.
    pub(super) left_out: usize,
    /// The trigger that is firing.
    pub(super) firing: Option<TriggerId>,
    /// The event that is being raised.
    pub(super) event: Event,
    /// How deep actions call one another.
    pub(super) depth: u8,
    /// From where to where the ply's move goes.
    pub route: Option<(Square, Square)>,
    /// A script has called `endTurn`.
    pub turn_ended: bool,
    /// The event `move` was raised in this ply, whether or not something listened.
    pub moved: bool,
    /// What a promoting piece was and is, while that event is raised.
    pub(super) promoted: Option<(PieceId, PieceId)>,
}

/// How many questions of one ply a move can answer; further ones are answered no.
pub(crate) const MOST_ANSWERS: usize = 8;

impl<'a, B: Bitboard> Happening<'a, B> {
    /// Events of a ply in which the questions get these answers.
    pub fn new(
        rules: &'a RulesFor<B>,
        position: &'a mut Position<B>,
        answers: u8,
        log: Option<&'a mut Vec<LogEntry>>,
    ) -> Happening<'a, B> {
        Happening {
            rules,
            position,
            frame: Frame::default(),
            answers,
            questions: Vec::new(),
            cancelled: false,
            before_turn_end: true,
            log,
            deeds: Vec::new(),
            left_out: 0,
            firing: None,
            event: Event::GameStart,
            depth: 0,
            route: None,
            turn_ended: false,
            moved: false,
            promoted: None,
        }
    }

    /// Raises an event with the variables that the frame now has.
    pub fn raise(&mut self, event: Event) {
        let rules = self.rules;
        if !rules.living.hears(event) {
            return;
        }
        self.event = event;
        self.tell_event(event);
        for trigger in rules.living.of(event) {
            self.consider(trigger);
        }
        self.run_handlers(event);
    }

    /// Raises an event of a turn: it has a player and no piece.
    pub fn raise_for_player(&mut self, event: Event, player: Player) {
        if !self.rules.living.hears(event) {
            return;
        }
        self.frame.forget_move();
        self.frame.player = Some(player);
        self.raise(event);
    }

    fn consider(&mut self, trigger: &'a TriggerCode) {
        let (piece, captured) = (self.frame.piece, self.frame.captured);
        let allowed = self.type_of(piece).is_none_or(|piece| trigger.pieces.has(piece))
            && self.type_of(captured).is_none_or(|captured| trigger.captured.has(captured));
        if !allowed {
            return self.tell_considered(trigger.id);
        }
        self.firing = Some(trigger.id);
        self.frame.begin_trigger(self.position.ledger.seed);
        match self.matches(trigger) {
            Err(fault) => self.tell_fault(&fault),
            Ok(false) => self.tell_considered(trigger.id),
            Ok(true) if trigger.optional && !self.ask(trigger.id) => self.tell_declined(trigger.id),
            Ok(true) => self.fire(trigger),
        }
        if let Some(seed) = self.frame.random {
            self.position.ledger.seed = seed;
        }
        self.frame.piece = self.frame.piece.filter(|_| has_piece(self.event));
        self.frame.bound = None;
        self.firing = None;
    }

    /// Whether a trigger would fire. The pieces it binds are then pending.
    fn matches(&mut self, trigger: &'a TriggerCode) -> Result<bool, Fault> {
        let Some(bind) = &trigger.bind else { return self.holds(&trigger.when) };
        if !bind.when_names_it && !self.holds(&trigger.when)? {
            return Ok(false);
        }
        for square in self.collect(&bind.set)? {
            let piece = Datum::Piece(PieceRef::On(square));
            let matched = !bind.when_names_it || {
                self.frame.set_local(bind.local, piece.clone());
                self.holds(&trigger.when)?
            };
            if matched {
                self.frame.pending.push(piece);
            }
        }
        Ok(!self.frame.pending.is_empty())
    }

    fn ask(&mut self, trigger: TriggerId) -> bool {
        let number = self.questions.len();
        self.questions.push(trigger);
        number < MOST_ANSWERS && self.answers >> number & 1 == 1
    }

    fn fire(&mut self, trigger: &'a TriggerCode) {
        let Some(bind) = &trigger.bind else { return self.run_body(trigger) };
        for index in 0..self.frame.pending.len() {
            // A piece that an earlier firing took off the board is not there to fire for.
            let Datum::Piece(piece @ PieceRef::On(_)) = self.frame.pending[index] else { continue };
            self.frame.bound = Some(piece);
            if !has_piece(self.event) {
                self.frame.piece = Some(piece);
            }
            self.frame.set_local(bind.local, Datum::Piece(piece));
            self.run_body(trigger);
        }
    }

    fn run_body(&mut self, trigger: &'a TriggerCode) {
        let outcome = self.run(&trigger.body);
        // Whatever a fault cut short inside a call leaves its frame behind.
        self.frame.base = 0;
        self.depth = 0;
        if self.log.is_some() {
            let actions = self.take_deeds();
            let name = self.rules.variant.triggers[trigger.id.index()].name.clone();
            self.tell(LogEntry::Trigger { trigger: trigger.id, name, actions });
        }
        if let Err(fault) = outcome {
            self.tell_fault(&fault);
        }
    }

    // Expressions in the present position and frame.

    pub(super) fn eval(&mut self, code: &Code) -> Result<Datum, Fault> {
        let view = View::new(self.rules, self.position);
        expr::eval(code, &view, &mut self.frame)
    }

    pub(super) fn holds(&mut self, code: &Code) -> Result<bool, Fault> {
        let view = View::new(self.rules, self.position);
        expr::holds(code, &view, &mut self.frame)
    }

    pub(super) fn collect(&mut self, set: &SetCode) -> Result<Vec<Square>, Fault> {
        let view = View::new(self.rules, self.position);
        expr::collect(set, &view, &mut self.frame)
    }

    pub(super) fn view(&self) -> View<'_, B> {
        View::new(self.rules, self.position)
    }

    // The account.

    pub(super) fn tell(&mut self, entry: LogEntry) {
        if let Some(log) = &mut self.log {
            log.push(entry);
        }
    }

    fn tell_event(&mut self, event: Event) {
        if self.log.is_none() {
            return;
        }
        let entry = LogEntry::Event {
            event,
            player: self.frame.player,
            piece: self.type_of(self.frame.piece),
            origin: self.frame.origin,
            target: self.frame.target,
            captured: self.type_of(self.frame.captured),
            zone: self.frame.zone,
        };
        self.tell(entry);
    }

    fn tell_considered(&mut self, trigger: TriggerId) {
        if self.log.is_some() {
            let name = self.rules.variant.triggers[trigger.index()].name.clone();
            self.tell(LogEntry::Considered { trigger, name });
        }
    }

    fn tell_declined(&mut self, trigger: TriggerId) {
        if self.log.is_some() {
            let name = self.rules.variant.triggers[trigger.index()].name.clone();
            self.tell(LogEntry::Declined { trigger, name });
        }
    }

    fn tell_fault(&mut self, fault: &Fault) {
        if self.log.is_none() {
            return;
        }
        let name = self.firing.map(|trigger| self.rules.variant.triggers[trigger.index()].name.as_str());
        let message = match name {
            Some(name) => format!("trigger `{name}` stopped: {fault}"),
            None => fault.to_string(),
        };
        self.tell(LogEntry::Fault { trigger: self.firing, message });
    }
}

/// Whether an event has a piece of its own; in the others `any T` names it.
fn has_piece(event: Event) -> bool {
    !matches!(event, Event::TurnStart | Event::TurnEnd | Event::GameStart | Event::GameEnd)
}
