//! What keeps a player's royals safe: which moves are certainly legal, certainly not, or in doubt.
//!
//! Attacks by leaps, rides, hops and lame pieces become masks: where a move must end to answer a check, and where
//! a piece must stay whose leaving would open an attack. Programs are different, and paths with a hurdle: the
//! squares that they ask about are *unsettled*, and moves that touch one are tried singly. What attacks through
//! conditions or conditions on the way leaves every move in doubt.

use nightrider_model::{Player, Square};

use crate::attack::{AttackTables, Sight};
use crate::bitboard::Bitboard;
use crate::expr::{Code, PathNeed};
use crate::movement::{Alternative, Shape};
use crate::offers::{self, Reads};
use crate::position::Position;
use crate::rays::Ray;
use crate::reach;
use crate::rules::RulesFor;

/// The most bound pieces kept apart, and the most lines of hoppers. Positions with more leave every move in doubt.
const MOST_HOLDS: usize = 12;

/// Pieces whose leaving changes a line to a royal. All zeros at first, which costs next to nothing to make.
struct Holds<B> {
    count: usize,
    squares: [Square; MOST_HOLDS],
    /// Where each may go.
    allowed: [B; MOST_HOLDS],
    /// One more than the number of the hopper's line on which this stands in for what holds for other pieces.
    hops: [u8; MOST_HOLDS],
}

/// What keeps a player's royals safe.
pub(crate) struct Safety<B> {
    /// The royals that must not be left attacked.
    pub royals: B,
    /// Where a piece that is neither royal nor bound must go: anywhere if nothing attacks.
    pub answers: B,
    /// Pieces that are bound otherwise than the rest.
    pub bound: B,
    holds: Holds<B>,
    /// Of `answers`, what is due to leaps, rides and lame pieces. It holds for bound pieces too.
    plain_answers: B,
    /// Of `answers`, what is due to each line of a hopper.
    hop_answers: [B; MOST_HOLDS],
    hop_count: usize,
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
            answers: !B::EMPTY,
            bound: B::EMPTY,
            holds: Holds {
                count: 0,
                squares: [Square(0); MOST_HOLDS],
                allowed: [B::EMPTY; MOST_HOLDS],
                hops: [0; MOST_HOLDS],
            },
            plain_answers: !B::EMPTY,
            hop_answers: [B::EMPTY; MOST_HOLDS],
            hop_count: 0,
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

    /// How the royals of a player are exposed to the opponent, whose own pieces are those that are bound.
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
            if !shielded && !sight.walls.contains(royal) {
                // A piece on a closed square may go: the square stays closed behind it.
                let screens = position.owned(screens).without(sight.walls);
                safety.look_along_lines(tables, position, screens, royal, &sight);
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
        self.unsettled.any() || self.unsettled_check
    }

