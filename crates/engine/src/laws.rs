//! Laws that hold for every game: played on games thrown together at random.
//!
//! The games are made from seeds, so that a failure names the game it happened in.

use nightrider_model::program::{Look, Op};
use nightrider_model::*;

use crate::attack::{self, Sight};
use crate::bitboard::{Bitboard, Wide};
use crate::carried::Carried;
use crate::compile_error::CompileError;
use crate::game::Game;
use crate::moves::Move;
use crate::position::Position;
use crate::reach::Scene;
use crate::rules::{Rules, RulesFor, Width};
use crate::setup::{Entry, Setup, SetupPiece};
use crate::{apply, direct, ends, fast, legal, movegen};

#[path = "../tests/support/mod.rs"]
pub(crate) mod support;

/// A small generator of random choices.
pub(crate) struct Dice(pub u64);

impl Dice {
    pub(crate) fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % sides
    }

    pub(crate) fn once_in(&mut self, sides: usize) -> bool {
        self.roll(sides) == 0
    }

    pub(crate) fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.roll(from.len())].clone()
    }
}

fn directions(dice: &mut Dice) -> Vec<Compass> {
    use Compass::*;
    match dice.roll(6) {
        0 => vec![N, E, S, W],
        1 => vec![NE, SE, SW, NW],
        2 => Compass::ALL.to_vec(),
        3 => vec![NE, NW],
        _ => vec![dice.pick(&Compass::ALL)],
    }
}

fn simple_pattern(dice: &mut Dice) -> Pattern {
    match dice.roll(8) {
        0..=2 => Pattern::Step { directions: directions(dice), distance: 1 + dice.roll(3) as u8 },
        3 | 4 => {
            let max = if dice.once_in(2) { None } else { Some(1 + dice.roll(4) as u8) };
            Pattern::Slide { directions: directions(dice), max }
        }
        5 => Pattern::Leap(1 + dice.roll(3) as u8, dice.roll(3) as u8),
        6 => {
            let max = if dice.once_in(2) { None } else { Some(1 + dice.roll(3) as u8) };
            Pattern::Hop { directions: directions(dice), max }
        }
        _ => Pattern::Leap(2, 1),
    }
}

fn condition(dice: &mut Dice) -> Expr {
    let event = |var| Box::new(Expr::Event(var));
    let count = Expr::Quantified(
        Quantifier::Count,
        Box::new(PieceSet {
            piece: None,
            side: None,
            region: Region::Board,
            local: LocalId(0),
            filter: None,
        }),
    );
    match dice.roll(13) {
        0 => Expr::Clear,
        1 => Expr::Blocked,
        2 | 3 => Expr::FirstMove(event(EventVar::Piece)),
        4 => Expr::InZone(event(EventVar::Target), ZoneId(0)),
        5 => Expr::OnRank(event(EventVar::Origin), Box::new(Expr::Int(1 + dice.roll(5) as i64))),
        6 => Expr::Target(dice.pick(&[Occupancy::Friend, Occupancy::Occupied, Occupancy::Empty])),
        7 => Expr::InCheck(event(EventVar::Player)),
        8 => Expr::Binary(BinaryOp::Greater, Box::new(count), Box::new(Expr::Int(6 + dice.roll(9) as i64))),
        9 => Expr::Binary(
            BinaryOp::Equal,
            Box::new(Expr::TypeOf(event(EventVar::Captured))),
            Box::new(Expr::Type(PieceId(dice.roll(3) as u16))),
        ),
        10 => Expr::Unary(UnaryOp::Not, Box::new(condition(dice))),
        11 => Expr::Binary(BinaryOp::And, Box::new(condition(dice)), Box::new(condition(dice))),
        _ => Expr::Binary(BinaryOp::Or, Box::new(condition(dice)), Box::new(condition(dice))),
    }
}

fn pattern(dice: &mut Dice, depth: usize) -> Pattern {
    let inner = |dice: &mut Dice| if depth == 0 { simple_pattern(dice) } else { pattern(dice, depth - 1) };
    match dice.roll(9) {
        0..=4 => simple_pattern(dice),
        5 => Pattern::Any(vec![inner(dice), inner(dice)]),
        6 => Pattern::Then(vec![inner(dice), inner(dice)]),
        7 => Pattern::Repeat(Box::new(inner(dice)), 2 + dice.roll(2) as u8),
        _ => Pattern::Where(Box::new(inner(dice)), Box::new(condition(dice))),
    }
}

