//! FEN: what is read, written and read again is the same position.

use heirloom_chess::Position;

/// Reads a FEN, with and without repairs; a legal position must survive both ways of writing castling rights.
pub fn fen(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    match Position::from_fen(&text) {
        Ok(position) => check_written(&position),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    check_repaired(&text);
}

/// Checks that a repaired position is like any other, and that changes are reported.
fn check_repaired(text: &str) {
    match Position::from_fen_repaired(text) {
        Ok((position, remarks)) => {
            check_written(&position);
            assert!(remarks.iter().all(|remark| !remark.to_string().is_empty()));
            assert!(!remarks.is_empty() || Position::from_fen(text).is_ok(), "{text}");
        }
        Err(error) => assert!(!error.to_string().is_empty() && Position::from_fen(text).is_err()),
    }
}

/// Writes a position in both forms and reads it again.
pub(crate) fn check_written(position: &Position) {
    for text in [position.fen(), position.shredder_fen()] {
        match Position::from_fen(&text) {
            Ok(again) => assert_eq!(again, *position, "{text}"),
            Err(error) => panic!("{text}: {error}"),
        }
    }
    assert_eq!(position.computed_keys(), (position.key(), position.pawn_key()));
}
