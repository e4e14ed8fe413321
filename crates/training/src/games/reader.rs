//! Reads the games of a file in order.

use std::io::{self, BufRead, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use serde::{Deserialize, Serialize};

use super::block::{self, BlockError};
use super::game::{StoredGame, StoredGameError};

/// The origin of the games of a section.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Section {
    /// The engine that played, with its version and evaluation.
    pub engine: String,
    /// The random seed of the section.
    pub seed: u64,
    /// All other settings, for information.
    pub settings: serde_json::Value,
}

/// The key in a section's settings that marks games as a yardstick, on which nets must not be trained.
pub const YARDSTICK: &str = "yardstick";

impl Section {
    /// Returns true if the games were made to measure nets.
    pub fn is_yardstick(&self) -> bool {
        self.settings.get(YARDSTICK).is_some()
    }
}

/// The content of a block.
#[derive(Clone, PartialEq, Debug)]
pub enum Block {
    /// The origin of the games after it.
    Section(Section),
    /// A game.
    Game(StoredGame),
}

/// Why a game file cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The file cannot be opened.
    #[error("{0}")]
    Open(io::Error),
    /// The file does not begin like a game file.
    #[error("not a game data file (these begin with '{}')", String::from_utf8_lossy(block::MAGIC))]
    NotGames,
    /// A block is truncated or damaged.
    #[error("byte {at}, game {}: {error}", .games + 1)]
    Block {
        /// The offset of the block in bytes.
        at: u64,
        /// Number of games before it.
        games: u64,
        /// What is wrong.
        error: BlockError,
    },
    /// A block is intact, but its game is invalid.
    #[error("byte {at}, game {}: {error}", .games + 1)]
    Game {
        /// The offset of the block in bytes.
        at: u64,
        /// Number of games before it.
        games: u64,
        /// What is wrong.
        error: StoredGameError,
    },
    /// The settings of a section are not valid JSON.
    #[error("byte {at}: the settings of a section cannot be read: {reason}")]
    Section {
        /// The offset of the block in bytes.
        at: u64,
        /// What is wrong.
        reason: String,
    },
}

/// A reader of a game file.
pub struct Reader<R> {
    input: R,
    body: Vec<u8>,
    /// The offset of the next block in bytes.
    at: u64,
    games: u64,
}

impl Reader<Box<dyn BufRead + Send>> {
    /// Opens a file, which may be compressed; `count` is increased by the bytes read from disk. Fails with
    /// [`ReadError::Open`] or [`ReadError::NotGames`].
    pub fn open(path: &Path, count: Arc<AtomicU64>) -> Result<Self, ReadError> {
        Reader::new(heirloom_files::open(path, count).map_err(ReadError::Open)?)
    }
}

impl<R: Read> Reader<R> {
    /// Reads from the beginning of `input`. Fails with [`ReadError::NotGames`] if it does not begin like a
    /// game file, [`ReadError::Open`] if it cannot be read.
    pub fn new(mut input: R) -> Result<Reader<R>, ReadError> {
        let mut magic = [0; block::MAGIC.len()];
        match input.read_exact(&mut magic) {
            Ok(()) if magic == *block::MAGIC => {
                Ok(Reader { input, body: Vec::new(), at: magic.len() as u64, games: 0 })
            }
            Ok(()) => Err(ReadError::NotGames),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Err(ReadError::NotGames),
            Err(error) => Err(ReadError::Open(error)),
        }
    }

    /// Returns the offset of the next block in bytes.
    pub fn at(&self) -> u64 {
        self.at
    }

    /// Returns the number of games read so far, including invalid ones.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Returns the next block; none at the end. Reading can continue after [`ReadError::Game`]. Fails with
    /// what is wrong, and where.
    pub fn next_block(&mut self) -> Result<Option<Block>, ReadError> {
        let (at, games) = (self.at, self.games);
        let tag = block::read(&mut self.input, &mut self.body).map_err(|error| ReadError::Block {
            at,
            games,
            error,
        })?;
        let Some(tag) = tag else { return Ok(None) };
        self.at += self.body.len() as u64 + 9;
        if tag == block::SECTION {
            let section = serde_json::from_slice(&self.body);
            return Ok(Some(Block::Section(
                section.map_err(|error| ReadError::Section { at, reason: error.to_string() })?,
            )));
        }
        self.games += 1;
        Ok(Some(Block::Game(StoredGame::read(&self.body).map_err(|error| ReadError::Game {
            at,
            games,
            error,
        })?)))
    }

    /// Returns the next game; none at the end. Reading can continue after [`ReadError::Game`]. Fails with
    /// what is wrong, and where.
    pub fn next_game(&mut self) -> Result<Option<StoredGame>, ReadError> {
        loop {
            match self.next_block()? {
                Some(Block::Section(_)) => {}
                Some(Block::Game(game)) => return Ok(Some(game)),
                None => return Ok(None),
            }
        }
    }
}
