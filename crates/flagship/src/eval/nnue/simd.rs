//! The sums of a net, with the widest registers of the processor. All levels agree bit for bit, since all
//! numbers are integers.

use bytemuck::Zeroable;
use heirloom_chess::cpu;

/// Numbers that are read and written together: one register of AVX-512, two of AVX2, four of NEON.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Zeroable)]
#[repr(C, align(64))]
pub struct Lanes(pub [i16; LANES]);

/// The number of values in [`Lanes`].
pub const LANES: usize = 32;

/// The largest value of the clipped activation; it needs nine bits.
pub const CLIP_MAX: i16 = 511;

/// The right shift that makes squares of nine bits fit into fifteen.
pub const SQUARE_SHIFT: u32 = 3;

impl Default for Lanes {
    fn default() -> Lanes {
        Lanes([0; LANES])
    }
}

/// The instruction sets that are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    /// Whatever the program was compiled for; with NEON that already means wide registers.
    Portable,
    /// 32 bytes at a time.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// 64 bytes at a time.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Level {
    /// Returns all levels that this processor supports, the best last.
    pub fn available() -> Vec<Level> {
        cpu::present().map(Level::of).collect()
    }

    /// Returns the level that is used here.
    pub fn best() -> Level {
        Level::of(cpu::level())
    }

    fn of(level: cpu::Level) -> Level {
        match level {
            #[cfg(target_arch = "x86_64")]
            cpu::Level::Avx2 => Level::Avx2,
            #[cfg(target_arch = "x86_64")]
            cpu::Level::Avx512 => Level::Avx512,
            _ => Level::Portable,
        }
    }
}

/// Calls the version of a function for a level.
macro_rules! dispatch {
    ($level:expr, $portable:ident, $avx2:ident, $avx512:ident, ($($argument:expr),*)) => {
        match $level {
            Level::Portable => $portable($($argument),*),
            // SAFETY: a level is only chosen if the processor supports it.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => unsafe { x86::$avx2($($argument),*) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { x86::$avx512($($argument),*) },
        }
    };
}

pub(super) use dispatch;

/// Computes `out = input + added - removed` for one or more consecutive views, each with the same number of
/// columns added and removed. `columns` holds the columns of weights, each as long as a view; `added` and
/// `removed` hold valid indices into them.
#[inline]
#[allow(unsafe_code, reason = "the processor has what the function is compiled for")]
pub fn update<const VIEWS: usize>(
    level: Level,
    out: &mut [Lanes],
    input: &[Lanes],
    columns: &[Lanes],
    added: [&[u16]; VIEWS],
    removed: [&[u16]; VIEWS],
) {
    dispatch!(level, update_portable, update_avx2, update_avx512, (out, input, columns, added, removed))
}

/// Adds 12, 24 and 48 to the bytes of the squares in the first, second and third set.
#[inline]
#[allow(unsafe_code, reason = "the processor has what the function is compiled for")]
pub fn add_states(level: Level, bytes: &mut [u8; 64], sets: [u64; 3]) {
    dispatch!(level, add_states_portable, add_states_avx2, add_states_avx512, (bytes, sets))
}

/// Returns a mask of the bytes that differ.
#[inline]
#[allow(unsafe_code, reason = "the processor has what the function is compiled for")]
pub fn differing(level: Level, left: &[u8; 64], right: &[u8; 64]) -> u64 {
    dispatch!(level, differing_portable, differing_avx2, differing_avx512, (left, right))
}

/// Returns the sum of `(clamp(value, 0, CLIP_MAX)² >> SQUARE_SHIFT) · weight`.
#[inline]
#[allow(unsafe_code, reason = "the processor has what the function is compiled for")]
pub fn screlu_dot(level: Level, values: &[Lanes], weights: &[Lanes]) -> i32 {
    dispatch!(level, screlu_dot_portable, screlu_dot_avx2, screlu_dot_avx512, (values, weights))
}

fn update_portable<const VIEWS: usize>(
    out: &mut [Lanes],
    input: &[Lanes],
    columns: &[Lanes],
    added: [&[u16]; VIEWS],
    removed: [&[u16]; VIEWS],
) {
    let width = out.len() / VIEWS;
    out.copy_from_slice(input);
    let column = |number: u16| &columns[usize::from(number) * width..][..width];
    for (out, (added, removed)) in out.chunks_exact_mut(width).zip(added.into_iter().zip(removed)) {
        for &number in added {
            out.iter_mut().zip(column(number)).for_each(|(sum, column)| add(sum, column));
        }
        for &number in removed {
            out.iter_mut().zip(column(number)).for_each(|(sum, column)| subtract(sum, column));
        }
    }
}

