//! What a chain can do from a square, whatever stands on the board: all ways it can run, found by running
//! it with every answer to every question.
//!
//! The answers make a tree. [`Explored::ways`] is the tree read the other way round: for each square that is
//! activated the squares that must be empty or occupied for it. Where that says it all, the chain needs no
//! machine in play. Chains that nothing but blocks divides are [split](super::split) first, because what
//! happens in one block multiplies the ways of the next.

use std::cell::RefCell;
use std::collections::BTreeMap;

use nightrider_model::program::{KeyId, Movement, NameId, Op};
use nightrider_model::{Board, PieceId, Player, Square};

use super::{ActivationKind, Code, Machine, Occupant, ProgramBoard, ThreatWords};
use crate::bitboard::Bitboard;

/// What a chain can do from a square.
#[derive(Clone, Debug)]
pub(crate) struct Explored<B> {
    /// All that it offers, or why that cannot be said with ways.
    pub ways: Result<Vec<Way<B>>, Unexpressed>,
    /// All that `ways` say sets the player's state as well.
    pub sets_state: bool,
    /// It may offer moves that are no more than from one square to another, state apart.
    pub plain: bool,
    /// The squares on which it might capture.
    pub captures: B,
}

impl<B: Bitboard> Explored<B> {
    /// A chain that offers nothing.
    pub const NOTHING: Explored<B> =
        Explored { ways: Ok(Vec::new()), sets_state: false, plain: false, captures: B::EMPTY };

    /// A chain of which no more is known than where it may capture.
    pub fn unknown(why: Unexpressed, captures: B) -> Explored<B> {
        Explored { ways: Err(why), sets_state: false, plain: true, captures }
    }

    /// Whether there are ways, and they set the player's state.
    pub fn carries(&self) -> bool {
        self.sets_state && self.ways.as_ref().is_ok_and(|ways| !ways.is_empty())
    }

    /// Whether both have a way to make the same move.
    pub fn clashes_with(&self, other: &Explored<B>, runner: &Runner<'_>) -> bool {
        let (Ok(ways), Ok(others)) = (&self.ways, &other.ways) else { return false };
        ways.iter().any(|way| others.iter().any(|other| way.landing.may_be(other.landing, runner)))
    }
}

/// An activated square and what must hold for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Way<B> {
    pub landing: Landing,
    /// All of these must be empty.
    pub clear: B,
    /// This square must be occupied.
    pub hurdle: Option<Square>,
}

/// What is done where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Landing {
    pub deed: Deed,
    pub target: Square,
    pub becomes: Option<PieceId>,
}

impl Landing {
    /// Whether both may be one and the same move. What a piece becomes that promotes where it lands is chosen by
    /// the player, and may be what the other landing says.
    fn may_be(self, other: Landing, runner: &Runner<'_>) -> bool {
        let chosen = runner.promotes && (self.becomes.is_none() || other.becomes.is_none());
        self.deed == other.deed && self.target == other.target && (self.becomes == other.becomes || chosen)
    }
}

/// What a piece does on a target; what must stand there follows from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Deed {
    /// Goes to the empty square.
    Quiet,
    /// Takes the enemy there.
    Take,
    /// Changes places with the friend there.
    SwapFriend,
    /// Changes places with the enemy there.
    SwapEnemy,
}

/// Why a chain must be run in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Unexpressed {
    /// It sets the player's state, and other moves of the piece do not, or differently.
    SetsState,
    /// Its moves have several parts.
    Parts,
    /// It takes without moving.
    Catches,
    /// It takes one square and lands on another.
    JumpsOver,
    /// It asks what piece stands somewhere.
    AsksNames,
    /// It asks the players' state.
    AsksState,
    /// It asks what is attacked.
    AsksThreats,
    /// What it asks of the squares is more than that some are empty and one is occupied.
    Entangled,
    /// It has more ways than are worth telling apart.
    TooManyWays,
}

/// More ways than this of one chain from one square are too many.
const MOST_WAYS: usize = 400;

/// More steps than this are not spent on one chain from one square.
const MOST_STEPS: u64 = 40_000;

/// Who runs a program, and where.
#[derive(Clone, Copy)]
pub(crate) struct Runner<'a> {
    pub board: &'a Board,
    /// The owner and the type of the piece.
    pub owner: Player,
    pub piece: PieceId,
    /// What the names of the program mean.
    pub names: &'a [Option<PieceId>],
    /// Whether effects can close squares, which then are walls.
    pub walls: bool,
    /// Whether the piece promotes by the rules of the game.
    pub promotes: bool,
}

