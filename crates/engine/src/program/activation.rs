//! What a run of a program offers: activated squares with what comes along.

use std::cmp::Ordering;

use nightrider_model::Square;
use nightrider_model::program::{KeyId, NameId};
use serde::{Deserialize, Serialize};

/// A move that a program offers, as a view into [`Activations`].
#[derive(Clone, Copy, Debug)]
pub struct Activation<'a> {
    /// The main part, which starts on the square of the piece that ran the program.
    pub main: Part<'a>,
    all: &'a Activations,
    parts: Range,
}

/// One part of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part<'a> {
    /// How the square was activated.
    pub kind: ActivationKind,
    /// The square the moving piece stands on.
    pub from: Square,
    /// The activated square.
    pub to: Square,
    /// The enemy that is captured. For a catch and a take-jump the piece does not go to that square.
    pub captures: Option<Square>,
    /// The type the piece turns into.
    pub transition: Option<NameId>,
    /// The keys of the player's state to set, ordered by key, no duplicates.
    pub state: &'a [(KeyId, i32)],
}

/// How a square was activated, and so what happens when the move is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ActivationKind {
    /// The piece goes to the empty square.
    Move,
    /// The piece goes to the enemy's square and captures it.
    Take,
    /// The piece goes to the square and captures what stands there, if anything does.
    TakeMove,
    /// The piece stays and captures the enemy on the square.
    Catch,
    /// The piece goes to the empty square.
    Jump,
    /// The piece goes to the empty square and captures an enemy elsewhere.
    TakeJump,
    /// The piece changes places with whatever stands on the square.
    Shift,
}

impl ActivationKind {
    /// The word of the language, or `take-jump` for a take followed by a jump.
    pub const fn name(self) -> &'static str {
        match self {
            ActivationKind::Move => "move",
            ActivationKind::Take => "take",
            ActivationKind::TakeMove => "take-move",
            ActivationKind::Catch => "catch",
            ActivationKind::Jump => "jump",
            ActivationKind::TakeJump => "take-jump",
            ActivationKind::Shift => "shift",
        }
    }
}

impl<'a> Activation<'a> {
    /// The further parts of the move (`+ { }` and `| { }`), in the order in which they were activated.
    pub fn parts(&self) -> impl Iterator<Item = Part<'a>> + use<'a> {
        let all = self.all;
        all.parts[self.parts.span()].iter().filter(|part| !part.withdrawn).map(|part| all.part(part))
    }

    /// Whether what comes along with the main part is the same as with another one's.
    pub(crate) fn brings_the_same(&self, other: &Activation<'_>) -> bool {
        let how = |part: &Part<'_>| match part.kind {
            ActivationKind::Catch | ActivationKind::Shift => part.kind,
            _ => ActivationKind::Move,
        };
        let same =
            |one: Part<'_>, two: Part<'_>| how(&one) == how(&two) && one == Part { kind: one.kind, ..two };
        let (mut ours, mut theirs) = (self.parts(), other.parts());
        let mut same_parts = || loop {
            match (ours.next(), theirs.next()) {
                (None, None) => return true,
                (Some(one), Some(two)) if same(one, two) => {}
                _ => return false,
            }
        };
        self.main.state == other.main.state && same_parts()
    }
}

/// A part of a pool that belongs to one activation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Range {
    start: u32,
    len: u32,
}

impl Range {
    fn span(self) -> std::ops::Range<usize> {
        self.start as usize..(self.start + self.len) as usize
    }
}

/// Room for new entries before it pays to look for duplicates.
const ROOM: usize = 4096;

#[derive(Clone, Copy, Debug)]
struct RawPart {
    from: Square,
    to: Square,
    captures: Option<Square>,
    kind: ActivationKind,
    withdrawn: bool,
    transition: Option<NameId>,
    state: Range,
}

#[derive(Clone, Copy, Debug)]
struct Raw {
    main: RawPart,
    parts: Range,
}

