//! The configuration: options of engines and settings of the program, from one TOML file that is read tolerantly and changed without loss.
//!
//! `lines` reads each statement on its own, `reading` finds out whose it is and checks it against the `schema`; whatever is wrong becomes
//! a `mistake`, and the rest holds. `edit` changes single entries of the text, `file` writes it.

pub mod edit;
pub mod file;
mod lines;
pub mod mistake;
pub mod programs;
mod reading;
pub mod schema;

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::PathBuf;

use heirloom_engine::OptionValue;
use heirloom_engine::option::nearest;

use crate::paths::Place;
use mistake::{Mistake, Wrong};
use programs::Program;
use schema::{GENERAL, Schema, same_name};

/// Bytes that are read of a file at most: enough to see that it is no configuration.
const READ_AT_MOST: u64 = 1 << 20;

/// What the file says, as far as it is right, with one profile or none chosen. By default it says nothing.
#[derive(Clone, Default, Debug)]
pub struct Config {
    /// The file; none where there is no place for one.
    pub path: Option<PathBuf>,
    /// Was there a file?
    pub exists: bool,
    /// What is wrong in it, by line.
    pub mistakes: Vec<Mistake>,
    /// The names of its profiles.
    pub profiles: Vec<String>,
    /// Other programs that are remembered.
    pub programs: Vec<Program>,
    /// All that is right, of all profiles.
    entries: Vec<Entry>,
    chosen: Option<String>,
}

/// One right line of the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The profile that it belongs to; none for a global entry.
    pub profile: Option<String>,
    /// An engine, or [`GENERAL`].
    pub owner: String,
    /// The option, as its owner spells it.
    pub name: String,
    /// Its value.
    pub value: OptionValue,
    /// Where it stands, counted from 1.
    pub line: usize,
}

impl Config {
    /// Reads the text of a file.
    pub fn parse(bytes: &[u8], schema: &Schema) -> Config {
        reading::read(bytes, schema)
    }

    /// Reads the file of a place. One that is not there says nothing; one that cannot be read is a mistake.
    pub fn load(place: &Place, schema: &Schema) -> Config {
        let Some(path) = &place.path else { return Config::default() };
        let mut bytes = Vec::new();
        let read = if path.is_dir() {
            Err("a folder".to_owned())
        } else {
            match File::open(path).and_then(|file| file.take(READ_AT_MOST).read_to_end(&mut bytes)) {
                Ok(_) => Ok(true),
                Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
                Err(error) => Err(format!("an unreadable file ({error})")),
            }
        };
        let mut config = Config::parse(&bytes, schema);
        if let Err(found) = &read {
            config.mistakes.push(Mistake { line: None, wrong: Wrong::new(found.clone(), "a readable file") });
        }
        Config { path: Some(path.clone()), exists: read != Ok(false), ..config }
    }

    /// Applies a profile on top of the global entries.
    ///
    /// # Errors
    /// The profiles that there are.
    pub fn choose(&mut self, profile: &str) -> Result<(), Wrong> {
        let known = self.profiles.iter().find(|known| same_name(known, profile));
        self.chosen = Some(known.cloned().ok_or_else(|| {
            let all = if self.profiles.is_empty() {
                "no profile, as the file has none".into()
            } else {
                format!("one of {}", self.profiles.join(", "))
            };
            Wrong::new(format!("profile '{profile}'"), all)
                .meant(nearest(profile, self.profiles.iter().map(String::as_str)))
        })?);
        Ok(())
    }

    /// The entry that decides about an option: that of the chosen profile, else the global one.
    pub fn entry(&self, owner: &str, name: &str) -> Option<&Entry> {
        let of = |profile: Option<&String>| {
            self.entries
                .iter()
                .find(|entry| entry.profile.as_ref() == profile && entry.owner == owner && entry.name == name)
        };
        self.chosen.as_ref().and_then(|chosen| of(Some(chosen))).or_else(|| of(None))
    }

    /// All entries of an engine, whatever profile they belong to.
    pub fn entries_of<'a>(&'a self, owner: &'a str) -> impl Iterator<Item = &'a Entry> {
        self.entries.iter().filter(move |entry| entry.owner == owner)
    }

    /// The remembered program of this name.
    pub fn program(&self, name: &str) -> Option<&Program> {
        self.programs.iter().find(|program| same_name(&program.name, name))
    }

    /// Is this setting of the program on?
    pub fn is_on(&self, setting: &str) -> bool {
        self.entry(GENERAL, setting).is_some_and(|entry| entry.value == OptionValue::Check(true))
    }

    /// The file as messages name it.
    pub fn file(&self) -> String {
        self.path.as_ref().map_or_else(String::new, |path| path.display().to_string())
    }
}

/// A value as engines and people read it.
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
