//! Laws of games whose pieces move by programs thrown together at random: however a chain is compiled, and
//! however legal moves are found, the game is the same.

use nightrider_model::program::{
    BitOp, Chain, KeyId, Look, Movement, NameId, Offset, Op, OpIndex, PartStart, Program,
};
use nightrider_model::*;

use crate::compile_error::CompileError;
use crate::game::Game;
use crate::laws::{Dice, entry, on_any_width, random_variant};
use crate::rules::Rules;

/// Expressions as they are written down.
struct Writer<'d> {
    dice: &'d mut Dice,
    ops: Vec<Op>,
}

impl Writer<'_> {
    fn offset(&mut self) -> Offset {
        let mut number = |far: bool| self.dice.roll(if far { 5 } else { 3 }) as i16 - if far { 2 } else { 1 };
        Offset { dx: number(true), dy: number(false) }
    }

    fn next(&self) -> OpIndex {
        OpIndex(self.ops.len() as u32)
    }

    fn movement(&mut self) -> Op {
        use Movement::{Catch, Jump, Move, Shift, Take, TakeMove};
        let movement =
            self.dice.pick(&[TakeMove, TakeMove, TakeMove, Move, Move, Take, Take, Catch, Jump, Shift]);
        Op::Go(movement, self.offset())
    }

    fn condition(&mut self) -> Op {
        use Look::{Bound, Corner, Danger, Edge, EdgeRight, EdgeTop, Enemy, Friendly, Observe, Peek};
        let looks = [Peek, Observe, Enemy, Friendly, Bound, Edge, EdgeTop, EdgeRight, Corner];
        match self.dice.roll(16) {
            0 => Op::PieceOn(NameId(self.dice.roll(3) as u16), self.offset()),
            1 => Op::IfState(KeyId(0), self.dice.roll(2) as i32),
            2 => Op::EnemyState(KeyId(0), self.dice.roll(2) as i32),
            3 => Op::Piece(NameId(self.dice.roll(3) as u16)),
            4 => Op::ColorOn(Player::White, self.offset()),
            5 if self.dice.once_in(3) => Op::Check,
            6 if self.dice.once_in(3) => Op::Look(Danger, self.offset()),
            _ => Op::Look(self.dice.pick(&looks), self.offset()),
        }
    }

    fn block(&mut self, depth: usize) {
        let open = self.ops.len();
        self.ops.push(Op::Open(OpIndex(0)));
        for _ in 0..=self.dice.roll(2) {
            self.item(depth + 1);
        }
        self.ops[open] = Op::Open(self.next());
        self.ops.push(Op::Close);
    }

    fn item(&mut self, depth: usize) {
        match self.dice.roll(if depth < 2 { 16 } else { 11 }) {
            0..=2 => {
                let (start, op) = (self.next(), self.movement());
                self.ops.extend([op, Op::Repeat(start)]);
            }
            3..=5 => {
                let op = self.movement();
                self.ops.push(op);
            }
            6 => {
                let op = self.condition();
                self.ops.push(op);
                if self.dice.once_in(2) {
                    self.ops.push(Op::Not);
                }
            }
            7 => {
                let start = self.next();
                let op = if self.dice.once_in(2) { self.movement() } else { self.condition() };
                self.ops.extend([Op::Do, op, Op::While(start)]);
            }
            8 => {
                let tag = match self.dice.roll(5) {
                    0 | 1 => Op::Transition(NameId(self.dice.roll(3) as u16)),
                    2 => Op::SetState(KeyId(0), self.dice.roll(3) as i32),
                    3 => Op::NoTransition,
                    _ => Op::DropState,
                };
                self.ops.push(tag);
            }
            9 => {
                let op = match self.dice.roll(6) {
                    0 => Op::Bit(BitOp::Write, 3),
                    1 => Op::Bit(BitOp::ReadXor, 3),
                    2 => Op::WriteAnchor(1),
                    3 => Op::ReadAnchor(1),
                    4 => Op::AbsoluteY(2),
                    _ => Op::Anchor(self.offset()),
                };
                self.ops.push(op);
            }
            10 => {
                let (condition, inner) = (self.condition(), self.movement());
                let label = OpIndex(self.ops.len() as u32 + 3);
                self.ops.extend([condition, Op::Jne(label), inner, Op::Label]);
            }
            11 => {
                let op = self.movement();
                let start = self.dice.pick(&[PartStart::Anchor, PartStart::Home]);
                self.ops.extend([op, Op::Also(start)]);
                self.block(depth);
            }
            _ => self.block(depth),
        }
    }
}

