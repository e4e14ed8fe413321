//! How the program was called: what every verb gets besides its own arguments.

use anyhow::Result;
use clap::Args;
use heirloom_app::config::Config;

use crate::configuration::Choice;
use crate::roster::Own;

/// What a verb gets besides its own arguments.
pub struct Invocation<'a> {
    /// The engine named before the verb, or the one that the program is named after.
    pub own: Own,
    /// Where the configuration is.
    pub choice: &'a Choice,
    /// All words of the command line.
    pub words: &'a [String],
}

impl Invocation<'_> {
    /// Reads the configuration.
    ///
    /// # Errors
    /// A file that was named and cannot be read.
    pub fn config(&self) -> Result<Config> {
        self.choice.read()
    }
}

/// For verbs that are only a word.
#[derive(Args)]
pub struct NoArguments {}
