//! The set-up: where the pieces stand at the start, from the root of the chain to the game itself.

use std::collections::BTreeMap;

use nightrider_model::{Board, PieceId, Placement, Player, Setup, Shuffle, ShuffleLine, Square};

use super::Checker;
use super::board::Boards;
use crate::ast::{self, Item, RemoveEntry, ReplaceEntry, SetupMember, Side};
use crate::codes::Code;
use crate::diagnostic::Diagnostic;
use crate::span::Span;

/// Pieces by file and rank, which mean the same on boards of any size.
type Army = BTreeMap<(u8, u8), (PieceId, Player)>;

impl<'a> Checker<'a> {
    /// The pieces at the start, in board order.
    pub fn setup(&mut self, boards: &Boards) -> Setup {
        let chain = self.chain;
        let mut army = Army::new();
        let mut shuffle = None;
        let played_on = self.board.clone();
        for (index, layer) in chain.layers.iter().enumerate() {
            // Squares are read against the board of the game that names them.
            self.board = boards.boards[index].clone();
            let sections: Vec<&ast::Setup> = chain
                .items(layer)
                .filter_map(|item| match item {
                    Item::Setup(setup) => Some(setup),
                    _ => None,
                })
                .collect();
            let members: Vec<&SetupMember> = sections.iter().flat_map(|setup| &setup.members).collect();
            if members.iter().any(|member| matches!(member, SetupMember::Whole { .. })) {
                shuffle = None;
            }
            self.whole_colours(&members, &mut army);
            let section = sections.first().map(|setup| setup.span);
            self.fit(&mut army, boards.sizes[index].or(section));
            for member in &members {
                if let SetupMember::Shuffle(stated) = member {
                    shuffle = self.shuffle(stated, shuffle, &mut army);
                }
            }
            for member in &members {
                if let SetupMember::Remove(entries) = member {
                    entries.iter().for_each(|entry| self.remove(entry, &mut army));
                }
            }
            for member in &members {
                if let SetupMember::Replace(entries) = member {
                    self.replace(entries, &mut army);
                }
            }
            for member in &members {
                if let SetupMember::Add(placements) = member {
                    self.add(placements, &mut army);
                }
            }
            shuffle = shuffle.and_then(|shuffle| self.still_shuffled(shuffle, &army));
        }
        self.board = played_on;
        let mut pieces: Vec<Placement> = army
            .into_iter()
            .filter_map(|((file, rank), (piece, owner))| {
                let square = self.board.at(i32::from(file), i32::from(rank))?;
                Some(Placement { square, piece, owner })
            })
            .collect();
        pieces.sort_by_key(|placement| placement.square);
        Setup { pieces, shuffle }
    }

    /// `shuffle:`: what stood on its squares goes, and the arrangement in force takes their place. Without
    /// lines of its own it numbers the inherited one anew.
    fn shuffle(
        &mut self,
        stated: &ast::Shuffle,
        inherited: Option<Shuffle>,
        army: &mut Army,
    ) -> Option<Shuffle> {
        let mut shuffle = if stated.lines.is_empty() {
            let Some(inherited) = inherited else {
                let message = "nothing is shuffled here: a shuffle needs lines of pieces and their squares";
                self.error(Code::BadShuffle, stated.span, message.to_string());
                return None;
            };
            inherited
        } else {
            Shuffle { lines: self.shuffle_lines(stated)?, number: 0 }
        };
        let count = shuffle.count().unwrap_or(u64::MAX);
        if let Some(number) = &stated.number {
            match u64::try_from(number.value).ok().filter(|number| *number < count) {
                Some(number) => shuffle.number = number,
                None => {
                    let message = format!("the arrangements of this shuffle are numbered 0 to {}", count - 1);
                    self.error(Code::BadShuffle, number.span, message);
                }
            }
        }
        let mirrored = |(file, rank): (u8, u8)| (file, self.board.height - 1 - rank);
        for square in shuffle.lines.iter().flat_map(|line| &line.squares) {
            let at = self.at(*square);
            army.remove(&at);
            army.remove(&mirrored(at));
        }
        for placement in shuffle.arrangement(&self.board, shuffle.number)? {
            army.insert(self.at(placement.square), (placement.piece, placement.owner));
        }
        Some(shuffle)
    }

