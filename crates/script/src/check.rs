//! What is wrong with the scripts of a game, or could be better, before it is played.

use nightrider_engine::script::{ScriptFault, ScriptPlace};
use nightrider_model::Variant;

use crate::host::called_functions;
use crate::limits::Limits;
use crate::lints;
use crate::machine::{Machine, place_in_file};
use crate::scan::{Kind, line_and_column, tokens};
use crate::setup_world::SetupWorld;

/// Something found in a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What kind of thing.
    pub kind: FindingKind,
    /// What is wrong, in one sentence.
    pub message: String,
    /// How to mend it.
    pub help: Option<String>,
    /// The script, an index into [`Variant::scripts`].
    pub script: usize,
    /// Where in the file.
    pub place: ScriptPlace,
}

/// The kinds of findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FindingKind {
    /// An error: the text is not JavaScript.
    Syntax,
    /// An error: something of JavaScript that scripts of games do not have.
    NotHere,
    /// An error: the body of the script fails.
    BodyFails,
    /// A warning: a variable that is meant to carry something from one event to the next.
    CarriedVariable,
    /// A note: a trigger could say the same.
    CouldBeTrigger,
    /// A note: a script that speaks of turns but leaves them to the rules.
    TurnsLeftAlone,
}

/// Looks through the scripts of a game: what QuickJS cannot read, what a cage has no room for, bodies that fail, and
/// habits that lead astray.
pub fn check(variant: &Variant, limits: Limits) -> Vec<Finding> {
    let mut findings = Vec::new();
    for script in 0..variant.scripts.len() {
        let refused = refused_words(variant, script);
        if refused.is_empty() {
            findings.extend(syntax(variant, script, limits));
        }
        findings.extend(refused);
    }
    if findings.is_empty() && !variant.scripts.is_empty() {
        findings.extend(body(variant, limits));
    }
    if findings.is_empty() {
        lints::lint(variant, &mut findings);
    }
    findings.sort_by_key(|finding| (finding.script, finding.place.line, finding.place.column));
    findings
}

/// The first error that QuickJS finds when it reads a script.
fn syntax(variant: &Variant, script: usize, limits: Limits) -> Option<Finding> {
    let fault = Machine::compile(variant, script, limits).err()?;
    Some(finding(FindingKind::Syntax, fault, variant, script))
}

/// The first error when the bodies run.
fn body(variant: &Variant, limits: Limits) -> Option<Finding> {
    let functions = called_functions(variant);
    let fault = Machine::new(variant, &functions, limits, &mut SetupWorld::new(variant)).err()?;
    let script = fault.place.as_ref().map_or(0, |place| {
        let before =
            |script: &nightrider_model::Script| script.file == place.file && script.line <= place.line;
        variant.scripts.iter().rposition(before).unwrap_or(0)
    });
    Some(finding(FindingKind::BodyFails, fault, variant, script))
}

fn finding(kind: FindingKind, fault: ScriptFault, variant: &Variant, script: usize) -> Finding {
    let text = fault.message.strip_prefix("SyntaxError: ").unwrap_or(&fault.message);
    let text = text.replace("unexpected token in expression: ''", "it ends where more should follow");
    let message = match kind {
        FindingKind::BodyFails => format!("the script fails when it is read: {text}"),
        _ => format!("the script cannot be read: {text}"),
    };
    let place = fault.place.unwrap_or_else(|| place_in_file(&variant.scripts[script], 1, 1));
    Finding { kind, message, help: None, script, place }
}

/// Words and literals that a script can write but not use.
fn refused_words(variant: &Variant, script: usize) -> Vec<Finding> {
    let text = &variant.scripts[script].source;
    let tokens = tokens(text);
    let refuse = |at: usize| {
        let token = tokens[at];
        let member = at > 0 && matches!(tokens[at - 1].text, "." | "?.");
        let before = |text| tokens.get(at + 1).is_some_and(|next| next.text == text);
        let (message, help) = match (token.kind, token.text) {
            (Kind::Number, number) if is_big(number) => {
                ("scripts have no big integers", "write the number without the `n`")
            }
            (Kind::Word, "import") if !member => {
                ("a script cannot import anything", "write what it needs into the script")
            }
            (Kind::Word, "async" | "await") if !member && !before(":") && !before("=") => (
                "nothing waits in a script: a handler runs to its end at once",
                "leave `async` and `await` away; everything a script calls answers at once",
            ),
            (Kind::Word, "eval" | "Function") if !member && before("(") => {
                ("a script cannot make code from text", "write the function out")
            }
            (Kind::Word, "Date") if !member && !before(":") => {
                ("scripts have no clock", "count turns or moves: game.turnNumber, game.state")
            }
            (Kind::Word, "setTimeout" | "setInterval" | "fetch" | "require" | "process")
                if !member && before("(") =>
            {
                ("a script can reach nothing but the game", "use `game`, `board` and `console`")
            }
            _ => return None,
        };
        let (line, column) = line_and_column(text, token.start);
        Some(Finding {
            kind: FindingKind::NotHere,
            message: message.to_string(),
            help: Some(help.to_string()),
            script,
            place: place_in_file(&variant.scripts[script], line, column),
        })
    };
    (0..tokens.len()).filter_map(refuse).collect()
}

fn is_big(number: &str) -> bool {
    number.ends_with('n')
}

/// Whether a script writes a big integer. They are refused when a game is loaded, too: arithmetic with them takes
/// any amount of time in one step.
pub(crate) fn has_big_integers(source: &str) -> bool {
    tokens(source).iter().any(|token| token.kind == Kind::Number && is_big(token.text))
}