/// The set of activations of a run: in board order of their squares, then by kind, no duplicates. While
/// a run goes on it is a list of what was activated so far.
#[derive(Clone, Debug, Default)]
pub struct Activations {
    moves: Vec<Raw>,
    parts: Vec<RawPart>,
    states: Vec<(KeyId, i32)>,
    /// How many of `moves` are known to be distinct.
    settled: usize,
    /// Size of `parts` and `states` after the last time they were tidied.
    tidied: usize,
}

/// Where an activation was put, so that it can be withdrawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Entry {
    /// A move of its own.
    Move(u32),
    /// A part of a move.
    Part(u32),
    /// Nowhere: a part of a move that there is not.
    Nowhere,
}

/// What is known of an activation before its tags are added.
#[derive(Clone, Copy, Debug)]
pub(super) struct Landing {
    pub kind: ActivationKind,
    pub from: Square,
    pub to: Square,
    pub captures: Option<Square>,
}

impl Activations {
    /// Number of activations.
    pub const fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether nothing is offered.
    pub const fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The activations in order.
    pub fn iter(&self) -> impl Iterator<Item = Activation<'_>> {
        self.moves.iter().map(|raw| Activation { main: self.part(&raw.main), all: self, parts: raw.parts })
    }

    /// The activations before the one with an index, the last of them first.
    pub(crate) fn before(&self, index: usize) -> impl Iterator<Item = Activation<'_>> {
        let before = self.moves[..index].iter().rev();
        before.map(|raw| Activation { main: self.part(&raw.main), all: self, parts: raw.parts })
    }

    fn part(&self, raw: &RawPart) -> Part<'_> {
        Part {
            kind: raw.kind,
            from: raw.from,
            to: raw.to,
            captures: raw.captures,
            transition: raw.transition,
            state: &self.states[raw.state.span()],
        }
    }

    pub(super) fn clear(&mut self) {
        self.moves.clear();
        self.parts.clear();
        self.states.clear();
        self.settled = 0;
        self.tidied = 0;
    }

    /// How many activations are known to be distinct.
    pub(super) const fn settled(&self) -> usize {
        self.settled
    }

    /// How many parts the move at a place has got so far.
    pub(super) fn part_count(&self, place: u32) -> usize {
        self.moves[place as usize].parts.len as usize
    }

    /// Adds a move and returns its place.
    pub(super) fn add(
        &mut self,
        landing: Landing,
        transition: Option<NameId>,
        state: &[(KeyId, i32)],
    ) -> u32 {
        let main = self.raw_part(landing, transition, state);
        self.moves.push(Raw { main, parts: Range::default() });
        self.moves.len() as u32 - 1
    }

    /// Adds a part to the move at a place and returns the part's own place.
    pub(super) fn add_part(
        &mut self,
        to_move: u32,
        landing: Landing,
        transition: Option<NameId>,
        state: &[(KeyId, i32)],
    ) -> u32 {
        let part = self.raw_part(landing, transition, state);
        let parts = &mut self.moves[to_move as usize].parts;
        if parts.len == 0 {
            parts.start = self.parts.len() as u32;
        } else if parts.span().end != self.parts.len() {
            // Another move has got parts since: this one's go on behind them.
            let span = parts.span();
            parts.start = self.parts.len() as u32;
            self.parts.extend_from_within(span);
        }
        parts.len += 1;
        self.parts.push(part);
        self.parts.len() as u32 - 1
    }

    fn raw_part(&mut self, landing: Landing, transition: Option<NameId>, state: &[(KeyId, i32)]) -> RawPart {
        let Landing { kind, from, to, captures } = landing;
        let start = self.states.len();
        if !state.is_empty() {
            if self.states.ends_with(state) {
                // The tags of the activation before, which is the rule rather than the exception.
                let range = Range { start: (start - state.len()) as u32, len: state.len() as u32 };
                return RawPart { from, to, captures, kind, withdrawn: false, transition, state: range };
            }
            self.states.extend_from_slice(state);
        }
        let range = Range { start: start as u32, len: state.len() as u32 };
        RawPart { from, to, captures, kind, withdrawn: false, transition, state: range }
    }

    /// Takes back what was activated, and says whether that was still to be done.
    pub(super) fn withdraw(&mut self, entry: Entry) -> bool {
        let part = match entry {
            Entry::Move(place) => &mut self.moves[place as usize].main,
            Entry::Part(place) => &mut self.parts[place as usize],
            Entry::Nowhere => return false,
        };
        !std::mem::replace(&mut part.withdrawn, true)
    }

    /// Brings the set into its final form: order, no duplicates, nothing withdrawn.
    pub(super) fn settle(&mut self) {
        if self.settled == self.moves.len() {
            return;
        }
        let Activations { moves, parts, states, .. } = self;
        moves.retain(|raw| !raw.main.withdrawn);
        for raw in moves.iter().filter(|raw| raw.parts.len > 1) {
            withdraw_repeated(&mut parts[raw.parts.span()], states);
        }
        moves.sort_unstable_by(|a, b| compare(a, b, parts, states));
        moves.dedup_by(|a, b| compare(a, b, parts, states) == Ordering::Equal);
        self.settled = self.moves.len();
        self.drop_unused();
    }

    /// Settles if so much was added that duplicates could fill the memory. Places given out before no
    /// longer count afterwards.
    pub(super) fn settle_if_grown(&mut self) {
        let pooled = self.parts.len() + self.states.len();
        if self.moves.len() > 2 * self.settled + ROOM || pooled > 2 * self.tidied + 4 * ROOM {
            self.settle();
        }
    }

    fn drop_unused(&mut self) {
        if self.parts.len() + self.states.len() <= 2 * self.tidied + ROOM {
            return;
        }
        let parts = std::mem::take(&mut self.parts);
        let states = std::mem::take(&mut self.states);
        let keep_state = |range: Range, kept: &mut Vec<(KeyId, i32)>| {
            let state = &states[range.span()];
            if !kept.ends_with(state) {
                kept.extend_from_slice(state);
            }
            Range { start: (kept.len() - state.len()) as u32, len: range.len }
        };
        for raw in &mut self.moves {
            raw.main.state = keep_state(raw.main.state, &mut self.states);
            let start = self.parts.len() as u32;
            for part in parts[raw.parts.span()].iter().filter(|part| !part.withdrawn) {
                let state = keep_state(part.state, &mut self.states);
                self.parts.push(RawPart { state, ..*part });
            }
            raw.parts = Range { start, len: self.parts.len() as u32 - start };
        }
        self.tidied = self.parts.len() + self.states.len();
    }
}

