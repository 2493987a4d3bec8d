//! Programs run on positions: what they offer as moves, what they attack, and what comes along with a move.

use std::cell::Cell;

use nightrider_model::program::{KeyId, NameId};
use nightrider_model::{PieceId, Player, Square, Value};

use crate::attack::{self, Sight};
use crate::bitboard::Bitboard;
use crate::expr::{Occupants, World, guard_holds, piece_guard_holds};
use crate::kind::Kind;
use crate::movegen;
use crate::movement::ProgramMoves;
use crate::moves::{Move, MoveKind};
use crate::position::Position;
use crate::program::{
    Activation, ActivationKind, Code, Machine, Observer, Occupant, Part, ProgramBoard, ThreatWords,
};
use crate::reach::{Scene, path_fits};
use crate::rules::RulesFor;
use crate::view::View;

/// A position as a program sees it.
struct Look<'a, B: Bitboard> {
    rules: &'a RulesFor<B>,
    position: &'a Position<B>,
    program: &'a ProgramMoves<B>,
    /// The piece that runs the program.
    runner: Kind,
    own: B,
    enemy: B,
    walls: B,
    /// A piece that is not there, but is thought to be.
    stands: Option<(Square, PieceId)>,
    /// Where to note what was asked about.
    reads: Option<&'a Reads<B>>,
}

/// What a run has asked about.
pub(crate) struct Reads<B> {
    pub squares: Cell<B>,
    /// Whether it was the state of the runner's opponent.
    pub enemy_state: Cell<bool>,
}

impl<B: Bitboard> Reads<B> {
    /// Nothing but the runner's own square.
    pub(crate) fn new(from: Square) -> Reads<B> {
        Reads { squares: Cell::new(B::of(from)), enemy_state: Cell::new(false) }
    }
}

impl<B: Bitboard> Look<'_, B> {
    fn note(&self, square: Square) {
        if let Some(reads) = self.reads {
            reads.squares.set(reads.squares.get() | B::of(square));
        }
    }
}

impl<B: Bitboard> ProgramBoard for Look<'_, B> {
    fn width(&self) -> u8 {
        self.rules.variant.board.width
    }

    fn height(&self) -> u8 {
        self.rules.variant.board.height
    }

    fn mover(&self) -> Player {
        self.runner.owner()
    }

    #[inline]
    fn occupant(&self, square: Square) -> Occupant {
        self.note(square);
        if self.walls.contains(square) {
            Occupant::Wall
        } else if self.own.contains(square) {
            Occupant::Ally
        } else if self.enemy.contains(square) {
            Occupant::Enemy
        } else {
            Occupant::Empty
        }
    }

    fn is_named(&self, square: Square, name: NameId) -> bool {
        self.note(square);
        let here = match self.stands {
            Some((at, piece)) if at == square => Some(piece),
            _ if !(self.own | self.enemy).contains(square) => None,
            _ => self.position.at(square).map(Kind::piece),
        };
        here.is_some() && here == self.program.names[usize::from(name.0)]
    }

    fn is_attacked(&self, square: Square) -> bool {
        let attacker = self.mover().opponent();
        let mut sight = Sight::of(self.position, attacker);
        sight.occupied.insert(square);
        sight.absent.insert(square);
        let own = self.position.at(square).filter(|kind| kind.owner() == self.mover());
        sight.stands = Some(own.unwrap_or(self.runner).piece());
        attack::attacked(self.rules, self.position, square, attacker, &sight)
    }

    fn in_check(&self) -> bool {
        attack::in_check(self.rules, self.position, self.mover())
    }

    fn state(&self, player: Player, key: KeyId) -> i32 {
        if player != self.mover()
            && let Some(reads) = self.reads
        {
            reads.enemy_state.set(true);
        }
        let Some(field) = self.program.keys[usize::from(key.0)] else { return 0 };
        match self.position.shared_state(Some(player), field) {
            Some(&Value::Int(n)) => i32::try_from(n).unwrap_or(if n < 0 { i32::MIN } else { i32::MAX }),
            Some(Value::Bool(true)) => 1,
            _ => 0,
        }
    }
}

/// A move that a program offers.
struct Offer<'a, B> {
    /// The move, without the number that tells it from others of its kind.
    m: Move,
    program: &'a ProgramMoves<B>,
    activation: Activation<'a>,
}

impl<B> Offer<'_, B> {
    /// Whether more comes along than the move itself says.
    fn carries(&self) -> bool {
        !self.activation.main.state.is_empty() || self.activation.parts().next().is_some()
    }
}

/// What a visitor of offers wants next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Visit {
    Next,
    Stop,
}

