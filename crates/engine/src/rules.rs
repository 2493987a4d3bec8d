//! A variant made ready to play: tables, keys and facts, immutable and shared.

use std::fmt;
use std::sync::Arc;

use nightrider_model::program::{Op, Program};
use nightrider_model::{
    CapturePatterns, Compass, Expr, FieldId, Pattern, PieceId, PieceType, Player, PromotionRegion, Series,
    Square, Variant,
};

use crate::attack::AttackTables;
use crate::bitboard::{Bitboard, Wide};
use crate::castling::Lanes;
use crate::compile::{Compiler, Programs};
use crate::ends::Ends;
use crate::kind::Kind;
use crate::living::{Living, Scripts, cooldowns};
use crate::material::Material;
use crate::movement::Movement;
use crate::position::Position;
use crate::script::{ScriptEngine, ScriptFault};
use crate::zobrist::Zobrist;

/// The compiled rules of a game. Cloning shares them.
#[derive(Clone)]
pub struct Rules(pub(crate) Width);

/// The rules for the width of board that the game needs.
#[derive(Clone)]
pub(crate) enum Width {
    Narrow(Arc<RulesFor<u64>>),
    Middle(Arc<RulesFor<u128>>),
    Wide(Arc<RulesFor<Wide>>),
}

/// The compiled rules for boards of width `B`.
pub struct RulesFor<B: Bitboard> {
    /// The game they were compiled from.
    pub variant: Arc<Variant>,
    /// The squares that exist.
    pub board: B,
    pub(crate) zobrist: Zobrist,
    /// By kind: how it moves.
    pub(crate) movements: Vec<Movement<B>>,
    pub(crate) lanes: Lanes<B>,
    /// By attacking player.
    pub(crate) attacks: [AttackTables<B>; 2],
    /// By player: the kinds whose loss loses the game.
    pub(crate) royal_kinds: [Vec<Kind>; 2],
    /// By player: the kinds that castle as kings.
    pub(crate) castling_kinds: [Vec<Kind>; 2],
    /// Types that explode when they are captured.
    pub(crate) explosive: Vec<PieceId>,
    /// Types that cannot be captured.
    pub(crate) immune: Vec<PieceId>,
    /// By player: where and into what pieces promote.
    pub(crate) promotion: [Promotion<B>; 2],
    /// By square: the squares one king step away.
    neighbours: Box<[B]>,
    pub(crate) ends: Ends,
    pub(crate) material: Material,
    pub(crate) uses: Uses,
    /// By kind: whether it matters to its own moves, castling apart, that a piece has not moved.
    pub(crate) first_move_kinds: Vec<bool>,
    /// The state fields that keep a piece from moving while they are positive.
    pub(crate) cooldowns: Vec<Cooldown>,
    /// The triggers and actions.
    pub(crate) living: Living,
    /// The scripts.
    pub(crate) scripts: Option<Scripts>,
}

/// Where and into what the pieces of a player promote.
#[derive(Clone, Debug)]
pub(crate) struct Promotion<B> {
    /// By type: whether it promotes here.
    pub promotes: Vec<bool>,
    /// By type: whether its promotion may make a royal or lose one.
    pub changes_royals: Vec<bool>,
    pub region: B,
    /// Where promotion is forced even if it is optional elsewhere.
    pub far_rank: B,
    pub options: Vec<PieceId>,
    /// By type: how many the player has in the setup, if only lost pieces can come back.
    pub at_most: Option<Vec<u32>>,
}

/// What a game makes use of, so that others need not pay for it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Uses {
    /// Some gate asks whether an own royal is attacked.
    pub gates_on_check: bool,
    /// Something reads the number of checks given, or a check ends a series of moves.
    pub checks: bool,
    /// Some program asks about the opponent's state.
    pub enemy_state: bool,
    /// Some piece can castle.
    pub castling: bool,
    /// Some piece can be taken in passing.
    pub en_passant: bool,
    /// Some piece type explodes.
    pub explosions: bool,
    /// Turns may have more than one move.
    pub series: bool,
    /// Triggers or scripts run.
    pub living: bool,
}

/// A state field with the built-in meaning of `cooldown` and `frozen`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cooldown {
    pub field: FieldId,
    /// Whether it drops by one at the start of each of its owner's turns, as it does unless a trigger of
    /// the game decreases it itself.
    pub counts_down: bool,
}

