//! Files written as a whole, or standard output.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::streams::is_standard;

/// Replaces a file as a whole. Fails with its name.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<()> {
    heirloom_files::replace(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}

/// The destination of an output.
pub enum Destination {
    /// Standard output, written at once.
    Standard,
    /// A file written at the end: it may still be an input.
    File(PathBuf, Vec<u8>),
}

impl Destination {
    /// Checks that it can be written.
    pub fn new(path: &Path) -> Result<Destination> {
        if is_standard(path) {
            return Ok(Destination::Standard);
        }
        // Fail now rather than after hours.
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        if path.is_dir() || folder.is_some_and(|folder| !folder.is_dir()) {
            bail!(
                "cannot write {}: {}",
                path.display(),
                if path.is_dir() { "it is a folder" } else { "no such folder" }
            );
        }
        Ok(Destination::File(path.to_owned(), Vec::new()))
    }

    /// Writes, or keeps for the file.
    pub fn add(&mut self, bytes: &[u8]) -> Result<()> {
        match self {
            Destination::Standard => {
                let mut output = std::io::stdout().lock();
                output.write_all(bytes)?;
                output.flush()?;
            }
            Destination::File(_, kept) => kept.extend_from_slice(bytes),
        }
        Ok(())
    }

    /// Writes the file.
    pub fn finish(self) -> Result<()> {
        match self {
            Destination::Standard => Ok(()),
            Destination::File(path, bytes) => replace(&path, &bytes),
        }
    }
}
