//! Reading texts: files, standard input, and the files that a game refers to.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use nightrider::lang::{Loaded, Loader, title_of};

/// The longest text that is read, in bytes.
const LONGEST: u64 = 16 << 20;
/// How many files of a folder are looked at to find a game by its title.
const MOST_FILES: usize = 2000;

/// Reads standard input to its end.
///
/// # Errors
/// In words, if it cannot be read or is too long.
pub fn read_input() -> Result<Vec<u8>, String> {
    read_limited(io::stdin().lock()).map_err(|error| format!("cannot read standard input: {error}"))
}

/// Reads a file.
///
/// # Errors
/// In words, if it cannot be read or is too long.
pub fn read_file(path: &Path) -> Result<Vec<u8>, String> {
    let cannot = |error: &dyn std::fmt::Display| format!("cannot read `{}`: {error}", path.display());
    if path.is_dir() {
        return Err(cannot(&"it is a folder"));
    }
    let file = File::open(path).map_err(|error| cannot(&error))?;
    read_limited(file).map_err(|error| cannot(&error))
}

fn read_limited(source: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(LONGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LONGEST {
        return Err(io::Error::other(format!("it is longer than {} MB", LONGEST >> 20)));
    }
    Ok(bytes)
}

/// Finds the games and fragments that a text refers to, in the folder of the file that refers to them.
pub struct FolderLoader {
    /// The folder of the game's own file.
    folder: PathBuf,
}

impl FolderLoader {
    /// A loader for a game whose text stands in the given file, or in the current folder (standard input).
    pub fn beside(file: Option<&Path>) -> FolderLoader {
        FolderLoader { folder: file.map_or(PathBuf::new(), folder_of) }
    }

    /// The games of a folder, by file name, with their titles.
    fn games(folder: &Path) -> Vec<(PathBuf, Option<String>)> {
        let here = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let Ok(entries) = fs::read_dir(here) else { return Vec::new() };
        let names = entries.filter_map(|entry| Some(entry.ok()?.file_name()));
        let mut names: Vec<_> =
            names.filter(|name| Path::new(name).extension().is_some_and(|ext| ext == "chesslang")).collect();
        names.sort();
        names.truncate(MOST_FILES);
        let titled = |name| {
            let path = folder.join(name);
            let title = read_text(&path).and_then(|text| title_of(&text));
            (path, title)
        };
        names.into_iter().map(titled).collect()
    }
}

impl Loader for FolderLoader {
    fn game(&self, name: &str, beside: &str) -> Option<Loaded> {
        let wanted = name.trim().to_lowercase();
        let games = FolderLoader::games(&folder_of(Path::new(beside)));
        let by_title = games
            .iter()
            .find(|(_, title)| title.as_ref().is_some_and(|title| title.trim().to_lowercase() == wanted));
        let by_name = || {
            games.iter().find(|(path, _)| {
                let stem = path.file_stem().map(|stem| stem.to_string_lossy().to_lowercase());
                stem.is_some_and(|stem| stem == wanted || format!("{stem}.chesslang") == wanted)
            })
        };
        let (path, _) = by_title.or_else(by_name)?;
        Some(Loaded { name: path.display().to_string(), text: read_text(path)? })
    }

    fn file(&self, path: &str, beside: &str) -> Option<Loaded> {
        let path = folder_of(Path::new(beside)).join(path);
        Some(Loaded { name: path.display().to_string(), text: read_text(&path)? })
    }

    fn titles(&self) -> Vec<String> {
        FolderLoader::games(&self.folder).into_iter().filter_map(|(_, title)| title).collect()
    }
}

fn folder_of(file: &Path) -> PathBuf {
    file.parent().map_or(PathBuf::new(), Path::to_path_buf)
}

/// The text of a file, if there is one; bytes that are no UTF-8 become the replacement character, which the
/// language then objects to.
fn read_text(path: &Path) -> Option<String> {
    read_file(path).ok().map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}
