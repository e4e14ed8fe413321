//! Tests the clients with scripted programs: well-behaved, old, slow, hanging, dying, talking nonsense.
//!
//! The program is this test binary itself, started again with a transcript that [`program`] plays.

// The program under test is started through `env`.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod uci;
mod xboard;

use std::io::Write;
use std::time::Duration;

use heirloom_chess::{Line, Position, notation};
use heirloom_engine::{Engine, EngineError, Limits, Signals};
use heirloom_protocol::{Program, Timeouts};
use heirloom_testing::{Script, program_arguments, program_role};

const QUICK: Timeouts = Timeouts {
    start: Duration::from_secs(10),
    ready: Duration::from_millis(1500),
    overrun: Duration::from_millis(300),
    stop: Duration::from_millis(400),
    quit: Duration::from_millis(500),
};

/// Not a test of its own: plays the engine's part of a transcript, as a program.
#[test]
fn program() {
    let Some(transcript) = program_role() else { return };
    // With one test thread the harness has begun a line with the test's name, which must end first.
    let _ = writeln!(std::io::stdout());
    if transcript == uci::GARBAGE {
        uci::talk_garbage();
    }
    let script = Script::engine(&transcript);
    let status = script.play(std::io::stdin(), std::io::stdout(), std::io::stderr());
    std::process::exit(status.unwrap_or_else(|error| {
        // The client reports the last lines, so the reason reaches the test.
        let _ = writeln!(std::io::stderr(), "{error}");
        99
    }));
}

/// Returns the program that plays a transcript.
fn scripted(transcript: &str) -> Program {
    Program { arguments: program_arguments(transcript).to_vec(), ..Program::new("env") }
}

/// Returns a game from the start position, or from `fen` if it is not empty.
fn line(fen: &str, moves: &str) -> Line {
    let start = if fen.is_empty() { Position::startpos() } else { Position::from_fen(fen).unwrap() };
    notation::uci::parse_line(start, moves).unwrap()
}

/// Returns the engine's move as text.
fn asked(engine: &mut impl Engine, line: &Line, limits: &Limits) -> Result<String, EngineError> {
    let best = engine.search(line, limits, &Signals::new(), &mut |_| {})?;
    Ok(format!("{:?}", best.best.unwrap()))
}

fn move_time(milliseconds: u64) -> Limits {
    Limits::move_time(Duration::from_millis(milliseconds))
}

/// Returns the last lines of a program that died before it had introduced itself.
fn last_lines<T>(started: Result<T, EngineError>) -> Vec<String> {
    match started {
        Err(EngineError::Died { last_lines, .. }) => last_lines,
        Err(error) => panic!("{error}"),
        Ok(_) => panic!("it has started"),
    }
}
