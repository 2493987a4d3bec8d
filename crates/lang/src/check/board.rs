//! The board: size, holes and zones, and reading squares against them.

use nightrider_model::{Board, Square, Zone};

use super::Checker;
use crate::ast::{BoardMember, Item, SquareItem, SquareName};
use crate::codes::Code;
use crate::diagnostic::Diagnostic;
use crate::span::Span;

/// The board of each game of the chain, the root's first.
pub(crate) struct Boards {
    /// The boards.
    pub boards: Vec<Board>,
    /// Where each game states the size, if it does.
    pub sizes: Vec<Option<Span>>,
}

/// A board with more named zones is no board anybody plays on.
const MOST_ZONES: usize = 1_000;

impl<'a> Checker<'a> {
    /// Reads the boards of the chain; the last is the one the game is played on.
    pub fn boards(&mut self) -> Boards {
        let chain = self.chain;
        let mut all = Boards { boards: Vec::new(), sizes: Vec::new() };
        for layer in &chain.layers {
            let mut size = None;
            let mut sections = Vec::new();
            for item in chain.items(layer) {
                if let Item::Board(board) = item {
                    sections.push(board);
                }
            }
            let members = || sections.iter().flat_map(|section| &section.members);
            for member in members() {
                if let BoardMember::Size(stated) = member {
                    if let Some(first) = size.replace(stated.span) {
                        let twice =
                            Diagnostic::new(Code::DefinedTwice, stated.span, "the size is said twice")
                                .label(first, "it was said here first");
                        self.report(twice);
                    }
                    self.resize(stated);
                }
            }
            if let Some(size) = size {
                self.refit(size);
            }
            for member in members() {
                match member {
                    BoardMember::Holes(items) => {
                        self.board.holes.clear();
                        let holes = self.squares(items, "a hole");
                        self.board.holes = sorted(holes);
                        self.zones_without_holes();
                    }
                    BoardMember::Size(_) | BoardMember::Zones(_) => {}
                }
            }
            let mut own: Vec<String> = Vec::new();
            for member in members() {
                let BoardMember::Zones(zones) = member else { continue };
                for zone in zones {
                    self.zone(zone, &mut own);
                }
            }
            all.boards.push(self.board.clone());
            all.sizes.push(size);
        }
        all
    }

    fn resize(&mut self, size: &crate::ast::Size) {
        let side = |value: i64| u8::try_from(value).ok().filter(|side| (1..=16).contains(side));
        match (side(size.files.value), side(size.ranks.value)) {
            (Some(width), Some(height)) => {
                let old = std::mem::replace(&mut self.board, Board::new(width, height));
                let moved = |board: &Board, square: &Square| {
                    board.at(i32::from(old.file(*square)), i32::from(old.rank(*square)))
                };
                self.board.holes = old.holes.iter().filter_map(|square| moved(&self.board, square)).collect();
                self.board.zones = old
                    .zones
                    .iter()
                    .map(|zone| Zone {
                        name: zone.name.clone(),
                        squares: zone
                            .squares
                            .iter()
                            .filter_map(|square| moved(&self.board, square))
                            .collect(),
                    })
                    .collect();
            }
            _ => {
                let message = format!(
                    "a board of size {}x{} cannot be: it has 1 to 16 files and 1 to 16 ranks",
                    size.files.value, size.ranks.value
                );
                self.error(Code::BadBoard, size.span, message);
            }
        }
    }

    /// Tells when a zone of a base game lost all its squares with the new size.
    fn refit(&mut self, size: Span) {
        let empty: Vec<String> = self
            .board
            .zones
            .iter()
            .filter(|zone| zone.squares.is_empty())
            .map(|zone| format!("`{}`", zone.name))
            .collect();
        if !empty.is_empty() && self.is_own(size) {
            let message =
                format!("no square of these inherited zones is on this board: {}", empty.join(", "));
            let help = "define them anew under `zones:`";
            self.report(Diagnostic::new(Code::EmptyZone, size, message).help(help));
        }
    }

