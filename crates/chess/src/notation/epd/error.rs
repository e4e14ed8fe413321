//! Errors in EPD lines, with their location.

use std::fmt;

use crate::notation::fen::FenError;
use crate::notation::san::SanError;

/// Why a line is not a valid EPD record, or why an operation is not of the requested kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EpdError {
    /// The line in its file, counted from 1; 1 for text that is not from a file.
    pub line: u64,
    /// The column in the line, in bytes counted from 1.
    pub column: usize,
    /// What is wrong.
    pub reason: EpdReason,
}

/// The reason for an EPD error.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum EpdReason {
    /// Reading the input failed; the message of the operating system.
    Io(String),
    /// The line is longer than [`super::MAX_LINE`].
    TooLong,
    /// The first fields are not a legal position.
    Fen(FenError),
    /// A quoted string is not closed.
    QuoteUnclosed,
    /// An operand is not a legal move.
    Move {
        /// The opcode that it belongs to.
        opcode: String,
        /// Why the move is not legal.
        error: SanError,
    },
    /// The operand of an operation is not an integer.
    NotANumber {
        /// The opcode.
        opcode: String,
        /// The operand.
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
