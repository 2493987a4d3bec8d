//! The `rules:` section: each key that a game states replaces what it inherits.

use nightrider_model::{
    Capture, Castling, Check, EnPassant, Explosion, PerPlayer, PieceId, Player, Promotion, PromotionRegion,
    Rules, Series, Turn,
};

use super::Checker;
use crate::ast::{Item, Name, Rule, RuleValue};
use crate::codes::Code;
use crate::diagnostic::Diagnostic;
use crate::span::{Span, Spanned};

/// Rules read so far.
pub(crate) struct RulesRead {
    /// The rules.
    pub rules: Rules,
    /// Whether some game of the chain states `must_escape`, or else it follows from the victory conditions.
    pub must_escape_stated: bool,
    /// The lists of pieces to promote to that were stated.
    promotion_stated: PerPlayer<bool>,
}

/// What a standard pawn promotes to when nothing is said: those of these types that exist.
const PROMOTE_TO: [&str; 4] = ["Queen", "Rook", "Bishop", "Knight"];

impl<'a> Checker<'a> {
    /// The rules in force.
    pub fn rules(&mut self) -> RulesRead {
        let rules = Rules {
            castling: Castling { enabled: true, king_to: None },
            en_passant: EnPassant { enabled: true, from_ranks: None },
            promotion: Promotion {
                pieces: PerPlayer::default(),
                region: PerPlayer::both(PromotionRegion::Rank(self.board.height)),
                optional: false,
                only_lost: false,
            },
            check: Check { must_escape: false, cannot_give: false, touching_royals_shield: false },
            capture: Capture { mandatory: false },
            explosion: Explosion { spares: Vec::new() },
            fifty_moves: Vec::new(),
            turn: Turn { moves: Series::ONE, check_ends: true },
        };
        let mut read = RulesRead { rules, must_escape_stated: false, promotion_stated: PerPlayer::default() };
        let chain = self.chain;
        for layer in &chain.layers {
            let mut seen: Vec<(&str, Span)> = Vec::new();
            for item in chain.items(layer) {
                let Item::Rules(section) = item else { continue };
                for rule in &section.entries {
                    self.only_once(&mut seen, &rule.key.text, rule.key.span);
                    self.rule(rule, &mut read);
                }
            }
        }
        for player in Player::BOTH {
            if !read.promotion_stated[player] {
                read.rules.promotion.pieces[player] =
                    PROMOTE_TO.iter().filter_map(|name| self.definitions.piece(name)).collect();
            }
            let made = read.rules.promotion.pieces[player].clone();
            self.usage.promoted.extend(made);
        }
        read
    }

    fn rule(&mut self, rule: &'a Rule, read: &mut RulesRead) {
        let value = &rule.value;
        match rule.key.text.as_str() {
            "castling" => match &value.node {
                RuleValue::Block(entries) => {
                    read.rules.castling.enabled = true;
                    self.entries(entries, |checker, key, value| {
                        if key.text == "king_to" {
                            read.rules.castling.king_to = checker.two_files(value);
                        }
                    });
                }
                _ => self.switch(value, &mut read.rules.castling.enabled),
            },
            "en_passant" => match &value.node {
                RuleValue::Block(entries) => {
                    read.rules.en_passant.enabled = true;
                    self.entries(entries, |checker, key, value| {
                        if key.text == "from_ranks" {
                            read.rules.en_passant.from_ranks = checker.ranks(value);
                        }
                    });
                }
                _ => self.switch(value, &mut read.rules.en_passant.enabled),
            },
            "promotion" => self.promotion(value, read),
            "check" => self.block(value, |checker, key, value| {
                let check = &mut read.rules.check;
                match key.text.as_str() {
                    "must_escape" => {
                        checker.switch(value, &mut check.must_escape);
                        read.must_escape_stated = true;
                    }
                    "can_ignore" => {
                        let mut can_ignore = !check.must_escape;
                        checker.switch(value, &mut can_ignore);
                        check.must_escape = !can_ignore;
                        read.must_escape_stated = true;
                    }
                    "cannot_give" => checker.switch(value, &mut check.cannot_give),
                    "touching_royals_shield" => checker.switch(value, &mut check.touching_royals_shield),
                    _ => {}
                }
            }),
            "capture" => self.block(value, |checker, key, value| {
                if key.text == "mandatory" {
                    checker.switch(value, &mut read.rules.capture.mandatory);
                }
            }),
            "explosion" => self.block(value, |checker, key, value| {
                if key.text == "spares" {
                    read.rules.explosion.spares = checker.pieces(value);
                }
            }),
            "fifty_moves" => read.rules.fifty_moves = self.pieces(value),
            "turn" => self.turn(value, &mut read.rules.turn),
            _ => {}
        }
    }