/// Why a variant cannot be compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CompileError {
    /// The board has no squares or more than 16 files or ranks.
    BoardSize {
        /// Files.
        width: u8,
        /// Ranks.
        height: u8,
    },
    /// More piece types than a move can name.
    TooManyPieces {
        /// How many there are.
        count: usize,
    },
    /// The game has scripts, and there is nothing to run them.
    NoScriptEngine,
    /// A script of the game cannot be used.
    Script(ScriptFault),
    /// An index or square of the model is out of range: the model was not checked.
    Inconsistent {
        /// What refers to what does not exist.
        what: String,
    },
}

/// The most piece types a game can have.
pub const MAX_PIECE_TYPES: usize = 4000;

impl Rules {
    /// Compiles a variant without scripts.
    ///
    /// # Errors
    /// If the board or the number of piece types exceeds the limits of the engine, or the model is
    /// inconsistent, or it has scripts.
    pub fn compile(variant: Variant) -> Result<Rules, CompileError> {
        Rules::compile_all(variant, None, Programs::Compiled)
    }

    /// Compiles a variant whose scripts, if it has any, run in the given engine.
    ///
    /// # Errors
    /// As [`Rules::compile`], and if a script cannot be used.
    pub fn compile_with(variant: Variant, engine: Option<&dyn ScriptEngine>) -> Result<Rules, CompileError> {
        Rules::compile_all(variant, engine, Programs::Compiled)
    }

    /// Compiles a variant so that all of its Chessembly programs are run in play, those too that tables could
    /// replace. The game is the same, and slower: the measure for [`Rules::compile`].
    ///
    /// # Errors
    /// As [`Rules::compile`].
    pub fn compile_running_programs(variant: Variant) -> Result<Rules, CompileError> {
        Rules::compile_all(variant, None, Programs::Run)
    }

    fn compile_all(
        mut variant: Variant,
        engine: Option<&dyn ScriptEngine>,
        programs: Programs,
    ) -> Result<Rules, CompileError> {
        let (width, height) = (variant.board.width, variant.board.height);
        if !(1..=16).contains(&width) || !(1..=16).contains(&height) {
            return Err(CompileError::BoardSize { width, height });
        }
        if variant.pieces.len() > MAX_PIECE_TYPES {
            return Err(CompileError::TooManyPieces { count: variant.pieces.len() });
        }
        for piece in &variant.pieces {
            let mut programs = Vec::new();
            piece.moves.iter().for_each(|pattern| programs_in(pattern, &mut programs));
            if let CapturePatterns::Patterns(patterns) = &piece.captures {
                patterns.iter().for_each(|pattern| programs_in(pattern, &mut programs));
            }
            for program in programs {
                let fault = |fault| CompileError::Inconsistent { what: format!("{}: {fault}", piece.name) };
                program.verify().map_err(fault)?;
            }
        }
        let scripts = if variant.scripts.is_empty() {
            None
        } else {
            name_cooldowns(&mut variant);
            let engine = engine.ok_or(CompileError::NoScriptEngine)?;
            Some(Scripts::new(&variant, engine.load(&variant).map_err(CompileError::Script)?))
        };
        let variant = Arc::new(variant);
        Ok(Rules(match variant.board.len() {
            0..=64 => Width::Narrow(Arc::new(RulesFor::compile(variant, scripts, programs)?)),
            65..=128 => Width::Middle(Arc::new(RulesFor::compile(variant, scripts, programs)?)),
            _ => Width::Wide(Arc::new(RulesFor::compile(variant, scripts, programs)?)),
        }))
    }

    /// The game they were compiled from.
    pub fn variant(&self) -> &Variant {
        match &self.0 {
            Width::Narrow(rules) => &rules.variant,
            Width::Middle(rules) => &rules.variant,
            Width::Wide(rules) => &rules.variant,
        }
    }
}

/// Gives the fields with a built-in meaning a place in the state of pieces if a script names them.
fn name_cooldowns(variant: &mut Variant) {
    for name in ["cooldown", "frozen"] {
        let named = variant.scripts.iter().any(|script| script.source.contains(name));
        if named && !variant.piece_fields.iter().any(|field| field == name) {
            variant.piece_fields.push(name.to_string());
        }
    }
}

