//! Scripts: which functions a game's scripts declare and which words they mention. The JavaScript itself is
//! not understood here.

use std::collections::BTreeSet;

use nightrider_model::Script;

use super::Checker;
use crate::ast::Item;

/// Names found in the scripts of a game.
#[derive(Default)]
pub(crate) struct ScriptNames {
    declared: BTreeSet<String>,
    mentioned: BTreeSet<String>,
    /// Whether there is any script.
    pub any: bool,
}

impl ScriptNames {
    /// Whether a script declares a function or value of this name.
    pub fn declares(&self, name: &str) -> bool {
        self.declared.contains(name)
    }

    /// Whether some script contains this word.
    pub fn mentions(&self, word: &str) -> bool {
        self.mentioned.contains(word)
    }

    /// Takes in the words of a script. A word after `function`, or after `const`, `let` or `var`, is declared.
    fn read(&mut self, text: &str) {
        self.any = true;
        let mut declaring = false;
        for word in text.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$')) {
            if word.is_empty() {
                continue;
            }
            if declaring {
                self.declared.insert(word.to_string());
            }
            declaring = matches!(word, "function" | "const" | "let" | "var");
            self.mentioned.insert(word.to_string());
        }
    }
}

impl Checker<'_> {
    /// The scripts of the chain, root first.
    pub fn scripts(&mut self) -> Vec<Script> {
        let chain = self.chain;
        let mut scripts = Vec::new();
        for layer in &chain.layers {
            for item in chain.items(layer) {
                let Item::Script(script) = item else { continue };
                let span = script.body.span;
                let Some(source) = chain.sources.get(span.source) else { continue };
                let at = source.position(span.start);
                self.scripts.read(&script.body.text);
                scripts.push(Script {
                    source: script.body.text.clone(),
                    file: source.name.clone(),
                    line: at.line,
                    column: at.column,
                });
            }
        }
        scripts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declared_and_mentioned_words() {
        let mut names = ScriptNames::default();
        names.read("function bonus(p) { game.state.점수 += 1 }\nconst f = (x) => x; let $n = 2");
        for word in ["bonus", "f", "$n"] {
            assert!(names.declares(word), "{word}");
        }
        assert!(!names.declares("p") && !names.declares("game"));
        assert!(names.mentions("점수") && names.mentions("x") && !names.mentions("점"));
    }
}
