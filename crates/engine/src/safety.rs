//! What keeps a player's royals safe: which moves are certainly legal, certainly not, or in doubt.
//!
//! Attacks by leaps, rides and lame pieces become masks: where a move must end to answer a check, and on
//! which lines a pinned piece must stay. Hoppers are different, because pieces coming to a line matter as
//! much as pieces leaving it: the squares of their lines are *suspect*, and moves that touch one are looked at
//! singly. So are the squares that programs ask about, and paths with a hurdle. What attacks through conditions or conditions on the way leaves every move in doubt.

use nightrider_model::{Player, Square};

use crate::attack::{self, AttackTables, Sight};
use crate::bitboard::Bitboard;
use crate::expr::PathNeed;
use crate::movement::{Alternative, Shape};
use crate::offers::{self, Reads};
use crate::position::Position;
use crate::rays::Ray;
use crate::reach;
use crate::rules::RulesFor;

/// The most pins kept apart. Positions with more leave every move in doubt.
const MOST_PINS: usize = 12;

/// What keeps a player's royals safe.
pub(crate) struct Safety<B> {
    /// The royals that must not be left attacked.
    pub royals: B,
    /// Those of them that nothing can attack, because they touch an enemy royal.
    pub shielded: B,
    /// Where a piece other than a royal must go: anywhere if nothing attacks.
    pub answers: B,
    /// Pieces that must stay on a line.
    pub pinned: B,
    pins: [(Square, B); MOST_PINS],
    pin_count: usize,
    /// Squares whose change may open or close an attack by a hopper.
    pub suspects: B,
    /// A hopper attacks a royal: only moves that touch a suspect square can help.
    pub hop_check: bool,
    /// Squares that programs have asked about, and others whose change may open or close an attack: moves that
    /// touch one must be tried.
    pub unsettled: B,
    /// Such an attack is open now: only moves that touch one of those squares can help.
    pub unsettled_check: bool,
    /// A program has asked about the player's state: moves that change it must be tried.
    pub state_matters: bool,
    /// Every move must be tried.
    pub all_in_doubt: bool,
    /// Every move of a royal must be tried: conditions of attackers may read who is attacked where.
    pub royals_in_doubt: bool,
    /// Castling must be tried.
    pub castling_in_doubt: bool,
}

impl<B: Bitboard> Safety<B> {
    /// Nothing can be attacked that matters.
    fn untroubled() -> Safety<B> {
        Safety {
            royals: B::EMPTY,
            shielded: B::EMPTY,
            answers: !B::EMPTY,
            pinned: B::EMPTY,
            pins: [(Square(0), B::EMPTY); MOST_PINS],
            pin_count: 0,
            suspects: B::EMPTY,
            hop_check: false,
            unsettled: B::EMPTY,
            unsettled_check: false,
            state_matters: false,
            all_in_doubt: false,
            royals_in_doubt: false,
            castling_in_doubt: false,
        }
    }

    /// What keeps the royals of a player safe.
    #[inline(always)]
    pub(crate) fn of(rules: &RulesFor<B>, position: &Position<B>, player: Player) -> Safety<B> {
        if !rules.variant.rules.check.must_escape {
            return Safety::untroubled();
        }
        Safety::screened_by(player, rules, position, player)
    }

    /// How the royals of a player are exposed to the opponent, whose own pieces count as those that are pinned.
    pub(crate) fn exposed(rules: &RulesFor<B>, position: &Position<B>, player: Player) -> Safety<B> {
        Safety::screened_by(player.opponent(), rules, position, player)
    }