#[inline(always)]
fn add_states_portable(bytes: &mut [u8; 64], sets: [u64; 3]) {
    for (square, byte) in bytes.iter_mut().enumerate() {
        let [first, second, third] = sets.map(|set| (set >> square) as u8 & 1);
        *byte += 12 * (first + 2 * second + 4 * third);
    }
}

#[inline(always)]
fn differing_portable(left: &[u8; 64], right: &[u8; 64]) -> u64 {
    let mut differing = 0;
    for (row, (left, right)) in left.as_chunks::<8>().0.iter().zip(right.as_chunks::<8>().0).enumerate() {
        let mut bits = u64::from_le_bytes(*left) ^ u64::from_le_bytes(*right);
        while bits != 0 {
            let byte = bits.trailing_zeros() / 8;
            bits &= !(0xff << (byte * 8));
            differing |= 1 << (row as u32 * 8 + byte);
        }
    }
    differing
}

#[inline(always)]
fn add(sum: &mut Lanes, column: &Lanes) {
    for (sum, value) in sum.0.iter_mut().zip(&column.0) {
        *sum = sum.wrapping_add(*value);
    }
}

#[inline(always)]
fn subtract(sum: &mut Lanes, column: &Lanes) {
    for (sum, value) in sum.0.iter_mut().zip(&column.0) {
        *sum = sum.wrapping_sub(*value);
    }
}

#[inline(always)]
fn screlu_dot_portable(values: &[Lanes], weights: &[Lanes]) -> i32 {
    let mut sum = 0_i32;
    for (values, weights) in values.iter().zip(weights) {
        for (value, weight) in values.0.iter().zip(&weights.0) {
            let value = i32::from((*value).clamp(0, CLIP_MAX));
            sum = sum.wrapping_add(((value * value) >> SQUARE_SHIFT) * i32::from(*weight));
        }
    }
    sum
}

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code, reason = "loads from memory are only known to be right by the types here")]
mod x86 {
    use std::arch::x86_64::*;

    use super::{CLIP_MAX, Lanes};

    /// Registers of sums per view that are held while all columns are added.
    const HELD: usize = 8;

    /// Generates `update` for one kind of register. The views share the loop over their columns, whose length
    /// is hard to predict.
    macro_rules! update {
        ($name:ident, $features:literal, $register:ty, $per_lanes:literal,
         $load:ident, $store:ident, $add:ident, $sub:ident) => {
            #[target_feature(enable = $features)]
            pub fn $name<const VIEWS: usize>(
                out: &mut [Lanes],
                input: &[Lanes],
                columns: &[Lanes],
                added: [&[u16]; VIEWS],
                removed: [&[u16]; VIEWS],
            ) {
                let width = out.len() / VIEWS;
                assert!(
                    input.len() == VIEWS * width && 0 < width && width <= columns.len(),
                    "views as long as columns"
                );
                let (registers, last) = (width * $per_lanes, columns.len() / width - 1);
                let (out, input, columns) = (
                    out.as_mut_ptr().cast::<$register>(),
                    input.as_ptr().cast::<$register>(),
                    columns.as_ptr().cast::<$register>(),
                );
                let mut start = 0;
                while start + HELD <= registers {
                    // SAFETY: Lanes are aligned and hold whole registers; the lengths were checked above.
                    unsafe {
                        part::<VIEWS, HELD>(out, input, columns, registers, start, last, added, removed)
                    };
                    start += HELD;
                }
                while start < registers {
                    // SAFETY: as above.
                    unsafe { part::<VIEWS, 1>(out, input, columns, registers, start, last, added, removed) };
                    start += 1;
                }

                #[inline]
                #[target_feature(enable = $features)]
                #[allow(clippy::too_many_arguments, reason = "a loop's body with a name")]
                // SAFETY: the caller has checked that `HELD` registers from `start` on exist in each view and
                // each column.
                unsafe fn part<const VIEWS: usize, const HELD: usize>(
                    out: *mut $register,
                    input: *const $register,
                    columns: *const $register,
                    registers: usize,
                    start: usize,
                    last: usize,
                    added: [&[u16]; VIEWS],
                    removed: [&[u16]; VIEWS],
                ) {
                    // SAFETY: guaranteed by the caller; an index beyond the last column is replaced by the
                    // last one.
                    unsafe {
                        let mut sums: [[$register; HELD]; VIEWS] = std::array::from_fn(|view| {
                            std::array::from_fn(|index| $load(input.add(view * registers + start + index)))
                        });
                        for place in 0..added[0].len() {
                            for view in 0..VIEWS {
                                let column = columns
                                    .add(usize::from(added[view][place]).min(last) * registers + start);
                                for index in 0..HELD {
                                    sums[view][index] = $add(sums[view][index], $load(column.add(index)));
                                }
                            }
                        }
                        for place in 0..removed[0].len() {
                            for view in 0..VIEWS {
                                let column = columns
                                    .add(usize::from(removed[view][place]).min(last) * registers + start);
                                for index in 0..HELD {
                                    sums[view][index] = $sub(sums[view][index], $load(column.add(index)));
                                }
                            }
                        }
                        for view in 0..VIEWS {
                            for index in 0..HELD {
                                $store(out.add(view * registers + start + index), sums[view][index]);
                            }
                        }
                    }
                }
            }
        };
    }

