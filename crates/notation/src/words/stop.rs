//! Where a Chessembly program stopped, as a sentence, and its expressions as they are written.

use nightrider_engine::{Game, ProgramStop};
use nightrider_model::Player;
use nightrider_model::program::{BitOp, Look, Movement, Offset, Op};

/// Where a chain stopped on its way, such as ``chain 1 stops at expression 2, `take-move(1, 0)`, on d4: on e4 stands
/// White's Pawn``.
pub fn program_stop(game: &Game, stop: &ProgramStop) -> String {
    let board = &game.rules().variant().board;
    let program = if stop.program > 1 { format!("program {}, ", stop.program) } else { String::new() };
    let word = stop.word.as_deref().unwrap_or_default();
    let place = format!(
        "{program}chain {} stops at expression {}, `{}`, with the anchor on {}",
        stop.chain,
        stop.expression,
        expression(stop.op, word),
        board.name(stop.anchor)
    );
    let Some(asked) = stop.asked.filter(|_| stop.op != Op::End) else {
        return place;
    };
    let there = match game.kind_at(asked) {
        None => format!("{} is empty", board.name(asked)),
        Some(kind) => {
            let name = &game.rules().variant().piece(kind.piece()).name;
            format!("on {} stands {}'s {name}", board.name(asked), kind.owner().name())
        }
    };
    format!("{place}: {there}")
}

/// An expression as it is written; names and keys are given.
fn expression(op: Op, word: &str) -> String {
    let at = |name: &str, Offset { dx, dy }: Offset| format!("{name}({dx}, {dy})");
    let with = |name: &str, Offset { dx, dy }: Offset| format!("{name}({word}, {dx}, {dy})");
    let colour = |player: Player| player.name().to_lowercase();
    match op {
        Op::Go(movement, by) => at(
            match movement {
                Movement::Move => "move",
                Movement::Take => "take",
                Movement::TakeMove => "take-move",
                Movement::Catch => "catch",
                Movement::Jump => "jump",
                Movement::Shift => "shift",
            },
            by,
        ),
        Op::PlaceMove(_, by) => with("place-move", by),
        Op::PieceOn(_, by) => with("piece-on", by),
        Op::ColorOn(player, Offset { dx, dy }) => format!("color-on({}, {dx}, {dy})", colour(player)),
        Op::Look(look, by) => at(look_name(look), by),
        Op::Anchor(by) => at("anchor", by),
        Op::Absolute(by) => at("absolute", by),
        Op::AbsoluteX(x) => format!("absolute-x({x})"),
        Op::AbsoluteY(y) => format!("absolute-y({y})"),
        Op::Piece(_) => format!("piece({word})"),
        Op::Color(player) => format!("color({})", colour(player)),
        Op::IfState(_, value) => format!("if-state({word}, {value})"),
        Op::EnemyState(_, value) => format!("enemy-state({word}, {value})"),
        Op::Bit(bit, number) => {
            let name = match bit {
                BitOp::Read => "read",
                BitOp::ReadAnd => "read-and",
                BitOp::ReadOr => "read-or",
                BitOp::ReadXor => "read-xor",
                BitOp::Write => "write",
            };
            format!("{name}({number})")
        }
        Op::ReadAnchor(number) => format!("read-anchor({number})"),
        Op::WriteAnchor(number) => format!("write-anchor({number})"),
        Op::Check => "check".to_owned(),
        Op::Not => "not".to_owned(),
        Op::True => "true".to_owned(),
        Op::False => "false".to_owned(),
        Op::End => "end".to_owned(),
        Op::Do => "do".to_owned(),
        Op::While(_) => "while".to_owned(),
        Op::Repeat(_) => "repeat".to_owned(),
        Op::Label => "label".to_owned(),
        Op::Jmp(_) => "jmp".to_owned(),
        Op::Jne(_) => "jne".to_owned(),
        Op::Open(_) => "{".to_owned(),
        Op::Close => "}".to_owned(),
        Op::Transition(_) | Op::NoTransition => "transition".to_owned(),
        Op::SetState(..) | Op::DropState => "set-state".to_owned(),
        Op::Also(_) => "+".to_owned(),
    }
}

fn look_name(look: Look) -> &'static str {
    match look {
        Look::Peek => "peek",
        Look::Observe => "observe",
        Look::Enemy => "enemy",
        Look::Friendly => "friendly",
        Look::Danger => "danger",
        Look::Bound => "bound",
        Look::Edge => "edge",
        Look::EdgeTop => "edge-top",
        Look::EdgeBottom => "edge-bottom",
        Look::EdgeLeft => "edge-left",
        Look::EdgeRight => "edge-right",
        Look::Corner => "corner",
        Look::CornerTopLeft => "corner-top-left",
        Look::CornerTopRight => "corner-top-right",
        Look::CornerBottomLeft => "corner-bottom-left",
        Look::CornerBottomRight => "corner-bottom-right",
    }
}
