//! The program as tests start it.

use std::io::Write;
use std::process::{Command, Stdio};

/// Runs the program with some standard input. Returns exit status, standard output and standard error.
pub fn run(arguments: &[&str], input: &[u8]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nightrider"));
    command.args(arguments).env("NO_COLOR", "1");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut pipe = child.stdin.take().expect("a pipe");
    let input = input.to_vec();
    // A program that does not read its input may be gone already.
    let writer = std::thread::spawn(move || drop(pipe.write_all(&input)));
    let output = child.wait_with_output().expect("the program ends");
    let _ = writer.join();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code().unwrap_or(-1), text(output.stdout), text(output.stderr))
}
