//! From a name to an engine: our own, or any program that speaks UCI.

use anyhow::{Result, bail};
use heirloom_engine::{Engine, EngineError};
use heirloom_flagship::Flagship;
use heirloom_protocol::client::{Client, Patience, Program};

use crate::matches::words;

/// The names of our own engines.
pub const OWN: &[&str] = &["heirloom"];

/// The flagship.
pub fn flagship() -> Result<Box<dyn Engine>, EngineError> {
    Ok(Box::new(Flagship::new()?))
}

/// Makes the engine of a name of ours or of a command line such as `gnuchess --uci`.
///
/// # Errors
/// An empty command, or a program that cannot be started or does not speak UCI.
pub fn engine(command: &str) -> Result<Box<dyn Engine>> {
    let words = words::split(command)?;
    match &words[..] {
        [] => bail!("an engine needs a name or a command"),
        [name] if OWN.contains(&name.as_str()) => Ok(flagship()?),
        [program, arguments @ ..] => {
            let program = Program { arguments: arguments.to_vec(), ..Program::new(program) };
            Ok(Box::new(Client::start(&program, Patience::default())?))
        }
    }
}
