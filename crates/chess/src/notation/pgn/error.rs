//! Errors and warnings about PGN files, with their location.

use std::fmt;
use std::io;

use crate::notation::fen::{FenError, FenRemark};
use crate::notation::san::SanError;

/// A location in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Place {
    /// The offset from the beginning of the file, in bytes.
    pub offset: u64,
    /// The line, counted from 1.
    pub line: u64,
    /// The column, in bytes counted from 1.
    pub column: u64,
}

/// Why a game was rejected, or a warning about it, with its location.
#[derive(Debug)]
pub struct PgnError {
    /// The location.
    pub place: Place,
    /// What is wrong.
    pub reason: Reason,
}

/// What can be wrong with a game.
#[derive(Debug)]
#[non_exhaustive]
pub enum Reason {
    /// Reading the input failed.
    Io(io::Error),
    /// The file is UTF-16, which no PGN program writes on purpose.
    Utf16,
    /// A byte that has no meaning in PGN.
    UnexpectedByte(u8),
    /// `<` or `>`, which the standard reserves for future use.
    Reserved,
    /// There is no name after `[`.
    TagNameMissing,
    /// There is no quoted value after the tag name.
    TagValueMissing(String),
    /// The line ends within a tag value.
    TagUnclosed(String),
    /// A `{` without its `}`.
    CommentUnclosed,
    /// A `(` without its `)`.
    VariationUnclosed,
    /// A `)` without its `(`.
    VariationUnopened,
    /// A `(` without a move before it to be an alternative to.
    VariationWithoutMove,
    /// A `$` without a number from 0 to 255; the text.
    BadNag(String),
    /// A word that is not a move, number or result.
    NotAMove(String),
    /// An illegal or invalid move.
    BadMove(SanError),
    /// A move after checkmate.
    MoveAfterMate(String),
    /// A move after stalemate.
    MoveAfterStalemate(String),
    /// The `FEN` tag is not a legal position.
    BadFen(FenError),
    /// A chess variant with other rules.
    UnknownVariant(String),
    /// A token, comment or tag value longer than this limit, in bytes.
    TooLong(usize),
    /// More tags than the limit.
    TooManyTags(usize),
    /// Variations nested deeper than the limit.
    TooDeep(usize),
    /// More moves than the limit.
    TooManyMoves(usize),
    /// Warning: the `Result` tag and the result after the moves disagree.
    ResultMismatch {
        /// The `Result` tag.
        tag: String,
        /// The result after the moves.
        moves: &'static str,
    },
    /// Warning: the moves end without a result.
    ResultMissing,
    /// Warning: another result follows the first.
    ResultTwice,
    /// Warning: a move or result in another spelling.
    Spelling {
        /// The text in the file.
        written: String,
        /// What it was read as.
        taken: String,
    },
    /// Warning: the pieces have the letters of another language.
    ForeignLetters(String),
    /// Warning: a promotion without a piece, read as a queen.
    QueenAssumed(String),
    /// Warning: the start position needed repair.
    FenRepaired(FenRemark),
    /// Warning: a comment in braces contains an opening brace, so that it takes two closing braces to end
    /// it.
    BraceInComment,
}

impl Reason {
    /// Returns true if a damaged game must end here, even within a variation: limits guard against endless
    /// input.
    pub(super) fn ends_game(&self) -> bool {
        matches!(
            self,
            Reason::TooLong(_) | Reason::TooDeep(_) | Reason::TooManyMoves(_) | Reason::CommentUnclosed
        )
    }
}

impl fmt::Display for PgnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.place.line, self.place.column, self.reason)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Io(error) => write!(f, "cannot continue reading: {error}"),
            Reason::Utf16 => f.write_str("the file is UTF-16; save it as UTF-8"),
            Reason::UnexpectedByte(byte) if byte.is_ascii_graphic() => {
                write!(f, "unexpected '{}'; put notes into {{braces}}", char::from(*byte))
            }
            Reason::UnexpectedByte(byte) => write!(f, "unexpected byte {byte:#04x}; the file may be damaged"),
            Reason::Reserved => {
                f.write_str("'<' and '>' are reserved by the standard; put notes into {braces}")
            }
            Reason::TagNameMissing => f.write_str("expected a tag name after '['"),
            Reason::TagValueMissing(name) => write!(f, "tag {name} has no value in double quotes"),
            Reason::TagUnclosed(name) => write!(f, "tag {name} does not end with \"] on its line"),
            Reason::CommentUnclosed => f.write_str("unclosed comment; expected '}'"),
            Reason::VariationUnclosed => f.write_str("unclosed variation; expected ')'"),
            Reason::VariationUnopened => f.write_str("')' closes a variation that was not opened"),
            Reason::VariationWithoutMove => {
                f.write_str("'(' opens a variation, but there is no move before it to replace")
            }
            Reason::BadNag(text) => {
                write!(f, "invalid NAG '{text}'; expected a number from 0 to 255 after '$'")
            }
            Reason::NotAMove(text) => write!(f, "\"{text}\" is not a move; put notes into {{braces}}"),
            Reason::BadMove(error) => error.fmt(f),
            Reason::MoveAfterMate(text) => write!(f, "{text} comes after checkmate"),
            Reason::MoveAfterStalemate(text) => write!(f, "{text} comes after stalemate"),
            Reason::BadFen(error) => write!(f, "the FEN tag is not a position: {error}"),
            Reason::UnknownVariant(name) => {
                write!(f, "the variant \"{name}\" has other rules; only chess and Chess960 are supported")
            }
            Reason::TooLong(limit) => write!(f, "longer than {limit} bytes"),
            Reason::TooManyTags(limit) => write!(f, "more than {limit} tags"),
            Reason::TooDeep(limit) => write!(f, "variations are nested deeper than {limit}"),
            Reason::TooManyMoves(limit) => write!(f, "more than {limit} moves"),
            Reason::ResultMismatch { tag, moves } => {
                write!(f, "the moves end with {moves}, but the Result tag says \"{tag}\"")
            }
            Reason::Spelling { written, taken } => write!(f, "\"{written}\" read as {taken}"),
            Reason::ForeignLetters(text) => write!(f, "{text}: piece letters of another language"),
            Reason::QueenAssumed(text) => write!(f, "{text}: no promotion piece; read as a queen"),
            Reason::FenRepaired(remark) => write!(f, "the FEN tag was repaired: {remark}"),
            Reason::ResultTwice => f.write_str("a second result; the first one counts"),
            Reason::BraceInComment => {
                f.write_str("'{' within a comment; the comment ends at the brace that closes both")
            }
            Reason::ResultMissing => {
                f.write_str("the moves end without a result; expected 1-0, 0-1, 1/2-1/2 or *")
            }
        }
    }
}

impl std::error::Error for PgnError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.reason {
            Reason::Io(error) => Some(error),
            Reason::BadMove(error) => Some(error),
            Reason::BadFen(error) => Some(error),
            _ => None,
        }
    }
}
