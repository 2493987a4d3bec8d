//! The library: the games that come with Nightrider, as texts.

use nightrider_lang::Loaded;

/// A game of the library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LibraryGame {
    /// Its library name, such as `king-of-the-hill`.
    pub name: &'static str,
    /// Its ChessLang text.
    pub text: &'static str,
}

macro_rules! library {
    ($($name:literal)*) => {
        &[$(LibraryGame {
            name: $name,
            text: include_str!(concat!("../../../variants/", $name, ".chesslang")),
        },)*]
    };
}

/// All games, standard chess first, the others by name.
pub const LIBRARY: &[LibraryGame] = library! {
    "standard"
    "advanced-pawn"
    "ai-wok"
    "almost"
    "amazon"
    "antichess"
    "armageddon"
    "asean"
    "atomic"
    "atomic-6x6"
    "berolina"
    "breakthrough"
    "breakthrough-5x5"
    "capablanca"
    "capture-all"
    "centaur"
    "centaur-king"
    "chancellor"
    "chaturanga"
    "checkless"
    "chess-4x5"
    "chess-5x6"
    "chess-vs-hoppel-poppel"
    "chess960"
    "chigorin"
    "clobber"
    "codrus"
    "coregal"
    "corner-rook"
    "courier"
    "crossing"
    "diana"
    "double-army"
    "dunsany"
    "embassy"
    "extinction"
    "five-check"
    "fox-and-hounds"
    "gardner"
    "gemini"
    "georgian"
    "giveaway"
    "gothic"
    "grand"
    "grasshopper"
    "gustav-iii"
    "haynie"
    "hexapawn"
    "hoppel-poppel"
    "horde"
    "indian-great"
    "janus"
    "jeson-mor"
    "king-of-the-hill"
    "kinglet"
    "knightmate"
    "legan"
    "light-brigade"
    "los-alamos"
    "losers"
    "maharajah"
    "makruk"
    "microchess"
    "misere"
    "modern"
    "must-capture"
    "new-zealand"
    "nightrider"
    "no-castle"
    "omicron"
    "opulent"
    "orda"
    "orda-mirror"
    "paradigm"
    "pawn-back"
    "pawn-sideways"
    "pawns-massacre"
    "pawns-only"
    "peasant-revolt"
    "perfect"
    "petty"
    "raazuvaa"
    "racing-kings"
    "semi-torpedo"
    "shako"
    "shatranj"
    "sixth-rank"
    "sort-of-almost"
    "suicide"
    "tencubed"
    "three-check"
    "three-kings"
    "torpedo"
    "troitzky"
    "upside-down"
    "weak"
};

impl LibraryGame {
    /// The title its text states: the texts of the library have a line `game: "Title"` of their own.
    pub fn title(&self) -> &'static str {
        let line = self.text.lines().find_map(|line| line.strip_prefix("game: \""));
        line.and_then(|rest| rest.strip_suffix('"')).unwrap_or("")
    }

    /// The game in one sentence: the first of the comment at the head of its text, without the name before the colon.
    ///
    /// ```
    /// use nightrider::library::find;
    /// assert_eq!(find("racing-kings").unwrap().summary(), "A race of the kings to the eighth rank.");
    /// ```
    pub fn summary(&self) -> String {
        let comment = self.text.lines().map_while(|line| line.strip_prefix('#'));
        let comment = comment.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ");
        let about = comment.split_once(": ").map_or(comment.as_str(), |(_, about)| about);
        let sentence = about.split_once(". ").map_or(about.trim_end_matches('.'), |(sentence, _)| sentence);
        let mut letters = sentence.chars();
        let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
        format!("{first}{}.", letters.as_str())
    }

    /// The text under the name that diagnostics call it by.
    pub fn loaded(&self) -> Loaded {
        Loaded { name: format!("library/{}.chesslang", self.name), text: self.text.to_string() }
    }
}

/// The game with a library name or a title, whatever the case.
///
/// ```
/// use nightrider::library::find;
/// assert_eq!(find("STANDARD").unwrap().name, "standard");
/// assert_eq!(find("standard chess").unwrap().name, "standard");
/// assert!(find("no such game").is_none());
/// ```
pub fn find(name: &str) -> Option<&'static LibraryGame> {
    let wanted = name.trim().to_lowercase();
    let by_name = LIBRARY.iter().find(|game| game.name == wanted);
    by_name.or_else(|| LIBRARY.iter().find(|game| game.title().to_lowercase() == wanted))
}

#[cfg(test)]
mod tests {
    use nightrider_lang::title_of;

    use super::*;

    #[test]
    fn titles_are_read_as_the_language_reads_them_and_differ() {
        let mut titles: Vec<String> = Vec::new();
        for game in LIBRARY {
            assert_eq!(Some(game.title()), title_of(game.text).as_deref(), "{}", game.name);
            titles.push(game.title().to_lowercase());
        }
        titles.sort();
        let count = titles.len();
        titles.dedup();
        assert_eq!(titles.len(), count);
    }

    #[test]
    fn every_game_says_in_a_sentence_what_it_is() {
        for game in LIBRARY {
            let summary = game.summary();
            assert!(summary.len() > 10 && summary.len() < 200, "{}: {summary}", game.name);
            assert!(!summary.contains("Rules") && !summary.contains("http"), "{}: {summary}", game.name);
        }
    }

    #[test]
    fn every_text_of_the_folder_is_listed() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../variants");
        let mut files: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .filter_map(|entry| entry.unwrap().file_name().to_str().map(str::to_string))
            .filter_map(|name| name.strip_suffix(".chesslang").map(str::to_string))
            .collect();
        let mut listed: Vec<String> = LIBRARY.iter().map(|game| game.name.to_string()).collect();
        files.sort();
        listed.sort();
        assert_eq!(listed, files);
    }
}
