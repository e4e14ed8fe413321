//! The loading of training samples in batches, epoch by epoch.

use std::io;

use super::sample::Sample;

/// Delivers all samples once per epoch, in an order that depends only on seed and epoch, so that a resumed
/// training sees the samples it would have seen.
pub trait DataLoader: Send {
    /// Returns the number of samples per epoch.
    fn len(&self) -> usize;

    /// Returns true if there are no samples.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Begins an epoch, skipping its first `skip` samples. Fails if samples cannot be read.
    fn begin(&mut self, epoch: usize, skip: usize) -> io::Result<()>;

    /// Replaces the batch with the next `count` samples of the epoch, which must have that many left. Fails
    /// if samples cannot be read.
    fn fill(&mut self, batch: &mut Vec<Sample>, count: usize) -> io::Result<()>;
}

/// Returns a seed for one purpose in one epoch.
pub(super) fn seed_of(seed: u64, epoch: usize, purpose: usize) -> u64 {
    let epoch = (epoch as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    seed ^ epoch ^ (purpose as u64).wrapping_mul(0xd1b5_4a32_d192_ed03)
}

/// Samples in memory in the order of an epoch.
pub(super) struct MemoryLoader<'a> {
    samples: &'a [Sample],
    seed: u64,
    order: Vec<u32>,
    next: usize,
}

impl<'a> MemoryLoader<'a> {
    pub(super) fn new(samples: &'a [Sample], seed: u64) -> MemoryLoader<'a> {
        MemoryLoader { samples, seed, order: Vec::new(), next: 0 }
    }
}

impl DataLoader for MemoryLoader<'_> {
    fn len(&self) -> usize {
        self.samples.len()
    }

    fn begin(&mut self, epoch: usize, skip: usize) -> io::Result<()> {
        self.order = (0..self.samples.len() as u32).collect();
        fastrand::Rng::with_seed(seed_of(self.seed, epoch, 0)).shuffle(&mut self.order);
        self.next = skip;
        Ok(())
    }

    fn fill(&mut self, batch: &mut Vec<Sample>, count: usize) -> io::Result<()> {
        batch.clear();
        batch.extend(
            self.order[self.next..self.next + count].iter().map(|&index| self.samples[index as usize]),
        );
        self.next += count;
        Ok(())
    }
}