/// The steps that exploring took.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Steps {
    /// On the longest way.
    pub longest: u64,
    /// On all ways together.
    pub all: u64,
}

/// Explores one chain from one square. `code` must hold nothing else.
pub(crate) fn explore<B: Bitboard>(
    runner: &Runner<'_>,
    code: &Code,
    from: Square,
    machine: &mut Machine,
) -> (Explored<B>, Steps) {
    let given_up = |why, steps| {
        let capturable: B = capturable(runner.board, code.chains().flatten());
        (Explored::unknown(why, capturable.without(B::of(from))), steps)
    };
    let imagined = Imagined { runner, from, code, path: RefCell::default() };
    let mut leaves: Vec<Leaf> = Vec::new();
    let mut captures = B::EMPTY;
    let mut refused = None;
    let (mut bare, mut carrying) = (false, false);
    let mut steps = Steps::default();
    loop {
        imagined.path.borrow_mut().next = 0;
        let outcome = machine.run(code, &imagined, from, ThreatWords::Answered);
        steps.all += outcome.steps;
        steps.longest = steps.longest.max(outcome.steps);
        if leaves.len() == MOST_WAYS || steps.all > MOST_STEPS || outcome.cut_off {
            return given_up(Unexpressed::TooManyWays, steps);
        }
        let mut path = imagined.path.borrow_mut();
        let mut landings = Vec::new();
        for activation in machine.activations().iter() {
            let all = std::iter::once(activation.main).chain(activation.parts());
            captures |= B::from_squares(all.filter_map(|part| part.captures));
            match landing(runner, &path, &activation) {
                Ok(landing) => {
                    let state = activation.main.state;
                    (bare, carrying) = (bare || state.is_empty(), carrying || !state.is_empty());
                    landings.push((landing, state.to_vec()));
                }
                Err(why) => refused = refused.max(Some(why)),
            }
        }
        landings.sort_unstable();
        landings.dedup();
        let mut landings: Vec<Landing> = landings.into_iter().map(|(landing, _)| landing).collect();
        let twice = |(index, landing): (usize, &Landing)| {
            landings[..index].iter().any(|other| landing.may_be(*other, runner))
        };
        if carrying && landings.iter().enumerate().any(twice) {
            // The same move with this state or that.
            refused = refused.max(Some(Unexpressed::SetsState));
        }
        landings.dedup();
        leaves.push(Leaf { answers: path.asked.clone(), landings });
        if !path.turn() {
            break;
        }
    }
    if bare && carrying {
        refused = refused.max(Some(Unexpressed::SetsState));
    }
    let ways = match refused {
        Some(why) => Err(why),
        None => ways(&leaves, 0).map(|conditions| flatten(&conditions)),
    };
    (Explored { ways, sets_state: carrying, plain: bare || carrying, captures }, steps)
}

/// The squares on which some expressions might capture, if nothing else is known about them.
pub(crate) fn capturable<'c, B: Bitboard>(board: &Board, ops: impl IntoIterator<Item = &'c Op>) -> B {
    let captures = |op: &Op| matches!(op, Op::Go(Movement::Take | Movement::TakeMove | Movement::Catch, _));
    let captures = ops.into_iter().any(captures);
    B::from_squares(board.squares().filter(|&square| captures && !board.is_hole(square)))
}

/// What an activation is as a landing.
fn landing(
    runner: &Runner<'_>,
    path: &Path,
    activation: &super::Activation<'_>,
) -> Result<Landing, Unexpressed> {
    let main = activation.main;
    if activation.parts().next().is_some() {
        return Err(Unexpressed::Parts);
    }
    let deed = match (main.kind, main.captures) {
        (ActivationKind::Catch, _) => return Err(Unexpressed::Catches),
        (ActivationKind::TakeJump, _) => return Err(Unexpressed::JumpsOver),
        (ActivationKind::Shift, _) => match path.answer(Question::Square(main.to)) {
            Some(ALLY) => Deed::SwapFriend,
            Some(ENEMY) => Deed::SwapEnemy,
            _ => Deed::Quiet,
        },
        (_, Some(_)) => Deed::Take,
        (_, None) => Deed::Quiet,
    };
    let becomes = main.transition.and_then(|name| runner.names[usize::from(name.0)]);
    Ok(Landing { deed, target: main.to, becomes })
}

