//! How each game of the library and the examples finds its legal moves, and which triggers have a say in it.

#![allow(clippy::unwrap_used)] // A test that cannot go on has failed.

mod games;

use nightrider::engine::{Bearing, Game, Judging, Move, MoveKind};
use nightrider::lang::NoLoader;
use nightrider::notation::{Fen, LegalMoves};
use nightrider::{compile_source, rules};

use games::all_games;

/// The games whose moves masks alone do not judge, and why by their texts. All others have pieces that take by leaps,
/// slides and over hurdles only, and no trigger that runs before a move is judged and bears on it.
const DEARER: &[(&str, Judging)] = &[
    // A capture may win by points: `win` makes a move legal whatever is attacked.
    ("bounty.chesslang", Judging::TriggersTried),
    ("countdown.chesslang", Judging::TriggersTried),
    ("material-race.chesslang", Judging::TriggersTried),
    // `remove` of Ghosts around a Monk that moves.
    ("ghosts.chesslang", Judging::TriggersTried),
    // `cancel` of captures next to a Guardian.
    ("guardian.chesslang", Judging::TriggersTried),
    // Moves a piece out of the Jester's way.
    ("jester.chesslang", Judging::TriggersTried),
    // Lava where the taker stood may close a line.
    ("lava.chesslang", Judging::TriggersTried),
    // The question about the beacon hangs on the zone, so that it cannot be counted by the piece.
    ("sanseong.chesslang", Judging::TriggersTried),
    // Transformations in zones, through an action of the game's own.
    ("shrine.chesslang", Judging::TriggersTried),
    // What is bitten changes sides; what is taken rises.
    ("vampire.chesslang", Judging::TriggersTried),
    ("zombie.chesslang", Judging::TriggersTried),
    // The script listens to all moves and removes pieces.
    ("surround.chesslang", Judging::Trial),
    // Captures under conditions that read state; the Lancer's trigger removes pieces as well.
    ("lancer.chesslang", Judging::PositionsTried),
    ("shapeshifter.chesslang", Judging::PositionsTried),
    // Grasshoppers by `where blocked` on the way.
    ("grasshoppers.chesslang", Judging::PositionsTried),
    // Captures by programs that ask for more than empty squares: hurdles, names, state.
    ("cannons.chesslang", Judging::PositionsTried),
    ("castling-by-state.chessembly", Judging::PositionsTried),
    ("chameleons.chessembly", Judging::PositionsTried),
    ("checkers.chessembly", Judging::PositionsTried),
    ("janggi-pieces.chesslang", Judging::PositionsTried),
    ("snipers.chesslang", Judging::PositionsTried),
    ("state-chess.chessembly", Judging::PositionsTried),
    ("windmills-by-state.chesslang", Judging::PositionsTried),
];

/// Triggers with something to say about the move that raises them, of all games; all others have none.
const HEARD: &[(&str, &str, Bearing)] = &[
    ("bounty.chesslang", "collect", Bearing::Helps),
    ("ghosts.chesslang", "exorcise", Bearing::Decides),
    ("guardian.chesslang", "protect", Bearing::Decides),
    ("jester.chesslang", "swap_places", Bearing::Decides),
    ("lancer.chesslang", "ride_down", Bearing::Decides),
    ("lava.chesslang", "burn", Bearing::Helps),
    ("shrine.chesslang", "enter_shrine", Bearing::Decides),
    ("shrine.chesslang", "drink", Bearing::Decides),
    // Its trap closes squares to the enemy: it may save a king. The question is counted, not tried.
    ("trapper.chesslang", "place_trap", Bearing::Helps),
    ("vampire.chesslang", "bite", Bearing::Decides),
    ("zombie.chesslang", "pawn_rises", Bearing::Decides),
];

#[test]
fn each_game_takes_its_path() {
    let games = all_games();
    for (name, rules) in &games {
        let wanted = DEARER.iter().find(|(dear, _)| dear == name).map_or(Judging::Masks, |(_, path)| *path);
        assert_eq!(rules.judging(), wanted, "{name}: {:#?}", rules.doubts());
    }
    for (dear, _) in DEARER {
        assert!(games.iter().any(|(name, _)| name == dear), "there is no game {dear}");
    }
}