/// A game thrown together.
pub(crate) fn random_variant(seed: u64) -> Variant {
    let dice = &mut Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5bd1_e995);
    let mut variant = support::standard();
    let (width, height) = dice.pick(&[(5, 6), (8, 8), (8, 8), (7, 9), (10, 10), (12, 11), (16, 16)]);
    variant.board = Board::new(width, height);
    let squares: Vec<Square> = variant.board.squares().collect();
    let some = |dice: &mut Dice, chance| -> Vec<Square> {
        squares.iter().copied().filter(|_| dice.once_in(chance)).collect()
    };
    variant.board.zones = vec![Zone { name: "zone".to_string(), squares: some(dice, 3) }];
    if dice.once_in(4) {
        variant.board.holes = some(dice, 12);
    }
    for piece in 1..variant.pieces.len() {
        if dice.once_in(3) {
            continue;
        }
        let piece = &mut variant.pieces[piece];
        piece.moves = (0..=dice.roll(2)).map(|_| pattern(dice, 2)).collect();
        piece.captures = match dice.roll(4) {
            0 => CapturePatterns::Patterns(vec![pattern(dice, 2)]),
            1 if dice.once_in(4) => CapturePatterns::None,
            _ => CapturePatterns::SameAsMoves,
        };
        piece.traits = Traits {
            royal: dice.once_in(12),
            jump: dice.once_in(8),
            phase: dice.once_in(12),
            promote: piece.traits.promote || dice.once_in(8),
            immune: dice.once_in(12),
            explosive: dice.once_in(10),
            castle: piece.traits.castle,
        };
    }
    let rules = &mut variant.rules;
    rules.check.must_escape = !dice.once_in(5);
    rules.check.cannot_give = dice.once_in(8);
    rules.check.touching_royals_shield = dice.once_in(6);
    rules.capture.mandatory = dice.once_in(6);
    rules.explosion.spares = if dice.once_in(2) { vec![PieceId(5)] } else { vec![] };
    rules.promotion.optional = dice.once_in(4);
    rules.promotion.only_lost = dice.once_in(5);
    rules.promotion.region = PerPlayer::both(match dice.roll(3) {
        0 => PromotionRegion::Zone(ZoneId(0)),
        _ => PromotionRegion::Rank(height - dice.roll(2) as u8),
    });
    if dice.once_in(6) {
        rules.castling.king_to = Some([1, width - 2]);
    }
    if dice.once_in(6) {
        rules.turn = Turn { moves: Series::Fixed { white: 2, black: 1 }, check_ends: dice.once_in(2) };
    }
    if dice.once_in(4) {
        variant.victory.push(Condition {
            name: "home".to_string(),
            expr: Expr::Captured(Side::Opponent, PieceId(1)),
            only_for: None,
        });
    }
    let free: Vec<Square> = squares.into_iter().filter(|&s| !variant.board.is_hole(s)).collect();
    for owner in Player::BOTH {
        let home: Vec<Square> = free
            .iter()
            .copied()
            .filter(|&s| (variant.board.rank(s) < height / 2) == (owner == Player::White))
            .collect();
        let count = 4 + dice.roll(10);
        for index in 0..count {
            let square = dice.pick(&home);
            let piece = PieceId(if index == 0 { 0 } else { 1 + dice.roll(5) as u16 });
            if !variant.setup.pieces.iter().any(|placed| placed.square == square) {
                variant.setup.pieces.push(Placement { square, piece, owner });
            }
        }
    }
    variant.setup.pieces.retain(|placed| free.contains(&placed.square));
    let mut seen = Vec::new();
    variant.setup.pieces.retain(|placed| {
        let first = !seen.contains(&placed.square);
        seen.push(placed.square);
        first
    });
    variant.setup.pieces.sort_by_key(|placed| placed.square);
    variant
}

