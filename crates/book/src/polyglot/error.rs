//! Errors in Polyglot books.

use std::io;

use super::{MAX_BYTES, record};

/// Why data is not a Polyglot book.
#[derive(Debug, thiserror::Error)]
pub enum PolyglotError {
    /// The data cannot be read.
    #[error("cannot be read: {0}")]
    Io(io::Error),
    /// There are no records.
    #[error("the book is empty")]
    Empty,
    /// The size, in bytes, is not a multiple of the record size.
    #[error(
        "not a Polyglot book: {0} bytes is not a multiple of the record size, 16; \
         the last record (byte {start}) is cut short",
        start = .0 / record::BYTES * record::BYTES
    )]
    Length(usize),
    /// The data is larger than [`MAX_BYTES`].
    #[error("the book is larger than {} MiB; use fewer --plies or a higher --min-games", MAX_BYTES >> 20)]
    TooLarge,
    /// The record with this number, counted from 1, has a smaller key than its predecessor.
    #[error(
        "record {0} (byte {start}) is out of order; a Polyglot book is sorted by key, \
         so this file has another format or is damaged",
        start = (.0 - 1) * record::BYTES
    )]
    Unsorted(usize),
}
