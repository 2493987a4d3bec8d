//! A position as a reader of text describes it, before the rules have looked at it.

use nightrider_model::{EffectId, FieldId, PieceId, Player, Square, TriggerId, Value};

use crate::position::LooseOwner;
use crate::result::GameResult;
use crate::script::ScriptMove;

/// A position to start a game from. Anything can be written down here; the game that is made of it checks
/// it and lists all faults.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The pieces, in any order.
    pub pieces: Vec<SetupPiece>,
    /// Who is to move.
    pub turn: Player,
    /// Who may still castle.
    pub castling: CastlingField,
    /// The square that a multi-step of the last move has passed, as a FEN names it.
    pub en_passant: Option<Square>,
    /// The same in full, where it is known; then the square alone is not looked at.
    pub passing: Option<Passing>,
    /// Plies since the last capture or move of a piece that restarts the clock.
    pub halfmove_clock: u32,
    /// The number of the full move, from 1.
    pub full_move: u32,
    /// Checks given by White and Black.
    pub checks: Option<[u32; 2]>,
    /// Captures made by White and Black.
    pub captures: Option<[u32; 2]>,
    /// Moves made by White and Black; `None` follows from the number of the full move.
    pub moves: Option<[u32; 2]>,
    /// Moves left in this turn; `None` is a turn that has just begun.
    pub moves_left: Option<u16>,
    /// Fields of `game.state` that were set.
    pub game_state: Vec<(FieldId, Value)>,
    /// Fields of White's and Black's `player.state` that were set.
    pub player_state: [Vec<(FieldId, Value)>; 2],
    /// Fields of state that no text of the game names, as scripts may set them.
    pub loose_state: Vec<LooseField>,
    /// Further moves that scripts have allowed to White and Black.
    pub extra_moves: [u8; 2],
    /// Effects on squares.
    pub effects: Vec<SetupEffect>,
    /// The order in which the effects above and those of the pieces were laid. What is not named here was laid
    /// later than what is.
    pub laid: Vec<LaidEffect>,
    /// Types that a player has had in this game, beside those on the board and in the game's setup.
    pub had: Vec<(Player, PieceId)>,
    /// The state of the game's random generator; `None` uses the seed that the game is started with.
    pub seed: Option<u64>,
    /// Whether the game begins here or goes on.
    pub entry: Entry,
    /// Plies played before this position.
    pub plies: u32,
    /// For repetition: what the same game said of itself in [`Game::repetition_keys`](crate::Game::repetition_keys)
    /// before this position.
    pub earlier: Vec<u64>,
    /// The moves played before this position, for scripts that look at them.
    pub past: Vec<ScriptMove>,
    /// A result that an action or a script has declared and that the next ply will bring.
    pub declared: Option<DeclaredResult>,
    /// How the game has ended, if it has.
    pub result: Option<GameResult>,
}

/// A result that an action or a script has declared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeclaredResult {
    /// Who won; `None` is a draw.
    pub winner: Option<Player>,
    /// The trigger that said so; `None` is a script.
    pub trigger: Option<TriggerId>,
    /// The text given as reason.
    pub text: Option<String>,
}

/// One of the effects of a [`Setup`], by what tells it from others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaidEffect {
    /// The square it lies on, or the square of the piece it is attached to.
    pub square: Square,
    /// Which effect.
    pub effect: EffectId,
    /// Whose effect it is.
    pub owner: Player,
    /// Whether it is attached to the piece.
    pub attached: bool,
    /// Whether it was laid in a ply that does not count for its duration and has not been counted off yet.
    pub fresh: bool,
}

/// A multi-step that the last move has made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passing {
    /// Where the piece stands that made it.
    pub piece: Square,
    /// The squares that it has passed.
    pub squares: Vec<Square>,
}

/// Whether a game begins with a position or goes on from it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Entry {
    /// The game begins: `game_start` and the first `turn_start` are raised.
    #[default]
    Begins,
    /// The game goes on: nothing is raised.
    GoesOn,
}

/// A piece of a [`Setup`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupPiece {
    /// Where it stands.
    pub square: Square,
    /// What it is.
    pub piece: PieceId,
    /// Whose it is.
    pub owner: Player,
    /// Whether it has moved. `None`: it has not if it stands where the game's setup has that piece, unless
    /// the castling field says otherwise.
    pub moved: Option<bool>,
    /// State fields that differ from the first state of its type.
    pub state: Vec<(FieldId, Value)>,
    /// Effects attached to it.
    pub effects: Vec<AttachedEffect>,
}

/// A field of state that no text of the game names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LooseField {
    /// Whose it is.
    pub owner: LooseOwner,
    /// Its name.
    pub name: String,
    /// What it holds.
    pub value: Value,
}

/// An effect attached to a piece of a [`Setup`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttachedEffect {
    /// Which effect.
    pub effect: EffectId,
    /// Whose effect it is.
    pub owner: Player,
    /// Turns until it ends; `None` is until lifted.
    pub turns_left: Option<u32>,
}

/// An effect on a square of a [`Setup`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SetupEffect {
    /// Where it lies.
    pub square: Square,
    /// Which effect.
    pub effect: EffectId,
    /// Whose effect it is.
    pub owner: Player,
    /// Turns until it ends; `None` is until lifted.
    pub turns_left: Option<u32>,
}

/// Who may still castle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum CastlingField {
    /// Whoever has not moved, by [`SetupPiece::moved`].
    #[default]
    ByUnmoved,
    /// Exactly these partners, given by the square they stand on.
    Rights(Vec<(Player, Square)>),
}

impl SetupPiece {
    /// A piece in its first state.
    pub fn new(square: Square, piece: PieceId, owner: Player) -> SetupPiece {
        SetupPiece { square, piece, owner, moved: None, state: Vec::new(), effects: Vec::new() }
    }
}

impl Setup {
    /// A position with these pieces, White to move, everything else as at the start of a game.
    pub fn new(pieces: Vec<SetupPiece>) -> Setup {
        Setup {
            pieces,
            turn: Player::White,
            castling: CastlingField::ByUnmoved,
            en_passant: None,
            passing: None,
            halfmove_clock: 0,
            full_move: 1,
            checks: None,
            captures: None,
            moves: None,
            moves_left: None,
            game_state: Vec::new(),
            player_state: [Vec::new(), Vec::new()],
            loose_state: Vec::new(),
            extra_moves: [0; 2],
            effects: Vec::new(),
            laid: Vec::new(),
            had: Vec::new(),
            seed: None,
            entry: Entry::Begins,
            plies: 0,
            earlier: Vec::new(),
            past: Vec::new(),
            declared: None,
            result: None,
        }
    }
}
