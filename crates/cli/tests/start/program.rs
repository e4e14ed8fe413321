//! Starts the program as every test must see it: without the configuration of whoever runs the tests.

use std::ffi::OsStr;
use std::process::Command;

/// The program at this path, not started yet; programs that it starts inherit its environment.
pub fn program(path: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(path);
    command.env("HEIRLOOM_CONFIG", "");
    command
}
