//! FEN: what is read is written and read again as the same position.

use heirloom_chess::Position;

/// Reads a FEN, as it is and with repairs; a legal position must survive both ways of writing castling rights.
pub fn fen(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    match Position::from_fen(&text) {
        Ok(position) => check_written(&position),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    check_repaired(&text);
}

/// What can be repaired is a position like any other, and says what was changed.
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
