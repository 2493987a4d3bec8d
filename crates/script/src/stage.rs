//! What the functions of the API can reach while a script runs: the world, the pieces it has in hand, its state.

use std::ptr::NonNull;

use nightrider_engine::expr::PieceRef;
use nightrider_engine::script::{ScriptWorld, StateOwner};
use nightrider_model::{Event, PieceId, Player, Square};
use rquickjs::qjs;

use crate::arena::Arena;
use crate::js::{Atom, Js, Res, Thrown, Val};
use crate::powers::Powers;

/// What the functions of the API can reach while a script runs.
pub(crate) struct Stage {
    /// The game; only while a script runs.
    world: Option<NonNull<dyn ScriptWorld>>,
    arena: NonNull<Arena>,
    pub names: Names,
    pub powers: Powers,
    pub moment: Moment,
    pub pieces: Pieces,
    /// The state objects in hand, which are written back when the script ends or something else may look.
    pub states: Vec<(StateOwner, Val)>,
    /// The handlers that the body has registered.
    pub handlers: Vec<(Event, Val)>,
    pub state_limit: usize,
}

/// What is being run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Moment {
    /// The body, which may register handlers.
    Body,
    /// A handler, or a function called by a trigger or condition.
    Play,
}

/// Interned names and objects that every run needs. They are part of the snapshot.
#[derive(Clone)]
pub(crate) struct Names {
    pub file: Atom,
    pub rank: Atom,
    pub kind: Atom,
    pub player: Atom,
    pub piece: Atom,
    pub from: Atom,
    pub to: Atom,
    pub captured: Atom,
    pub captor: Atom,
    pub king: Atom,
    pub zone: Atom,
    pub new_type: Atom,
    pub original_type: Atom,
    pub promotion: Atom,
    /// `"White"` and `"Black"`.
    pub players: [Val; 2],
    /// The names of the piece types.
    pub types: Vec<Val>,
    /// `Object.prototype`.
    pub plain: Val,
    /// The class of piece objects.
    pub piece_class: qjs::JSClassID,
    /// `game`, and the functions of it that a script may replace.
    pub game: Val,
    pub can_end_turn: Val,
    pub get_status: Val,
    /// The prototype of events.
    pub event: Val,
}

/// The piece objects that a run has made, by number.
pub(crate) struct Pieces {
    list: Vec<(PieceRef, Val)>,
    /// By square: the number of the piece there plus 1.
    on: Box<[u16; 256]>,
}

impl Pieces {
    pub fn new() -> Pieces {
        Pieces { list: Vec::new(), on: Box::new([0; 256]) }
    }

    pub fn clear(&mut self) {
        for (piece, _) in self.list.drain(..) {
            if let PieceRef::On(square) = piece {
                self.on[square.index()] = 0;
            }
        }
    }

    fn find(&self, piece: PieceRef) -> Option<usize> {
        match piece {
            PieceRef::On(square) => usize::from(self.on[square.index()]).checked_sub(1),
            PieceRef::Off(_) => self.list.iter().position(|&(known, _)| known == piece),
        }
    }

    fn add(&mut self, piece: PieceRef, object: Val) {
        self.list.push((piece, object));
        if let PieceRef::On(square) = piece {
            self.on[square.index()] = self.list.len() as u16;
        }
    }

    fn get(&self, number: usize) -> Option<PieceRef> {
        self.list.get(number).map(|&(piece, _)| piece)
    }

    fn relocate(&mut self, from: PieceRef, to: PieceRef) {
        let Some(number) = self.find(from) else { return };
        if let PieceRef::On(square) = from {
            self.on[square.index()] = 0;
        }
        if let PieceRef::On(square) = to {
            self.on[square.index()] = number as u16 + 1;
        }
        self.list[number].0 = to;
    }
}

impl Stage {
    pub fn new(arena: NonNull<Arena>, names: Names, powers: Powers, state_limit: usize) -> Stage {
        Stage {
            world: None,
            arena,
            names,
            powers,
            moment: Moment::Body,
            pieces: Pieces::new(),
            states: Vec::new(),
            handlers: Vec::new(),
            state_limit,
        }
    }

    /// Opens the stage for a run.
    ///
    /// # Safety
    /// The world must stay borrowed for this run until [`Stage::close`].
    pub unsafe fn open(&mut self, world: &mut dyn ScriptWorld, moment: Moment) {
        let world: NonNull<dyn ScriptWorld + '_> = NonNull::from(world);
        // SAFETY: only the lifetime changes; the caller keeps the borrow alive until `close`.
        self.world = Some(unsafe {
            std::mem::transmute::<NonNull<dyn ScriptWorld + '_>, NonNull<dyn ScriptWorld>>(world)
        });
        self.moment = moment;
        self.pieces.clear();
        self.states.clear();
        self.handlers.clear();
    }

