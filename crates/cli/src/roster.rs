//! From a name to an engine: the flagship, an ancestor, or any program that speaks UCI.

use std::path::Path;

use anyhow::{Result, bail};
use heirloom_ancestors::Ancestor;
use heirloom_book::Booked;
use heirloom_engine::{Engine, EngineError};
use heirloom_flagship::Flagship;
use heirloom_protocol::client::{Client, Patience, Program};

use crate::matches::words;

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

/// Reads the name of one of our engines.
///
/// # Errors
/// All names, where it is none.
pub fn own(name: &str) -> Result<Own, String> {
    Own::find(name).ok_or_else(|| format!("no engine of ours; there are {}", names().collect::<Vec<_>>().join(", ")))
}

/// An option of an engine with its value, as commands take it.
///
/// # Errors
/// What is expected.
pub fn setting(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    Ok((name.into(), value.into()))
}

/// Makes the engine of a name of ours or of a command line such as `gnuchess --uci`.
///
/// # Errors
/// An empty command, or a program that cannot be started or does not speak UCI.
pub fn engine(command: &str) -> Result<Box<dyn Engine>> {
    let words = words::split(command)?;
    match &words[..] {
        [] => bail!("an engine needs a name or a command"),
        [name] if let Some(own) = Own::find(name) => Ok(own.create()?),
        [program, arguments @ ..] => {
            let program = Program { arguments: arguments.to_vec(), ..Program::new(program) };
            Ok(Box::new(Client::start(&program, Patience::default())?))
        }
    }
}
