//! The account of the whole game over the board: what every ply set off, and why the game ended.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Block, BorderType, Clear, Paragraph};

use super::app::App;
use super::dialog::wrapped;
use super::table::Table;
use crate::account::{Detail, lines_of, outcome};

/// The lines of the account and whether each is a heading, for a window of so many columns.
fn lines(table: &Table, width: usize) -> Vec<(String, bool)> {
    let game = table.game();
    let variant = table.variant();
    let mut lines = Vec::new();
    let mut tell = |text: &str, indent: usize, heading: bool| {
        let broken = wrapped(text, width.saturating_sub(indent).max(1));
        lines.extend(broken.into_iter().enumerate().map(|(index, line)| {
            // What goes over several lines hangs.
            let hang = if index > 0 { 2 } else { 0 };
            (" ".repeat(indent + hang) + &line, heading)
        }));
    };
    let earlier = game.ply() as usize - game.history().len();
    match earlier {
        0 => tell("The start", 0, true),
        1 => tell("After 1 ply, where the game was saved", 0, true),
        plies => tell(&format!("After {plies} plies, where the game was saved"), 0, true),
    }
    for line in lines_of(variant, game.start_events(), Detail::Everything) {
        tell(&line, 2, false);
    }
    for (ply, recorded) in game.history().iter().zip(table.record()) {
        let dots = if recorded.player == nightrider::model::Player::Black { ".." } else { "" };
        tell(&format!("{}.{dots} {}", recorded.full_move, recorded.text), 0, true);
        for line in lines_of(variant, &ply.events, Detail::Everything) {
            tell(&line, 2, false);
        }
    }
    if let Some(result) = game.result() {
        tell(&outcome(variant, result), 0, true);
    }
    lines
}

/// The room for lines in a window on a screen: columns and rows.
fn room(screen: Rect) -> (usize, usize) {
    (usize::from(screen.width.saturating_sub(4)), usize::from(screen.height.saturating_sub(2)))
}

/// How far the account can be scrolled back on a screen.
pub fn most_scrolled(table: &Table, screen: Rect) -> usize {
    let (width, height) = room(screen);
    lines(table, width).len().saturating_sub(height)
}

/// Draws the account, scrolled back from its end by so many lines.
pub fn draw(frame: &mut Frame, app: &App, back: usize) {
    let area = frame.area();
    let (width, height) = room(area);
    frame.render_widget(Clear, area);
    let all = lines(app.table(), width);
    let back = back.min(all.len().saturating_sub(height));
    let last = all.len() - back;
    let first = last.saturating_sub(height);
    let palette = app.options().palette;
    let shown = all[first..last].iter().map(|(line, heading)| {
        Line::styled(line.clone(), if *heading { palette.strong() } else { palette.faint() })
    });
    let shown: Vec<Line> = shown.collect();
    if area.height < 3 || area.width < 8 {
        frame.render_widget(Paragraph::new(shown), area);
        return;
    }
    let mut block = Block::bordered().border_type(BorderType::Rounded).title(" What happened ");
    if all.len() > height {
        let keys = format!(" lines {} to {last} of {}, arrows and Page Up, Down ", first + 1, all.len());
        block = block.title_bottom(keys);
    }
    let inner = block.inner(area);
    frame.render_widget(block, area);
    let inner = Rect { x: inner.x + 1, width: inner.width.saturating_sub(2), ..inner };
    frame.render_widget(Paragraph::new(shown), inner);
}
