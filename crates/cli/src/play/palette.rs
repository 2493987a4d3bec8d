//! The colours of the board.

use nightrider::model::Player;
use ratatui::style::{Color, Modifier, Style};

/// How squares and pieces are coloured. Nothing is told by colour alone: marks say it too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Palette {
    /// 256 colours.
    Colour,
    /// No colours, as `NO_COLOR` asks.
    Plain,
}

/// What a square's background tells, the most important first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    Selected,
    Check,
    CaptureTarget,
    Target,
    Hint,
    LastMove,
    Light,
    Dark,
    Hole,
}

impl Palette {
    /// The style of a square.
    pub fn ground(self, ground: Ground) -> Style {
        if self == Palette::Plain {
            return match ground {
                Ground::Selected => Style::new().add_modifier(Modifier::REVERSED),
                Ground::Check | Ground::Hint => Style::new().add_modifier(Modifier::UNDERLINED),
                _ => Style::new(),
            };
        }
        let index = match ground {
            // Of middling brightness, so that white and black pieces both stand out (3 to 1 or better).
            Ground::Selected => 100,
            Ground::Check => 124,
            Ground::CaptureTarget => 131,
            Ground::Target => 65,
            Ground::Hint => 67,
            Ground::LastMove => 101,
            Ground::Light => 137,
            Ground::Dark => 94,
            Ground::Hole => return Style::new().fg(Color::Indexed(240)),
        };
        Style::new().bg(Color::Indexed(index)).fg(Color::Indexed(16))
    }

    /// The style of a piece, on top of its square's.
    pub fn piece(self, owner: Player) -> Style {
        match (self, owner) {
            (Palette::Plain, _) => Style::new().add_modifier(Modifier::BOLD),
            (Palette::Colour, Player::White) => Style::new().fg(WHITE).add_modifier(Modifier::BOLD),
            (Palette::Colour, Player::Black) => Style::new().fg(BLACK).add_modifier(Modifier::BOLD),
        }
    }

    /// The colour of an effect's mark, from the words of its `visual`.
    pub fn effect(self, visual: Option<&str>) -> Style {
        if self == Palette::Plain {
            return Style::new();
        }
        let (colour, text) = visual.and_then(colour_named).unwrap_or((Color::Indexed(90), WHITE));
        Style::new().bg(colour).fg(text).add_modifier(Modifier::BOLD)
    }

    /// The style of what needs attention.
    pub fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// The style of what does not.
    pub fn faint(self) -> Style {
        match self {
            Palette::Plain => Style::new(),
            Palette::Colour => Style::new().fg(Color::Indexed(245)),
        }
    }

    /// The style of an alert: illegal moves, check, the result.
    pub fn alert(self) -> Style {
        match self {
            Palette::Plain => Style::new().add_modifier(Modifier::BOLD),
            Palette::Colour => Style::new().fg(Color::Indexed(209)).add_modifier(Modifier::BOLD),
        }
    }
}

const WHITE: Color = Color::Indexed(231);
const BLACK: Color = Color::Indexed(16);

/// The first colour that a text such as `highlight(red, 0.5)` or `#ff8800` names, and a colour for text on it.
fn colour_named(visual: &str) -> Option<(Color, Color)> {
    let words = visual.split(|c: char| !c.is_ascii_alphanumeric() && c != '#');
    words.map(str::to_ascii_lowercase).find_map(|word| {
        Some(match word.as_str() {
            "red" => (Color::Indexed(124), WHITE),
            "green" => (Color::Indexed(22), WHITE),
            "blue" => (Color::Indexed(19), WHITE),
            "yellow" | "gold" => (Color::Indexed(226), BLACK),
            "orange" => (Color::Indexed(208), BLACK),
            "purple" | "violet" | "magenta" => (Color::Indexed(90), WHITE),
            "cyan" | "aqua" | "ice" => (Color::Indexed(51), BLACK),
            "white" => (WHITE, BLACK),
            "black" => (BLACK, WHITE),
            "gray" | "grey" | "stone" => (Color::Indexed(243), WHITE),
            "brown" => (Color::Indexed(52), WHITE),
            "pink" => (Color::Indexed(218), BLACK),
            hex => {
                let digits = hex.strip_prefix('#').filter(|digits| digits.len() == 6)?;
                let value = u32::from_str_radix(digits, 16).ok()?;
                let [_, red, green, blue] = value.to_be_bytes();
                let brightness = u32::from(red) * 3 + u32::from(green) * 6 + u32::from(blue);
                (Color::Rgb(red, green, blue), if brightness > 1275 { BLACK } else { WHITE })
            }
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_found_in_the_words_of_an_effect() {
        assert_eq!(colour_named("red"), Some((Color::Indexed(124), WHITE)));
        assert_eq!(colour_named("highlight(Red, 0.5)"), Some((Color::Indexed(124), WHITE)));
        assert_eq!(colour_named("#ff8800"), Some((Color::Rgb(255, 136, 0), BLACK)));
        assert_eq!(colour_named("#102030"), Some((Color::Rgb(16, 32, 48), WHITE)));
        assert_eq!(colour_named("a frosty glow"), None);
        assert_eq!(colour_named(""), None);
    }
}
