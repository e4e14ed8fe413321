//! Samples read from game files, with those of some games held out.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use heirloom_chess::Position;
use heirloom_flagship::classical::Evaluator;

use super::imitation::Imitation;
use super::sample::Sample;
use crate::games::game::{Illegal, StoredGame};
use crate::games::quiet::Quiet;
use crate::games::reader::{Block, ReadError, Reader};

/// The largest classical evaluation stored, in centipawns.
pub const MAX_CLASSICAL: i32 = 20_000;

/// The training samples and the hold-out.
#[derive(Clone, Default, Debug)]
pub struct Samples {
    /// Samples for training.
    pub training: Vec<Sample>,
    /// Samples of other games, for measuring.
    pub holdout: Vec<Sample>,
    /// Number of games read.
    pub games: u64,
}

/// Which positions of games a net learns from.
pub enum SampleKind {
    /// Quiet positions with the scores of searches.
    Searches(Quiet),
    /// Positions near the games with the classical evaluation or that of a net.
    Imitation(Box<Imitation>),
}

impl SampleKind {
    fn of(&mut self, game: &StoredGame, visit: impl FnMut(&Position, i16)) -> Result<(), Illegal> {
        match self {
            SampleKind::Searches(quiet) => quiet.of(game, visit),
            SampleKind::Imitation(imitation) => imitation.of(game, visit),
        }
    }
}

/// How samples are read from files.
pub struct SampleChoice {
    /// Which positions, with which scores.
    pub kind: SampleKind,
    /// Computes the classical evaluation; none for nets that do not use it.
    pub classical: Option<Evaluator>,
    /// One in this many games is held out; 0 for none.
    pub holdout: u64,
}

/// Why samples cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum SamplesError {
    /// A file cannot be read.
    #[error("{0}: {1}")]
    Read(PathBuf, ReadError),
    /// A game has an illegal move.
    #[error("{0}, game {1}: {2}")]
    Illegal(PathBuf, u64, Illegal),
    /// The games are reserved for measuring nets: one trained on them would look better than it is.
    #[error("{0}: these games are a yardstick, on which nets must not be trained")]
    Yardstick(PathBuf),
    /// Samples cannot be written.
    #[error("cannot write positions: {0}")]
    Write(io::Error),
}

impl Samples {
    /// Returns a checksum of the scores and results of all samples.
    pub fn checksum(&self) -> u32 {
        let mut hasher = crc32fast::Hasher::new();
        for sample in self.training.iter().chain(&self.holdout) {
            hasher.update(&sample.label());
        }
        hasher.finalize()
    }

    /// Reads files in order until `stop` is set; `count` is increased by the bytes read. Fails with the first
    /// damaged block or illegal move.
    pub fn read(
        files: &[PathBuf],
        choice: SampleChoice,
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

/// Calls `visit` with each sample of the files in order until `stop` is set, and whether it is held out;
/// `count` is increased by the bytes read. Returns the number of games read.
/// Fails with the first damaged block, illegal move, or error of `visit`.
pub fn each(
    files: &[PathBuf],
    mut choice: SampleChoice,
    count: &Arc<AtomicU64>,
    stop: &AtomicBool,
    visit: &mut dyn FnMut(Sample, bool) -> io::Result<()>,
) -> Result<u64, SamplesError> {
    let mut games = 0;
    for path in files {
        let wrong = |error| SamplesError::Read(path.clone(), error);
        let mut reader = Reader::open(path, Arc::clone(count)).map_err(wrong)?;
        while let Some(block) = reader.next_block().map_err(wrong)? {
            let game = match block {
                Block::Section(section) if section.is_yardstick() => {
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
            let SampleChoice { kind: lesson, classical, .. } = &mut choice;
            let mut result = Ok(());
            let replayed = lesson.of(&game, |position, score| {
                let eval = classical
                    .as_mut()
                    .map_or(0, |judge| judge.white(position).clamp(-MAX_CLASSICAL, MAX_CLASSICAL) as i16);
                if let (Ok(()), Some(sample)) = (&result, Sample::new(position, eval, score, game.points())) {
                    result = visit(sample, held_out);
                }
            });
            replayed.map_err(|illegal| SamplesError::Illegal(path.clone(), reader.games(), illegal))?;
            result.map_err(SamplesError::Write)?;
        }
    }
    Ok(games)
}
