//! What lies over the board: help, questions, the result.

use nightrider::engine::GameResult;
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Block, BorderType, Clear, Paragraph};
use unicode_width::UnicodeWidthStr;

use super::app::{App, Overlay};
use super::choice::{Question, QuestionKind};
use crate::reason::in_words;
use crate::terminal::harmless;

const HELP: [(&str, &str); 16] = [
    ("arrows, mouse", "move the cursor"),
    ("Enter, Space", "take up a piece, put it down"),
    ("Tab", "next piece that can move"),
    ("Escape", "put the piece back"),
    ("e2e4, Nf3", "type a move; Enter plays it"),
    (":", "type a move of any form"),
    ("u, Backspace", "take a move back"),
    ("r", "play it again"),
    ("t", "a tip for your move"),
    ("v", "turn the board round"),
    ("s", "symbols or letters"),
    ("w", "what happened, ply by ply"),
    ("Page Up, Down", "scroll the moves"),
    ("Space", "pause, when the program plays itself"),
    ("q, Ctrl-C", "leave"),
    ("?, F1", "this page"),
];

/// How many lines the help has.
pub const fn help_lines() -> usize {
    HELP.len()
}

/// Draws what lies over the board, if anything does.
pub fn draw(frame: &mut Frame, app: &App) {
    let area = frame.area();
    match &app.overlay {
        None => {}
        Some(Overlay::Help(scrolled)) => {
            let lines = HELP.iter().map(|(keys, what)| {
                let keys = Span::styled(format!("{keys:<14}"), app.options().palette.strong());
                Line::from(vec![keys, Span::raw(*what)])
            });
            // Scrolled no further than until the last line is seen.
            let hidden = (HELP.len() + 2).saturating_sub(usize::from(area.height));
            window(frame, area, "Keys", lines.skip((*scrolled).min(hidden)).collect());
        }
        Some(Overlay::Log(back)) => super::log::draw(frame, app, *back),
        Some(Overlay::Result) => {
            if let Some(result) = app.table().game().result() {
                window(frame, area, "Game over", result_lines(app, result));
            }
        }
        Some(Overlay::Leave) => {
            let lines = vec![Line::from("Leave this game?"), Line::from("y, Enter  yes    n, Escape  no")];
            window(frame, area, "Leave", lines);
        }
        Some(Overlay::Question(question)) => {
            let layout = QuestionLayout::new(question, area);
            let reversed = Style::new().add_modifier(Modifier::REVERSED);
            let options = question.options.iter().enumerate().map(|(index, option)| {
                let key = option.key.map_or("   ".to_owned(), |key| format!("{key}  "));
                let style = if index == question.picked { reversed } else { Style::new() };
                Line::from(Span::styled(format!(" {key}{} ", option.label), style))
            });
            frame.render_widget(Clear, layout.outer);
            frame.render_widget(frame_of(layout.title()), layout.outer);
            frame.render_widget(Paragraph::new(Text::from_iter(layout.question.clone())), layout.text);
            let options = options.skip(layout.first_option).collect::<Text>();
            frame.render_widget(Paragraph::new(options), layout.options);
        }
    }
}

fn result_lines(app: &App, result: &GameResult) -> Vec<Line<'static>> {
    let strong = app.options().palette.alert();
    let winner = match result.winner {
        Some(player) => format!("{} wins", player.name()),
        None => "A draw".to_owned(),
    };
    let mut lines = vec![Line::styled(winner, strong), Line::from(in_words(app.table().variant(), result))];
    lines.extend(result.detail.as_deref().map(|detail| Line::from(harmless(detail).into_owned())));
    lines.push(Line::default());
    lines.push(Line::styled(
        "u take back   w log   q leave   any key the board",
        app.options().palette.faint(),
    ));
    lines
}

fn frame_of(title: String) -> Block<'static> {
    Block::bordered().border_type(BorderType::Rounded).title(title)
}

