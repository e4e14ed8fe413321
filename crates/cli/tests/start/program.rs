//! Starts the program as tests must see it, without the configuration of the user, and checks what it prints.

#![allow(dead_code, reason = "each test uses a part of it")]

use std::ffi::OsStr;
use std::io::Write;
use std::path::Path;
pub use std::process::{Child, Command, Output, Stdio};

pub const PROGRAM: &str = env!("CARGO_BIN_EXE_heirloom");

/// The program at this path, not started yet; programs that it starts inherit its environment.
pub fn program(path: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(path);
    command.env("HEIRLOOM_CONFIG", "");
    command
}

/// Runs a command with something to read.
pub fn fed(command: &mut Command, input: impl AsRef<[u8]> + Send) -> Output {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut pipe = child.stdin.take().expect("a pipe");
    std::thread::scope(|scope| {
        // It may print much before it has read everything; if it refuses its arguments, it reads nothing.
        scope.spawn(move || drop(pipe.write_all(input.as_ref())));
        child.wait_with_output().expect("the program ends")
    })
}

/// Runs the program in a folder with something to read.
pub fn run(folder: impl AsRef<Path>, arguments: &[&str], input: impl AsRef<[u8]> + Send) -> Output {
    fed(program(PROGRAM).current_dir(folder).args(arguments), input)
}

/// Splits a command line; single quotes keep a word together, and each word `{}` becomes the next value.
pub fn words<'a>(line: &'a str, values: &[&'a str]) -> Vec<&'a str> {
    let mut values = values.iter();
    let quoted = line.split('\'').enumerate();
    let words = quoted.flat_map(|(index, part)| match index % 2 {
        0 => part.split_whitespace().collect(),
        _ => vec![part],
    });
    words.map(|word| if word == "{}" { values.next().expect("a value") } else { word }).collect()
}

/// Presses Ctrl-C.
pub fn interrupt(child: &Child) {
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.expect("kill").success());
}

/// Returns standard output.
pub fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Returns standard error.
pub fn complained(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Returns standard output as JSON.
pub fn json(output: &Output) -> serde_json::Value {
    serde_json::from_slice(&output.stdout).expect("JSON alone")
}

/// Returns a temporary folder with a file.
pub fn folder(name: &str, text: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join(name), text).expect("a file");
    folder
}

/// Checks that a text contains all pieces.
#[track_caller]
pub fn has(text: &str, pieces: &[&str]) {
    for piece in pieces {
        assert!(text.contains(piece), "{piece} in {text}");
    }
}

/// Checks that a text contains all lines.
#[track_caller]
pub fn has_lines(text: &str, lines: &[&str]) {
    for line in lines {
        assert!(text.lines().any(|known| known == *line), "{line} in {text}");
    }
}

/// Checks the exit code and that standard output contains all pieces.
#[track_caller]
pub fn prints(output: &Output, code: i32, pieces: &[&str]) {
    assert_eq!(output.status.code(), Some(code), "{output:?}");
    has(&said(output), pieces);
}

/// Checks the exit code and that standard error contains all pieces.
#[track_caller]
pub fn complains(output: &Output, code: i32, pieces: &[&str]) {
    assert_eq!(output.status.code(), Some(code), "{output:?}");
    has(&complained(output), pieces);
}
