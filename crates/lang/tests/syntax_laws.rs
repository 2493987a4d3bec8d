//! Laws of the parser: no byte is lost, no text makes it fail, deep and large texts cost little.

use std::time::{Duration, Instant};

use nightrider_lang::ast::{
    Action, ActionKind, AtomKind, Block, Expr, ExprKind, Item, Pattern, Place, Region, TriggerMember,
};
use nightrider_lang::parse::{Parsed, parse};
use nightrider_lang::span::{Source, SourceId};
use nightrider_lang::tree::{Element, Tree};
use proptest::prelude::*;

const CORPUS: &str = include_str!("corpus/everything.chesslang");

/// Parses and checks everything that holds for any text.
fn lawful(text: &str) -> Parsed {
    let parsed = parse(text, SourceId(0));
    assert_eq!(parsed.tree.print(text), text, "no byte is lost");
    tree_is_sound(&parsed.tree, text);
    let source = Source::new("test", text);
    for found in &parsed.diagnostics {
        assert!(found.span.start <= found.span.end && found.span.end as usize <= text.len());
        assert!(
            text.is_char_boundary(found.span.start as usize)
                && text.is_char_boundary(found.span.end as usize)
        );
        assert!(!found.message.is_empty() && !found.message.ends_with('.'), "{}", found.message);
        assert!(source.position(found.span.start).line as usize <= source.line_count());
    }
    parsed
}

/// Tokens follow each other without gaps, and children cover their node in order.
fn tree_is_sound(tree: &Tree, text: &str) {
    let mut at = 0;
    for token in tree.tokens() {
        assert_eq!(token.start, at);
        assert!(token.end > token.start);
        at = token.end;
    }
    assert_eq!(at as usize, text.len());
    for node in tree.nodes() {
        let range = tree.token_range(node);
        let mut next = range.start;
        for child in tree.children(node) {
            match child {
                Element::Token(token) => {
                    assert_eq!(token, next);
                    next += 1;
                }
                Element::Node(inner) => {
                    let inside = tree.token_range(inner);
                    assert_eq!(inside.start, next);
                    assert!(inside.end > inside.start);
                    next = inside.end;
                }
            }
        }
        assert_eq!(next, range.end);
    }
}

#[test]
fn the_corpus_has_no_problem() {
    assert_eq!(lawful(CORPUS).diagnostics, []);
}

/// What may be put anywhere into a text to break it.
const SPLINTERS: [&str; 40] = [
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "\"",
    "'",
    "#",
    "\n",
    "\r\n",
    "\t",
    "  ",
    ":",
    ";",
    ",",
    ".",
    "|",
    "+",
    "-",
    "*",
    "=",
    "==",
    " and ",
    " not ",
    " where ",
    " count ",
    " if ",
    " else ",
    "script {",
    "chessembly {",
    "`",
    "/",
    "//",
    "é",
    "산",
    "\u{feff}",
    "\u{0}",
    "99999999999999999999",
    "piece A {",
];

