//! Serves an engine over UCI or the XBoard protocol: reads commands, runs a session, writes its reports.
//!
//! Input is read on a separate thread (`input`); everything else happens on one thread, which takes lines and
//! the session's events from one channel (`conversation` for UCI, `xboard`; both use `host`). So there is one
//! writer, and `stop` never waits. The state of one search is in `search`. `xboard` switches to the other
//! protocol if nothing is being searched; `uci` switches back if no move has been played either.

mod conversation;
mod host;
mod input;
mod log;
mod printed;
mod search;
mod xboard;

use std::io::{BufRead, Write};
use std::sync::mpsc::{self, Sender};

use heirloom_chess::Line;
use heirloom_engine::{Engine, EngineError, Session, Signals};

use crate::Protocol;
use conversation::Conversation;
use host::Host;
use input::{Guard, Input};

/// Creates an engine, initially and again after one has failed.
pub type Factory<'a> = dyn FnMut() -> Result<Box<dyn Engine>, EngineError> + 'a;

/// The program's own commands.
type Extras<'a> = dyn FnMut(&str, &mut Extra<'_>) -> Handled + 'a;

/// How a conversation ended.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Ending {
    /// By `quit` or the end of the input.
    Over,
    /// By this command of the other protocol.
    Switch(String),
}

/// Whether a line outside the protocol was a command of the program itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Handled {
    /// It was, and has been executed.
    Done,
    /// It is unknown.
    Unknown,
}

/// What a command of the program itself (`d`, `eval`, `bench`, `perft 5`) may use.
pub struct Extra<'a> {
    /// The current game; a command may change it.
    pub line: &'a mut Line,
    /// The engine; `None` while it is searching.
    pub session: Option<&'a mut Session>,
    /// The output; it is flushed afterwards.
    pub output: &'a mut dyn Write,
    /// Stopped by `stop`, and by `quit` or the end of the input after a second: long commands check it.
    pub signals: &'a Signals,
    /// True if castling is written as king takes rook.
    pub chess960: bool,
}

/// Why serving failed.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The engine could not be created.
    #[error(transparent)]
    Engine(EngineError),
    /// The output is closed.
    #[error("cannot write: {0}")]
    Output(std::io::Error),
}

impl From<std::io::Error> for ServeError {
    fn from(error: std::io::Error) -> ServeError {
        ServeError::Output(error)
    }
}

/// Serves an engine until `quit` or the end of the input. Lines outside the protocol go to `extras`.
///
/// # Errors
/// If no engine can be created initially, or the output is closed.
pub fn serve(
    protocol: Protocol,
    factory: &mut Factory<'_>,
    input: impl BufRead + Send + 'static,
    mut output: impl Write,
    extras: &mut Extras<'_>,
) -> Result<(), ServeError> {
    let (sender, inbox) = mpsc::channel();
    let guard = Guard::default();
    let (mut protocol, mut input, mut first) = (protocol, Some(input), None);
    loop {
        let channel = (sender.clone(), &inbox);
        let mut read = || {
            if let Some(input) = input.take() {
                input::read(input, sender.clone(), guard.clone())
            }
        };
        let host =
            Host::new(factory, &mut output, extras, channel, guard.clone()).map_err(ServeError::Engine)?;
        read();
        let ending = match protocol {
            Protocol::Uci => Conversation::new(host).run(first.take())?,
            Protocol::XBoard => xboard::Conversation::new(host).run()?,
        };
        let Ending::Switch(line) = ending else { return Ok(()) };
        first = Some(line);
        protocol = if protocol == Protocol::Uci { Protocol::XBoard } else { Protocol::Uci };
    }
}

/// Returns true if the engine's state cannot be trusted after this error.
fn is_fatal(error: &EngineError) -> bool {
    matches!(
        error,
        EngineError::Panicked(_) | EngineError::Closed | EngineError::Died { .. } | EngineError::Hangs { .. }
    )
}

fn start(factory: &mut Factory<'_>, sender: &Sender<Input>) -> Result<Session, EngineError> {
    let sender = sender.clone();
    Session::start_into(factory()?, move |event| drop(sender.send(Input::Event(event))))
}
