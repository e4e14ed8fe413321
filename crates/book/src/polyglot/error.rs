//! Errors in Polyglot books.

use std::fmt;
use std::io;

use super::{MAX_BYTES, record};

/// Why data is not a Polyglot book.
#[derive(Debug)]
pub enum PolyglotError {
    /// The data cannot be read.
    Io(io::Error),
    /// There are no records.
    Empty,
    /// The size, in bytes, is not a multiple of the record size.
    Length(usize),
    /// The data is larger than [`MAX_BYTES`].
    TooLarge,
    /// The record with this number, counted from 1, has a smaller key than its predecessor.
    Unsorted(usize),
}

impl fmt::Display for PolyglotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PolyglotError::Io(error) => write!(f, "cannot be read: {error}"),
            PolyglotError::Empty => write!(f, "the book is empty"),
            PolyglotError::Length(bytes) => write!(
                f,
                "not a Polyglot book: {bytes} bytes is not a multiple of the record size, 16; \
                 the last record (byte {}) is cut short",
                bytes / record::BYTES * record::BYTES
            ),
            PolyglotError::TooLarge => {
                write!(
                    f,
                    "the book is larger than {} MiB; build it with fewer plies or more games",
                    MAX_BYTES >> 20
                )
            }
            PolyglotError::Unsorted(number) => write!(
                f,
                "record {number} (byte {}) is out of order; a Polyglot book is sorted by key, \
                 so this file has another format or is damaged",
                (number - 1) * record::BYTES
            ),
        }
    }
}

impl std::error::Error for PolyglotError {}
