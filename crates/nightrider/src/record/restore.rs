//! From a saved game to the set-up that goes on from there: names are looked up, and all faults are told at once.

use nightrider_engine::script::ScriptMove;
use nightrider_engine::{
    AttachedEffect, CastlingField, DeclaredResult, Entry, LaidEffect, LooseField, LooseOwner, Passing, Setup,
    SetupEffect, SetupPiece,
};
use nightrider_lang::suggest::nearest;
use nightrider_model::{EffectId, FieldId, PieceId, Player, Square, TriggerId, Value, Variant};
use nightrider_notation::Fen;

use super::account::Outcome;
use super::fault::{LoadError, LoadFault};
use super::kinds::{Field, misfit};
use super::saved::{Fields, Hex, SavedEffect, SavedGame, SavedMove, SavedPiece};

/// The set-up of a saved game.
///
/// # Errors
/// All that is wrong with it.
pub(super) fn setup(variant: &Variant, saved: &SavedGame) -> Result<Setup, LoadError> {
    if saved.game != variant.name {
        let fault = LoadFault::OtherGame { saved: saved.game.clone(), wanted: variant.name.clone() };
        return Err(LoadError { faults: vec![fault] });
    }
    let mut reader = Reader { variant, faults: Vec::new(), loose: Vec::new() };
    let fen = saved.fen.as_deref().and_then(|text| reader.fen(text));
    let setup = reader.setup(saved, fen);
    if reader.faults.is_empty() { Ok(setup) } else { Err(LoadError { faults: reader.faults }) }
}

struct Reader<'a> {
    variant: &'a Variant,
    faults: Vec<LoadFault>,
    loose: Vec<LooseField>,
}

