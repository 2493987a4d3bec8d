//! Newtyped indices into the lists of a [`Variant`](crate::Variant).

use serde::{Deserialize, Serialize};

macro_rules! index {
    ($($(#[$doc:meta])* $name:ident($int:ty) ;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub $int);

        impl $name {
            /// The index as a `usize`, to look into the list it belongs to.
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

index! {
    /// A piece type: an index into [`Variant::pieces`](crate::Variant::pieces).
    PieceId(u16);
    /// A zone: an index into [`Board::zones`](crate::Board::zones).
    ZoneId(u16);
    /// An effect: an index into [`Variant::effects`](crate::Variant::effects).
    EffectId(u16);
    /// A trigger: an index into [`Variant::triggers`](crate::Variant::triggers).
    TriggerId(u16);
    /// A user-defined action: an index into [`Variant::actions`](crate::Variant::actions).
    ActionId(u16);
    /// A condition: an index into [`Variant::victory`](crate::Variant::victory) or `draw`.
    ConditionId(u16);
    /// A name of a state field: an index into [`Variant::piece_fields`](crate::Variant::piece_fields),
    /// `game_fields` or `player_fields`, depending on where it is used.
    FieldId(u16);
    /// A trait other than the built-in ones: an index into
    /// [`Variant::custom_traits`](crate::Variant::custom_traits).
    TraitId(u16);
    /// A slot in the frame of a trigger, action or filter: what `let`, `for`, `any T`, a quantifier or an
    /// action's parameter binds.
    LocalId(u16);
}
