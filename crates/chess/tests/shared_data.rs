//! The project's shared data, where it lies beside the checkout: exchange values, and every position of every suite.

use std::path::{Path, PathBuf};

use heirloom_chess::see::{self, VALUES};
use heirloom_chess::{Move, Position};

fn shared(folder: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data").join(folder);
    if !path.exists() {
        println!("skipped: {} is not there", path.display());
        return None;
    }
    Some(path)
}
