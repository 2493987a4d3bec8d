//! The boundary to scripts: what a script engine offers to the rules, and what it may see and do of a game.
//!
//! The engine knows no script language. A crate that does implements [`ScriptEngine`]; games with scripts are
//! compiled with it, and games without never touch it. A handler runs against a [`ScriptWorld`], which is the
//! position as it is at that moment: every question is answered from the position, and every change goes
//! through the position's journal, so that undo, hash and repetition hold for scripts as for triggers.

use std::fmt;
use std::sync::Arc;

use nightrider_model::{Event, PieceId, Player, Square, Value, Variant, ZoneId};

use crate::expr::{Datum, PieceRef};
use crate::position::Counters;

/// Makes the scripts of a game ready to run.
pub trait ScriptEngine {
    /// Reads the scripts of a game, and runs their bodies once to learn which events they listen to.
    ///
    /// # Errors
    /// If a script cannot be read or its body fails.
    fn load(&self, variant: &Variant) -> Result<Arc<dyn ScriptHost>, ScriptFault>;
}

/// The scripts of one game, ready to run. They keep nothing between two calls: whatever a script wants to
/// remember is in the position.
pub trait ScriptHost: Send + Sync {
    /// What the scripts do, as far as it is known before they run.
    fn profile(&self) -> &ScriptProfile;

    /// Runs the bodies for their effects on a game that begins.
    ///
    /// # Errors
    /// If a body fails or exceeds a limit. The world may then be half changed: the caller takes it back.
    fn begin(&self, world: &mut dyn ScriptWorld) -> Result<(), ScriptFault>;

    /// Runs one handler of an event: number `handler` of [`ScriptProfile::handlers`].
    ///
    /// # Errors
    /// If the handler fails or exceeds a limit. The world may then be half changed: the caller takes it back.
    fn handle(
        &self,
        handler: usize,
        occasion: &Occasion,
        world: &mut dyn ScriptWorld,
    ) -> Result<(), ScriptFault>;

    /// Calls a function that a script declares.
    ///
    /// # Errors
    /// If there is no such function, it fails, or it exceeds a limit. The world may then be half changed: the
    /// caller takes it back.
    fn call(
        &self,
        function: &str,
        arguments: &[Datum],
        world: &mut dyn ScriptWorld,
    ) -> Result<Datum, ScriptFault>;

    /// The line that front ends show beside the board, if a script has replaced `game.getStatus`.
    fn status(&self, world: &mut dyn ScriptWorld) -> Option<String>;
}

/// What the scripts of a game do, as far as it is known before they run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScriptProfile {
    /// The handlers in the order in which they were registered, each with the number that
    /// [`ScriptHost::handle`] takes.
    handlers: Vec<Event>,
    /// The script decides when a turn ends: it has a `move` handler and calls `endTurn`.
    pub own_turns: bool,
    /// A script may change what stands where, whose it is or what it is, or undo a move. Where this is false
    /// the position refuses such changes.
    pub changes_board: bool,
    /// A script may change state: of the game, a player or a piece.
    pub changes_state: bool,
    /// A script may declare a result.
    pub declares_results: bool,
    /// A script looks at the moves played so far.
    pub reads_history: bool,
}

impl ScriptProfile {
    /// A profile with these handlers that does nothing else.
    pub fn new(handlers: Vec<Event>) -> ScriptProfile {
        ScriptProfile { handlers, ..ScriptProfile::default() }
    }

    /// The handlers of an event, in the order in which they were registered.
    pub fn handlers(&self, event: Event) -> impl Iterator<Item = usize> + '_ {
        self.handlers.iter().enumerate().filter(move |&(_, &e)| e == event).map(|(index, _)| index)
    }

    /// Whether any handler listens to an event.
    pub fn listens_to(&self, event: Event) -> bool {
        self.handlers.contains(&event)
    }
}

/// An event as handlers see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occasion {
    /// Which event.
    pub event: Event,
    /// Whose: the mover, or the player whose turn begins or ends.
    pub player: Player,
    /// The piece that moved (`captured` events: the piece taken).
    pub piece: Option<PieceRef>,
    /// Where it came from.
    pub from: Option<Square>,
    /// Where it went.
    pub to: Option<Square>,
    /// The piece taken.
    pub captured: Option<PieceRef>,
    /// The taker, in `captured` events.
    pub captor: Option<PieceRef>,
    /// The attacked royal, in `check` events.
    pub king: Option<PieceRef>,
    /// What a promoted piece was and what it is.
    pub promotion: Option<(PieceId, PieceId)>,
    /// The zone entered or left.
    pub zone: Option<ZoneId>,
}

impl Occasion {
    /// An event of a player, without a move.
    pub fn of(event: Event, player: Player) -> Occasion {
        Occasion {
            event,
            player,
            piece: None,
            from: None,
            to: None,
            captured: None,
            captor: None,
            king: None,
            promotion: None,
            zone: None,
        }
    }
}