    /// The lines of a `shuffle:`; `None` if something is wrong with them.
    fn shuffle_lines(&mut self, stated: &ast::Shuffle) -> Option<Vec<ShuffleLine>> {
        let mut lines: Vec<ShuffleLine> = Vec::new();
        let mut complete = true;
        for line in &stated.lines {
            let pieces: Vec<PieceId> = line.pieces.iter().filter_map(|name| self.piece_named(name)).collect();
            let mut squares = self.squares(&line.squares, "a square");
            squares.sort();
            complete &= pieces.len() == line.pieces.len() && !squares.is_empty();
            let taken: usize = lines
                .iter()
                .filter(|earlier| earlier.squares.iter().any(|square| squares.contains(square)))
                .map(|earlier| earlier.pieces.len())
                .sum();
            if squares.len() < taken + pieces.len() && complete {
                let message = format!(
                    "this line has {} pieces, and of its {} squares {taken} are taken by earlier lines",
                    pieces.len(),
                    squares.len()
                );
                self.error(Code::BadShuffle, line.span, message);
                complete = false;
            }
            let half = |earlier: &ShuffleLine| {
                let shared = earlier.squares.iter().filter(|square| squares.contains(square)).count();
                shared != 0 && shared != earlier.squares.len()
            };
            if complete && lines.iter().any(half) {
                let message =
                    "the squares of a line must hold all squares of an earlier line, or none of them";
                self.error(Code::BadShuffle, line.span, message);
                complete = false;
            }
            lines.push(ShuffleLine { pieces, squares });
        }
        complete.then_some(lines)
    }

    /// The shuffle after the rest of a set-up: with other types where `replace:` put them everywhere, or none
    /// where its pieces no longer stand as it arranges them.
    fn still_shuffled(&self, mut shuffle: Shuffle, army: &Army) -> Option<Shuffle> {
        let mut becomes: BTreeMap<PieceId, PieceId> = BTreeMap::new();
        for placement in shuffle.arrangement(&self.board, shuffle.number)? {
            let &(piece, owner) = army.get(&self.at(placement.square))?;
            if owner != placement.owner || *becomes.entry(placement.piece).or_insert(piece) != piece {
                return None;
            }
        }
        for piece in shuffle.lines.iter_mut().flat_map(|line| &mut line.pieces) {
            *piece = *becomes.get(piece)?;
        }
        Some(shuffle)
    }

    /// `White:`, `Black:`: that colour stands only where these say.
    fn whole_colours(&mut self, members: &[&SetupMember], army: &mut Army) {
        let whole = || {
            members.iter().filter_map(|member| match member {
                SetupMember::Whole { side, placements, .. } => Some((*side, placements)),
                _ => None,
            })
        };
        for colour in Player::BOTH {
            if whole().any(|(side, _)| player(side) == colour) {
                army.retain(|_, (_, owner)| *owner != colour);
            }
        }
        let mut named: BTreeMap<(u8, u8), Span> = BTreeMap::new();
        for (_, placements) in whole() {
            self.place(placements, army, &mut named);
        }
    }

    fn add(&mut self, placements: &[ast::Placement], army: &mut Army) {
        self.place(placements, army, &mut BTreeMap::new());
    }

