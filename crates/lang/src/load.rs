//! Where base games and imported files come from: the loader, and the chain of files a game is made of.

use crate::ast::{File, Import, Item, Text};
use crate::codes::Code;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::parse::parse;
use crate::span::{SourceId, Sources, Span};

/// A text that a [`Loader`] found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loaded {
    /// A name that is the same whenever the same text is found, and that can be shown: a path, or
    /// `library/standard.chesslang`.
    pub name: String,
    /// The text.
    pub text: String,
}

/// Finds the texts that a game refers to. The language itself reads no files.
pub trait Loader {
    /// The game that `extends: "name"` means, by its title or library name without regard to case, in the
    /// library or beside the file called `beside`.
    fn game(&self, name: &str, beside: &str) -> Option<Loaded>;

    /// The file that `import "path"` means, seen from the file called `beside`.
    fn file(&self, path: &str, beside: &str) -> Option<Loaded>;

    /// Titles that can be extended, for suggestions.
    fn titles(&self) -> Vec<String> {
        Vec::new()
    }
}

/// A loader that finds nothing: for texts that stand alone.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoLoader;

impl Loader for NoLoader {
    fn game(&self, _: &str, _: &str) -> Option<Loaded> {
        None
    }

    fn file(&self, _: &str, _: &str) -> Option<Loaded> {
        None
    }
}

/// The game a file extends when it says nothing.
pub const DEFAULT_BASE: &str = "Standard Chess";

/// The files of a game: the root of its chain of base games first, the game itself last.
pub(crate) struct Chain {
    /// All texts; the game's own is number 0.
    pub sources: Sources,
    /// The games of the chain.
    pub layers: Vec<Layer>,
    /// All files that were read, games and imports.
    pub files: Vec<(SourceId, File)>,
}

/// One game of the chain.
pub(crate) struct Layer {
    /// Its text.
    pub source: SourceId,
    /// Its title, if it has one.
    pub title: Option<Text>,
    /// Its own items and those it imports, in order: indices of a file and of an item in it.
    pub items: Vec<(usize, usize)>,
}

impl Chain {
    /// The items of a layer in order.
    pub fn items<'a>(&'a self, layer: &'a Layer) -> impl Iterator<Item = &'a Item> {
        layer.items.iter().map(|&(file, item)| &self.files[file].1.items[item])
    }
}

/// A file may import files that import files, and a game may extend a game that extends a game: so deep.
const DEEPEST: usize = 32;

/// Reads a game's text, its base games and everything they import.
pub(crate) fn load(name: &str, text: &str, loader: &dyn Loader, diagnostics: &mut Diagnostics) -> Chain {
    let mut reading = Reading {
        loader,
        chain: Chain { sources: Sources::new(), layers: Vec::new(), files: Vec::new() },
        diagnostics,
        imported: Vec::new(),
    };
    reading.games(name, text);
    reading.chain.layers.reverse();
    reading.chain
}

struct Reading<'a> {
    loader: &'a dyn Loader,
    chain: Chain,
    diagnostics: &'a mut Diagnostics,
    /// Names of the files imported so far: a file is taken in once.
    imported: Vec<String>,
}

/// What a file says it extends.
enum Base {
    /// `extends: none`
    Root,
    /// Another game; the place that says so, or the start of the file.
    Game(String, Span),
}

