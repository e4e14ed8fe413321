//! The configuration: engine options and program settings, in a single TOML file that is read leniently and
//! edited without loss.
//!
//! `lines` parses each statement on its own. `reading` finds its owner and checks it against the `schema`.
//! Every fault becomes an `error`, and all other entries remain valid. `edit` changes single entries of the
//! text, and `file` writes it.

pub mod edit;
pub mod error;
pub mod file;
mod lines;
pub mod programs;
mod reading;
pub mod schema;

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::PathBuf;

use heirloom_engine::OptionValue;
use heirloom_engine::option::nearest;

use crate::paths::Location;
use error::{ConfigError, Problem};
use programs::Program;
use schema::{GENERAL, Schema, same_name};

/// Maximum number of bytes read from a file, enough to see that it is not a configuration.
const MAX_READ: u64 = 1 << 20;

/// The valid contents of the configuration file, with at most one profile selected. Empty by default.
#[derive(Clone, Default, Debug)]
pub struct Config {
    /// The path of the file; `None` if there is no location for one.
    pub path: Option<PathBuf>,
    /// True if the file exists.
    pub exists: bool,
    /// The errors in the file, in order.
    pub errors: Vec<ConfigError>,
    /// The names of the profiles.
    pub profiles: Vec<String>,
    /// The external programs.
    pub programs: Vec<Program>,
    /// All valid entries, of all profiles.
    entries: Vec<Entry>,
    chosen: Option<String>,
}

/// A valid entry of the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The profile of the entry; `None` for a global entry.
    pub profile: Option<String>,
    /// The name of an engine, or [`GENERAL`].
    pub owner: String,
    /// The option name, as its owner spells it.
    pub name: String,
    /// The value.
    pub value: OptionValue,
    /// The line number, counted from 1.
    pub line: usize,
}

impl Config {
    /// Parses the contents of a configuration file.
    pub fn parse(bytes: &[u8], schema: &Schema) -> Config {
        reading::read(bytes, schema)
    }

    /// Reads the file at a location. A missing file counts as empty; an unreadable one is a mistake.
    pub fn load(place: &Location, schema: &Schema) -> Config {
        let Some(path) = &place.path else { return Config::default() };
        let mut bytes = Vec::new();
        let read = if path.is_dir() {
            Err("a folder".to_owned())
        } else {
            match File::open(path).and_then(|file| file.take(MAX_READ).read_to_end(&mut bytes)) {
                Ok(_) => Ok(true),
                Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
                Err(error) => Err(format!("an unreadable file ({error})")),
            }
        };
        let mut config = Config::parse(&bytes, schema);
        if let Err(found) = &read {
            config
                .errors
                .push(ConfigError { line: None, problem: Problem::new(found.clone(), "a readable file") });
        }
        Config { path: Some(path.clone()), exists: read != Ok(false), ..config }
    }

    /// Selects a profile, which overrides the global entries. Fails if there is no such profile; the error
    /// lists the profiles.
    pub fn choose(&mut self, profile: &str) -> Result<(), Problem> {
        let known = self.profiles.iter().find(|known| same_name(known, profile));
        self.chosen = Some(known.cloned().ok_or_else(|| {
            let all = if self.profiles.is_empty() {
                "none, as the file has no profiles".into()
            } else {
                format!("one of {}", self.profiles.join(", "))
            };
            Problem::new(format!("profile '{profile}'"), all)
                .suggest(nearest(profile, self.profiles.iter().map(String::as_str)))
        })?);
        Ok(())
    }

    /// Returns the entry in force for an option: that of the selected profile, otherwise the global one.
    pub fn entry(&self, owner: &str, name: &str) -> Option<&Entry> {
        let of = |profile: Option<&String>| {
            self.entries
                .iter()
                .find(|entry| entry.profile.as_ref() == profile && entry.owner == owner && entry.name == name)
        };
        self.chosen.as_ref().and_then(|chosen| of(Some(chosen))).or_else(|| of(None))
    }

    /// Iterates over all entries of an engine, in any profile.
    pub fn entries_of<'a>(&'a self, owner: &'a str) -> impl Iterator<Item = &'a Entry> {
        self.entries.iter().filter(move |entry| entry.owner == owner)
    }

    /// Returns the external program with this name.
    pub fn program(&self, name: &str) -> Option<&Program> {
        self.programs.iter().find(|program| same_name(&program.name, name))
    }

    /// Returns true if this program setting is on.
    pub fn is_on(&self, setting: &str) -> bool {
        self.entry(GENERAL, setting).is_some_and(|entry| entry.value == OptionValue::Check(true))
    }

    /// Returns the path of the file for messages.
    pub fn file(&self) -> String {
        self.path.as_ref().map_or_else(String::new, |path| path.display().to_string())
    }
}

/// Formats a value for engines and users.
pub fn text(value: &OptionValue) -> String {
    match value {
        OptionValue::Check(on) => on.to_string(),
        OptionValue::Spin(number) => number.to_string(),
        OptionValue::Combo(text) | OptionValue::Text(text) => text.clone(),
        OptionValue::Press => String::new(),
    }
}

#[cfg(test)]
mod tests;
