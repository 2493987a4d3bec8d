//! What can be said of a game only by setting it up: conditions of its end that hold before the first ply.

use nightrider_engine::{Game, Holding, Rules};
use nightrider_lang::codes::Code;
use nightrider_lang::diagnostic::Diagnostic;
use nightrider_lang::span::{SourceId, Span};
use nightrider_lang::{Compiled, TextKind};
use nightrider_model::Player;

/// Warns of conditions that hold at the start. Inherited ones are told at the start of the text. The rules that are
/// made for it are returned: they are the game's, and whoever plays it needs them.
pub(crate) fn add_warnings(compiled: &mut Compiled) -> Option<Rules> {
    let variant = compiled.variant.as_ref()?;
    if compiled.kind == TextKind::Fragment {
        return None;
    }
    // A game that the engine refuses is told of when it is to be played; one with scripts is refused here.
    let rules = Rules::compile(variant.clone()).ok()?;
    let mut told: Vec<(Span, String, Vec<Player>)> = Vec::new();
    for holding in Game::new(&rules, 0).holding() {
        let (condition, span, player) = match holding {
            Holding::Victory(id, player) => {
                (&variant.victory[id.index()], compiled.victory[id.index()], Some(player))
            }
            Holding::Draw(id) => (&variant.draw[id.index()], compiled.draw[id.index()], None),
        };
        let span = if span.source == SourceId(0) { span } else { Span::default() };
        match told.iter_mut().find(|(at, name, _)| *at == span && *name == condition.name) {
            Some((_, _, players)) => players.extend(player),
            None => told.push((span, condition.name.clone(), player.into_iter().collect())),
        }
    }
    for (span, name, players) in told {
        let whom = match players[..] {
            [player] => format!(" for {}", player.name()),
            [] => String::new(),
            _ => " for both players".to_string(),
        };
        let message = format!(
            "the condition `{name}` already holds at the start{whom}, so the first ply ends the game"
        );
        let diagnostic = Diagnostic::new(Code::HoldsAtStart, span, message)
            .help("the ends of a game are looked at after each ply; ask for more, or change the set-up");
        compiled.diagnostics.push(diagnostic);
    }
    compiled.diagnostics.sort_by_key(|diagnostic| (diagnostic.span.source, diagnostic.span.start));
    Some(rules)
}
