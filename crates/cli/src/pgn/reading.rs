//! What all of `heirloom pgn` has in common: files or standard input, broken games by their names, the bar, Ctrl-C.

use std::fmt;
use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use anyhow::{Context, Result, bail};
use clap::Args;
use heirloom_games::{Batch, Input, Reading};

use crate::interrupt::{self, Catch};
use crate::progress::Bytes;

#[derive(Args)]
pub struct Files {
    /// Files of games in PGN, packed or not; - or nothing for standard input
    files: Vec<PathBuf>,
    /// Threads that read games; as many as the machine runs at a time without it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    /// Name what is odd about games that can be read, too
    #[arg(long)]
    warnings: bool,
}

/// What became of the games.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    /// Games that were read.
    pub games: u64,
    /// Games that were not, and were named.
    pub broken: u64,
    /// Odd things about those that were.
    pub warnings: u64,
}

/// Ctrl-C was pressed.
#[derive(Debug)]
pub struct Interrupted;

impl fmt::Display for Interrupted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("interrupted")
    }
}

impl std::error::Error for Interrupted {}

/// Standard input that is unpacked when it is first read: whether it is packed can only be seen then.
struct Piped(Option<Box<dyn io::BufRead + Send>>);

impl Read for Piped {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let stream = match self.0.take() {
            Some(stream) => stream,
            None => heirloom_files::unpacked(io::stdin())?,
        };
        self.0.insert(stream).read(buffer)
    }
}

impl Files {
    /// The paths, `-` for standard input.
    pub fn paths(&self) -> Vec<&Path> {
        if self.files.is_empty() { vec![Path::new("-")] } else { self.files.iter().map(PathBuf::as_path).collect() }
    }

    /// How their games are read.
    pub fn reading(&self) -> Reading {
        self.threads.map_or_else(Reading::new, |threads| Reading::new().threads(threads.into()))
    }

    /// Begins to read all of them; `shows_games` if standard output, which may be a terminal, gets games meanwhile.
    ///
    /// # Errors
    /// A file that is not there or is a folder.
    pub fn begin(&self, shows_games: bool) -> Result<(Vec<Input>, Work)> {
        if self.files.is_empty() && io::stdin().is_terminal() {
            bail!("no games: name a file, or - to type them");
        }
        let count = Arc::new(AtomicU64::new(0));
        let (mut inputs, mut size) = (Vec::new(), 0);
        for path in self.paths() {
            if path == Path::new("-") {
                inputs.push(Input::stream("-", Piped(None)));
                continue;
            }
            let opened = File::open(path).and_then(|file| file.metadata());
            let data = opened.with_context(|| format!("cannot read {}", path.display()))?;
            if data.is_dir() {
                bail!("cannot read {}: it is a folder", path.display());
            }
            size += data.len();
            inputs.push(Input::file(path, Arc::clone(&count)));
        }
        let is_seen = shows_games && io::stdout().is_terminal();
        let bytes = (!is_seen && size > 0).then(|| Bytes::new(size, count));
        // What goes to standard output ends at once with Ctrl-C; files that are begun are taken away first.
        let catch = (!shows_games).then(interrupt::catch);
        Ok((inputs, Work { bytes, tally: Tally::default(), warnings: self.warnings, catch }))
    }
}

/// The reading of games that goes on.
pub struct Work {
    bytes: Option<Bytes>,
    tally: Tally,
    warnings: bool,
    catch: Option<Catch>,
}

impl Work {
    /// Takes games in order, and names the broken ones among them.
    ///
    /// # Errors
    /// [`Interrupted`].
    pub fn take<T>(&mut self, batch: Batch<T>) -> Result<T> {
        if self.catch.as_ref().is_some_and(|catch| catch.asked()()) {
            return Err(Interrupted.into());
        }
        self.tally.games += batch.games;
        self.tally.broken += batch.broken.len() as u64;
        self.tally.warnings += batch.warnings.len() as u64;
        let warnings = batch.warnings.iter().filter(|_| self.warnings);
        let mut told: Vec<_> = batch.broken.iter().map(|error| (error, "")).chain(warnings.map(|error| (error, "warning: "))).collect();
        told.sort_by_key(|(error, _)| error.place.offset);
        for (error, kind) in told {
            self.say(&format!("{}:{}:{}: {kind}{}", batch.name, error.place.line, error.place.column, error.reason));
        }
        Ok(batch.made)
    }

    /// Counts a game that was read, but cannot be kept because its text is too long.
    pub fn refuse_long(&mut self, name: &str, line: u64) {
        self.tally.broken += 1;
        self.say(&format!("{name}:{line}:1: the game is longer than is kept in memory; it is left out"));
    }

    fn say(&self, text: &str) {
        match &self.bytes {
            Some(bytes) => bytes.say(text),
            None => anstream::eprintln!("{text}"),
        }
    }

    /// Takes the bar away; what became of the games.
    pub fn finish(mut self) -> Tally {
        self.hide();
        self.tally
    }

    fn hide(&mut self) {
        if let Some(bytes) = self.bytes.take() {
            bytes.finish();
        }
    }
}

/// Whatever goes wrong, the bar goes before anything is said.
impl Drop for Work {
    fn drop(&mut self) {
        self.hide();
    }
}

/// `1 game`, `2 games`.
pub fn counted(count: u64) -> String {
    if count == 1 { "1 game".into() } else { format!("{count} games") }
}

/// `, 2 broken`, if any are.
pub fn broken(tally: &Tally) -> String {
    if tally.broken == 0 { String::new() } else { format!(", {} broken", tally.broken) }
}
