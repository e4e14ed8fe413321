//! `heirloom pgn split`: games divided among files of a folder.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use heirloom_games::{Batch, Date, Record, opening, records};
use heirloom_workshop::plural;
use serde_json::json;

use super::output::refuse_among;
use super::reading::{Files, Tally};
use crate::progress;

/// Text that waits in memory for its file, of all files together, in bytes.
const WAITING: usize = 64 * 1024 * 1024;
/// The longest name of a file, without its ending, in bytes.
const LONGEST_NAME: usize = 120;

#[derive(Args)]
#[command(
    after_help = "The text of the games is not changed. With --by player each game goes to the files of both players.

Examples:
  heirloom pgn split games.pgn --games 1000 --into parts           parts/games-0001.pgn, ...
  heirloom pgn split games.pgn --by eco --eco-length 1 --into eco  eco/A.pgn to eco/E.pgn
  heirloom pgn split twic*.pgn --by year --into years --json"
)]
pub struct Arguments {
    #[command(flatten)]
    files: Files,
    /// Number of games per file
    #[arg(long, value_name = "N", required_unless_present = "by", conflicts_with = "by", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// Write one file for each value of this
    #[arg(long, value_enum)]
    by: Option<By>,
    /// Number of characters of the ECO code to use: B, B9 or B90
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=3))]
    eco_length: u8,
    /// Output folder; created if it does not exist
    #[arg(long, value_name = "FOLDER")]
    into: PathBuf,
    /// Overwrite existing files
    #[arg(long)]
    force: bool,
    /// Print the list of files and their game counts as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum By {
    /// Both players
    Player,
    White,
    Black,
    Event,
    /// ECO code; from the moves if the tag is missing
    Eco,
    Result,
    Year,
}

/// The games of a batch: names of files, and how long the text in `bytes` is.
#[derive(Default)]
struct Games {
    bytes: Vec<u8>,
    games: Vec<(Vec<String>, usize)>,
    too_long: Vec<u64>,
}

pub fn run(arguments: &Arguments) -> Result<Tally> {
    let (inputs, mut work) = arguments.files.begin(false)?;
    fs::create_dir_all(&arguments.into)
        .with_context(|| format!("cannot create the folder {}", arguments.into.display()))?;
    let mut parts = Parts::new(&arguments.into, &arguments.files, arguments.force);
    let (by, eco_length) = (arguments.by, arguments.eco_length.into());
    let see = move |record: &Record<'_>, made: &mut Games| match record.text() {
        Some(text) => {
            let before = made.bytes.len();
            made.bytes.extend_from_slice(text);
            made.bytes.extend_from_slice(b"\n\n");
            made.games.push((
                by.map_or_else(Vec::new, |by| names(by, record, eco_length)),
                made.bytes.len() - before,
            ));
        }
        None => made.too_long.push(record.place().line),
    };
    let mut number = 0;
    let take = |batch: Batch<Games>| {
        let name = Arc::clone(&batch.name);
        let made = work.take(batch)?;
        made.too_long.iter().for_each(|&line| work.refuse_long(&name, line));
        let mut rest = &made.bytes[..];
        for (names, length) in made.games {
            let (text, behind) = rest.split_at(length);
            rest = behind;
            if let Some(size) = arguments.games {
                parts.add(&format!("games-{:04}", number / size + 1), text)?;
            }
            for name in names {
                parts.add(&name, text)?;
            }
            number += 1;
        }
        Ok::<(), anyhow::Error>(())
    };
    let read = records(inputs, &arguments.files.reading(), see, take);
    let tally = work.finish();
    read?;
    let written = parts.finish()?;
    if arguments.json {
        let files: Vec<_> = written
            .iter()
            .map(|(path, games)| json!({ "file": path.display().to_string(), "games": games }))
            .collect();
        let document = json!({ "games": tally.games, "damaged": tally.damaged, "left_out": tally.left_out, "files": files });
        writeln!(std::io::stdout(), "{}", serde_json::to_string_pretty(&document)?)?;
    }
    let files = plural::counted(written.len(), "file", "files");
    progress::remark!(
        "{} in {files} of {}{}",
        plural::games(tally.games),
        arguments.into.display(),
        tally.faults()
    );
    Ok(tally)
}

/// The files that a game goes to.
fn names(by: By, record: &Record<'_>, eco_length: usize) -> Vec<String> {
    let tag = |name: &str| record.tag(name).map_or_else(String::new, |value| file_name(&value));
    let mut names = match by {
        By::Player => vec![tag("White"), tag("Black")],
        By::White => vec![tag("White")],
        By::Black => vec![tag("Black")],
        By::Event => vec![tag("Event")],
        By::Eco => vec![
            opening::code(record).map_or_else(String::new, |code| code.chars().take(eco_length).collect()),
        ],
        By::Result => vec![file_name(&record.result().as_str().replace('/', "-").replace('*', "unfinished"))],
        By::Year => vec![
            Date::of_tags(|name| record.tag(name)).map_or_else(String::new, |date| date.year.to_string()),
        ],
    };
    names.iter_mut().filter(|name| name.is_empty()).for_each(|name| *name = "unknown".into());
    names.dedup();
    names
}

