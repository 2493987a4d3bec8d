//! Chessembly programs: chains of expressions with every target resolved.
//!
//! A [`Program`] is what a text became: jumps know where they lead, blocks know where they end, names and
//! state keys are indices into tables. Offsets are the owner's: right and forward are positive for either
//! player. A malformed expression of a text run leniently is an [`Op::End`] here.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::Player;

/// A Chessembly program. Chains do not see each other; what they offer is put together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Program {
    /// The chains in order, none of them empty.
    pub chains: Vec<Chain>,
    /// Names of pieces as written, no duplicates; whoever runs the program compares them without regard to
    /// case.
    pub names: Vec<String>,
    /// Keys of `set-state`, `if-state` and `enemy-state` as written, no duplicates.
    pub keys: Vec<String>,
}

/// A chain of expressions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Chain {
    /// The expressions in order; targets are indices into this list.
    pub ops: Vec<Op>,
}

/// A name of a piece: an index into [`Program::names`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct NameId(pub u16);

/// A key of the player's state: an index into [`Program::keys`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct KeyId(pub u16);

/// An expression of a chain: an index into [`Chain::ops`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct OpIndex(pub u32);

/// Files to the right and ranks forward, seen from the owner. Numbers of a text outside the range of `i16`
/// are pulled in to it: they are beyond any board either way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Offset {
    pub dx: i16,
    pub dy: i16,
}

/// One expression. Eight bytes, so that a chain is a plain array to run through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Op {
    /// `move`, `take`, ...: activates a square and moves the anchor.
    Go(Movement, Offset),
    /// `place-move(name, dx, dy)`: `move` with a transition of its own.
    PlaceMove(NameId, Offset),
    /// `repeat(n)`, with the expression it goes back to.
    Repeat(OpIndex),
    /// `{`, with its `}`.
    Open(OpIndex),
    /// `}`.
    Close,
    /// `end`, and whatever could not be understood.
    End,
    /// `do`.
    Do,
    /// `while`, with its `do`.
    While(OpIndex),
    /// `label(n)`, and a `while` that belongs to no `do`: nothing happens, the value is passed on.
    Label,
    /// `jmp(n)`, with its label.
    Jmp(OpIndex),
    /// `jne(n)`, with its label.
    Jne(OpIndex),
    /// `not`.
    Not,
    /// `true`.
    True,
    /// `false`.
    False,
    /// `read(n)` and its like, and `write(n)`: the bit is 0 to 15.
    Bit(BitOp, u8),
    /// A condition on the square at an offset.
    Look(Look, Offset),
    /// `piece-on(name, dx, dy)`.
    PieceOn(NameId, Offset),
    /// `color-on(colour, dx, dy)`.
    ColorOn(Player, Offset),
    /// `check`.
    Check,
    /// `piece(name)`.
    Piece(NameId),
    /// `color(colour)`.
    Color(Player),
    /// `if-state(key, n)`.
    IfState(KeyId, i32),
    /// `enemy-state(key, n)`: the same question about the opponent's state.
    EnemyState(KeyId, i32),
    /// `anchor(dx, dy)`.
    Anchor(Offset),
    /// `absolute(x, y)`, counted from the owner's own a1 corner.
    Absolute(Offset),
    /// `absolute-x(x)`.
    AbsoluteX(i16),
    /// `absolute-y(y)`.
    AbsoluteY(i16),
    /// `write-anchor(n)`: the store is 0 to 15.
    WriteAnchor(u8),
    /// `read-anchor(n)`: the store is 0 to 15.
    ReadAnchor(u8),
    /// `transition(name)`.
    Transition(NameId),
    /// Bare `transition`.
    NoTransition,
    /// `set-state(key, n)`.
    SetState(KeyId, i32),
    /// Bare `set-state`.
    DropState,
    /// `+` (parts start from the anchor) or `|` (from the piece's own square). A [`Op::Open`] follows.
    Also(PartStart),
}

/// The words that activate squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs)] // The words of the language.
pub enum Movement {
    Move,
    Take,
    TakeMove,
    Catch,
    Jump,
    Shift,
}

/// The words about bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs)] // The words of the language.
pub enum BitOp {
    Read,
    ReadAnd,
    ReadOr,
    ReadXor,
    Write,
}

/// The conditions that take nothing but an offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs)] // The words of the language.
pub enum Look {
    Peek,
    Observe,
    Enemy,
    Friendly,
    Danger,
    Bound,
    Edge,
    EdgeTop,
    EdgeBottom,
    EdgeLeft,
    EdgeRight,
    Corner,
    CornerTopLeft,
    CornerTopRight,
    CornerBottomLeft,
    CornerBottomRight,
}

/// Where further parts of a move start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum PartStart {
    /// `+`: on the anchor.
    Anchor,
    /// `|`: on the square of the piece that runs the program.
    Home,
}

/// Number of bits, and of stored anchors, a chain has.
pub const REGISTERS: u8 = 16;

