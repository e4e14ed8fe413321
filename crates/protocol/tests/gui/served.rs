//! A server on a separate thread, with a GUI that follows a script or has sent everything in advance.

use std::io::{BufReader, Cursor, pipe};
use std::thread;
use web_time::{Duration, Instant};

use heirloom_engine::{Engine, EngineError};
use heirloom_protocol::{Extra, Handled, Protocol, Script, serve};

pub type Factory = fn() -> Result<Box<dyn Engine>, EngineError>;
pub type Extras = fn(&str, &mut Extra<'_>) -> Handled;

/// Plays the script as a GUI against the server, and checks that the server ends when the GUI does.
#[track_caller]
pub fn check(dialect: Protocol, mut factory: Factory, mut extras: Extras, script: &Script) {
    let (server_input, gui_output) = pipe().unwrap();
    let (gui_input, server_output) = pipe().unwrap();
    let server = thread::spawn(move || {
        serve(dialect, &mut factory, BufReader::new(server_input), server_output, &mut extras)
    });
    let outcome = script.play(gui_input, gui_output);
    assert_eq!(outcome, Ok(0));
    let deadline = Instant::now() + Duration::from_secs(10);
    while !server.is_finished() {
        assert!(Instant::now() < deadline, "the server does not end");
        thread::sleep(Duration::from_millis(1));
    }
    server.join().unwrap().unwrap();
}

/// Returns the server's output for an input that is complete from the start.
pub fn piped(dialect: Protocol, mut factory: Factory, mut extras: Extras, text: &str) -> String {
    let mut said = Vec::new();
    serve(dialect, &mut factory, Cursor::new(text.as_bytes().to_vec()), &mut said, &mut extras).unwrap();
    String::from_utf8(said).unwrap()
}
