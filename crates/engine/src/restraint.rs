//! What would give check, for games in which that is forbidden.

use nightrider_model::{Player, Square};

use crate::bitboard::Bitboard;
use crate::kind::Kind;
use crate::position::Position;
use crate::reach::Scene;
use crate::rules::RulesFor;
use crate::safety::Safety;

/// Which moves of a player would attack an enemy royal.
pub(crate) struct Restraint<B> {
    /// The enemy royals seen as if they were to be kept safe from the player. What is bound are the player's own
    /// pieces that stand before a rider.
    exposure: Safety<B>,
    /// Every move must be tried.
    pub all_in_doubt: bool,
}

impl<B: Bitboard> Restraint<B> {
    pub(crate) fn of(rules: &RulesFor<B>, position: &Position<B>, player: Player) -> Restraint<B> {
        let exposure = Safety::exposed(rules, position, player.opponent());
        let check = &rules.variant.rules.check;
        let all_in_doubt = exposure.all_in_doubt
            || exposure.answers != !B::EMPTY
            || check.touching_royals_shield
            || rules.uses.extras
            || rules.uses.explosions
            || !rules.attacks[player.index()].only_lines;
        Restraint { exposure, all_in_doubt }
    }

    /// The squares from which a kind of the player attacks one of the royals.
    pub(crate) fn checks_from(&self, scene: &Scene<'_, B>, kind: Kind) -> B {
        let tables = &scene.rules.attacks[scene.player.index()];
        let mut squares = B::EMPTY;
        for royal in self.exposure.royals.squares() {
            for leap in tables.leaps.iter().filter(|leap| leap.kind == kind) {
                squares |= leap.from[royal.index()];
            }
            for attack in tables.rides.iter().filter(|attack| attack.kinds.contains(&kind)) {
                squares |= attack.ride.reach(royal, scene.stop);
            }
        }
        squares
    }

    /// The player's pieces that would open an attack by leaving a line.
    pub(crate) fn screens(&self) -> B {
        self.exposure.bound
    }

    /// The squares to which a piece can go without opening an attack.
    pub(crate) fn line_of(&self, screen: Square) -> B {
        if self.exposure.bound.contains(screen) { self.exposure.allowed_for(screen) } else { !B::EMPTY }
    }
}
