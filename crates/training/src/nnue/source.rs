//! The source of a training's samples: memory or a store on disk.

use super::sample::Sample;
use super::samples::Samples;
use super::store::{Store, StoreError};
use super::supply::{Shuffled, Supply};

/// The samples of a training.
pub enum Source {
    /// All in memory.
    Memory(Samples),
    /// On disk, with the hold-out in memory.
    Disk(Store, Vec<Sample>),
}

impl Source {
    /// Opens a store and reads its hold-out into memory.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn open(store: Store) -> Result<Source, StoreError> {
        let holdout = store.holdout()?;
        Ok(Source::Disk(store, holdout))
    }

    /// Returns the number of training samples.
    pub fn training(&self) -> usize {
        match self {
            Source::Memory(samples) => samples.training.len(),
            Source::Disk(store, _) => store.training(),
        }
    }

    /// Returns the samples held out.
    pub fn holdout(&self) -> &[Sample] {
        match self {
            Source::Memory(samples) => &samples.holdout,
            Source::Disk(_, holdout) => holdout,
        }
    }

    /// Returns the number of games the samples come from.
    pub fn games(&self) -> u64 {
        match self {
            Source::Memory(samples) => samples.games,
            Source::Disk(store, _) => store.manifest().games,
        }
    }

    /// Returns a checksum of the scores and results of all samples.
    pub fn checksum(&self) -> u32 {
        match self {
            Source::Memory(samples) => samples.checksum(),
            Source::Disk(store, _) => store.manifest().checksum,
        }
    }

    /// Calls `look` with a fair sample of the training samples.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn some<T>(&self, look: impl FnOnce(&[Sample]) -> T) -> Result<T, StoreError> {
        Ok(match self {
            Source::Memory(samples) => look(&samples.training),
            Source::Disk(store, _) => look(&store.some()?),
        })
    }

    /// Returns a supply of the samples.
    pub fn supply(&self, seed: u64) -> Box<dyn Supply + '_> {
        match self {
            Source::Memory(samples) => Box::new(Shuffled::new(&samples.training, seed)),
            Source::Disk(store, _) => Box::new(store.supply(seed)),
        }
    }
}
