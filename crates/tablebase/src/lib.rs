//! Syzygy endgame tablebases: who wins, how far it is to the next capture or pawn move, and which root moves keep the result.
//!
//! Probing is done by the library `shakmaty-syzygy`; here are the files, the way from our positions to the library's, and the ranking of root
//! moves. [`Tablebases`] is shared by all threads without locks: the library maps each file when it is first needed.

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