/// Why a program is not fit to run. A program made by the language front end never has such a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProgramFault {
    /// The chain, counted from 0.
    pub chain: usize,
    /// The expression in the chain, counted from 0.
    pub op: usize,
    /// What is wrong with it.
    pub what: &'static str,
}

impl fmt::Display for ProgramFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "chain {}, expression {}: {}", self.chain + 1, self.op + 1, self.what)
    }
}

impl std::error::Error for ProgramFault {}

impl Op {
    /// Whether the expression runs although the value before it is false. All others leave their block or
    /// end the chain.
    pub const fn runs_after_false(self) -> bool {
        matches!(
            self,
            Op::While(_) | Op::Jmp(_) | Op::Jne(_) | Op::Not | Op::Label | Op::True | Op::False | Op::Bit(..)
        )
    }

    /// The expression this one may go to instead of the next.
    pub const fn target(self) -> Option<OpIndex> {
        match self {
            Op::Repeat(target) | Op::While(target) | Op::Jmp(target) | Op::Jne(target) => Some(target),
            _ => None,
        }
    }
}

impl Program {
    /// The name with an index.
    pub fn name(&self, name: NameId) -> &str {
        &self.names[usize::from(name.0)]
    }

    /// The state key with an index.
    pub fn key(&self, key: KeyId) -> &str {
        &self.keys[usize::from(key.0)]
    }

    /// The part of the program that a piece with a name can run: chains that open with the gate of another
    /// piece are left out, and so are the names and keys that only they use.
    pub fn for_piece(&self, name: &str) -> Program {
        let name = name.to_lowercase();
        let open = |chain: &&Chain| match chain.ops.as_slice() {
            [Op::Piece(gate), rest @ ..] => {
                self.name(*gate).to_lowercase() == name
                    || rest.first().is_some_and(|op| op.runs_after_false())
            }
            _ => true,
        };
        let mut part = Program::default();
        let (mut names, mut keys) = (vec![None; self.names.len()], vec![None; self.keys.len()]);
        for chain in self.chains.iter().filter(open) {
            let mut ops = chain.ops.clone();
            for op in &mut ops {
                match op {
                    Op::PlaceMove(name, _)
                    | Op::PieceOn(name, _)
                    | Op::Piece(name)
                    | Op::Transition(name) => {
                        let new = names[usize::from(name.0)].get_or_insert_with(|| {
                            part.names.push(self.name(*name).to_owned());
                            NameId(part.names.len() as u16 - 1)
                        });
                        *name = *new;
                    }
                    Op::IfState(key, _) | Op::EnemyState(key, _) | Op::SetState(key, _) => {
                        let new = keys[usize::from(key.0)].get_or_insert_with(|| {
                            part.keys.push(self.key(*key).to_owned());
                            KeyId(part.keys.len() as u16 - 1)
                        });
                        *key = *new;
                    }
                    _ => {}
                }
            }
            part.chains.push(Chain { ops });
        }
        part
    }

    /// Checks what running the program relies on: targets lie in their chain and not inside a block that
    /// the jump is outside of, braces match, indices and registers are in range.
    ///
    /// # Errors
    /// The first fault, in order of the text.
    pub fn verify(&self) -> Result<(), ProgramFault> {
        for (index, chain) in self.chains.iter().enumerate() {
            let fault = |(op, what)| ProgramFault { chain: index, op, what };
            chain.verify(self.names.len(), self.keys.len()).map_err(fault)?;
        }
        Ok(())
    }
}

impl Chain {
    /// The block each expression stands in, as the index of its `{`; braces belong to the block they
    /// enclose, except that a `{` stands outside of its own. Unmatched braces are ignored.
    pub fn blocks(&self) -> Vec<Option<OpIndex>> {
        let mut open: Vec<OpIndex> = Vec::new();
        let mut blocks = Vec::with_capacity(self.ops.len());
        for (index, op) in self.ops.iter().enumerate() {
            blocks.push(open.last().copied());
            match op {
                Op::Open(_) => open.push(OpIndex(index as u32)),
                Op::Close => drop(open.pop()),
                _ => {}
            }
        }
        blocks
    }

    fn verify(&self, names: usize, keys: usize) -> Result<(), (usize, &'static str)> {
        self.verify_blocks()?;
        let blocks = self.blocks();
        for (index, &op) in self.ops.iter().enumerate() {
            let name_fits = |name: NameId| usize::from(name.0) < names;
            let key_fits = |key: KeyId| usize::from(key.0) < keys;
            let what = match op {
                Op::PlaceMove(name, _) | Op::PieceOn(name, _) | Op::Piece(name) | Op::Transition(name)
                    if !name_fits(name) =>
                {
                    "no such name"
                }
                Op::IfState(key, _) | Op::EnemyState(key, _) | Op::SetState(key, _) if !key_fits(key) => {
                    "no such key"
                }
                Op::Bit(_, n) | Op::WriteAnchor(n) | Op::ReadAnchor(n) if n >= REGISTERS => {
                    "a register outside 0 to 15"
                }
                Op::Also(_) if !matches!(self.ops.get(index + 1), Some(Op::Open(_))) => {
                    "a part without a block"
                }
                _ => match op.target() {
                    Some(OpIndex(target)) if target as usize >= self.ops.len() => {
                        "a target outside the chain"
                    }
                    Some(target) if !self.reaches(target, index, &blocks) => "a jump into a block",
                    _ => continue,
                },
            };
            return Err((index, what));
        }
        Ok(())
    }

