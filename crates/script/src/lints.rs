//! Habits in scripts that lead astray: variables that forget, turns that are left alone, triggers in disguise.

use nightrider_model::Variant;

use crate::check::{Finding, FindingKind};
use crate::machine::place_in_file;
use crate::scan::{Kind, Token, line_and_column, tokens};

/// Adds what the lints find in the scripts of a game.
pub(crate) fn lint(variant: &Variant, findings: &mut Vec<Finding>) {
    let scripts: Vec<Vec<Token>> = variant.scripts.iter().map(|script| tokens(&script.source)).collect();
    let mut add = |script: usize, token: Token, kind, message: String, help: &str| {
        let text = &variant.scripts[script];
        let (line, column) = line_and_column(&text.source, token.start);
        let place = place_in_file(text, line, column);
        findings.push(Finding { kind, message, help: Some(help.to_string()), script, place });
    };
    let names: Vec<&str> = scripts.iter().flat_map(|tokens| global_variables(tokens)).collect();
    for (script, tokens) in scripts.iter().enumerate() {
        for token in carried(tokens, &names) {
            let message = format!(
                "what a handler writes to `{}` is forgotten when it ends: every handler starts from the same globals",
                token.text
            );
            let help = "keep it in `game.state`, which is part of the position";
            add(script, token, FindingKind::CarriedVariable, message, help);
        }
        if let Some(token) = could_be_trigger(tokens) {
            let message = "this script only counts and compares, which triggers can do".to_string();
            let help = "for example: trigger count { on: capture; do: set game.state.takes += 1 }; triggers are \
                        checked more strictly and run faster";
            add(script, token, FindingKind::CouldBeTrigger, message, help);
        }
    }
    if let Some((script, token)) = turns_left_alone(&scripts) {
        let message = format!(
            "the turn passes after every move, though this script speaks of turns (`{}`): nothing calls endTurn",
            token.text
        );
        let help = "a script with a `move` handler that calls game.endTurn() decides when a turn ends; to give single \
                    further moves, call game.allowExtraMove(player)";
        add(script, token, FindingKind::TurnsLeftAlone, message, help);
    }
}

/// How deep in brackets each token stands.
fn depths(tokens: &[Token]) -> Vec<usize> {
    let mut depth = 0usize;
    tokens
        .iter()
        .map(|token| match token.text {
            _ if token.kind == Kind::Text && token.text.ends_with("${") => {
                depth += 1;
                depth - 1
            }
            _ if token.kind == Kind::Text && token.text.starts_with('}') => {
                depth = depth.saturating_sub(1);
                depth
            }
            "{" | "(" | "[" if token.kind == Kind::Punctuation => {
                depth += 1;
                depth - 1
            }
            "}" | ")" | "]" if token.kind == Kind::Punctuation => {
                depth = depth.saturating_sub(1);
                depth
            }
            _ => depth,
        })
        .collect()
}

/// The variables declared outside all functions, unless something inside declares the same name.
fn global_variables<'a>(tokens: &[Token<'a>]) -> Vec<&'a str> {
    let depths = depths(tokens);
    let mut outer = Vec::new();
    let mut inner = Vec::new();
    for (at, pair) in tokens.windows(2).enumerate() {
        if matches!(pair[0].text, "let" | "var" | "const") && pair[1].kind == Kind::Word {
            if depths[at] == 0 { outer.push(pair[1].text) } else { inner.push(pair[1].text) }
        }
    }
    outer.retain(|name| !inner.contains(name));
    outer
}

const ASSIGNMENTS: &[&str] = &[
    "=", "+=", "-=", "*=", "/=", "%=", "**=", "??=", "||=", "&&=", "|=", "&=", "^=", "<<=", ">>=", ">>>=",
    "++", "--",
];

/// Methods that change a list, set or map.
const CHANGES: &[&str] = &[
    "push", "pop", "shift", "unshift", "splice", "sort", "reverse", "fill", "set", "add", "delete", "clear",
];

/// Where functions write to global variables: the first place for each.
fn carried<'a>(tokens: &[Token<'a>], names: &[&str]) -> Vec<Token<'a>> {
    let depths = depths(tokens);
    let mut found: Vec<Token> = Vec::new();
    for (at, &token) in tokens.iter().enumerate() {
        let member = at > 0 && matches!(tokens[at - 1].text, "." | "?.");
        let declared = at > 0 && matches!(tokens[at - 1].text, "let" | "var" | "const" | "function");
        let inside = in_function(tokens, &depths, at);
        if !inside || member || declared || !names.contains(&token.text) || token.kind != Kind::Word {
            continue;
        }
        if found.iter().any(|known| known.text == token.text) {
            continue;
        }
        let stepped = at > 0 && matches!(tokens[at - 1].text, "++" | "--");
        if stepped || writes(&tokens[at + 1..]) {
            found.push(token);
        }
    }
    found
}

