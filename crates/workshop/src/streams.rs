//! Opens files named by the user, compressed or not.

use std::io::BufRead;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use anyhow::{Context, Result, bail};

/// Opens a file; `count` grows by the bytes read from disk. Fails if the file does not exist, cannot be read
/// or is a folder.
pub fn open(path: &Path, count: Arc<AtomicU64>) -> Result<Box<dyn BufRead + Send>> {
    if path.is_dir() {
        bail!("cannot read {}: it is a folder", path.display());
    }
    heirloom_files::open_text(path, count).with_context(|| format!("cannot read {}", path.display()))
}
