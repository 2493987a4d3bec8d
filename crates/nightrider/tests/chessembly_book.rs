//! The pages about Chessembly: every program compiles (or fails, where the page says so), every board shows
//! what the program before it offers, and every game named is there.

use std::path::{Path, PathBuf};

use nightrider::chessembly::Sheet;
use nightrider::compile_source;
use nightrider::engine::program::{BareBoard, BarePiece};
use nightrider::lang::NoLoader;
use nightrider::model::{Board, Player, Square};
use nightrider::notation::drawing::activation_marks;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name)
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The fenced blocks of a page: line, what follows the fence, content.
fn blocks(page: &str) -> Vec<(usize, String, String)> {
    let mut found = Vec::new();
    let mut open: Option<(usize, String, String)> = None;
    for (index, line) in page.lines().enumerate() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(info), None) => open = Some((index + 1, info.to_owned(), String::new())),
            (Some(_), Some(_)) => found.extend(open.take()),
            (None, Some((_, _, content))) => *content += &format!("{line}\n"),
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a block is not closed");
    found
}

/// The pieces of a drawing and the square of the piece `W` or `w` that runs the program.
fn drawn(drawing: &str) -> (BareBoard, Square) {
    let rows: Vec<Vec<&str>> = drawing.lines().map(|line| line.split_whitespace().collect()).collect();
    let mut bare = BareBoard::new(Board::new(rows[0].len() as u8, rows.len() as u8));
    let mut from = None;
    for (index, cell) in rows.iter().rev().flatten().enumerate() {
        let letter = cell.chars().next().expect("a cell is not empty");
        if "pnbrqkwzPNBRQKWZ".contains(letter) {
            let owner = if letter.is_ascii_uppercase() { Player::White } else { Player::Black };
            bare.set(Square(index as u8), Some(BarePiece::of_letter(owner, letter)));
        }
        if letter.eq_ignore_ascii_case(&'w') {
            assert_eq!(from.replace(Square(index as u8)), None, "two pieces W");
        }
    }
    (bare, from.expect("a piece W"))
}

fn cells(text: &str) -> Vec<String> {
    text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

#[track_caller]
fn check_board(place: &str, sheet: &Sheet, drawing: &str) {
    let (bare, from) = drawn(drawing);
    let (_, _, machine) = sheet.trace(&bare, from).expect("a piece");
    let marks = activation_marks(&bare, machine.activations());
    // Without the numbers of the ranks and the letters of the files.
    let ranks: Vec<&str> = marks.lines().take_while(|line| !line.is_empty()).collect();
    let ranks: Vec<String> =
        ranks.iter().map(|line| line.split_whitespace().skip(1).collect::<Vec<_>>().join(" ")).collect();
    assert_eq!(ranks, cells(drawing), "{place}:\n{}", ranks.join("\n"));
}

/// A program of the library, with the gate of one of its pieces open.
fn library(name: &str) -> Sheet {
    let (file, piece) = name.split_once(':').unwrap_or((name, ""));
    let text = read(&folder(&format!("variants/pieces/{file}.chessembly")));
    Sheet::new(file, &text.replace(&format!("piece({piece})"), "true"))
}

#[test]
fn programs_compile_and_boards_show_what_they_offer() {
    for page in ["chessembly.md", "chessembly-tutorial.md", "chessembly-pieces.md"] {
        let text = read(&folder("docs").join(page));
        let mut last: Option<Sheet> = None;
        let mut boards = 0;
        for (line, info, content) in blocks(&text) {
            let place = format!("{page}:{line}");
            match info.split_once(' ').unwrap_or((&info, "")) {
                ("chessembly", "") => {
                    let sheet = Sheet::new(page, &content);
                    assert_eq!(sheet.diagnostics(), [], "{place}");
                    last = Some(sheet);
                }
                ("chessembly,fails", "") => {
                    assert!(!Sheet::new(page, &content).diagnostics().is_empty(), "{place} has no fault");
                }
                ("chesslang", "") => {
                    let compiled = compile_source(page, &content, &NoLoader);
                    assert_eq!(compiled.diagnostics, [], "{place}");
                }
                ("board", "") => {
                    check_board(&place, last.as_ref().expect("a program before the board"), &content);
                    boards += 1;
                }
                ("board", name) => {
                    check_board(&place, &library(name), &content);
                    boards += 1;
                }
                _ => panic!("{place}: a block that nothing checks"),
            }
        }
        assert!(boards >= 10, "{page} shows {boards} boards");
    }
}

#[test]
fn every_program_of_the_library_has_its_board_and_its_game() {
    let page = read(&folder("docs/chessembly-pieces.md"));
    for file in std::fs::read_dir(folder("variants/pieces")).expect("the folder") {
        let path = file.expect("a file").path();
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let shown = [format!("```board {name}\n"), format!("```board {name}:")];
        assert!(shown.iter().any(|fence| page.contains(fence)), "{name} has no board");
    }
    for line in page.lines().filter_map(|line| line.strip_prefix("In play: `")) {
        let name = line.trim_end_matches("`.");
        assert!(folder("examples").join(name).exists(), "{name} is not in examples");
    }
}
