//! Triggers on small boards, built by hand.

use std::sync::Arc;

use nightrider_model::{
    Action, ActionDef, ActionId, AssignOp, BinaryOp, Bind, Blocks, Board, CapturePatterns, Compass, Effect,
    EffectId, Event, EventVar, Expr, FieldId, LocalId, MarkTarget, Pattern, PieceId, PieceSet, PieceType,
    Place, Player, Region, RemoveTarget, Rules, Setup, StateDefault, Traits, Trigger, Value, Variant,
};

use super::{LogEntry, begin, play};
use crate::compile::Programs;
use crate::kind::Kind;
use crate::legal;
use crate::moves::Move;
use crate::position::Position;
use crate::rules::RulesFor;

const KING: PieceId = PieceId(0);
const ROOK: PieceId = PieceId(1);
const PAWN: PieceId = PieceId(2);
const MARKED: FieldId = FieldId(0);

/// A game of kings, rooks and men that step one square forward and carry a state field `marked` of 0.
struct Table {
    variant: Variant,
    pieces: Vec<(&'static str, PieceId, Player)>,
}

impl Table {
    fn new(pieces: &[(&'static str, PieceId, Player)]) -> Table {
        let step = |directions: &[Compass]| Pattern::Step { directions: directions.to_vec(), distance: 1 };
        let straight = [Compass::N, Compass::E, Compass::S, Compass::W];
        let slide = Pattern::Slide { directions: straight.to_vec(), max: None };
        let piece = |name: &str, pattern: Pattern, royal| PieceType {
            name: name.to_string(),
            letter: name[..1].to_string(),
            symbol: None,
            value: None,
            moves: vec![pattern],
            captures: CapturePatterns::SameAsMoves,
            traits: Traits { royal, ..Traits::default() },
            custom_traits: Vec::new(),
            state: vec![StateDefault { field: MARKED, value: Value::Int(0) }],
        };
        let effect =
            |name: &str, blocks, duration| Effect { name: name.to_string(), blocks, visual: None, duration };
        let variant = Variant {
            name: "Table".to_string(),
            board: Board::new(8, 8),
            pieces: vec![
                piece("King", step(&Compass::ALL), true),
                piece("Rook", slide, false),
                piece("Pawn", step(&[Compass::N]), false),
            ],
            effects: vec![
                effect("glue", Blocks::All, None),
                effect("smoke", Blocks::None, Some(2)),
                effect("fence", Blocks::Enemy, None),
            ],
            triggers: Vec::new(),
            actions: Vec::new(),
            setup: Setup::default(),
            rules: Rules::default(),
            victory: Vec::new(),
            draw: Vec::new(),
            piece_fields: vec!["marked".to_string()],
            game_fields: vec!["n".to_string()],
            player_fields: Vec::new(),
            custom_traits: Vec::new(),
            scripts: Vec::new(),
        };
        Table { variant, pieces: pieces.to_vec() }
    }

    fn on(mut self, event: Event, when: Expr, body: Vec<Action>) -> Table {
        let name = format!("t{}", self.variant.triggers.len());
        let trigger =
            Trigger { name, event, when, bind: None, optional: false, description: None, body, locals: 8 };
        self.variant.triggers.push(trigger);
        self
    }

    fn optional(mut self) -> Table {
        self.variant.triggers.last_mut().unwrap().optional = true;
        self
    }

    fn binding(mut self, set: PieceSet) -> Table {
        let local = set.local;
        self.variant.triggers.last_mut().unwrap().bind = Some(Bind { local, set });
        self
    }

    fn ready(self) -> Match {
        let rules = RulesFor::<u64>::compile(Arc::new(self.variant), None, Programs::default()).unwrap();
        let mut position = Position::empty(&rules);
        for (square, piece, owner) in self.pieces {
            let square = rules.variant.board.parse(square).unwrap();
            assert!(position.put(&rules, square, Kind::new(piece, owner)));
            position.set_unmoved(&rules, square, true);
        }
        begin(&rules, &mut position, None);
        Match { rules, position }
    }
}

struct Match {
    rules: RulesFor<u64>,
    position: Position<u64>,
}

impl Match {
    /// The legal moves as text, sorted; promotions do not occur.
    fn moves(&mut self) -> Vec<String> {
        let mut moves: Vec<String> =
            legal::legal_moves(&self.rules, &mut self.position).into_iter().map(|m| self.text(m)).collect();
        moves.sort();
        moves
    }

    fn text(&self, m: Move) -> String {
        let board = &self.rules.variant.board;
        let mut text = board.name(m.from()) + &board.name(m.to());
        if m.answers() != 0 {
            text.push('/');
            text.extend((0..m.asked()).map(|n| if m.answers() >> n & 1 == 1 { 'y' } else { 'n' }));
        }
        text
    }

    /// Plays a legal move and returns what happened. Checks on the way that taking it back restores the
    /// position exactly, and that the hash is right.
    fn play(&mut self, text: &str) -> Vec<LogEntry> {
        let moves = legal::legal_moves(&self.rules, &mut self.position);
        let m =
            *moves.iter().find(|m| self.text(**m) == text).unwrap_or_else(|| panic!("{text} is not legal"));
        let (before, mark) = (self.position.clone(), self.position.mark());
        play(&self.rules, &mut self.position, m, None);
        let after = self.position.clone();
        assert_eq!(after.hash(), after.fresh_hash(&self.rules), "hash after {text}");
        self.position.rollback(&self.rules, &mark);
        assert!(self.position == before, "taking {text} back");
        let mut log = Vec::new();
        play(&self.rules, &mut self.position, m, Some(&mut log));
        assert!(self.position == after, "{text} played with and without a log");
        log
    }

    /// `White Pawn moved marked=1`, or `-`.
    fn at(&self, square: &str) -> String {
        let square = self.rules.variant.board.parse(square).unwrap();
        let Some(kind) = self.position.at(square) else { return "-".to_string() };
        let mut text = format!("{} {}", kind.owner().name(), self.rules.variant.piece(kind.piece()).name);
        if !self.position.is_unmoved(square) {
            text += " moved";
        }
        if let Value::Int(marked) = self.position.piece_state(square, MARKED)
            && *marked != 0
        {
            text += &format!(" marked={marked}");
        }
        text
    }

    fn marks(&self) -> Vec<String> {
        let board = &self.rules.variant.board;
        let marks = self.position.marks().iter().map(|mark| {
            let effect = &self.rules.variant.effects[mark.effect.index()].name;
            format!("{} {effect} {:?}", board.name(mark.square), mark.turns_left)
        });
        marks.collect()
    }
}

fn fired(log: &[LogEntry]) -> Vec<&str> {
    let names = log.iter().filter_map(|entry| match entry {
        LogEntry::Trigger { name, .. } => Some(name.as_str()),
        _ => None,
    });
    names.collect()
}

fn faults(log: &[LogEntry]) -> Vec<&str> {
    let faults = log.iter().filter_map(|entry| match entry {
        LogEntry::Fault { message, .. } => Some(message.as_str()),
        _ => None,
    });
    faults.collect()
}

fn event(var: EventVar) -> Expr {
    Expr::Event(var)
}

fn by(piece: PieceId) -> Expr {
    let mover = Expr::TypeOf(Box::new(event(EventVar::Piece)));
    Expr::Binary(BinaryOp::Equal, Box::new(mover), Box::new(Expr::Type(piece)))
}

fn always() -> Expr {
    Expr::Bool(true)
}

fn mark_piece(piece: Expr, value: i64) -> Action {
    Action::Set(Place::PieceState(piece, MARKED), AssignOp::Set, Expr::Int(value))
}

fn at(variant_square: u8) -> Expr {
    Expr::Square(nightrider_model::Square(variant_square))
}

const KINGS: [(&str, PieceId, Player); 2] = [("a1", KING, Player::White), ("h8", KING, Player::Black)];

fn with_kings(pieces: &[(&'static str, PieceId, Player)]) -> Table {
    Table::new(&[&KINGS, pieces].concat())
}

const ROOK_TAKES: [(&str, PieceId, Player); 2] = [("d1", ROOK, Player::White), ("d5", PAWN, Player::Black)];

#[test]
fn cancel_puts_both_pieces_back_as_they_were_and_spends_the_turn() {
    let body = vec![mark_piece(event(EventVar::Captured), 7), Action::Cancel];
    let mut table = with_kings(&ROOK_TAKES)
        .on(Event::Capture, by(ROOK), body)
        .on(
            Event::Move,
            always(),
            vec![Action::Set(Place::GameState(FieldId(0)), AssignOp::Add, Expr::Int(1))],
        )
        .ready();
    let log = table.play("d1d5");
    assert_eq!(fired(&log), ["t0"]);
    // What the trigger did to the captured piece stays.
    assert_eq!([table.at("d1"), table.at("d5")], ["White Rook", "Black Pawn marked=7"]);
    assert_eq!(table.position.turn(), Player::Black);
    let counters = table.position.counters(Player::White);
    assert_eq!((counters.moves, counters.captures), (1, 0));
    assert_eq!(table.position.ledger.halfmove_clock, 1);
}

#[test]
fn a_piece_that_cannot_go_back_stays_where_it_is() {
    // The trigger fills the rook's origin before it cancels.
    let create = Action::Create { piece: Expr::Type(PAWN), at: event(EventVar::Origin), owner: None };
    let mut table =
        with_kings(&ROOK_TAKES).on(Event::Capture, by(ROOK), vec![create, Action::Cancel]).ready();
    table.play("d1d5");
    assert_eq!([table.at("d1"), table.at("d5")], ["White Pawn moved", "White Rook moved"]);
}

#[test]
fn a_captured_piece_with_a_new_owner_comes_back_with_its_state() {
    let owner = Expr::OwnerOf(Box::new(event(EventVar::Piece)));
    let claim = Action::Set(Place::Owner(event(EventVar::Captured)), AssignOp::Set, owner);
    let mut table = with_kings(&ROOK_TAKES)
        .on(Event::Capture, by(ROOK), vec![mark_piece(event(EventVar::Captured), 3), claim])
        .ready();
    table.play("d1d5");
    assert_eq!([table.at("d1"), table.at("d5")], ["White Pawn moved marked=3", "White Rook moved"]);
    assert_eq!(table.position.counters(Player::White).captures, 1);
}

#[test]
fn variables_follow_their_pieces() {
    // The rook is moved aside and marked there; then it is removed, and still known by the next trigger.
    let aside = Action::Move { piece: event(EventVar::Piece), to: at(24) };
    let remove = Action::Remove(RemoveTarget::Piece(event(EventVar::Piece)));
    let mut table = with_kings(&ROOK_TAKES)
        .on(Event::Move, by(ROOK), vec![aside, mark_piece(event(EventVar::Piece), 1)])
        .on(Event::Move, by(ROOK), vec![remove])
        .on(Event::Move, by(ROOK), vec![mark_piece(event(EventVar::Piece), 2)]);
    table.variant.triggers.truncate(1);
    let mut moved = table.ready();
    moved.play("d1d2");
    assert_eq!([moved.at("a4"), moved.at("d2")], ["White Rook moved marked=1", "-"]);

    let remove = Action::Remove(RemoveTarget::Piece(event(EventVar::Piece)));
    let mut removed = with_kings(&ROOK_TAKES)
        .on(Event::Move, by(ROOK), vec![remove])
        .on(Event::Move, by(ROOK), vec![mark_piece(event(EventVar::Piece), 2)])
        .ready();
    let log = removed.play("d1d2");
    assert_eq!(fired(&log), ["t0", "t1"]);
    let LogEntry::Trigger { actions, .. } = log.last().unwrap() else { panic!("{log:?}") };
    assert_eq!(actions[..], ["could not set a piece's state: the piece is not there"]);
}

#[test]
fn a_move_onto_a_piece_needs_a_trigger_that_makes_room() {
    let there = Expr::HasPiece(Box::new(event(EventVar::Target)));
    let when = Expr::Binary(BinaryOp::And, Box::new(by(PAWN)), Box::new(there));
    let swap = Action::Move {
        piece: Expr::Call(nightrider_model::Builtin::PieceAt, vec![event(EventVar::Target)]),
        to: event(EventVar::Origin),
    };
    let setup = [("d4", PAWN, Player::White), ("d5", ROOK, Player::White)];
    let mut table = with_kings(&setup).on(Event::Move, when.clone(), vec![swap]).ready();
    assert!(table.moves().contains(&"d4d5".to_string()));
    table.play("d4d5");
    assert_eq!([table.at("d4"), table.at("d5")], ["White Rook moved", "White Pawn moved"]);

    let nothing = vec![mark_piece(event(EventVar::Piece), 1)];
    let mut table = with_kings(&setup).on(Event::Move, when, nothing).ready();
    assert!(!table.moves().contains(&"d4d5".to_string()));
}

#[test]
fn every_way_to_answer_is_a_move() {
    let mut table = with_kings(&[("d4", PAWN, Player::White)])
        .on(Event::Move, by(PAWN), vec![mark_piece(event(EventVar::Piece), 1)])
        .optional()
        // Asked only where the first was answered no.
        .on(
            Event::TurnEnd,
            Expr::Binary(
                BinaryOp::Equal,
                Box::new(Expr::PieceState(Box::new(at(35)), MARKED)),
                Box::new(Expr::Int(0)),
            ),
            vec![Action::Set(Place::GameState(FieldId(0)), AssignOp::Set, Expr::Int(1))],
        )
        .optional()
        .ready();
    let mut moves = table.moves();
    moves.retain(|text| text.starts_with("d4"));
    // After yes only one question was asked: at turn_end d5 (number 35) is marked.
    assert_eq!(moves, ["d4d5", "d4d5/ny", "d4d5/y"]);
}

#[test]
fn marks_end_with_the_turns_they_were_laid_for() {
    let mark = |target, effect| Action::Mark(target, EffectId(effect));
    let square = || MarkTarget::Square(event(EventVar::Origin));
    let mut table = with_kings(&[("d1", ROOK, Player::White), ("h7", PAWN, Player::Black)])
        .on(Event::Move, by(ROOK), vec![mark(square(), 1)])
        .ready();
    table.play("d1d2");
    assert_eq!(table.marks(), ["d1 smoke Some(2)"]);
    table.play("h7h6");
    assert_eq!(table.marks(), ["d1 smoke Some(1)"]);
    table.play("a1b1");
    assert_eq!(table.marks(), [""; 0]);

    // Attached without a duration: until the end of the owner's next turn, which may be that of the piece
    // just moved.
    let own = || MarkTarget::Piece(event(EventVar::Piece));
    let mut table = with_kings(&[("d1", ROOK, Player::White), ("h7", PAWN, Player::Black)])
        .on(Event::Move, by(ROOK), vec![mark(own(), 0)])
        .ready();
    table.play("d1d2");
    table.play("h7h6");
    assert_eq!(table.marks(), ["d2 glue None"]);
    assert!(!table.moves().iter().any(|text| text.starts_with("d2")), "the rook is glued");
    table.play("a1b1");
    assert_eq!(table.marks(), [""; 0]);
}

#[test]
fn a_mark_of_the_same_owner_is_renewed_not_doubled() {
    let mark = Action::Mark(MarkTarget::Square(at(24)), EffectId(1));
    let mut table = with_kings(&[("d1", ROOK, Player::White), ("e8", ROOK, Player::Black)])
        .on(Event::Move, by(ROOK), vec![mark])
        .ready();
    table.play("d1d2");
    table.play("e8e7");
    // Black's own mark beside White's.
    assert_eq!(table.marks(), ["a4 smoke Some(1)", "a4 smoke Some(2)"]);
    table.play("d2d3");
    assert_eq!(table.marks(), ["a4 smoke Some(2)", "a4 smoke Some(1)"]);
}

#[test]
fn a_binding_fires_for_each_match_that_is_still_there() {
    // Each pawn marked removes all others: only the first fires.
    let set =
        PieceSet { piece: Some(PAWN), side: None, region: Region::Board, local: LocalId(0), filter: None };
    let others = PieceSet {
        local: LocalId(1),
        filter: Some(Expr::Binary(
            BinaryOp::NotEqual,
            Box::new(Expr::Local(LocalId(1))),
            Box::new(Expr::Local(LocalId(0))),
        )),
        ..set.clone()
    };
    let body = vec![mark_piece(event(EventVar::Piece), 1), Action::Remove(RemoveTarget::Set(others))];
    let pawns = [("c3", PAWN, Player::White), ("e3", PAWN, Player::White), ("g3", PAWN, Player::Black)];
    let mut table = with_kings(&pawns).on(Event::TurnEnd, always(), body).binding(set).ready();
    let log = table.play("a1b1");
    assert_eq!(fired(&log), ["t0"]);
    assert_eq!([table.at("c3"), table.at("e3"), table.at("g3")], ["White Pawn marked=1", "-", "-"]);
}

#[test]
fn runaway_triggers_stop_with_a_fault() {
    let everything = |local, body| {
        let set =
            PieceSet { piece: None, side: None, region: Region::Board, local: LocalId(local), filter: None };
        Action::For(LocalId(local), set, body)
    };
    let count = Action::Set(Place::GameState(FieldId(0)), AssignOp::Add, Expr::Int(1));
    // Twelve pieces in eight nested loops: 430 million rounds.
    let nested = (0..8).fold(vec![count], |body, local| vec![everything(local, body)]);
    let squares = ["b2", "c2", "d2", "e2", "f2", "g2", "b3", "c3", "d3", "e3"];
    let pawns: Vec<_> = squares.iter().map(|square| (*square, PAWN, Player::White)).collect();
    let mut table = with_kings(&pawns).on(Event::TurnEnd, always(), nested).ready();
    let log = table.play("a1b1");
    assert_eq!(faults(&log), ["trigger `t0` stopped: the loops took more steps than a trigger may"]);

    let mut table = with_kings(&[]).on(Event::TurnEnd, always(), vec![Action::Call(ActionId(0), vec![])]);
    let again = ActionDef {
        name: "again".to_string(),
        parameters: 0,
        body: vec![Action::Call(ActionId(0), vec![])],
        locals: 0,
    };
    table.variant.actions.push(again);
    let mut table = table.ready();
    let log = table.play("a1b1");
    assert_eq!(faults(&log), ["trigger `t0` stopped: the actions call one another too deeply"]);
    assert_eq!(table.position.turn(), Player::Black);
}

#[test]
fn arguments_are_locals_of_the_action_alone() {
    let set = |value| Action::Set(Place::GameState(FieldId(0)), AssignOp::Set, value);
    let local = |index| Expr::Local(LocalId(index));
    let mut table = with_kings(&[]).on(
        Event::TurnEnd,
        always(),
        vec![
            Action::Let(LocalId(0), Expr::Int(5)),
            Action::Call(ActionId(0), vec![Expr::Int(40)]),
            // The caller's own local is untouched by what the action did to its parameter.
            Action::Set(Place::GameState(FieldId(0)), AssignOp::Add, local(0)),
        ],
    );
    table.variant.actions.push(ActionDef {
        name: "put".to_string(),
        parameters: 1,
        body: vec![Action::Set(Place::Local(LocalId(0)), AssignOp::Add, Expr::Int(2)), set(local(0))],
        locals: 1,
    });
    let mut table = table.ready();
    table.play("a1b1");
    assert_eq!(table.position.shared_state(None, FieldId(0)), Some(&Value::Int(47)));
}

#[test]
fn a_blocked_square_is_closed_to_enemies_and_holds_them() {
    let fence = Action::Mark(MarkTarget::Square(at(27)), EffectId(2));
    let mut table = with_kings(&[("d1", ROOK, Player::White), ("d8", ROOK, Player::Black)])
        .on(Event::Move, by(ROOK), vec![fence])
        .ready();
    table.play("d1e1");
    let of_rook: Vec<String> = table.moves().into_iter().filter(|text| text.starts_with("d8d")).collect();
    // The fence on d4 ends the file.
    assert_eq!(of_rook, ["d8d5", "d8d6", "d8d7"]);
}