/// A way to the end of the chain.
struct Leaf {
    answers: Vec<Answer>,
    landings: Vec<Landing>,
}

/// Something a run asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    /// What stands on the square.
    Square(Square),
    /// Whether a piece of this type stands there.
    Named(Square, PieceId),
    /// Whether the square is attacked.
    Attacked(Square),
    /// Whether the mover is in check.
    Check,
    /// What a player's state is: one of the numbers the chain compares it with, or something else.
    State(Player, KeyId),
}

/// A question with the answer of this run: a number below `answers`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Answer {
    question: Question,
    answer: u8,
    answers: u8,
}

const EMPTY: u8 = 0;
const ALLY: u8 = 1;
const ENEMY: u8 = 2;
const WALL: u8 = 3;

/// The answers of the present run. They are those of the run before up to the last that had another answer
/// left.
#[derive(Default)]
struct Path {
    asked: Vec<Answer>,
    /// How many of them the present run has come to.
    next: usize,
}

impl Path {
    /// What this run was answered, if it has asked.
    fn answer(&self, question: Question) -> Option<u8> {
        self.asked[..self.next].iter().find(|asked| asked.question == question).map(|asked| asked.answer)
    }

    /// The answer to a question, the first of them when it is new.
    fn ask(&mut self, question: Question, answers: u8) -> u8 {
        if let Some(answer) = self.answer(question) {
            return answer;
        }
        if self.next == self.asked.len() {
            self.asked.push(Answer { question, answer: 0, answers });
        }
        self.next += 1;
        self.asked[self.next - 1].answer
    }

    /// Turns to the next way; false if there is none.
    fn turn(&mut self) -> bool {
        while let Some(last) = self.asked.last_mut() {
            last.answer += 1;
            if last.answer < last.answers {
                return true;
            }
            self.asked.pop();
        }
        false
    }
}

/// A board that is whatever the path says.
struct Imagined<'a> {
    runner: &'a Runner<'a>,
    from: Square,
    code: &'a Code,
    path: RefCell<Path>,
}

impl Imagined<'_> {
    fn ask(&self, question: Question, answers: u8) -> u8 {
        self.path.borrow_mut().ask(question, answers)
    }

    /// The numbers that the chain compares a player's state with.
    fn compared(&self, player: Player, key: KeyId) -> Vec<i32> {
        let mut numbers: Vec<i32> = Vec::new();
        for op in self.code.chains().flatten() {
            let (asked, number) = match *op {
                Op::IfState(asked, number) if player == self.runner.owner => (asked, number),
                Op::EnemyState(asked, number) if player != self.runner.owner => (asked, number),
                _ => continue,
            };
            if asked == key && !numbers.contains(&number) && numbers.len() < 200 {
                numbers.push(number);
            }
        }
        numbers
    }
}

impl ProgramBoard for Imagined<'_> {
    fn width(&self) -> u8 {
        self.runner.board.width
    }

    fn height(&self) -> u8 {
        self.runner.board.height
    }

    fn mover(&self) -> Player {
        self.runner.owner
    }

    fn occupant(&self, square: Square) -> Occupant {
        if self.runner.board.is_hole(square) {
            return Occupant::Wall;
        }
        if square == self.from {
            return Occupant::Ally;
        }
        match self.ask(Question::Square(square), if self.runner.walls { 4 } else { 3 }) {
            EMPTY => Occupant::Empty,
            ALLY => Occupant::Ally,
            ENEMY => Occupant::Enemy,
            _ => Occupant::Wall,
        }
    }

    fn is_named(&self, square: Square, name: NameId) -> bool {
        let Some(piece) = self.runner.names[usize::from(name.0)] else { return false };
        if square == self.from {
            return piece == self.runner.piece;
        }
        if !matches!(self.occupant(square), Occupant::Ally | Occupant::Enemy) {
            return false;
        }
        // A piece is of one type only.
        let other = |asked: &Answer| {
            matches!(asked.question, Question::Named(at, other) if at == square && other != piece)
                && asked.answer == 1
        };
        let known = {
            let path = self.path.borrow();
            path.asked[..path.next].iter().any(other)
        };
        !known && self.ask(Question::Named(square, piece), 2) == 1
    }

    fn is_attacked(&self, square: Square) -> bool {
        self.ask(Question::Attacked(square), 2) == 1
    }

    fn in_check(&self) -> bool {
        self.ask(Question::Check, 2) == 1
    }

    fn state(&self, player: Player, key: KeyId) -> i32 {
        let numbers = self.compared(player, key);
        let answer = self.ask(Question::State(player, key), numbers.len() as u8 + 1);
        let other = (0..=i32::MAX).find(|n| !numbers.contains(n)).unwrap_or(i32::MIN);
        numbers.get(usize::from(answer)).copied().unwrap_or(other)
    }
}