/// A game from its setup, whatever is attacked in it.
pub(crate) fn entry(variant: &Variant) -> Setup {
    let pieces = variant.setup.pieces.iter();
    let pieces = pieces.map(|placed| SetupPiece::new(placed.square, placed.piece, placed.owner)).collect();
    Setup { entry: Entry::GoesOn, ..Setup::new(pieces) }
}

/// Plays a random game and holds every position of it to the laws.
fn play_by_the_laws<B: Bitboard>(rules: &RulesFor<B>, seed: u64, plies: usize) {
    let dice = &mut Dice(seed);
    let mut position =
        Position::from_setup(rules, &entry(&rules.variant), seed).expect("a setup without faults");
    for ply in 0..plies {
        let context = format!("game {seed} after {ply} plies");
        assert_eq!(position.hash(), position.fresh_hash(rules), "hash, {context}");
        let moves = legal_both_ways(rules, &mut position, &context);
        every_capture_is_an_attack(rules, &position, &context);
        for &m in &moves {
            let before = position.clone();
            let mark = position.mark();
            apply::play(rules, &mut position, m);
            assert_eq!(position.hash(), position.fresh_hash(rules), "hash after {m:?}, {context}");
            let after = position.clone();
            position.rollback(rules, &mark);
            assert!(position == before, "{m:?} taken back, {context}");
            if let Some(made) = direct::play(rules, &mut position, m) {
                assert!(position == after, "{m:?} played directly, {context}");
                made.take_back(&mut position);
                assert!(position == before, "{m:?} played directly and taken back, {context}");
            }
        }
        let Some(&m) = moves.get(dice.roll(moves.len().max(1))) else { break };
        let mover = position.turn();
        let outcome = apply::play(rules, &mut position, m);
        if ends::decided(rules, &position, &ends::LastPly::new(mover, &outcome)) {
            break;
        }
    }
}

fn legal_both_ways<B: Bitboard>(rules: &RulesFor<B>, position: &mut Position<B>, context: &str) -> Vec<Move> {
    let mut slow = legal::legal_moves_by_trial(rules, position);
    let mut quick = legal::legal_moves(rules, position);
    let count = fast::count(rules, position);
    assert_eq!(quick.len() as u64, count, "counted and listed, {context}");
    let mut choices = fast::Choices::default();
    fast::find_choices(rules, position, &mut choices);
    let picked: Vec<_> = (0..choices.len()).map(|number| choices.pick(rules, position, number)).collect();
    assert_eq!(picked, quick.iter().copied().map(Some).collect::<Vec<_>>(), "picked and listed, {context}");
    slow.sort_unstable();
    quick.sort_unstable();
    assert_eq!(slow, quick, "tried and generated, {context}");
    quick.dedup();
    assert_eq!(quick.len(), slow.len(), "no move twice, {context}");
    slow
}

/// The pieces that attack a square by themselves, in words.
fn attackers<B: Bitboard>(rules: &RulesFor<B>, position: &Position<B>, square: Square) -> String {
    let player = position.turn();
    let own = position.owned(player);
    let sight = Sight::of(position, player);
    let alone = |from: &Square| {
        let absent = sight.absent | own.without(B::of(*from));
        attack::attacked(rules, position, square, player, &Sight { absent, ..sight })
    };
    let told = own.squares().filter(alone).map(|from| {
        let kind = position.at(from).expect("an own piece");
        format!("\nby {}: {:?}", rules.variant.board.name(from), rules.variant.piece(kind.piece()))
    });
    told.collect()
}

/// Whether a program asks what is attacked: then it may take what it does not attack, and the other way round.
fn asks_threats<B: Bitboard>(rules: &RulesFor<B>) -> bool {
    let programs = rules.movements.iter().flat_map(|movement| &movement.programs);
    let mut ops = programs.flat_map(|program| program.code.chains().flatten());
    ops.any(|op| matches!(op, Op::Check | Op::Look(Look::Danger, _)))
}

/// Whether a movement asks who is in check, also on its way: attacks are the same whoever is.
fn asks_for_check<B: Bitboard>(rules: &RulesFor<B>) -> bool {
    let mut asks = false;
    for pattern in rules.variant.pieces.iter().flat_map(PieceType::patterns) {
        pattern.walk_exprs(&mut |part| asks |= matches!(part, Expr::InCheck(_)));
    }
    asks
}