/// The programs in a pattern.
pub(crate) fn programs_in<'p>(pattern: &'p Pattern, found: &mut Vec<&'p Program>) {
    match pattern {
        Pattern::Program(program) => found.push(program),
        Pattern::Any(patterns) | Pattern::Then(patterns) => {
            patterns.iter().for_each(|pattern| programs_in(pattern, found));
        }
        Pattern::Where(pattern, _) | Pattern::Repeat(pattern, _) => programs_in(pattern, found),
        _ => {}
    }
}

/// Keeps each table of rides once, however many kinds ride so.
fn share_tables<B: Bitboard>(movements: &mut [Movement<B>], attacks: &mut [AttackTables<B>; 2]) {
    let mut known = Vec::new();
    let moves = movements.iter_mut().flat_map(Movement::rides_mut);
    let attacks = attacks.iter_mut().flat_map(|tables| &mut tables.rides).map(|attack| &mut attack.ride);
    for ride in moves.chain(attacks) {
        ride.share_tables(&mut known);
    }
}

impl<B: Bitboard> RulesFor<B> {
    /// Compiles a variant whose board fits the width.
    pub(crate) fn compile(
        variant: Arc<Variant>,
        scripts: Option<Scripts>,
        programs: Programs,
    ) -> Result<RulesFor<B>, CompileError> {
        let board = B::from_squares(variant.board.squares().filter(|&s| !variant.board.is_hole(s)));
        let kinds: Vec<Kind> = (0..variant.pieces.len() * 2).map(|kind| Kind(kind as u16)).collect();
        let mut movements: Vec<Movement<B>> =
            kinds.iter().map(|&kind| Compiler::new(&variant, kind, programs).movement()).collect();
        let mut attacks = Player::BOTH.map(|player| AttackTables::new(&variant, &movements, player));
        share_tables(&mut movements, &mut attacks);
        let traits = |kind: &Kind| variant.piece(kind.piece()).traits;
        let of_player = |player: Player| kinds.iter().copied().filter(move |kind| kind.owner() == player);
        let types = (0..variant.pieces.len()).map(|piece| PieceId(piece as u16));
        let neighbours = variant.board.squares().map(|square| {
            let around = Compass::ALL.iter().filter_map(|d| {
                let (dx, dy) = d.offset();
                variant.board.offset(square, dx, dy)
            });
            B::from_squares(around) & board
        });
        Ok(RulesFor {
            zobrist: Zobrist::new(kinds.len(), variant.board.len()),
            attacks,
            royal_kinds: Player::BOTH.map(|player| of_player(player).filter(|k| traits(k).royal).collect()),
            castling_kinds: Player::BOTH.map(|player| {
                of_player(player).filter(|kind| !movements[kind.index()].castling.is_empty()).collect()
            }),
            explosive: types.clone().filter(|&piece| variant.piece(piece).traits.explosive).collect(),
            immune: types.filter(|&piece| variant.piece(piece).traits.immune).collect(),
            promotion: Player::BOTH.map(|player| Promotion::new(&variant, player, board)),
            neighbours: neighbours.collect(),
            lanes: Lanes::new(&variant, board, movements.iter().any(|m| !m.castling.is_empty())),
            ends: Ends::new(&variant),
            material: Material::new(&variant),
            uses: Uses::new(&variant, &movements),
            first_move_kinds: movements.iter().map(|movement| movement.asks_for_first_move).collect(),
            cooldowns: cooldowns(&variant),
            living: Living::new(&variant, scripts.as_ref().map(|scripts| scripts.host.profile())),
            scripts,
            movements,
            board,
            variant,
        })
    }

    /// The squares one king step away.
    #[inline(always)]
    pub(crate) fn neighbours(&self, square: Square) -> B {
        self.neighbours[square.index()]
    }

    /// Whether pieces of a kind castle as partners.
    pub(crate) fn is_castling_partner(&self, kind: Kind) -> bool {
        self.variant.piece(kind.piece()).traits.castle
    }

    /// How many moves a turn has, the turns of both players counted from 1.
    #[inline(always)]
    pub(crate) fn moves_in_turn(&self, player: Player, turn: u32) -> u16 {
        if !self.uses.series {
            return 1;
        }
        let moves = self.variant.rules.turn.moves.moves(player, turn);
        u16::try_from(moves).unwrap_or(u16::MAX).max(1)
    }

    /// The royals of a player.
    #[inline(always)]
    pub(crate) fn royals(&self, position: &Position<B>, player: Player) -> B {
        let kinds = &self.royal_kinds[player.index()];
        kinds.iter().fold(B::EMPTY, |all, &kind| all | position.of_kind(kind))
    }

