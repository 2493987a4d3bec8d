//! A game: a position with its history, its legal moves and its result. The public face of the engine.

use std::fmt;

use nightrider_model::{EffectId, FieldId, PieceId, Player, Square, Value};

use crate::bitboard::{Bitboard, Wide};
use crate::branches::{self, Branch};
use crate::ends::Holding;
use crate::fast;
use crate::kind::Kind;
use crate::legal;
use crate::line::Line;
use crate::living::{self, LogEntry};
use crate::moves::Move;
use crate::perft;
use crate::playout::{Playout, Playouts};
use crate::position::{Counters, LooseOwner, Mark};
use crate::result::GameResult;
use crate::rules::{Rules, Width};
use crate::setup::{
    AttachedEffect, CastlingField, DeclaredResult, Entry, LaidEffect, LooseField, Passing, Setup,
    SetupEffect, SetupPiece,
};
use crate::start::{SetupError, own_setup};
use crate::stopped::{self, ProgramStop};
use crate::view::GameFacts;
use crate::why::{Attempt, WhyNot, trial_events, why_not, why_not_answered};

/// A game in progress. A clone is independent.
///
/// A game is its start and its moves: replaying them gives the identical game, random choices included.
#[derive(Clone)]
pub struct Game {
    rules: Rules,
    line: LineOfWidth,
}

#[derive(Clone)]
enum LineOfWidth {
    Narrow(Box<Line<u64>>),
    Middle(Box<Line<u128>>),
    Wide(Box<Line<Wide>>),
}

/// Does the same with a line of any width.
macro_rules! with_line {
    ($game:expr, $line:ident => $body:expr) => {
        match &$game.line {
            LineOfWidth::Narrow($line) => $body,
            LineOfWidth::Middle($line) => $body,
            LineOfWidth::Wide($line) => $body,
        }
    };
    (mut $game:expr, $line:ident => $body:expr) => {
        match &mut $game.line {
            LineOfWidth::Narrow($line) => $body,
            LineOfWidth::Middle($line) => $body,
            LineOfWidth::Wide($line) => $body,
        }
    };
}

/// One ply of a game's history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The move.
    pub played: Move,
    /// Who played it.
    pub player: Player,
    /// What it captured, with the squares where the pieces stood.
    pub captured: Vec<(Square, Kind)>,
    /// Whether it attacked an enemy royal.
    pub gave_check: bool,
    /// What happened.
    pub events: Vec<LogEntry>,
}

/// A piece on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceView {
    /// Where it stands.
    pub square: Square,
    /// What it is.
    pub piece: PieceId,
    /// Whose it is.
    pub owner: Player,
    /// Whether it has moved.
    pub moved: bool,
    /// Its state: the fields that are not null.
    pub state: Vec<(FieldId, Value)>,
    /// The effects attached to it.
    pub effects: Vec<AttachedEffect>,
}

/// An effect on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EffectView {
    /// Where it lies.
    pub square: Square,
    /// Which effect.
    pub effect: EffectId,
    /// Whose effect it is.
    pub owner: Player,
    /// Turns until it ends; `None` is until lifted.
    pub turns_left: Option<u32>,
}

/// A move that cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IllegalMove {
    /// The game is over.
    GameOver,
    /// It is not among the legal moves.
    NotLegal(Move),
}

impl Game {
    /// A game from its own set-up.
    pub fn new(rules: &Rules, seed: u64) -> Game {
        Game::from_setup(rules, &own_setup(rules.variant()), seed)
            .expect("the setup of compiled rules has no faults")
    }

