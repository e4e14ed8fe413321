//! From a name to an engine: the flagship, an ancestor, a program that the configuration remembers, or any other that speaks UCI.

use std::fmt;
use std::path::Path;

use heirloom_ancestors::Ancestor;
use heirloom_book::Booked;
use heirloom_engine::{Engine, EngineError, Transcript};
use heirloom_flagship::Flagship;
use heirloom_protocol::client::{Client, Patience, Program};

use crate::config::schema::Schema;
use crate::programs;
use crate::words::{self, OpenQuote};

/// The flagship's name.
const FLAGSHIP: &str = "heirloom";

/// One of our own engines.
#[derive(Clone, Copy, Debug)]
pub enum Own {
    /// The flagship.
    Flagship,
    /// One of the historical programs.
    Ancestor(&'static Ancestor),
}

impl Own {
    /// The engine of ours with this name, if there is one.
    pub fn find(name: &str) -> Option<Own> {
        if name.eq_ignore_ascii_case(FLAGSHIP) { Some(Own::Flagship) } else { heirloom_ancestors::find(name).map(Own::Ancestor) }
    }

    /// The engine that a program of this path is named after; the flagship if after none.
    pub fn of_program(path: &str) -> Own {
        Path::new(path).file_stem().and_then(|name| Own::find(&name.to_string_lossy())).unwrap_or(Own::Flagship)
    }

    /// Its name among ours.
    pub fn id(self) -> &'static str {
        match self {
            Own::Flagship => FLAGSHIP,
            Own::Ancestor(ancestor) => ancestor.id,
        }
    }

    /// Its name as people write it.
    pub fn name(self) -> &'static str {
        match self {
            Own::Flagship => "Heirloom",
            Own::Ancestor(ancestor) => ancestor.name,
        }
    }

    /// The year it began, for the historical ones.
    pub fn year(self) -> Option<u32> {
        match self {
            Own::Flagship => None,
            Own::Ancestor(ancestor) => Some(ancestor.year),
        }
    }

    /// A new one with its default options, and a book beside it.
    ///
    /// # Errors
    /// No memory for the smallest table.
    pub fn create(self) -> Result<Box<dyn Engine>, EngineError> {
        let engine: Box<dyn Engine> = match self {
            Own::Flagship => Box::new(Flagship::new()?),
            Own::Ancestor(ancestor) => (ancestor.create)()?,
        };
        Ok(Box::new(Booked::new(engine)))
    }
}

/// The names of our engines.
pub fn names() -> impl Iterator<Item = &'static str> {
    std::iter::once(FLAGSHIP).chain(heirloom_ancestors::ALL.iter().map(|ancestor| ancestor.id))
}

/// What may stand in the configuration: the options of our engines, and the settings of the program.
pub fn schema() -> Schema {
    Schema::new(names(), |name| {
        let engine = Own::find(name).and_then(|own| own.create().ok());
        engine.map_or_else(Vec::new, |engine| engine.options().to_vec())
    })
}

/// Why a name or a command makes no engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RosterError {
    /// It is empty.
    Empty,
    /// It cannot be split into words.
    Words(OpenQuote),
    /// The program cannot be started or does not speak UCI.
    Engine(EngineError),
}

impl fmt::Display for RosterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RosterError::Empty => f.write_str("name an engine or give a command"),
            RosterError::Words(error) => error.fmt(f),
            RosterError::Engine(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for RosterError {}

impl From<EngineError> for RosterError {
    fn from(error: EngineError) -> RosterError {
        RosterError::Engine(error)
    }
}

/// Makes the engine of a name of ours, of a remembered program, or of a command line such as `gnuchess --uci`.
///
/// # Errors
/// [`RosterError`].
pub fn engine(command: &str) -> Result<Box<dyn Engine>, RosterError> {
    engine_with_transcript(command, Transcript::new())
}

/// [`engine`] with every line that an external program says and is told kept in a transcript.
///
/// # Errors
/// As there.
pub fn engine_with_transcript(command: &str, transcript: Transcript) -> Result<Box<dyn Engine>, RosterError> {
    let words = words::split(command).map_err(RosterError::Words)?;
    match &words[..] {
        [] => Err(RosterError::Empty),
        [name] if let Some(own) = Own::find(name) => Ok(own.create()?),
        [name, arguments @ ..] if let Some(program) = programs::remembered(name) => {
            let (engine, refused) = programs::start(&program.with_arguments(arguments), transcript)?;
            refused.into_iter().next().map_or(Ok(engine), |error| Err(error.into()))
        }
        [program, arguments @ ..] => {
            let program = Program { arguments: arguments.to_vec(), ..Program::new(program) };
            Ok(Box::new(Client::start_with_transcript(&program, Patience::default(), transcript)?))
        }
    }
}