/// What a piece of the player to move can take is attacked, and nothing else.
fn every_capture_is_an_attack<B: Bitboard>(rules: &RulesFor<B>, position: &Position<B>, context: &str) {
    let programs = rules.movements.iter().any(|movement| !movement.programs.is_empty());
    // A piece that must promote and has nothing to become attacks what it cannot take.
    let stuck = programs && rules.variant.rules.promotion.only_lost;
    // What counts down cannot move now, but attacks as it will when its turn comes.
    if asks_for_check(rules) || asks_threats(rules) || stuck || position.frozen().any() {
        return;
    }
    let player = position.turn();
    let scene = Scene::new(rules, position, player);
    let mut taken = B::EMPTY;
    for square in scene.movable().squares() {
        let kind = position.at(square).expect("a piece of the player");
        let targets = scene.targets(kind, square);
        taken |= targets.takes;
        let mut singles = Vec::new();
        movegen::singles(&scene, kind, square, &targets, &mut singles);
        for m in singles {
            let parts = Carried::of(rules, position, m);
            taken |= B::from_squares(m.captured().into_iter().chain(parts.victims()));
        }
    }
    let sight = Sight::of(position, player);
    for square in scene.prey.squares() {
        let attacked = attack::attacked(rules, position, square, player, &sight);
        let name = rules.variant.board.name(square);
        assert_eq!(
            taken.contains(square),
            attacked,
            "attack on {name}, {context}{}",
            attackers(rules, position, square)
        );
    }
}

pub(crate) fn on_any_width(rules: &Rules, seed: u64, plies: usize) {
    match &rules.0 {
        Width::Narrow(rules) => play_by_the_laws::<u64>(rules, seed, plies),
        Width::Middle(rules) => play_by_the_laws::<u128>(rules, seed, plies),
        Width::Wide(rules) => play_by_the_laws::<Wide>(rules, seed, plies),
    }
}

/// The rules of a game thrown together, unless some piece is too much of a good thing.
fn random_rules(seed: u64) -> Option<Rules> {
    match Rules::compile(random_variant(seed)) {
        Ok(rules) => Some(rules),
        Err(CompileError::TooComplex { .. }) => None,
        Err(error) => panic!("game {seed}: {error}"),
    }
}

#[test]
fn standard_chess_keeps_the_laws() {
    let rules = Rules::compile(support::standard()).expect("a playable game");
    for seed in 0..20 {
        on_any_width(&rules, seed, 80);
    }
}

#[test]
fn games_thrown_together_keep_the_laws() {
    // In game 2467 a king goes to a square that a piece passes on its way to the same square; in game 4086 a
    // royal before a hopper is shielded by a royal that it touches.
    for seed in (0..300).chain([2467, 4086]) {
        let Some(rules) = random_rules(seed) else { continue };
        on_any_width(&rules, seed, 15);
    }
}

#[test]
fn a_game_goes_on_from_its_own_setup() {
    for seed in 0..100 {
        let Some(rules) = random_rules(seed) else { continue };
        let mut game =
            Game::from_setup(&rules, &entry(rules.variant()), seed).expect("a setup without faults");
        let dice = &mut Dice(seed);
        for ply in 0..20 {
            let again = Game::from_setup(&rules, &game.setup(), 0).expect("its own setup");
            assert_eq!(again.pieces(), game.pieces(), "game {seed} after {ply} plies");
            assert_eq!(again.counters(Player::White), game.counters(Player::White));
            if game.result().is_none() {
                assert_eq!(again.hash(), game.hash(), "game {seed} after {ply} plies");
                assert_eq!(again.legal_moves(), game.legal_moves(), "game {seed} after {ply} plies");
            }
            let moves = game.legal_moves().to_vec();
            let Some(&m) = moves.get(dice.roll(moves.len().max(1))) else { break };
            game.play(m).expect("a legal move");
        }
        let played = game.history().len();
        let end = (game.hash(), game.result().cloned());
        while game.undo().is_some() {}
        assert_eq!(game.pieces().len(), rules.variant().setup.pieces.len());
        while game.redo().is_some() {}
        assert_eq!((game.hash(), game.result().cloned()), end, "game {seed} taken back and redone");
        assert_eq!(game.history().len(), played);
    }
}
