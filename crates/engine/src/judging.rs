//! How it is found which moves of a game are legal: from masks that keep the royals safe, or by trying moves.

use std::fmt;

use nightrider_model::{PieceId, Player};

use crate::bitboard::Bitboard;
use crate::kind::Kind;
use crate::living::Bearing;
use crate::rules::{Rules, RulesFor, Width};
use crate::safety;
use crate::trigger_facts::TriggerFact;

/// How the legality of moves is found, from the cheapest way to the dearest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Judging {
    /// By the fast generator. At most single kinds of move are tried, such as captures in passing.
    Masks,
    /// By the fast generator, moves apart that triggers or scripts may bear on: these are tried.
    TriggersTried,
    /// By the fast generator, positions apart in which attacks hang on more than masks can say: there the moves that
    /// may have to do with them are tried.
    PositionsTried,
    /// Each move is tried.
    Trial,
}

/// Moves that are tried, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Doubt {
    /// What this makes of the game.
    pub judging: Judging,
    /// Which moves are tried.
    pub moves: String,
    /// Why.
    pub why: String,
}

impl Rules {
    /// How it is found which moves are legal.
    pub fn judging(&self) -> Judging {
        self.doubts().iter().map(|doubt| doubt.judging).max().unwrap_or(Judging::Masks)
    }

    /// What else a game costs, one sentence each: the width of its sets of squares, and what its positions carry.
    pub fn game_facts(&self) -> Vec<String> {
        let (width, uses) = match &self.0 {
            Width::Narrow(rules) => (64, &rules.uses),
            Width::Middle(rules) => (128, &rules.uses),
            Width::Wide(rules) => (256, &rules.uses),
        };
        let facts = [
            (true, format!("sets of squares have {width} bits")),
            (uses.extras, "positions carry state and effects".to_owned()),
            (
                uses.series,
                "turns may have several moves, and the number left is part of the position".to_owned(),
            ),
        ];
        facts.into_iter().filter(|(holds, _)| *holds).map(|(_, fact)| fact).collect()
    }

    /// Which moves are tried because masks do not settle whether they are legal.
    pub fn doubts(&self) -> Vec<Doubt> {
        let triggers = self.trigger_facts();
        match &self.0 {
            Width::Narrow(rules) => doubts_of(rules, &triggers),
            Width::Middle(rules) => doubts_of(rules, &triggers),
            Width::Wide(rules) => doubts_of(rules, &triggers),
        }
    }
}

fn doubts_of<B: Bitboard>(rules: &RulesFor<B>, triggers: &[TriggerFact]) -> Vec<Doubt> {
    let mut doubts = Vec::new();
    by_kind_of_move(rules, &mut doubts);
    by_triggers(rules, triggers, &mut doubts);
    if rules.variant.rules.check.must_escape {
        by_attackers(rules, &mut doubts);
    }
    by_forbidden_checks(rules, &mut doubts);
    doubts
}

fn by_kind_of_move<B: Bitboard>(rules: &RulesFor<B>, doubts: &mut Vec<Doubt>) {
    let uses = &rules.uses;
    let mut add = |holds: bool, moves: &str, why: &str| {
        if holds {
            doubts.push(Doubt { judging: Judging::Masks, moves: moves.to_owned(), why: why.to_owned() });
        }
    };
    let moves = |test: fn(&crate::movement::Movement<B>) -> bool| rules.movements.iter().any(test);
    let royals = Player::BOTH.map(|player| {
        let placed = rules.variant.setup.pieces.iter();
        placed.filter(|p| p.owner == player && rules.variant.piece(p.piece).traits.royal).count()
    });
    add(uses.en_passant, "captures in passing", "they empty two squares of a line");
    add(uses.castling && uses.living, "castling", "triggers and scripts may see it");
    add(uses.explosions, "some captures of what explodes", "the explosion may open lines to a royal");
    add(
        moves(|movement| {
            movement
                .all_alternatives()
                .any(|alternative| alternative.swaps.has(crate::expr::Occupants::PIECE))
        }),
        "swaps",
        "they move two pieces",
    );
    add(moves(|movement| movement.moves_onto), "moves onto pieces", "a trigger has to make room");
    add(
        moves(|movement| !movement.promoting.is_empty()),
        "promotions by `promote`",
        "they are listed singly",
    );
    add(
        royals.into_iter().any(|count| count > 1) && rules.variant.rules.check.must_escape,
        "moves of royals",
        "a player has several, and one may shield another",
    );
    add(
        rules.promotion.iter().any(|promotion| promotion.changes_royals.contains(&true)),
        "promotions",
        "they may make a royal or lose one",
    );
}

