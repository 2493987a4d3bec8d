//! Random games, compared position by position.

use std::fmt;

use nightrider::engine::{GameResult, Rules};

use crate::ours::Ours;
use crate::peer::{Peer, Verdict};
use crate::random::Random;

/// A game to compare.
#[derive(Clone, Copy, Debug)]
pub struct Game<'a> {
    /// Its rules.
    pub rules: &'a Rules,
    /// Whether we judge by ourselves, in the same way, that material is too little. If not, the game simply
    /// goes on where the peer sees such a draw.
    pub judges_material: bool,
}

/// How much to play.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// At least so many positions are compared.
    pub positions: u64,
    /// Games are given up after so many plies.
    pub plies: u32,
    /// Of the random choices.
    pub seed: u64,
}

/// What was compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Positions compared.
    pub positions: u64,
    /// Positions with a check.
    pub checks: u64,
    /// Games that somebody won.
    pub won: u64,
    /// Games that were drawn.
    pub drawn: u64,
}

/// A position that the two engines see differently.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// The peer.
    pub peer: &'static str,
    /// The position, as our FEN.
    pub fen: String,
    /// What differs.
    pub what: String,
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "differs from {} at `{}`: {}", self.peer, self.fen, self.what)
    }
}

impl std::error::Error for Disagreement {}

/// Plays random games and compares every position with the peer's. `start` makes the two first positions of
/// a game from its number.
///
/// # Errors
/// The first position on which the engines disagree.
pub fn walk<P: Peer>(
    game: Game<'_>,
    plan: Plan,
    mut start: impl FnMut(u64) -> (Ours, P),
) -> Result<Tally, Disagreement> {
    let mut random = Random::new(plan.seed);
    let mut tally = Tally::default();
    while tally.positions < plan.positions {
        let (mut ours, mut peer) = start(random.number());
        for _ in 0..plan.plies {
            tally.positions += 1;
            tally.checks += u64::from(ours.in_check());
            compare(game, &ours, &peer)?;
            if let Some(result) = ours.result() {
                *(if result.winner.is_some() { &mut tally.won } else { &mut tally.drawn }) += 1;
                break;
            }
            if tally.positions % 16 == 0 {
                compare_reread(game, &ours, &peer)?;
            }
            let moves = ours.moves();
            let (text, m) = &moves[choose(&mut random, &moves)];
            ours.play(*m);
            peer.play(text);
        }
    }
    Ok(tally)
}

/// The number of a random move; captures are preferred a little, so that games come to an end.
fn choose(random: &mut Random, moves: &[(String, nightrider::engine::Move)]) -> usize {
    let captures: Vec<usize> = (0..moves.len()).filter(|&i| moves[i].1.captured().is_some()).collect();
    if !captures.is_empty() && random.below(4) == 0 {
        return captures[random.below(captures.len())];
    }
    random.below(moves.len())
}

fn compare<P: Peer>(game: Game<'_>, ours: &Ours, peer: &P) -> Result<(), Disagreement> {
    let disagree = |what| Err(Disagreement { peer: P::NAME, fen: ours.fen(), what });
    let (verdict, result) = (peer.verdict(), ours.result());
    if !agree(game, result, verdict, !P::JUDGES_MATERIAL) {
        return disagree(format!("our result is {result:?}, the peer's {verdict:?}"));
    }
    // Over for us; what the peer would still allow does not matter.
    if result.is_none()
        && let Some(what) = moves_that_differ(ours, peer)
    {
        return disagree(what);
    }
    // Where a game has ended some engines no longer say whether there is a check.
    if result.is_none() && ours.in_check() != peer.in_check() {
        return disagree(format!("we see a check: {}, the peer: {}", ours.in_check(), peer.in_check()));
    }
    Ok(())
}

/// Our own FEN of the position, read again, has the same moves.
fn compare_reread<P: Peer>(game: Game<'_>, ours: &Ours, peer: &P) -> Result<(), Disagreement> {
    let disagree = |what| Err(Disagreement { peer: P::NAME, fen: ours.fen(), what });
    match Ours::from_fen(game.rules, &ours.fen()) {
        Err(fault) => disagree(format!("our own FEN cannot be read again: {fault}")),
        Ok(again) => match moves_that_differ(&again, peer) {
            Some(what) => disagree(format!("after reading our own FEN again, {what}")),
            None => Ok(()),
        },
    }
}

fn moves_that_differ<P: Peer>(ours: &Ours, peer: &P) -> Option<String> {
    let mut own: Vec<String> = ours.moves().into_iter().map(|(text, _)| text).collect();
    let mut theirs = peer.moves();
    own.sort();
    theirs.sort();
    if own == theirs {
        return None;
    }
    let missing: Vec<&String> = theirs.iter().filter(|text| !own.contains(text)).collect();
    let extra: Vec<&String> = own.iter().filter(|text| !theirs.contains(text)).collect();
    Some(format!("we miss the moves {missing:?} and have {extra:?} too many"))
}

/// `material`: the peer does not judge material.
fn agree(game: Game<'_>, result: Option<&GameResult>, verdict: Verdict, material: bool) -> bool {
    let Some(result) = result else {
        return verdict == Verdict::Open || (verdict == Verdict::TooLittle && !game.judges_material);
    };
    match (result.winner, verdict) {
        (Some(winner), Verdict::Won(theirs)) => winner == theirs,
        (None, Verdict::Drawn | Verdict::TooLittle) => true,
        // Rules that the peers leave to those who keep the game's history, or that they do not have.
        (None, Verdict::Open) => {
            let reason = result.reason.text();
            matches!(reason.as_str(), "repetition" | "fifty_moves") || (material && reason == "insufficient")
        }
        _ => false,
    }
}
