//! Reading texts: files, standard input, and the files that a game refers to.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use nightrider::FileLoader;
use nightrider::lang::Loader;
use nightrider::lang::suggest::nearest;

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
    let cannot = |error: &dyn std::fmt::Display| format!("cannot read `{}`: {error}", shown(path));
    if path.is_dir() {
        return Err(cannot(&"it is a folder"));
    }
    let file = File::open(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => no_such_file(path),
        _ => cannot(&error),
    })?;
    read_limited(file).map_err(|error| cannot(&error))
}

/// There is no such file, and which of the folder may have been meant.
fn no_such_file(path: &Path) -> String {
    let folder = path.parent().unwrap_or(Path::new(""));
    let names = list(&folder.to_string_lossy());
    let wanted = path.file_name().unwrap_or_default().to_string_lossy();
    let games = names.iter().map(String::as_str).filter(|name| name.contains(".chess"));
    match nearest(&wanted, games) {
        Some(name) => {
            format!("there is no file `{}`; did you mean `{}`?", shown(path), folder.join(name).display())
        }
        None => format!("there is no file `{}`", shown(path)),
    }
}

/// A path as a message shows it: not longer than anyone would read.
fn shown(path: &Path) -> String {
    const MOST: usize = 200;
    let text = path.display().to_string();
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

fn read_limited(source: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(LONGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LONGEST {
        return Err(io::Error::other(format!("it is longer than {} MB", LONGEST >> 20)));
    }
    Ok(bytes)
}

/// Finds the base games and imports of a game on the disk, beside the file that refers to them.
pub fn loader() -> impl Loader {
    FileLoader { read: read_text, list }
}

/// The text of a file, if there is one; bytes that are no UTF-8 become the replacement character, which the
/// language then objects to.
fn read_text(path: &str) -> Option<String> {
    read_file(Path::new(path)).ok().map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

/// The names of the files of a folder.
fn list(folder: &str) -> Vec<String> {
    let folder = if folder.is_empty() { "." } else { folder };
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names.truncate(MOST_FILES);
    names
}
