//! The fixed vocabulary: the words that have a meaning by where they stand, for the parser and for suggestions.

/// Words that open a section or a definition at the top of a file.
pub const ITEMS: [&str; 14] = [
    "game", "extends", "import", "board", "setup", "victory", "draw", "rules", "piece", "effect", "trigger",
    "pattern", "action", "script",
];

/// Members of `board:`.
pub const BOARD: [&str; 3] = ["size", "zones", "holes"];

/// Members of `setup:`.
pub const SETUP: [&str; 6] = ["White", "Black", "add", "replace", "remove", "shuffle"];

/// Members of `victory:` and `draw:`, beside conditions.
pub const ENDS: [&str; 3] = ["add", "replace", "remove"];

/// Members of a piece.
pub const PIECE: [&str; 6] = ["move", "capture", "traits", "state", "value", "symbol"];

/// Members of an effect.
pub const EFFECT: [&str; 3] = ["blocks", "visual", "duration"];

/// Members of a trigger.
pub const TRIGGER: [&str; 5] = ["on", "when", "optional", "description", "do"];

/// Words that start an action.
pub const ACTIONS: [&str; 14] = [
    "set",
    "create",
    "remove",
    "transform",
    "move",
    "mark",
    "unmark",
    "win",
    "lose",
    "draw",
    "cancel",
    "let",
    "if",
    "for",
];

/// Words that start a movement and take arguments.
pub const MOVEMENTS: [&str; 4] = ["step", "slide", "leap", "hop"];

/// Words that are a movement by themselves.
pub const PLAIN_MOVEMENTS: [&str; 3] = ["castle", "promote", "anywhere"];

/// A key of `rules:` with the keys its block may hold; an empty list for keys that take no block.
#[derive(Clone, Copy, Debug)]
pub struct RuleKey {
    /// The key.
    pub word: &'static str,
    /// The keys of its block.
    pub inside: &'static [&'static str],
}

/// The keys of `rules:`.
pub const RULES: &[RuleKey] = &[
    RuleKey { word: "castling", inside: &["king_to"] },
    RuleKey { word: "en_passant", inside: &["from_ranks"] },
    RuleKey {
        word: "promotion",
        inside: &["pieces", "rank", "zone", "optional", "only_lost", "White", "Black"],
    },
    RuleKey {
        word: "check",
        inside: &["must_escape", "can_ignore", "cannot_give", "touching_royals_shield"],
    },
    RuleKey { word: "capture", inside: &["mandatory"] },
    RuleKey { word: "fifty_moves", inside: &[] },
    RuleKey { word: "explosion", inside: &["spares"] },
    RuleKey { word: "turn", inside: &["moves", "check_ends", "White", "Black"] },
];

/// The keys of `rules:` at the given path of keys: at the top, inside a block, or in the
/// blocks that tell the two colours apart. `None` where no block may stand.
pub fn rule_keys(path: &[&str]) -> Option<Vec<&'static str>> {
    match path {
        [] => Some(RULES.iter().map(|rule| rule.word).collect()),
        [key] => {
            let rule = RULES.iter().find(|rule| rule.word == *key)?;
            (!rule.inside.is_empty()).then(|| rule.inside.to_vec())
        }
        ["turn", "moves"] => Some(vec!["White", "Black"]),
        ["promotion", "pieces" | "rank" | "zone"] => Some(vec!["White", "Black"]),
        ["promotion", "White" | "Black"] => Some(vec!["pieces", "rank", "zone"]),
        _ => None,
    }
}
