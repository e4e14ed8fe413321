//! Noise in the evaluation that is always the same for the same position within a game, for weaker levels.

/// Errors of the static evaluation; by default none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct EvalNoise {
    seed: u64,
    /// Twice the largest error of each of the two draws that are added, in units of the evaluation.
    size: i32,
}

/// Spreads the bits of a key over the upper half of the product; odd.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

impl EvalNoise {
    /// Errors whose standard deviation is `size`, others for each seed.
    pub fn new(seed: u64, size: i32) -> EvalNoise {
        // Two even draws from a range have a deviation of the range by the root of six.
        EvalNoise { seed, size: size * 245 / 100 }
    }

    /// What to add to the evaluation of the position with this key. Without a branch: at full strength it is
    /// zero, and costs nothing that could be measured.
    #[inline(always)]
    pub fn of(self, key: u64) -> i32 {
        let mixed = (key ^ self.seed).wrapping_mul(SPREAD);
        let draws = i32::from((mixed >> 48) as i16) + i32::from((mixed >> 32) as i16);
        (draws * self.size) >> 16
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_as_large_as_asked_for_and_even() {
        let mut random = fastrand::Rng::with_seed(3);
        for size in [0, 50, 800] {
            let wrong = EvalNoise::new(7, size);
            let errors: Vec<f64> = (0..20_000).map(|_| f64::from(wrong.of(random.u64(..)))).collect();
            let mean = errors.iter().sum::<f64>() / errors.len() as f64;
            let deviation =
                (errors.iter().map(|error| error * error).sum::<f64>() / errors.len() as f64).sqrt();
            let size = f64::from(size);
            assert!(
                mean.abs() <= size * 0.05 + 0.6 && (deviation - size).abs() <= size * 0.05,
                "{size}: {mean}, {deviation}"
            );
        }
    }

    #[test]
    fn the_same_position_is_misjudged_alike_within_a_game() {
        let game = EvalNoise::new(1, 300);
        assert_eq!(game.of(12_345), EvalNoise::new(1, 300).of(12_345));
        assert_ne!(game.of(12_345), EvalNoise::new(2, 300).of(12_345));
        assert_ne!(game.of(12_345), game.of(12_346));
    }
}