    #[inline(always)]
    fn screened_by(
        screens: Player,
        rules: &RulesFor<B>,
        position: &Position<B>,
        player: Player,
    ) -> Safety<B> {
        let mut safety = Safety::untroubled();
        safety.royals = rules.checkable(position, player);
        let sight = Sight::of(position, player.opponent());
        let tables = &rules.attacks[player.opponent().index()];
        if !tables.only_lines {
            safety.look_at_conditions(rules, position, player.opponent());
        }
        for royal in safety.royals.squares() {
            let shielded = rules.variant.rules.check.touching_royals_shield
                && rules.neighbours(royal).meets(rules.royals(position, player.opponent()));
            if shielded {
                safety.shielded.insert(royal);
            }
            if !shielded && !sight.walls.contains(royal) {
                safety.look_along_lines(tables, position, position.owned(screens), royal, &sight);
                if !tables.only_lines {
                    safety.look_further(rules, position, player, royal, &sight);
                }
            }
        }
        safety
    }

    /// Whether it is in doubt of single moves whether they are safe.
    #[inline(always)]
    pub(crate) fn singles_in_doubt(&self) -> bool {
        (self.suspects | self.unsettled).any() || self.hop_check || self.unsettled_check
    }

    /// Where a pinned piece may go.
    #[inline(always)]
    pub(crate) fn line_of(&self, pinned: Square) -> B {
        let pins = self.pins[..self.pin_count].iter().filter(|(square, _)| *square == pinned);
        pins.fold(!B::EMPTY, |all, (_, line)| all & *line)
    }

    /// Takes in the attacks on one royal by leaps and rides.
    #[inline(always)]
    fn look_along_lines(
        &mut self,
        tables: &AttackTables<B>,
        position: &Position<B>,
        screens: B,
        royal: Square,
        sight: &Sight<B>,
    ) {
        let present = !sight.absent;
        let stop = sight.occupied | sight.walls;
        for (kind, from) in &tables.leaps {
            let checkers = from[royal.index()] & position.of_kind(*kind) & present;
            if checkers.any() {
                self.answer(checkers);
                if checkers.many() {
                    self.answers = B::EMPTY;
                }
            }
        }
        for attack in &tables.rides {
            let riders = attack.riders(position) & present & attack.lines[royal.index()];
            for rider in riders.squares() {
                let way = attack.ray_to(royal, rider).between(royal, rider);
                let stops = way & stop;
                if stops.is_empty() {
                    self.answer(way | B::of(rider));
                } else if !stops.many()
                    && stops.meets(screens)
                    && let Some(stop) = stops.first()
                {
                    self.pin(stop, way | B::of(rider));
                }
            }
        }
    }

    /// Takes in all other attacks on one royal.
    #[inline(never)]
    fn look_further(
        &mut self,
        rules: &RulesFor<B>,
        position: &Position<B>,
        player: Player,
        royal: Square,
        sight: &Sight<B>,
    ) {
        let tables = &rules.attacks[player.opponent().index()];
        let own = position.owned(player);
        let present = !sight.absent;
        let stop = sight.occupied | sight.walls;
        for (kind, paths) in &tables.lame {
            let pieces = position.of_kind(*kind) & present;
            if pieces.is_empty() {
                continue;
            }
            for path in paths[royal.index()].iter().filter(|path| pieces.contains(path.target)) {
                let blockers = path.clear & stop;
                let line = path.clear | B::of(path.target);
                if path.blocked.any() {
                    // One move empties one square.
                    if !blockers.many() {
                        self.unsettled |= line | path.blocked;
                        self.unsettled_check |= path.is_free(stop);
                    }
                } else if blockers.is_empty() {
                    self.answer(line);
                } else if !blockers.many()
                    && blockers.meets(own)
                    && let Some(blocker) = blockers.first()
                {
                    self.pin(blocker, line);
                }
            }
        }
        for attack in &tables.hops {
            let hoppers = attack.riders(position) & present & attack.lines[royal.index()];
            if hoppers.any() {
                for ray in &attack.rays {
                    self.look_along_hop(ray, royal, stop, sight.walls, hoppers);
                }
            }
        }
        for (kind, index, from) in &tables.programs {
            let program = &rules.movements[kind.index()].programs[*index];
            for origin in (position.of_kind(*kind) & present & from[royal.index()]).squares() {
                let reads = Reads::new(origin);
                self.unsettled_check |=
                    offers::captures_on(rules, position, *kind, program, origin, royal, sight, Some(&reads));
                self.unsettled |= reads.squares.get();
                self.state_matters |= reads.enemy_state.get();
            }
        }
        for (kind, index, from) in &tables.asked {
            let candidates = position.of_kind(*kind) & present & from[royal.index()];
            if candidates.is_empty() {
                continue;
            }
            let alternative = rules.movements[kind.index()].alternative(*index);
            let is_leap = matches!(alternative.shape, Shape::Leap(_)) && alternative.gate.is_per_piece();
            if !is_settled(alternative) || !is_leap {
                self.all_in_doubt = true;
                continue;
            }
            for origin in candidates.squares() {
                if reach::captures_on(rules, position, *kind, *index, origin, royal, sight) {
                    self.answer(B::of(origin));
                }
            }
        }
    }