fn by_triggers<B: Bitboard>(rules: &RulesFor<B>, triggers: &[TriggerFact], doubts: &mut Vec<Doubt>) {
    let named = |test: &dyn Fn(&TriggerFact) -> bool| -> Vec<String> {
        triggers.iter().filter(|fact| test(fact)).map(|fact| fact.name.clone()).collect()
    };
    let late = named(&|fact| fact.tries && !fact.before_judging);
    if !late.is_empty() {
        let why = format!("{} may ask after it, and each answer is a move of its own", late.join(", "));
        doubts.push(Doubt { judging: Judging::Trial, moves: "every move".to_owned(), why });
    }
    let saving =
        named(&|fact| fact.before_judging && fact.asks && !fact.tries && fact.bearing == Bearing::Helps);
    if !saving.is_empty() {
        let moves = "moves that would leave a royal attacked".to_owned();
        let why = format!("a yes to {} may save them", saving.join(", "));
        doubts.push(Doubt { judging: Judging::Masks, moves, why });
    }
    let mut early = named(&|fact| fact.tries && fact.before_judging);
    let only_ask = triggers.iter().all(|fact| !fact.tries || fact.bearing == Bearing::Nothing);
    let scripts = rules.living.facts.scripts_bear();
    if scripts {
        early.push("the script".to_owned());
    }
    if early.is_empty() {
        return;
    }
    let touched = |doubts: &B| (rules.board.without(*doubts)).is_empty();
    let all = rules.living.doubts.iter().all(|doubts| touched(&doubts.quiet) && touched(&doubts.takes));
    let (judging, moves) = match all {
        true => (Judging::Trial, "every move"),
        false => (Judging::TriggersTried, "some moves and captures"),
    };
    let what = match only_ask && !scripts {
        true => "may ask about them, and each answer is a move of its own",
        false => "may decide whether they are legal",
    };
    let why = format!("{} {what}", early.join(", "));
    doubts.push(Doubt { judging, moves: moves.to_owned(), why });
}

fn by_attackers<B: Bitboard>(rules: &RulesFor<B>, doubts: &mut Vec<Doubt>) {
    let mut asked: Vec<PieceId> = Vec::new();
    let mut run: Vec<PieceId> = Vec::new();
    let mut blocked: Vec<PieceId> = Vec::new();
    let note = |list: &mut Vec<PieceId>, kind: Kind| {
        if !list.contains(&kind.piece()) {
            list.push(kind.piece());
        }
    };
    for tables in &rules.attacks {
        for (kind, index, _) in &tables.asked {
            if !safety::is_settled_leap(rules.movements[kind.index()].alternative(*index)) {
                note(&mut asked, *kind);
            }
        }
        tables.programs.iter().for_each(|(kind, ..)| note(&mut run, *kind));
        for (kind, paths) in &tables.lame {
            if paths.iter().flatten().any(|path| path.blocked.any()) {
                note(&mut blocked, *kind);
            }
        }
    }
    let mut add = |pieces: &[PieceId], moves: &str, why: &str| {
        if !pieces.is_empty() {
            let names: Vec<&str> = pieces.iter().map(|id| rules.variant.piece(*id).name.as_str()).collect();
            doubts.push(Doubt {
                judging: Judging::PositionsTried,
                moves: format!("{moves} {}", names.join(", ")),
                why: why.to_owned(),
            });
        }
    };
    add(&asked, "every move while a royal might be attacked by", "its captures hang on conditions");
    add(&run, "moves that touch what was asked by the program of", "it is run in play");
    add(&blocked, "moves that touch the way to a royal of", "it attacks where something stands in the way");
}

fn by_forbidden_checks<B: Bitboard>(rules: &RulesFor<B>, doubts: &mut Vec<Doubt>) {
    let check = &rules.variant.rules.check;
    if !check.cannot_give {
        return;
    }
    let uses = &rules.uses;
    let reasons = [
        (check.touching_royals_shield, "royals shield each other"),
        (uses.extras, "state and effects may decide what gives one"),
        (uses.explosions, "explosions may open lines"),
        (rules.attacks.iter().any(|tables| !tables.only_lines), "not all pieces attack by leaps and slides"),
    ];
    let reasons: Vec<&str> = reasons.into_iter().filter(|(holds, _)| *holds).map(|(_, why)| why).collect();
    let (judging, moves, why) = if reasons.is_empty() {
        (Judging::Masks, "promotions and the moves of few pieces", "they may give check".to_owned())
    } else {
        (Judging::Trial, "every move", reasons.join("; "))
    };
    let why = format!("checks may not be given: {why}");
    doubts.push(Doubt { judging, moves: moves.to_owned(), why });
}

impl fmt::Display for Judging {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Judging::Masks => "legal moves come from the fast generator, which takes away what would leave a royal attacked",
            Judging::TriggersTried => {
                "legal moves come from the fast generator; those that triggers may decide are tried and taken back"
            }
            Judging::PositionsTried => {
                "legal moves come from the fast generator; in some positions many are tried and taken back"
            }
            Judging::Trial => "each move is tried and taken back",
        })
    }
}

impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tried: {}: {}", self.moves, self.why)
    }
}
