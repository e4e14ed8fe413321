//! Serves an engine over UCI or XBoard's protocol: reads commands, keeps a session, writes what it reports.
//!
//! Input is read on a thread of its own (`input`); everything else happens on one thread, which takes lines and the session's events from
//! one channel (`conversation` for UCI, `xboard`; what both need is `host`). So there is one writer, and a `stop` waits for nothing. What belongs to one search is in
//! `search`. The word `xboard` changes from one protocol to the other and `uci` back, where nothing is being searched.

mod conversation;
mod host;
mod input;
mod log;
mod search;
mod shown;
mod xboard;

use std::fmt;
use std::io::{BufRead, Write};
use std::sync::mpsc::{self, Sender};

use heirloom_chess::Line;
use heirloom_engine::{Engine, EngineError, Session, Signals};

use crate::Protocol;
use conversation::Conversation;
use host::Host;
use input::{Guard, Input};

/// Makes an engine, at the start and again after one has failed.
pub type Factory<'a> = dyn FnMut() -> Result<Box<dyn Engine>, EngineError> + 'a;

/// The program's own commands.
type Extras<'a> = dyn FnMut(&str, &mut Extra<'_>) -> Answer + 'a;

/// How a conversation ended.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Ending {
    /// By `quit` or the end of the input.
    Over,
    /// With this word of the other protocol.
    Switch(String),
}

/// Whether a line that is no word of the protocol was a command of the program's own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// It was, and has been obeyed.
    Done,
    /// Nobody knows it.
    Unknown,
}

/// What a command of the program's own (`d`, `eval`, `bench`, `perft 5`) may use.
pub struct Extra<'a> {
    /// The game as the last `position` left it; a command may change it.
    pub line: &'a mut Line,
    /// The engine; `None` while it searches.
    pub session: Option<&'a mut Session>,
    /// Where to write; flushed afterwards.
    pub output: &'a mut dyn Write,
    /// Set when `stop` arrives meanwhile, or the end of the input comes a second or more after the command: long commands look at it.
    pub signals: &'a Signals,
    /// Whether castling is to be written as king takes rook.
    pub chess960: bool,
}

/// Why serving ended early.
#[derive(Debug)]
pub enum ServeError {
    /// The engine could not be made.
    Engine(EngineError),
    /// Nobody reads any more.
    Output(std::io::Error),
}

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ServeError::Engine(error) => write!(f, "{error}"),
            ServeError::Output(error) => write!(f, "cannot write: {error}"),
        }
    }
}

impl std::error::Error for ServeError {}

impl From<std::io::Error> for ServeError {
    fn from(error: std::io::Error) -> ServeError {
        ServeError::Output(error)
    }
}

/// Serves an engine until `quit` or the end of the input, first in this protocol. Lines that are no words of the protocol go to `extras`.
///
/// # Errors
/// When no engine can be made at the start, and when the output is closed.
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

/// After these the engine's state cannot be trusted.
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
