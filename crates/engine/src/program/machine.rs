//! The machine that runs programs.

use nightrider_model::program::{
    BitOp, KeyId, Look, Movement, NameId, Offset, Op, OpIndex, PartStart, REGISTERS,
};
use nightrider_model::{Player, Square};

use super::activation::{Entry, Landing};
use super::geometry::{Geometry, Side, Spot};
use super::{
    ActivationKind, Activations, Code, Ending, Made, Observer, Occupant, ProgramBoard, Step, ThreatWords,
    Value,
};

/// How many expressions a chain may run.
pub const STEP_BUDGET: u32 = 10_000;
/// How many `set-state` tags a chain may have in force; one more cuts it off.
pub const TAG_LIMIT: usize = 64;
/// How many further parts a move may have; one more cuts its chain off.
pub const PART_LIMIT: usize = 64;
/// How many distinct activations a program may offer; with more the run is cut off after the chain.
pub const ACTIVATION_LIMIT: usize = 65_536;

/// Runs programs. It keeps its buffers, so that a run allocates nothing once they have grown.
#[derive(Clone, Debug, Default)]
pub struct Machine {
    offers: Activations,
    frames: Vec<Frame>,
    /// The `set-state` tags in force, oldest first.
    tags: Vec<(KeyId, i32)>,
    /// What the tags come to: ordered by key, the latest tag of each key. Made when it is needed.
    state: Vec<(KeyId, i32)>,
    state_is_stale: bool,
    /// The stored anchors; what a chain has not stored itself means nothing.
    stores: [Spot; REGISTERS as usize],
}

/// How a run went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Expressions run, over all chains.
    pub steps: u64,
    /// Whether a chain was cut off by a limit. What it had activated counts.
    pub cut_off: bool,
}

/// An open block.
#[derive(Clone, Copy, Debug)]
struct Frame {
    open: u32,
    close: u32,
    anchor: Spot,
    victim: Option<Victim>,
    target: Target,
}

/// A pending take.
#[derive(Clone, Copy, Debug)]
struct Victim {
    square: Square,
    entry: Entry,
}

/// What activations become.
#[derive(Clone, Copy, Debug)]
enum Target {
    /// Moves of the piece.
    Moves,
    /// Further parts of a move (`None`: of a move that was not activated), made by the piece on `start`.
    Parts { of: Option<u32>, start: Square },
}

impl Machine {
    /// A machine with empty buffers.
    pub fn new() -> Machine {
        Machine::default()
    }

    /// What the last run offered.
    pub const fn activations(&self) -> &Activations {
        &self.offers
    }

    /// Runs a program for the piece on `from`, which must lie on the board.
    pub fn run<B: ProgramBoard>(
        &mut self,
        code: &Code,
        board: &B,
        from: Square,
        threats: ThreatWords,
    ) -> Outcome {
        self.run_observed(code, board, from, threats, &mut ())
    }

    /// [`Machine::run`] with an observer.
    pub fn run_observed<B: ProgramBoard, O: Observer>(
        &mut self,
        code: &Code,
        board: &B,
        from: Square,
        threats: ThreatWords,
        observer: &mut O,
    ) -> Outcome {
        self.run_numbered(code.chains().zip(0..), board, from, threats, observer)
    }

    /// Runs some chains of a program, given by their numbers, in that order.
    pub(crate) fn run_chains<B: ProgramBoard>(
        &mut self,
        code: &Code,
        chains: &[u32],
        board: &B,
        from: Square,
        threats: ThreatWords,
    ) -> Outcome {
        let chains = chains.iter().map(|&number| (code.chain(number), number));
        self.run_numbered(chains, board, from, threats, &mut ())
    }

    fn run_numbered<'c, B: ProgramBoard, O: Observer>(
        &mut self,
        chains: impl Iterator<Item = (&'c [Op], u32)>,
        board: &B,
        from: Square,
        threats: ThreatWords,
        observer: &mut O,
    ) -> Outcome {
        self.offers.clear();
        let geometry = Geometry::new(board.width(), board.height(), board.mover());
        let mut outcome = Outcome::default();
        for (ops, number) in chains {
            let (steps, ending) =
                ChainRun::new(self, board, geometry, from, threats).run(ops, number, observer);
            outcome.steps += u64::from(steps);
            outcome.cut_off |= ending == Ending::CutOff;
            self.offers.settle_if_grown();
            if self.offers.settled() > ACTIVATION_LIMIT {
                outcome.cut_off = true;
                break;
            }
        }
        self.offers.settle();
        outcome
    }

