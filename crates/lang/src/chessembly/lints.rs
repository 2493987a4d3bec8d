//! Warnings about what is legal but hardly meant.

use nightrider_model::program::{BitOp, Movement, Op};

use super::lower::Listing;
use crate::codes::Code;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::span::Span;

/// Looks at every chain without errors by itself, and then at the gates of all of them.
pub(super) fn check(listing: &Listing, understood: &[bool], diagnostics: &mut Diagnostics) {
    let chains = listing.program.chains.iter().zip(&listing.spans).zip(understood);
    for ((chain, spans), _) in chains.filter(|&(_, understood)| *understood) {
        let mut lints = Lints { ops: &chain.ops, spans, diagnostics };
        lints.jump_without_take();
        lints.labels();
        lints.registers();
        lints.unreachable();
        lints.nothing_offered();
    }
    gates(listing, diagnostics);
}

struct Lints<'a> {
    ops: &'a [Op],
    spans: &'a [Span],
    diagnostics: &'a mut Diagnostics,
}

impl Lints<'_> {
    fn warn(&mut self, code: Code, at: usize, message: impl Into<String>, help: impl Into<String>) {
        self.diagnostics.push(Diagnostic::new(code, self.spans[at], message).help(help));
    }

    fn jump_without_take(&mut self) {
        let takes = self.ops.iter().any(|op| matches!(op, Op::Go(Movement::Take, _)));
        let jump = self.ops.iter().position(|op| matches!(op, Op::Go(Movement::Jump, _)));
        if let (false, Some(at)) = (takes, jump) {
            self.warn(
                Code::ChessemblyJumpWithoutTake,
                at,
                "this `jump` has no `take` in its chain, so it captures nothing",
                "`move` does the same and says so; a capture by jumping needs a `take` before it",
            );
        }
    }

    fn labels(&mut self) {
        let mut used = vec![false; self.ops.len()];
        for op in self.ops {
            if let Op::Jmp(target) | Op::Jne(target) = op {
                used[target.0 as usize] = true;
            }
        }
        let mut first_label = None;
        for (at, op) in self.ops.iter().enumerate() {
            if *op == Op::Label && !used[at] && first_label.is_none() {
                first_label = Some(at);
            }
        }
        if let Some(at) = first_label {
            self.warn(
                Code::ChessemblyUnusedLabel,
                at,
                "no `jmp` or `jne` of this chain jumps to this label",
                "remove it, or correct the number of the jump",
            );
        }
    }

    fn registers(&mut self) {
        let mut bits = 0_u16;
        let mut anchors = 0_u16;
        for op in self.ops {
            match op {
                Op::Bit(BitOp::Write, n) => bits |= 1 << n,
                Op::WriteAnchor(n) => anchors |= 1 << n,
                _ => {}
            }
        }
        for (at, op) in self.ops.iter().enumerate() {
            match *op {
                Op::Bit(operation, n) if operation != BitOp::Write && bits & (1 << n) == 0 => {
                    bits |= 1 << n;
                    self.warn(
                        Code::ChessemblyNeverWritten,
                        at,
                        format!("bit {n} is read but never written in this chain, so it is false"),
                        format!("bits are false at the start of every chain; set it with `write({n})`"),
                    );
                }
                Op::ReadAnchor(n) if anchors & (1 << n) == 0 => {
                    anchors |= 1 << n;
                    self.warn(
                        Code::ChessemblyNeverWritten,
                        at,
                        format!("anchor {n} is read but never written in this chain, so it is the piece's own square"),
                        format!("store it with `write-anchor({n})`"),
                    );
                }
                _ => {}
            }
        }
    }

    /// What follows an `end` up to the next place that something can jump to, or that a block can be left
    /// to.
    fn unreachable(&mut self) {
        let mut dead_from = None;
        for (at, op) in self.ops.iter().enumerate() {
            match op {
                Op::Label | Op::Close => dead_from = None,
                _ if dead_from.is_some() => break,
                Op::End => dead_from = Some(at + 1),
                _ => {}
            }
        }
        let targeted =
            |at: usize| self.ops.iter().any(|op| op.target().is_some_and(|target| target.0 as usize == at));
        if let Some(at) = dead_from.filter(|&at| at < self.ops.len() && !targeted(at)) {
            self.warn(
                Code::ChessemblyUnreachable,
                at,
                "nothing after this `end` can run",
                "remove what follows, or put a label before it and jump there",
            );
        }
    }

    fn nothing_offered(&mut self) {
        let offers = |op: &Op| matches!(op, Op::Go(..) | Op::PlaceMove(..));
        if !self.ops.iter().any(offers) {
            self.warn(
                Code::ChessemblyOffersNothing,
                0,
                "this chain has no word that offers a move",
                "add `move`, `take`, `take-move`, `catch`, `jump` or `shift`; chains do not see each other",
            );
        }
    }
}

/// In a file with several pieces a chain without a gate serves them all, which is hardly meant.
fn gates(listing: &Listing, diagnostics: &mut Diagnostics) {
    let mut gated = Vec::new();
    let mut open = Vec::new();
    for (at, chain) in listing.program.chains.iter().enumerate() {
        match chain.ops.first() {
            Some(Op::Piece(name)) => gated.push(*name),
            _ => open.push(at),
        }
    }
    gated.sort_unstable();
    gated.dedup();
    if gated.len() < 2 {
        return;
    }
    for at in open {
        diagnostics.push(
            Diagnostic::new(
                Code::ChessemblyNoGate,
                listing.spans[at][0],
                "this chain serves every piece of the file, though others are for one piece each",
            )
            .help("open it with `piece(name)`"),
        );
    }
}
