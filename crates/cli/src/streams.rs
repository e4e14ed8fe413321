//! Files and standard input as named on the command line, compressed or not.

use std::io::BufRead;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use anyhow::{Context, Result};

/// Returns true if a path means standard input.
pub fn is_standard(path: &Path) -> bool {
    path == Path::new("-")
}

/// Returns the name of a file for messages.
pub fn name(path: &Path) -> String {
    if is_standard(path) { "standard input".into() } else { path.display().to_string() }
}

/// Opens a file, or standard input for `-`. Fails on folders and on files that cannot be read.
pub fn open(path: &Path) -> Result<Box<dyn BufRead + Send>> {
    open_counted(path, Arc::default())
}

/// Opens a file, or standard input for `-`; `count` grows by the bytes read from disk. Fails as [`open`]
/// does.
pub fn open_counted(path: &Path, count: Arc<AtomicU64>) -> Result<Box<dyn BufRead + Send>> {
    if !is_standard(path) {
        return heirloom_workshop::streams::open(path, count);
    }
    let standard = heirloom_files::decompressed(std::io::stdin()).and_then(heirloom_files::expect_text);
    standard.with_context(|| format!("cannot read {}", name(path)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_read_is_named() {
        let error = |path: &Path| format!("{:#}", open(path).err().unwrap());
        assert!(error("/no/such.pgn".as_ref()).starts_with("cannot read /no/such.pgn: "));
        assert!(error(&std::env::temp_dir()).ends_with(": it is a folder"));
    }
}