/// A window in the middle of the screen, as large as its lines need and the screen allows.
fn window(frame: &mut Frame, area: Rect, title: &str, lines: Vec<Line<'static>>) {
    let width = lines.iter().map(Line::width).max().unwrap_or(0).max(title.len());
    let wanted = (width as u16 + 4, lines.len() as u16 + 2);
    let outer = centred(area, wanted);
    frame.render_widget(Clear, outer);
    // On a screen too small for a frame only the words are shown.
    if outer.height < 3 || outer.width < 8 {
        frame.render_widget(Paragraph::new(lines), outer);
        return;
    }
    let block = frame_of(format!(" {title} "));
    let inner = block.inner(outer);
    frame.render_widget(block, outer);
    let inner = Rect { x: inner.x + 1, width: inner.width.saturating_sub(2), ..inner };
    frame.render_widget(Paragraph::new(lines), inner);
}

fn centred(area: Rect, (width, height): (u16, u16)) -> Rect {
    let (width, height) = (width.min(area.width), height.min(area.height));
    Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height }
}

/// Where a question and its options are on the screen.
struct QuestionLayout {
    kind: QuestionKind,
    question: Vec<Line<'static>>,
    outer: Rect,
    text: Rect,
    options: Rect,
    first_option: usize,
}

impl QuestionLayout {
    fn new(question: &Question, area: Rect) -> QuestionLayout {
        let labels = question.options.iter().map(|option| option.label.width() + 7).max().unwrap_or(0);
        let room = usize::from(area.width.saturating_sub(4)).max(1);
        let wanted = question.title.width().max(labels).max(18).min(room).min(56);
        let lines = wrapped(&question.title, wanted);
        let height = lines.len() + question.options.len() + 2;
        let outer = centred(area, (wanted as u16 + 4, height as u16));
        let inner = Rect {
            x: outer.x + outer.width.min(2),
            y: outer.y + outer.height.min(1),
            width: outer.width.saturating_sub(4),
            height: outer.height.saturating_sub(2),
        };
        // The options matter most where there is little room.
        let option_rows = (question.options.len() as u16).min(inner.height);
        let text_rows = inner.height - option_rows;
        let first_option = (question.picked + 1).saturating_sub(usize::from(option_rows.max(1)));
        QuestionLayout {
            kind: question.kind,
            question: lines.into_iter().map(Line::from).collect(),
            outer,
            text: Rect { height: text_rows, ..inner },
            options: Rect { y: inner.y + text_rows, height: option_rows, ..inner },
            first_option,
        }
    }

    fn title(&self) -> String {
        match self.kind {
            QuestionKind::Move => " Move ",
            QuestionKind::Promotion => " Promotion ",
            QuestionKind::Trigger => " Your choice ",
        }
        .to_owned()
    }
}

/// The option of a question under a point of the screen.
pub fn option_at(question: &Question, screen: Rect, point: Position) -> Option<usize> {
    let layout = QuestionLayout::new(question, screen);
    if !layout.options.contains(point) {
        return None;
    }
    let index = layout.first_option + usize::from(point.y - layout.options.y);
    (index < question.options.len()).then_some(index)
}

/// A text broken at blanks into lines of at most so many columns; longer words are cut.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is always a line");
        if !line.is_empty() && line.width() + 1 + word.width() > width {
            lines.push(String::new());
        } else if !line.is_empty() {
            line.push(' ');
        }
        for character in word.chars() {
            let line = lines.last_mut().expect("there is always a line");
            if line.width() + 1 > width && !line.is_empty() {
                lines.push(character.to_string());
            } else {
                line.push(character);
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::wrapped;

    #[test]
    fn texts_are_broken_at_blanks() {
        assert_eq!(wrapped("Leave a trap behind?", 12), ["Leave a trap", "behind?"]);
        assert_eq!(wrapped("", 5), [""]);
        assert_eq!(wrapped("abcdefghij", 4), ["abcd", "efgh", "ij"]);
        assert_eq!(wrapped("함정을 남길까요?", 8), ["함정을", "남길까요", "?"]);
    }
}
