//! Chains taken apart at their blocks.
//!
//! `A { B } { C } D` offers what `A D`, `A B` and `A C` offer together, if nothing that happens in a block
//! is noticed outside of it. Seen like this, each line of a piece is by itself again.

use nightrider_model::program::{BitOp, Chain, Movement, Op, OpIndex};

/// More chains than this do not come out of one.
const MOST_CHAINS: usize = 64;

/// The chains that together offer what one chain offers; the chain itself if it cannot be taken apart.
pub(crate) fn split(ops: &[Op]) -> Vec<Chain> {
    let takes = ops.iter().any(|op| matches!(op, Op::Go(Movement::Take, _)));
    let jumps = ops.iter().any(|op| matches!(op, Op::Go(Movement::Jump, _)));
    let parts = ops.iter().any(|op| matches!(op, Op::Also(_)));
    let unsplit = || vec![Chain { ops: ops.to_vec() }];
    if takes && jumps || parts {
        return unsplit();
    }
    let mut whole = Vec::new();
    let mut waiting = vec![ops.to_vec()];
    while let Some(ops) = waiting.pop() {
        match secluded_block(&ops) {
            Some((open, close)) if whole.len() + waiting.len() < MOST_CHAINS => {
                waiting.push(without(&ops, open, close));
                waiting.push(only(&ops, open, close));
            }
            Some(_) => return unsplit(),
            None => whole.push(Chain { ops }),
        }
    }
    whole
}

/// The first block outside all others of which nothing is noticed elsewhere.
fn secluded_block(ops: &[Op]) -> Option<(usize, usize)> {
    let mut at = 0;
    while at < ops.len() {
        if let Op::Open(close) = ops[at] {
            let close = close.0 as usize;
            if is_secluded(ops, at, close) {
                return Some((at, close));
            }
            at = close;
        }
        at += 1;
    }
    None
}

fn is_secluded(ops: &[Op], open: usize, close: usize) -> bool {
    let leaves_traces = |op: &Op| {
        matches!(
            op,
            Op::End
                | Op::Bit(BitOp::Write, _)
                | Op::WriteAnchor(_)
                | Op::Transition(_)
                | Op::NoTransition
                | Op::SetState(..)
                | Op::DropState
        )
    };
    // A false that comes out of the block must meet an expression that does not look at it.
    let next = ops[close + 1..].iter().find(|op| !matches!(op, Op::Open(_) | Op::Close));
    let unseen = next.is_none_or(|next| !next.runs_after_false() && !matches!(next, Op::Repeat(_)));
    // The brace keeps out what is false; without it the first expression must do so.
    let closed = !ops[open + 1].runs_after_false();
    let inside = |at: usize| open < at && at < close;
    let crosses = ops.iter().enumerate().any(|(at, op)| {
        op.target().is_some_and(|OpIndex(target)| {
            let target = target as usize;
            let (first, last) = (at.min(target), at.max(target));
            // From inside to outside or the other way round, or over the block.
            inside(at) != inside(target) || (first <= open && close <= last)
        })
    });
    unseen && closed && !crosses && !ops[open..close].iter().any(leaves_traces)
}

/// The chain without a block.
fn without(ops: &[Op], open: usize, close: usize) -> Vec<Op> {
    let gone = close + 1 - open;
    let moved = |OpIndex(target): OpIndex| {
        OpIndex(if target as usize > close { target - gone as u32 } else { target })
    };
    let kept = ops[..open].iter().chain(&ops[close + 1..]);
    kept.map(|op| retargeted(*op, moved)).collect()
}

/// The chain up to and with a block, whose braces no longer matter.
fn only(ops: &[Op], open: usize, close: usize) -> Vec<Op> {
    let moved = |OpIndex(target): OpIndex| OpIndex(if target as usize > open { target - 1 } else { target });
    let kept = ops[..open].iter().chain(&ops[open + 1..close]);
    kept.map(|op| retargeted(*op, moved)).collect()
}

fn retargeted(op: Op, moved: impl Fn(OpIndex) -> OpIndex) -> Op {
    match op {
        Op::Repeat(target) => Op::Repeat(moved(target)),
        Op::While(target) => Op::While(moved(target)),
        Op::Jmp(target) => Op::Jmp(moved(target)),
        Op::Jne(target) => Op::Jne(moved(target)),
        Op::Open(close) => Op::Open(moved(close)),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nightrider_model::program::Offset;

    fn step(movement: Movement) -> Op {
        Op::Go(movement, Offset { dx: 1, dy: 0 })
    }

    #[test]
    fn a_block_becomes_a_chain_of_its_own() {
        // A { B } C is A B and A C.
        let [a, b, c] = [Movement::Move, Movement::Take, Movement::Shift].map(step);
        let parts = split(&[a, Op::Open(OpIndex(3)), b, Op::Close, c]);
        let ops: Vec<_> = parts.into_iter().map(|chain| chain.ops).collect();
        assert_eq!(ops, [vec![a, b], vec![a, c]]);
    }

    #[test]
    fn a_block_that_would_run_after_false_stays() {
        // If A is false the chain ends at the brace; without it `true` would go on to B.
        let [a, b] = [Movement::Catch, Movement::Move].map(step);
        let ops = [a, Op::Open(OpIndex(4)), Op::True, b, Op::Close];
        assert_eq!(split(&ops), [Chain { ops: ops.to_vec() }]);
    }
}
