//! Pages of the book: their fenced blocks, and the commands and answers of a transcript.

use std::path::{Path, PathBuf};

/// A page.
pub struct Page {
    /// Where the file is.
    pub path: PathBuf,
    /// Its lines.
    pub lines: Vec<String>,
}

/// A fenced block: the words after the fence, and the lines between, numbered from 0.
pub struct Block {
    /// The words after the opening fence.
    pub info: Vec<String>,
    /// The first line inside.
    pub first: usize,
    /// The line of the closing fence.
    pub end: usize,
}

/// A command of a transcript with the lines of its answer.
pub struct Exchange {
    /// The words after `$`.
    pub words: Vec<String>,
    /// What the page says is answered.
    pub answer: Vec<String>,
    /// The lines of the answer in the page.
    pub range: std::ops::Range<usize>,
}

impl Page {
    /// Reads a page.
    pub fn read(path: &Path) -> Page {
        let text = std::fs::read_to_string(path).expect("a readable page");
        Page { path: path.to_path_buf(), lines: text.lines().map(str::to_string).collect() }
    }

    /// The page's place for messages: its path and a line.
    pub fn at(&self, line: usize) -> String {
        format!("{}:{}", self.path.display(), line + 1)
    }

    /// All fenced blocks in order. A fence inside a longer fence is text.
    pub fn blocks(&self) -> Vec<Block> {
        let mut blocks = Vec::new();
        let mut open: Option<(String, Block)> = None;
        for (number, line) in self.lines.iter().enumerate() {
            let trimmed = line.trim_start();
            let ticks: String = trimmed.chars().take_while(|c| *c == '`').collect();
            match &mut open {
                None if ticks.len() >= 3 => {
                    let info = trimmed[ticks.len()..].split([' ', ',']).map(str::to_string);
                    let info = info.filter(|word| !word.is_empty()).collect();
                    open = Some((ticks, Block { info, first: number + 1, end: number + 1 }));
                }
                Some((fence, _)) if trimmed.trim_end() == fence => {
                    if let Some((_, mut block)) = open.take() {
                        block.end = number;
                        blocks.push(block);
                    }
                }
                _ => {}
            }
        }
        assert!(open.is_none(), "{}: a block that is never closed", self.path.display());
        blocks
    }

    /// The text of a block.
    pub fn text(&self, block: &Block) -> String {
        let mut text = self.lines[block.first..block.end].join("\n");
        text.push('\n');
        text
    }

    /// The commands of a transcript.
    pub fn exchanges(&self, block: &Block) -> Vec<Exchange> {
        let starts: Vec<usize> =
            (block.first..block.end).filter(|line| self.lines[*line].starts_with("$ ")).collect();
        assert_eq!(starts.first(), Some(&block.first), "{}: begins with a command", self.at(block.first));
        let ends = starts.iter().skip(1).copied().chain([block.end]);
        let exchange = |(start, end): (usize, usize)| Exchange {
            words: words(&self.lines[start][2..]),
            answer: self.lines[start + 1..end].to_vec(),
            range: start + 1..end,
        };
        starts.iter().copied().zip(ends).map(exchange).collect()
    }
}

/// The words of a command, as a shell splits them; a `#` begins a comment.
pub fn words(line: &str) -> Vec<String> {
    let (mut all, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for c in line.chars() {
        match (quote, c) {
            (Some(open), _) if c == open => quote = None,
            (Some(_), _) => word.get_or_insert_default().push(c),
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, '#') if word.is_none() => break,
            (None, ' ') => all.extend(word.take()),
            (None, _) => word.get_or_insert_default().push(c),
        }
    }
    all.extend(word);
    all
}

/// Whether an answer is as the page says, where a line `...` stands for any lines.
pub fn agrees(said: &[String], found: &[String]) -> bool {
    match said.split_first() {
        None => found.is_empty(),
        Some((line, rest)) if line == "..." => (0..=found.len()).any(|skip| agrees(rest, &found[skip..])),
        Some((line, rest)) => {
            found.split_first().is_some_and(|(first, left)| first == line && agrees(rest, left))
        }
    }
}

#[test]
fn dots_stand_for_any_lines() {
    let lines = |text: &str| text.split_whitespace().map(str::to_string).collect::<Vec<_>>();
    assert!(agrees(&lines("a ... d"), &lines("a b c d")));
    assert!(agrees(&lines("a ..."), &lines("a")));
    assert!(!agrees(&lines("a ... c"), &lines("a b c d")));
    assert!(!agrees(&lines("a"), &lines("a b")));
    assert_eq!(words(r#"moves x --moves "e2e4 e7e5" '' # said"#), ["moves", "x", "--moves", "e2e4 e7e5", ""]);
}
