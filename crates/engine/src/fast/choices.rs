//! Legal moves as sets of targets: enough to know how many there are and to pick one, without listing them.

use nightrider_model::Square;

use super::sink::Sink;
use crate::bitboard::Bitboard;
use crate::drill::Drill;
use crate::kind::Kind;
use crate::movegen;
use crate::moves::{Move, MoveKind};
use crate::position::Position;
use crate::reach::Scene;
use crate::rules::RulesFor;

/// The legal moves of a position, numbered in the order in which they would be listed.
#[derive(Debug)]
pub(crate) struct Choices<B> {
    groups: Vec<Group<B>>,
    len: usize,
    /// How many of them take something.
    takes: usize,
}

/// Some of the moves.
#[derive(Clone, Copy, Debug)]
enum Group<B> {
    Single(Move),
    Alike(Alike<B>),
}

/// Moves to empty squares and captures, by pieces of one kind.
#[derive(Clone, Copy, Debug)]
struct Alike<B> {
    kind: Kind,
    origin: Origin,
    quiet: B,
    takes: B,
    /// How many moves there are to `quiet` and how many to `takes`, promotions and answers counted one by one.
    ways: [u32; 2],
    /// Some arrivals are promotions.
    promotes: bool,
    /// One question is asked about each move.
    asked: bool,
}

/// Where the moves of a group come from.
#[derive(Clone, Copy, Debug)]
enum Origin {
    /// All from one square.
    At(Square),
    /// Each from the square that this step leads from.
    Behind(i32),
}

impl<B: Bitboard> Default for Choices<B> {
    fn default() -> Choices<B> {
        Choices { groups: Vec::new(), len: 0, takes: 0 }
    }
}

impl<B: Bitboard> Choices<B> {
    pub(super) fn clear(&mut self) {
        self.groups.clear();
        (self.len, self.takes) = (0, 0);
    }

    /// Leaves only captures, where there are any and the rules demand it.
    pub(super) fn obey_mandatory_capture(&mut self, rules: &RulesFor<B>) {
        if !rules.variant.rules.capture.mandatory || self.takes == 0 {
            return;
        }
        self.groups.retain_mut(|group| match group {
            Group::Single(m) => m.captured().is_some(),
            Group::Alike(alike) => {
                (alike.quiet, alike.ways[0]) = (B::EMPTY, 0);
                alike.ways[1] > 0
            }
        });
        self.len = self.takes;
    }

    /// How many moves there are.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Whether one of them takes in passing.
    pub(crate) fn take_in_passing(&self) -> bool {
        let in_passing =
            |group: &Group<B>| matches!(group, Group::Single(m) if m.kind() == MoveKind::EnPassant);
        self.groups.iter().any(in_passing)
    }

    /// The move with a number below [`Choices::len`], in the position whose moves they are.
    #[inline(always)]
    pub(crate) fn pick(&self, rules: &RulesFor<B>, position: &Position<B>, number: usize) -> Option<Move> {
        let mut number = number;
        for group in &self.groups {
            let ways = group.ways();
            if number < ways {
                return match group {
                    Group::Single(m) => Some(*m),
                    Group::Alike(alike) => alike.pick(rules, position, number),
                };
            }
            number -= ways;
        }
        None
    }

    #[inline(always)]
    fn push(
        &mut self,
        scene: &Scene<'_, B>,
        kind: Kind,
        origin: Origin,
        (quiet, takes): (B, B),
        asked: bool,
    ) {
        let promotes = movegen::promotes_among(scene, kind, quiet | takes);
        let mut ways = [quiet, takes].map(|squares| squares.count());
        if promotes {
            ways = [quiet, takes].map(|squares| movegen::ways(scene, squares));
        }
        if asked {
            ways = ways.map(|ways| ways * 2);
        }
        self.takes += ways[1] as usize;
        self.len += (ways[0] + ways[1]) as usize;
        self.groups.push(Group::Alike(Alike { kind, origin, quiet, takes, ways, promotes, asked }));
    }
}

impl<B: Bitboard> Sink<B> for Choices<B> {
    #[inline(always)]
    fn dense(&mut self, scene: &Scene<'_, B>, kind: Kind, from: Square, quiet: B, takes: B) {
        self.push(scene, kind, Origin::At(from), (quiet, takes), false);
    }

    #[inline(always)]
    fn sweep(&mut self, scene: &Scene<'_, B>, kind: Kind, from: Square, targets: B) {
        if targets.any() {
            self.dense(scene, kind, from, targets & scene.empty, targets.without(scene.empty));
        }
    }

    fn single(&mut self, m: Move) {
        self.takes += usize::from(m.captured().is_some());
        self.len += 1;
        self.groups.push(Group::Single(m));
    }

    #[inline(always)]
    fn drill(&mut self, scene: &Scene<'_, B>, kind: Kind, drill: &Drill<B>, quiet: B, takes: B) {
        self.push(scene, kind, Origin::Behind(drill.step()), (quiet, takes), false);
    }

    fn asked(&mut self, scene: &Scene<'_, B>, kind: Kind, from: Square, quiet: B, takes: B) {
        self.push(scene, kind, Origin::At(from), (quiet, takes), true);
    }
}

impl<B> Group<B> {
    #[inline(always)]
    fn ways(&self) -> usize {
        match self {
            Group::Single(_) => 1,
            Group::Alike(alike) => (alike.ways[0] + alike.ways[1]) as usize,
        }
    }
}

impl<B: Bitboard> Alike<B> {
    #[inline(always)]
    fn pick(&self, rules: &RulesFor<B>, position: &Position<B>, number: usize) -> Option<Move> {
        if self.asked {
            // First all moves with the answer no.
            let half = ((self.ways[0] + self.ways[1]) / 2) as usize;
            let m = self.unanswered(rules, position, number % half)?;
            return Some(m.answering(1, u8::from(number >= half)));
        }
        self.unanswered(rules, position, number)
    }

    #[inline(always)]
    fn unanswered(&self, rules: &RulesFor<B>, position: &Position<B>, number: usize) -> Option<Move> {
        if self.promotes {
            return self.spelt_out(rules, position).get(number).copied();
        }
        let quiet = self.quiet.count() as usize;
        let (kind, to) = if number < quiet {
            (MoveKind::Quiet, self.quiet.squares().nth(number)?)
        } else {
            (MoveKind::Capture, self.takes.squares().nth(number - quiet)?)
        };
        let movement = &rules.movements[self.kind.index()];
        Some(movement.numbered(Move::new(kind, self.origin.of(to), to)))
    }

    /// All moves of the group, not answered.
    #[cold]
    fn spelt_out(&self, rules: &RulesFor<B>, position: &Position<B>) -> Vec<Move> {
        let scene = Scene::new(rules, position, self.kind.owner());
        let mut found = Vec::new();
        for (kind, arrivals) in [(MoveKind::Quiet, self.quiet), (MoveKind::Capture, self.takes)] {
            for to in arrivals.squares() {
                movegen::push(&scene, self.kind, Move::new(kind, self.origin.of(to), to), &mut found);
            }
        }
        found
    }
}

impl Origin {
    #[inline(always)]
    fn of(self, to: Square) -> Square {
        match self {
            Origin::At(from) => from,
            Origin::Behind(step) => Square((i32::from(to.0) - step) as u8),
        }
    }
}
