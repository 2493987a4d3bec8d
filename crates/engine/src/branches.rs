//! A count cut into independent parts, for those who have threads to count them with. The engine has none.

use std::sync::Arc;

use crate::bitboard::Bitboard;
use crate::legal;
use crate::moves::Move;
use crate::perft;
use crate::position::Position;
use crate::rules::RulesFor;

/// A part of a perft: the leaves below some of the lines that start with one legal move.
pub struct Branch {
    /// The legal move.
    pub first: Move,
    counting: Box<dyn FnOnce() -> u64 + Send>,
}

impl Branch {
    /// Counts the leaves. Branches are independent and can be counted in any order, at the same time.
    pub fn count(self) -> u64 {
        (self.counting)()
    }
}

/// The branches of a perft: one for each line of two moves where there is much to count, else one for each move.
pub(crate) fn branches<B: Bitboard>(
    rules: &Arc<RulesFor<B>>,
    position: &Position<B>,
    legal: &[Move],
    depth: u32,
) -> Vec<Branch> {
    let mut found = Vec::new();
    if depth == 0 {
        return found;
    }
    for &first in legal {
        let mut position = position.clone();
        if depth < 3 {
            found.push(branch(rules, first, position, first, depth));
            continue;
        }
        perft::after(rules, &mut position, first, |position| {
            let replies = legal::legal_moves(rules, position);
            found.extend(
                replies.into_iter().map(|reply| branch(rules, first, position.clone(), reply, depth - 1)),
            );
            0
        });
    }
    found
}

fn branch<B: Bitboard>(
    rules: &Arc<RulesFor<B>>,
    first: Move,
    mut position: Position<B>,
    m: Move,
    depth: u32,
) -> Branch {
    let rules = Arc::clone(rules);
    Branch { first, counting: Box::new(move || perft::below(&rules, &mut position, m, depth)) }
}
