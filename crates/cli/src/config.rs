//! `heirloom config`: the configuration shown, changed and checked.

mod editor;
mod field;
mod programs;

use std::io::{IsTerminal, Write};
use std::path::Path;

use anyhow::{Result, bail};
use clap::{Args, Subcommand};
use heirloom_app::config::edit::{self, Key};
use heirloom_app::config::file;
use heirloom_app::config::schema::{GENERAL, Schema};
use heirloom_app::config::{Config, text};
use heirloom_app::paths;
use heirloom_engine::{EngineError, EngineOption, OptionValue};
use heirloom_workshop::configuration::{default, mistakes, options, options_document};

use crate::configuration::{ConfigurationArguments, report};
use crate::exit::Exit;
use crate::invocation::Invocation;
use crate::roster::{BuiltIn, schema};

#[derive(Args)]
#[command(after_help = "Examples:
  heirloom config                                     interactive editor
  heirloom config set heirloom.Hash 256
  heirloom config set heirloom.MultiPV 3 --profile analysis
  heirloom --profile analysis uci                     the command to give to a chess GUI
  heirloom config get roce.Nullmove_Reduction
  heirloom config reset heirloom.Hash
  heirloom config program add stockfish /usr/games/stockfish
  heirloom config check                               exit code 1 if there are errors

Changes keep comments, order and unknown entries. See docs/configuration.md for the file format.")]
pub struct Arguments {
    #[command(subcommand)]
    action: Option<Action>,
}

#[derive(Subcommand)]
enum Action {
    /// Print the current value of a key
    Get {
        /// An option such as heirloom.Hash, or a setting such as general.figures
        key: String,
    },
    /// Set a value, creating the file if necessary
    Set {
        /// An option such as heirloom.Hash, or a setting such as general.figures
        key: String,
        /// The value: true or false, a number, a word or a path
        #[arg(allow_hyphen_values = true)]
        value: String,
    },
    /// List all options and settings with their values, defaults and locations
    List {
        /// Print JSON, with types and ranges
        #[arg(long)]
        json: bool,
    },
    /// Remove an entry to restore its default
    Reset {
        /// An option such as heirloom.Hash, or a setting such as general.figures
        #[arg(required_unless_present = "all")]
        key: Option<String>,
        /// Reset everything: the given profile, or without a profile the whole file; programs are kept
        #[arg(long, conflicts_with = "key")]
        all: bool,
    },
    /// Manage external programs: add, list and remove them, and set their options
    Program(programs::Arguments),
    /// Check the whole file for errors; this starts the engines it names
    Check,
    /// Print the path of the configuration file
    Path,
}

/// Runs an action. Fails on unknown keys, invalid values, and files that cannot be read or written.
pub fn run(arguments: &Arguments, invocation: &Invocation<'_>) -> Result<Exit> {
    let choice = invocation.choice;
    let schema = schema();
    let mut out = std::io::stdout();
    match &arguments.action {
        None if std::io::stdin().is_terminal() && std::io::stderr().is_terminal() => {
            editor::run(choice, &schema)?
        }
        None => bail!(
            "the editor needs a terminal; use heirloom config list, get, set, reset, program, check or path"
        ),
        Some(Action::Get { key }) => {
            let (owner, option) = schema.key(key)?;
            let config = choice.load(&schema)?;
            report(&config, &config.errors);
            let value =
                config.entry(owner, &option.name).map_or_else(|| default(option), |entry| text(&entry.value));
            writeln!(out, "{value}")?;
        }
        Some(Action::Set { key, value }) => {
            let (owner, option) = schema.key(key)?;
            let (path, value) = (choice.path()?, checked(owner, option, value)?);
            let key = Key { profile: choice.profile.as_deref(), owner, name: &option.name };
            store(&path, key, Some(&value))?;
            let profile =
                choice.profile.as_ref().map_or_else(String::new, |profile| format!(", profile {profile}"));
            writeln!(out, "{owner}.{} = {} in {}{profile}", option.name, text(&value), path.display())?;
        }
        Some(Action::List { json }) => {
            let config = choice.load(&schema)?;
            report(&config, &config.errors);
            match json {
                true => writeln!(out, "{:#}", options_document(&schema, &config))?,
                false => write!(out, "{}", options(&schema, &config))?,
            }
        }
        Some(Action::Program(arguments)) => programs::run(arguments, choice, &schema, &mut out)?,
        Some(Action::Reset { key, .. }) => reset(key.as_deref(), choice, &schema, &mut out)?,
        Some(Action::Check) => return check(choice, &schema, &mut out),
        Some(Action::Path) => writeln!(out, "{}", choice.path()?.display())?,
    }
    Ok(Exit::DONE)
}

/// Removes an entry, or all of them: those of the given profile, or without a profile the whole file.
fn reset(
    key: Option<&str>,
    choice: &ConfigurationArguments,
    schema: &Schema,
    out: &mut dyn Write,
) -> Result<()> {
    let path = choice.path()?;
    let config = Config::load(&paths::find(choice.config.as_deref()), schema);
    let keys: Vec<(&str, &EngineOption)> = match key {
        Some(key) => vec![schema.key(key)?],
        None => schema
            .owners()
            .flat_map(|owner| schema.options(owner).map(move |option| (owner, option)))
            .collect(),
    };
    let mut profiles = vec![choice.profile.as_deref()];
    if key.is_none() && choice.profile.is_none() {
        profiles.extend(config.profiles.iter().map(|profile| Some(profile.as_str())));
    }
    let mut keys = profiles.iter().flat_map(|profile| {
        keys.iter().map(|(owner, option)| Key { profile: *profile, owner, name: &option.name })
    });
    let changed =
        file::change(&path, |text| keys.try_fold(text.to_owned(), |text, key| edit::reset(&text, key)))?;
    let mut said = if changed { "defaults restored" } else { "nothing to reset" }.to_owned();
    if key.is_none() && choice.profile.is_none() && !config.programs.is_empty() {
        let names: Vec<&str> = config.programs.iter().map(|program| program.name.as_str()).collect();
        said += &format!(
            "; programs are kept: {} (to remove one: heirloom config program remove NAME)",
            names.join(", ")
        );
    }
    writeln!(out, "{said}")?;
    Ok(())
}

/// Checks the file, and starts each engine with each profile.
fn check(choice: &ConfigurationArguments, schema: &Schema, out: &mut dyn Write) -> Result<Exit> {
    let config = choice.load(schema)?;
    let mistakes = mistakes(config.clone())?;
    report(&config, &mistakes);
    if !config.exists {
        writeln!(
            out,
            "{} does not exist; the defaults apply",
            config.path.as_ref().map_or("the configuration file".into(), |path| path.display().to_string())
        )?;
    } else if mistakes.is_empty() {
        writeln!(out, "{} has no errors", config.file())?;
    }
    Ok(Exit::of_check(mistakes.is_empty()))
}

/// Parses the value of an option. A text may be a file name, which only the engine can check.
fn checked(owner: &str, option: &EngineOption, value: &str) -> Result<OptionValue, EngineError> {
    let value = option.parse(value)?;
    if let (OptionValue::Text(words), Some(own)) = (&value, BuiltIn::find(owner).filter(|_| owner != GENERAL))
    {
        own.create()?.set_option(&option.name, words)?;
    }
    Ok(value)
}

/// Writes an entry, or removes it.
fn store(path: &Path, key: Key<'_>, value: Option<&OptionValue>) -> Result<()> {
    file::change(path, |text| match value {
        Some(value) => edit::set(text, key, value),
        None => edit::reset(text, key),
    })?;
    Ok(())
}
