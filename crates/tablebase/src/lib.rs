//! Syzygy endgame tablebases: the result, the distance to the next capture or pawn move, and the root moves
//! that preserve the result.
//!
//! The library `shakmaty-syzygy` does the probing. This crate finds and opens the files, converts our
//! positions to the library's, and ranks root moves. [`Tablebases`] checks the names, lengths and first bytes
//! of the files when it is opened, and maps each file on first use. It is shared by all threads without
//! locks. Unknown positions are `None`; a damaged file is reported as a message, never a panic.
//!
//! [`Tablebases::root_moves`] ranks: with plenty of time before the fifty-move rule, all winning moves are
//! equal and the search chooses. After 30 plies without progress, after a repetition, or with the limit near,
//! only the shortest path by DTZ keeps the highest rank. A test plays random choices among the highest ranks
//! against the longest resistance.

mod convert;
mod files;
mod probe;
mod root;

pub use files::OpenError;
pub use probe::{Dtz, TableResult};
pub use root::{CERTAIN, RankedMove, RootOptions};

use std::fmt;
use std::sync::OnceLock;

use shakmaty::Chess;
use shakmaty_syzygy::Tablebase;

/// All tables found in some folders, ready for probing.
pub struct Tablebases {
    tables: Tablebase<Chess>,
    found: TableCounts,
    /// The first failure other than a missing table.
    trouble: OnceLock<String>,
}

/// The number of tables found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TableCounts {
    /// The number of WDL files (`.rtbw`).
    pub wdl: usize,
    /// The number of DTZ files (`.rtbz`).
    pub dtz: usize,
    /// The number of pieces in the largest ending with a WDL table, kings and pawns included.
    pub max_pieces: usize,
}

impl Tablebases {
    /// Finds the tables in folders separated by `;` or, except on Windows, by `:`. Reads only the first bytes
    /// of each file. Fails if a folder is missing or cannot be read, if a file is not a table or is
    /// truncated, or if there are no tables.
    pub fn open(paths: &str) -> Result<Tablebases, OpenError> {
        let (tables, found) = files::open(paths)?;
        Ok(Tablebases { tables, found, trouble: OnceLock::new() })
    }

    /// Returns the number of tables found.
    pub fn found(&self) -> TableCounts {
        self.found
    }

    /// Returns the number of pieces in the largest ending that can be probed, kings and pawns included.
    pub fn max_pieces(&self) -> usize {
        self.found.max_pieces
    }

    /// Returns the first failure while probing, if any, such as a damaged file or a disk error. Missing
    /// tables are not failures.
    pub fn first_error(&self) -> Option<&str> {
        self.trouble.get().map(String::as_str)
    }
}

impl fmt::Display for TableCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} WDL and {} DTZ tablebase files, up to {} pieces", self.wdl, self.dtz, self.max_pieces)
    }
}

impl fmt::Debug for Tablebases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tablebases({})", self.found)
    }
}
