//! The sums of a net, with the widest registers that the processor has. All ways agree to the bit: there are only whole numbers.

/// Numbers that are read and written together: one register of AVX-512, two of AVX2, four of NEON.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct Lanes(pub [i16; LANES]);

/// Numbers in [`Lanes`].
pub const LANES: usize = 32;

impl Default for Lanes {
    fn default() -> Lanes {
        Lanes([0; LANES])
    }
}

/// What the processor can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    /// Whatever the program was compiled for; with NEON that is wide registers already.
    Portable,
    /// 32 bytes at a time.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// 64 bytes at a time.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Level {
    /// All that this processor can do, the best last.
    pub fn available() -> Vec<Level> {
        #[allow(unused_mut, reason = "only some processors have more")]
        let mut levels = vec![Level::Portable];
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx2") {
                levels.push(Level::Avx2);
            }
            if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw") {
                levels.push(Level::Avx512);
            }
        }
        levels
    }

    /// The best that this processor can do.
    pub fn best() -> Level {
        *Level::available().last().unwrap_or(&Level::Portable)
    }
}

/// `out = input + added - removed`, all of the same length.
#[inline]
#[allow(unsafe_code, reason = "the processor has what the function is compiled for")]
pub fn update<const A: usize, const R: usize>(
    level: Level,
    out: &mut [Lanes],
    input: &[Lanes],
    added: [&[Lanes]; A],
    removed: [&[Lanes]; R],
) {
    match level {
        Level::Portable => update_here(out, input, added, removed),
        // SAFETY: a level is chosen among those that the processor has.
        #[cfg(target_arch = "x86_64")]
        Level::Avx2 => unsafe { x86::update_avx2(out, input, added, removed) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        Level::Avx512 => unsafe { x86::update_avx512(out, input, added, removed) },
    }
}

/// `values + added - removed` in place, with any number of columns.
#[inline]
#[allow(unsafe_code, reason = "the processor has what the function is compiled for")]
pub fn gather(level: Level, values: &mut [Lanes], added: &[&[Lanes]], removed: &[&[Lanes]]) {
    match level {
        Level::Portable => gather_here(values, added, removed),
        // SAFETY: a level is chosen among those that the processor has.
        #[cfg(target_arch = "x86_64")]
        Level::Avx2 => unsafe { x86::gather_avx2(values, added, removed) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        Level::Avx512 => unsafe { x86::gather_avx512(values, added, removed) },
    }
}

/// The sum of `clamp(value, 0, most)² · weight`. No `clamp(value, 0, most) · weight` may leave sixteen bits.
#[inline]
#[allow(unsafe_code, reason = "the processor has what the function is compiled for")]
pub fn activated(level: Level, values: &[Lanes], weights: &[Lanes], most: i16) -> i32 {
    match level {
        Level::Portable => activated_here(values, weights, most),
        // SAFETY: a level is chosen among those that the processor has.
        #[cfg(target_arch = "x86_64")]
        Level::Avx2 => unsafe { x86::activated_avx2(values, weights, most) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        Level::Avx512 => unsafe { x86::activated_avx512(values, weights, most) },
    }
}

#[inline(always)]
fn update_here<const A: usize, const R: usize>(out: &mut [Lanes], input: &[Lanes], added: [&[Lanes]; A], removed: [&[Lanes]; R]) {
    let count = out.len();
    let input = &input[..count];
    let added = added.map(|column| &column[..count]);
    let removed = removed.map(|column| &column[..count]);
    for index in 0..count {
        let mut sum = input[index];
        for column in added {
            add(&mut sum, &column[index]);
        }
        for column in removed {
            subtract(&mut sum, &column[index]);
        }
        out[index] = sum;
    }
}

#[inline(always)]
fn gather_here(values: &mut [Lanes], added: &[&[Lanes]], removed: &[&[Lanes]]) {
    for (index, value) in values.iter_mut().enumerate() {
        let mut sum = *value;
        for column in added {
            add(&mut sum, &column[index]);
        }
        for column in removed {
            subtract(&mut sum, &column[index]);
        }
        *value = sum;
    }
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
fn activated_here(values: &[Lanes], weights: &[Lanes], most: i16) -> i32 {
    let mut sum = 0_i32;
    for (values, weights) in values.iter().zip(weights) {
        for (value, weight) in values.0.iter().zip(&weights.0) {
            let value = (*value).clamp(0, most);
            sum = sum.wrapping_add(i32::from(value.wrapping_mul(*weight)) * i32::from(value));
        }
    }
    sum
}

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code, reason = "loads from memory are only known to be right by the types here")]
mod x86 {
    use std::arch::x86_64::*;

    use super::{Lanes, gather_here, update_here};

    #[target_feature(enable = "avx2")]
    pub fn update_avx2<const A: usize, const R: usize>(out: &mut [Lanes], input: &[Lanes], added: [&[Lanes]; A], removed: [&[Lanes]; R]) {
        update_here(out, input, added, removed);
    }

    #[target_feature(enable = "avx512f,avx512bw")]
    pub fn update_avx512<const A: usize, const R: usize>(out: &mut [Lanes], input: &[Lanes], added: [&[Lanes]; A], removed: [&[Lanes]; R]) {
        update_here(out, input, added, removed);
    }

    #[target_feature(enable = "avx2")]
    pub fn gather_avx2(values: &mut [Lanes], added: &[&[Lanes]], removed: &[&[Lanes]]) {
        gather_here(values, added, removed);
    }

    #[target_feature(enable = "avx512f,avx512bw")]
    pub fn gather_avx512(values: &mut [Lanes], added: &[&[Lanes]], removed: &[&[Lanes]]) {
        gather_here(values, added, removed);
    }

    #[target_feature(enable = "avx2")]
    pub fn activated_avx2(values: &[Lanes], weights: &[Lanes], most: i16) -> i32 {
        let (zero, most) = (_mm256_setzero_si256(), _mm256_set1_epi16(most));
        let mut sums = [_mm256_setzero_si256(); 2];
        for (values, weights) in values.iter().zip(weights) {
            for (half, sum) in sums.iter_mut().enumerate() {
                // SAFETY: Lanes are 64 aligned bytes, two registers of 32.
                let (value, weight) = unsafe {
                    let load = |lanes: &Lanes| _mm256_load_si256(lanes.0.as_ptr().cast::<__m256i>().add(half));
                    (load(values), load(weights))
                };
                let value = _mm256_min_epi16(_mm256_max_epi16(value, zero), most);
                *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(_mm256_mullo_epi16(value, weight), value));
            }
        }
        let sum = _mm256_add_epi32(sums[0], sums[1]);
        let sum = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256::<1>(sum));
        let sum = _mm_add_epi32(sum, _mm_shuffle_epi32::<0b01_00_11_10>(sum));
        _mm_cvtsi128_si32(_mm_add_epi32(sum, _mm_shuffle_epi32::<0b10_11_00_01>(sum)))
    }

    #[target_feature(enable = "avx512f,avx512bw")]
    pub fn activated_avx512(values: &[Lanes], weights: &[Lanes], most: i16) -> i32 {
        let (zero, most) = (_mm512_setzero_si512(), _mm512_set1_epi16(most));
        let mut sum = _mm512_setzero_si512();
        for (values, weights) in values.iter().zip(weights) {
            // SAFETY: Lanes are 64 aligned bytes, one register.
            let (value, weight) = unsafe {
                let load = |lanes: &Lanes| _mm512_load_si512(lanes.0.as_ptr().cast());
                (load(values), load(weights))
            };
            let value = _mm512_min_epi16(_mm512_max_epi16(value, zero), most);
            sum = _mm512_add_epi32(sum, _mm512_madd_epi16(_mm512_mullo_epi16(value, weight), value));
        }
        _mm512_reduce_add_epi32(sum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn random(rng: &mut fastrand::Rng, most: i16) -> Vec<Lanes> {
        (0..4).map(|_| Lanes(std::array::from_fn(|_| rng.i16(-most..=most)))).collect()
    }

    #[test]
    fn all_levels_agree() {
        let mut rng = fastrand::Rng::with_seed(7);
        for _ in 0..50 {
            let columns: Vec<Vec<Lanes>> = (0..5).map(|_| random(&mut rng, 500)).collect();
            let weights = random(&mut rng, 127);
            let mut plain = columns[0].clone();
            for (index, plain) in plain.iter_mut().enumerate() {
                for lane in 0..LANES {
                    let at = |column: usize| columns[column][index].0[lane];
                    plain.0[lane] = at(0) + at(1) + at(2) - at(3) - at(4);
                }
            }
            let square = |value: &i16| i32::from((*value).clamp(0, 255)).pow(2);
            let sum = plain.iter().zip(&weights).flat_map(|(values, weights)| values.0.iter().zip(&weights.0));
            let sum: i32 = sum.map(|(value, weight)| square(value) * i32::from(*weight)).sum();
            for level in Level::available() {
                let mut out = vec![Lanes::default(); 4];
                update(level, &mut out, &columns[0], [&columns[1], &columns[2]], [&columns[3], &columns[4]]);
                assert_eq!(out, plain, "{level:?}");
                let mut gathered = columns[0].clone();
                gather(level, &mut gathered, &[&columns[1], &columns[2]], &[&columns[3], &columns[4]]);
                assert_eq!(gathered, plain, "{level:?}");
                assert_eq!(activated(level, &plain, &weights, 255), sum, "{level:?}");
            }
        }
    }
}