impl Reader<'_> {
    fn setup(&mut self, saved: &SavedGame, fen: Option<Fen>) -> Setup {
        let memory = &saved.memory;
        let base = fen.as_ref().map_or_else(|| Setup::new(Vec::new()), Fen::setup);
        let own_pieces = saved.pieces.is_some();
        let pieces = match &saved.pieces {
            Some(pieces) => pieces.iter().filter_map(|piece| self.piece(piece)).collect(),
            None => {
                if saved.fen.is_none() {
                    self.value("pieces", "neither `pieces` nor `fen` says what stands where".to_owned());
                }
                base.pieces
            }
        };
        let castling = match &memory.castling {
            Some(squares) => {
                CastlingField::Rights(squares.iter().filter_map(|name| self.partner(name, &pieces)).collect())
            }
            // The FEN's rights are those of the FEN's pieces.
            None if own_pieces => CastlingField::ByUnmoved,
            None => base.castling,
        };
        let passing = memory.passing.as_ref().and_then(|passing| {
            let place = "memory.passing";
            let piece = self.square(&passing.piece, place)?;
            let squares = passing.squares.iter().filter_map(|name| self.square(name, place)).collect();
            Some(Passing { piece, squares })
        });
        let knows_passing = memory.seed.is_some() || memory.castling.is_some();
        if memory.moves_left == Some(0) {
            self.value("memory.moves_left", "a turn with no move left is over".to_owned());
        }
        let white = &saved.players.white;
        let black = &saved.players.black;
        let variant = self.variant;
        let player_state = [(white, Player::White), (black, Player::Black)].map(|(saved, player)| {
            let place = format!("players.{}.state", player.name());
            self.fields(&variant.player_fields, &saved.state, LooseOwner::Player(player), &place)
        });
        let game_state = self.fields(&variant.game_fields, &saved.state, LooseOwner::Game, "state");
        let had = [(Player::White, &memory.white_had), (Player::Black, &memory.black_had)];
        let had: Vec<(Player, PieceId)> = had
            .into_iter()
            .flat_map(|(player, names)| names.iter().map(move |name| (player, name)))
            .filter_map(|(player, name)| Some((player, self.piece_type(name, "memory")?)))
            .collect();
        Setup {
            pieces,
            turn: saved.turn.unwrap_or(base.turn),
            castling,
            en_passant: if knows_passing { None } else { base.en_passant },
            passing,
            halfmove_clock: base.halfmove_clock,
            full_move: base.full_move,
            checks: Some([white.checks, black.checks]),
            captures: Some([white.captures, black.captures]),
            moves: Some([white.moves, black.moves]),
            moves_left: memory.moves_left,
            game_state,
            player_state,
            extra_moves: memory.extra_moves,
            effects: saved.effects.iter().filter_map(|effect| self.square_effect(effect)).collect(),
            laid: memory
                .laid
                .iter()
                .filter_map(|laid| {
                    Some(LaidEffect {
                        square: self.square(&laid.square, "memory.laid")?,
                        effect: self.effect(&laid.effect, "memory.laid")?,
                        owner: laid.owner,
                        attached: laid.attached,
                        fresh: laid.fresh,
                    })
                })
                .collect(),
            had,
            seed: memory.seed.map(|Hex(seed)| seed),
            entry: Entry::GoesOn,
            plies: saved.ply.unwrap_or(u32::try_from(saved.plies.len()).unwrap_or(u32::MAX)),
            earlier: memory.earlier.iter().map(|Hex(key)| *key).collect(),
            past: memory.moves.iter().filter_map(|past| self.past(past)).collect(),
            declared: memory.declared.as_ref().map(|declared| DeclaredResult {
                winner: declared.winner,
                trigger: declared.trigger.as_deref().and_then(|name| self.trigger(name)),
                text: declared.text.clone(),
            }),
            result: saved.result.as_ref().map(Outcome::result),
            // Last, when all fields have been read.
            loose_state: std::mem::take(&mut self.loose),
        }
    }

    fn value(&mut self, place: &str, problem: String) {
        self.faults.push(LoadFault::Value { problem, place: place.to_owned() });
    }

    fn unknown<'n>(
        &mut self,
        what: &'static str,
        name: &str,
        place: &str,
        known: impl Iterator<Item = &'n str>,
    ) {
        let meant = nearest(name, known).map(str::to_owned);
        let fault = LoadFault::Unknown { what, name: name.to_owned(), place: place.to_owned(), meant };
        self.faults.push(fault);
    }

    fn fen(&mut self, text: &str) -> Option<Fen> {
        let fen = Fen::parse(self.variant, text);
        fen.map_err(|error| self.value("fen", format!("this is no FEN of {}:\n{error}", self.variant.name)))
            .ok()
    }

    fn square(&mut self, name: &str, place: &str) -> Option<Square> {
        let board = &self.variant.board;
        let square = board.parse(name).filter(|square| !board.is_hole(*square));
        if square.is_none() {
            self.unknown("square", name, place, std::iter::empty());
        }
        square
    }

    fn piece_type(&mut self, name: &str, place: &str) -> Option<PieceId> {
        let variant = self.variant;
        let found = variant.piece_named(name);
        if found.is_none() {
            self.unknown("piece type", name, place, variant.pieces.iter().map(|piece| piece.name.as_str()));
        }
        found
    }

    fn effect(&mut self, name: &str, place: &str) -> Option<EffectId> {
        let variant = self.variant;
        let found = variant.effects.iter().position(|effect| effect.name == name);
        if found.is_none() {
            self.unknown("effect", name, place, variant.effects.iter().map(|effect| effect.name.as_str()));
        }
        found.map(|index| EffectId(index as u16))
    }

    fn trigger(&mut self, name: &str) -> Option<TriggerId> {
        let variant = self.variant;
        let found = variant.triggers.iter().position(|trigger| trigger.name == name);
        if found.is_none() {
            let known = variant.triggers.iter().map(|trigger| trigger.name.as_str());
            self.unknown("trigger", name, "memory.declared", known);
        }
        found.map(|index| TriggerId(index as u16))
    }

    /// Fields that the game's text names; those that only its scripts can have set are kept apart.
    fn fields(
        &mut self,
        known: &[String],
        fields: &Fields,
        owner: LooseOwner,
        place: &str,
    ) -> Vec<(FieldId, Value)> {
        let mut read = Vec::new();
        for (name, value) in &fields.0 {
            match known.iter().position(|known| known == name) {
                Some(index) => {
                    let id = FieldId(index as u16);
                    let field = match owner {
                        LooseOwner::Game => Field::Game(id),
                        LooseOwner::Player(_) => Field::Player(id),
                        LooseOwner::Piece(_) => Field::Piece(id),
                    };
                    if let Some(problem) = misfit(self.variant, field, value) {
                        self.value(place, problem);
                    }
                    read.push((id, value.clone()));
                }
                None if self.variant.scripts.is_empty() => {
                    self.unknown("state field", name, place, known.iter().map(String::as_str));
                }
                None => self.loose.push(LooseField { owner, name: name.clone(), value: value.clone() }),
            }
        }
        read
    }

    fn turns_left(&mut self, effect: &SavedEffect, place: &str) {
        if effect.turns_left == Some(0) {
            self.value(place, format!("`{}` has no turn left, so it would have ended", effect.effect));
        }
    }

    fn piece(&mut self, piece: &SavedPiece) -> Option<SetupPiece> {
        let place = format!("pieces, {}", piece.square);
        let square = self.square(&piece.square, "pieces");
        let found = self.piece_type(&piece.r#type, &place);
        let (square, found) = (square?, found?);
        let variant = self.variant;
        let state = piece.state.as_ref().map_or_else(Vec::new, |fields| {
            let owner = LooseOwner::Piece(square);
            let mut state = self.fields(&variant.piece_fields, fields, owner, &place);
            // What is not written is null, whatever the type starts with.
            for default in &variant.piece(found).state {
                if !state.iter().any(|(field, _)| *field == default.field) {
                    state.push((default.field, Value::Null));
                }
            }
            state
        });
        let mut effects = Vec::new();
        for effect in &piece.effects {
            self.turns_left(effect, &place);
            if effect.square.as_deref().is_some_and(|named| named != piece.square) {
                self.value(
                    &place,
                    format!("`{}` is attached to this piece and lies on no square", effect.effect),
                );
            }
            if let Some(id) = self.effect(&effect.effect, &place) {
                effects.push(AttachedEffect {
                    effect: id,
                    owner: effect.owner,
                    turns_left: effect.turns_left,
                });
            }
        }
        Some(SetupPiece { square, piece: found, owner: piece.owner, moved: piece.moved, state, effects })
    }

    fn square_effect(&mut self, effect: &SavedEffect) -> Option<SetupEffect> {
        let Some(name) = &effect.square else {
            self.value("effects", format!("`{}` has no `square`", effect.effect));
            return None;
        };
        let place = format!("effects, {name}");
        self.turns_left(effect, &place);
        let square = self.square(name, "effects");
        let found = self.effect(&effect.effect, &place);
        Some(SetupEffect {
            square: square?,
            effect: found?,
            owner: effect.owner,
            turns_left: effect.turns_left,
        })
    }

    fn partner(&mut self, name: &str, pieces: &[SetupPiece]) -> Option<(Player, Square)> {
        let square = self.square(name, "memory.castling")?;
        match pieces.iter().find(|piece| piece.square == square) {
            Some(piece) => Some((piece.owner, square)),
            None => {
                self.value("memory.castling", format!("nothing stands on {name} that could castle"));
                None
            }
        }
    }

    fn past(&mut self, past: &SavedMove) -> Option<ScriptMove> {
        let place = "memory.moves";
        let mut other = |name: &Option<String>| match name {
            Some(name) => self.piece_type(name, place).map(Some),
            None => Some(None),
        };
        let (captured, promotion) = (other(&past.captured), other(&past.promotion));
        let piece = self.piece_type(&past.piece, place);
        let (from, to) = (self.square(&past.from, place), self.square(&past.to, place));
        Some(ScriptMove {
            player: past.player,
            piece: piece?,
            from: from?,
            to: to?,
            captured: captured?,
            promotion: promotion?,
        })
    }
}
