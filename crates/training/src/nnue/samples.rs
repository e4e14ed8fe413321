//! All samples of some files, those of some games held out.

use std::fmt;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use heirloom_chess::Position;
use heirloom_flagship::classical::Judge;

use super::imitation::Imitation;
use super::sample::Sample;
use super::yardstick::is_yardstick;
use crate::games::game::{Game, Illegal};
use crate::games::quiet::Quiet;
use crate::games::reader::{Block, ReadError, Reader};

/// What the classical evaluation says at most, in centipawns.
pub const MOST_SAID: i32 = 20_000;

/// The training positions and the hold-out.
#[derive(Clone, Default, Debug)]
pub struct Samples {
    /// To train on.
    pub training: Vec<Sample>,
    /// Of other games.
    pub holdout: Vec<Sample>,
    /// Games read.
    pub games: u64,
}

/// What a net is to learn of games.
pub enum Lesson {
    /// What searches said of quiet positions.
    Searches(Quiet),
    /// What the classical evaluation or a net says of positions beside the games.
    Imitation(Box<Imitation>),
}

impl Lesson {
    fn of(&mut self, game: &Game, see: impl FnMut(&Position, i16)) -> Result<(), Illegal> {
        match self {
            Lesson::Searches(quiet) => quiet.of(game, see),
            Lesson::Imitation(imitation) => imitation.of(game, see),
        }
    }
}

/// What is read of the files.
pub struct Choice {
    /// Which positions, with which scores.
    pub lesson: Lesson,
    /// Tells the net what the classical evaluation says; none for nets that are to do without.
    pub classical: Option<Judge>,
    /// One of so many games is held out; 0 for none.
    pub holdout: u64,
}

/// Why samples cannot be read.
#[derive(Debug)]
pub enum SamplesError {
    /// A file, and what is wrong with it.
    Read(PathBuf, ReadError),
    /// A game with a move that cannot be played.
    Illegal(PathBuf, u64, Illegal),
    /// Games that nets are measured with: one that had learned from them would look better than it is.
    Yardstick(PathBuf),
    /// Samples cannot be written.
    Write(io::Error),
}

impl fmt::Display for SamplesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SamplesError::Read(path, error) => write!(f, "{}: {error}", path.display()),
            SamplesError::Illegal(path, game, illegal) => {
                write!(f, "{}, game {game}: {illegal}", path.display())
            }
            SamplesError::Yardstick(path) => {
                write!(
                    f,
                    "{}: these games are a yardstick, on which nets must not be trained",
                    path.display()
                )
            }
            SamplesError::Write(error) => write!(f, "cannot write positions: {error}"),
        }
    }
}

impl std::error::Error for SamplesError {}

impl Samples {
    /// Of the scores and results of all samples.
    pub fn checksum(&self) -> u32 {
        let mut hasher = crc32fast::Hasher::new();
        for sample in self.training.iter().chain(&self.holdout) {
            hasher.update(&sample.label());
        }
        hasher.finalize()
    }

    /// Reads files in their order until `stop` is set; `count` grows by the bytes read.
    ///
    /// # Errors
    /// The first damage or illegal move.
    pub fn read(
        files: &[PathBuf],
        choice: Choice,
        count: &Arc<AtomicU64>,
        stop: &AtomicBool,
    ) -> Result<Samples, SamplesError> {
        let mut samples = Samples::default();
        let games = each(files, choice, count, stop, &mut |sample, held_out| {
            if held_out { &mut samples.holdout } else { &mut samples.training }.push(sample);
            Ok(())
        })?;
        Ok(Samples { games, ..samples })
    }
}

/// Shows the samples of files in their order until `stop` is set, with whether they are held out; `count` grows by the bytes read. Returns how
/// many games were read.
///
/// # Errors
/// The first damage or illegal move, and what `see` says.
pub fn each(
    files: &[PathBuf],
    mut choice: Choice,
    count: &Arc<AtomicU64>,
    stop: &AtomicBool,
    see: &mut dyn FnMut(Sample, bool) -> io::Result<()>,
) -> Result<u64, SamplesError> {
    let mut games = 0;
    for path in files {
        let wrong = |error| SamplesError::Read(path.clone(), error);
        let mut reader = Reader::open(path, Arc::clone(count)).map_err(wrong)?;
        while let Some(block) = reader.next_block().map_err(wrong)? {
            let game = match block {
                Block::Section(section) if is_yardstick(&section) => {
                    return Err(SamplesError::Yardstick(path.clone()));
                }
                Block::Section(_) => continue,
                Block::Game(game) => game,
            };
            if stop.load(Ordering::Relaxed) {
                return Ok(games);
            }
            games += 1;
            let held_out = choice.holdout > 0 && games.is_multiple_of(choice.holdout);
            let Choice { lesson, classical, .. } = &mut choice;
            let mut seen = Ok(());
            let taken = lesson.of(&game, |position, score| {
                let said = classical
                    .as_mut()
                    .map_or(0, |judge| judge.white(position).clamp(-MOST_SAID, MOST_SAID) as i16);
                if let (Ok(()), Some(sample)) = (&seen, Sample::new(position, said, score, game.points())) {
                    seen = see(sample, held_out);
                }
            });
            taken.map_err(|illegal| SamplesError::Illegal(path.clone(), reader.games(), illegal))?;
            seen.map_err(SamplesError::Write)?;
        }
    }
    Ok(games)
}
