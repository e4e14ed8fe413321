//! The supply of training samples in batches, from memory or from a [`super::store::Store`] on disk.

use std::io;

use super::sample::Sample;
use super::samples::Samples;
use super::store::{Store, StoreError};

/// Delivers all samples once per epoch, in an order that depends only on seed and epoch, so that a resumed
/// training sees the samples it would have seen.
pub trait Supply: Send {
    /// Returns the number of samples per epoch.
    fn len(&self) -> usize;

    /// Returns true if there are no samples.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Begins an epoch, skipping its first `skip` samples.
    ///
    /// # Errors
    /// If samples cannot be read.
    fn begin(&mut self, epoch: usize, skip: usize) -> io::Result<()>;

    /// Replaces the batch with the next `count` samples of the epoch, which must have that many left.
    ///
    /// # Errors
    /// If samples cannot be read.
    fn fill(&mut self, batch: &mut Vec<Sample>, count: usize) -> io::Result<()>;
}

/// Returns a seed for one purpose in one epoch.
pub(super) fn seed_of(seed: u64, epoch: usize, purpose: usize) -> u64 {
    let epoch = (epoch as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    seed ^ epoch ^ (purpose as u64).wrapping_mul(0xd1b5_4a32_d192_ed03)
}

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
            Source::Memory(samples) => {
                Box::new(Shuffled { samples: &samples.training, seed, order: Vec::new(), used: 0 })
            }
            Source::Disk(store, _) => Box::new(store.supply(seed)),
        }
    }
}

/// Samples in memory in the order of an epoch.
struct Shuffled<'a> {
    samples: &'a [Sample],
    seed: u64,
    order: Vec<u32>,
    used: usize,
}

impl Supply for Shuffled<'_> {
    fn len(&self) -> usize {
        self.samples.len()
    }

    fn begin(&mut self, epoch: usize, skip: usize) -> io::Result<()> {
        self.order = (0..self.samples.len() as u32).collect();
        fastrand::Rng::with_seed(seed_of(self.seed, epoch, 0)).shuffle(&mut self.order);
        self.used = skip;
        Ok(())
    }

    fn fill(&mut self, batch: &mut Vec<Sample>, count: usize) -> io::Result<()> {
        batch.clear();
        batch.extend(
            self.order[self.used..self.used + count].iter().map(|&index| self.samples[index as usize]),
        );
        self.used += count;
        Ok(())
    }
}
