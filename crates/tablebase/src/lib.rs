//! Syzygy endgame tablebases: the result, the distance to the next capture or pawn move, and the root moves that keep the result.
//!
//! The library `shakmaty-syzygy` does the probing. This crate finds and opens the files, converts our positions to the library's, and ranks root
//! moves. [`Tablebases`] checks the names, lengths and first bytes of the files when it is opened, and maps each file when it is first needed. It is
//! shared by all threads without locks. Unknown positions are `None`; a damaged file is remembered in words, never a panic.
//!
//! [`Tablebases::root_moves`] ranks: with plenty of time before the fifty-move rule, every winning move is equal and the search chooses. After 30 plies
//! without progress, after a repetition, or with the limit near, only the shortest way by DTZ keeps the highest rank. A test plays random choices
//! among the highest ranks against the longest resistance.

mod convert;
mod files;
mod probe;
mod root;

pub use files::OpenError;
pub use probe::{Dtz, Wdl};
pub use root::{CERTAIN, RootMove, RootOptions};

use std::fmt;
use std::sync::OnceLock;

use shakmaty::Chess;
use shakmaty_syzygy::Tablebase;

/// All tables found in some folders, ready to be asked.
pub struct Tablebases {
    tables: Tablebase<Chess>,
    found: Found,
    /// The first failure that is not simply a missing table.
    trouble: OnceLock<String>,
}

/// How many tables there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Found {
    /// Files that know the result (`.rtbw`).
    pub wdl: usize,
    /// Files that know the distance (`.rtbz`).
    pub dtz: usize,
    /// Pieces in the largest ending that has a table of results, kings and pawns included.
    pub max_pieces: usize,
}

impl Tablebases {
    /// Finds the tables in folders separated by `;` or, where folders have no drive letter, by `:`. Only the first bytes of each file are
    /// read now.
    ///
    /// # Errors
    /// A folder that is missing or cannot be read, a file that is no table or was cut short, and folders without any table.
    pub fn open(paths: &str) -> Result<Tablebases, OpenError> {
        let (tables, found) = files::open(paths)?;
        Ok(Tablebases { tables, found, trouble: OnceLock::new() })
    }

    /// What was found.
    pub fn found(&self) -> Found {
        self.found
    }

    /// Pieces in the largest ending that can be asked for, kings and pawns included.
    pub fn max_pieces(&self) -> usize {
        self.found.max_pieces
    }

    /// The first failure while probing, if there was one: a damaged file, a disk that does not answer. Missing tables are none.
    pub fn trouble(&self) -> Option<&str> {
        self.trouble.get().map(String::as_str)
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} WDL and {} DTZ tablebase files, up to {} men", self.wdl, self.dtz, self.max_pieces)
    }
}

impl fmt::Debug for Tablebases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tablebases({})", self.found)
    }
}
