//! Draws the terminal board.

use nightrider::engine::LogEntry;
use nightrider::model::{Player, Square};
use nightrider::notation::drawing::{Glyphs, symbol};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};
use unicode_width::UnicodeWidthStr;

use super::app::{App, Message, player_label};
use super::dialog;
use super::layout::{BoardLayout, Layout};
use super::palette::{Ground, Palette};
use crate::reason::in_words;

const KEYS: &str = "Enter move  Tab next  u undo  r redo  t tip  w log  v turn  ? keys  q leave";

/// Draws everything.
pub fn draw(frame: &mut Frame, app: &App) {
    let layout = app.layout();
    if frame.area().is_empty() {
        return;
    }
    Board::new(app, layout.board).draw(frame);
    draw_coordinates(frame, app, layout.board);
    draw_panel(frame, app, layout.panel);
    draw_status(frame, app, layout.status);
    let keys = Paragraph::new(Line::styled(KEYS, app.options().palette.faint()));
    frame.render_widget(keys, layout.keys);
    dialog::draw(frame, app);
    place_cursor(frame, app, &layout);
}

/// The board and everything that decides how its squares look.
struct Board<'a> {
    app: &'a App,
    layout: BoardLayout,
    targets: Vec<(Square, bool)>,
    last: Vec<Square>,
    checked: Vec<Square>,
    effects: Vec<(Square, String, Style)>,
}