    fn state(&mut self) -> &[(KeyId, i32)] {
        if std::mem::take(&mut self.state_is_stale) {
            self.state.clear();
            for &(key, value) in &self.tags {
                match self.state.binary_search_by_key(&key, |&(key, _)| key) {
                    Ok(at) => self.state[at].1 = value,
                    Err(at) => self.state.insert(at, (key, value)),
                }
            }
        }
        &self.state
    }
}

/// One chain on its way.
struct ChainRun<'a, B> {
    machine: &'a mut Machine,
    board: &'a B,
    geometry: Geometry,
    threats: ThreatWords,
    /// The square of the piece.
    from: Square,
    home: Spot,
    value: Value,
    anchor: Spot,
    /// Bit n: whether anchor n was stored; before that it is the home square.
    stored: u16,
    bits: u16,
    victim: Option<Victim>,
    transition: Option<NameId>,
    target: Target,
    /// Set by `+` and `|` for the `{` that follows.
    also: Option<PartStart>,
    /// The move that the last movement word activated, if it did: what `+` and `|` add to.
    last_move: Option<u32>,
    made: Option<Made>,
    withdrew: bool,
}

/// Where a chain goes after an expression.
enum Next {
    Following,
    At(OpIndex),
    Over(Ending),
}

impl<'a, B: ProgramBoard> ChainRun<'a, B> {
    fn new(
        machine: &'a mut Machine,
        board: &'a B,
        geometry: Geometry,
        from: Square,
        threats: ThreatWords,
    ) -> Self {
        machine.frames.clear();
        machine.tags.clear();
        machine.state.clear();
        machine.state_is_stale = false;
        let home = geometry.spot(from);
        ChainRun {
            machine,
            board,
            geometry,
            threats,
            from,
            home,
            value: Value::True,
            anchor: home,
            stored: 0,
            bits: 0,
            victim: None,
            transition: None,
            target: Target::Moves,
            also: None,
            last_move: None,
            made: None,
            withdrew: false,
        }
    }

    fn run<O: Observer>(mut self, ops: &[Op], number: u32, observer: &mut O) -> (u32, Ending) {
        let mut steps = 0;
        let mut at: u32 = 0;
        let ending = loop {
            let Some(&op) = ops.get(at as usize) else { break Ending::Finished };
            if self.value == Value::False && !op.runs_after_false() {
                match self.machine.frames.pop() {
                    Some(frame) => {
                        observer.left(number, at, frame.close);
                        self.leave(frame);
                        at = frame.close + 1;
                        continue;
                    }
                    None => break Ending::False,
                }
            }
            if steps == STEP_BUDGET {
                break Ending::CutOff;
            }
            steps += 1;
            self.made = None;
            self.withdrew = false;
            let next = self.step(op, at);
            if !matches!(next, Next::Over(_)) {
                observer.step(Step {
                    chain: number,
                    op: at,
                    value: self.value,
                    anchor: self.geometry.square_of(self.anchor),
                    bits: self.bits,
                    made: self.made,
                    withdrew: self.withdrew,
                });
            }
            match next {
                Next::Following => at += 1,
                Next::At(target) => at = target.0,
                Next::Over(ending) => break ending,
            }
        };
        observer.ended(number, at, ending);
        (steps, ending)
    }

