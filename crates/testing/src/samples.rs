//! The sample data: games, suites, books and tablebases in a folder next to the checkout.

use std::path::{Path, PathBuf};

/// Returns the path of a file or folder of the sample data.
///
/// Tests that use it are marked with [`crate::needs_sample_data`], so they are ignored without the data;
/// benches check that the path exists.
pub fn sample_data(path: impl AsRef<Path>) -> PathBuf {
    Path::new(heirloom_testing_macros::sample_data_folder!()).join(path)
}

#[cfg(test)]
mod tests {
    use crate::{needs_sample_data, sample_data};

    #[needs_sample_data("pgn", "suites")]
    #[test]
    fn tests_run_if_their_data_exists() {
        assert!(sample_data("pgn").is_dir() && sample_data("suites").is_dir());
    }
}
