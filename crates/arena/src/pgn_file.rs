//! The PGN file of a match: each game is appended with one write, and missing games are restored after a
//! kill.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// An open PGN file.
#[derive(Debug)]
pub struct PgnFile(File);

impl PgnFile {
    /// Opens a file for appending, and creates it if it does not exist. Existing content is kept. Fails if
    /// the file cannot be opened.
    pub fn open(path: &Path) -> io::Result<PgnFile> {
        Ok(PgnFile(OpenOptions::new().create(true).read(true).append(true).open(path)?))
    }

    /// Returns the length of the file in bytes. Fails if the system cannot determine it.
    pub fn len(&self) -> io::Result<u64> {
        Ok(self.0.metadata()?.len())
    }

    /// Returns true if the file is empty. Fails if the system cannot determine its length.
    pub fn is_empty(&self) -> io::Result<bool> {
        Ok(self.len()? == 0)
    }

    /// Appends a game. Fails if the file cannot be written.
    pub fn add(&mut self, game: &str) -> io::Result<()> {
        // A single write does not interleave with other programs, and a kill cannot cut it short.
        self.0.write_all(game.as_bytes())
    }

    /// Restores the games of a match, which the file should contain from offset `begin`. A game cut short by
    /// a kill is completed. If other programs have changed the file in between, only missing games are added.
    /// Returns the number of games added. Fails if the file cannot be read or written.
    pub fn complete<'a>(
        &mut self,
        begin: u64,
        games: impl Iterator<Item = &'a str> + Clone,
    ) -> io::Result<usize> {
        let mut found = Vec::new();
        self.0.seek(SeekFrom::Start(begin.min(self.len()?)))?;
        self.0.read_to_end(&mut found)?;
        let mut length = 0;
        let mut missing = Vec::new();
        let mut added = 0;
        for game in games.clone() {
            // The part of this game that is in the file, provided that the file agrees up to here.
            let existing = found.get(length..).unwrap_or_default();
            let common = existing.len().min(game.len());
            if existing[..common] != game.as_bytes()[..common] {
                return self.add_missing(&found, games);
            }
            length += game.len();
            missing.extend_from_slice(&game.as_bytes()[common..]);
            added += usize::from(common < game.len());
        }
        self.0.write_all(&missing)?;
        Ok(added)
    }

    fn add_missing<'a>(&mut self, found: &[u8], games: impl Iterator<Item = &'a str>) -> io::Result<usize> {
        let found = String::from_utf8_lossy(found);
        let mut added = 0;
        for game in games.filter(|game| !found.contains(*game)) {
            if added == 0 && !found.is_empty() && !found.ends_with("\n\n") {
                self.0.write_all(b"\n\n")?;
            }
            self.add(game)?;
            added += 1;
        }
        Ok(added)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_completed_after_a_kill() {
        let path = std::env::temp_dir().join(format!("heirloom-pgn-{}.pgn", std::process::id()));
        let games = ["[White \"é\"]\n\n1. e4 *\n\n", "second *\n\n", "third *\n\n"];
        let whole: String = games.concat();
        for cut in 0..=whole.len() {
            std::fs::write(&path, [b"old *\n\n", &whole.as_bytes()[..cut]].concat()).unwrap();
            let mut file = PgnFile::open(&path).unwrap();
            file.complete(7, games.iter().copied()).unwrap();
            // Completing again changes nothing.
            assert_eq!(file.complete(7, games.iter().copied()).unwrap(), 0);
            drop(file);
            assert_eq!(
                std::fs::read_to_string(&path).unwrap(),
                format!("old *\n\n{whole}"),
                "cut after {cut} bytes"
            );
        }
        // The first game was edited, and another one added by hand.
        std::fs::write(&path, "old *\n\nedited *\n\nsecond *\n\nown *").unwrap();
        let mut file = PgnFile::open(&path).unwrap();
        assert_eq!(file.complete(7, games.iter().copied()).unwrap(), 2);
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(text, format!("old *\n\nedited *\n\nsecond *\n\nown *\n\n{}{}", games[0], games[2]));
        std::fs::remove_file(path).unwrap();
    }
}
