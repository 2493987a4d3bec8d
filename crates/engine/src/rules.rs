//! A variant made ready to play: tables, keys and facts, immutable and shared.

use std::fmt;
use std::sync::Arc;

use nightrider_model::program::Program;
use nightrider_model::{Compass, FieldId, Pattern, PieceId, Player, Square, Variant};

use crate::attack::AttackTables;
use crate::bitboard::{Bitboard, Wide};
use crate::castling::Lanes;
use crate::compile::{Compiler, Programs, is_too_complex};
use crate::compile_error::CompileError;
use crate::ends::Ends;
use crate::kind::Kind;
use crate::living::{Living, Scripts, cooldowns};
use crate::material::Material;
use crate::movement::Movement;
use crate::position::Position;
use crate::promotion::Promotion;
use crate::ride;
use crate::script::ScriptEngine;
use crate::uses::Uses;
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
    pub(crate) ends: Ends<B>,
    pub(crate) material: Material,
    pub(crate) uses: Uses,
    /// By kind: what playing a move has to know about it.
    roles: Box<[Role]>,
    /// The state fields that keep a piece from moving while they are positive.
    pub(crate) cooldowns: Vec<Cooldown>,
    /// The triggers and actions.
    pub(crate) living: Living<B>,
    /// The scripts.
    pub(crate) scripts: Option<Scripts>,
}

/// What playing a move has to know about a kind of piece.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Role {
    /// Its loss loses the game.
    pub royal: bool,
    /// It castles as a king does.
    pub castles: bool,
    /// It castles as a partner.
    pub castling_partner: bool,
    /// Its moves restart the fifty-move clock.
    pub restarts_clock: bool,
    /// It matters to its own moves, castling apart, that it has not moved.
    pub asks_for_first_move: bool,
    /// It promotes, so that it takes and is taken in passing.
    pub promotes: bool,
}

/// A state field with the built-in meaning of `cooldown` and `frozen`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cooldown {
    pub field: FieldId,
    /// Whether it drops by one at the start of each of its owner's turns, as it does unless a trigger of
    /// the game decreases it itself.
    pub counts_down: bool,
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
        check_setup(&variant)?;
        for piece in &variant.pieces {
            if is_too_complex(piece) {
                return Err(CompileError::TooComplex { piece: piece.name.clone() });
            }
            let mut programs = Vec::new();
            piece.patterns().for_each(|pattern| programs_in(pattern, &mut programs));
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

/// Whether every piece of the setup exists and has a square of its own.
fn check_setup(variant: &Variant) -> Result<(), CompileError> {
    let mut taken = vec![false; variant.board.len()];
    for placed in &variant.setup.pieces {
        let what = |what: &str| Err(CompileError::Inconsistent { what: format!("the setup {what}") });
        if placed.piece.index() >= variant.pieces.len() {
            return what("places a piece that does not exist");
        }
        match taken.get_mut(placed.square.index()) {
            Some(taken) if !*taken && !variant.board.is_hole(placed.square) => *taken = true,
            Some(_) => return what("places two pieces on one square, or one on a hole"),
            None => return what("places a piece off the board"),
        }
    }
    Ok(())
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
        let moves = movements.iter_mut().flat_map(Movement::rides_mut);
        let attacked = attacks.iter_mut().flat_map(|tables| &mut tables.rides).map(|attack| &mut attack.ride);
        ride::tabulate(&variant.board, moves.chain(attacked));
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
            roles: kinds
                .iter()
                .map(|kind| Role {
                    royal: traits(kind).royal,
                    castles: !movements[kind.index()].castling.is_empty(),
                    castling_partner: traits(kind).castle,
                    restarts_clock: variant.rules.fifty_moves.contains(&kind.piece()),
                    asks_for_first_move: movements[kind.index()].asks_for_first_move,
                    promotes: traits(kind).promote,
                })
                .collect(),
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

    /// What playing a move has to know about a kind.
    #[inline(always)]
    pub(crate) fn role(&self, kind: Kind) -> &Role {
        &self.roles[kind.index()]
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
}

impl fmt::Debug for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Rules").field(&self.variant().name).finish()
    }
}
