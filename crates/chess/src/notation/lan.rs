//! Long algebraic notation: `e2-e4`, `Ng1xf3+`, `e7-e8=Q#`, readable without a board.

use crate::{Move, MoveKind, PieceType, Position};

/// Appends a legal move to `text`; castling is `O-O` and `O-O-O`. [`super::san::parse`] reads it back.
///
/// ```
/// use heirloom_chess::{Move, Position, Square, notation::lan};
/// let mut text = String::new();
/// lan::write(&Position::startpos(), Move::normal(Square::G1, Square::F3), &mut text);
/// assert_eq!(text, "Ng1-f3");
/// ```
pub fn write(position: &Position, mv: Move, text: &mut String) {
    if mv.is_null() {
        return text.push_str("--");
    }
    if mv.kind() == MoveKind::Castling {
        text.push_str(if mv.to().index() > mv.from().index() { "O-O" } else { "O-O-O" });
    } else {
        let piece_type = position.piece_at(mv.from()).map_or(PieceType::Pawn, |piece| piece.piece_type());
        if piece_type != PieceType::Pawn {
            text.push(piece_type.letter().to_ascii_uppercase());
        }
        text.extend([mv.from().file().letter(), mv.from().rank().digit()]);
        text.push(if position.is_capture(mv) { 'x' } else { '-' });
        super::san::write_target(mv, text);
    }
    super::san::write_check(position, mv, text);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::san;

    #[test]
    fn every_legal_move_round_trips() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
            "k7/8/8/3pP3/8/8/8/6RK w - d6 0 1",
        ] {
            let position = Position::from_fen(fen).unwrap();
            for &mv in &position.legal_moves() {
                let mut text = String::new();
                write(&position, mv, &mut text);
                assert_eq!(san::parse(&position, &text), Ok(mv), "{text} in {fen}");
            }
        }
    }
}
