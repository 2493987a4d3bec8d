//! The game's set-up as a world for scripts: enough to run a body in before there are any rules.

use std::collections::BTreeMap;
use std::sync::Arc;

use nightrider_engine::Counters;
use nightrider_engine::expr::PieceRef;
use nightrider_engine::script::{ConsoleLevel, ScriptMove, ScriptPiece, ScriptWorld, StateOwner};
use nightrider_model::{PieceId, Player, Square, Value, Variant};

/// The pieces of a game's set-up, as a world in which nothing has been played and nothing is attacked.
///
/// The bodies of scripts run in it when a game is loaded, so that the globals their handlers start from depend on
/// the game alone and not on the position that a particular game begins with.
#[derive(Clone, Debug)]
pub struct SetupWorld<'a> {
    variant: &'a Variant,
    pieces: BTreeMap<Square, ScriptPiece>,
    removed: Vec<(ScriptPiece, Fields)>,
    state: BTreeMap<StateOwner, BTreeMap<Arc<str>, Value>>,
    /// Whose turn it is.
    pub turn: Player,
    /// Whether `event.cancel()` is possible.
    pub can_cancel: bool,
    /// Whether the move was cancelled.
    pub cancelled: bool,
    /// What was declared: the winner (`None` for a draw) and the reason.
    pub declared: Option<(Option<Player>, String)>,
    /// Whether the turn is to end.
    pub turn_ended: bool,
    /// Further moves allowed to White and Black.
    pub extra_moves: [u32; 2],
    /// What was printed.
    pub printed: Vec<(ConsoleLevel, String)>,
    /// The state of the random generator.
    pub seed: u64,
}

/// The fields of a state by name.
type Fields = Vec<(Arc<str>, Value)>;

impl<'a> SetupWorld<'a> {
    /// The set-up of a game.
    pub fn new(variant: &'a Variant) -> SetupWorld<'a> {
        let mut world = SetupWorld {
            variant,
            pieces: BTreeMap::new(),
            removed: Vec::new(),
            state: BTreeMap::new(),
            turn: Player::White,
            can_cancel: false,
            cancelled: false,
            declared: None,
            turn_ended: false,
            extra_moves: [0; 2],
            printed: Vec::new(),
            seed: 0,
        };
        for placement in &variant.setup.pieces {
            world.create(placement.piece, placement.owner, placement.square);
        }
        for piece in world.pieces.values_mut() {
            piece.moved = false;
        }
        world
    }

    fn first_state(&self, piece: PieceId) -> BTreeMap<Arc<str>, Value> {
        let declared = &self.variant.piece(piece).state;
        let name = |field: usize| Arc::from(self.variant.piece_fields[field].as_str());
        declared.iter().map(|default| (name(default.field.index()), default.value.clone())).collect()
    }
}

impl ScriptWorld for SetupWorld<'_> {
    fn variant(&self) -> &Variant {
        self.variant
    }

    fn piece_on(&self, square: Square) -> Option<ScriptPiece> {
        self.pieces.get(&square).copied()
    }

    fn piece(&self, piece: PieceRef) -> Option<ScriptPiece> {
        match piece {
            PieceRef::On(square) => self.piece_on(square),
            PieceRef::Off(index) => self.removed.get(usize::from(index)).map(|&(piece, _)| piece),
        }
    }

    fn value_of(&self, piece: PieceId) -> i32 {
        self.variant.piece(piece).value.unwrap_or(0)
    }

    fn state(&self, owner: StateOwner) -> Vec<(Arc<str>, Value)> {
        if let StateOwner::Piece(PieceRef::Off(index)) = owner {
            return self.removed.get(usize::from(index)).map_or(Vec::new(), |(_, state)| state.clone());
        }
        let fields = self.state.get(&owner);
        fields.map_or(Vec::new(), |fields| fields.iter().map(|(n, v)| (n.clone(), v.clone())).collect())
    }

    fn set_state(&mut self, owner: StateOwner, name: &str, value: Option<Value>) {
        let fields = self.state.entry(owner).or_default();
        match value {
            Some(value) => fields.insert(name.into(), value),
            None => fields.remove(name),
        };
    }

    fn create(&mut self, piece: PieceId, owner: Player, square: Square) -> bool {
        if self.pieces.contains_key(&square) {
            return false;
        }
        self.pieces.insert(square, ScriptPiece { piece, owner, square, moved: true });
        let state = self.first_state(piece);
        self.state.insert(StateOwner::Piece(PieceRef::On(square)), state);
        true
    }

    fn move_piece(&mut self, piece: PieceRef, to: Square) -> bool {
        let PieceRef::On(from) = piece else { return false };
        if self.pieces.contains_key(&to) {
            return false;
        }
        let Some(piece) = self.pieces.remove(&from) else { return false };
        self.pieces.insert(to, ScriptPiece { square: to, moved: true, ..piece });
        let state = self.state.remove(&StateOwner::Piece(PieceRef::On(from))).unwrap_or_default();
        self.state.insert(StateOwner::Piece(PieceRef::On(to)), state);
        true
    }

    fn remove(&mut self, piece: PieceRef) -> Option<PieceRef> {
        let PieceRef::On(square) = piece else { return None };
        let state = self.state(StateOwner::Piece(piece));
        let piece = self.pieces.remove(&square)?;
        self.state.remove(&StateOwner::Piece(PieceRef::On(square)));
        let index = u8::try_from(self.removed.len()).ok()?;
        self.removed.push((piece, state));
        Some(PieceRef::Off(index))
    }

    fn transform(&mut self, piece: PieceRef, to: PieceId) -> bool {
        let PieceRef::On(square) = piece else { return false };
        let state = self.first_state(to);
        let Some(piece) = self.pieces.get_mut(&square) else { return false };
        if piece.piece != to {
            piece.piece = to;
            self.state.insert(StateOwner::Piece(PieceRef::On(square)), state);
        }
        true
    }

    fn set_owner(&mut self, piece: PieceRef, owner: Player) -> bool {
        match piece {
            PieceRef::On(square) => self.pieces.get_mut(&square).map(|piece| piece.owner = owner).is_some(),
            PieceRef::Off(index) => {
                self.removed.get_mut(usize::from(index)).map(|(piece, _)| piece.owner = owner).is_some()
            }
        }
    }

    fn cancel(&mut self) -> bool {
        self.cancelled |= self.can_cancel;
        self.can_cancel
    }

    fn turn(&self) -> Player {
        self.turn
    }

    fn full_move(&self) -> u32 {
        1
    }

    fn counters(&self, _player: Player) -> Counters {
        Counters::default()
    }

    fn in_check(&self, _player: Player) -> bool {
        false
    }

    fn is_checkmate(&self, _player: Player) -> bool {
        false
    }

    fn declared(&self) -> Option<Option<Player>> {
        self.declared.as_ref().map(|&(winner, _)| winner)
    }

    fn history(&self) -> Vec<ScriptMove> {
        Vec::new()
    }

    fn declare(&mut self, winner: Option<Player>, reason: &str) {
        self.declared.get_or_insert_with(|| (winner, reason.to_string()));
    }

    fn end_turn(&mut self) {
        self.turn_ended = true;
    }

    fn allow_extra_move(&mut self, player: Player) {
        self.extra_moves[player.index()] += 1;
    }

    fn random(&mut self) -> u64 {
        self.seed = self.seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.seed;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }

    fn print(&mut self, level: ConsoleLevel, text: &str) {
        self.printed.push((level, text.to_string()));
    }
}