fn random_program(dice: &mut Dice) -> Program {
    // Tables can say where moves go that set the player's state, if all of a piece's do.
    let sets_state = dice.once_in(3);
    let chains = (0..=dice.roll(4)).map(|_| {
        let mut writer = Writer { dice, ops: Vec::new() };
        if sets_state {
            let value = writer.dice.roll(3) as i32;
            writer.ops.push(Op::SetState(KeyId(0), value));
        }
        for _ in 0..=writer.dice.roll(3) {
            writer.item(0);
        }
        Chain { ops: writer.ops }
    });
    let chains = chains.collect();
    let names = ["bishop", "Rook", "PAWN"].map(String::from).to_vec();
    Program { chains, names, keys: vec!["k".to_string()] }
}

/// A game thrown together, with programs.
fn variant_with_programs(seed: u64) -> Variant {
    let dice = &mut Dice(seed.wrapping_mul(0x2545_f491_4f6c_dd1d) ^ 0xc2b2_ae35);
    let mut variant = random_variant(seed);
    variant.player_fields.push("k".to_string());
    for piece in &mut variant.pieces {
        if dice.once_in(3) && !piece.traits.royal {
            continue;
        }
        let program = random_program(dice);
        program.verify().expect("a sound program");
        let mut pattern = Pattern::Program(Box::new(program));
        if dice.once_in(6) {
            let on_rank = |rank| {
                let target = Box::new(Expr::Event(EventVar::Target));
                Expr::OnRank(target, Box::new(Expr::Int(rank)))
            };
            let condition = match dice.roll(3) {
                0 => Expr::Target(Occupancy::Enemy),
                1 => Expr::Target(Occupancy::Empty),
                _ => Expr::Unary(UnaryOp::Not, Box::new(on_rank(2))),
            };
            pattern = Pattern::Where(Box::new(pattern), Box::new(condition));
        }
        match dice.roll(6) {
            0 => piece.moves.push(pattern),
            1 => piece.captures = CapturePatterns::Patterns(vec![pattern]),
            2 => {
                piece.moves = vec![pattern];
                piece.captures = CapturePatterns::None;
            }
            _ => {
                piece.moves = vec![pattern];
                piece.captures = CapturePatterns::SameAsMoves;
            }
        }
    }
    variant
}

/// The rules of a game, unless some piece of it is too much of a good thing.
fn compiled(variant: Variant, compile: fn(Variant) -> Result<Rules, CompileError>) -> Option<Rules> {
    match compile(variant) {
        Ok(rules) => Some(rules),
        Err(CompileError::TooComplex { .. }) => None,
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn games_with_random_programs_keep_the_laws() {
    for seed in 0..100 {
        let Some(rules) = compiled(variant_with_programs(seed), Rules::compile) else { continue };
        on_any_width(&rules, seed, 16);
    }
}

#[test]
fn compiled_chains_offer_what_the_same_chains_offer_when_they_are_run() {
    for seed in 0..60 {
        let variant = variant_with_programs(seed);
        let start = entry(&variant);
        let both = [Rules::compile, Rules::compile_running_programs];
        let [Some(quick), Some(slow)] = both.map(|compile| compiled(variant.clone(), compile)) else {
            continue;
        };
        let mut games =
            [quick, slow].map(|rules| Game::from_setup(&rules, &start, 0).expect("a setup without faults"));
        let dice = &mut Dice(seed);
        for ply in 0..16 {
            let [mut compiled, mut run] = [0, 1].map(|at: usize| games[at].legal_moves().to_vec());
            compiled.sort_unstable();
            run.sort_unstable();
            assert_eq!(compiled, run, "game {seed} after {ply} plies");
            let Some(&m) = run.get(dice.roll(run.len().max(1))) else { break };
            games.iter_mut().for_each(|game| game.play(m).expect("a legal move"));
            assert_eq!(games[0].hash(), games[1].hash(), "game {seed} after {ply} plies");
        }
    }
}