    update! {
        update_avx2, "avx2", __m256i, 2,
        _mm256_load_si256, _mm256_store_si256, _mm256_add_epi16, _mm256_sub_epi16
    }
    update! {
        update_avx512, "avx512f,avx512bw", __m512i, 1,
        _mm512_load_si512, _mm512_store_si512, _mm512_add_epi16, _mm512_sub_epi16
    }

    #[target_feature(enable = "avx512f,avx512bw")]
    pub fn add_states_avx512(bytes: &mut [u8; 64], sets: [u64; 3]) {
        // SAFETY: 64 bytes, one register, unaligned access.
        let mut sum = unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) };
        for (set, number) in sets.into_iter().zip([12, 24, 48]) {
            sum = _mm512_mask_add_epi8(sum, set, sum, _mm512_set1_epi8(number));
        }
        // SAFETY: as above.
        unsafe { _mm512_storeu_si512(bytes.as_mut_ptr().cast(), sum) };
    }

    #[target_feature(enable = "avx2")]
    pub fn add_states_avx2(bytes: &mut [u8; 64], sets: [u64; 3]) {
        // Each byte of a register tests one bit of the set's byte that covers it.
        let bytes_of_set =
            _mm256_setr_epi64x(0, 0x0101_0101_0101_0101, 0x0202_0202_0202_0202, 0x0303_0303_0303_0303);
        let bits = _mm256_set1_epi64x(0x8040_2010_0804_0201_u64.cast_signed());
        for (half, bytes) in bytes.as_chunks_mut::<32>().0.iter_mut().enumerate() {
            // SAFETY: 32 bytes, one register, unaligned access.
            let mut sum = unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) };
            for (set, number) in sets.into_iter().zip([12, 24, 48]) {
                let set = _mm256_shuffle_epi8(_mm256_set1_epi32((set >> (32 * half)) as i32), bytes_of_set);
                let in_set = _mm256_cmpeq_epi8(_mm256_and_si256(set, bits), bits);
                sum = _mm256_add_epi8(sum, _mm256_and_si256(in_set, _mm256_set1_epi8(number)));
            }
            // SAFETY: as above.
            unsafe { _mm256_storeu_si256(bytes.as_mut_ptr().cast(), sum) };
        }
    }

    #[target_feature(enable = "avx2")]
    pub fn differing_avx2(left: &[u8; 64], right: &[u8; 64]) -> u64 {
        let same = |start: usize| {
            // SAFETY: 32 of 64 bytes each, unaligned access.
            let load = |bytes: &[u8; 64]| unsafe { _mm256_loadu_si256(bytes[start..][..32].as_ptr().cast()) };
            u64::from(_mm256_movemask_epi8(_mm256_cmpeq_epi8(load(left), load(right))).cast_unsigned())
        };
        !(same(32) << 32 | same(0))
    }

    #[target_feature(enable = "avx512f,avx512bw")]
    pub fn differing_avx512(left: &[u8; 64], right: &[u8; 64]) -> u64 {
        // SAFETY: 64 bytes each, unaligned access.
        unsafe {
            _mm512_cmpneq_epi8_mask(
                _mm512_loadu_si512(left.as_ptr().cast()),
                _mm512_loadu_si512(right.as_ptr().cast()),
            )
        }
    }

    #[target_feature(enable = "avx2")]
    pub fn screlu_dot_avx2(values: &[Lanes], weights: &[Lanes]) -> i32 {
        let (zero, most) = (_mm256_setzero_si256(), _mm256_set1_epi16(CLIP_MAX));
        let mut sums = [_mm256_setzero_si256(); 2];
        for (values, weights) in values.iter().zip(weights) {
            for (half, sum) in sums.iter_mut().enumerate() {
                // SAFETY: `Lanes` are 64 aligned bytes, two registers of 32.
                let (value, weight) = unsafe {
                    let load =
                        |lanes: &Lanes| _mm256_load_si256(lanes.0.as_ptr().cast::<__m256i>().add(half));
                    (load(values), load(weights))
                };
                let value = _mm256_min_epi16(_mm256_max_epi16(value, zero), most);
                // The upper half of the product of value << 7 and value << 6.
                let square = _mm256_mulhi_epu16(_mm256_slli_epi16::<7>(value), _mm256_slli_epi16::<6>(value));
                *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(square, weight));
            }
        }
        let sum = _mm256_add_epi32(sums[0], sums[1]);
        let sum = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256::<1>(sum));
        let sum = _mm_add_epi32(sum, _mm_shuffle_epi32::<0b01_00_11_10>(sum));
        _mm_cvtsi128_si32(_mm_add_epi32(sum, _mm_shuffle_epi32::<0b10_11_00_01>(sum)))
    }

    #[target_feature(enable = "avx512f,avx512bw")]
    pub fn screlu_dot_avx512(values: &[Lanes], weights: &[Lanes]) -> i32 {
        let (zero, most) = (_mm512_setzero_si512(), _mm512_set1_epi16(CLIP_MAX));
        let mut sum = _mm512_setzero_si512();
        for (values, weights) in values.iter().zip(weights) {
            // SAFETY: `Lanes` are 64 aligned bytes, one register.
            let (value, weight) = unsafe {
                let load = |lanes: &Lanes| _mm512_load_si512(lanes.0.as_ptr().cast());
                (load(values), load(weights))
            };
            let value = _mm512_min_epi16(_mm512_max_epi16(value, zero), most);
            let square = _mm512_mulhi_epu16(_mm512_slli_epi16::<7>(value), _mm512_slli_epi16::<6>(value));
            sum = _mm512_add_epi32(sum, _mm512_madd_epi16(square, weight));
        }
        _mm512_reduce_add_epi32(sum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Registers of a column: more than are held at a time, with a remainder.
    const COUNT: usize = 11;

    fn random(rng: &mut fastrand::Rng, most: i16) -> Vec<Lanes> {
        (0..COUNT).map(|_| Lanes(std::array::from_fn(|_| rng.i16(-most..=most)))).collect()
    }

    #[test]
    fn all_levels_agree() {
        let mut rng = fastrand::Rng::with_seed(7);
        for _ in 0..50 {
            let columns = (0..5).flat_map(|_| random(&mut rng, 500)).collect::<Vec<Lanes>>();
            let weights = random(&mut rng, 512);
            let mut plain = columns[..COUNT].to_vec();
            for (index, plain) in plain.iter_mut().enumerate() {
                for lane in 0..LANES {
                    let at = |column: usize| columns[column * COUNT + index].0[lane];
                    plain.0[lane] = at(0) + at(1) + at(2) - at(3) - at(4);
                }
            }
            let sets = [rng.u64(..), rng.u64(..), rng.u64(..)];
            let square = |value: &i16| i32::from((*value).clamp(0, CLIP_MAX)).pow(2) / 8;
            let sum =
                plain.iter().zip(&weights).flat_map(|(values, weights)| values.0.iter().zip(&weights.0));
            let sum: i32 = sum.map(|(value, weight)| square(value) * i32::from(*weight)).sum();
            for level in Level::available() {
                let mut out = vec![Lanes::default(); COUNT];
                update(level, &mut out, &columns[..COUNT], &columns, [&[1, 2]], [&[3, 4]]);
                assert_eq!(out, plain, "{level:?}");
                let (mut both, views) = (vec![Lanes::default(); 2 * COUNT], &columns[..2 * COUNT]);
                update(level, &mut both, views, &columns, [&[1, 2], &[2, 0]], [&[3, 4], &[4, 3]]);
                let mut other = vec![Lanes::default(); COUNT];
                update(level, &mut other, &columns[COUNT..2 * COUNT], &columns, [&[2, 0]], [&[4, 3]]);
                assert_eq!(both, [plain.clone(), other].concat(), "{level:?}");
                let mut bytes = [1; 64];
                add_states(level, &mut bytes, sets);
                for (square, byte) in bytes.into_iter().enumerate() {
                    let bits: u64 = (0..3).map(|set| (sets[set] >> square & 1) << set).sum();
                    assert_eq!(u64::from(byte), 1 + 12 * bits, "{level:?}");
                }
                let few =
                    std::array::from_fn(|square| bytes[square].wrapping_add((sets[0] >> square & 1) as u8));
                assert_eq!(differing(level, &bytes, &few), sets[0], "{level:?}");
                assert_eq!(screlu_dot(level, &plain, &weights), sum, "{level:?}");
            }
        }
    }
}