impl<'a> Board<'a> {
    fn new(app: &'a App, layout: BoardLayout) -> Board<'a> {
        let game = app.table().game();
        let legal = app.table().legal();
        let targets = app.targets().into_iter().map(|(aim, index)| (aim, !legal[index].captures.is_empty()));
        let last = app.table().last_move().map_or(Vec::new(), |mv| vec![mv.from(), mv.to()]);
        let variant = app.table().variant();
        let royal = |square: &Square| {
            game.piece_at(*square)
                .is_some_and(|view| view.owner == game.turn() && variant.piece(view.piece).traits.royal)
        };
        let checked = match game.in_check() {
            true => variant.board.squares().filter(royal).collect(),
            false => Vec::new(),
        };
        let palette = app.options().palette;
        let mut effects = Vec::new();
        let mut mark = |square: Square, effect: usize| {
            if let Some(effect) = variant.effects.get(effect) {
                let initial = effect.name.chars().next().unwrap_or('*').to_string();
                effects.push((square, initial, palette.effect(effect.visual.as_deref())));
            }
        };
        for view in game.effects() {
            mark(view.square, view.effect.index());
        }
        for piece in game.pieces() {
            for effect in &piece.effects {
                mark(piece.square, effect.effect.index());
            }
        }
        Board { app, layout, targets: targets.collect(), last, checked, effects }
    }

    fn draw(&self, frame: &mut Frame) {
        for square in self.layout.squares_shown() {
            if let Some(cell) = self.layout.cell_of(square) {
                self.draw_square(frame, square, cell);
            }
        }
    }

    fn ground(&self, square: Square) -> Ground {
        let board = &self.app.table().variant().board;
        let target = self.targets.iter().filter(|(aim, _)| *aim == square).map(|(_, capture)| *capture);
        let hint = self.app.hint.is_some_and(|(from, to)| square == from || square == to);
        if board.is_hole(square) {
            return Ground::Hole;
        }
        if self.app.selected == Some(square) {
            return Ground::Selected;
        }
        match target.reduce(|a, b| a || b) {
            Some(true) => Ground::CaptureTarget,
            Some(false) => Ground::Target,
            None if hint => Ground::Hint,
            None if self.checked.contains(&square) => Ground::Check,
            None if self.last.contains(&square) => Ground::LastMove,
            None if (board.file(square) + board.rank(square)).is_multiple_of(2) => Ground::Dark,
            None => Ground::Light,
        }
    }

    fn draw_square(&self, frame: &mut Frame, square: Square, cell: Rect) {
        let app = self.app;
        let palette = app.options().palette;
        let ground = self.ground(square);
        let mut style = palette.ground(ground);
        let at_cursor = square == app.cursor;
        if at_cursor && cell.width < 3 {
            style = style.add_modifier(Modifier::REVERSED);
        }
        let buffer = frame.buffer_mut();
        buffer.set_style(cell, style);
        let middle = Rect { y: cell.y + cell.height / 2, height: 1, ..cell };
        let game = app.table().game();
        let piece = game.piece_at(square);
        let (text, text_style) = match &piece {
            Some(view) => {
                let glyph = symbol(app.table().variant(), view.piece, view.owner, app.options().glyphs);
                (glyph, style.patch(palette.piece(view.owner)))
            }
            None => {
                let mark = match ground {
                    Ground::Target => "o",
                    Ground::CaptureTarget => "x",
                    Ground::Hint => "?",
                    Ground::Hole => "#",
                    // Without colours empty squares need something to be seen by.
                    _ if palette == Palette::Plain => ".",
                    _ => "",
                };
                (mark.to_owned(), style)
            }
        };
        // The piece in the middle, its marks around it: `[n]x`, as far as there is room.
        let width = (text.width() as u16).max(1);
        let left = if cell.width < 3 { 0 } else { cell.width.saturating_sub(width) / 2 };
        buffer.set_stringn(middle.x + left, middle.y, &text, usize::from(cell.width - left), text_style);
        let after = middle.x + left + width;
        let room = |x: u16| x < cell.right();
        if piece.is_some() && ground == Ground::CaptureTarget && room(after) {
            buffer.set_string(after, middle.y, "x", style);
        }
        if at_cursor && cell.width >= 3 {
            let bracket = style.add_modifier(Modifier::BOLD);
            if left > 0 {
                buffer.set_string(middle.x + left - 1, middle.y, "[", bracket);
            }
            if room(after) {
                buffer.set_string(after, middle.y, "]", bracket);
            }
        }
        let mut marks = self.effects.iter().filter(|(place, ..)| *place == square).peekable();
        if cell.height >= 2 {
            let corner = marks.take(usize::from(cell.width));
            for (column, (_, initial, effect)) in corner.enumerate() {
                buffer.set_stringn(cell.x + column as u16, cell.y, initial, 1, style.patch(*effect));
            }
        } else if let Some((_, initial, effect)) = marks.peek() {
            buffer.set_stringn(cell.right() - 1, middle.y, initial, 1, style.patch(*effect));
        }
    }
}

fn draw_coordinates(frame: &mut Frame, app: &App, layout: BoardLayout) {
    let palette = app.options().palette;
    let board = &app.table().variant().board;
    let (left, below) = layout.margin;
    let bottom = layout.squares.bottom();
    for square in layout.squares_shown() {
        let Some(cell) = layout.cell_of(square) else { continue };
        if left > 0 && cell.x == layout.squares.x {
            let number = format!("{:>width$} ", board.rank(square) + 1, width = usize::from(left) - 1);
            let y = cell.y + cell.height / 2;
            frame.buffer_mut().set_string(layout.squares.x - left, y, number, palette.faint());
        }
        if below > 0 && cell.bottom() == bottom && bottom < frame.area().bottom() {
            let letter = ((b'a' + board.file(square)) as char).to_string();
            let column = if cell.width < 3 { cell.x } else { cell.x + (cell.width - 1) / 2 };
            frame.buffer_mut().set_string(column, bottom, letter, palette.faint());
        }
    }
}

fn draw_panel(frame: &mut Frame, app: &App, area: Rect) {
    if area.is_empty() {
        return;
    }
    let palette = app.options().palette;
    let mut lines = vec![Line::styled(app.table().variant().name.clone(), palette.strong())];
    let game = app.table().game();
    for player in [Player::Black, Player::White] {
        let turn = game.turn() == player && game.result().is_none();
        let marker = if turn { "> " } else { "  " };
        let style = if turn { palette.strong() } else { Style::new() };
        lines.push(Line::styled(format!("{marker}{}", player_label(app.options(), player)), style));
    }
    lines.push(Line::default());
    // What happened last stands at the bottom; the moves have at least half of the room.
    let events = event_lines(app, usize::from(area.width));
    let rows = move_rows(app);
    let room = usize::from(area.height).saturating_sub(lines.len());
    let events_shown = events.len().min((room / 2).max(room.saturating_sub(rows.len())));
    let moves_shown = room - events_shown;
    let last = rows.len().saturating_sub(app.scrolled).max(moves_shown.min(rows.len()));
    lines.extend(rows[last.saturating_sub(moves_shown)..last].iter().cloned().map(Line::from));
    lines.resize(usize::from(area.height) - events_shown, Line::default());
    let skipped = events.len() - events_shown;
    lines.extend(events.into_iter().skip(skipped));
    frame.render_widget(Paragraph::new(lines), area);
}

/// The moves played, two to a line where the players alternate.
fn move_rows(app: &App) -> Vec<String> {
    let mut rows: Vec<String> = Vec::new();
    let mut previous = None;
    for recorded in app.table().record() {
        let follows = previous == Some((Player::White, recorded.full_move));
        match rows.last_mut() {
            Some(row) if recorded.player == Player::Black && follows => {
                let padding = 16usize.saturating_sub(row.width()).max(1);
                row.push_str(&" ".repeat(padding));
                row.push_str(&recorded.text);
            }
            _ => {
                let dots = if recorded.player == Player::Black { "... " } else { "" };
                rows.push(format!("{:>3}. {dots}{}", recorded.full_move, recorded.text));
            }
        }
        previous = Some((recorded.player, recorded.full_move));
    }
    rows
}

/// What triggers did in the last ply.
fn event_lines(app: &App, width: usize) -> Vec<Line<'static>> {
    let game = app.table().game();
    let faint = app.options().palette.faint();
    let events = game.history().last().map_or(game.start_events(), |ply| &ply.events);
    let mut lines = Vec::new();
    let mut tell = |text: &str, indent: usize| {
        let wrapped = dialog::wrapped(text, width.saturating_sub(indent).max(1));
        lines.extend(wrapped.into_iter().map(|line| Line::styled(" ".repeat(indent) + &line, faint)));
    };
    for event in events {
        match event {
            LogEntry::Trigger { name, actions, .. } => {
                tell(name, 0);
                actions.iter().for_each(|action| tell(action, 2));
            }
            LogEntry::Declined { name, .. } => tell(&format!("{name}: declined"), 0),
            LogEntry::Script { event, actions } => {
                tell(&format!("script ({})", event.name()), 0);
                actions.iter().for_each(|action| tell(action, 2));
            }
            LogEntry::Console { text, .. } => tell(&format!("console: {text}"), 0),
            LogEntry::Fault { message, .. } => tell(&format!("fault: {message}"), 0),
            LogEntry::EffectEnded { effect, square } => {
                tell(&format!("{effect} on {} ends", app.table().variant().board.name(*square)), 0);
            }
            _ => {}
        }
    }
    lines
}