    fn step(&mut self, op: Op, at: u32) -> Next {
        let value = match op {
            Op::Go(movement, offset) => {
                return self
                    .go(movement, offset)
                    .map_or(Next::Over(Ending::CutOff), |value| self.next(value));
            }
            Op::PlaceMove(name, offset) => {
                let before = self.transition.replace(name);
                let value = self.go(Movement::Move, offset);
                self.transition = before;
                return value.map_or(Next::Over(Ending::CutOff), |value| self.next(value));
            }
            Op::Repeat(target) => {
                return if self.value.is_true() { self.jump(target) } else { Next::Following };
            }
            Op::Open(close) => {
                self.open(at, close.0);
                return Next::Following;
            }
            Op::Close => {
                // Every `}` has its `{` open: programs are verified, and no jump leads into a block.
                if let Some(frame) = self.machine.frames.pop() {
                    self.leave(frame);
                }
                return Next::Following;
            }
            Op::End => return Next::Over(Ending::End),
            Op::Do => true,
            Op::While(target) => {
                if self.value.is_true() {
                    return self.jump(target);
                }
                true
            }
            Op::Label => return Next::Following,
            Op::Jmp(target) | Op::Jne(target) => {
                let jumps = self.value.is_true() == matches!(op, Op::Jmp(_));
                self.value = Value::True;
                return if jumps { self.jump(target) } else { Next::Following };
            }
            Op::Not => !self.value.is_true(),
            Op::True => true,
            Op::False => false,
            Op::Bit(operation, n) => self.bit(operation, n),
            Op::Look(look, offset) => self.look(look, offset),
            Op::PieceOn(name, offset) => self
                .geometry
                .square_at(self.anchor, offset)
                .is_some_and(|square| self.board.is_named(square, name)),
            Op::ColorOn(player, offset) => self.player_at(offset) == Some(player),
            Op::Check => self.threats == ThreatWords::Answered && self.board.in_check(),
            Op::Piece(name) => self.board.is_named(self.from, name),
            Op::Color(player) => self.board.mover() == player,
            Op::IfState(key, value) => self.board.state(self.board.mover(), key) == value,
            Op::EnemyState(key, value) => self.board.state(self.board.mover().opponent(), key) == value,
            Op::Anchor(offset) => self.move_anchor(self.anchor.plus(offset)),
            Op::Absolute(Offset { dx, dy }) => self.move_anchor(Some(Spot { x: dx, y: dy })),
            Op::AbsoluteX(x) => self.move_anchor(Some(Spot { x, y: self.anchor.y })),
            Op::AbsoluteY(y) => self.move_anchor(Some(Spot { x: self.anchor.x, y })),
            Op::WriteAnchor(n) => {
                self.machine.stores[usize::from(n)] = self.anchor;
                self.stored |= 1 << n;
                true
            }
            Op::ReadAnchor(n) => {
                let stored = self.stored & 1 << n != 0;
                self.anchor = if stored { self.machine.stores[usize::from(n)] } else { self.home };
                true
            }
            Op::Transition(name) => {
                self.transition = Some(name);
                true
            }
            Op::NoTransition => {
                self.transition = None;
                true
            }
            Op::SetState(key, value) => {
                if self.machine.tags.len() == TAG_LIMIT {
                    return Next::Over(Ending::CutOff);
                }
                self.machine.tags.push((key, value));
                self.machine.state_is_stale = true;
                true
            }
            Op::DropState => {
                self.machine.tags.pop();
                self.machine.state_is_stale = true;
                true
            }
            Op::Also(start) => {
                self.also = Some(start);
                true
            }
        };
        self.next(value)
    }

    fn next(&mut self, value: bool) -> Next {
        self.value = value.into();
        Next::Following
    }

    // Blocks and jumps.

    fn open(&mut self, open: u32, close: u32) {
        let Self { anchor, victim, target, .. } = *self;
        self.machine.frames.push(Frame { open, close, anchor, victim, target });
        let Some(start) = self.also.take() else { return };
        let of = match target {
            Target::Moves => self.last_move,
            Target::Parts { of, .. } => of,
        };
        if start == PartStart::Home {
            self.anchor = self.home;
        }
        self.target = Target::Parts { of, start: self.geometry.square_of(self.anchor) };
    }

    /// What `}` does. A false that comes out of a block is soft.
    fn leave(&mut self, frame: Frame) {
        Frame { anchor: self.anchor, victim: self.victim, target: self.target, .. } = frame;
        if self.value == Value::False {
            self.value = Value::Soft;
        }
    }

    /// Goes to a target, leaving the blocks that do not enclose it.
    fn jump(&mut self, target: OpIndex) -> Next {
        let value = self.value;
        while let Some(frame) =
            self.machine.frames.pop_if(|frame| target.0 <= frame.open || frame.close < target.0)
        {
            self.leave(frame);
        }
        self.value = value;
        Next::At(target)
    }

    // Words.

    /// Runs a movement word; `None` if a limit is reached.
    fn go(&mut self, movement: Movement, offset: Offset) -> Option<bool> {
        if let Target::Moves = self.target {
            self.last_move = None;
        }
        let victim = if movement == Movement::Jump { self.victim } else { None };
        if let Some(victim) = victim {
            self.withdrew = self.machine.offers.withdraw(victim.entry);
        }
        let Some((spot, to)) = self.place_at(offset) else { return Some(false) };
        let occupant = self.board.occupant(to);
        let (kind, captures) = match (movement, occupant) {
            (_, Occupant::Wall) => return Some(false),
            (Movement::Shift, _) => {
                let start = match self.target {
                    Target::Moves => self.from,
                    Target::Parts { start, .. } => start,
                };
                if to == start {
                    // A piece that changes places with itself does not move.
                    self.anchor = spot;
                    return Some(true);
                }
                (ActivationKind::Shift, None)
            }
            (_, Occupant::Ally) => return Some(false),
            (Movement::Take | Movement::Catch, Occupant::Empty) => {
                self.anchor = spot;
                return Some(true);
            }
            (Movement::Move | Movement::Jump, Occupant::Enemy) => return Some(false),
            (Movement::Move, Occupant::Empty) => (ActivationKind::Move, None),
            (Movement::Jump, Occupant::Empty) => match victim {
                Some(victim) => (ActivationKind::TakeJump, Some(victim.square)),
                None => (ActivationKind::Jump, None),
            },
            (Movement::Take, Occupant::Enemy) => (ActivationKind::Take, Some(to)),
            (Movement::Catch, Occupant::Enemy) => (ActivationKind::Catch, Some(to)),
            (Movement::TakeMove, Occupant::Empty) => (ActivationKind::TakeMove, None),
            (Movement::TakeMove, Occupant::Enemy) => (ActivationKind::TakeMove, Some(to)),
        };
        self.anchor = spot;
        let entry = self.activate(kind, to, captures)?;
        if movement == Movement::Take {
            self.victim = Some(Victim { square: to, entry });
        }
        Some(!(movement == Movement::TakeMove && captures.is_some()))
    }

