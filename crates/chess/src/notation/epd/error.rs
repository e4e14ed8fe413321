//! What can be wrong with a line of EPD, and where.

use std::fmt;

use crate::notation::fen::FenError;
use crate::notation::san::SanError;

/// Why a line is not a position with operations, or an operation not what it is asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EpdError {
    /// The line in its file, counted from 1; 1 where the text is not from a file.
    pub line: u64,
    /// The place in the line, in bytes counted from 1.
    pub column: usize,
    /// What is wrong.
    pub reason: EpdReason,
}

/// What can be wrong with a line of EPD.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum EpdReason {
    /// The input could not be read on; the message of the system.
    Io(String),
    /// The line is longer than [`super::MAX_LINE`].
    TooLong,
    /// The first fields are not a legal position.
    Fen(FenError),
    /// A text in double quotes does not end.
    QuoteUnclosed,
    /// An operand is not a legal move.
    Move {
        /// The operation that it belongs to.
        opcode: String,
        /// Why not.
        error: SanError,
    },
    /// An operation has no whole number as its operand.
    NotANumber {
        /// The operation.
        opcode: String,
        /// What stands there instead.
        text: String,
    },
    /// An operation has no operand.
    OperandMissing(String),
}

impl fmt::Display for EpdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.reason)
    }
}

impl fmt::Display for EpdReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EpdReason::Io(message) => write!(f, "cannot continue reading: {message}"),
            EpdReason::TooLong => write!(f, "the line is longer than {} bytes", super::MAX_LINE),
            EpdReason::Fen(error) => error.fmt(f),
            EpdReason::QuoteUnclosed => f.write_str("unclosed string; expected '\"'"),
            EpdReason::Move { opcode, error } => write!(f, "{opcode}: {error}"),
            EpdReason::NotANumber { opcode, text } => {
                write!(f, "{opcode} needs a whole number, not \"{text}\"")
            }
            EpdReason::OperandMissing(opcode) => write!(f, "{opcode} has no operand"),
        }
    }
}

impl std::error::Error for EpdError {}
