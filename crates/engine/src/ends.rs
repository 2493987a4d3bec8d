//! Deciding whether a game is over, in the order that the rules give.

mod formula;
#[cfg(test)]
mod formula_laws;

use nightrider_model::{Condition, ConditionId, Expr, Player, Region, Side, Variant};

use crate::apply::Outcome;
use crate::attack;
use crate::bitboard::Bitboard;
use crate::expr::Frame;
use crate::position::Position;
use crate::result::{GameResult, Reason};
use crate::rules::RulesFor;
use crate::view::GameFacts;
use formula::Formula;

/// The conditions of a game's end, made ready.
#[derive(Clone, Debug)]
pub(crate) struct Ends<B> {
    victory: Vec<End<B>>,
    draw: Vec<End<B>>,
    /// By the player who has moved: what of them can stop a perft.
    stops: [Vec<Test<B>>; 2],
}

/// One condition.
#[derive(Clone, Debug)]
struct End<B> {
    name: String,
    only_for: Option<Player>,
    /// By the side it is read for and the player who has moved.
    formulas: [[Formula<B>; 2]; 2],
    /// Whether it can only hold when the player to move has no legal move.
    wants_no_moves: bool,
    /// Whether it speaks of where pieces stand.
    of_places: bool,
}

/// A condition read for a side.
#[derive(Clone, Debug)]
struct Test<B> {
    side: Player,
    formula: Formula<B>,
}

impl<B: Bitboard> Ends<B> {
    pub(crate) fn new(variant: &Variant) -> Ends<B> {
        let end = |condition: &Condition| {
            use nightrider_model::Expr::{Checkmated, Stalemated};
            let formula = |side, mover| Formula::new(variant, &condition.expr, side, mover);
            End {
                name: condition.name.clone(),
                only_for: condition.only_for.or_else(|| served_by(&condition.expr)),
                formulas: Player::BOTH.map(|side| Player::BOTH.map(|mover| formula(side, mover))),
                wants_no_moves: matches!(condition.expr, Checkmated(_) | Stalemated(_)),
                of_places: condition.expr.mentions(is_of_places),
            }
        };
        let victory: Vec<End<B>> = variant.victory.iter().map(end).collect();
        let draw: Vec<End<B>> = variant.draw.iter().map(end).collect();
        let stops = Player::BOTH.map(|mover| {
            let victories = victory.iter().filter(|end| !end.wants_no_moves);
            let victories = victories.flat_map(|end| [(end, mover), (end, mover.opponent())]);
            let draws = draw.iter().filter(|end| end.of_places).map(|end| (end, mover));
            let tests = victories.chain(draws).filter(|(end, side)| end.is_for(*side));
            tests.map(|(end, side)| Test { side, formula: end.formula(side, mover).clone() }).collect()
        });
        Ends { victory, draw, stops }
    }

    /// Whether some condition can stop a perft.
    #[inline(always)]
    pub(crate) fn may_stop(&self, mover: Player) -> bool {
        !self.stops[mover.index()].is_empty()
    }
}

/// A ply that has just been played, as far as ends are concerned.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LastPly {
    pub mover: Player,
    /// Royals before the ply, by player.
    pub royals: [u32; 2],
}

impl LastPly {
    pub(crate) fn new(mover: Player, outcome: &Outcome) -> LastPly {
        LastPly { mover, royals: outcome.royals }
    }
}

/// The result of a game after a ply and all its triggers, if it is over.
pub(crate) fn judge<B: Bitboard>(
    rules: &RulesFor<B>,
    position: &Position<B>,
    ply: &LastPly,
    facts: GameFacts,
) -> Option<GameResult> {
    let plain = |winner, reason| GameResult { winner, reason, detail: None };
    if let Some(declared) = position.ledger.declared {
        let reason = match declared.trigger {
            Some(trigger) => Reason::Trigger(rules.variant.triggers[trigger.index()].name.clone()),
            None => Reason::Script,
        };
        let detail = declared.text.and_then(|text| position.text(text)).map(|text| text.to_string());
        return Some(GameResult { winner: declared.winner, reason, detail });
    }
    if let Some(winner) = royal_loss(rules, position, ply) {
        return Some(plain(winner, Reason::RoyalLost));
    }
    for (winner, ends) in [
        (Some(ply.mover), &rules.ends.victory),
        (Some(ply.mover.opponent()), &rules.ends.victory),
        (None, &rules.ends.draw),
    ] {
        let side = winner.unwrap_or(ply.mover);
        if let Some(end) = ends.iter().find(|end| end.holds(rules, position, side, ply.mover, facts)) {
            return Some(plain(winner, Reason::Condition(end.name.clone())));
        }
    }
    facts.no_moves.then(|| plain(Some(position.turn().opponent()), Reason::NoMoves))
}