    fn activate(&mut self, kind: ActivationKind, to: Square, captures: Option<Square>) -> Option<Entry> {
        self.machine.state();
        let Machine { offers, state, .. } = &mut *self.machine;
        let landing = |from| Landing { kind, from, to, captures };
        let entry = match self.target {
            Target::Moves => {
                let place = offers.add(landing(self.from), self.transition, state);
                self.last_move = Some(place);
                Entry::Move(place)
            }
            Target::Parts { of: None, .. } => Entry::Nowhere,
            Target::Parts { of: Some(place), start } => {
                if offers.part_count(place) == PART_LIMIT {
                    return None;
                }
                Entry::Part(offers.add_part(place, landing(start), self.transition, state))
            }
        };
        if entry != Entry::Nowhere {
            self.made = Some(Made { kind, to, captures, part: matches!(entry, Entry::Part(_)) });
        }
        Some(entry)
    }

    fn look(&mut self, look: Look, offset: Offset) -> bool {
        let side = || self.geometry.side(self.anchor, offset);
        let edge = match look {
            Look::Peek => {
                let Some((spot, square)) = self.place_at(offset) else { return false };
                let empty = self.board.occupant(square) == Occupant::Empty;
                if empty {
                    self.anchor = spot;
                }
                return empty;
            }
            Look::Observe => return self.occupant_at(offset) == Occupant::Empty,
            Look::Enemy => return self.occupant_at(offset) == Occupant::Enemy,
            Look::Friendly => return self.occupant_at(offset) == Occupant::Ally,
            Look::Bound => return self.occupant_at(offset) == Occupant::Wall,
            Look::Danger => {
                let square = self.geometry.square_at(self.anchor, offset);
                return self.threats == ThreatWords::Answered
                    && square.is_some_and(|square| {
                        self.board.occupant(square) != Occupant::Wall && self.board.is_attacked(square)
                    });
            }
            Look::Edge => return side().is_edge(),
            Look::Corner => return side().is_corner(),
            Look::EdgeTop => Side { across: 0, along: 1 },
            Look::EdgeBottom => Side { across: 0, along: -1 },
            Look::EdgeLeft => Side { across: -1, along: 0 },
            Look::EdgeRight => Side { across: 1, along: 0 },
            Look::CornerTopLeft => Side { across: -1, along: 1 },
            Look::CornerTopRight => Side { across: 1, along: 1 },
            Look::CornerBottomLeft => Side { across: -1, along: -1 },
            Look::CornerBottomRight => Side { across: 1, along: -1 },
        };
        side() == edge
    }

    fn bit(&mut self, operation: BitOp, n: u8) -> bool {
        let mask = 1 << n;
        let bit = self.bits & mask != 0;
        let last = self.value.is_true();
        match operation {
            BitOp::Read => bit,
            BitOp::ReadAnd => bit && last,
            BitOp::ReadOr => bit || last,
            BitOp::ReadXor => bit != last,
            BitOp::Write => {
                self.bits = if last { self.bits | mask } else { self.bits & !mask };
                true
            }
        }
    }

    // Squares.

    fn place_at(&self, offset: Offset) -> Option<(Spot, Square)> {
        let spot = self.anchor.plus(offset)?;
        Some((spot, self.geometry.square(spot)?))
    }

    fn occupant_at(&self, offset: Offset) -> Occupant {
        self.geometry
            .square_at(self.anchor, offset)
            .map_or(Occupant::Wall, |square| self.board.occupant(square))
    }

    fn player_at(&self, offset: Offset) -> Option<Player> {
        match self.occupant_at(offset) {
            Occupant::Ally => Some(self.board.mover()),
            Occupant::Enemy => Some(self.board.mover().opponent()),
            Occupant::Empty | Occupant::Wall => None,
        }
    }

    fn move_anchor(&mut self, spot: Option<Spot>) -> bool {
        let Some(spot) = spot else { return false };
        let Some(square) = self.geometry.square(spot) else { return false };
        let fits = self.board.occupant(square) != Occupant::Wall;
        if fits {
            self.anchor = spot;
        }
        fits
    }
}