fn draw_status(frame: &mut Frame, app: &App, area: Rect) {
    let palette = app.options().palette;
    let line = if let Some(entry) = &app.entry {
        let mut spans = vec![Span::styled("move: ", palette.faint()), Span::raw(entry.clone())];
        let completions = app.completions(entry);
        let typed = entry.width() + 6;
        let mut room = usize::from(area.width).saturating_sub(typed + 3);
        let mut list = String::from("   ");
        for text in completions {
            if text.width() + 1 > room {
                break;
            }
            room -= text.width() + 1;
            list.push_str(&text);
            list.push(' ');
        }
        spans.push(Span::styled(list, palette.faint()));
        Line::from(spans)
    } else {
        match &app.message {
            Some(Message::Note(text)) => Line::from(text.clone()),
            Some(Message::Alert(text)) => Line::styled(text.clone(), palette.alert()),
            None => Line::from(state_of_play(app)),
        }
    };
    frame.render_widget(Paragraph::new(line).wrap(Wrap { trim: true }), area);
}

/// Whose turn it is and what threatens, or how the game ended.
fn state_of_play(app: &App) -> String {
    let game = app.table().game();
    if let Some(result) = game.result() {
        let winner = match result.winner {
            Some(player) => format!("{} wins", player.name()),
            None => "Draw".to_owned(),
        };
        return format!("{winner}: {}", in_words(app.table().variant(), result));
    }
    let check = if game.in_check() { ", in check" } else { "" };
    let waits = if app.paused { " (paused: Space goes on)" } else { "" };
    format!("{} to move{check}{waits}", player_label(app.options(), game.turn()))
}

/// The terminal's own cursor: behind what is typed, so that screen readers and eyes find it.
fn place_cursor(frame: &mut Frame, app: &App, layout: &Layout) {
    if let Some(entry) = &app.entry
        && app.overlay.is_none()
        && !layout.status.is_empty()
    {
        let column = (6 + entry.width() as u16).min(layout.status.width - 1);
        frame.set_cursor_position((layout.status.x + column, layout.status.y));
    }
}

/// Which symbols a terminal gets: one symbol for both players where colours tell them apart.
pub fn glyphs_for(palette: Palette) -> Glyphs {
    match palette {
        Palette::Colour => Glyphs::Coloured,
        Palette::Plain => Glyphs::Unicode,
    }
}
