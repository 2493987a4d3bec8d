//! The book is true: every game in its pages compiles, and every command answers what the page shows.
//!
//! In `README.md` and `docs/`, a block with the fence
//! - `chesslang` compiles without errors, and without warnings if it is a whole game;
//! - `chesslang NAME.chesslang` does too, and is a file for what follows on the page;
//! - `chesslang error=E0202` has that problem (a warning can be named too);
//! - `console` holds commands after `$` and their answers; a line `...` stands for any lines, and an exit status
//!   other than 0 is shown as `[exit status 1]`; `> FILE` at the end of a command writes a file for what follows;
//! - `sh` may hold commands alone, which succeed (`play` needs a terminal and is not run).
//!
//! The files of `examples/` are at hand under that name. A line `<!-- in NAME.chesslang: OLD -> NEW -->` above a transcript changes the file for that transcript.
//!
//! With `UPDATE_BOOK=1` answers that differ are written into the pages.

mod page;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use nightrider::lang::diagnostic::Severity;
use nightrider::{FileLoader, compile_source};
use page::{Block, Page, agrees};

/// The pages: the README and everything under `docs` but the pages about diagnostics, which have a test of their own.
fn pages() -> Vec<Page> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the project");
    let mut paths = vec![root.join("README.md")];
    let mut folders = vec![root.join("docs")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            match path.is_dir() {
                true if path.ends_with("docs/errors") => {}
                true => folders.push(path),
                false if path.extension().is_some_and(|extension| extension == "md") => paths.push(path),
                false => {}
            }
        }
    }
    paths.sort();
    paths.iter().map(|path| Page::read(path)).collect()
}

/// The folder in which a page's files are while it is tested; it goes away with the value.
struct Folder(PathBuf);

impl Folder {
    fn new(page: &Page) -> Folder {
        let stem = page.path.file_stem().expect("a name").to_string_lossy();
        let path = std::env::temp_dir().join(format!("nightrider-book-{}-{stem}", std::process::id()));
        std::fs::create_dir_all(path.join("examples")).expect("a temporary folder");
        let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
        for entry in std::fs::read_dir(examples).expect("the examples").flatten() {
            std::fs::copy(entry.path(), path.join("examples").join(entry.file_name())).expect("a copy");
        }
        Folder(path)
    }