#[derive(Clone, Debug)]
enum Change {
    Delete(prop::sample::Index, usize),
    Insert(prop::sample::Index, &'static str),
    Copy(prop::sample::Index, usize, prop::sample::Index),
    Cut(prop::sample::Index),
}

fn change() -> impl Strategy<Value = Change> {
    let at = any::<prop::sample::Index>;
    prop_oneof![
        (at(), 1usize..40).prop_map(|(at, n)| Change::Delete(at, n)),
        (at(), prop::sample::select(SPLINTERS.to_vec())).prop_map(|(at, what)| Change::Insert(at, what)),
        (at(), 1usize..200, at()).prop_map(|(from, n, to)| Change::Copy(from, n, to)),
        at().prop_map(Change::Cut),
    ]
}

fn apply(text: &mut Vec<char>, change: &Change) {
    if text.is_empty() {
        return;
    }
    match change {
        Change::Delete(at, n) => {
            let at = at.index(text.len());
            let end = (at + n).min(text.len());
            text.drain(at..end);
        }
        Change::Insert(at, what) => {
            let at = at.index(text.len());
            text.splice(at..at, what.chars());
        }
        Change::Copy(from, n, to) => {
            let from = from.index(text.len());
            let piece: Vec<char> = text[from..(from + n).min(text.len())].to_vec();
            let to = to.index(text.len());
            text.splice(to..to, piece);
        }
        Change::Cut(at) => text.truncate(at.index(text.len())),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn broken_files_are_read_to_the_end(changes in prop::collection::vec(change(), 1..12)) {
        let mut text: Vec<char> = CORPUS.chars().collect();
        for change in &changes {
            apply(&mut text, change);
        }
        lawful(&text.into_iter().collect::<String>());
    }

    #[test]
    fn any_string_is_read(text in "\\PC{0,400}") {
        lawful(&text);
    }

    #[test]
    fn any_bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        lawful(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn any_words_are_read(words in prop::collection::vec(prop::sample::select(words()), 0..120)) {
        lawful(&words.concat());
    }
}

/// The words and signs of the corpus, with a blank behind each, and line ends.
fn words() -> Vec<String> {
    let parsed = parse(CORPUS, SourceId(0));
    let mut words: Vec<String> =
        parsed.tree.tokens().iter().map(|token| format!("{} ", token.text(CORPUS))).collect();
    words.sort();
    words.dedup();
    words.extend(SPLINTERS.map(str::to_string));
    words
}

/// Texts that nest `n` levels deep, each in another way.
fn deep(n: usize) -> Vec<(&'static str, String)> {
    let nested =
        |open: &str, middle: &str, close: &str| format!("{}{middle}{}", open.repeat(n), close.repeat(n));
    let pattern = |text: String| format!("pattern P = {text}\npiece A {{ mvoe: castle }}\n");
    let condition = |text: String| format!("victory: {text}\n");
    let action = |text: String| format!("action a() {{\n{text}\n}}\n");
    vec![
        ("groups", pattern(nested("(", "castle", ")"))),
        ("open groups", pattern("(".repeat(n))),
        ("groups in guards", pattern(nested("(castle where (", "a", "))"))),
        ("repeats", pattern(nested("castle", "", " * 2"))),
        ("sequence", pattern(nested("castle + ", "castle", ""))),
        ("parentheses", condition(nested("(", "a", ")"))),
        ("open parentheses", condition("(".repeat(n))),
        ("arrays", condition(nested("[", "a", "]"))),
        ("objects", condition(nested("{a: ", "a", "}"))),
        ("calls", condition(nested("f(", "a", ")"))),
        ("methods", condition(nested("a.f(", "a", ")"))),
        ("nots", condition(nested("not ", "a", ""))),
        ("bangs", condition(nested("!", "a", ""))),
        ("minuses", condition(nested("- ", "a", ""))),
        ("fields", condition(nested("a.", "a", ""))),
        ("sums", condition(nested("a + ", "a", ""))),
        ("products in sums", condition(nested("a + a * ", "a", ""))),
        ("comparisons", condition(nested("a == ", "a", ""))),
        ("captured", condition(nested("a", "", " captured"))),
        ("adjacent", condition(nested("a", "", " adjacent to b"))),
        ("places", condition(nested("a in ", "a", ""))),
        ("counts", condition(nested("count A where ", "a", ""))),
        ("exists", condition(nested("exists A where a and ", "a", ""))),
        ("random squares", condition(nested("random_empty_square adjacent to ", "a", ""))),
        ("ands", condition(nested("a and ", "a", ""))),
        ("high operands", condition(nested("(a + ", "a", ") + a + a + a"))),
        ("ifs", action(nested("if a {", "", "}"))),
        ("ifs with colons", action(nested("if a: ", "cancel", ""))),
        ("else ifs", action(nested("if a { } else ", "{ }", ""))),
        ("fors", action(nested("for a in b {", "", "}"))),
        ("blocks", action(nested("{", "", "}"))),
        ("regions", action(format!("remove {}", nested("pieces in radius(", "1", ") from a")))),
        ("colours", format!("setup:\n  add:\n    {}", "White: {".repeat(n))),
        ("replaced colours", format!("setup:\n  replace:\n    {}", "White: {".repeat(n))),
        ("rules", format!("rules:\n  {}", "check: {".repeat(n))),
        ("lists", format!("rules:\n  fifty_moves: {}", nested("[", "Pawn", "]"))),
        ("scripts", format!("script {}", nested("{", "", "}"))),
        ("templates", format!("script {{ {} }}", nested("`${", "", "}`"))),
        ("chessembly", pattern(format!("chessembly {}", nested("{", "", "}")))),
        ("pieces", nested("piece A { ", "", "}")),
        ("indentation", (0..n.min(1500)).map(|i| format!("{}White:\n", " ".repeat(i))).collect()),
    ]
}

#[test]
fn deep_texts_end_in_diagnostics_not_in_a_full_stack() {
    for (name, text) in deep(10_000) {
        let start = Instant::now();
        let parsed = lawful(&text);
        assert!(start.elapsed() < Duration::from_secs(4), "{name} took {:?}", start.elapsed());
        let height = file_height(&parsed);
        assert!(height <= 600, "{name} is {height} high");
    }
}

#[test]
fn what_follows_a_deep_text_is_read() {
    let (_, text) = &deep(10_000)[0];
    let codes: Vec<&str> = parse(text, SourceId(0)).diagnostics.iter().map(|d| d.code.id()).collect();
    assert_eq!(codes, ["E0108", "E0120"]);
}

#[test]
fn a_text_that_is_too_deep_is_told_so_once() {
    for (name, text) in deep(10_000) {
        let deep = parse(&text, SourceId(0)).diagnostics.iter().filter(|d| d.code.id() == "E0108").count();
        assert!(deep <= 1, "{name}: {deep} times");
    }
}

#[test]
fn games_may_nest_as_deep_as_any_person_would() {
    for (name, text) in deep(12) {
        let diagnostics = parse(&text, SourceId(0)).diagnostics;
        assert!(diagnostics.iter().all(|d| d.code.id() != "E0108"), "{name}: {diagnostics:?}");
    }
}

#[test]
fn a_megabyte_takes_about_a_second() {
    let mebibyte = 1 << 20;
    let repeated = |part: &str| part.repeat(mebibyte / part.len());
    for (name, text) in [
        ("games", repeated(CORPUS)),
        ("one line", repeated("a ")),
        ("braces", repeated("{")),
        ("parentheses", repeated("(")),
        ("closing", repeated(")")),
        ("quotes", repeated("\"")),
        ("apostrophes", repeated("'")),
        ("typographic quotes", repeated("“ ")),
        ("typographic lines", repeated("“\n")),
        ("noise", repeated("\u{1}é~^ ")),
        ("zeros", repeated("\u{0}")),
        ("words", repeated("piece A { ")),
        ("unknown items", repeated("peice A {\n")),
        ("unclosed scripts", repeated("script {\n")),
        ("scripts in lines", repeated("script\n")),
        ("sum", format!("victory: {}a", repeated("a + "))),
        ("alternatives", format!("pattern P = {}castle", repeated("castle | "))),
        ("guards", format!("pattern P = {}castle", repeated("castle where a | "))),
        ("list", format!("board:\n  holes: [{}]", repeated("e4, "))),
        ("path", format!("victory: a{}", repeated(".a"))),
        ("actions", format!("action a() {{ {} }}", repeated("x.y ;"))),
        ("long paths", format!("action a() {{ {} }}", repeated("x.y"))),
        ("number", repeated("1")),
        ("word", repeated("a")),
        ("commas", repeated(",")),
        ("empty lines", repeated("\n")),
        ("blanks", repeated(" ")),
        ("comment", repeated("#")),
        ("foreign comments", repeated("/*")),
        ("members", format!("piece A {{\n{}", repeated("x\n"))),
    ] {
        let start = Instant::now();
        let parsed = parse(&text, SourceId(0));
        // Other tests run at the same time, on few processors and unoptimised: the target is a second.
        assert!(start.elapsed() < Duration::from_secs(4), "{name} took {:?}", start.elapsed());
        assert!(parsed.tree.print(&text) == text, "{name} is printed as it was");
    }
}

fn file_height(parsed: &Parsed) -> usize {
    let of_item = |item: &Item| match item {
        Item::Pattern(def) => pattern_height(&def.pattern),
        Item::Action(def) => block_height(&def.body),
        Item::Ends(ends) => ends
            .members
            .iter()
            .flat_map(|member| match member {
                nightrider_lang::ast::EndMember::Add(list) => list.iter(),
                _ => [].iter(),
            })
            .map(|condition| expr_height(&condition.condition))
            .max()
            .unwrap_or(0),
        Item::Trigger(trigger) => trigger
            .members
            .iter()
            .map(|member| match member {
                TriggerMember::Do(block) => block_height(block),
                TriggerMember::When(condition) => expr_height(condition),
                _ => 0,
            })
            .max()
            .unwrap_or(0),
        _ => 0,
    };
    parsed.file.items.iter().map(of_item).max().unwrap_or(0)
}

fn pattern_height(pattern: &Pattern) -> usize {
    let mut height = 0;
    for arm in &pattern.arms {
        height = height.max(arm.guard.as_ref().map_or(0, expr_height));
        for leg in arm.alternatives.iter().flat_map(|sequence| &sequence.legs) {
            if let AtomKind::Group(inner) = &leg.atom.kind {
                height = height.max(pattern_height(inner));
            }
        }
    }
    height + 1
}

fn block_height(block: &Block) -> usize {
    1 + block.actions.iter().map(action_height).max().unwrap_or(0)
}

fn action_height(action: &Action) -> usize {
    1 + match &action.kind {
        ActionKind::If { condition, then, otherwise } => {
            let otherwise = otherwise.as_ref().map_or(0, block_height);
            expr_height(condition).max(block_height(then)).max(otherwise)
        }
        ActionKind::For { body, .. } => block_height(body),
        ActionKind::Set { value, .. } | ActionKind::Let { value, .. } => expr_height(value),
        _ => 0,
    }
}

fn expr_height(expr: &Expr) -> usize {
    let highest = |list: &[Expr]| list.iter().map(expr_height).max().unwrap_or(0);
    let about = |subject: &Option<Box<Expr>>, of: &Expr| {
        subject.as_ref().map_or(0, |subject| expr_height(subject)).max(expr_height(of))
    };
    1 + match &expr.kind {
        ExprKind::Field { of, .. } | ExprKind::Captured(of) => expr_height(of),
        ExprKind::Has { subject, .. } => expr_height(subject),
        ExprKind::Call { args, .. } => highest(args),
        ExprKind::Method { of, args, .. } => expr_height(of).max(highest(args)),
        ExprKind::Array(list) | ExprKind::And(list) | ExprKind::Or(list) => highest(list),
        ExprKind::Object(fields) => fields.iter().map(|(_, value)| expr_height(value)).max().unwrap_or(0),
        ExprKind::Paren(inner) | ExprKind::Negate(inner) | ExprKind::Not(inner) => expr_height(inner),
        ExprKind::Binary { left, right, .. } | ExprKind::Compare { left, right, .. } => {
            expr_height(left).max(expr_height(right))
        }
        ExprKind::In { subject, place: Place::Value(value), .. } => about(subject, value),
        ExprKind::In { subject, .. } => subject.as_ref().map_or(0, |subject| expr_height(subject)),
        ExprKind::OnRank { subject, rank: of, .. }
        | ExprKind::OnFile { subject, file: of, .. }
        | ExprKind::AdjacentTo { subject, to: of, .. } => about(subject, of),
        ExprKind::Count(set)
        | ExprKind::Exists(set)
        | ExprKind::Any(set)
        | ExprKind::All(set)
        | ExprKind::Pieces(set) => {
            let regions = set.regions.iter().map(|region| match region {
                Region::Radius { radius, from } => expr_height(radius).max(expr_height(from)),
                Region::Line { from, .. } | Region::AdjacentTo(from) => expr_height(from),
                Region::Zone(_) => 0,
            });
            regions.max().unwrap_or(0).max(set.filter.as_ref().map_or(0, |filter| expr_height(filter)))
        }
        ExprKind::RandomEmptySquare { adjacent_to: Some(to) } | ExprKind::EmptyAdjacent { to } => {
            expr_height(to)
        }
        _ => 0,
    }
}
