//! The settings of property tests.

use proptest::test_runner::{Config, RngSeed};

/// Returns settings for this many random cases, the same ones in every run.
///
/// `PROPTEST_CASES` sets another number, `PROPTEST_RNG_SEED` another random seed.
pub fn cases(count: u32) -> Config {
    let environment = Config::default();
    Config {
        cases: if std::env::var_os("PROPTEST_CASES").is_some() { environment.cases } else { count },
        rng_seed: match environment.rng_seed {
            RngSeed::Random => RngSeed::Fixed(0),
            seed @ RngSeed::Fixed(_) => seed,
        },
        failure_persistence: None,
        ..environment
    }
}
