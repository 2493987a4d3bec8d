//! Differential tests: our rules beside those of shakmaty and cozy-chess, over seeded random games.
//!
//! [`walk`] plays the games; a [`Peer`] is another engine that follows along.

mod random;

mod peer;

mod cozy_peer;
mod shakmaty_peer;

mod ours;

mod walk;

pub use cozy_peer::CozyPeer;
pub use ours::Ours;
pub use peer::{Peer, Verdict};
pub use random::Random;
pub use shakmaty_peer::ShakmatyPeer;
pub use walk::{Disagreement, Game, Plan, Tally, walk};
