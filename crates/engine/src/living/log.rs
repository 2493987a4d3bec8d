//! The account of a game: what happened in each ply, and why.

use nightrider_model::{Event, PieceId, Player, Square, TriggerId, ZoneId};

use crate::result::GameResult;
use crate::script::ConsoleLevel;

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LogEntry {
    /// An event was raised. Only events that some trigger listens to are told.
    Event {
        /// Which.
        event: Event,
        /// The player of the event.
        player: Option<Player>,
        /// The type of its piece.
        piece: Option<PieceId>,
        /// Where the piece came from.
        origin: Option<Square>,
        /// Where it went.
        target: Option<Square>,
        /// The type of the captured piece.
        captured: Option<PieceId>,
        /// The zone entered or left.
        zone: Option<ZoneId>,
    },
    /// A trigger listened, but its condition did not hold or nothing matched.
    Considered {
        /// Which.
        trigger: TriggerId,
        /// Its name.
        name: String,
    },
    /// A trigger fired.
    Trigger {
        /// Which.
        trigger: TriggerId,
        /// Its name.
        name: String,
        /// What it did, in words, in order.
        actions: Vec<String>,
    },
    /// An optional trigger would have fired, and the player said no.
    Declined {
        /// Which.
        trigger: TriggerId,
        /// Its name.
        name: String,
    },
    /// Something went wrong; the trigger stopped there, and the game went on.
    Fault {
        /// The trigger, where it was one.
        trigger: Option<TriggerId>,
        /// What went wrong, in words.
        message: String,
    },
    /// A script handler ran and did something that can be seen.
    Script {
        /// The event that it listens to.
        event: Event,
        /// What it did, in words, in order.
        actions: Vec<String>,
    },
    /// A script printed a line.
    Console {
        /// How loud.
        level: ConsoleLevel,
        /// The line.
        text: String,
    },
    /// An effect ended with the turn.
    EffectEnded {
        /// Its name.
        effect: String,
        /// Where it lay, or where its piece stands.
        square: Square,
    },
    /// The game ended.
    Result(GameResult),
}