/// Empty squares and a hurdle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Condition<B> {
    clear: B,
    hurdle: Option<Square>,
}

/// By landing: the conditions, any of which will do.
type Conditions<B> = BTreeMap<Landing, Vec<Condition<B>>>;

/// Reads the part of the tree of answers that these leaves are, from the given depth on.
fn ways<B: Bitboard>(leaves: &[Leaf], depth: usize) -> Result<Conditions<B>, Unexpressed> {
    let Some(node) = leaves.first().and_then(|leaf| leaf.answers.get(depth)) else {
        let landings = leaves.iter().flat_map(|leaf| &leaf.landings);
        let free = || vec![Condition { clear: B::EMPTY, hurdle: None }];
        return Ok(landings.map(|&landing| (landing, free())).collect());
    };
    let mut branches: Vec<Conditions<B>> = Vec::new();
    let mut rest = leaves;
    for answer in 0..node.answers {
        let count = rest.iter().take_while(|leaf| leaf.answers[depth].answer == answer).count();
        branches.push(ways(&rest[..count], depth + 1)?);
        rest = &rest[count..];
    }
    join(node.question, &branches)
}

/// Puts the branches of one question together.
fn join<B: Bitboard>(question: Question, branches: &[Conditions<B>]) -> Result<Conditions<B>, Unexpressed> {
    let mut landings: Vec<Landing> = branches.iter().flat_map(|branch| branch.keys().copied()).collect();
    landings.sort_unstable();
    landings.dedup();
    let mut joined = Conditions::new();
    for landing in landings {
        let of = |answer: usize| branches[answer].get(&landing).map_or(&[][..], Vec::as_slice);
        let same = (1..branches.len()).all(|answer| of(answer) == of(0));
        let conditions = match question {
            Question::Square(square) if square == landing.target => {
                // What must stand on the target goes without saying.
                let wanted = usize::from(match landing.deed {
                    Deed::Quiet => EMPTY,
                    Deed::SwapFriend => ALLY,
                    Deed::Take | Deed::SwapEnemy => ENEMY,
                });
                if (0..branches.len()).any(|answer| answer != wanted && !of(answer).is_empty()) {
                    return Err(Unexpressed::Entangled);
                }
                of(wanted).to_vec()
            }
            _ if same => of(0).to_vec(),
            Question::Square(square) => occupancy(square, branches.len(), of)?,
            Question::Named(..) => return Err(Unexpressed::AsksNames),
            Question::Attacked(_) | Question::Check => return Err(Unexpressed::AsksThreats),
            Question::State(..) => return Err(Unexpressed::AsksState),
        };
        if conditions.len() > MOST_WAYS {
            return Err(Unexpressed::TooManyWays);
        }
        joined.insert(landing, conditions);
    }
    Ok(joined)
}

/// The conditions of a landing that depends on a square being empty or not.
fn occupancy<'c, B: Bitboard>(
    square: Square,
    answers: usize,
    of: impl Fn(usize) -> &'c [Condition<B>],
) -> Result<Vec<Condition<B>>, Unexpressed> {
    let stopped = of(usize::from(ALLY));
    let walls_alike = answers <= usize::from(WALL) || of(usize::from(WALL)) == stopped;
    if of(usize::from(ENEMY)) != stopped || !walls_alike {
        return Err(Unexpressed::Entangled);
    }
    let mut conditions = Vec::new();
    for condition in of(usize::from(EMPTY)) {
        let mut clear = condition.clear;
        clear.insert(square);
        conditions.push(Condition { clear, ..*condition });
    }
    for condition in stopped {
        if condition.hurdle.is_some() {
            return Err(Unexpressed::Entangled);
        }
        conditions.push(Condition { hurdle: Some(square), ..*condition });
    }
    Ok(conditions)
}

fn flatten<B: Bitboard>(conditions: &Conditions<B>) -> Vec<Way<B>> {
    let mut ways = Vec::new();
    for (&landing, conditions) in conditions {
        for &Condition { clear, hurdle } in conditions {
            ways.push(Way { landing, clear, hurdle });
        }
    }
    ways
}