    /// Whether pieces of the other side attack under conditions that speak of more than squares.
    #[inline(never)]
    fn look_at_conditions(&mut self, rules: &RulesFor<B>, position: &Position<B>, opponent: Player) {
        let asked = &rules.attacks[opponent.index()].asked;
        self.royals_in_doubt = asked.iter().any(|(kind, index, _)| {
            position.of_kind(*kind).any() && !is_settled(rules.movements[kind.index()].alternative(*index))
        });
        for (kind, index, _) in &rules.attacks[opponent.index()].programs {
            let gate = &rules.movements[kind.index()].programs[*index].gate;
            let asks = !gate.piece.is_empty()
                || gate.in_check.is_some()
                || gate.path != PathNeed::Any
                || !gate.target.is_empty();
            if position.of_kind(*kind).any() {
                // What castles is more than one piece, and programs can ask for names.
                self.castling_in_doubt = true;
                self.royals_in_doubt |= asks;
                self.all_in_doubt |= asks;
            }
        }
    }

    /// An attack that ends when a piece goes to one of these squares.
    #[inline(always)]
    fn answer(&mut self, squares: B) {
        self.answers &= squares;
    }

    #[inline(always)]
    fn pin(&mut self, square: Square, line: B) {
        self.pinned.insert(square);
        if self.pin_count == MOST_PINS {
            self.all_in_doubt = true;
            return;
        }
        self.pins[self.pin_count] = (square, line);
        self.pin_count += 1;
    }

    /// One move can take away one stop of a line and add one. So the first three stops decide whether a
    /// hopper could come to attack, and the squares up to the third are suspect.
    fn look_along_hop(&mut self, ray: &Ray<B>, royal: Square, stop: B, walls: B, hoppers: B) {
        let line = ray.line(royal);
        if !line.meets(hoppers) {
            return;
        }
        let mut rest = line & stop;
        let mut nearest = B::EMPTY;
        for _ in 0..3 {
            if let Some(next) = ray.nearest(rest) {
                rest.remove(next);
                nearest.insert(next);
            }
        }
        if nearest.meets(hoppers) {
            let beyond = ray.nearest(rest);
            let far = beyond.map_or(B::EMPTY, |beyond| ray.line(beyond) | B::of(beyond));
            self.suspects |= line.without(far);
            self.hop_check |= attack::hopper(ray, royal, stop, walls, hoppers);
        }
    }
}

/// Whether no move of the other side, captures of the piece apart, changes what an alternative is open to,
/// the squares on its way apart.
fn is_settled<B: Bitboard>(alternative: &Alternative<B>) -> bool {
    let gate = &alternative.gate;
    let shape_asks = matches!(&alternative.shape, Shape::Walk(walk) if walk.asks());
    gate.piece.is_empty() && gate.in_check.is_none() && gate.target.is_empty() && !shape_asks
}
