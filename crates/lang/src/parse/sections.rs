//! The sections `board:` and `setup:`, and lists of squares.

use crate::ast::{
    Board, BoardMember, Int, Name, Placement, RemoveEntry, ReplaceEntry, Setup, SetupMember, Shuffle,
    ShuffleLine, Side, Size, SquareItem, SquareName, Zone,
};
use crate::codes::Code;
use crate::diagnostic::Diagnostic;
use crate::span::Span;
use crate::token::TokenKind;
use crate::tree::NodeKind;
use crate::words;

use super::cursor::Parser;

impl Parser<'_> {
    /// `board:`
    pub(super) fn board(&mut self) -> Board {
        let (mark, start) = (self.mark(), self.bump());
        self.section_colon("board");
        let mut members = Vec::new();
        self.body(start.column, &mut |p| {
            let mark = p.mark();
            members.extend(p.board_member());
            p.close(mark, NodeKind::Member);
        });
        self.close(mark, NodeKind::Section);
        Board { members, span: self.since(start.span) }
    }

    /// The key of an entry of a section, and its colon. Reports unknown keys and passes over what belongs to them.
    fn section_key(&mut self, section: &str, known: &[&str]) -> Option<Name> {
        if !self.at(TokenKind::Word) {
            self.expected(Code::UnknownMember, &format!("a member of `{section}:`"));
            self.recover();
            return None;
        }
        let column = self.peek().column;
        let name = self.bump_name();
        if !known.contains(&name.text.as_str()) {
            let message = format!("`{section}:` has no member `{}`", name.text);
            self.unknown_word(Code::UnknownMember, &name, message, known);
            self.skip_entry(column);
            return None;
        }
        self.expect(TokenKind::Colon, &format!("`:` after `{}`", name.text));
        Some(name)
    }

    /// Passes over the rest of an entry: its line and the lines that stand further right.
    pub(super) fn skip_entry(&mut self, margin: u32) {
        self.recover();
        while self.peek().first
            && self.peek().column > margin
            && !matches!(self.peek().kind, TokenKind::End | TokenKind::RightBrace)
        {
            self.bump();
            self.recover();
        }
    }

    fn board_member(&mut self) -> Option<BoardMember> {
        let margin = self.peek().column;
        let key = self.section_key("board", &words::BOARD)?;
        Some(match key.text.as_str() {
            "size" => BoardMember::Size(self.size()?),
            "zones" => {
                let mut zones = Vec::new();
                self.body(margin, &mut |p| {
                    let mark = p.mark();
                    zones.extend(p.zone());
                    p.close(mark, NodeKind::Member);
                });
                BoardMember::Zones(zones)
            }
            _ => BoardMember::Holes(self.squares("the holes of the board")?),
        })
    }

    fn zone(&mut self) -> Option<Zone> {
        let start = self.peek().span;
        if !self.at(TokenKind::Word) {
            self.expected(Code::Expected, "the name of a zone");
            self.recover();
            return None;
        }
        let name = self.bump_name();
        self.expect(TokenKind::Colon, &format!("`:` and the squares of `{}`", name.text));
        let squares = self.squares("the squares of the zone")?;
        Some(Zone { name, squares, span: self.since(start) })
    }

    /// `8x8`, which the lexer sees as a number and a word; blanks around the `x` are fine.
    fn size(&mut self) -> Option<Size> {
        let start = self.here();
        let files = self.int("how many files the board has")?;
        let cross = self.peek();
        let rest = self.nth_text(0).strip_prefix('x').filter(|_| cross.kind == TokenKind::Word);
        let ranks = match rest {
            Some("") => {
                self.bump();
                self.int("how many ranks the board has")?
            }
            Some(digits) if digits.bytes().all(|b| b.is_ascii_digit()) => {
                self.bump();
                let span = Span::new(cross.span.source, cross.span.start + 1, cross.span.end);
                Int { value: self.int_value(span), span }
            }
            _ => {
                self.expected(Code::Expected, "`x` and how many ranks the board has, as in `8x8`");
                self.recover();
                return None;
            }
        };
        Some(Size { files, ranks, span: self.since(start) })
    }

    /// `[d4, e4-e5]`
    pub(super) fn squares(&mut self, what: &str) -> Option<Vec<SquareItem>> {
        let what = format!("{what} in brackets, as in `[d4, e4-e5]`");
        let bare = !self.at_line_end() && self.at(TokenKind::Word);
        if bare && SquareName::read(self.nth_text(0), self.here()).is_some() {
            return Some(self.bare_squares(&what));
        }
        Some(self.bracketed(&what, |p| p.square_item())?.node)
    }

    /// `d4, e4-e5` to the end of the line: told once, and understood.
    fn bare_squares(&mut self, what: &str) -> Vec<SquareItem> {
        self.expected(Code::Expected, what);
        let mut squares = Vec::new();
        while let Some(square) = self.square_item() {
            squares.push(square);
            if self.at_line_end() || !self.eat(TokenKind::Comma) || self.at_line_end() {
                break;
            }
        }
        squares
    }

    fn square_item(&mut self) -> Option<SquareItem> {
        let start = self.peek().span;
        let from = self.square();
        // A dash at the start of a line starts the next entry.
        let ranges = !self.at_line_end() && self.eat(TokenKind::Minus);
        let to = if ranges { Some(self.square()?) } else { None };
        Some(SquareItem { from: from?, to, span: self.since(start) })
    }

    fn square(&mut self) -> Option<SquareName> {
        if !self.at(TokenKind::Word) {
            self.expected(Code::NotASquare, "a square");
            return None;
        }
        let name = self.bump_name();
        let square = SquareName::read(&name.text, name.span);
        if square.is_none() {
            let lower = name.text.to_lowercase();
            let problem =
                Diagnostic::new(Code::NotASquare, name.span, format!("`{}` is not a square", name.text));
            self.report_elsewhere(match SquareName::read(&lower, name.span) {
                Some(_) => problem.suggest(name.span, &lower),
                None => problem.help("a square is a small letter and a number, such as `e4`"),
            });
        }
        square
    }

    /// `White` or `Black`, if one stands here.
    pub(super) fn side(&mut self) -> Option<Side> {
        let white = match self.nth_text(0) {
            "White" => true,
            "Black" => false,
            _ => return None,
        };
        Some(Side { white, span: self.bump().span })
    }

    fn at_side(&self) -> bool {
        self.at_word("White") || self.at_word("Black")
    }

    /// `setup:`
    pub(super) fn setup(&mut self) -> Setup {
        let (mark, start) = (self.mark(), self.bump());
        self.section_colon("setup");
        let mut members = Vec::new();
        self.body(start.column, &mut |p| {
            let mark = p.mark();
            members.extend(p.setup_member());
            p.close(mark, NodeKind::Member);
        });
        self.close(mark, NodeKind::Section);
        Setup { members, span: self.since(start.span) }
    }

    fn setup_member(&mut self) -> Option<SetupMember> {
        let start = self.peek();
        let margin = start.column;
        if self.at_side() && self.nth(1).kind == TokenKind::Word {
            // `White Rook: [a1]` directly under `setup:`: read it, but say where it belongs.
            self.report(
                Diagnostic::new(
                    Code::Misplaced,
                    start.span,
                    "single pieces cannot stand directly under `setup:`",
                )
                .help("put the line under `add:`, or under `White:` and `Black:` to write the whole set-up"),
            );
            return Some(SetupMember::Add(self.placements(None)));
        }
        let key = self.section_key("setup", &words::SETUP)?;
        Some(match key.text.as_str() {
            "White" | "Black" => {
                let side = Side { white: key.text == "White", span: key.span };
                let mut placements = Vec::new();
                self.body(margin, &mut |p| placements.extend(p.placements(Some(side))));
                SetupMember::Whole { side, placements, span: self.since(start.span) }
            }
            "add" => {
                let mut placements = Vec::new();
                self.body(margin, &mut |p| placements.extend(p.placements(None)));
                SetupMember::Add(placements)
            }
            "replace" => {
                let mut entries = Vec::new();
                self.body(margin, &mut |p| p.replace_entry(None, &mut entries));
                SetupMember::Replace(entries)
            }
            "shuffle" => SetupMember::Shuffle(self.shuffle(margin, start.span)),
            _ => SetupMember::Remove(self.removals(margin)),
        })
    }

    /// One entry that places pieces: `White Rook: [a1]`, `Rook: [a1]` or `a1: Rook` under a colour, or a colour with
    /// such entries under it.
    fn placements(&mut self, under: Option<Side>) -> Vec<Placement> {
        let mut placements = Vec::new();
        let (mark, start) = (self.mark(), self.peek());
        self.placement(under, &mut placements);
        if self.peek().span != start.span {
            self.close(mark, NodeKind::Member);
        }
        placements
    }

    fn placement(&mut self, under: Option<Side>, placements: &mut Vec<Placement>) {
        let start = self.peek();
        let own_side = self.side();
        if let Some(side) = own_side
            && self.at(TokenKind::Colon)
        {
            if let Some(outer) = under {
                self.report_elsewhere(
                    Diagnostic::new(Code::BadPlacement, side.span, "a colour inside a colour")
                        .label(outer.span, "this is the colour that is being set up"),
                );
            }
            self.bump();
            self.nested(start.column, &mut |p| p.placement(Some(side), placements));
            return;
        }
        let Some(side) = own_side.or(under) else {
            let span = start.span;
            let shown = self.shown();
            self.report(
                Diagnostic::new(Code::BadPlacement, span, format!("whose piece is {shown}?"))
                    .help("start the line with `White` or `Black`, or put it under one of them"),
            );
            return self.recover();
        };
        if !self.at(TokenKind::Word) || self.at_line_end() && own_side.is_some() {
            self.expected(Code::BadPlacement, "a piece and its squares");
            return self.recover();
        }
        let name = self.bump_name();
        self.expect(TokenKind::Colon, &format!("`:` after `{}`", name.text));
        let square = SquareName::read(&name.text, name.span);
        if self.at(TokenKind::Word)
            && !self.at_line_end()
            && let Some(square) = square
        {
            let piece = self.bump_name();
            let item = SquareItem { span: square.span, from: square, to: None };
            placements.push(Placement { side, piece, squares: vec![item], span: self.since(start.span) });
            return;
        }
        if self.at(TokenKind::Word) && !self.at_line_end() {
            let token = self.peek();
            let word = self.nth_text(0);
            let problem = Diagnostic::new(
                Code::BadPlacement,
                token.span,
                format!("expected the squares of `{}` in brackets, found `{word}`", name.text),
            );
            self.report(if SquareName::read(word, token.span).is_some() {
                problem.help(format!("write `[{word}]`")).fix(token.span, format!("[{word}]"))
            } else {
                problem.help("only under `replace:` one piece can stand for another")
            });
            return self.recover();
        }
        if let Some(squares) = self.squares(&format!("the squares of `{}`", name.text)) {
            placements.push(Placement { side, piece: name, squares, span: self.since(start.span) });
        }
    }

    /// A body inside an entry, unless the text is nested too deeply.
    fn nested(&mut self, margin: u32, entry: &mut dyn FnMut(&mut Self)) {
        if self.enter() {
            self.body(margin, entry);
            self.leave();
        } else {
            self.skip_entry(margin);
        }
    }

    /// One entry of `replace:`.
    fn replace_entry(&mut self, under: Option<Side>, entries: &mut Vec<ReplaceEntry>) {
        let (mark, start) = (self.mark(), self.peek());
        let named = if self.at_side() { 1 } else { 0 };
        let by_type = self.nth(named).kind == TokenKind::Word
            && self.nth(named + 1).kind == TokenKind::Colon
            && self.nth(named + 2).kind == TokenKind::Word
            && !self.line_ends_before(named + 2)
            && SquareName::read(self.nth_text(named), start.span).is_none();
        if by_type {
            let side = self.side().or(under);
            let from = self.bump_name();
            self.bump();
            let to = self.bump_name();
            entries.push(ReplaceEntry::Type { side, from, to, span: self.since(start.span) });
        } else if named == 1 && self.nth(1).kind == TokenKind::Colon && under.is_none() {
            let side = self.side();
            self.bump();
            self.nested(start.column, &mut |p| p.replace_entry(side, entries));
        } else if under.is_none() && named == 0 && self.at(TokenKind::Word) {
            let name = self.bump_name();
            self.report_elsewhere(
                Diagnostic::new(
                    Code::BadPlacement,
                    name.span,
                    format!("expected the piece that comes in place of `{}`", name.text),
                )
                .help(format!("write `{}: Other`, or put squares under `White:` or `Black:`", name.text)),
            );
            self.recover();
        } else {
            let mut placements = Vec::new();
            self.placement(under, &mut placements);
            entries.extend(placements.into_iter().map(ReplaceEntry::Squares));
        }
        if self.peek().span != start.span {
            self.close(mark, NodeKind::Member);
        }
    }

    /// `remove:` with a list in brackets, or one entry a line, with or without a dash.
    fn removals(&mut self, margin: u32) -> Vec<RemoveEntry> {
        if self.at(TokenKind::LeftBracket) && !self.at_line_end() {
            return self
                .bracketed("what is removed", |p| p.removal())
                .map(|list| list.node)
                .unwrap_or_default();
        }
        let mut entries = Vec::new();
        self.body(margin, &mut |p| {
            p.eat(TokenKind::Minus);
            if p.at(TokenKind::LeftBracket) {
                let list = p.bracketed("what is removed", |p| p.removal());
                entries.extend(list.map(|list| list.node).unwrap_or_default());
            } else {
                entries.extend(p.removal());
            }
        });
        entries
    }

    fn removal(&mut self) -> Option<RemoveEntry> {
        let start = self.peek().span;
        let side = self.side();
        if !self.at(TokenKind::Word) {
            self.expected(Code::BadPlacement, "a square or a piece");
            self.recover_in_list();
            return None;
        }
        if side.is_none() && SquareName::read(self.nth_text(0), start).is_some() {
            return Some(RemoveEntry::Squares(self.square_item()?));
        }
        let piece = self.bump_name();
        Some(RemoveEntry::Pieces { side, piece, span: self.since(start) })
    }

    /// Inside a list the closing bracket reports and recovers; outside the line does.
    fn recover_in_list(&mut self) {
        if self.free == 0 {
            self.recover();
        }
    }

    /// `shuffle:`
    fn shuffle(&mut self, margin: u32, start: Span) -> Shuffle {
        let (mut number, mut lines) = (None, Vec::new());
        self.body(margin, &mut |p| {
            let (mark, line_start) = (p.mark(), p.peek().span);
            if p.at_word("number") && p.nth(1).kind == TokenKind::Colon {
                p.bump();
                p.bump();
                number = p.int("the number of the arrangement");
            } else {
                let mut pieces = Vec::new();
                while p.at(TokenKind::Word) && (pieces.is_empty() || !p.at_line_end()) {
                    pieces.push(p.bump_name());
                }
                if pieces.is_empty() || !p.expect(TokenKind::Colon, "`:` and the squares to choose from") {
                    p.expected(Code::BadPlacement, "pieces and the squares to choose from");
                    p.recover();
                } else if let Some(squares) = p.squares("the squares to choose from") {
                    lines.push(ShuffleLine { pieces, squares, span: p.since(line_start) });
                }
            }
            p.close(mark, NodeKind::Member);
        });
        Shuffle { number, lines, span: self.since(start) }
    }
}