    /// Puts pieces on their squares; `named` are the squares used so far in the same list.
    fn place(
        &mut self,
        placements: &[ast::Placement],
        army: &mut Army,
        named: &mut BTreeMap<(u8, u8), Span>,
    ) {
        for placement in placements {
            if self.is_full() {
                return;
            }
            let piece = self.piece_named(&placement.piece);
            for square in self.squares(&placement.squares, "a square") {
                let at = (self.board.file(square), self.board.rank(square));
                if let Some(first) = named.insert(at, placement.span) {
                    let message = format!("two pieces are put on the square `{}`", self.board.name(square));
                    let twice = Diagnostic::new(Code::SquareTwice, placement.span, message)
                        .label(first, "the other one is here");
                    self.report(twice);
                    continue;
                }
                if let Some(piece) = piece {
                    army.insert(at, (piece, player(placement.side)));
                }
            }
        }
    }

    /// Tells, once, that what a game inherits does not fit its board.
    fn fit(&mut self, army: &mut Army, at: Option<Span>) {
        let on = |board: &Board, (file, rank): (u8, u8)| {
            board.at(i32::from(file), i32::from(rank)).is_some_and(|square| !board.is_hole(square))
        };
        let lost = army.keys().filter(|square| !on(&self.board, **square)).count();
        if lost == 0 {
            return;
        }
        let (width, height) = (self.board.width, self.board.height);
        let message = format!(
            "the set-up of the base game does not fit this board of {width}x{height}: {lost} of its pieces would \
             stand off the board"
        );
        let diagnostic = Diagnostic::new(Code::SetupDoesNotFit, at.unwrap_or_default(), message)
            .help("say under `setup:` where White and Black stand");
        self.report(diagnostic);
        army.retain(|square, _| on(&self.board, *square));
    }

    fn remove(&mut self, entry: &RemoveEntry, army: &mut Army) {
        match entry {
            RemoveEntry::Squares(item) => {
                for square in self.squares(std::slice::from_ref(item), "a square") {
                    let at = self.at(square);
                    if army.remove(&at).is_none() && item.to.is_none() && self.is_own(item.span) {
                        let message = format!("nothing stands on `{}`", self.board.name(square));
                        self.error(Code::NothingToRemove, item.span, message);
                    }
                }
            }
            RemoveEntry::Pieces { side, piece, span } => {
                let Some(id) = self.piece_named(piece) else { return };
                let before = army.len();
                army.retain(|_, (other, owner)| {
                    *other != id || side.is_some_and(|side| player(side) != *owner)
                });
                if army.len() == before && self.is_own(*span) {
                    let message = format!("no `{}` stands in the set-up to be removed", piece.text);
                    self.error(Code::NothingToRemove, *span, message);
                }
            }
        }
    }

    fn replace(&mut self, entries: &[ReplaceEntry], army: &mut Army) {
        // All entries speak of the set-up as it was before the first.
        let before = army.clone();
        for entry in entries {
            match entry {
                ReplaceEntry::Type { side, from, to, span } => {
                    let (Some(old), Some(new)) = (self.piece_named(from), self.piece_named(to)) else {
                        continue;
                    };
                    let mut found = false;
                    for (square, (piece, owner)) in &before {
                        if *piece == old && side.is_none_or(|side| player(side) == *owner) {
                            army.insert(*square, (new, *owner));
                            found = true;
                        }
                    }
                    if !found && self.is_own(*span) {
                        let message = format!("no `{}` stands in the set-up to be replaced", from.text);
                        self.error(Code::NothingToRemove, *span, message);
                    }
                }
                ReplaceEntry::Squares(placement) => {
                    let Some(piece) = self.piece_named(&placement.piece) else { continue };
                    let owner = player(placement.side);
                    for (square, holder) in &before {
                        if *holder == (piece, owner) && army.get(square) == Some(holder) {
                            army.remove(square);
                        }
                    }
                }
            }
        }
        let mut named = BTreeMap::new();
        for entry in entries {
            if let ReplaceEntry::Squares(placement) = entry {
                self.place(std::slice::from_ref(placement), army, &mut named);
            }
        }
    }

    fn at(&self, square: Square) -> (u8, u8) {
        (self.board.file(square), self.board.rank(square))
    }
}

/// The player of a colour.
pub(crate) fn player(side: Side) -> Player {
    if side.white { Player::White } else { Player::Black }
}
