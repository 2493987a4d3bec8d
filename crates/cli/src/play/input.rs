//! What the player can do, and the keys and clicks for it.

use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Position;

/// Something the player does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// Moves the cursor, or the mark in a menu: columns to the right, rows down.
    Step(i16, i16),
    /// Enter or space: takes up a piece, puts it down, picks an option.
    Accept,
    /// Escape: puts the piece back, closes what is open, says no.
    Cancel,
    /// A character: a command, an answer, or part of a typed move.
    Type(char),
    /// Deletes the last typed character, or takes back a move.
    Erase,
    /// Completes a typed move, or goes to the next piece that can move.
    Next,
    /// Scrolls the list of moves by so many lines.
    Scroll(i16),
    /// The mouse goes down on a point of the screen.
    Press(Position),
    /// The mouse comes up.
    Release(Position),
    /// Shows or hides the help.
    Help,
    /// Ends the program.
    Quit,
}

impl Input {
    /// What an event of the terminal means; `None` for what means nothing.
    pub fn from_event(event: &Event) -> Option<Input> {
        match event {
            // Some terminals report releases as well.
            Event::Key(key) if key.kind != KeyEventKind::Release => Input::from_key(key),
            Event::Mouse(mouse) => Input::from_mouse(mouse),
            _ => None,
        }
    }

    fn from_key(key: &KeyEvent) -> Option<Input> {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return match key.code {
                KeyCode::Char('c' | 'q' | 'd') => Some(Input::Quit),
                KeyCode::Char('h') => Some(Input::Erase),
                _ => None,
            };
        }
        Some(match key.code {
            KeyCode::Up => Input::Step(0, -1),
            KeyCode::Down => Input::Step(0, 1),
            KeyCode::Left => Input::Step(-1, 0),
            KeyCode::Right => Input::Step(1, 0),
            KeyCode::Enter => Input::Accept,
            KeyCode::Char(' ') => Input::Accept,
            KeyCode::Esc => Input::Cancel,
            KeyCode::Backspace => Input::Erase,
            KeyCode::Tab => Input::Next,
            KeyCode::PageUp => Input::Scroll(-5),
            KeyCode::PageDown => Input::Scroll(5),
            KeyCode::F(1) => Input::Help,
            KeyCode::Char(character) if !key.modifiers.contains(KeyModifiers::ALT) => Input::Type(character),
            _ => return None,
        })
    }

    fn from_mouse(mouse: &MouseEvent) -> Option<Input> {
        let point = Position::new(mouse.column, mouse.row);
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => Some(Input::Press(point)),
            MouseEventKind::Up(MouseButton::Left) => Some(Input::Release(point)),
            MouseEventKind::Down(MouseButton::Right) => Some(Input::Cancel),
            MouseEventKind::ScrollUp => Some(Input::Scroll(-1)),
            MouseEventKind::ScrollDown => Some(Input::Scroll(1)),
            _ => None,
        }
    }
}
