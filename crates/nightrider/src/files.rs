//! Base games and imports in files, read through closures: the facade itself touches no disk.

use std::path::Path;

use nightrider_lang::{Loaded, Loader, title_of};

/// Finds games beside a file by their titles or file names.
///
/// ```
/// use nightrider::{FileLoader, compile_source};
/// let files = FileLoader {
///     read: |path: &str| (path == "games/base.chesslang").then(|| "game: \"Base\"\n".to_string()),
///     list: |_folder: &str| vec!["base.chesslang".to_string()],
/// };
/// let compiled = compile_source("games/child.chesslang", "game: \"Child\"\nextends: \"base\"\n", &files);
/// assert!(compiled.variant.is_some());
/// ```
pub struct FileLoader<R, L> {
    /// The text of a file by its path, if it can be read.
    pub read: R,
    /// The names of the files of a folder; an empty path is the current folder.
    pub list: L,
}

impl<R, L> FileLoader<R, L>
where
    R: Fn(&str) -> Option<String>,
    L: Fn(&str) -> Vec<String>,
{
    /// The ChessLang files beside a file, in order of their names, as paths.
    fn beside(&self, file: &str) -> Vec<String> {
        let folder = Path::new(file).parent().unwrap_or(Path::new(""));
        let mut names = (self.list)(&folder.to_string_lossy());
        names.retain(|name| name.ends_with(".chesslang"));
        names.sort();
        names.iter().map(|name| folder.join(name).to_string_lossy().into_owned()).collect()
    }

    fn loaded(&self, path: String) -> Option<Loaded> {
        let text = (self.read)(&path)?;
        Some(Loaded { name: path, text })
    }
}

impl<R, L> Loader for FileLoader<R, L>
where
    R: Fn(&str) -> Option<String>,
    L: Fn(&str) -> Vec<String>,
{
    fn game(&self, name: &str, beside: &str) -> Option<Loaded> {
        let wanted = name.trim().to_lowercase();
        let paths = self.beside(beside);
        let stem = |path: &str| {
            Path::new(path).file_stem().is_some_and(|stem| stem.to_string_lossy().to_lowercase() == wanted)
        };
        // Titles first: a file name is only a second name of a game.
        for path in &paths {
            let Some(loaded) = self.loaded(path.clone()) else { continue };
            if title_of(&loaded.text).is_some_and(|title| title.trim().to_lowercase() == wanted) {
                return Some(loaded);
            }
        }
        let named = paths.into_iter().find(|path| stem(path))?;
        self.loaded(named)
    }

    fn file(&self, path: &str, beside: &str) -> Option<Loaded> {
        let folder = Path::new(beside).parent().unwrap_or(Path::new(""));
        self.loaded(folder.join(path).to_string_lossy().into_owned())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::compile_source;

    /// Compiles a file of a small folder; what is wrong is given back as `line code`.
    fn problems(files: &[(&str, &str)], name: &str) -> Vec<String> {
        let disk: BTreeMap<String, String> =
            files.iter().map(|(name, text)| (format!("d/{name}"), (*text).to_string())).collect();
        let loader = FileLoader {
            read: |path: &str| disk.get(path).cloned(),
            list: |folder: &str| match folder {
                "d" => files.iter().map(|(name, _)| (*name).to_string()).collect(),
                _ => Vec::new(),
            },
        };
        let path = format!("d/{name}");
        let compiled = compile_source(&path, &disk[&path], &loader);
        let line = |diagnostic: &nightrider_lang::diagnostic::Diagnostic| {
            let source = compiled.sources.get(diagnostic.span.source).expect("a text that was read");
            format!("{}:{} {}", source.name, source.position(diagnostic.span.start).line, diagnostic.code)
        };
        compiled.diagnostics.iter().map(line).collect()
    }

    #[test]
    fn chains_end_at_the_library_and_cycles_are_told_at_the_games_own_extends() {
        let hen = ("hen.chesslang", "game: \"Hen\"\nextends: \"Egg\"\n");
        let egg = ("egg.chesslang", "game: \"Egg\"\nextends: \"hen\"\n");
        let own = ("own.chesslang", "game: \"Own\"\nextends: \"OWN\"\n");
        let far = ("far.chesslang", "game: \"Far\"\n\nextends: \"hen\"\n");
        let fine = ("fine.chesslang", "game: \"Fine\"\nextends: \"middle\"\n");
        let middle = ("middle.chesslang", "game: \"In Between\"\npiece Mann { move: step(any) }\n");
        let all = [hen, egg, own, far, fine, middle];
        assert_eq!(problems(&all, "hen.chesslang"), ["d/hen.chesslang:2 E0214"]);
        assert_eq!(problems(&all, "own.chesslang"), ["d/own.chesslang:2 E0214"]);
        assert_eq!(problems(&all, "far.chesslang"), ["d/far.chesslang:3 E0214"]);
        assert_eq!(problems(&all, "fine.chesslang"), Vec::<String>::new());
    }

    #[test]
    fn a_title_of_the_library_is_the_librarys_even_in_a_file_of_that_title() {
        let atomic = ("atomic.chesslang", "game: \"Atomic Chess\"\nextends: \"Atomic Chess\"\n");
        assert_eq!(problems(&[atomic], "atomic.chesslang"), Vec::<String>::new());
    }

    #[test]
    fn imports_bring_definitions_once_and_only_definitions() {
        let bits = ("bits.chesslang", "pattern Two = leap(2, 0)\npiece Mann { move: Two }\n");
        let more = ("more.chesslang", "import \"bits.chesslang\"\npiece Woman { move: Two | step(any) }\n");
        let ring = ("ring.chesslang", "import \"ring.chesslang\"\n");
        let game = (
            "game.chesslang",
            "game: \"G\"\nimport \"bits.chesslang\"\nimport \"more.chesslang\"\nsetup:\n  add:\n    White Mann: [d3]\n    \
             White Woman: [e3]\n",
        );
        let whole = ("whole.chesslang", "game: \"W\"\nimport \"game.chesslang\"\nimport \"nothing\"\n");
        let all = [bits, more, ring, game, whole];
        assert_eq!(problems(&all, "game.chesslang"), Vec::<String>::new());
        assert_eq!(problems(&all, "ring.chesslang"), ["d/ring.chesslang:1 E0215"]);
        assert_eq!(
            problems(&all, "whole.chesslang"),
            ["d/whole.chesslang:2 E0216", "d/whole.chesslang:3 E0208"]
        );
    }
}
