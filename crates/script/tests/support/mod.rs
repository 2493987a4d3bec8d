//! A small game to run scripts in, and a way to see what they did.

#![allow(dead_code)] // Each test file uses its part.

use std::fmt::Write;
use std::sync::Arc;

use nightrider_engine::expr::PieceRef;
use nightrider_engine::script::{Occasion, ScriptEngine, ScriptFault, ScriptHost, ScriptWorld, StateOwner};
use nightrider_model::{
    Board, CapturePatterns, Event, PieceId, PieceType, Placement, Player, Rules, Script, Setup, Square,
    StateDefault, Traits, Value, Variant, Zone,
};
use nightrider_script::{Limits, QuickJs, SetupWorld};

/// Limits that are reached quickly, so that the tests of hostile scripts are quick.
pub const TIGHT: Limits = Limits { steps: 100_000, ..Limits::DEFAULT };

/// An 8x8 board with kings on e1 and e8, queens on d1 and d8, and pawns on the second ranks.
pub fn game(scripts: &[&str]) -> Variant {
    let piece = |name: &str, royal| PieceType {
        name: name.to_string(),
        letter: name[..1].to_string(),
        symbol: None,
        value: Some(if name == "Queen" { 900 } else { 150 }),
        moves: Vec::new(),
        captures: CapturePatterns::SameAsMoves,
        traits: Traits { royal, ..Traits::default() },
        custom_traits: Vec::new(),
        state: Vec::new(),
    };
    let mut board = Board::new(8, 8);
    board.zones = vec![Zone { name: "언덕".to_string(), squares: vec![Square(27), Square(28)] }];
    let mut pieces = Vec::new();
    for (owner, home, pawns) in [(Player::White, 0, 8), (Player::Black, 56, 48)] {
        pieces.push(Placement { square: Square(home + 3), piece: PieceId(1), owner });
        pieces.push(Placement { square: Square(home + 4), piece: PieceId(0), owner });
        pieces.extend((0..8).map(|file| Placement {
            square: Square(pawns + file),
            piece: PieceId(2),
            owner,
        }));
    }
    pieces.sort_by_key(|placement| placement.square);
    let mut pawn = piece("Pawn", false);
    pawn.state = vec![StateDefault { field: nightrider_model::FieldId(0), value: Value::Int(2) }];
    Variant {
        name: "Test".to_string(),
        board,
        pieces: vec![piece("King", true), piece("Queen", false), pawn],
        effects: Vec::new(),
        triggers: Vec::new(),
        actions: Vec::new(),
        setup: Setup { pieces, shuffle: None },
        rules: Rules::default(),
        victory: Vec::new(),
        draw: Vec::new(),
        piece_fields: vec!["lives".to_string()],
        game_fields: Vec::new(),
        player_fields: Vec::new(),
        custom_traits: Vec::new(),
        scripts: scripts
            .iter()
            .map(|source| Script {
                source: source.to_string(),
                file: "test.chesslang".to_string(),
                line: 11,
                column: 9,
            })
            .collect(),
    }
}

pub fn load(variant: &Variant, limits: Limits) -> Result<Arc<dyn ScriptHost>, ScriptFault> {
    QuickJs { limits }.load(variant)
}

/// The event of a queen's capture: d1 took d7, where it stands now.
pub fn capture(world: &mut SetupWorld) -> Occasion {
    let (from, to) = (Square(3), Square(51));
    let captured = world.remove(PieceRef::On(to)).expect("a pawn on d7");
    assert!(world.move_piece(PieceRef::On(from), to));
    world.can_cancel = true;
    Occasion {
        piece: Some(PieceRef::On(to)),
        from: Some(from),
        to: Some(to),
        captured: Some(captured),
        ..Occasion::of(Event::Capture, Player::White)
    }
}

/// Runs the bodies and then all handlers of `capture`, with what [`capture`] tells of, and shows what came
/// of it.
pub fn on_capture(script: &str) -> String {
    on_capture_with(script, Limits::DEFAULT)
}

pub fn on_capture_with(script: &str, limits: Limits) -> String {
    let variant = game(&[script]);
    let host = match load(&variant, limits) {
        Ok(host) => host,
        Err(fault) => return format!("refused: {fault}\n"),
    };
    let mut world = SetupWorld::new(&variant);
    let mut faults = Vec::new();
    faults.extend(host.begin(&mut world).err());
    let occasion = capture(&mut world);
    for handler in host.profile().handlers(Event::Capture) {
        let before = world.clone();
        if let Err(fault) = host.handle(handler, &occasion, &mut world) {
            let printed = std::mem::take(&mut world.printed);
            world = before;
            world.printed = printed;
            faults.push(fault);
        }
    }
    show(&world, &faults)
}

/// What a script has done to a world.
pub fn show(world: &SetupWorld, faults: &[ScriptFault]) -> String {
    let mut out = String::new();
    for (level, line) in &world.printed {
        writeln!(out, "{}: {line}", level.word()).expect("writing to a string");
    }
    for (name, value) in world.state(StateOwner::Game) {
        writeln!(out, "{name} = {}", value_text(&value)).expect("writing to a string");
    }
    for player in Player::BOTH {
        for (name, value) in world.state(StateOwner::Player(player)) {
            writeln!(out, "{}.{name} = {}", player.name(), value_text(&value)).expect("writing to a string");
        }
    }
    if let Some((winner, reason)) = &world.declared {
        let winner = winner.map_or("nobody", |winner| winner.name());
        writeln!(out, "winner: {winner} ({reason})").expect("writing to a string");
    }
    if world.turn_ended {
        out.push_str("turn ended\n");
    }
    if world.cancelled {
        out.push_str("cancelled\n");
    }
    if world.extra_moves != [0, 0] {
        writeln!(out, "extra moves: {:?}", world.extra_moves).expect("writing to a string");
    }
    for fault in faults {
        writeln!(out, "fault: {fault}").expect("writing to a string");
    }
    out
}

pub fn value_text(value: &Value) -> String {
    match value {
        Value::Null => "null".to_string(),
        Value::Bool(truth) => truth.to_string(),
        Value::Int(number) => number.to_string(),
        Value::Str(text) => format!("{text:?}"),
        Value::List(items) => format!("[{}]", items.iter().map(value_text).collect::<Vec<_>>().join(", ")),
        Value::Record(fields) => {
            let fields: Vec<String> =
                fields.iter().map(|(name, value)| format!("{name}: {}", value_text(value))).collect();
            format!("{{{}}}", fields.join(", "))
        }
    }
}
