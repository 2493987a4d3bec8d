//! Scripts in the facade: what is wrong with them becomes diagnostics, and games with them become rules.

use nightrider_engine::{CompileError, Rules};
use nightrider_lang::Compiled;
use nightrider_lang::codes::Code;
use nightrider_lang::diagnostic::{Diagnostic, Severity};
use nightrider_lang::span::{SourceId, Sources, Span};
use nightrider_model::Variant;
use nightrider_script::{Finding, FindingKind, Limits, QuickJs, check};

/// The rules of a game, its scripts included.
///
/// # Errors
/// If the game exceeds the limits of the engine, or a script of it cannot be used.
///
/// ```
/// use nightrider::{compile_source, engine::Game, lang::NoLoader, rules};
/// let text = r#"
/// game: "Counting"
/// script {
///   game.on("move", (event) => { game.state.last = [...game.state.last ?? [], event.piece.type] });
/// }"#;
/// let variant = compile_source("counting.chesslang", text, &NoLoader).variant.unwrap();
/// let mut game = Game::new(&rules(variant).unwrap(), 0);
/// let first = game.legal_moves()[0];
/// game.play(first).unwrap();
/// assert_eq!(game.loose_state().len(), 1);
/// ```
pub fn rules(variant: Variant) -> Result<Rules, CompileError> {
    Rules::compile_with(variant, Some(&QuickJs::default()))
}

/// Adds what is wrong with the scripts of a compiled game to its diagnostics. A game whose scripts have errors is no
/// game.
pub(crate) fn add_findings(compiled: &mut Compiled) {
    let Some(variant) = &compiled.variant else { return };
    let findings = check(variant, Limits::DEFAULT);
    for finding in &findings {
        let diagnostic = diagnostic(finding, &compiled.sources);
        if diagnostic.severity == Severity::Error || diagnostic.span.source == SourceId(0) {
            compiled.diagnostics.push(diagnostic);
        }
    }
    compiled.diagnostics.sort_by_key(|diagnostic| (diagnostic.span.source, diagnostic.span.start));
    if compiled.has_errors() {
        compiled.variant = None;
    }
}

fn diagnostic(finding: &Finding, sources: &Sources) -> Diagnostic {
    let code = match finding.kind {
        FindingKind::Syntax => Code::ScriptSyntax,
        FindingKind::NotHere => Code::ScriptNotHere,
        FindingKind::BodyFails => Code::ScriptFails,
        FindingKind::CarriedVariable => Code::ScriptForgets,
        FindingKind::CouldBeTrigger => Code::ScriptCouldBeTrigger,
        FindingKind::TurnsLeftAlone => Code::ScriptLeavesTurns,
    };
    let diagnostic = Diagnostic::new(code, span(finding, sources), finding.message.clone());
    match &finding.help {
        Some(help) => diagnostic.help(help.clone()),
        None => diagnostic,
    }
}

/// The word at the place of a finding.
fn span(finding: &Finding, sources: &Sources) -> Span {
    let place = &finding.place;
    let Some((id, source)) = sources.iter().find(|(_, source)| source.name == place.file) else {
        return Span::default();
    };
    let index = place.line.saturating_sub(1) as usize;
    let line = source.line(index);
    let column = place.column.saturating_sub(1) as usize;
    let within = line.char_indices().nth(column).map_or(line.len(), |(at, _)| at);
    let word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let rest = &line[within..];
    let length =
        rest.find(|c| !word(c)).unwrap_or(rest.len()).max(rest.chars().next().map_or(0, char::len_utf8));
    let start = source.line_start(index) + within;
    Span::new(id, start as u32, (start + length) as u32)
}