/// Whether the game was won or lost by the last ply, legal moves not considered, or drawn by where pieces
/// stand: what stops a perft. Draws by repetition, by counting moves or by material do not.
///
/// Published counts are made so: those of Racing Kings stop where both kings have arrived, while all of them
/// go on with bare kings.
pub(crate) fn decided<B: Bitboard>(rules: &RulesFor<B>, position: &Position<B>, ply: &LastPly) -> bool {
    position.ledger.declared.is_some()
        || royal_loss(rules, position, ply).is_some()
        || stops(rules, position, ply.mover)
}

/// The same where no royal was lost and nobody has declared anything.
pub(crate) fn stops<B: Bitboard>(rules: &RulesFor<B>, position: &Position<B>, mover: Player) -> bool {
    rules.ends.stops[mover.index()].iter().any(|test| {
        let frame = || Frame::of_end(test.side, mover, position.turn());
        test.formula.holds(rules, position, GameFacts::default(), frame).unwrap_or(false)
    })
}

/// `Black.King captured` wins for White whoever moves: the loss of one colour's pieces serves the other.
fn served_by(expr: &Expr) -> Option<Player> {
    let lost = |side| expr.mentions(|part| matches!(part, Expr::Captured(of, _) if *of == side));
    match (lost(Side::White), lost(Side::Black)) {
        (true, false) => Some(Player::Black),
        (false, true) => Some(Player::White),
        _ => None,
    }
}

/// Whether an expression asks about a square, alone or as part of a larger one.
fn is_of_places(expr: &Expr) -> bool {
    if let Expr::Quantified(_, set) = expr {
        return !matches!(set.region, Region::Board);
    }
    matches!(
        expr,
        Expr::Square(_)
            | Expr::SquareAt(..)
            | Expr::SquareOf(_)
            | Expr::RankOf(_)
            | Expr::FileOf(_)
            | Expr::InZone(..)
            | Expr::OnRank(..)
            | Expr::OnOwnRank(..)
            | Expr::OnFile(..)
            | Expr::Adjacent(..)
    )
}

/// Who wins because a royal was lost: `Some(None)` if both sides lost one.
fn royal_loss<B: Bitboard>(
    rules: &RulesFor<B>,
    position: &Position<B>,
    ply: &LastPly,
) -> Option<Option<Player>> {
    let lost = |player: Player| rules.royals(position, player).count() < ply.royals[player.index()];
    match (lost(Player::White), lost(Player::Black)) {
        (false, false) => None,
        (true, false) => Some(Some(Player::Black)),
        (false, true) => Some(Some(Player::White)),
        (true, true) => Some(None),
    }
}

impl<B: Bitboard> End<B> {
    fn is_for(&self, side: Player) -> bool {
        self.only_for.is_none_or(|only| only == side)
    }

    fn formula(&self, side: Player, mover: Player) -> &Formula<B> {
        &self.formulas[side.index()][mover.index()]
    }

    fn holds(
        &self,
        rules: &RulesFor<B>,
        position: &Position<B>,
        side: Player,
        mover: Player,
        facts: GameFacts,
    ) -> bool {
        let frame = || Frame::of_end(side, mover, position.turn());
        self.is_for(side)
            && (!self.wants_no_moves || facts.no_moves)
            && self.formula(side, mover).holds(rules, position, facts, frame).unwrap_or(false)
    }
}

/// A condition of the game's end that holds in a position, whether or not the game has been judged by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holding {
    /// A victory condition, and the player for whom it holds.
    Victory(ConditionId, Player),
    /// A draw condition.
    Draw(ConditionId),
}

/// The conditions that hold in a position, read as if the player who is not to move had just moved.
pub(crate) fn holding<B: Bitboard>(
    rules: &RulesFor<B>,
    position: &Position<B>,
    facts: GameFacts,
) -> Vec<Holding> {
    let mover = position.turn().opponent();
    let holds = |end: &End<B>, side| end.holds(rules, position, side, mover, facts);
    let mut found = Vec::new();
    for (index, end) in rules.ends.victory.iter().enumerate() {
        let players = [mover, mover.opponent()].into_iter().filter(|side| holds(end, *side));
        found.extend(players.map(|side| Holding::Victory(ConditionId(index as u16), side)));
    }
    for (index, end) in rules.ends.draw.iter().enumerate() {
        if holds(end, mover) {
            found.push(Holding::Draw(ConditionId(index as u16)));
        }
    }
    found
}

/// Whether the player to move is in check.
pub(crate) fn in_check<B: Bitboard>(rules: &RulesFor<B>, position: &Position<B>) -> bool {
    attack::in_check(rules, position, position.turn())
}