impl Reading<'_> {
    fn games(&mut self, name: &str, text: &str) {
        let mut seen: Vec<(String, Option<String>)> = Vec::new();
        let mut next = (name.to_string(), text.to_string());
        // Problems further up the chain are told at the game's own `extends`.
        let mut own_extends = None;
        loop {
            let (name, text) = next;
            let file = self.read(&name, &text);
            let layer = self.layer(file, &name);
            let title = layer.title.as_ref().map(|title| title.value.clone());
            let base = self.base(file);
            let source = layer.source;
            self.chain.layers.push(layer);
            seen.push((name.clone(), title.clone()));
            let Base::Game(base, span) = base else { return };
            let at = *own_extends.get_or_insert(span);
            let found = self.loader.game(&base, &name);
            let is_seen = |(seen_name, seen_title): &(String, Option<String>)| match &found {
                Some(found) => found.name == *seen_name,
                None => seen_title.as_ref().is_some_and(|title| same_title(title, &base)),
            };
            if seen.iter().any(is_seen) {
                let message = if seen.len() == 1 {
                    format!("`{base}` extends itself")
                } else {
                    let chain: Vec<String> = seen
                        .iter()
                        .map(|(name, title)| format!("`{}`", title.as_ref().unwrap_or(name)))
                        .collect();
                    format!("these games extend each other: {} and `{base}` again", chain.join(", "))
                };
                let mut cycle = Diagnostic::new(Code::ExtendsCycle, at, message)
                    .help("a chain of games must end in one that says `extends: none` or nothing at all");
                if source != SourceId(0) {
                    cycle = cycle.label(span, "the chain comes back here");
                }
                self.diagnostics.push(cycle);
                return;
            }
            match found {
                Some(found) if seen.len() < DEEPEST => next = (found.name, found.text),
                Some(_) => {
                    let message = format!("the chain of games above this one has more than {DEEPEST} links");
                    self.diagnostics.push(Diagnostic::new(Code::TooManyDefinitions, at, message));
                    return;
                }
                None => {
                    self.unknown_base(&base, span);
                    return;
                }
            }
        }
    }

    fn unknown_base(&mut self, base: &str, span: Span) {
        let titles = self.loader.titles();
        let mut diagnostic = Diagnostic::new(
            Code::UnknownBase,
            span,
            format!("there is no game called `{base}` in the library or beside this file"),
        );
        let near = crate::suggest::nearest(base, titles.iter().map(String::as_str));
        diagnostic = match near {
            Some(title) => {
                diagnostic.help(format!("did you mean `{title}`?")).fix(span, format!("\"{title}\""))
            }
            None => diagnostic.help("name a game of the library, or a file of this folder by its title"),
        };
        self.diagnostics.push(diagnostic);
    }

    /// Parses a text; the number of its file is returned.
    fn read(&mut self, name: &str, text: &str) -> usize {
        let source = self.chain.sources.add(name, text);
        let parsed = parse(text, source);
        parsed.diagnostics.into_iter().for_each(|diagnostic| self.diagnostics.push(diagnostic));
        self.chain.files.push((source, parsed.file));
        self.chain.files.len() - 1
    }

    fn base(&mut self, file: usize) -> Base {
        let (source, file) = &self.chain.files[file];
        let mut stated = file.items.iter().filter_map(|item| match item {
            Item::Extends(text) => Some(text),
            _ => None,
        });
        let first = stated.next();
        if let (Some(first), Some(second)) = (first, stated.next()) {
            let twice = Diagnostic::new(
                Code::DefinedTwice,
                second.span,
                "a game extends one game, and this file names two",
            )
            .label(first.span, "the first one is used");
            self.diagnostics.push(twice);
        }
        match first {
            Some(extends) => match &extends.base {
                Some(text) => Base::Game(text.value.clone(), text.span),
                None => Base::Root,
            },
            None => Base::Game(DEFAULT_BASE.to_string(), Span::at(*source, 0)),
        }
    }

    fn layer(&mut self, file: usize, name: &str) -> Layer {
        let source = self.chain.files[file].0;
        let mut titles = self.chain.files[file].1.items.iter().filter_map(|item| match item {
            Item::Game(title) => Some(title),
            _ => None,
        });
        let title = titles.next().cloned();
        if let (Some(first), Some(second)) = (&title, titles.next()) {
            let twice =
                Diagnostic::new(Code::DefinedTwice, second.span, "a file defines one game, with one title")
                    .label(first.span, "the first title is used");
            self.diagnostics.push(twice);
        }
        let mut items = Vec::new();
        let mut open = vec![name.to_string()];
        self.items_of(file, name, &mut open, &mut items);
        Layer { source, title, items }
    }

    fn items_of(&mut self, file: usize, name: &str, open: &mut Vec<String>, items: &mut Vec<(usize, usize)>) {
        for index in 0..self.chain.files[file].1.items.len() {
            match &self.chain.files[file].1.items[index] {
                Item::Game(_) | Item::Extends(_) => {}
                Item::Import(import) => {
                    let import = import.clone();
                    self.import(&import, name, open, items);
                }
                _ => items.push((file, index)),
            }
        }
    }

    fn import(
        &mut self,
        import: &Import,
        name: &str,
        open: &mut Vec<String>,
        items: &mut Vec<(usize, usize)>,
    ) {
        let path = &import.path.value;
        let Some(found) = self.loader.file(path, name) else {
            let message = format!("the file `{path}` cannot be read");
            let unknown = Diagnostic::new(Code::UnknownImport, import.path.span, message)
                .help("an imported file is looked for beside the file that imports it");
            self.diagnostics.push(unknown);
            return;
        };
        if open.contains(&found.name) || open.len() > DEEPEST {
            let message = format!("`{path}` imports itself, directly or through others");
            self.diagnostics.push(Diagnostic::new(Code::ImportCycle, import.path.span, message));
            return;
        }
        if self.imported.contains(&found.name) {
            return;
        }
        self.imported.push(found.name.clone());
        let file = self.read(&found.name, &found.text);
        let is_game = |item: &Item| {
            matches!(
                item,
                Item::Game(_)
                    | Item::Extends(_)
                    | Item::Setup(_)
                    | Item::Ends(_)
                    | Item::Rules(_)
                    | Item::Board(_)
            )
        };
        if self.chain.files[file].1.items.iter().any(is_game) {
            let message = format!("`{path}` is more than a fragment: it has a title or sections of a game");
            let whole = Diagnostic::new(Code::ImportedGame, import.path.span, message)
                .help("import files of definitions only, and build on a whole game with `extends`");
            self.diagnostics.push(whole);
            return;
        }
        open.push(found.name.clone());
        self.items_of(file, &found.name, open, items);
        open.pop();
    }
}

/// Whether two titles are the same to `extends`.
pub(crate) fn same_title(a: &str, b: &str) -> bool {
    a.trim().to_lowercase() == b.trim().to_lowercase()
}

/// The title of a game's text, if it states one: to find the game that an `extends` means.
///
/// ```
/// use nightrider_lang::title_of;
/// assert_eq!(title_of("# a comment\ngame: \"My Game\"\n"), Some("My Game".to_string()));
/// assert_eq!(title_of("piece Mann { move: step(any) }"), None);
/// ```
pub fn title_of(text: &str) -> Option<String> {
    parse(text, SourceId(0)).file.items.into_iter().find_map(|item| match item {
        Item::Game(title) => Some(title.value),
        _ => None,
    })
}