/// A piece as scripts see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScriptPiece {
    /// Its type.
    pub piece: PieceId,
    /// Whose it is.
    pub owner: Player,
    /// Where it stands, or stood before it left the board.
    pub square: Square,
    /// Whether it has moved.
    pub moved: bool,
}

/// A move that was played, as scripts see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScriptMove {
    /// Who played it.
    pub player: Player,
    /// The type of the piece that moved.
    pub piece: PieceId,
    /// Where it came from.
    pub from: Square,
    /// Where it went.
    pub to: Square,
    /// The type of the piece taken.
    pub captured: Option<PieceId>,
    /// What the piece became.
    pub promotion: Option<PieceId>,
}

/// Whose state a field belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StateOwner {
    /// The game's.
    Game,
    /// A player's.
    Player(Player),
    /// A piece's, on the board or off it.
    Piece(PieceRef),
}

/// The volume of a line that a script prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConsoleLevel {
    /// `console.log`, `console.info`, `console.debug`.
    Log,
    /// `console.warn`.
    Warn,
    /// `console.error`.
    Error,
}

impl ConsoleLevel {
    /// The word of the event log: `log`, `warn` or `error`.
    pub const fn word(self) -> &'static str {
        match self {
            ConsoleLevel::Log => "log",
            ConsoleLevel::Warn => "warn",
            ConsoleLevel::Error => "error",
        }
    }
}

/// A game as a script sees it, at one moment.
///
/// A change that cannot be made (a square is taken, a piece is gone) is refused and changes nothing.
pub trait ScriptWorld {
    /// The game.
    fn variant(&self) -> &Variant;
    /// What stands on a square.
    fn piece_on(&self, square: Square) -> Option<ScriptPiece>;
    /// A piece, on the board or off it.
    fn piece(&self, piece: PieceRef) -> Option<ScriptPiece>;
    /// The value of a type in hundredths of a pawn.
    fn value_of(&self, piece: PieceId) -> i32;
    /// The fields of a state that are set, with their names, in an order that only depends on which are set.
    fn state(&self, owner: StateOwner) -> Vec<(Arc<str>, Value)>;
    /// Sets a field, or unsets it (`None`).
    fn set_state(&mut self, owner: StateOwner, name: &str, value: Option<Value>);

    /// Puts a new piece onto an empty square.
    fn create(&mut self, piece: PieceId, owner: Player, square: Square) -> bool;
    /// Moves a piece of the board, or the piece just captured, to an empty square.
    fn move_piece(&mut self, piece: PieceRef, to: Square) -> bool;
    /// Takes a piece off the board. The answer names it from then on.
    fn remove(&mut self, piece: PieceRef) -> Option<PieceRef>;
    /// Makes a piece another type, with that type's first state.
    fn transform(&mut self, piece: PieceRef, to: PieceId) -> bool;
    /// Gives a piece to a player.
    fn set_owner(&mut self, piece: PieceRef, owner: Player) -> bool;
    /// Undoes the move that the event is about. Refused where there is none to undo.
    fn cancel(&mut self) -> bool;

    /// Who is to move, or is moving.
    fn turn(&self) -> Player;
    /// The number of the full move.
    fn full_move(&self) -> u32;
    /// What a player has done so far.
    fn counters(&self, player: Player) -> Counters;
    /// Whether a royal of the player is attacked.
    fn in_check(&self, player: Player) -> bool;
    /// Whether the player is in check and no move of his pieces, what triggers and scripts do left aside,
    /// ends it.
    fn is_checkmate(&self, player: Player) -> bool;
    /// The result that was declared, if any: the winner, or `None` for a draw.
    fn declared(&self) -> Option<Option<Player>>;
    /// The moves played so far, if the profile says that scripts look at them.
    fn history(&self) -> Vec<ScriptMove>;

    /// Declares a result: a winner, or a draw (`None`). The first declaration counts.
    fn declare(&mut self, winner: Option<Player>, reason: &str);
    /// Ends the turn after this move.
    fn end_turn(&mut self);
    /// Gives a player one more move before the turn passes from him.
    fn allow_extra_move(&mut self, player: Player);
    /// Draws from the game's random generator.
    fn random(&mut self) -> u64;
    /// Prints a line to the game's log.
    fn print(&mut self, level: ConsoleLevel, text: &str);
}

/// Why a script had to stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptFault {
    /// What went wrong, in one sentence.
    pub message: String,
    /// Where in the source, if known.
    pub place: Option<ScriptPlace>,
}

/// A place in a source file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptPlace {
    /// The file, by the name that the model gives it.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1, in characters.
    pub column: u32,
}

impl fmt::Display for ScriptFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            Some(ScriptPlace { file, line, column }) if file.is_empty() => {
                write!(f, "line {line}, column {column}: {}", self.message)
            }
            Some(ScriptPlace { file, line, column }) => {
                write!(f, "{file}:{line}:{column}: {}", self.message)
            }
            None => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for ScriptFault {}
