//! Noise in the evaluation for weaker levels, always the same for the same position within a game.

/// Random errors of the static evaluation; none by default.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct EvalNoise {
    seed: u64,
    /// Twice the largest absolute value of each of the two random numbers that are added, in units of the
    /// evaluation.
    size: i32,
}

/// An odd constant that spreads the bits of a key over the upper half of the product.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

impl EvalNoise {
    /// Creates errors with a standard deviation of `size`, different for each seed.
    pub fn new(seed: u64, size: i32) -> EvalNoise {
        // The sum of two uniform numbers has a standard deviation of their range divided by the square root
        // of six.
        EvalNoise { seed, size: size * 245 / 100 }
    }

    /// Returns the error for the position with this key. Branchless: at full strength it is zero, at no
    /// measurable cost.
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
    fn errors_have_the_requested_size_and_no_bias() {
        let mut random = fastrand::Rng::with_seed(3);
        for size in [0, 50, 800] {
            let noise = EvalNoise::new(7, size);
            let errors: Vec<f64> = (0..20_000).map(|_| f64::from(noise.of(random.u64(..)))).collect();
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
    fn the_noise_of_a_position_is_constant_within_a_game() {
        let game = EvalNoise::new(1, 300);
        assert_eq!(game.of(12_345), EvalNoise::new(1, 300).of(12_345));
        assert_ne!(game.of(12_345), EvalNoise::new(2, 300).of(12_345));
        assert_ne!(game.of(12_345), game.of(12_346));
    }
}
