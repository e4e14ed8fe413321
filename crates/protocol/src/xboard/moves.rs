//! Moves in XBoard's notation: coordinates, with castling as `O-O` and `O-O-O` in Fischer random chess.

use heirloom_chess::notation::san::SanError;
use heirloom_chess::notation::uci::UciMoveError;
use heirloom_chess::notation::{san, uci};
use heirloom_chess::{Move, MoveKind, Position};

/// Why a text is not a legal move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MoveError {
    /// It is wrong as coordinates.
    #[error(transparent)]
    Coordinates(UciMoveError),
    /// It is wrong as SAN.
    #[error(transparent)]
    San(SanError),
}

/// Parses a move: coordinates in all forms, castling with letters or zeros, and SAN.
///
/// # Errors
/// What is wrong with it.
pub fn parse(position: &Position, text: &str) -> Result<Move, MoveError> {
    if has_coordinates(text) {
        // Old programs write promotions as e7e8=Q.
        let plain = text.replace('=', "");
        return uci::parse(position, &plain).map_err(MoveError::Coordinates);
    }
    san::parse(position, text).map_err(MoveError::San)
}

/// Returns true if a word may be a move, rather than an unknown command.
pub fn looks_like_move(word: &str) -> bool {
    has_coordinates(word) || !word.is_empty() && san::check_form(word.as_bytes()).is_ok()
}

/// Returns true if a text begins like two squares, perhaps with a promotion.
fn has_coordinates(text: &str) -> bool {
    let is_square = |pair: &[u8]| matches!(pair, [b'a'..=b'h', b'0'..=b'9']);
    let bytes = text.as_bytes();
    matches!(bytes.len(), 4..=6) && is_square(&bytes[..2]) && is_square(&bytes[2..4])
}

/// Formats a legal move; with `fischerandom`, castling is `O-O` or `O-O-O`.
pub fn format(position: &Position, mv: Move, fischerandom: bool) -> String {
    if mv.kind() != MoveKind::Castling || !fischerandom {
        return uci::format(position, mv, false);
    }
    // Castling is stored as king takes rook: the rook's side is the side of castling.
    if mv.to().index() > mv.from().index() { "O-O".into() } else { "O-O-O".into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_legal_move_reads_back() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "k3r2r/P7/8/8/8/8/8/1RK4R w HB - 0 1",
        ] {
            let position = Position::from_fen(fen).unwrap();
            for &mv in &position.legal_moves() {
                assert_eq!(parse(&position, &format(&position, mv, true)), Ok(mv), "{mv:?} {fen}");
                assert_eq!(parse(&position, &san::format(&position, mv)), Ok(mv), "{mv:?} {fen}");
            }
        }
    }

    #[test]
    fn castling_goes_both_ways() {
        let position = Position::from_fen("4k3/8/8/8/8/8/8/RK5R w HA - 0 1").unwrap();
        let (short, long) = (parse(&position, "O-O").unwrap(), parse(&position, "O-O-O").unwrap());
        assert_eq!(
            (format(&position, short, true), format(&position, long, true)),
            ("O-O".into(), "O-O-O".into())
        );
        assert_eq!(parse(&position, "0-0"), Ok(short));
        assert_eq!(parse(&position, "b1h1"), Ok(short));
        let usual = Position::from_fen("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1").unwrap();
        assert_eq!(format(&usual, parse(&usual, "O-O").unwrap(), false), "e1g1");
    }

    #[test]
    fn moves_are_distinguished_from_commands() {
        for word in ["e2e4", "e7e8q", "e7e8=Q", "Nf3", "O-O", "e4", "exd5", "e2e5"] {
            assert!(looks_like_move(word), "{word}");
        }
        for word in ["", "joho", "d", "eval", "memory", "a9", "@@@@"] {
            assert!(!looks_like_move(word), "{word}");
        }
        assert!(parse(&Position::startpos(), "e2e5").unwrap_err().to_string().contains("not a legal move"));
    }
}