    /// The entries of a block, each key once.
    fn entries(
        &mut self,
        entries: &'a [Rule],
        mut each: impl FnMut(&mut Self, &'a Name, &'a Spanned<RuleValue>),
    ) {
        let mut seen: Vec<(&str, Span)> = Vec::new();
        for entry in entries {
            self.only_once(&mut seen, &entry.key.text, entry.key.span);
            each(self, &entry.key, &entry.value);
        }
    }

    /// A value that must be a block.
    fn block(
        &mut self,
        value: &'a Spanned<RuleValue>,
        each: impl FnMut(&mut Self, &'a Name, &'a Spanned<RuleValue>),
    ) {
        match &value.node {
            RuleValue::Block(entries) => self.entries(entries, each),
            _ => self.wrong(value, "a block such as `{ key: value }`"),
        }
    }

    /// `true` or `false`.
    fn switch(&mut self, value: &Spanned<RuleValue>, flag: &mut bool) {
        match &value.node {
            RuleValue::Bool(stated) => *flag = *stated,
            _ => self.wrong(value, "`true` or `false`"),
        }
    }

    fn wrong(&mut self, value: &Spanned<RuleValue>, wanted: &str) {
        if !matches!(value.node, RuleValue::Error) {
            self.error(Code::BadRuleValue, value.span, format!("{wanted} is wanted here"));
        }
    }

    fn promotion(&mut self, value: &'a Spanned<RuleValue>, read: &mut RulesRead) {
        if let RuleValue::List(_) = &value.node {
            let pieces = self.pieces(value);
            read.rules.promotion.pieces = PerPlayer::both(pieces);
            read.promotion_stated = PerPlayer::both(true);
            return;
        }
        self.block(value, |checker, key, value| {
            let promotion = &mut read.rules.promotion;
            match key.text.as_str() {
                "optional" => return checker.switch(value, &mut promotion.optional),
                "only_lost" => return checker.switch(value, &mut promotion.only_lost),
                _ => {}
            }
            let both = [Player::White, Player::Black];
            let one = match key.text.as_str() {
                "White" => Some(Player::White),
                "Black" => Some(Player::Black),
                _ => None,
            };
            match one {
                Some(player) => {
                    let player = [player];
                    checker
                        .block(value, |checker, key, value| checker.promotion_of(&player, key, value, read));
                }
                None => checker.promotion_of(&both, key, value, read),
            }
        });
    }

    /// `pieces`, `rank` or `zone` for some players; the value can tell the players apart in turn.
    fn promotion_of(
        &mut self,
        players: &[Player],
        key: &'a Name,
        value: &'a Spanned<RuleValue>,
        read: &mut RulesRead,
    ) {
        if let RuleValue::Block(entries) = &value.node {
            self.entries(entries, |checker, colour, value| {
                let player = if colour.text == "White" { Player::White } else { Player::Black };
                if !matches!(value.node, RuleValue::Block(_)) {
                    checker.promotion_of(&[player], key, value, read);
                }
            });
            return;
        }
        let region = match key.text.as_str() {
            "pieces" => {
                let pieces = self.pieces(value);
                for &player in players {
                    read.rules.promotion.pieces[player] = pieces.clone();
                    read.promotion_stated[player] = true;
                }
                return;
            }
            "rank" => self.rank(value).map(PromotionRegion::Rank),
            "zone" => self.zone_value(value).map(PromotionRegion::Zone),
            _ => return,
        };
        let Some(region) = region else { return };
        for &player in players {
            read.rules.promotion.region[player] = region;
        }
    }

    fn zone_value(&mut self, value: &Spanned<RuleValue>) -> Option<nightrider_model::ZoneId> {
        match &value.node {
            RuleValue::Word(word) | RuleValue::Text(word) => {
                let word = word.strip_prefix("zone.").unwrap_or(word);
                self.zone_named(&Name { text: word.to_string(), span: value.span })
            }
            _ => {
                self.wrong(value, "the name of a zone");
                None
            }
        }
    }

    fn rank(&mut self, value: &Spanned<RuleValue>) -> Option<u8> {
        let height = self.board.height;
        match &value.node {
            RuleValue::Int(rank) => {
                // A rank of a base game may lie beyond the smaller board of this one.
                let most = if self.is_own(value.span) { height } else { 16 };
                let rank = u8::try_from(*rank).ok().filter(|rank| (1..=most).contains(rank));
                let rank = rank.map(|rank| rank.min(height));
                if rank.is_none() {
                    let message = format!("the ranks of this board are 1 to {height}");
                    self.error(Code::OffBoard, value.span, message);
                }
                rank
            }
            _ => {
                self.wrong(value, "the number of a rank");
                None
            }
        }
    }