/// Takes back parts that repeat an earlier one.
fn withdraw_repeated(parts: &mut [RawPart], states: &[(KeyId, i32)]) {
    for at in 1..parts.len() {
        let (before, rest) = parts.split_at_mut(at);
        let part = &mut rest[0];
        part.withdrawn |= before
            .iter()
            .any(|earlier| !earlier.withdrawn && compare_parts(earlier, part, states) == Ordering::Equal);
    }
}

fn compare_parts(a: &RawPart, b: &RawPart, states: &[(KeyId, i32)]) -> Ordering {
    let key = |part: &RawPart| (part.to, part.kind, part.captures, part.from, part.transition);
    key(a).cmp(&key(b)).then_with(|| states[a.state.span()].cmp(&states[b.state.span()]))
}

fn compare(a: &Raw, b: &Raw, parts: &[RawPart], states: &[(KeyId, i32)]) -> Ordering {
    compare_parts(&a.main, &b.main, states).then_with(|| {
        let live = |raw: &Raw| parts[raw.parts.span()].iter().filter(|part| !part.withdrawn);
        let (mut left, mut right) = (live(a), live(b));
        loop {
            match (left.next(), right.next()) {
                (Some(a), Some(b)) => match compare_parts(a, b, states) {
                    Ordering::Equal => {}
                    unequal => return unequal,
                },
                (a, b) => return a.is_some().cmp(&b.is_some()),
            }
        }
    })
}