    fn zones_without_holes(&mut self) {
        let holes = self.board.holes.clone();
        for zone in &mut self.board.zones {
            zone.squares.retain(|square| holes.binary_search(square).is_err());
        }
    }

    fn zone(&mut self, zone: &crate::ast::Zone, own: &mut Vec<String>) {
        if own.len() > MOST_ZONES {
            return;
        }
        let squares = self.squares(&zone.squares, "a zone");
        let squares = sorted(squares);
        let name = &zone.name.text;
        if own.contains(name) {
            let message = format!("the zone `{name}` is defined twice in this file");
            self.error(Code::DefinedTwice, zone.name.span, message);
        } else {
            own.push(name.clone());
        }
        if zone.squares.is_empty() && self.is_own(zone.span) {
            let message = format!("the zone `{name}` has no squares");
            self.error(Code::EmptyZone, zone.span, message);
        }
        match self.board.zones.iter().position(|known| known.name == *name) {
            Some(index) => self.board.zones[index].squares = squares,
            None if self.board.zones.len() == MOST_ZONES => {
                let message = format!("a board can have {MOST_ZONES} zones, and this is one more");
                self.error(Code::TooManyDefinitions, zone.name.span, message);
            }
            None => self.board.zones.push(Zone { name: name.clone(), squares }),
        }
    }

    /// The squares of a list in order of writing; what is off the board, a hole or listed twice is told.
    pub fn squares(&mut self, items: &[SquareItem], what: &str) -> Vec<Square> {
        let mut squares: Vec<Square> = Vec::new();
        let mut known = [false; 256];
        for item in items {
            if self.is_full() {
                break;
            }
            let Some(from) = self.square(&item.from) else { continue };
            let rectangle = match &item.to {
                None => vec![from],
                Some(to) => {
                    let Some(to) = self.square(to) else { continue };
                    self.rectangle(from, to)
                }
            };
            for square in rectangle {
                if self.board.is_hole(square) {
                    // A rectangle leaves the holes in it out.
                    if item.to.is_none() && what != "a hole" {
                        let message =
                            format!("`{}` is a hole: no such square exists", self.board.name(square));
                        self.error(Code::OffBoard, item.span, message);
                    }
                    continue;
                }
                if std::mem::replace(&mut known[square.index()], true) {
                    let message =
                        format!("the square `{}` stands twice in this list", self.board.name(square));
                    self.error(Code::SquareTwice, item.span, message);
                    continue;
                }
                squares.push(square);
            }
        }
        squares
    }

    fn rectangle(&self, a: Square, b: Square) -> Vec<Square> {
        let (files, ranks) = (
            (self.board.file(a).min(self.board.file(b)), self.board.file(a).max(self.board.file(b))),
            (self.board.rank(a).min(self.board.rank(b)), self.board.rank(a).max(self.board.rank(b))),
        );
        let of_rank = |rank: u8| {
            (files.0..=files.1).filter_map(move |file| self.board.at(i32::from(file), i32::from(rank)))
        };
        (ranks.0..=ranks.1).flat_map(of_rank).collect()
    }

    /// A square by its name, or an error.
    pub fn square(&mut self, name: &SquareName) -> Option<Square> {
        let rank = i32::try_from(name.rank).unwrap_or(i32::MAX);
        let square = self.board.at(i32::from(name.file), rank.saturating_sub(1));
        if square.is_none() {
            let (width, height) = (self.board.width, self.board.height);
            let last = (b'a' + width - 1) as char;
            let message = format!("the square `{}` is off this board of {width}x{height}", name.text);
            let diagnostic = Diagnostic::new(Code::OffBoard, name.span, message)
                .help(format!("its squares are a1 to {last}{height}"));
            self.report(diagnostic);
        }
        square
    }
}

fn sorted(mut squares: Vec<Square>) -> Vec<Square> {
    squares.sort();
    squares
}