/// Whether a token stands inside a function: behind `=>` or `function` in its statement of the body.
fn in_function(tokens: &[Token], depths: &[usize], at: usize) -> bool {
    let ends = |&before: &usize| depths[before] == 0 && matches!(tokens[before].text, ";" | "}");
    let start = (0..at).rev().find(ends).map_or(0, |end| end + 1);
    tokens[start..at].iter().any(|token| matches!(token.text, "=>" | "function"))
}

/// Whether what follows a name writes to it: an assignment, behind members and indices, or a changing method.
fn writes(mut rest: &[Token]) -> bool {
    loop {
        match rest {
            [dot, method, open, ..]
                if matches!(dot.text, "." | "?.") && open.text == "(" && CHANGES.contains(&method.text) =>
            {
                return true;
            }
            [dot, word, ..] if matches!(dot.text, "." | "?.") && word.kind == Kind::Word => rest = &rest[2..],
            [open, ..] if open.text == "[" && open.kind == Kind::Punctuation => {
                let mut depth = 0;
                let end = rest.iter().position(|token| {
                    match token.text {
                        "[" => depth += 1,
                        "]" => depth -= 1,
                        _ => {}
                    }
                    depth == 0
                });
                match end {
                    Some(end) => rest = &rest[end + 1..],
                    None => return false,
                }
            }
            [next, ..] => return next.kind == Kind::Punctuation && ASSIGNMENTS.contains(&next.text),
            [] => return false,
        }
    }
}

/// The words that a script uses if it only counts and compares.
const PLAIN_WORDS: &[&str] = &[
    "game",
    "on",
    "state",
    "event",
    "e",
    "ev",
    "evt",
    "function",
    "if",
    "else",
    "return",
    "player",
    "piece",
    "captured",
    "type",
    "owner",
    "from",
    "to",
    "rank",
    "file",
    "king",
    "true",
    "false",
    "null",
    "declareWinner",
    "declareDraw",
    "newType",
    "originalType",
];

/// The first handler of a script that triggers could replace: all it does is count in `game.state` and compare.
fn could_be_trigger<'a>(tokens: &[Token<'a>]) -> Option<Token<'a>> {
    let plain = |(at, token): (usize, &Token)| {
        let field = at >= 2 && tokens[at - 1].text == "." && tokens[at - 2].text == "state";
        match token.kind {
            Kind::Word => field || PLAIN_WORDS.contains(&token.text),
            Kind::Number => token.text.bytes().all(|b| b.is_ascii_digit()),
            Kind::Text => !token.text.starts_with(['`', '}']),
            Kind::Regex => false,
            Kind::Punctuation => {
                !matches!(token.text, "[" | "?" | "?." | "..." | "??" | "??=" | "||=" | "&&=")
            }
        }
    };
    if !tokens.iter().enumerate().all(plain) {
        return None;
    }
    handlers(tokens).first().map(|&(at, _)| tokens[at])
}

/// The calls of `game.on` with a plain string: the place of `on`, and the event.
fn handlers<'a>(tokens: &[Token<'a>]) -> Vec<(usize, &'a str)> {
    let call = |(at, five): (usize, &[Token<'a>])| {
        let is_call =
            five[0].text == "game" && five[1].text == "." && five[2].text == "on" && five[3].text == "(";
        (is_call && five[4].kind == Kind::Text).then(|| (at, five[4].text.trim_matches(['"', '\'', '`'])))
    };
    tokens.windows(5).enumerate().filter_map(call).collect()
}

/// A word about turns in scripts that have a `move` handler and never say when a turn ends.
fn turns_left_alone<'a>(scripts: &[Vec<Token<'a>>]) -> Option<(usize, Token<'a>)> {
    let controls = |token: &Token| matches!(token.text, "endTurn" | "allowExtraMove");
    let listens = |tokens: &Vec<Token>| handlers(tokens).iter().any(|(_, event)| *event == "move");
    if scripts.iter().flatten().any(controls) || !scripts.iter().any(listens) {
        return None;
    }
    let of_turns = |token: &&Token| {
        let lower = token.text.to_lowercase();
        let known = matches!(token.text, "return" | "turnNumber" | "turnEnd" | "turnStart" | "isOver");
        token.kind == Kind::Word
            && !known
            && (lower.contains("thisturn")
                || lower.contains("movesleft")
                || lower.contains("perturn")
                || lower.contains("extramove"))
    };
    scripts
        .iter()
        .enumerate()
        .find_map(|(script, tokens)| tokens.iter().find(of_turns).map(|&token| (script, token)))
}
