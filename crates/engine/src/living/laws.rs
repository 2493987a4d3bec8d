//! Laws of games with state, effects and triggers, played on games thrown together at random.

use nightrider_model::*;

use crate::compile_error::CompileError;
use crate::laws::{Dice, on_any_width, random_variant};
use crate::rules::Rules;

const FIELDS: [&str; 3] = ["k", "n", "cooldown"];

fn event(var: EventVar) -> Expr {
    Expr::Event(var)
}

fn state_of(var: EventVar, dice: &mut Dice) -> Expr {
    Expr::PieceState(Box::new(event(var)), FieldId(dice.roll(2) as u16))
}

fn binary(op: BinaryOp, a: Expr, b: Expr) -> Expr {
    Expr::Binary(op, Box::new(a), Box::new(b))
}

/// What a movement or a trigger may ask about state.
fn question(dice: &mut Dice) -> Expr {
    use BinaryOp::*;
    let op = dice.pick(&[Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual]);
    let limit = Expr::Int(dice.roll(3) as i64);
    match dice.roll(8) {
        0 => binary(op, Expr::GameState(FieldId(0)), limit),
        1 => binary(op, Expr::PlayerState(Box::new(event(EventVar::Player)), FieldId(0)), limit),
        2 => binary(op, state_of(EventVar::Captured, dice), limit),
        3 => Expr::Unary(UnaryOp::Not, Box::new(question(dice))),
        4 => binary(And, question(dice), question(dice)),
        _ => binary(op, state_of(EventVar::Piece, dice), limit),
    }
}

fn condition(dice: &mut Dice) -> Expr {
    let subject = dice.pick(&[EventVar::Piece, EventVar::Captured]);
    let is_type = binary(
        BinaryOp::Equal,
        Expr::TypeOf(Box::new(event(subject))),
        Expr::Type(PieceId(dice.roll(6) as u16)),
    );
    match dice.roll(5) {
        0 => question(dice),
        1 => Expr::InZone(Box::new(event(EventVar::Target)), ZoneId(0)),
        2 => binary(BinaryOp::And, is_type, question(dice)),
        _ => is_type,
    }
}

fn action(dice: &mut Dice) -> Action {
    let piece = dice.pick(&[EventVar::Piece, EventVar::Piece, EventVar::Captured]);
    let place = dice.pick(&[EventVar::Origin, EventVar::Target]);
    let number = Expr::Int(1 + dice.roll(2) as i64);
    let some_type = Expr::Type(PieceId(1 + dice.roll(5) as u16));
    let effect = EffectId(dice.roll(3) as u16);
    match dice.roll(20) {
        0..=3 => {
            let field = FieldId(dice.roll(FIELDS.len()) as u16);
            Action::Set(Place::PieceState(event(piece), field), AssignOp::Add, number)
        }
        4 => Action::Set(Place::GameState(FieldId(0)), AssignOp::Add, number),
        5 => Action::Set(Place::PlayerState(event(EventVar::Player), FieldId(0)), AssignOp::Subtract, number),
        6 | 7 => Action::Mark(MarkTarget::Square(event(place)), effect),
        8 => Action::Mark(MarkTarget::Piece(event(EventVar::Piece)), effect),
        9 => Action::Unmark(MarkTarget::Square(event(place)), Some(effect)),
        10 => Action::Transform { piece: event(EventVar::Piece), to: some_type },
        11 => Action::Create { piece: some_type, at: event(EventVar::Origin), owner: None },
        12 => Action::Remove(RemoveTarget::Piece(event(piece))),
        13 => Action::Set(Place::Owner(event(piece)), AssignOp::Set, event(EventVar::Opponent)),
        14 => Action::Move { piece: event(EventVar::Captured), to: event(EventVar::Origin) },
        15 => Action::Win(event(EventVar::Player)),
        16 => Action::If(question(dice), vec![action(dice)], vec![action(dice)]),
        17 => Action::For(LocalId(0), around(event(EventVar::Target), LocalId(0)), vec![for_each(effect)]),
        18 => Action::Remove(RemoveTarget::Set(around(event(EventVar::Target), LocalId(1)))),
        _ => Action::Cancel,
    }
}

/// The enemies next to a square.
fn around(centre: Expr, local: LocalId) -> PieceSet {
    PieceSet {
        piece: None,
        side: Some(Side::Opponent),
        region: Region::AdjacentTo(centre),
        local,
        filter: None,
    }
}

/// What is done with each piece of a set.
fn for_each(effect: EffectId) -> Action {
    Action::Mark(MarkTarget::Piece(Expr::Local(LocalId(0))), effect)
}

fn trigger(dice: &mut Dice, index: usize) -> Trigger {
    let events = [
        Event::Move,
        Event::Move,
        Event::Capture,
        Event::Capture,
        Event::Captured,
        Event::EnterZone,
        Event::ExitZone,
        Event::Promotion,
        Event::Check,
        Event::TurnEnd,
        Event::TurnStart,
    ];
    // Most games have nothing that listens to turns, so that their moves can be played the short way.
    let few = if dice.once_in(5) { events.len() } else { 8 };
    Trigger {
        name: format!("t{index}"),
        event: dice.pick(&events[..few]),
        when: condition(dice),
        bind: dice
            .once_in(8)
            .then(|| Bind { local: LocalId(2), set: around(event(EventVar::Target), LocalId(2)) }),
        optional: dice.once_in(4),
        description: None,
        body: (0..=dice.roll(2)).map(|_| action(dice)).collect(),
        locals: 3,
    }
}

/// A game thrown together, with state, effects and triggers.
fn living_variant(seed: u64) -> Variant {
    let mut variant = random_variant(seed);
    let dice = &mut Dice(seed ^ 0x6c69_7669_6e67);
    variant.piece_fields = FIELDS.map(str::to_string).to_vec();
    variant.game_fields = vec!["g".to_string()];
    variant.player_fields = vec!["p".to_string()];
    let effect =
        |name: &str, blocks, duration| Effect { name: name.to_string(), blocks, visual: None, duration };
    let length = if dice.once_in(3) { Some(1 + dice.roll(3) as u32) } else { None };
    variant.effects = vec![
        effect("wall", Blocks::All, length),
        effect("fence", Blocks::Enemy, None),
        effect("colour", Blocks::None, None),
    ];
    for piece in &mut variant.pieces {
        for field in 0..2 {
            if dice.once_in(3) {
                piece
                    .state
                    .push(StateDefault { field: FieldId(field), value: Value::Int(dice.roll(3) as i64) });
            }
        }
        for pattern in &mut piece.moves {
            if dice.once_in(4) {
                *pattern = Pattern::Where(Box::new(pattern.clone()), Box::new(question(dice)));
            }
        }
    }
    variant.triggers = (0..1 + dice.roll(4)).map(|index| trigger(dice, index)).collect();
    variant
}

#[test]
fn games_with_triggers_thrown_together_keep_the_laws() {
    for seed in 0..400 {
        match Rules::compile(living_variant(seed)) {
            Ok(rules) => on_any_width(&rules, seed, 20),
            Err(CompileError::TooComplex { .. }) => {}
            Err(error) => panic!("game {seed}: {error}"),
        }
    }
}
