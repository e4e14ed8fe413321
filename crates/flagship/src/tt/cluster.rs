//! The cells of the transposition table: clusters of five entries in one cache line each.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use bytemuck::Zeroable;

/// Entries in a cluster.
pub const ENTRIES: usize = 5;

/// Five entries of one cache line, twelve bytes each. All zero means empty.
#[derive(Zeroable)]
#[repr(C, align(64))]
pub struct Cluster {
    data: [AtomicU64; ENTRIES],
    checks: [AtomicU32; ENTRIES],
}

impl Cluster {
    /// The data of the entry at `index` and whether it belongs to `key`. What is stored is the low half of
    /// the key mixed with the data: an entry torn by two threads does not match (Hyatt and Mann 2002).
    #[inline]
    pub fn load(&self, index: usize, key: u64) -> (u64, bool) {
        let data = self.data[index].load(Ordering::Relaxed);
        (data, data != 0 && self.checks[index].load(Ordering::Relaxed) == check(key, data))
    }

    /// Writes an entry.
    #[inline]
    pub fn store(&self, index: usize, key: u64, data: u64) {
        self.data[index].store(data, Ordering::Relaxed);
        self.checks[index].store(check(key, data), Ordering::Relaxed);
    }

    /// The data of all entries, whatever they belong to.
    pub fn data(&self) -> impl Iterator<Item = u64> {
        self.data.iter().map(|data| data.load(Ordering::Relaxed))
    }

    /// Empties all entries.
    pub fn clear(&self) {
        self.data.iter().for_each(|data| data.store(0, Ordering::Relaxed));
    }
}

/// The upper bits of the key choose the cluster, the lower half tells its positions apart.
#[inline]
fn check(key: u64, data: u64) -> u32 {
    (key ^ data ^ data >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_belongs_to_its_key() {
        let cluster = Cluster::zeroed();
        assert_eq!(cluster.load(4, 1), (0, false));
        cluster.store(4, 1, 77);
        assert_eq!(cluster.load(4, 1), (77, true));
        assert_eq!(cluster.load(4, 2), (77, false));
    }
}
