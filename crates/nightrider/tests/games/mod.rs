//! The games that tests of all games go through.

use std::path::Path;

use nightrider::engine::Rules;
use nightrider::lang::NoLoader;
use nightrider::library::LIBRARY;
use nightrider::{compile_library, compile_program, compile_source, rules};

/// Every game of the library and the examples, with its name.
pub fn all_games() -> Vec<(String, Rules)> {
    let library = LIBRARY.iter().map(|game| {
        let variant = compile_library(game.name).unwrap().variant.unwrap();
        (game.name.to_string(), rules(variant).unwrap())
    });
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let examples = paths.into_iter().filter_map(|path| {
        let name = path.file_name()?.to_string_lossy().into_owned();
        let text = || std::fs::read_to_string(&path).unwrap();
        let variant = match path.extension()?.to_str()? {
            "chesslang" => compile_source(&name, &text(), &NoLoader).variant.unwrap(),
            "chessembly" => compile_program(&name, &text()).variant?,
            _ => return None,
        };
        Some((name, rules(variant).unwrap()))
    });
    library.chain(examples).collect()
}
