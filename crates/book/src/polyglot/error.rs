//! Errors in book files.

use std::fmt;
use std::io;

use super::{MAX_BYTES, record};
use crate::book::MAX_TEXT;

/// Why data is not a usable book.
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
    /// The data is UTF-16 text.
    Utf16,
    /// The data is text that starts like a file of games.
    Games,
    /// The data is text that is too large for an opening library.
    TooMuchText,
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
            PolyglotError::Utf16 => write!(f, "this is text in UTF-16; save an opening library as UTF-8"),
            PolyglotError::Games => {
                write!(
                    f,
                    "this is not a book, but text such as PGN games; \
                     build a book from games with 'heirloom book build'"
                )
            }
            PolyglotError::TooMuchText => {
                write!(f, "more than {} MiB of text is too large for an opening library", MAX_TEXT >> 20)
            }
        }
    }
}

impl std::error::Error for PolyglotError {}
