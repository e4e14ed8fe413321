//! Runs the program with something to read.

use std::io::Write;
use std::process::{Command, Output, Stdio};
use std::thread;

#[path = "program.rs"]
mod program;
pub use program::program;

/// All that a command says when it is given this input.
pub fn fed(command: &mut Command, input: impl AsRef<[u8]> + Send) -> Output {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut pipe = child.stdin.take().expect("a pipe");
    thread::scope(|scope| {
        // It may say much before it has read all; and who refuses its arguments reads nothing.
        scope.spawn(move || drop(pipe.write_all(input.as_ref())));
        child.wait_with_output().expect("the program ends")
    })
}
