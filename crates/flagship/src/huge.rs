//! Memory for large tables, in huge pages if the system has them, so that the processor spends less time on
//! address translation.

use std::alloc::{Layout, handle_alloc_error};
use std::fmt;
use std::io;
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;

use bytemuck::Zeroable;
#[cfg(not(target_family = "wasm"))]
use memmap2::MmapMut;

/// The size of a huge page on the processors we know; memory aligned to it uses huge pages from its first
/// byte.
#[cfg(not(target_family = "wasm"))]
const HUGE_PAGE: usize = 2 << 20;
/// Browsers have no huge pages; the widest vector registers need less alignment than this.
#[cfg(target_family = "wasm")]
const HUGE_PAGE: usize = 128;

/// Memory from the allocator, on systems without memory maps.
#[cfg(target_family = "wasm")]
struct MmapMut(Vec<u8>);

#[cfg(target_family = "wasm")]
impl MmapMut {
    fn map_anon(bytes: usize) -> io::Result<MmapMut> {
        let mut memory = Vec::new();
        memory.try_reserve_exact(bytes).map_err(|_| io::ErrorKind::OutOfMemory)?;
        memory.resize(bytes, 0);
        Ok(MmapMut(memory))
    }

    fn as_mut_ptr(&mut self) -> *mut u8 {
        self.0.as_mut_ptr()
    }
}

/// A value in its own memory map, like a `Box`. The system provides zeroed pages on first use, so even a
/// large table is allocated instantly, and reports an error if it is out of memory. For plain numbers only:
/// nothing is dropped.
pub struct Huge<T: ?Sized> {
    /// Owns the memory.
    _map: MmapMut,
    place: NonNull<T>,
}

// SAFETY: `place` points into the map, which moves to another thread with it, and is accessed like the
// contents of a `Box`.
#[allow(unsafe_code, reason = "a pointer into memory from the system")]
unsafe impl<T: Send + ?Sized> Send for Huge<T> {}
// SAFETY: as above; a shared `Huge` hands out shared references only.
#[allow(unsafe_code, reason = "a pointer into memory from the system")]
unsafe impl<T: Sync + ?Sized> Sync for Huge<T> {}

impl<T: Zeroable> Huge<T> {
    /// Allocates a zeroed value. Aborts the program if there is no memory, as a `Box` does.
    pub fn zeroed() -> Huge<T> {
        let Ok((map, place)) = zeros(size_of::<T>()) else { handle_alloc_error(Layout::new::<T>()) };
        Huge { _map: map, place: place.cast() }
    }
}

impl<T: Zeroable> Huge<[T]> {
    /// Allocates `len` zeroed values. Fails if there is not enough memory.
    pub fn zeros(len: usize) -> io::Result<Huge<[T]>> {
        let (map, place) = zeros(size_of::<T>().checked_mul(len).ok_or(io::ErrorKind::OutOfMemory)?)?;
        Ok(Huge { _map: map, place: NonNull::slice_from_raw_parts(place.cast(), len) })
    }
}

/// Allocates zeroed bytes, aligned to a huge page.
fn zeros(bytes: usize) -> io::Result<(MmapMut, NonNull<u8>)> {
    let all = bytes
        .checked_add(HUGE_PAGE)
        .filter(|&all| all <= isize::MAX as usize)
        .ok_or(io::ErrorKind::OutOfMemory)?;
    let mut map = MmapMut::map_anon(all)?;
    // This is only a hint.
    #[cfg(target_os = "linux")]
    let _ = map.advise(memmap2::Advice::HugePage);
    let start = map.as_mut_ptr();
    let place =
        NonNull::new(start.wrapping_add(start.align_offset(HUGE_PAGE))).ok_or(io::ErrorKind::OutOfMemory)?;
    Ok((map, place))
}

impl<T: ?Sized> Deref for Huge<T> {
    type Target = T;

    #[inline(always)]
    #[allow(unsafe_code, reason = "a reference into memory from the system")]
    fn deref(&self) -> &T {
        // SAFETY: the map contains the target of `place`, which starts less than a huge page from its
        // beginning and is aligned to one; zeroed bytes are valid values of a `Zeroable` type; the map lives
        // as long as the borrow.
        unsafe { self.place.as_ref() }
    }
}

impl<T: ?Sized> DerefMut for Huge<T> {
    #[inline(always)]
    #[allow(unsafe_code, reason = "a reference into memory from the system")]
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: as above, and `self` is mutably borrowed.
        unsafe { self.place.as_mut() }
    }
}

impl<T: Zeroable> Default for Huge<T> {
    fn default() -> Huge<T> {
        Huge::zeroed()
    }
}

impl<T: fmt::Debug + ?Sized> fmt::Debug for Huge<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_aligned_zeroed_and_writable() {
        let mut numbers = Huge::<[u64]>::zeros(400_000).unwrap();
        assert_eq!((numbers.len(), numbers.as_ptr() as usize % HUGE_PAGE), (400_000, 0));
        assert!(numbers.iter().all(|&number| number == 0));
        (numbers[0], numbers[399_999]) = (5, 7);
        let numbers = std::thread::spawn(move || numbers).join().unwrap();
        assert_eq!(numbers.iter().sum::<u64>(), 12);
        let mut rows = Huge::<[[i16; 64]; 1000]>::zeroed();
        rows[999][63] = -3;
        assert_eq!(rows.as_flattened().iter().map(|&number| i32::from(number)).sum::<i32>(), -3);
    }

    #[test]
    fn too_much_memory_is_an_error() {
        assert!(Huge::<[u8]>::zeros(usize::MAX).is_err());
        assert!(Huge::<[u64]>::zeros(usize::MAX / 8).is_err());
    }

    #[test]
    fn zero_length_is_allowed() {
        assert!(Huge::<[u64]>::zeros(0).unwrap().is_empty());
    }
}
