//! Deciding whether a game is over, in the order that the rules give.

mod formula;
#[cfg(test)]
mod formula_laws;
#[cfg(test)]
mod laws;
mod reading;

use nightrider_model::{Condition, ConditionId, Expr, Player, Region, Side, Variant};

use crate::apply::Outcome;
use crate::attack;
use crate::bitboard::Bitboard;
use crate::expr::{Code, Frame, holds};
use crate::position::Position;
use crate::result::{GameResult, Reason};
use crate::rules::RulesFor;
use crate::view::{GameFacts, View};
use formula::{Formula, Moment};
use reading::{Known, Reading};

/// The conditions of a game's end, made ready.
#[derive(Clone, Debug)]
pub(crate) struct Ends<B> {
    victory: Vec<End>,
    draw: Vec<End>,
    /// By the player who has moved and the one to move next: what is looked at after a ply, in order.
    after: [[Readings<B>; 2]; 2],
}

/// The conditions read for each side after a ply, without those that cannot hold then.
#[derive(Clone, Debug)]
struct Readings<B> {
    /// Those that decide a game.
    judging: Vec<(Holding, Formula<B>)>,
    /// The same as long as there are legal moves.
    judging_midgame: Vec<(Holding, Formula<B>)>,
    /// Those that stop a perft.
    stopping: Vec<Formula<B>>,
}

/// One condition.
#[derive(Clone, Debug)]
struct End {
    name: String,
    code: Code,
    only_for: Option<Player>,
    /// Whether it speaks of where pieces stand.
    of_places: bool,
}

impl<B: Bitboard> Ends<B> {
    pub(crate) fn new(variant: &Variant) -> Ends<B> {
        let end = |condition: &Condition| End {
            name: condition.name.clone(),
            code: Code::new(variant, &condition.expr),
            only_for: condition.only_for.or_else(|| served_by(&condition.expr)),
            of_places: condition.expr.mentions(is_of_places),
        };
        let victory: Vec<End> = variant.victory.iter().map(end).collect();
        let draw: Vec<End> = variant.draw.iter().map(end).collect();
        let readings = |mover, turn| Readings::new(variant, &victory, &draw, mover, turn);
        let after = Player::BOTH.map(|mover| Player::BOTH.map(|turn| readings(mover, turn)));
        Ends { victory, draw, after }
    }

    /// Whether some condition can stop a perft after a move of a player.
    #[inline(always)]
    pub(crate) fn may_stop(&self, mover: Player) -> bool {
        self.after[mover.index()].iter().any(|readings| !readings.stopping.is_empty())
    }

    #[inline(always)]
    fn after(&self, mover: Player, turn: Player) -> &Readings<B> {
        &self.after[mover.index()][turn.index()]
    }

    fn name(&self, of: Holding) -> &str {
        match of {
            Holding::Victory(id, _) => &self.victory[id.index()].name,
            Holding::Draw(id) => &self.draw[id.index()].name,
        }
    }
}

impl<B: Bitboard> Readings<B> {
    fn new(variant: &Variant, victory: &[End], draw: &[End], mover: Player, turn: Player) -> Readings<B> {
        let mut readings =
            Readings { judging: Vec::new(), judging_midgame: Vec::new(), stopping: Vec::new() };
        let mut read = |end: &End, expr: &Expr, side: Player, holding: Holding, stops: bool| {
            if end.only_for.is_some_and(|only| only != side) {
                return;
            }
            let formula = |known| {
                let reading = Reading { variant, side, mover, turn, known };
                Some(reading.formula(expr)).filter(|formula| !matches!(formula, Formula::Always(false)))
            };
            readings.judging.extend(formula(Known::All).map(|formula| (holding, formula)));
            readings.judging_midgame.extend(formula(Known::HasMoves).map(|formula| (holding, formula)));
            if stops {
                readings.stopping.extend(formula(Known::Board));
            }
        };
        for side in [mover, mover.opponent()] {
            for (index, end) in victory.iter().enumerate() {
                let holding = Holding::Victory(ConditionId(index as u16), side);
                read(end, &variant.victory[index].expr, side, holding, true);
            }
        }
        for (index, end) in draw.iter().enumerate() {
            let holding = Holding::Draw(ConditionId(index as u16));
            read(end, &variant.draw[index].expr, mover, holding, end.of_places);
        }
        readings
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
    judge_direct(rules, position, ply.mover, facts)
}

/// The same after a ply that was played directly: no royal was lost, and nobody has declared anything.
#[inline(always)]
pub(crate) fn judge_direct<B: Bitboard>(
    rules: &RulesFor<B>,
    position: &Position<B>,
    mover: Player,
    facts: GameFacts,
) -> Option<GameResult> {
    let moment = Moment { rules, position, facts };
    let readings = rules.ends.after(mover, position.turn());
    let judging = if facts.no_moves { &readings.judging } else { &readings.judging_midgame };
    for (holding, formula) in judging {
        if formula.holds(&moment) {
            return Some(result_of(rules, *holding));
        }
    }
    let winner = Some(position.turn().opponent());
    facts.no_moves.then_some(GameResult { winner, reason: Reason::NoMoves, detail: None })
}

#[cold]
fn result_of<B: Bitboard>(rules: &RulesFor<B>, holding: Holding) -> GameResult {
    let winner = match holding {
        Holding::Victory(_, side) => Some(side),
        Holding::Draw(_) => None,
    };
    GameResult { winner, reason: Reason::Condition(rules.ends.name(holding).to_owned()), detail: None }
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
    let moment = Moment { rules, position, facts: GameFacts::default() };
    let stopping = &rules.ends.after(mover, position.turn()).stopping;
    stopping.iter().any(|formula| formula.holds(&moment))
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

impl End {
    /// Whether the condition holds for a side: the measure of its formula.
    fn holds<B: Bitboard>(
        &self,
        rules: &RulesFor<B>,
        position: &Position<B>,
        side: Player,
        mover: Player,
        facts: GameFacts,
    ) -> bool {
        if self.only_for.is_some_and(|only| only != side) {
            return false;
        }
        let view = View { game: facts, ..View::new(rules, position) };
        let mut frame = Frame::of_end(side, mover, position.turn());
        holds(&self.code, &view, &mut frame).unwrap_or(false)
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
    let holds = |end: &End, side| end.holds(rules, position, side, mover, facts);
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