    /// A game from any position.
    ///
    /// # Errors
    /// If the position is impossible: all reasons why.
    pub fn from_setup(rules: &Rules, setup: &Setup, seed: u64) -> Result<Game, SetupError> {
        let line = match &rules.0 {
            Width::Narrow(rules) => LineOfWidth::Narrow(Box::new(Line::new(rules.clone(), setup, seed)?)),
            Width::Middle(rules) => LineOfWidth::Middle(Box::new(Line::new(rules.clone(), setup, seed)?)),
            Width::Wide(rules) => LineOfWidth::Wide(Box::new(Line::new(rules.clone(), setup, seed)?)),
        };
        Ok(Game { rules: rules.clone(), line })
    }

    /// The rules it is played by.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Player {
        with_line!(self, line => line.position.turn())
    }

    /// Moves left in this turn, the next one included.
    pub fn moves_left(&self) -> u16 {
        with_line!(self, line => line.position.ledger.moves_left)
    }

    /// Plies played since the game's start, those before a position that the game was loaded from included.
    pub fn ply(&self) -> u32 {
        with_line!(self, line => line.plies_before.saturating_add(line.plies.len() as u32))
    }

    /// What makes each position so far the same as another for repetition, the present one last. The numbers mean
    /// something only to the same game in the same version of the engine.
    pub fn repetition_keys(&self) -> &[u64] {
        with_line!(self, line => line.keys())
    }

    /// The number of the full move: it grows when Black's turn is over.
    pub fn full_move(&self) -> u32 {
        with_line!(self, line => line.position.ledger.full_move)
    }

    /// Plies since the last capture or move of a piece that restarts the clock.
    pub fn halfmove_clock(&self) -> u32 {
        with_line!(self, line => line.position.ledger.halfmove_clock)
    }

    /// The legal moves without duplicates; none once the game is over.
    pub fn legal_moves(&self) -> &[Move] {
        with_line!(self, line => &line.legal)
    }

    /// The legal moves found by trying every move, in no particular order. This is slow and gives the same
    /// moves as [`Game::legal_moves`]; tests hold the two to each other.
    pub fn legal_moves_by_trial(&self) -> Vec<Move> {
        if self.result().is_some() {
            return Vec::new();
        }
        with_line!(self, line => legal::legal_moves_by_trial(&line.rules, &mut line.position.clone()))
    }

    /// The moves of this position that have to be tried to find out whether they are legal, legal or not: what
    /// [`Rules::doubts`] tells of the game, for one position.
    pub fn moves_in_doubt(&self) -> Vec<Move> {
        if self.result().is_some() {
            return Vec::new();
        }
        with_line!(self, line => fast::in_doubt(&line.rules, &line.position))
    }

    /// Plays a move.
    ///
    /// # Errors
    /// If the game is over or the move is not legal; the game is then unchanged.
    pub fn play(&mut self, m: Move) -> Result<(), IllegalMove> {
        if self.result().is_some() {
            return Err(IllegalMove::GameOver);
        }
        if !self.legal_moves().contains(&m) {
            return Err(IllegalMove::NotLegal(m));
        }
        with_line!(mut self, line => line.play(m));
        Ok(())
    }

    /// Why a move is not legal; `None` if it is.
    pub fn why_not(&self, attempt: Attempt) -> Option<WhyNot> {
        if self.result().is_some() {
            return Some(WhyNot::GameOver);
        }
        with_line!(self, line => why_not(&line.rules, &line.position, attempt))
    }

    /// Where the Chessembly programs of a piece stopped on their way to where an attempt should go, the likeliest reason
    /// first. Nothing if no chain of theirs leads that way.
    pub fn program_stops(&self, attempt: Attempt) -> Vec<ProgramStop> {
        let exists = |square: Square| square.index() < self.rules().variant().board.len();
        if !exists(attempt.from) || !exists(attempt.to) {
            return Vec::new();
        }
        with_line!(self, line => stopped::stops(&line.rules, &line.position, attempt))
    }

    /// Why a legal move is not legal with these answers to the optional triggers that ask (a bit each, the first
    /// question lowest); `None` if it is.
    pub fn why_not_answered(&self, m: Move, answers: u8) -> Option<WhyNot> {
        if !self.legal_moves().contains(&m) {
            return None;
        }
        let other = m.answering(m.asked(), answers);
        if self.legal_moves().contains(&other) {
            return None;
        }
        with_line!(self, line => why_not_answered(&line.rules, &line.position, other))
    }

    /// What triggers and scripts would do in a move that the piece can make but that is not legal, up to the point
    /// where that is judged; nothing for other attempts.
    pub fn trial_events(&self, attempt: Attempt) -> Vec<LogEntry> {
        if self.result().is_some() {
            return Vec::new();
        }
        with_line!(self, line => trial_events(&line.rules, &line.position, attempt))
    }

    /// Takes back the last ply and returns its move.
    pub fn undo(&mut self) -> Option<Move> {
        with_line!(mut self, line => line.undo())
    }

    /// Plays the ply that was taken back last once more, unless another has been played since.
    pub fn redo(&mut self) -> Option<Move> {
        with_line!(mut self, line => line.redo())
    }

    /// How the game ended, if it has.
    pub fn result(&self) -> Option<&GameResult> {
        with_line!(self, line => line.result.as_ref())
    }

    /// Whether a royal of the player to move is attacked.
    pub fn in_check(&self) -> bool {
        with_line!(self, line => crate::ends::in_check(&line.rules, &line.position))
    }

    /// The conditions of the game's end that hold now, the position taken to occur for the first time. At the
    /// start of a game this does not end it: it is judged after each ply.
    pub fn holding(&self) -> Vec<Holding> {
        let no_moves = self.result().is_none() && self.legal_moves().is_empty();
        let facts = GameFacts { position_count: 1, no_moves };
        with_line!(self, line => crate::ends::holding(&line.rules, &line.position, facts))
    }

    /// The plies played so far.
    pub fn history(&self) -> &[Ply] {
        with_line!(self, line => &line.plies)
    }

    /// What happened at the start of the game, before its first ply.
    pub fn start_events(&self) -> &[LogEntry] {
        with_line!(self, line => &line.start_events)
    }

    /// The kind of piece on a square.
    pub fn kind_at(&self, square: Square) -> Option<Kind> {
        with_line!(self, line => line.at(square))
    }

    /// The piece on a square.
    pub fn piece_at(&self, square: Square) -> Option<PieceView> {
        let kind = self.kind_at(square)?;
        with_line!(self, line => {
            let fields = (0..line.rules.variant.piece_fields.len()).map(|field| FieldId(field as u16));
            let state = fields.filter_map(|field| {
                let value = line.position.piece_state(square, field);
                (*value != Value::Null).then(|| (field, value.clone()))
            });
            let marks = line.position.marks().iter().filter(|mark| mark.attached && mark.square == square);
            Some(PieceView {
                square,
                piece: kind.piece(),
                owner: kind.owner(),
                moved: !line.position.is_unmoved(square),
                state: state.collect(),
                effects: marks
                    .map(|mark| AttachedEffect {
                        effect: mark.effect,
                        owner: mark.owner,
                        turns_left: mark.turns_left,
                    })
                    .collect(),
            })
        })
    }

    /// The pieces in board order.
    pub fn pieces(&self) -> Vec<PieceView> {
        self.rules.variant().board.squares().filter_map(|square| self.piece_at(square)).collect()
    }

    /// The effects on squares, in the order in which they were laid.
    pub fn effects(&self) -> Vec<EffectView> {
        with_line!(self, line => {
            let marks = line.position.marks().iter().filter(|mark| !mark.attached);
            marks
                .map(|mark| EffectView {
                    square: mark.square,
                    effect: mark.effect,
                    owner: mark.owner,
                    turns_left: mark.turns_left,
                })
                .collect()
        })
    }

    /// The fields of `game.state` that were set.
    pub fn game_state(&self) -> Vec<(FieldId, Value)> {
        self.shared_state(None)
    }

    /// The fields of a player's `player.state` that were set.
    pub fn player_state(&self, player: Player) -> Vec<(FieldId, Value)> {
        self.shared_state(Some(player))
    }

    fn shared_state(&self, owner: Option<Player>) -> Vec<(FieldId, Value)> {
        let variant = self.rules.variant();
        let fields = if owner.is_none() { variant.game_fields.len() } else { variant.player_fields.len() };
        with_line!(self, line => {
            let fields = (0..fields).map(|field| FieldId(field as u16));
            fields
                .filter_map(|field| Some((field, line.position.shared_state(owner, field)?.clone())))
                .collect()
        })
    }

    /// Fields of state that no text of the game names and a script has set.
    pub fn loose_state(&self) -> Vec<LooseField> {
        let field = |(owner, name, value): (LooseOwner, &std::sync::Arc<str>, &Value)| LooseField {
            owner,
            name: name.to_string(),
            value: value.clone(),
        };
        with_line!(self, line => line.position.all_loose_state().map(field).collect())
    }

    /// The line that a script wants shown beside the board, if it has replaced `game.getStatus`.
    pub fn script_status(&self) -> Option<String> {
        with_line!(self, line => living::status(&line.rules, &line.position))
    }

    /// What a player has done so far.
    pub fn counters(&self, player: Player) -> Counters {
        with_line!(self, line => line.position.counters(player))
    }

    /// The castling partners, by their squares, that still hold their right.
    pub fn castling_rights(&self) -> Vec<(Player, Square)> {
        with_line!(self, line => line.castling_rights())
    }

    /// The square at which a piece can be taken in passing with a legal move.
    pub fn en_passant_square(&self) -> Option<Square> {
        with_line!(self, line => line.en_passant_square())
    }

    /// The hash of the position, kept up to date with every change.
    pub fn hash(&self) -> u64 {
        with_line!(self, line => line.position.hash())
    }

    /// The state of the game's random generator.
    pub fn seed(&self) -> u64 {
        with_line!(self, line => line.position.ledger.seed)
    }

    /// The position as a set-up that goes on from here.
    pub fn setup(&self) -> Setup {
        let pieces = self.pieces().into_iter().map(|piece| SetupPiece {
            square: piece.square,
            piece: piece.piece,
            owner: piece.owner,
            moved: Some(piece.moved),
            state: self.complete_state(&piece),
            effects: piece.effects,
        });
        let both = Player::BOTH.map(|player| self.counters(player));
        let effects = self.effects().into_iter().map(|effect| SetupEffect {
            square: effect.square,
            effect: effect.effect,
            owner: effect.owner,
            turns_left: effect.turns_left,
        });
        Setup {
            pieces: pieces.collect(),
            turn: self.turn(),
            castling: CastlingField::Rights(self.castling_rights()),
            en_passant: self.en_passant_square(),
            passing: self.passing(),
            halfmove_clock: self.halfmove_clock(),
            full_move: self.full_move(),
            checks: Some(both.map(|counters| counters.checks)),
            captures: Some(both.map(|counters| counters.captures)),
            moves: Some(both.map(|counters| counters.moves)),
            moves_left: Some(self.moves_left()),
            game_state: self.game_state(),
            player_state: Player::BOTH.map(|player| self.player_state(player)),
            loose_state: self.loose_state(),
            extra_moves: with_line!(self, line => line.position.ledger.extra_moves),
            effects: effects.collect(),
            laid: self.laid(),
            had: self.had(),
            seed: Some(self.seed()),
            entry: Entry::GoesOn,
            plies: self.ply(),
            earlier: self
                .repetition_keys()
                .split_last()
                .map_or_else(Vec::new, |(_, earlier)| earlier.to_vec()),
            past: with_line!(self, line => line.position.past().to_vec()),
            declared: self.declared(),
            result: self.result().cloned(),
        }
    }

    /// The effects in force, in the order in which they were laid.
    fn laid(&self) -> Vec<LaidEffect> {
        with_line!(self, line => {
            let laid = |&Mark { square, effect, owner, attached, fresh, .. }: &Mark| {
                LaidEffect { square, effect, owner, attached, fresh }
            };
            line.position.marks().iter().map(laid).collect()
        })
    }

    /// What an action or a script has declared.
    fn declared(&self) -> Option<DeclaredResult> {
        with_line!(self, line => {
            let declared = line.position.ledger.declared?;
            let text = declared.text.and_then(|index| line.position.text(index)).map(|text| text.to_string());
            Some(DeclaredResult { winner: declared.winner, trigger: declared.trigger, text })
        })
    }

    /// The multi-step of the last move, whether or not something can be taken in passing.
    pub fn passing(&self) -> Option<Passing> {
        with_line!(self, line => {
            let ledger = &line.position.ledger;
            let squares: Vec<Square> = ledger.passed.squares().collect();
            (!squares.is_empty()).then_some(Passing { piece: ledger.passer, squares })
        })
    }

    /// All fields of a piece, those that its type declares and that are null included.
    fn complete_state(&self, piece: &PieceView) -> Vec<(FieldId, Value)> {
        let mut state = piece.state.clone();
        for default in &self.rules.variant().piece(piece.piece).state {
            if !state.iter().any(|(field, _)| *field == default.field) {
                state.push((default.field, Value::Null));
            }
        }
        state
    }

    /// The types that each player has had at some time in this game.
    pub fn had(&self) -> Vec<(Player, PieceId)> {
        let types = (0..self.rules.variant().pieces.len()).map(|piece| PieceId(piece as u16));
        let all = types.flat_map(|piece| Player::BOTH.map(|player| (player, piece)));
        let had = |player, piece| with_line!(self, line => line.position.ever_had(Kind::new(piece, player)));
        all.filter(|&(player, piece)| had(player, piece)).collect()
    }

    /// Games that all go on from here with random moves, one after the other without end. They are given up after
    /// so many plies. The same seed gives the same games on every platform; the game itself does not change.
    ///
    /// Playing one costs a fraction of what [`Game::play`] costs for its moves, and ends in the same result.
    pub fn playouts(&self, seed: u64, most_plies: usize) -> Box<dyn Iterator<Item = Playout> + Send> {
        with_line!(self, line => Box::new(Playouts::new(line, seed, most_plies)))
    }

    /// The number of sequences of `depth` legal moves. Victories and positions without a move end a line;
    /// draws by rule do not.
    pub fn perft(&self, depth: u32) -> u64 {
        self.perft_divide(depth).into_iter().map(|(_, leaves)| leaves).sum::<u64>() + u64::from(depth == 0)
    }

    /// The same number, with legal moves found by trying every move as in [`Game::legal_moves_by_trial`].
    pub fn perft_by_trial(&self, depth: u32) -> u64 {
        with_line!(self, line => perft::by_trial(&line.rules, &mut line.position.clone(), depth))
    }

    /// The same in independent parts, whose counts add up to it at any depth but 0, where there are none.
    pub fn perft_branches(&self, depth: u32) -> Vec<Branch> {
        with_line!(self, line => branches::branches(&line.rules, &line.position, &line.legal, depth))
    }

    /// The same for each legal move.
    pub fn perft_divide(&self, depth: u32) -> Vec<(Move, u64)> {
        if depth == 0 {
            return Vec::new();
        }
        with_line!(self, line => {
            let mut position = line.position.clone();
            let moves = line.legal.iter();
            moves.map(|&m| (m, perft::below(&line.rules, &mut position, m, depth))).collect()
        })
    }
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Game").field("rules", &self.rules).field("ply", &self.ply()).finish()
    }
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IllegalMove::GameOver => f.write_str("the game is over"),
            IllegalMove::NotLegal(_) => f.write_str("the move is not legal"),
        }
    }
}

impl std::error::Error for IllegalMove {}
