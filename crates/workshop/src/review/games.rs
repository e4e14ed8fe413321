//! Reads the games to review from files, with their locations. Damage is reported and costs only the rest of
//! its game.

use std::io::{BufRead, Cursor, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use heirloom_chess::Position;
use heirloom_chess::game::Game;
use heirloom_chess::notation::pgn::{self, Flow, Games, PgnReason, Played, Reader, TextPlace, Visitor};

use crate::plural::counted;
use crate::streams;

/// A source of games, which is read twice: once to count the games and once to review them.
#[derive(Clone, Debug)]
pub enum GamesInput {
    /// A file that can be read again.
    File(PathBuf),
    /// The contents of another source, with its name.
    Pipe(String, Arc<[u8]>),
}

/// Which games are reviewed.
#[derive(Clone, Copy, Debug, Default)]
pub struct GameChoice {
    /// Review only the game with this number, counted from 1 over all files.
    pub number: Option<usize>,
    /// Skip damaged games instead of reviewing them up to the error.
    pub strict: bool,
}

/// A game that was read.
#[derive(Debug)]
pub struct ReadGame {
    /// The game.
    pub game: Game,
    /// The name of the file.
    pub file: String,
    /// The line where the game starts.
    pub line: u64,
}

/// The games of all files.
pub struct Source {
    inputs: std::vec::IntoIter<GamesInput>,
    open: Option<(String, Games<Box<dyn BufRead + Send>>)>,
    choice: GameChoice,
    /// Number of games read so far, including rejected ones.
    number: usize,
    /// Number of damaged games.
    pub damaged: usize,
}

/// The estimated amount of work, from a quick scan without checking moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Amount {
    /// Number of games.
    pub games: usize,
    /// Number of positions, including those before the first moves.
    pub positions: u64,
}

impl GamesInput {
    /// Creates an input from a path. Anything but a file, such as a named pipe, is read at once. Fails if the
    /// path exists but cannot be read.
    pub fn at(path: &Path) -> Result<GamesInput> {
        if path.is_file() || !path.exists() {
            return Ok(GamesInput::File(path.to_owned()));
        }
        GamesInput::read(path.display().to_string(), streams::open(path, Arc::default())?)
    }

    /// Reads everything from a reader, which is called `name` in messages. Fails if the reader fails.
    pub fn read(name: String, mut reader: impl Read) -> Result<GamesInput> {
        let mut bytes = Vec::new();
        reader.read_to_end(&mut bytes).with_context(|| format!("cannot read {name}"))?;
        Ok(GamesInput::Pipe(name, bytes.into()))
    }

    fn name(&self) -> String {
        match self {
            GamesInput::File(path) => path.display().to_string(),
            GamesInput::Pipe(name, _) => name.clone(),
        }
    }

    fn open(&self) -> Result<Box<dyn BufRead + Send>> {
        match self {
            GamesInput::File(path) => streams::open(path, Arc::default()),
            GamesInput::Pipe(name, bytes) => {
                let unpacked = heirloom_files::decompressed(Cursor::new(Arc::clone(bytes)));
                unpacked.and_then(heirloom_files::expect_text).with_context(|| format!("cannot read {name}"))
            }
        }
    }
}

impl Source {
    /// Opens all inputs; also returns the amount of work. Fails if a file cannot be read or if the selected
    /// game does not exist.
    pub fn open(inputs: Vec<GamesInput>, choice: GameChoice) -> Result<(Source, Amount)> {
        let (mut amount, mut games) = (Amount::default(), 0);
        for input in &inputs {
            amount.count(input.open()?, &mut games, choice.number);
        }
        if let Some(number) = choice.number.filter(|number| *number > games) {
            bail!("there is no game {number}; {} found", counted(games, "game was", "games were"));
        }
        Ok((Source { inputs: inputs.into_iter(), open: None, choice, number: 0, damaged: 0 }, amount))
    }

    /// Returns the next game to review. Damage is reported to `report`. Fails if a file cannot be read.
    pub fn next(&mut self, report: &dyn Fn(&str)) -> Result<Option<ReadGame>> {
        loop {
            let Some((file, games)) = &mut self.open else {
                let Some(input) = self.inputs.next() else { return Ok(None) };
                let reader = Reader::new(input.open()?);
                let reader = if self.choice.strict { reader.strict() } else { reader };
                self.open = Some((input.name(), reader.games()));
                continue;
            };
            let Some(read) = games.next() else {
                self.open = None;
                continue;
            };
            self.number += 1;
            if matches!(&read, Err(error) if matches!(error.reason, PgnReason::Io(_))) {
                read.with_context(|| format!("cannot continue reading {file}"))?;
                continue;
            }
            if self.choice.number.is_some_and(|number| number != self.number) {
                continue;
            }
            match read {
                Ok(game) => {
                    if let Some(damage) = games.damage() {
                        report(&format!("{file}, {damage}; this game is reviewed up to the damage"));
                        self.damaged += 1;
                    }
                    return Ok(Some(ReadGame { game, file: file.clone(), line: games.place().line }));
                }
                Err(error) => {
                    report(&format!("{file}, {error}; this game is skipped"));
                    self.damaged += 1;
                }
            }
        }
    }
}

impl Amount {
    /// Adds the games of an input; if `wanted` is given, only the game with that number.
    fn count(&mut self, input: impl Read, games: &mut usize, wanted: Option<usize>) {
        let mut reader = pgn::Reader::skimming(input);
        let mut counter = Counter::default();
        // Damage is reported later, when the games are reviewed.
        while let Some(Ok(())) = reader.read_game(&mut counter) {
            *games += 1;
            if wanted.is_none_or(|wanted| wanted == *games) {
                self.games += 1;
                self.positions += counter.moves + 1;
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
    fn begin_game(&mut self, _: TextPlace) {
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
    fn main_lines_are_counted_and_games_are_located() {
        let text = "[White \"A\"]\n\n1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *\n\n[White \"B\"]\n\n1. e5 *\n\n\
            [White \"C\"]\n\n*\n";
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.pgn");
        std::fs::write(&path, text).unwrap();
        let open = |choice| Source::open(vec![GamesInput::at(&path).unwrap()], choice);
        let lines = |source: &mut Source| {
            std::iter::from_fn(|| source.next(&|_| {}).unwrap()).map(|found| found.line).collect::<Vec<u64>>()
        };
        let (mut source, amount) = open(GameChoice::default()).unwrap();
        assert_eq!(amount, Amount { games: 3, positions: 4 + 2 + 1 });
        assert_eq!((lines(&mut source), source.damaged), (vec![1, 5, 9], 1));
        let mut strict = open(GameChoice { strict: true, ..GameChoice::default() }).unwrap().0;
        assert_eq!((lines(&mut strict), strict.damaged), (vec![1, 9], 1));
        let (mut third, amount) = open(GameChoice { number: Some(3), ..GameChoice::default() }).unwrap();
        assert_eq!((lines(&mut third), amount), (vec![9], Amount { games: 1, positions: 1 }));
        let missing = open(GameChoice { number: Some(4), ..GameChoice::default() });
        assert_eq!(missing.err().unwrap().to_string(), "there is no game 4; 3 games were found");
        let none = GamesInput::at(&folder.path().join("none.pgn")).unwrap();
        assert!(Source::open(vec![none], GameChoice::default()).is_err());
        let piped = GamesInput::read("a pipe".into(), text.as_bytes()).unwrap();
        assert_eq!(Source::open(vec![piped], GameChoice::default()).unwrap().1.games, 3);
    }
}