    /// Where a bound piece may go.
    #[inline(always)]
    pub(crate) fn allowed_for(&self, square: Square) -> B {
        let mut allowed = self.plain_answers;
        let holds = || (0..self.holds.count).filter(|&hold| self.holds.squares[hold] == square);
        for (hop, answers) in self.hop_answers[..self.hop_count].iter().enumerate() {
            if !holds().any(|hold| usize::from(self.holds.hops[hold]) == hop + 1) {
                allowed &= *answers;
            }
        }
        holds().fold(allowed, |all, hold| all & self.holds.allowed[hold])
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
        for leap in &tables.leaps {
            let checkers = leap.from[royal.index()] & position.of_kind(leap.kind) & present;
            if checkers.any() {
                self.answer(checkers);
                if checkers.many() {
                    self.answer(B::EMPTY);
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
                    self.hold(stop, way | B::of(rider), None);
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
        let own = position.owned(player).without(sight.walls);
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
                    self.hold(blocker, line, None);
                }
            }
        }
        for attack in &tables.hops {
            let hoppers = attack.riders(position) & present & attack.lines[royal.index()];
            if hoppers.any() {
                for ray in &attack.rays {
                    self.look_along_hop(ray, royal, own, stop, sight.walls, hoppers);
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
            if !is_settled_leap(rules.movements[kind.index()].alternative(*index)) {
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
        self.plain_answers &= squares;
    }

    #[inline(always)]
    fn hold(&mut self, square: Square, allowed: B, hop: Option<u8>) {
        self.bound.insert(square);
        let holds = &mut self.holds;
        if holds.count == MOST_HOLDS {
            self.all_in_doubt = true;
            return;
        }
        holds.squares[holds.count] = square;
        holds.allowed[holds.count] = allowed;
        holds.hops[holds.count] = hop.map_or(0, |hop| hop + 1);
        holds.count += 1;
    }

    /// A hopper attacks over the first of the pieces on its line if it is the second of them. One move takes away
    /// one piece and adds one, so the first three decide, and of these which ones leave.
    fn look_along_hop(&mut self, ray: &Ray<B>, royal: Square, own: B, stop: B, walls: B, hoppers: B) {
        let mut line = ray.line(royal);
        if let Some(wall) = ray.nearest(line & walls) {
            line = ray.between(royal, wall);
        }
        if !line.meets(hoppers) {
            return;
        }
        let near = ray.unblocked(royal);
        let mut rest = line & stop;
        let mut next = || {
            let next = ray.nearest(rest)?;
            rest.remove(next);
            Some(next)
        };
        let (first, second, third) = (next(), next(), next());
        let Some(first) = first else { return };
        let is_hopper = |square: Option<Square>| square.is_some_and(|square| hoppers.contains(square));
        let (one, two, three) = (hoppers.contains(first), is_hopper(second), is_hopper(third));
        if !(one || two || three) {
            return;
        }
        let before = |square: Option<Square>| square.map_or(line, |square| ray.between(royal, square));
        let is_hurdle = |square: Option<Square>| square.is_some_and(|square| near.contains(square));
        let (before_first, before_second, before_third) =
            (before(Some(first)), before(second), before(third));
        let third_too = third.map_or(B::EMPTY, B::of);
        // A piece that comes before the first becomes the hurdle, with the first behind it.
        let gap = before_first.without(near.when(one));
        let attacked = near.contains(first) && two;
        let others = if attacked {
            let behind = before_second.without(before_first | B::of(first));
            gap | behind | second.map_or(B::EMPTY, B::of)
        } else {
            !(before_first & near.when(one))
        };
        let hop = self.hop_count;
        if hop == MOST_HOLDS {
            self.all_in_doubt = true;
            return;
        }
        self.hop_answers[hop] = others;
        self.hop_count += 1;
        self.answers &= others;
        if own.contains(first) {
            // The second becomes the hurdle, unless the first stays before it.
            let stays = before_second.without(near.when(two));
            let allowed = if is_hurdle(second) && three {
                stays | before_third.without(before_second | second.map_or(B::EMPTY, B::of)) | third_too
            } else {
                !(before_second & near.when(two))
            };
            self.hold(first, allowed, Some(hop as u8));
        }
        if let Some(second) = second.filter(|&second| own.contains(second)) {
            // The third comes next after the first, unless something stays between them.
            let allowed = if near.contains(first) && three {
                gap | before_third.without(before_first | B::of(first)) | third_too
            } else {
                !(before_first & near.when(one))
            };
            self.hold(second, allowed, Some(hop as u8));
        }
    }
}

/// Whether no move of the other side, captures of the piece apart, changes what an alternative is open to,
/// the squares on its way apart. Moves whose triggers may change the state of others are tried anyway.
fn is_settled<B: Bitboard>(alternative: &Alternative<B>) -> bool {
    let gate = &alternative.gate;
    let shape_asks = matches!(&alternative.shape, Shape::Walk(walk) if walk.asks());
    let of_piece_alone = gate.piece.iter().all(Code::asks_piece_alone);
    of_piece_alone && gate.in_check.is_none() && gate.target.is_empty() && !shape_asks
}

/// Whether the captures of an asked alternative are leaps that stay open or closed whatever the other side moves.
pub(crate) fn is_settled_leap<B: Bitboard>(alternative: &Alternative<B>) -> bool {
    matches!(alternative.shape, Shape::Leap(_)) && alternative.gate.is_per_piece() && is_settled(alternative)
}