/// Appends the moves that the programs of a piece offer. What tables say already is not among them.
pub(crate) fn moves<B: Bitboard>(scene: &Scene<'_, B>, kind: Kind, from: Square, found: &mut Vec<Move>) {
    let movement = &scene.rules.movements[kind.index()];
    if movement.programs.iter().all(|program| program.chains[from.index()].is_empty()) {
        return;
    }
    let start = found.len();
    scene.position.machines.with(|machine| {
        visit(scene, kind, from, &movement.programs, machine, &mut |offer| {
            let same = |m: &&Move| m.choosing(0) == offer.m;
            if !offer.carries() {
                if !found[start..].contains(&offer.m) {
                    found.push(offer.m);
                }
            } else {
                let alike = found[start..].iter().filter(same).filter(|m| m.choice() != 0).count();
                if alike < 4095 {
                    found.push(offer.m.choosing(alike as u16 + 1));
                }
            }
            Visit::Next
        });
    });
}

/// Looks at the offer that a move with a number is; `None` if there is no such offer in the position.
pub(crate) fn with_offer<B: Bitboard, R>(
    rules: &RulesFor<B>,
    position: &Position<B>,
    m: Move,
    look: impl FnOnce(&ProgramMoves<B>, &Activation<'_>) -> R,
) -> Option<R> {
    let kind = position.at(m.from())?;
    let scene = Scene::new(rules, position, kind.owner());
    let movement = &rules.movements[kind.index()];
    let programs = movement.carried.as_deref().map_or(&movement.programs[..], std::slice::from_ref);
    let wanted = m.answering(0, 0).choosing(0);
    let mut number = 0;
    let mut look = Some(look);
    let mut result = None;
    position.machines.with(|machine| {
        visit(&scene, kind, m.from(), programs, machine, &mut |offer| {
            if offer.m == wanted && offer.carries() {
                number += 1;
                if number == m.choice()
                    && let Some(look) = look.take()
                {
                    result = Some(look(offer.program, &offer.activation));
                    return Visit::Stop;
                }
            }
            Visit::Next
        });
    });
    result
}

/// Visits what programs of a piece offer, in an order that depends on nothing but the position.
fn visit<B: Bitboard>(
    scene: &Scene<'_, B>,
    kind: Kind,
    from: Square,
    programs: &[ProgramMoves<B>],
    machine: &mut Machine,
    visitor: &mut dyn FnMut(&Offer<'_, B>) -> Visit,
) {
    let Scene { rules, position, .. } = *scene;
    for program in programs {
        let chains = &program.chains[from.index()];
        if chains.is_empty() || !scene.is_open(&program.gate, from) {
            continue;
        }
        let board = Look {
            rules,
            position,
            program,
            runner: kind,
            own: scene.own,
            enemy: scene.enemy,
            walls: scene.walls | !rules.board,
            stands: None,
            reads: None,
        };
        machine.run_chains(&program.code, chains, &board, from, ThreatWords::Answered);
        let activations = machine.activations();
        for (index, activation) in activations.iter().enumerate() {
            let Some(m) = admitted(scene, program, kind, &activation) else { continue };
            // Words that differ can come to the same: `move` and `take-move` to an empty square.
            let to = activation.main.to;
            let before = activations.before(index).take_while(|other| other.main.to == to);
            let alike = before.filter(|other| other.brings_the_same(&activation));
            let alike: Vec<Move> = alike.filter_map(|other| admitted(scene, program, kind, &other)).collect();
            if alike.contains(&m) {
                continue;
            }
            let mut stop = false;
            movegen::spelt_out(scene, kind, m, &mut |m| {
                // What the player chooses to become another activation may have said.
                let mut again = false;
                for &other in &alike {
                    movegen::spelt_out(scene, kind, other, &mut |other| again = again || other == m);
                }
                stop = stop || !again && visitor(&Offer { m, program, activation }) == Visit::Stop;
            });
            if stop {
                return;
            }
        }
    }
}

/// Runs a program as a piece sees the board, watched. Returns the squares that it activates.
pub(crate) fn watch<B: Bitboard>(
    scene: &Scene<'_, B>,
    kind: Kind,
    from: Square,
    program: &ProgramMoves<B>,
    code: &Code,
    observer: &mut impl Observer,
) -> Vec<Square> {
    let board = Look {
        rules: scene.rules,
        position: scene.position,
        program,
        runner: kind,
        own: scene.own,
        enemy: scene.enemy,
        walls: scene.walls | !scene.rules.board,
        stands: None,
        reads: None,
    };
    scene.position.machines.with(|machine| {
        machine.run_observed(code, &board, from, ThreatWords::Answered, observer);
        machine.activations().iter().map(|activation| activation.main.to).collect()
    })
}

/// The move that an activation is, if the piece may use it.
fn admitted<B: Bitboard>(
    scene: &Scene<'_, B>,
    program: &ProgramMoves<B>,
    kind: Kind,
    activation: &Activation<'_>,
) -> Option<Move> {
    let Part { kind: how, from, to, captures, transition, .. } = activation.main;
    let admits = program.admits;
    let mut m = match (how, captures) {
        (ActivationKind::Shift, _) => {
            let swaps = match () {
                () if scene.own.contains(to) => admits.swaps().has(Occupants::FRIEND),
                () if scene.enemy.contains(to) => admits.swaps().has(Occupants::ENEMY),
                () => false,
            };
            match (swaps, admits.quiet() && scene.empty.contains(to)) {
                (true, _) => Move::new(MoveKind::Swap, from, to),
                (false, true) => Move::new(MoveKind::Quiet, from, to),
                (false, false) => return None,
            }
        }
        (_, None) if admits.quiet() => Move::new(MoveKind::Quiet, from, to),
        (ActivationKind::TakeJump, Some(victim))
            if admits.captures && admits.targets.has(Occupants::EMPTY) && scene.prey.contains(victim) =>
        {
            Move::with_via(MoveKind::JumpCapture, from, to, victim)
        }
        (ActivationKind::Catch, Some(victim)) if admits.takes() && scene.prey.contains(victim) => {
            Move::with_via(MoveKind::Catch, from, from, victim)
        }
        (ActivationKind::Take | ActivationKind::TakeMove, Some(victim))
            if admits.takes() && scene.prey.contains(victim) =>
        {
            Move::new(MoveKind::Capture, from, to)
        }
        _ => return None,
    };
    if scene.let_through(&program.gate, from, B::of(to)).is_empty() {
        return None;
    }
    if activation.parts().next().is_some() {
        let mut victims = std::iter::once(activation.main).chain(activation.parts());
        let first = victims.find_map(|part| part.captures);
        let mut taken = activation.parts().filter_map(|part| part.captures);
        if taken.any(|victim| !admits.captures || !scene.prey.contains(victim)) {
            return None;
        }
        m = match first {
            Some(victim) => Move::with_via(MoveKind::PartsCapture, from, m.to(), victim),
            None => Move::new(MoveKind::Parts, from, m.to()),
        };
    }
    let becomes = transition.and_then(|name| program.names[usize::from(name.0)]);
    let known = becomes.filter(|piece| piece.index() < scene.rules.variant.pieces.len());
    debug_assert_eq!(scene.position.at(from), Some(kind), "a piece runs its own program");
    Some(known.map_or(m, |piece| m.promoting(piece)))
}

/// Whether a piece captures, by one of its programs, an enemy that stands (or would stand) on a square.
/// Notes in `reads` what was asked about.
pub(crate) fn captures_on<B: Bitboard>(
    rules: &RulesFor<B>,
    position: &Position<B>,
    kind: Kind,
    program: &ProgramMoves<B>,
    from: Square,
    target: Square,
    sight: &Sight<B>,
    reads: Option<&Reads<B>>,
) -> bool {
    let (gate, owner) = (&program.gate, kind.owner());
    let view = View { check: sight.check, ..View::new(rules, position) };
    let open = gate.unmoved.is_none_or(|wanted| wanted == position.is_unmoved(from))
        && gate.in_check.is_none_or(|wanted| wanted == view.in_check(owner))
        && gate.piece.iter().all(|code| piece_guard_holds(code, &view, owner, from));
    if !open {
        return false;
    }
    let own = position.owned(owner) & sight.occupied;
    let own = own.without(B::of(target));
    let board = Look {
        rules,
        position,
        program,
        runner: kind,
        own,
        enemy: (sight.occupied | B::of(target)).without(own),
        walls: sight.walls | !rules.board,
        stands: sight.stands.map(|piece| (target, piece)),
        reads,
    };
    let stop = sight.occupied | sight.walls;
    position.machines.with(|machine| {
        machine.run_chains(
            &program.code,
            &program.chains[from.index()],
            &board,
            from,
            ThreatWords::ReadFalse,
        );
        machine.activations().iter().any(|activation| {
            let main = activation.main;
            let admits = program.admits;
            let admitted = match main.captures {
                Some(_) if main.kind == ActivationKind::TakeJump => {
                    admits.captures && admits.targets.has(Occupants::EMPTY)
                }
                Some(_) => admits.takes(),
                None if main.kind == ActivationKind::Shift && own.contains(main.to) => {
                    admits.captures && admits.swaps().has(Occupants::FRIEND)
                }
                None if main.kind == ActivationKind::Shift && sight.occupied.contains(main.to) => {
                    admits.captures && admits.swaps().has(Occupants::ENEMY)
                }
                None => admits.captures && admits.quiet(),
            };
            let victims = || std::iter::once(main).chain(activation.parts()).filter_map(|part| part.captures);
            // A move of several parts is made whole or not at all.
            let protected = |at: Square| {
                let piece = position.at(at).map(Kind::piece);
                at != target && piece.is_some_and(|piece| rules.immune.contains(&piece))
            };
            admitted
                && victims().any(|victim| victim == target)
                && !victims().any(protected)
                && gate.allowed.as_ref().is_none_or(|allowed| allowed[from.index()].contains(main.to))
                && path_fits(rules, gate.path, from, main.to, stop)
                && gate.target.iter().all(|code| guard_holds(code, &view, owner, from, main.to))
        })
    })
}
