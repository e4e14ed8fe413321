//! The position fields at the beginning of an EPD line.

use super::operations::Operation;
use crate::SetupError;
use crate::notation::fen::FenError;

/// Returns true for a field separator: white space and, in some files, commas.
fn is_gap(letter: char) -> bool {
    letter == ',' || letter.is_whitespace()
}

/// Returns true if a field looks like a clock. Some files write a dash for an unknown one.
pub(super) fn is_clock(field: &str) -> bool {
    field == "-" || is_number(field)
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns the position fields with their offsets, and the offset where the operations begin.
pub(super) fn split_fields(line: &str) -> (Vec<(usize, &str)>, usize) {
    let mut fields: Vec<(usize, &str)> = Vec::with_capacity(6);
    let mut place = 0;
    while fields.len() < 6 {
        let start = place + (line[place..].len() - line[place..].trim_start_matches(is_gap).len());
        let rest = &line[start..];
        let length = rest.find(|letter: char| letter == ';' || is_gap(letter)).unwrap_or(rest.len());
        let field = &rest[..length];
        // The fifth and sixth fields are clocks, unless the operations begin there.
        if field.is_empty() || fields.len() >= 4 && !is_clock(field) {
            break;
        }
        fields.push((start, field));
        place = start + length;
    }
    (fields, place)
}

/// Returns the index of the field that an error is about.
pub(super) fn field_of(error: &FenError) -> usize {
    match error {
        FenError::Turn(_) => 1,
        FenError::Castling(_) | FenError::CastlingRookMissing(_) => 2,
        FenError::Setup(
            SetupError::CastlingRook(_) | SetupError::CastlingKing(_) | SetupError::CastlingTwice(_),
        ) => 2,
        FenError::EnPassant(_) | FenError::Setup(SetupError::EnPassant(_)) => 3,
        FenError::HalfmoveClock(_) => 4,
        FenError::FullmoveNumber(_) => 5,
        _ => 0,
    }
}

/// Removes the operations that set a clock and returns the first value.
pub(super) fn take_clock(operations: &mut Vec<Operation>, opcode: &str) -> Option<String> {
    let number = |operation: &Operation| match operation.operands.as_slice() {
        [operand] if operation.opcode == opcode && is_number(&operand.text) => Some(operand.text.clone()),
        _ => None,
    };
    let first = operations.iter().find_map(number);
    operations.retain(|operation| number(operation).is_none());
    first
}