    pub fn close(&mut self) {
        self.world = None;
    }
}

// The stage hangs on the context. These methods are how the API's functions come to it.
impl Js {
    /// Does something with the stage. What it does must not run JavaScript: that could come back here.
    pub fn stage<T>(self, act: impl FnOnce(&mut Stage) -> T) -> T {
        // SAFETY: the machine sets the pointer before anything runs, the stage lives as long as the context, and
        // `act` does not come back here, so that the reference is the only one.
        act(unsafe { &mut *qjs::JS_GetContextOpaque(self.0).cast::<Stage>() })
    }

    /// Does something with the world. What it does must not run JavaScript in this context.
    pub fn world<T>(self, act: impl FnOnce(&mut dyn ScriptWorld) -> T) -> Res<T> {
        match self.stage(|stage| stage.world) {
            // SAFETY: open, so the run's borrow is alive, and `act` does not come back here.
            Some(mut world) => Ok(act(unsafe { world.as_mut() })),
            None => Err(self.fail("there is no game here")),
        }
    }

    /// Counts the cost of a function of the API, and stops the script if it has used up its steps.
    pub fn charge(self, steps: u32) -> Res<()> {
        let arena = self.stage(|stage| stage.arena);
        // SAFETY: the arena lives as long as the context; allocation does not happen within this call.
        if unsafe { (*arena.as_ptr()).meter.charge(steps) } { Err(self.stop()) } else { Ok(()) }
    }

    /// Notes that the script has used up its stack, whether it catches the error or not.
    pub fn stop_for_stack(self) {
        let arena = self.stage(|stage| stage.arena);
        // SAFETY: as in `charge`.
        unsafe { (*arena.as_ptr()).meter.out_of_stack() }
    }

    /// Counts output, and stops the script if it has printed too much.
    pub fn charge_output(self, bytes: usize) -> Res<()> {
        let arena = self.stage(|stage| stage.arena);
        // SAFETY: as in `charge`.
        if unsafe { (*arena.as_ptr()).meter.charge_output(bytes) } { Ok(()) } else { Err(self.stop()) }
    }

    /// The object of a piece: the same one each time it is asked for.
    pub fn piece_object(self, piece: PieceRef) -> Res {
        let known = self.stage(|stage| stage.pieces.find(piece).map(|number| stage.pieces.list[number].1));
        if let Some(object) = known {
            return Ok(self.again(object));
        }
        let class = self.stage(|stage| stage.names.piece_class);
        // SAFETY: the class exists, and its opaque pointer is a number that nobody follows.
        unsafe {
            let object = qjs::JS_NewObjectClass(self.0, class);
            if qjs::JS_IsException(object) {
                return Err(Thrown);
            }
            let number = self.stage(|stage| {
                stage.pieces.add(piece, object);
                stage.pieces.list.len()
            });
            qjs::JS_SetOpaque(object, std::ptr::without_provenance_mut(number));
            Ok(self.again(object))
        }
    }

    /// The piece of a piece object.
    pub fn as_piece(self, value: Val) -> Option<PieceRef> {
        self.stage(|stage| {
            // SAFETY: looks at the object's class first.
            let number = unsafe { qjs::JS_GetOpaque(value, stage.names.piece_class) }.addr();
            stage.pieces.get(number.checked_sub(1)?)
        })
    }

    /// From now on a piece's object means the piece at another place.
    pub fn relocate(self, from: PieceRef, to: PieceRef) {
        self.stage(|stage| {
            stage.pieces.relocate(from, to);
            for (owner, _) in &mut stage.states {
                if *owner == StateOwner::Piece(from) {
                    *owner = StateOwner::Piece(to);
                }
            }
        });
    }

    /// A square as `{ file, rank }`.
    pub fn position(self, square: Square) -> Res {
        let (file, rank) = self.world(|world| {
            let board = &world.variant().board;
            (board.file(square), board.rank(square))
        })?;
        self.position_of(i64::from(file), i64::from(rank))
    }

    /// A `{ file, rank }`, on the board or off it.
    pub fn position_of(self, file: i64, rank: i64) -> Res {
        let (file_name, rank_name) = self.stage(|stage| (stage.names.file, stage.names.rank));
        let object = self.object()?;
        self.define(object, file_name, self.int(file))?;
        self.define(object, rank_name, self.int(rank))?;
        Ok(object)
    }

    /// `"White"` or `"Black"`.
    pub fn player(self, player: Player) -> Val {
        self.again(self.stage(|stage| stage.names.players[player.index()]))
    }

    /// The name of a piece type.
    pub fn type_name(self, piece: PieceId) -> Val {
        self.again(
            self.stage(|stage| stage.names.types.get(piece.index()).copied()).unwrap_or(crate::js::NULL),
        )
    }
}
