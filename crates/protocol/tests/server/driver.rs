//! A server on a separate thread, with a GUI that follows a transcript or has sent everything in advance.

use std::io::{BufReader, Cursor, PipeReader, PipeWriter, pipe, sink};
use std::thread::{self, JoinHandle};
use web_time::{Duration, Instant};

use heirloom_engine::{Engine, EngineError};
use heirloom_protocol::{Extra, Handled, Protocol, ServeError, serve};
use heirloom_testing::Script;
use heirloom_testing::engine::Options;

pub type Created = Result<Box<dyn Engine>, EngineError>;
type Server = JoinHandle<Result<(), ServeError>>;

/// Starts a server and returns its output, its input and its thread.
pub fn start(
    protocol: Protocol,
    mut factory: impl FnMut() -> Created + Send + 'static,
) -> (PipeReader, PipeWriter, Server) {
    let (server_input, gui_output) = pipe().unwrap();
    let (gui_input, server_output) = pipe().unwrap();
    let server = thread::spawn(move || {
        serve(protocol, &mut factory, BufReader::new(server_input), server_output, &mut extras)
    });
    (gui_input, gui_output, server)
}

/// Plays the GUI's part of a transcript, checks that the server ends when the GUI does, and returns how.
#[track_caller]
pub fn play(
    protocol: Protocol,
    factory: impl FnMut() -> Created + Send + 'static,
    transcript: &str,
) -> Result<(), ServeError> {
    let (gui_input, gui_output, server) = start(protocol, factory);
    assert_eq!(Script::gui(transcript).play(gui_input, gui_output, sink()), Ok(0));
    let deadline = Instant::now() + Duration::from_secs(10);
    while !server.is_finished() {
        assert!(Instant::now() < deadline, "the server does not end");
        thread::sleep(Duration::from_millis(1));
    }
    server.join().unwrap()
}

/// Returns the server's output for an input that is complete from the start.
pub fn piped(protocol: Protocol, mut factory: impl FnMut() -> Created, text: &str) -> String {
    let mut said = Vec::new();
    serve(protocol, &mut factory, Cursor::new(text.as_bytes().to_vec()), &mut said, &mut extras).unwrap();
    String::from_utf8(said).unwrap()
}

/// Returns the lines of the log that is written to the file that `check` gets, without their times.
pub fn logged(name: &str, check: impl FnOnce(&str)) -> Vec<String> {
    let path = std::env::temp_dir().join(format!("heirloom-{name}-log-{}.txt", std::process::id()));
    check(path.to_str().unwrap());
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(path).unwrap();
    let mut lines = text.lines().map(|line| {
        let (time, rest) = line.split_once(' ').unwrap();
        assert!(time.parse::<f64>().is_ok(), "{text}");
        rest.to_owned()
    });
    assert!(lines.next().unwrap().starts_with(">> log of"), "{text}");
    lines.collect()
}

/// The time for which an engine with the option `Delay` waits.
pub fn delay(options: &Options) -> Duration {
    Duration::from_millis(options.spin("Delay").unsigned_abs())
}

/// The commands of the program that serves.
fn extras(line: &str, extra: &mut Extra<'_>) -> Handled {
    let begun = Instant::now();
    let answer = match line {
        "d" => {
            let searching = if extra.session.is_some() { "" } else { " while searching" };
            format!("board {}{searching}", extra.line.position().fen())
        }
        "long" => {
            while !extra.signals.is_stopped() && begun.elapsed() < Duration::from_secs(10) {
                thread::sleep(Duration::from_millis(1));
            }
            format!("long ended {}", extra.signals.is_stopped())
        }
        "brief" => {
            thread::sleep(Duration::from_millis(100));
            format!("brief ended {}", extra.signals.is_stopped())
        }
        "go perft 3" => "Nodes searched: 8902".into(),
        _ => return Handled::Unknown,
    };
    let _ = writeln!(extra.output, "{answer}");
    Handled::Done
}
