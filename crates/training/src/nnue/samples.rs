//! All samples of some files, those of some games held out.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use heirloom_chess::Position;
use heirloom_flagship::eval::classical::Judge;

use super::imitation::Imitation;
use super::sample::Sample;
use crate::games::game::{Game, Illegal};
use crate::games::quiet::Quiet;
use crate::games::reader::{ReadError, Reader};

/// What the classical evaluation says at most, in centipawns.
const MOST_SAID: i32 = 20_000;

/// What is trained on, and what only tests.
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
}

impl fmt::Display for SamplesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SamplesError::Read(path, error) => write!(f, "{}: {error}", path.display()),
            SamplesError::Illegal(path, game, illegal) => write!(f, "{}, game {game}: {illegal}", path.display()),
        }
    }
}

impl std::error::Error for SamplesError {}

impl Samples {
    /// Reads files in their order until `stop` is set; `count` grows by the bytes read.
    ///
    /// # Errors
    /// The first damage or illegal move.
    pub fn read(files: &[PathBuf], mut choice: Choice, count: &Arc<AtomicU64>, stop: &AtomicBool) -> Result<Samples, SamplesError> {
        let mut samples = Samples::default();
        for path in files {
            samples.add(path, &mut choice, count, stop)?;
        }
        Ok(samples)
    }

    fn add(&mut self, path: &Path, choice: &mut Choice, count: &Arc<AtomicU64>, stop: &AtomicBool) -> Result<(), SamplesError> {
        let wrong = |error| SamplesError::Read(path.into(), error);
        let mut reader = Reader::open(path, Arc::clone(count)).map_err(wrong)?;
        while let Some(game) = reader.next_game().map_err(wrong)? {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            self.games += 1;
            let held_out = choice.holdout > 0 && self.games.is_multiple_of(choice.holdout);
            let samples = if held_out { &mut self.holdout } else { &mut self.training };
            let Choice { lesson, classical, .. } = choice;
            let taken = lesson.of(&game, |position, score| {
                let said = classical.as_mut().map_or(0, |judge| judge.white(position).clamp(-MOST_SAID, MOST_SAID) as i16);
                samples.extend(Sample::new(position, said, score, game.points()));
            });
            taken.map_err(|illegal| SamplesError::Illegal(path.into(), reader.games(), illegal))?;
        }
        Ok(())
    }
}
