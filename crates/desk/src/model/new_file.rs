//! Results in new files, which never replace others.

use std::path::PathBuf;

use super::notice::Notice;

/// Writes a file that does not exist yet. Returns the message about it.
pub fn write(path: PathBuf, bytes: &[u8]) -> Notice {
    if path.exists() {
        return Notice::Exists(path);
    }
    match heirloom_files::replace(&path, bytes) {
        Ok(()) => Notice::Saved(path),
        Err(error) => Notice::File(path, error.to_string()),
    }
}
