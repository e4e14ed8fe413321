//! The clusters of the transposition table: five entries in one cache line each.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use bytemuck::Zeroable;

/// The number of entries in a cluster.
pub const ENTRIES: usize = 5;

/// Five entries of twelve bytes in one cache line. All zero means empty.
#[derive(Zeroable)]
#[repr(C, align(64))]
pub struct Cluster {
    data: [AtomicU64; ENTRIES],
    checks: [AtomicU32; ENTRIES],
}

impl Cluster {
    /// Returns the data of the entry at `index`, and true if it belongs to `key`. The entry stores the low
    /// half of the key mixed with the data: an entry torn by two threads does not match (Hyatt and Mann
    /// 2002).
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

    /// Returns the data of all entries, whatever key they belong to.
    pub fn data(&self) -> impl Iterator<Item = u64> {
        self.data.iter().map(|data| data.load(Ordering::Relaxed))
    }

    /// Clears all entries.
    pub fn clear(&self) {
        self.data.iter().for_each(|data| data.store(0, Ordering::Relaxed));
    }
}

/// Mixes key and data. The upper bits of the key select the cluster; the lower half distinguishes positions
/// in it.
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