    /// The royals of a player that can be captured, and so be in check.
    #[inline(always)]
    pub(crate) fn checkable(&self, position: &Position<B>, player: Player) -> B {
        let royals = self.royals(position, player);
        self.immune.iter().fold(royals, |all, &piece| all.without(position.of_type(piece)))
    }

    /// Whether it matters to the moves of a kind, castling apart, that a piece has not moved.
    #[inline(always)]
    pub(crate) fn first_move_matters(&self, kind: Kind) -> bool {
        self.first_move_kinds[kind.index()]
    }
}

impl<B: Bitboard> Promotion<B> {
    fn new(variant: &Variant, player: Player, board: B) -> Promotion<B> {
        let rules = &variant.rules.promotion;
        let own_rank = |square: Square| match player {
            Player::White => variant.board.rank(square),
            Player::Black => variant.board.height - 1 - variant.board.rank(square),
        };
        let ranks_from = |first: u8| {
            B::from_squares(variant.board.squares().filter(|&square| own_rank(square) + 1 >= first)) & board
        };
        let region = match rules.region[player] {
            PromotionRegion::Rank(rank) => ranks_from(rank),
            PromotionRegion::Zone(zone) => {
                B::from_squares(variant.board.zone(zone).squares.iter().copied()) & board
            }
        };
        let in_setup = |piece: usize| {
            let placed = &variant.setup.pieces;
            placed.iter().filter(|p| p.owner == player && p.piece.index() == piece).count() as u32
        };
        let makes_royals = rules.pieces[player].iter().any(|&piece| variant.piece(piece).traits.royal);
        let changes_royals = |piece: &PieceType| piece.traits.promote && (piece.traits.royal || makes_royals);
        Promotion {
            promotes: variant.pieces.iter().map(|piece| piece.traits.promote).collect(),
            changes_royals: variant.pieces.iter().map(changes_royals).collect(),
            region,
            far_rank: ranks_from(variant.board.height),
            options: rules.pieces[player].clone(),
            at_most: rules.only_lost.then(|| (0..variant.pieces.len()).map(in_setup).collect()),
        }
    }
}

impl Uses {
    fn new<B: Bitboard>(variant: &Variant, movements: &[Movement<B>]) -> Uses {
        let rules = &variant.rules;
        let gates = movements.iter().flat_map(Movement::gates);
        let series = rules.turn.moves != Series::ONE;
        let conditions = variant.victory.iter().chain(&variant.draw);
        let counts_checks = |expr: &Expr| {
            expr.mentions(|part| matches!(part, Expr::Counter(_, nightrider_model::Counter::Checks)))
        };
        let traits = |test: fn(&nightrider_model::Traits) -> bool| {
            variant.pieces.iter().any(move |piece| test(&piece.traits))
        };
        let living = !variant.triggers.is_empty() || !variant.scripts.is_empty();
        Uses {
            gates_on_check: gates.into_iter().any(|gate| gate.in_check.is_some()),
            checks: living
                || series
                || conditions.into_iter().any(|condition| counts_checks(&condition.expr)),
            enemy_state: movements
                .iter()
                .flat_map(|movement| &movement.programs)
                .any(|program| program.code.chains().flatten().any(|op| matches!(op, Op::EnemyState(..)))),
            castling: rules.castling.enabled
                && traits(|traits| traits.castle)
                && movements.iter().any(|movement| !movement.castling.is_empty()),
            en_passant: rules.en_passant.enabled && traits(|traits| traits.promote),
            explosions: traits(|traits| traits.explosive),
            series,
            living,
        }
    }
}

impl fmt::Debug for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Rules").field(&self.variant().name).finish()
    }
}

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CompileError::BoardSize { width, height } => {
                write!(f, "a board of {width}x{height} squares cannot be played; 1x1 to 16x16 can")
            }
            CompileError::TooManyPieces { count } => {
                write!(f, "{count} piece types are too many; at most {MAX_PIECE_TYPES} are possible")
            }
            CompileError::NoScriptEngine => {
                write!(f, "it has a script, and this program runs no scripts")
            }
            CompileError::Script(fault) => write!(f, "its script cannot be used: {fault}"),
            CompileError::Inconsistent { what } => write!(f, "the description of the game is broken: {what}"),
        }
    }
}

impl std::error::Error for CompileError {}
