//! A hint to the processor that memory will be read soon.

/// Prefetches the cache line at the start of `place`.
#[inline(always)]
#[allow(unsafe_code, reason = "a hint to the processor")]
pub fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let place: *const T = place;
        // SAFETY: prefetching reads nothing and cannot fault.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(place.cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}
