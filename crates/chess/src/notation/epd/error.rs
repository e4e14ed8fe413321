//! Errors in EPD lines, with their location.

use crate::notation::fen::FenError;
use crate::notation::san::SanError;

/// Why a line is not a valid EPD record, or why an operation is not of the requested kind.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}, column {column}: {reason}")]
pub struct EpdError {
    /// The line in its file, counted from 1; 1 for text that is not from a file.
    pub line: u64,
    /// The column in the line, in bytes counted from 1.
    pub column: usize,
    /// What is wrong.
    pub reason: EpdReason,
}

/// The reason for an EPD error.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EpdReason {
    /// Reading the input failed; the message of the operating system.
    #[error("cannot continue reading: {0}")]
    Io(String),
    /// The line is longer than [`super::MAX_LINE`].
    #[error("the line is longer than {} bytes", super::MAX_LINE)]
    TooLong,
    /// The first fields are not a legal position.
    #[error(transparent)]
    Fen(FenError),
    /// A quoted string is not closed.
    #[error("unclosed string; expected '\"'")]
    QuoteUnclosed,
    /// An operand is not a legal move.
    #[error("{opcode}: {error}")]
    Move {
        /// The opcode that it belongs to.
        opcode: String,
        /// Why the move is not legal.
        error: SanError,
    },
    /// The operand of an operation is not an integer.
    #[error("{opcode} needs a whole number, not \"{text}\"")]
    NotANumber {
        /// The opcode.
        opcode: String,
        /// The operand.
        text: String,
    },
    /// An operation has no operand.
    #[error("{0} has no operand")]
    OperandMissing(String),
}