#[test]
fn each_trigger_has_its_say() {
    let mut heard = Vec::new();
    let games = all_games();
    for (name, rules) in &games {
        for fact in rules.trigger_facts() {
            if fact.before_judging && fact.bearing != Bearing::Nothing {
                heard.push((name.as_str(), fact.name.clone(), fact.bearing));
            }
            assert!(!fact.tries || rules.judging() != Judging::Masks, "{name}, {}", fact.name);
        }
    }
    let mut wanted: Vec<_> =
        HEARD.iter().map(|(game, name, bearing)| (*game, (*name).to_owned(), *bearing)).collect();
    wanted.sort();
    heard.sort();
    assert_eq!(heard, wanted);
}

/// Whether a move may be in doubt in a game that masks judge: it is of a kind that moves or makes more than one piece,
/// or a yes to the question about it may save a king.
fn is_of_a_single_kind(game: &Game, m: Move) -> bool {
    let variant = game.rules().variant();
    let royals = |owner| {
        let placed = game.pieces().into_iter();
        placed.filter(|piece| piece.owner == owner && variant.piece(piece.piece).traits.royal).count()
    };
    let mover = game.kind_at(m.from()).unwrap();
    let traits = &variant.piece(mover.piece()).traits;
    let explodes = m.captured().and_then(|square| game.kind_at(square));
    let facts = game.rules().trigger_facts();
    let mut saving = facts.iter().filter(|fact| fact.asks && fact.bearing == Bearing::Helps);
    saving.any(|fact| fact.movers.contains(&mover.piece()))
        || matches!(m.kind(), MoveKind::EnPassant | MoveKind::Castle | MoveKind::Swap | MoveKind::Onto)
        || traits.royal && royals(mover.owner()) > 1
        || m.promotion().is_some()
        || explodes.is_some_and(|kind| variant.piece(kind.piece()).traits.explosive)
}

/// What the facts say is what happens: where masks judge, no ordinary move is tried, triggers or not.
#[test]
fn where_masks_judge_nothing_ordinary_is_tried() {
    for (name, rules) in all_games() {
        // What may not give check is looked at more closely.
        if rules.judging() != Judging::Masks || rules.variant().rules.check.cannot_give {
            continue;
        }
        for seed in 0..3 {
            let mut game = Game::new(&rules, seed);
            let mut choice = seed as usize;
            while game.result().is_none() && game.history().len() < 40 {
                let tried = game.moves_in_doubt().into_iter().find(|m| !is_of_a_single_kind(&game, *m));
                assert_eq!(tried, None, "{name}, game {seed}, ply {}", game.history().len());
                choice = choice.wrapping_mul(31).wrapping_add(17);
                game.play(game.legal_moves()[choice % game.legal_moves().len()]).unwrap();
            }
        }
    }
}

/// Where each move is tried, the generator leaves all of them in doubt.
#[test]
fn where_each_move_is_tried_all_are_in_doubt() {
    let late =
        "game: \"Late\"\ntrigger toll {\n on: turn_end\n optional: true\n do: set game.state.tolls += 1\n}\n";
    let variant = compile_source("late", late, &NoLoader).variant.unwrap();
    let rules = rules(variant).unwrap();
    assert_eq!(rules.judging(), Judging::Trial);
    let game = Game::new(&rules, 0);
    assert_eq!(game.moves_in_doubt().len(), 20);
    assert_eq!(game.legal_moves().len(), 40);
}

/// A bishop bound to its king may take if what the trigger leaves behind closes the line.
#[test]
fn a_mark_may_save_a_move() {
    let text = std::fs::read_to_string("../../examples/lava.chesslang").unwrap();
    let rules = rules(compile_source("lava", &text, &NoLoader).variant.unwrap()).unwrap();
    let fen = Fen::parse(rules.variant(), "k3r3/8/8/8/8/3p4/4B3/4K3 w - - 0 1").unwrap();
    let game = Game::from_setup(&rules, &fen.setup(), 0).unwrap();
    let moves = LegalMoves::of(&game);
    assert!(moves.find("e2d3").is_ok(), "lava on e2 closes the file");
    assert!(moves.find("e2f3").is_err(), "a move that takes nothing leaves no lava");
}
