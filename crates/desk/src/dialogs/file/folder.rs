//! Reads a folder, or what is at a path. It may be on a slow disk, so this runs in a task.

use std::ffi::OsString;
use std::fs::Metadata;
use std::io::{self, ErrorKind};
use std::path::Path;

use jiff::Timestamp;

use super::request::Kind;

/// A file or folder.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The system's name.
    pub name: OsString,
    /// The name as it is shown.
    pub shown: String,
    /// Whether it is a folder.
    pub folder: bool,
    /// The size in bytes.
    pub size: u64,
    /// When it was last changed.
    pub changed: Option<Timestamp>,
    hidden: bool,
    program: bool,
}

impl Entry {
    /// Returns true if the entry is listed among files of a kind.
    pub fn is_listed(&self, kind: &Kind, hidden: bool, folders_only: bool) -> bool {
        let fits = || !folders_only && kind.fits(&self.shown) && (self.program || !kind.programs);
        (hidden || !self.hidden) && (self.folder || fits())
    }
}

/// What is at a path.
#[derive(Debug)]
pub enum Found {
    /// A folder, with its entries: folders first, by name.
    Folder(Vec<Entry>),
    /// A file.
    File,
    /// Nothing, and whether the folder exists.
    Nothing(bool),
    /// The system's error.
    Error(String),
}

/// Reads what is at a path.
pub fn look(path: &Path) -> Found {
    let found = match std::fs::metadata(path) {
        Ok(metadata) if metadata.is_dir() => entries(path).map(Found::Folder),
        Ok(_) => Ok(Found::File),
        Err(error) => Err(error),
    };
    found.unwrap_or_else(|error| match error.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory => {
            Found::Nothing(path.parent().is_some_and(Path::is_dir))
        }
        _ => Found::Error(error.to_string()),
    })
}

fn entries(folder: &Path) -> io::Result<Vec<Entry>> {
    let mut entries: Vec<Entry> = std::fs::read_dir(folder)?
        .flatten()
        .map(|entry| {
            // A link counts as what it leads to.
            let metadata = std::fs::metadata(entry.path()).or_else(|_| entry.metadata()).ok();
            let metadata = metadata.as_ref();
            let shown = entry.file_name().to_string_lossy().into_owned();
            Entry {
                hidden: shown.starts_with('.') || metadata.is_some_and(is_hidden),
                program: metadata.is_some_and(is_program),
                folder: metadata.is_some_and(Metadata::is_dir),
                size: metadata.map_or(0, Metadata::len),
                changed: metadata
                    .and_then(|metadata| metadata.modified().ok())
                    .and_then(|time| Timestamp::try_from(time).ok()),
                name: entry.file_name(),
                shown,
            }
        })
        .collect();
    entries.sort_by_cached_key(|entry| (!entry.folder, entry.shown.to_lowercase(), entry.name.clone()));
    Ok(entries)
}

#[cfg(windows)]
fn is_hidden(metadata: &Metadata) -> bool {
    use std::os::windows::fs::MetadataExt;
    const HIDDEN: u32 = 2;
    metadata.file_attributes() & HIDDEN != 0
}

#[cfg(not(windows))]
fn is_hidden(_: &Metadata) -> bool {
    false
}

#[cfg(unix)]
fn is_program(metadata: &Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    metadata.permissions().mode() & 0o111 != 0
}

#[cfg(not(unix))]
fn is_program(_: &Metadata) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::super::request::{ALL, GAMES, PROGRAMS};
    use super::*;

    #[test]
    fn folders_come_first_and_hidden_files_only_if_wanted() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("Zeta")).unwrap();
        for name in ["b.pgn", "A.PGN", "c.txt", ".hidden.pgn"] {
            std::fs::write(folder.path().join(name), name).unwrap();
        }
        let Found::Folder(entries) = look(folder.path()) else { panic!("no folder") };
        let listed = |kind: &Kind, hidden: bool, folders: bool| -> Vec<&str> {
            let listed = entries.iter().filter(|entry| entry.is_listed(kind, hidden, folders));
            listed.map(|entry| entry.shown.as_str()).collect()
        };
        assert_eq!(listed(&GAMES, false, false), ["Zeta", "A.PGN", "b.pgn"]);
        assert_eq!(listed(&ALL, true, false), ["Zeta", ".hidden.pgn", "A.PGN", "b.pgn", "c.txt"]);
        assert_eq!(listed(&ALL, true, true), ["Zeta"]);
        assert_eq!(entries[1].size, 11);
        if cfg!(unix) {
            assert_eq!(listed(&PROGRAMS, false, false), ["Zeta"]);
        }
    }

    #[test]
    fn a_path_without_anything_says_so() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.pgn");
        assert!(matches!(look(&file), Found::Nothing(true)));
        assert!(matches!(look(&folder.path().join("none/a.pgn")), Found::Nothing(false)));
        std::fs::write(&file, "").unwrap();
        assert!(matches!(look(&file), Found::File));
        assert!(matches!(look(&file.join("b.pgn")), Found::Nothing(false)));
    }
}
