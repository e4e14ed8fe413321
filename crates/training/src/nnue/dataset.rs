//! The samples of a training: in memory or in a store on disk.

use super::loader::{DataLoader, MemoryLoader};
use super::sample::Sample;
use super::samples::Samples;
use super::store::{Store, StoreError};

/// The samples of a training.
pub enum Dataset {
    /// All in memory.
    Memory(Samples),
    /// On disk, with the hold-out in memory.
    Disk(Store, Vec<Sample>),
}

impl Dataset {
    /// Opens a store and reads its hold-out into memory. Fails if a file cannot be read.
    pub fn open(store: Store) -> Result<Dataset, StoreError> {
        let holdout = store.holdout()?;
        Ok(Dataset::Disk(store, holdout))
    }

    /// Returns the number of training samples.
    pub fn training(&self) -> usize {
        match self {
            Dataset::Memory(samples) => samples.training.len(),
            Dataset::Disk(store, _) => store.training(),
        }
    }

    /// Returns the samples held out.
    pub fn holdout(&self) -> &[Sample] {
        match self {
            Dataset::Memory(samples) => &samples.holdout,
            Dataset::Disk(_, holdout) => holdout,
        }
    }

    /// Returns the number of games the samples come from.
    pub fn games(&self) -> u64 {
        match self {
            Dataset::Memory(samples) => samples.games,
            Dataset::Disk(store, _) => store.manifest().games,
        }
    }

    /// Returns a checksum of the scores and results of all samples.
    pub fn checksum(&self) -> u32 {
        match self {
            Dataset::Memory(samples) => samples.checksum(),
            Dataset::Disk(store, _) => store.manifest().checksum,
        }
    }

    /// Calls `look` with a fair sample of the training samples. Fails if a file cannot be read.
    pub fn some<T>(&self, look: impl FnOnce(&[Sample]) -> T) -> Result<T, StoreError> {
        Ok(match self {
            Dataset::Memory(samples) => look(&samples.training),
            Dataset::Disk(store, _) => look(&store.some()?),
        })
    }

    /// Returns a loader of the samples.
    pub fn loader(&self, seed: u64) -> Box<dyn DataLoader + '_> {
        match self {
            Dataset::Memory(samples) => Box::new(MemoryLoader::new(&samples.training, seed)),
            Dataset::Disk(store, _) => Box::new(store.loader(seed)),
        }
    }
}