/// A name that every system takes: letters, digits and a few signs.
fn file_name(text: &str) -> String {
    let is_kept = |letter: char| letter.is_alphanumeric() || matches!(letter, '-' | '.' | ',' | '\'');
    let words: Vec<&str> = text
        .split(|letter: char| !is_kept(letter))
        .filter(|word| word.contains(char::is_alphanumeric))
        .collect();
    let mut name = words.join("_");
    while name.len() > LONGEST_NAME {
        name.pop();
    }
    let name = name.trim_matches('.');
    // Names of devices on Windows.
    let is_device = matches!(name.to_ascii_lowercase().as_str(), "con" | "prn" | "aux" | "nul")
        || name.len() == 4
            && name.get(..3).is_some_and(|word| matches!(word.to_ascii_lowercase().as_str(), "com" | "lpt"));
    if is_device { format!("{name}_") } else { name.to_owned() }
}

/// The files, which get their names when all of them are whole.
struct Parts<'a> {
    folder: &'a Path,
    files: &'a Files,
    force: bool,
    /// By their names in small letters, which are the same file on some systems.
    parts: BTreeMap<String, Part>,
    waiting: usize,
    finished: bool,
}

struct Part {
    path: PathBuf,
    games: u64,
    waiting: Vec<u8>,
}

impl Part {
    /// What the file is called until it is whole.
    fn begun(&self) -> PathBuf {
        self.path.with_extension("pgn.part")
    }

    fn write(&mut self) -> Result<()> {
        let name = self.begun();
        let file = fs::OpenOptions::new().create(true).append(true).open(&name);
        file.and_then(|mut file| file.write_all(&self.waiting))
            .with_context(|| format!("cannot write {}", name.display()))?;
        self.waiting = Vec::new();
        Ok(())
    }
}

impl<'a> Parts<'a> {
    fn new(folder: &'a Path, files: &'a Files, force: bool) -> Parts<'a> {
        Parts { folder, files, force, parts: BTreeMap::new(), waiting: 0, finished: false }
    }

    fn add(&mut self, name: &str, text: &[u8]) -> Result<()> {
        let key = name.to_lowercase();
        if !self.parts.contains_key(&key) {
            let part = self.begin(name)?;
            self.parts.insert(key.clone(), part);
        }
        if let Some(part) = self.parts.get_mut(&key) {
            part.games += 1;
            part.waiting.extend_from_slice(text);
        }
        self.waiting += text.len();
        if self.waiting > WAITING { self.write() } else { Ok(()) }
    }

    fn begin(&self, name: &str) -> Result<Part> {
        let path = self.folder.join(format!("{name}.pgn"));
        refuse_among(&path, &self.files.paths())?;
        if path.exists() && !self.force {
            bail!("{} already exists; use --force to overwrite it", path.display());
        }
        let part = Part { path, games: 0, waiting: Vec::new() };
        // What was left behind by a kill.
        let _ = fs::remove_file(part.begun());
        Ok(part)
    }

    fn write(&mut self) -> Result<()> {
        self.waiting = 0;
        self.parts.values_mut().filter(|part| !part.waiting.is_empty()).try_for_each(Part::write)
    }

    /// Writes what is left and gives the files their names; tells them with their games.
    fn finish(mut self) -> Result<Vec<(PathBuf, u64)>> {
        self.write()?;
        for part in self.parts.values() {
            fs::rename(part.begun(), &part.path)
                .with_context(|| format!("cannot write {}", part.path.display()))?;
        }
        self.finished = true;
        Ok(self.parts.values().map(|part| (part.path.clone(), part.games)).collect())
    }
}

/// What cannot be finished leaves nothing behind.
impl Drop for Parts<'_> {
    fn drop(&mut self) {
        if !self.finished {
            self.parts.values().for_each(|part| drop(fs::remove_file(part.begun())));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_suit_every_system() {
        for (text, expected) in [
            ("Kramnik, Vladimir", "Kramnik,_Vladimir"),
            ("../../etc/passwd", "etc_passwd"),
            ("a\\b:c*?", "a_b_c"),
            ("?", ""),
            ("Aux", "Aux_"),
            ("com1", "com1_"),
            ("Müller", "Müller"),
            ("abü", "abü"),
        ] {
            assert_eq!(file_name(text), expected);
        }
        assert!(file_name(&"ü".repeat(500)).len() <= LONGEST_NAME);
    }
}
