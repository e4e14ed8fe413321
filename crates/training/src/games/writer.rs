//! Writes games to a file, each as soon as it ends and in one piece, so that a kill loses no finished game.

use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

use super::block::{self, BlockError};
use super::game::StoredGame;
use super::reader::{ReadError, Reader, Section};

/// A game file to append to.
pub struct Writer {
    file: File,
    /// Number of games in the file.
    games: u64,
    /// The size of the file in bytes.
    size: u64,
    buffer: Vec<u8>,
}

/// Why games cannot be added to a file.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// A file error.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The existing content cannot be read, and not only because its end is missing.
    #[error("{0}; recover the games before it with 'heirloom data filter'")]
    Read(ReadError),
}

impl Writer {
    /// Creates a new file; an existing one is an error. Fails if the file cannot be created.
    pub fn create(path: &Path) -> Result<Writer, OpenError> {
        let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
        file.write_all(block::MAGIC)?;
        Ok(Writer { file, games: 0, size: block::MAGIC.len() as u64, buffer: Vec::new() })
    }

    /// Opens a file for appending. An incomplete last game is removed; the second value is its size in bytes.
    /// Fails if the file cannot be opened, or is damaged anywhere but at its end.
    pub fn resume(path: &Path) -> Result<(Writer, u64), OpenError> {
        let mut file = OpenOptions::new().read(true).write(true).open(path)?;
        let length = file.metadata()?.len();
        if length < block::MAGIC.len() as u64 {
            rewrite_magic(&mut file)?;
            return Ok((
                Writer { file, games: 0, size: block::MAGIC.len() as u64, buffer: Vec::new() },
                length,
            ));
        }
        let mut reader = Reader::new(BufReader::with_capacity(1 << 18, &file)).map_err(OpenError::Read)?;
        let end = loop {
            let at = reader.at();
            match reader.next_block() {
                Ok(Some(_)) => {}
                Ok(None) | Err(ReadError::Block { error: BlockError::Truncated, .. }) => break at,
                Err(error) => return Err(OpenError::Read(error)),
            }
        };
        let games = reader.games();
        file.set_len(end)?;
        file.seek(SeekFrom::Start(end))?;
        Ok((Writer { file, games, size: end, buffer: Vec::new() }, length - end))
    }

    /// Returns the number of games in the file.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Returns the size of the file in bytes.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Begins a section, which describes the games after it. Fails if writing fails.
    pub fn begin_section(&mut self, section: &Section) -> io::Result<()> {
        let text = serde_json::to_vec(section)?;
        self.write(block::SECTION, &text)
    }

    /// Adds a game. Fails if writing fails.
    pub fn add(&mut self, game: &StoredGame) -> io::Result<()> {
        let mut buffer = std::mem::take(&mut self.buffer);
        buffer.clear();
        game.write(&mut buffer);
        let written = self.write(block::GAME, &buffer);
        self.buffer = buffer;
        self.games += u64::from(written.is_ok());
        written
    }

    fn write(&mut self, tag: u8, body: &[u8]) -> io::Result<()> {
        let bytes = block::framed(tag, body);
        self.file.write_all(&bytes)?;
        self.size += bytes.len() as u64;
        Ok(())
    }
}

/// Begins a file again after a kill left only part of its first bytes.
fn rewrite_magic(file: &mut File) -> Result<(), OpenError> {
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    if !block::MAGIC.starts_with(&bytes) {
        return Err(OpenError::Read(ReadError::NotGames));
    }
    file.seek(SeekFrom::Start(0))?;
    file.write_all(block::MAGIC)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::game::{ScoredMove, StoredEnd};
    use heirloom_chess::Position;
    use heirloom_chess::game::GameResult;

    fn game(score: i16) -> StoredGame {
        let start = Position::startpos();
        let plies = vec![ScoredMove { mv: start.legal_moves()[3], score: Some(score) }];
        StoredGame { start, plies, result: GameResult::Draw, ending: StoredEnd::Long }
    }

    fn scores(path: &Path) -> Vec<i16> {
        let mut reader = Reader::open(path, Default::default()).unwrap();
        std::iter::from_fn(|| reader.next_game().unwrap()).map(|game| game.plies[0].score.unwrap()).collect()
    }

    #[test]
    fn a_kill_at_any_byte_loses_one_game_at_most() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        let mut writer = Writer::create(&path).unwrap();
        writer
            .begin_section(&Section {
                engine: "x".into(),
                seed: 1,
                settings: serde_json::json!({ "nodes": 5 }),
            })
            .unwrap();
        (0..3).for_each(|score| writer.add(&game(score)).unwrap());
        assert!(matches!(Writer::create(&path), Err(OpenError::Io(_))), "what is there stays");
        let bytes = std::fs::read(&path).unwrap();
        let last = bytes.len() - block::framed(block::GAME, &[0; 8]).len();
        for end in last + 1..bytes.len() {
            std::fs::write(&path, &bytes[..end]).unwrap();
            let (mut writer, cut) = Writer::resume(&path).unwrap();
            assert_eq!((writer.games(), cut), (2, (end - last) as u64));
            writer.add(&game(9)).unwrap();
            assert_eq!(scores(&path), [0, 1, 9]);
        }
        for end in 0..block::MAGIC.len() {
            std::fs::write(&path, &bytes[..end]).unwrap();
            let (mut writer, cut) = Writer::resume(&path).unwrap();
            writer.add(&game(9)).unwrap();
            assert_eq!((cut, scores(&path)), (end as u64, vec![9]));
        }
        std::fs::write(&path, b"1. e4").unwrap();
        assert!(matches!(Writer::resume(&path), Err(OpenError::Read(ReadError::NotGames))));
        let mut damaged = bytes;
        damaged[last - 3] ^= 1;
        std::fs::write(&path, &damaged).unwrap();
        assert!(matches!(
            Writer::resume(&path),
            Err(OpenError::Read(ReadError::Block { error: BlockError::Damaged, .. }))
        ));
        assert_eq!(std::fs::read(&path).unwrap(), damaged, "damage is left as it is");
    }
}
