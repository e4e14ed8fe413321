//! The games to review, file after file, with their places; what is wrong with some is told and costs only them.

use std::fs;
use std::io::{BufRead, Cursor, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use anyhow::{Context, Result, bail};
use heirloom_chess::Position;
use heirloom_chess::game::Game;
use heirloom_chess::notation::pgn::{self, Flow, Games, Place, Played, Reader, Reason, Visitor};

/// Where games come from.
#[derive(Clone, Debug)]
enum Input {
    File(PathBuf),
    /// All that came in; it cannot be asked twice.
    Standard(Arc<[u8]>),
}

/// A game that was read.
#[derive(Debug)]
pub struct Found {
    /// The game.
    pub game: Game,
    /// Its file as it was named.
    pub file: String,
    /// The line in which it begins.
    pub line: u64,
}

/// The games of all files.
pub struct Source {
    inputs: std::vec::IntoIter<Input>,
    open: Option<(String, Games<Box<dyn BufRead + Send>>)>,
    /// How many games were left out.
    pub wrong: usize,
}

/// How much there is to do, as far as one can tell without looking at the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Amount {
    /// Games.
    pub games: usize,
    /// Their positions, that before the first move among them.
    pub positions: u64,
}

impl Input {
    fn name(&self) -> String {
        match self {
            Input::File(path) => path.display().to_string(),
            Input::Standard(_) => "standard input".to_owned(),
        }
    }

    fn open(&self) -> Result<Box<dyn BufRead + Send>> {
        match self {
            Input::File(path) => {
                heirloom_files::open(path, Arc::new(AtomicU64::new(0))).with_context(|| format!("cannot read {}", path.display()))
            }
            Input::Standard(bytes) => unpacked(Arc::clone(bytes)),
        }
    }
}

/// What came in, unpacked if it was packed.
fn unpacked(bytes: Arc<[u8]>) -> Result<Box<dyn BufRead + Send>> {
    if !bytes.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]) {
        return Ok(Box::new(Cursor::new(bytes)));
    }
    // Only files are unpacked, so it becomes one for a moment.
    let file = tempfile::NamedTempFile::new().context("cannot unpack the standard input")?;
    fs::write(file.path(), &bytes).context("cannot unpack the standard input")?;
    heirloom_files::open(file.path(), Arc::new(AtomicU64::new(0))).context("cannot unpack the standard input")
}

impl Source {
    /// Opens all files, and reads all of the standard input where it is named, or no file is; tells how much there is.
    ///
    /// # Errors
    /// A file that cannot be read, and nobody who writes to the standard input.
    pub fn open(paths: &[PathBuf]) -> Result<(Source, Amount)> {
        let standard = [PathBuf::from("-")];
        let paths = if paths.is_empty() { &standard } else { paths };
        let inputs = paths.iter().map(|path| input(path)).collect::<Result<Vec<Input>>>()?;
        let mut amount = Amount::default();
        for input in &inputs {
            amount.count(input.open()?);
        }
        Ok((Source { inputs: inputs.into_iter(), open: None, wrong: 0 }, amount))
    }

    /// The next game that can be read; what is wrong with others is told to `tell`.
    ///
    /// # Errors
    /// A file that cannot be read on.
    pub fn next(&mut self, tell: &dyn Fn(&str)) -> Result<Option<Found>> {
        loop {
            let Some((file, games)) = &mut self.open else {
                let Some(input) = self.inputs.next() else { return Ok(None) };
                self.open = Some((input.name(), Reader::new(input.open()?).games()));
                continue;
            };
            match games.next() {
                Some(Ok(game)) => return Ok(Some(Found { game, file: file.clone(), line: games.place().line })),
                Some(Err(error)) if matches!(error.reason, Reason::Io(_)) => bail!("{file}, {error}"),
                Some(Err(error)) => {
                    tell(&format!("{file}, {error}; this game is left out"));
                    self.wrong += 1;
                }
                None => self.open = None,
            }
        }
    }
}

fn input(path: &Path) -> Result<Input> {
    if path != Path::new("-") {
        return Ok(Input::File(path.to_owned()));
    }
    let mut input = std::io::stdin().lock();
    if input.is_terminal() {
        bail!("no games; name files of PGN, or pipe games in");
    }
    let mut bytes = Vec::new();
    input.read_to_end(&mut bytes).context("cannot read the standard input")?;
    Ok(Input::Standard(bytes.into()))
}

impl Amount {
    fn count(&mut self, input: impl Read) {
        let mut reader = pgn::Reader::skimming(input);
        let mut counter = Counter::default();
        // Whatever is wrong is told when the games are read in earnest.
        while let Some(read) = reader.read_game(&mut counter) {
            if read.is_ok() {
                self.games += 1;
                self.positions += counter.moves + 1;
            } else if matches!(&read, Err(error) if matches!(error.reason, Reason::Io(_))) {
                return;
            }
        }
    }
}

/// Counts the moves of a main line.
#[derive(Default)]
struct Counter {
    moves: u64,
    depth: u32,
}

impl Visitor for Counter {
    fn begin_game(&mut self, _: Place) {
        *self = Counter::default();
    }

    fn begin_moves(&mut self, _: Option<&Position>) -> Flow {
        Flow::Read
    }

    fn mv(&mut self, _: Played<'_>) {
        self.moves += u64::from(self.depth == 0);
    }

    fn begin_variation(&mut self) {
        self.depth += 1;
    }

    fn end_variation(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn main_lines_are_counted_and_games_have_places() {
        let text = "[White \"A\"]\n\n1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *\n\n[White \"B\"]\n\n1. e5 *\n\n[White \"C\"]\n\n*\n";
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.pgn");
        fs::write(&path, text).unwrap();
        let (mut source, amount) = Source::open(std::slice::from_ref(&path)).unwrap();
        assert_eq!(amount, Amount { games: 3, positions: 4 + 2 + 1 });
        let lines: Vec<u64> = std::iter::from_fn(|| source.next(&|_| {}).unwrap()).map(|found| found.line).collect();
        assert_eq!((lines, source.wrong), (vec![1, 9], 1));
        assert!(Source::open(&[folder.path().join("none.pgn")]).is_err());
    }
}
