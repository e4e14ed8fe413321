//! Collections of games: divided among files, described, listed, and shown as a tree.

pub mod list;
pub mod split;
pub mod statistics;
pub mod tree;

use std::path::Path;

use anyhow::{Result, bail};
use heirloom_games::Record;

/// The number of games, and what was wrong with them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    /// Games that were read, including damaged ones.
    pub games: u64,
    /// Damaged games that were read up to the damage.
    pub damaged: u64,
    /// Skipped games.
    pub left_out: u64,
    /// Oddities in games that were read.
    pub warnings: u64,
}

impl Tally {
    /// Returns `, 2 damaged, 1 skipped`, as far as there are any.
    pub fn faults(&self) -> String {
        let count =
            |count: u64, what: &str| if count == 0 { String::new() } else { format!(", {count} {what}") };
        count(self.damaged, "damaged") + &count(self.left_out, "skipped")
    }
}

/// Fails if a path to be written is one of the inputs, which are never changed.
pub fn refuse_among<P: AsRef<Path>>(path: &Path, inputs: &[P]) -> Result<()> {
    let canonical = |path: &Path| std::fs::canonicalize(path).ok();
    let is_same = |input: &P| canonical(path).is_some_and(|path| canonical(input.as_ref()) == Some(path));
    if inputs.iter().any(is_same) {
        bail!("{} is also an input file; choose another name for the output", path.display());
    }
    Ok(())
}

/// Unchanged texts of games, and the lines of those that are too long to be kept.
#[derive(Debug, Default)]
pub struct Texts {
    /// The texts, each followed by a blank line.
    bytes: Vec<u8>,
    /// The length of each text in bytes, with its blank line.
    lengths: Vec<usize>,
    /// The lines where games that are too long begin.
    pub too_long: Vec<u64>,
}

impl Texts {
    /// Adds a game. Returns true if it was kept.
    pub fn add(&mut self, record: &Record<'_>) -> bool {
        let Some(text) = record.text() else {
            self.too_long.push(record.place().line);
            return false;
        };
        self.bytes.extend_from_slice(text);
        self.bytes.extend_from_slice(b"\n\n");
        self.lengths.push(text.len() + 2);
        true
    }

    /// Returns the number of texts.
    pub fn count(&self) -> u64 {
        self.lengths.len() as u64
    }

    /// Returns all texts joined.
    pub fn joined(&self) -> &[u8] {
        &self.bytes
    }

    /// Iterates over the texts.
    pub fn iter(&self) -> impl Iterator<Item = &[u8]> {
        let mut rest = &self.bytes[..];
        self.lengths.iter().map(move |&length| {
            let (text, behind) = rest.split_at(length);
            rest = behind;
            text
        })
    }
}
