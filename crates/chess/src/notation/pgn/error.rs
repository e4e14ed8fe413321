//! Errors and warnings about PGN files, with their location.

use std::io;

use crate::notation::fen::{FenError, FenRepair};
use crate::notation::san::SanError;

/// A location in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TextPlace {
    /// The offset from the beginning of the file, in bytes.
    pub offset: u64,
    /// The line, counted from 1.
    pub line: u64,
    /// The column, in bytes counted from 1.
    pub column: u64,
}

/// Why a game was rejected, or a warning about it, with its location.
#[derive(Debug, thiserror::Error)]
#[error("line {}, column {}: {reason}", .place.line, .place.column)]
pub struct PgnError {
    /// The location.
    pub place: TextPlace,
    /// What is wrong.
    pub reason: PgnReason,
}

/// The result of reading a part of a game.
pub(super) type Result<T, E = PgnError> = std::result::Result<T, E>;

/// What can be wrong with a game.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PgnReason {
    /// Reading the input failed.
    #[error("cannot continue reading: {0}")]
    Io(io::Error),
    /// The file is UTF-16, which no PGN program writes on purpose.
    #[error("the file is UTF-16; save it as UTF-8")]
    Utf16,
    /// A byte that has no meaning in PGN.
    #[error("{}", unexpected(*.0))]
    UnexpectedByte(u8),
    /// `<` or `>`, which the standard reserves for future use.
    #[error("'<' and '>' are reserved by the standard; put notes into {{braces}}")]
    Reserved,
    /// There is no name after `[`.
    #[error("expected a tag name after '['")]
    TagNameMissing,
    /// There is no quoted value after the tag name.
    #[error("tag {0} has no value in double quotes")]
    TagValueMissing(String),
    /// The line ends within a tag value.
    #[error("tag {0} does not end with \"] on its line")]
    TagUnclosed(String),
    /// A `{` without its `}`.
    #[error("unclosed comment; expected '}}'")]
    CommentUnclosed,
    /// A `(` without its `)`.
    #[error("unclosed variation; expected ')'")]
    VariationUnclosed,
    /// A `)` without its `(`.
    #[error("')' closes a variation that was not opened")]
    VariationUnopened,
    /// A `(` without a move before it to be an alternative to.
    #[error("'(' opens a variation, but there is no move before it to replace")]
    VariationWithoutMove,
    /// A `$` without a number from 0 to 255; the text.
    #[error("invalid NAG '{0}'; expected a number from 0 to 255 after '$'")]
    BadNag(String),
    /// A word that is not a move, number or result.
    #[error("\"{0}\" is not a move; put notes into {{braces}}")]
    NotAMove(String),
    /// An illegal or invalid move.
    #[error(transparent)]
    BadMove(SanError),
    /// A move after checkmate.
    #[error("{0} comes after checkmate")]
    MoveAfterMate(String),
    /// A move after stalemate.
    #[error("{0} comes after stalemate")]
    MoveAfterStalemate(String),
    /// The `FEN` tag is not a legal position.
    #[error("the FEN tag is not a position: {0}")]
    BadFen(FenError),
    /// A chess variant with other rules.
    #[error("the variant \"{0}\" has other rules; only chess and Chess960 are supported")]
    UnknownVariant(String),
    /// A token, comment or tag value longer than this limit, in bytes.
    #[error("longer than {0} bytes")]
    TooLong(usize),
    /// More tags than the limit.
    #[error("more than {0} tags")]
    TooManyTags(usize),
    /// Variations nested deeper than the limit.
    #[error("variations are nested deeper than {0}")]
    TooDeep(usize),
    /// More moves than the limit.
    #[error("more than {0} moves")]
    TooManyMoves(usize),
    /// Warning: the `Result` tag and the result after the moves disagree.
    #[error("the moves end with {moves}, but the Result tag says \"{tag}\"")]
    ResultMismatch {
        /// The `Result` tag.
        tag: String,
        /// The result after the moves.
        moves: &'static str,
    },
    /// Warning: the moves end without a result.
    #[error("the moves end without a result; expected 1-0, 0-1, 1/2-1/2 or *")]
    ResultMissing,
    /// Warning: another result follows the first.
    #[error("a second result; the first one counts")]
    ResultTwice,
    /// Warning: a move or result in another spelling.
    #[error("\"{written}\" read as {taken}")]
    Spelling {
        /// The text in the file.
        written: String,
        /// What it was read as.
        taken: String,
    },
    /// Warning: the pieces have the letters of another language.
    #[error("{0}: piece letters of another language")]
    ForeignLetters(String),
    /// Warning: a promotion without a piece, read as a queen.
    #[error("{0}: no promotion piece; read as a queen")]
    QueenAssumed(String),
    /// Warning: the start position needed repair.
    #[error("the FEN tag was repaired: {0}")]
    FenRepaired(FenRepair),
    /// Warning: a comment in braces contains an opening brace, so that it takes two closing braces to end
    /// it.
    #[error("'{{' within a comment; the comment ends at the brace that closes both")]
    BraceInComment,
}

impl PgnReason {
    /// Returns true if a damaged game must end here, even within a variation: limits guard against endless
    /// input.
    pub(super) fn ends_game(&self) -> bool {
        use PgnReason::{CommentUnclosed, TooDeep, TooLong, TooManyMoves};
        matches!(self, TooLong(_) | TooDeep(_) | TooManyMoves(_) | CommentUnclosed)
    }
}

/// Returns the message for a byte without a meaning.
fn unexpected(byte: u8) -> String {
    match char::from(byte) {
        letter if letter.is_ascii_graphic() => format!("unexpected '{letter}'; put notes into {{braces}}"),
        _ => format!("unexpected byte {byte:#04x}; the file may be damaged"),
    }
}
