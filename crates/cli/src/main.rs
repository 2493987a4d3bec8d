//! The command line program `nightrider`.

fn main() {}
