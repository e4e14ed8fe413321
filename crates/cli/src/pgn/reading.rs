//! What all of `heirloom pgn` shares: inputs, reports of damage, the progress bar, Ctrl-C.

use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use anyhow::{Context, Result, bail};
use clap::Args;
use heirloom_games::{Batch, Input, ReadOptions};
use heirloom_workshop::collection::{Tally, Texts};

use crate::exit;
use crate::interrupt::{self, InterruptGuard};
use crate::progress::ByteBar;
use crate::streams;

#[derive(Args)]
pub struct Files {
    /// PGN files, compressed or not; - or nothing for standard input
    files: Vec<PathBuf>,
    /// Reader threads [default: all CPUs]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    /// Also report repairs and oddities
    #[arg(long)]
    warnings: bool,
    /// Skip damaged games instead of reading them up to the damage
    #[arg(long)]
    strict: bool,
}

/// Files of which the moves may be checked only in part.
#[derive(Args)]
pub struct SkimmedFiles {
    #[command(flatten)]
    pub all: Files,
    /// Check only the syntax of moves, not the rules: much faster
    #[arg(long)]
    skim: bool,
}

impl SkimmedFiles {
    /// Returns how the games are read.
    pub fn reading(&self) -> ReadOptions {
        if self.skim { self.all.reading().skimming() } else { self.all.reading() }
    }
}

/// Standard input that is unpacked on the first read, when it can be seen if it is packed.
struct Piped(Option<Box<dyn io::BufRead + Send>>);

impl Read for Piped {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let stream = match self.0.take() {
            Some(stream) => stream,
            None => heirloom_files::decompressed(io::stdin()).and_then(heirloom_files::expect_text)?,
        };
        self.0.insert(stream).read(buffer)
    }
}

impl Files {
    /// Returns the paths, `-` for standard input.
    pub fn paths(&self) -> Vec<&Path> {
        if self.files.is_empty() {
            vec![Path::new("-")]
        } else {
            self.files.iter().map(PathBuf::as_path).collect()
        }
    }

    /// Returns how the games are read.
    pub fn reading(&self) -> ReadOptions {
        let reading =
            self.threads.map_or_else(ReadOptions::new, |threads| ReadOptions::new().threads(threads.into()));
        if self.strict { reading.strict() } else { reading }
    }

    /// Opens all inputs; `shows_games` if standard output gets games during the work. Fails on missing files
    /// and folders.
    pub fn begin(&self, shows_games: bool) -> Result<(Vec<Input>, ReadProgress)> {
        if self.files.is_empty() && io::stdin().is_terminal() {
            bail!("no input: name a file, or - for standard input");
        }
        let count = Arc::new(AtomicU64::new(0));
        let (mut inputs, mut size) = (Vec::new(), 0);
        for path in self.paths() {
            if streams::is_standard(path) {
                inputs.push(Input::stream("-", Piped(None)));
                continue;
            }
            // A pipe must not be opened twice.
            let data = std::fs::metadata(path).with_context(|| format!("cannot read {}", path.display()))?;
            if data.is_dir() {
                bail!("cannot read {}: it is a folder", path.display());
            }
            if data.is_file() {
                File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
            }
            size += data.len();
            inputs.push(Input::file(path, Arc::clone(&count)));
        }
        let is_seen = shows_games && io::stdout().is_terminal();
        let bytes = (!is_seen && size > 0).then(|| ByteBar::new(size, count));
        // Output to standard output ends at once on Ctrl-C; incomplete files are removed first.
        let catch = (!shows_games).then(interrupt::catch);
        Ok((inputs, ReadProgress { bytes, tally: Tally::default(), warnings: self.warnings, catch }))
    }
}

/// The progress of reading games.
pub struct ReadProgress {
    bytes: Option<ByteBar>,
    tally: Tally,
    warnings: bool,
    catch: Option<InterruptGuard>,
}

impl ReadProgress {
    /// Takes a batch in order and reports its damaged games. Fails on Ctrl-C.
    pub fn take<T>(&mut self, batch: Batch<T>) -> Result<T> {
        if self.catch.as_ref().is_some_and(|catch| catch.asked()()) {
            return Err(exit::interrupted(String::new()));
        }
        self.tally.games += batch.games;
        self.tally.damaged += batch.damaged.len() as u64;
        self.tally.left_out += batch.refused.len() as u64;
        self.tally.warnings += batch.warnings.len() as u64;
        let warnings = batch.warnings.iter().filter(|_| self.warnings);
        let errors = batch.damaged.iter().chain(&batch.refused).map(|error| (error, ""));
        let mut reports: Vec<_> = errors.chain(warnings.map(|error| (error, "warning: "))).collect();
        reports.sort_by_key(|(error, _)| error.place.offset);
        for (error, kind) in reports {
            self.say(&format!(
                "{}:{}:{}: {kind}{}",
                batch.name, error.place.line, error.place.column, error.reason
            ));
        }
        Ok(batch.made)
    }

    /// Counts and reports the games whose texts are too long to be kept.
    pub fn refuse_long(&mut self, name: &str, texts: &Texts) {
        self.tally.left_out += texts.too_long.len() as u64;
        for line in &texts.too_long {
            self.say(&format!("{name}:{line}:1: the game is too long to keep in memory; skipped"));
        }
    }

    fn say(&self, text: &str) {
        match &self.bytes {
            Some(bytes) => bytes.say(text),
            None => anstream::eprintln!("{text}"),
        }
    }

    /// Removes the bar and returns the tally. Fails if reading did.
    pub fn finish(mut self, read: Result<()>) -> Result<Tally> {
        self.hide();
        read.map(|()| self.tally)
    }

    fn hide(&mut self) {
        if let Some(bytes) = self.bytes.take() {
            bytes.finish();
        }
    }
}

/// Removes the bar before an error is printed.
impl Drop for ReadProgress {
    fn drop(&mut self) {
        self.hide();
    }
}
