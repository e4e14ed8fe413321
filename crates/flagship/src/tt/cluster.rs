//! The memory of the transposition table: clusters of five entries in one cache line each, in huge pages where the system has them.

use std::io;
use std::ops::Deref;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use memmap2::MmapMut;

/// Entries in a cluster.
pub const ENTRIES: usize = 5;

/// Five entries of one cache line, twelve bytes each. All zero means empty.
#[repr(C, align(64))]
pub struct Cluster {
    data: [AtomicU64; ENTRIES],
    checks: [AtomicU32; ENTRIES],
}

impl Cluster {
    /// The data of the entry at `index` and whether it belongs to `key`. What is stored is the low half of the key mixed with the data: an
    /// entry torn by two threads does not match (Hyatt and Mann 2002).
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

/// The size of a huge page on the processors we know; a table that begins at a multiple of it uses them from its first byte.
const HUGE_PAGE: usize = 2 << 20;

/// All clusters of a table. The system hands out zeroed memory page by page when it is first used, so that even a large table is there at
/// once, and says so when it has none.
pub struct Clusters {
    /// Keeps the memory.
    _map: MmapMut,
    first: *const Cluster,
    len: usize,
}

// SAFETY: what `first` points to belongs to the map, which moves to another thread with it; clusters are shared through atomics only.
#[allow(unsafe_code, reason = "a pointer into memory from the system")]
unsafe impl Send for Clusters {}
// SAFETY: as above; a shared Clusters hands out shared clusters only.
#[allow(unsafe_code, reason = "a pointer into memory from the system")]
unsafe impl Sync for Clusters {}

impl Clusters {
    /// So many empty clusters, at least one.
    ///
    /// # Errors
    /// When the system does not give the memory.
    pub fn new(len: usize) -> io::Result<Clusters> {
        let too_large = || io::Error::from(io::ErrorKind::OutOfMemory);
        let bytes = len.max(1).checked_mul(size_of::<Cluster>()).ok_or_else(too_large)?;
        let mut map = MmapMut::map_anon(bytes.checked_add(HUGE_PAGE).filter(|&all| all <= isize::MAX as usize).ok_or_else(too_large)?)?;
        // Fewer and larger pages spare most of the time the processor spends on looking up where pages are. It is a wish, no more.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        let start = map.as_mut_ptr();
        let first = start.wrapping_add(start.align_offset(HUGE_PAGE)).cast_const().cast();
        Ok(Clusters { _map: map, first, len: len.max(1) })
    }
}

impl Deref for Clusters {
    type Target = [Cluster];

    #[inline]
    #[allow(unsafe_code, reason = "a slice of memory from the system")]
    fn deref(&self) -> &[Cluster] {
        // SAFETY: the map holds `len` clusters and a huge page more; `first` lies less than a huge page from its start and is aligned for
        // clusters; zeroed bytes are valid clusters, whose fields are atomic integers; the map lives as long as the borrow.
        unsafe { std::slice::from_raw_parts(self.first, self.len) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_aligned_empty_and_ours_to_its_end() {
        let clusters = Clusters::new(40_000).unwrap();
        assert_eq!((clusters.len(), clusters.as_ptr() as usize % HUGE_PAGE), (40_000, 0));
        for index in [0, 39_999] {
            assert_eq!(clusters[index].load(4, 1), (0, false));
            clusters[index].store(4, 1, 77);
            assert_eq!(clusters[index].load(4, 1), (77, true));
            assert_eq!(clusters[index].load(4, 2), (77, false));
        }
        assert!(Clusters::new(usize::MAX).is_err());
        assert!(Clusters::new(usize::MAX / 64).is_err());
    }
}
