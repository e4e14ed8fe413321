//! Changes the configuration file and replaces it as a whole.

use std::io;
use std::path::{Path, PathBuf};

use super::edit::{EditError, PREAMBLE};

/// Why a file was not changed.
#[derive(Debug, thiserror::Error)]
pub enum ChangeError {
    /// The file cannot be read.
    #[error("cannot read {0}: {1}")]
    Read(PathBuf, io::Error),
    /// The file is not UTF-8.
    #[error(
        "{0} is not UTF-8; convert it first ('heirloom config check' lists the lines); \
         nothing was changed"
    )]
    Encoding(PathBuf),
    /// The text cannot be changed.
    #[error("cannot change {0}: {1}")]
    Edit(PathBuf, EditError),
    /// The file cannot be written.
    #[error("cannot write {0}: {1}")]
    Write(PathBuf, io::Error),
}

/// Changes a file; a new one starts with the [`PREAMBLE`]. Returns true if anything was written. Fails if the
/// file cannot be read, changed or written.
pub fn change(
    path: &Path,
    change: impl FnOnce(&str) -> Result<String, EditError>,
) -> Result<bool, ChangeError> {
    let before = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        Err(error) if error.kind() == io::ErrorKind::InvalidData => {
            return Err(ChangeError::Encoding(path.into()));
        }
        Err(error) => return Err(ChangeError::Read(path.into(), error)),
    };
    let start = if before.is_empty() { PREAMBLE } else { &before };
    let after = change(start).map_err(|error| ChangeError::Edit(path.into(), error))?;
    let changed = after != start;
    if changed {
        save(path, &after).map_err(|error| ChangeError::Write(path.into(), error))?;
    }
    Ok(changed)
}

/// Replaces a file as a whole, creating its folder if necessary. Fails if the folder cannot be created or the
/// file cannot be written.
pub fn save(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder)?;
    }
    heirloom_files::replace(path, text.as_bytes())
}
