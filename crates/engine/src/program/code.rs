//! A verified program in the form the machine runs.

use nightrider_model::program::{Chain, Op, Program, ProgramFault};

/// A verified program: one array of expressions, cut into chains. Targets count from the start of a chain.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Code {
    ops: Vec<Op>,
    /// Where each chain ends in `ops`; it starts where the one before it ends.
    ends: Vec<usize>,
}

impl Code {
    /// Makes a program ready to run.
    ///
    /// # Errors
    /// What [`Program::verify`] finds. Programs of the language front end are always sound.
    pub fn new(program: &Program) -> Result<Code, ProgramFault> {
        program.verify()?;
        let mut code = Code::default();
        for chain in &program.chains {
            code.ops.extend_from_slice(&chain.ops);
            code.ends.push(code.ops.len());
        }
        Ok(code)
    }

    /// A single chain of a verified program, or one split off it.
    pub(crate) fn of_chain(chain: Chain) -> Code {
        Code { ends: vec![chain.ops.len()], ops: chain.ops }
    }

    /// The chain with a number, counted from 0.
    pub(crate) fn chain(&self, number: u32) -> &[Op] {
        let number = number as usize;
        let start = if number == 0 { 0 } else { self.ends[number - 1] };
        &self.ops[start..self.ends[number]]
    }

    /// How many chains there are.
    pub(crate) fn len(&self) -> u32 {
        self.ends.len() as u32
    }

    /// The chains in order.
    pub fn chains(&self) -> impl Iterator<Item = &[Op]> {
        let mut start = 0;
        self.ends.iter().map(move |&end| &self.ops[std::mem::replace(&mut start, end)..end])
    }
}
