//! What a file is, by its name and its first bytes.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use heirloom_book::library::HEADER;

/// What a file has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileKind {
    /// Games: PGN, and everything else that may be text.
    Games,
    /// Positions: EPD or FEN.
    Positions,
    /// Puzzles.
    Puzzles,
    /// An opening library or book.
    Book,
    /// A program, which may be an engine.
    Program,
}

impl FileKind {
    /// Returns what a file is.
    pub fn of(path: &Path) -> FileKind {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        let ends = |endings: &[&str]| endings.iter().any(|ending| name.ends_with(ending));
        if ends(&[".pgn", ".pgn.zst"]) {
            FileKind::Games
        } else if ends(&[".epd", ".fen"]) {
            FileKind::Positions
        } else if ends(&[".csv", ".csv.zst"]) {
            FileKind::Puzzles
        } else if ends(&[".bin"]) || ends(&[".txt"]) && is_library(path) {
            FileKind::Book
        } else if ends(&[".exe", ".bat", ".cmd"]) || !ends(&[".txt"]) && is_executable(path) {
            FileKind::Program
        } else {
            FileKind::Games
        }
    }
}

fn is_library(path: &Path) -> bool {
    let mut start = Vec::new();
    let read = File::open(path).and_then(|file| file.take(200).read_to_end(&mut start));
    read.is_ok() && String::from_utf8_lossy(&start).contains(HEADER)
}

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(_: &Path) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_known_by_name_and_start() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).unwrap();
            path
        };
        for (name, text, kind) in [
            ("a.PGN", "", FileKind::Games),
            ("a.pgn.zst", "", FileKind::Games),
            ("a.epd", "", FileKind::Positions),
            ("a.csv", "", FileKind::Puzzles),
            ("a.bin", "", FileKind::Book),
            ("library.txt", HEADER, FileKind::Book),
            ("games.txt", "1. e4 e5 *", FileKind::Games),
            ("a.exe", "", FileKind::Program),
            ("a", "", FileKind::Games),
        ] {
            assert_eq!(FileKind::of(&file(name, text)), kind, "{name}");
        }
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let engine = file("engine", "#!/bin/sh\n");
            std::fs::set_permissions(&engine, std::fs::Permissions::from_mode(0o755)).unwrap();
            assert_eq!(FileKind::of(&engine), FileKind::Program);
        }
    }
}
