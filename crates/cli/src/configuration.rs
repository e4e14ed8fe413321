//! The arguments that choose a configuration, and engines started with it.

use std::path::PathBuf;

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use heirloom_app::config::Config;
use heirloom_app::config::error::ConfigError;
use heirloom_app::config::schema::Schema;
use heirloom_app::configured::configured;
use heirloom_app::engine_spec::{EngineSpec, SpecError};
use heirloom_app::paths;
use heirloom_engine::{Engine, EngineError, Transcript};
use heirloom_protocol::client::Timeouts;
use heirloom_workshop::plural::counted;

use crate::roster::{BuiltIn, schema};

/// The heading of the options that every verb has.
pub const EVERYWHERE: &str = "Global options";

/// Errors that are printed one by one.
const MOST_SHOWN: usize = 50;

#[derive(Args)]
pub struct ConfigurationArguments {
    /// Configuration file to use instead of the default one
    #[arg(long, global = true, value_name = "FILE", help_heading = EVERYWHERE)]
    pub config: Option<PathBuf>,
    /// Configuration profile to apply on top of the defaults
    #[arg(long, global = true, value_name = "NAME", help_heading = EVERYWHERE)]
    pub profile: Option<String>,
}

impl ConfigurationArguments {
    /// Returns true if a file or profile is given.
    pub fn is_given(&self) -> bool {
        self.config.is_some() || self.profile.is_some()
    }

    /// Reads the configuration and prints its errors; the rest of it applies. Fails as
    /// [`ConfigurationArguments::load`] does.
    pub fn read(&self) -> Result<Config> {
        let config = self.load(&schema())?;
        report(&config, &config.errors);
        Ok(config)
    }

    /// Reads the configuration and checks it against a schema. Fails if a given file cannot be read or a
    /// profile does not exist.
    pub fn load(&self, schema: &Schema) -> Result<Config> {
        let place = paths::find(self.config.as_deref());
        let mut config = Config::load(&place, schema);
        if place.named {
            if !config.exists {
                bail!(
                    "{} does not exist; heirloom config set KEY VALUE --config FILE creates it",
                    config.file()
                );
            }
            if let Some(mistake) = config.errors.iter().find(|mistake| mistake.line.is_none()) {
                bail!("{}", mistake.of_file(&config.file()));
            }
        }
        if let Some(profile) = &self.profile {
            config.choose(profile).with_context(|| format!("cannot use {}", config.file()))?;
        }
        Ok(config)
    }

    /// Returns the file that changes are written to. Fails if no configuration file is used.
    pub fn path(&self) -> Result<PathBuf> {
        let none = || {
            anyhow!(
                "no configuration file is used because {} is empty; name one with --config FILE",
                paths::VARIABLE
            )
        };
        paths::find(self.config.as_deref()).path.ok_or_else(none)
    }
}

/// Creates a built-in engine with its configured options; options that it refuses are printed.
pub fn create(own: BuiltIn, config: &Config) -> Result<Box<dyn Engine>, EngineError> {
    let (engine, refused) = configured(own.create()?, own.id(), config);
    report(config, &refused);
    Ok(engine)
}

/// Starts an engine that the user named. A built-in engine gets its configured options first, then those of
/// the specification. Fails if the engine cannot be started or refuses an option.
pub fn start(spec: &EngineSpec, timeouts: Timeouts, config: &Config) -> Result<Box<dyn Engine>, SpecError> {
    match spec.own() {
        Some(own) => spec.set_options(create(own, config)?),
        None => spec.start(timeouts, Transcript::new()),
    }
}

/// Prints errors on standard error, one per line.
pub fn report(config: &Config, mistakes: &[ConfigError]) {
    for mistake in mistakes.iter().take(MOST_SHOWN) {
        anstream::eprintln!("heirloom: {}", mistake.of_file(&config.file()));
    }
    if mistakes.len() > MOST_SHOWN {
        let more = counted(mistakes.len() - MOST_SHOWN, "more error", "more errors");
        anstream::eprintln!("heirloom: {}: {more}", config.file());
    }
}