    /// Writes a file that the page shows.
    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.0.join(name), text).expect("a temporary file");
    }

    /// What a command answers, line by line.
    fn answer(&self, words: &[String]) -> Vec<String> {
        assert_eq!(
            words.first().map(String::as_str),
            Some("nightrider"),
            "only our own program is run: {words:?}"
        );
        let (words, file) = match words {
            [words @ .., arrow, file] if arrow == ">" => (words, Some(file)),
            words => (words, None),
        };
        let output = Command::new(env!("CARGO_BIN_EXE_nightrider"))
            .args(&words[1..])
            .current_dir(&self.0)
            .env("NO_COLOR", "1")
            .stdin(Stdio::null())
            .output()
            .expect("the binary runs");
        let mut text = String::from_utf8(output.stdout).expect("UTF-8");
        if let Some(file) = file {
            self.write(file, &text);
            text.clear();
        }
        text.push_str(&String::from_utf8(output.stderr).expect("UTF-8"));
        let mut lines: Vec<String> = text.lines().map(|line| line.trim_end().to_string()).collect();
        match output.status.code() {
            Some(0) => {}
            Some(code) => lines.push(format!("[exit status {code}]")),
            None => lines.push("[killed]".to_string()),
        }
        lines
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// What is wrong with a block of ChessLang, if anything.
fn wrong_with(page: &Page, block: &Block, folder: &Folder) -> Option<String> {
    let text = page.text(block);
    let name = block.info.iter().find(|word| word.ends_with(".chesslang"));
    let expected = block.info.iter().find_map(|word| word.strip_prefix("error="));
    if let Some(name) = name {
        folder.write(name, &text);
    }
    let path = folder.0.join(name.map_or("block.chesslang", String::as_str));
    let files = FileLoader {
        read: |path: &str| std::fs::read_to_string(path).ok(),
        list: |folder: &str| {
            let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
            entries.filter_map(|entry| entry.file_name().into_string().ok()).collect()
        },
    };
    let compiled = compile_source(&path.to_string_lossy(), &text, &files);
    if let Some(code) = expected {
        let found: Vec<&str> = compiled.diagnostics.iter().map(|problem| problem.code.id()).collect();
        return (!found.contains(&code)).then(|| format!("{code} is expected, and found are {found:?}"));
    }
    let whole = text.lines().any(|line| line.starts_with("game:"));
    let counts = |severity| severity == Severity::Error || (whole && severity == Severity::Warning);
    let problems: Vec<String> = compiled
        .diagnostics
        .iter()
        .filter(|problem| counts(problem.severity))
        .map(|problem| format!("{} {}", problem.code, problem.message))
        .collect();
    (!problems.is_empty()).then(|| problems.join("\n  "))
}

/// Makes the change that a comment above a transcript asks for; gives the file as it was.
fn change_above(page: &Page, block: &Block, folder: &Folder) -> Option<(String, String)> {
    let above = page.lines[..block.first - 1].iter().rev().find(|line| !line.is_empty())?;
    let change = above.strip_prefix("<!-- in ")?.strip_suffix(" -->")?;
    let (name, change) = change.split_once(": ")?;
    let (old, new) = change.split_once(" -> ")?;
    let text = std::fs::read_to_string(folder.0.join(name)).expect("a file of the page");
    assert!(text.contains(old), "{}: `{old}` is in {name}", page.at(block.first));
    folder.write(name, &text.replace(old, new));
    Some((name.to_string(), text))
}

/// Tests a page; gives what is wrong. When updating, answers that differ are written into the page.
fn test(page: &mut Page, update: bool) -> Vec<String> {
    let folder = Folder::new(page);
    let mut wrong = Vec::new();
    let mut changes = Vec::new();
    for block in page.blocks() {
        match block.info.first().map(String::as_str) {
            Some("chesslang") => {
                let problem = wrong_with(page, &block, &folder);
                wrong.extend(problem.map(|problem| format!("{}:\n  {problem}", page.at(block.first))));
            }
            Some("chessembly") => {
                if let Some(name) = block.info.iter().find(|word| word.ends_with(".chessembly")) {
                    folder.write(name, &page.text(&block));
                }
            }
            Some("sh") => {
                for number in block.first..block.end {
                    let words = page::words(&page.lines[number]);
                    let ours = words.first().is_some_and(|word| word == "nightrider");
                    if ours && words.get(1).is_some_and(|command| command != "play") {
                        let found = folder.answer(&words);
                        if found.last().is_some_and(|line| line.starts_with("[exit status")) {
                            wrong.push(format!("{}: the answer is\n{}", page.at(number), found.join("\n")));
                        }
                    }
                }
            }
            Some("console") => {
                let restored = change_above(page, &block, &folder);
                for exchange in page.exchanges(&block) {
                    let found = folder.answer(&exchange.words);
                    if agrees(&exchange.answer, &found) {
                        continue;
                    }
                    let at = page.at(exchange.range.start - 1);
                    match update {
                        true => changes.push((exchange.range, found)),
                        false => wrong.push(format!("{at}: the answer is\n{}", found.join("\n"))),
                    }
                }
                if let Some((name, text)) = restored {
                    folder.write(&name, &text);
                }
            }
            _ => {}
        }
    }
    for (range, found) in changes.into_iter().rev() {
        page.lines.splice(range, found);
        std::fs::write(&page.path, page.lines.join("\n") + "\n").expect("a page that can be written");
    }
    wrong
}

#[test]
fn every_block_of_the_book_does_what_the_page_says() {
    let update = std::env::var_os("UPDATE_BOOK").is_some();
    let only = std::env::var("BOOK_PAGE").unwrap_or_default();
    let mut wrong = Vec::new();
    for mut page in pages() {
        if page.path.to_string_lossy().contains(&only) {
            wrong.extend(test(&mut page, update));
        }
    }
    assert!(wrong.is_empty(), "{}\n\n`UPDATE_BOOK=1` writes the answers into the pages", wrong.join("\n"));
}

#[test]
fn links_between_the_pages_lead_somewhere() {
    let mut dead = Vec::new();
    for page in pages() {
        let folder = page.path.parent().expect("a folder");
        for (number, line) in page.lines.iter().enumerate() {
            for target in line.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
                let file = target.split('#').next().unwrap_or_default();
                if !file.is_empty() && !target.contains("://") && !folder.join(file).exists() {
                    dead.push(format!("{}: {target}", page.at(number)));
                }
            }
        }
    }
    assert!(dead.is_empty(), "links that lead nowhere:\n{}", dead.join("\n"));
}

#[test]
fn the_front_page_of_the_book_names_every_page() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let front = std::fs::read_to_string(folder.join("README.md")).expect("the front page");
    let mut missing = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the book").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.ends_with(".md") && name != "README.md" && !front.contains(&format!("({name})")) {
            missing.push(name);
        }
    }
    assert!(missing.is_empty(), "not named: {missing:?}");
}
