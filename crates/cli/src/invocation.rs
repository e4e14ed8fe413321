//! The context of a verb: everything but its own arguments.

use anyhow::Result;
use clap::Args;
use heirloom_app::config::Config;

use crate::configuration::ConfigurationArguments;
use crate::roster::BuiltIn;

/// The context of a verb.
pub struct Invocation<'a> {
    /// The engine given before the verb, or the one that the program is named after.
    pub own: BuiltIn,
    /// The choice of a configuration.
    pub choice: &'a ConfigurationArguments,
    /// All words of the command line.
    pub words: &'a [String],
}

impl Invocation<'_> {
    /// Reads the configuration. Fails if a given file cannot be read.
    pub fn config(&self) -> Result<Config> {
        self.choice.read()
    }
}

/// The arguments of verbs without arguments.
#[derive(Args)]
pub struct NoArguments {}
