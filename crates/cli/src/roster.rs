//! From a name to an engine: our own, or any program that speaks UCI.

use anyhow::{Context, Result, bail};
use heirloom_engine::{Engine, EngineError};
use heirloom_flagship::Flagship;
use heirloom_protocol::client::{Client, Patience, Program};

/// The names of our own engines.
pub const OWN: &[&str] = &["heirloom"];

/// The flagship.
pub fn flagship() -> Result<Box<dyn Engine>, EngineError> {
    Ok(Box::new(Flagship::new()?))
}

/// What an engine is made of: a name of ours, or a command with its arguments, and options to set.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// A name for records.
    pub name: String,
    command: Vec<String>,
    options: Vec<(String, String)>,
}

impl Recipe {
    /// Reads `heirloom` or a command line such as `gnuchess --uci`, and options as `NAME=VALUE`.
    ///
    /// # Errors
    /// An empty command, or an option without `=`.
    pub fn parse(command: &str, options: &[String]) -> Result<Recipe> {
        let words: Vec<String> = command.split_whitespace().map(String::from).collect();
        let Some(program) = words.first() else { bail!("an engine needs a name or a command") };
        let name = std::path::Path::new(program).file_name().map_or_else(|| program.clone(), |name| name.to_string_lossy().into_owned());
        let split = |option: &String| {
            let pair = option.split_once('=').map(|(name, value)| (name.to_string(), value.to_string()));
            pair.with_context(|| format!("option '{option}' has no value; write it as NAME=VALUE"))
        };
        let options = options.iter().map(split).collect::<Result<Vec<_>>>()?;
        Ok(Recipe { name, command: words, options })
    }

    /// Makes the engine.
    ///
    /// # Errors
    /// A program that cannot be started or does not speak UCI, or an option it refuses.
    pub fn make(&self) -> Result<Box<dyn Engine>, EngineError> {
        let mut engine: Box<dyn Engine> = if self.command.len() == 1 && OWN.contains(&self.command[0].as_str()) {
            flagship()?
        } else {
            let program = Program { arguments: self.command[1..].to_vec(), ..Program::new(&self.command[0]) };
            Box::new(Client::start(&program, Patience::default())?)
        };
        for (name, value) in &self.options {
            engine.set_option(name, value)?;
        }
        Ok(engine)
    }
}