    fn ranks(&mut self, value: &Spanned<RuleValue>) -> Option<Vec<u8>> {
        match &value.node {
            RuleValue::List(items) => Some(items.iter().filter_map(|item| self.rank(item)).collect()),
            RuleValue::Int(_) => Some(self.rank(value).into_iter().collect()),
            _ => {
                self.wrong(value, "a list of ranks");
                None
            }
        }
    }

    /// `[c, g]`
    fn two_files(&mut self, value: &Spanned<RuleValue>) -> Option<[u8; 2]> {
        let RuleValue::List(items) = &value.node else {
            self.wrong(value, "a list of two files such as `[c, g]`");
            return None;
        };
        let mut files = Vec::new();
        for item in items {
            let word = match &item.node {
                RuleValue::Word(word) | RuleValue::Text(word) => word.as_str(),
                _ => "",
            };
            let mut letters = word.chars();
            let letter = letters.next().filter(|c| c.is_ascii_lowercase() && letters.as_str().is_empty());
            let file = letter.map(|letter| letter as u8 - b'a').filter(|file| *file < self.board.width);
            match file {
                Some(file) => files.push(file),
                None => {
                    let last = (b'a' + self.board.width - 1) as char;
                    let message = format!("a file of this board is wanted here: `a` to `{last}`");
                    self.error(Code::OffBoard, item.span, message);
                    return None;
                }
            }
        }
        match files[..] {
            [left, right] if left < right => Some([left, right]),
            _ => {
                let message = "two files are wanted here, the left one first";
                let help = "as in `king_to: [c, g]`: where the king ends on either side";
                self.report(Diagnostic::new(Code::BadRuleValue, value.span, message).help(help));
                None
            }
        }
    }

    /// A list of piece types.
    fn pieces(&mut self, value: &Spanned<RuleValue>) -> Vec<PieceId> {
        let items = match &value.node {
            RuleValue::List(items) => items.as_slice(),
            RuleValue::Word(_) | RuleValue::Text(_) => std::slice::from_ref(value),
            _ => {
                self.wrong(value, "a list of pieces such as `[Queen, Rook]`");
                return Vec::new();
            }
        };
        let mut pieces = Vec::new();
        for item in items {
            match &item.node {
                RuleValue::Word(word) | RuleValue::Text(word) => {
                    let found = self.piece_named(&Name { text: word.clone(), span: item.span });
                    match found {
                        Some(piece) if pieces.contains(&piece) => {
                            let message = format!("`{word}` is listed twice");
                            self.error(Code::ListedTwice, item.span, message);
                        }
                        found => pieces.extend(found),
                    }
                }
                _ => self.wrong(item, "a piece"),
            }
        }
        pieces
    }

    fn turn(&mut self, value: &'a Spanned<RuleValue>, turn: &mut Turn) {
        self.block(value, |checker, key, value| match key.text.as_str() {
            "check_ends" => checker.switch(value, &mut turn.check_ends),
            // `turn: { White: 2, Black: 1 }` is `turn: { moves: { White: 2, Black: 1 } }`.
            side @ ("White" | "Black") => {
                let (mut white, mut black) = match turn.moves {
                    Series::Fixed { white, black } => (white, black),
                    Series::Progressive => (1, 1),
                };
                if let Some(moves) = checker.series(value) {
                    *(if side == "White" { &mut white } else { &mut black }) = moves;
                    turn.moves = Series::Fixed { white, black };
                }
            }
            "moves" => match &value.node {
                RuleValue::Word(word) if word == "progressive" => turn.moves = Series::Progressive,
                RuleValue::Int(_) => {
                    if let Some(moves) = checker.series(value) {
                        turn.moves = Series::Fixed { white: moves, black: moves };
                    }
                }
                RuleValue::Block(entries) => {
                    let (mut white, mut black) = match turn.moves {
                        Series::Fixed { white, black } => (white, black),
                        Series::Progressive => (1, 1),
                    };
                    checker.entries(entries, |checker, key, value| {
                        let moves = checker.series(value);
                        match key.text.as_str() {
                            "White" => white = moves.unwrap_or(white),
                            "Black" => black = moves.unwrap_or(black),
                            _ => {}
                        }
                    });
                    turn.moves = Series::Fixed { white, black };
                }
                _ => checker.wrong(value, "a number, `{ White: 2, Black: 1 }` or `progressive`"),
            },
            _ => {}
        });
    }

    fn series(&mut self, value: &Spanned<RuleValue>) -> Option<u8> {
        let moves = match &value.node {
            RuleValue::Int(moves) => u8::try_from(*moves).ok().filter(|moves| (1..=100).contains(moves)),
            _ => None,
        };
        if moves.is_none() {
            self.wrong(value, "a number of moves from 1 to 100");
        }
        moves
    }
}