    fn verify_blocks(&self) -> Result<(), (usize, &'static str)> {
        let mut open: Vec<(usize, OpIndex)> = Vec::new();
        for (index, op) in self.ops.iter().enumerate() {
            match *op {
                Op::Open(close) => open.push((index, close)),
                Op::Close => match open.pop() {
                    Some((_, close)) if close.0 as usize == index => {}
                    Some((at, _)) => return Err((at, "a block whose end is another's")),
                    None => return Err((index, "an end of a block that never began")),
                },
                _ => {}
            }
        }
        open.last().map_or(Ok(()), |&(at, _)| Err((at, "a block without an end")))
    }

    /// Whether an expression may jump to a target: every block around the target is also around the jump.
    /// `blocks` is what [`Chain::blocks`] returned.
    pub fn reaches(&self, target: OpIndex, from: usize, blocks: &[Option<OpIndex>]) -> bool {
        // Blocks nest, so it is enough to look at the innermost block around the target.
        match blocks[target.0 as usize] {
            None => true,
            Some(open) => match self.ops[open.0 as usize] {
                Op::Open(close) => (open.0 as usize) < from && from <= close.0 as usize,
                _ => false,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(ops: Vec<Op>) -> Option<&'static str> {
        Program { chains: vec![Chain { ops }], names: vec!["rook".into()], keys: vec!["k".into()] }
            .verify()
            .err()
            .map(|fault| fault.what)
    }

    #[test]
    fn an_op_is_eight_bytes() {
        assert_eq!(size_of::<Op>(), 8);
    }

    #[test]
    fn a_piece_is_given_the_chains_it_can_run() {
        let chain = |ops: &[Op]| Chain { ops: ops.to_vec() };
        let program = Program {
            chains: vec![
                chain(&[Op::Piece(NameId(0)), Op::Transition(NameId(1))]),
                chain(&[Op::Piece(NameId(1)), Op::IfState(KeyId(1), 0)]),
                chain(&[Op::Piece(NameId(2)), Op::Not]),
                chain(&[Op::True]),
            ],
            names: ["rook", "bishop", "wasp"].map(String::from).to_vec(),
            keys: ["a", "b"].map(String::from).to_vec(),
        };
        let bishop = program.for_piece("Bishop");
        assert_eq!(
            (bishop.names.join(" "), bishop.keys.join(" ")),
            ("bishop wasp".to_string(), "b".to_string())
        );
        let expected = [
            chain(&[Op::Piece(NameId(0)), Op::IfState(KeyId(0), 0)]),
            chain(&[Op::Piece(NameId(1)), Op::Not]),
            chain(&[Op::True]),
        ];
        assert_eq!(bishop.chains, expected);
        assert_eq!(program.for_piece("nobody").chains.len(), 2);
    }

    #[test]
    fn sound_programs_are_accepted() {
        let at = Op::Look(Look::Observe, Offset { dx: 1, dy: 0 });
        assert_eq!(fault(vec![]), None);
        // A jump out of a block, a jump onto the `{` itself, and onto the `}` of an open block.
        assert_eq!(fault(vec![at, Op::Open(OpIndex(3)), Op::Jmp(OpIndex(0)), Op::Close]), None);
        assert_eq!(fault(vec![Op::Open(OpIndex(1)), Op::Close, Op::Repeat(OpIndex(0))]), None);
        assert_eq!(fault(vec![Op::Open(OpIndex(2)), Op::Jne(OpIndex(2)), Op::Close]), None);
    }

    #[test]
    fn unsound_programs_are_refused() {
        let table = [
            (vec![Op::Open(OpIndex(1))], "a block without an end"),
            (vec![Op::Close], "an end of a block that never began"),
            (vec![Op::Open(OpIndex(0)), Op::Close], "a block whose end is another's"),
            (vec![Op::Repeat(OpIndex(7))], "a target outside the chain"),
            (vec![Op::Open(OpIndex(1)), Op::Close, Op::Repeat(OpIndex(1))], "a jump into a block"),
            (vec![Op::Jmp(OpIndex(2)), Op::Open(OpIndex(3)), Op::Label, Op::Close], "a jump into a block"),
            (vec![Op::Also(PartStart::Home), Op::True], "a part without a block"),
            (vec![Op::Piece(NameId(1))], "no such name"),
            (vec![Op::SetState(KeyId(1), 0)], "no such key"),
            (vec![Op::Bit(BitOp::Read, 16)], "a register outside 0 to 15"),
        ];
        for (ops, what) in table {
            assert_eq!(fault(ops.clone()), Some(what), "{ops:?}");
        }
    }
}
