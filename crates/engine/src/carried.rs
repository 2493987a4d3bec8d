//! What a move of a program brings along beside itself: further parts, and changes of the player's state.

use nightrider_model::{FieldId, PieceId, Player, Square, Value};

use crate::bitboard::Bitboard;
use crate::kind::Kind;
use crate::movement::ProgramMoves;
use crate::moves::Move;
use crate::offers;
use crate::position::Position;
use crate::program::{ActivationKind, Part};
use crate::rules::RulesFor;

/// What a move brings along. Found out before the move changes the board.
#[derive(Clone, Debug, Default)]
pub(crate) struct Carried {
    /// Whose move it is.
    player: Option<Player>,
    /// Changes of the player's state by the move itself.
    state: Vec<(FieldId, i32)>,
    /// The further parts in order.
    pub parts: Vec<CarriedPart>,
}

/// A further part of a move.
#[derive(Clone, Debug)]
pub(crate) struct CarriedPart {
    how: ActivationKind,
    pub from: Square,
    pub to: Square,
    /// The square of an enemy to take.
    pub captures: Option<Square>,
    becomes: Option<PieceId>,
    state: Vec<(FieldId, i32)>,
}

/// What a part came to on the board as it was when its turn came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Deed {
    /// Nothing moves: a catch, or the piece or the square is not what the program saw.
    Stays,
    /// The piece goes to the empty square.
    Goes,
    /// The piece changes places with another.
    Swaps,
}

impl Carried {
    /// What a move brings along; nothing for moves that are not of a program.
    pub(crate) fn of<B: Bitboard>(rules: &RulesFor<B>, position: &Position<B>, m: Move) -> Carried {
        if m.choice() == 0 {
            return Carried::default();
        }
        let carried = offers::with_offer(rules, position, m, |program, activation| Carried {
            player: Some(position.turn()),
            state: fields(program, &activation.main),
            parts: activation.parts().map(|part| CarriedPart::new(program, &part)).collect(),
        });
        carried.unwrap_or_default()
    }

    /// The squares of all that the parts take, in a position that the move has not changed yet.
    pub(crate) fn victims(&self) -> impl Iterator<Item = Square> {
        self.parts.iter().filter_map(|part| part.captures)
    }

    /// Carries out all of it, once the move itself has been made.
    pub(crate) fn carry_out<B: Bitboard>(&self, rules: &RulesFor<B>, position: &mut Position<B>) {
        self.change_state(rules, position);
        for part in &self.parts {
            if let Some(victim) = part.victim(position) {
                position.remove(rules, victim);
            }
            match part.deed(position) {
                Deed::Goes => {
                    position.move_piece(rules, part.from, part.to);
                }
                Deed::Swaps => {
                    position.move_two(rules, (part.from, part.to), (part.to, part.from));
                }
                Deed::Stays => {}
            }
            part.become_type(rules, position);
        }
    }

    /// Sets the player's state as the move and its parts say.
    pub(crate) fn change_state<B: Bitboard>(&self, rules: &RulesFor<B>, position: &mut Position<B>) {
        let changes = self.parts.iter().flat_map(|part| &part.state);
        for &(field, value) in self.state.iter().chain(changes) {
            position.set_shared_state(rules, self.player, field, Value::Int(value.into()));
        }
    }
}

impl CarriedPart {
    fn new<B>(program: &ProgramMoves<B>, part: &Part<'_>) -> CarriedPart {
        let stays = part.kind == ActivationKind::Catch;
        CarriedPart {
            how: part.kind,
            from: part.from,
            to: if stays { part.from } else { part.to },
            captures: part.captures,
            becomes: part.transition.and_then(|name| program.names[usize::from(name.0)]),
            state: fields(program, part),
        }
    }

    /// The square of what the part takes, if an enemy still stands there.
    pub(crate) fn victim<B: Bitboard>(&self, position: &Position<B>) -> Option<Square> {
        let is_enemy = |square: &Square| position.owned(position.turn().opponent()).contains(*square);
        self.captures.filter(is_enemy)
    }

    /// What the part does with the board as it is now, its victim gone.
    pub(crate) fn deed<B: Bitboard>(&self, position: &Position<B>) -> Deed {
        match (position.at(self.from), position.at(self.to)) {
            _ if self.from == self.to => Deed::Stays,
            (Some(_), None) => Deed::Goes,
            (Some(_), Some(_)) if self.how == ActivationKind::Shift => Deed::Swaps,
            _ => Deed::Stays,
        }
    }

    /// The piece becomes what the part says.
    pub(crate) fn become_type<B: Bitboard>(&self, rules: &RulesFor<B>, position: &mut Position<B>) {
        if let (Some(piece), Some(kind)) = (self.becomes, position.at(self.to))
            && piece != kind.piece()
        {
            let kind = Kind::new(piece, kind.owner());
            position.become_kind(rules, self.to, kind);
            if position.extras.is_some() {
                position.give_first_state(rules, self.to, kind);
            }
        }
    }
}

/// The changes of state of one part, as fields of the player's state.
fn fields<B>(program: &ProgramMoves<B>, part: &Part<'_>) -> Vec<(FieldId, i32)> {
    let field = |&(key, value): &(nightrider_model::program::KeyId, i32)| {
        Some((program.keys[usize::from(key.0)]?, value))
    };
    part.state.iter().filter_map(field).collect()
}
