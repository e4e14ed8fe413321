//! The bonus of a quiet move for its immediate effect: saving or hanging a piece, or giving a safe check.

use heirloom_chess::{Bitboard, Move, Piece, PieceType, Position, attacks, see};

use crate::params;

/// The squares that matter for the quiet moves of one position, computed once for all of them (after
/// Stockfish's move picker).
pub struct QuietBonus {
    /// By type of our piece: the squares attacked by a lesser piece of the opponent.
    attacked_by_lesser: [Bitboard; 6],
    /// By type of our piece: the squares from which it checks the opponent's king.
    checks: [Bitboard; 6],
}

impl QuietBonus {
    /// Computes the squares for the side to move.
    pub fn of(position: &Position) -> QuietBonus {
        let (them, occupied) = (!position.turn(), position.occupied());
        let pawns = attacks::pawns(them, position.pieces(them, PieceType::Pawn));
        let mut minors = pawns | attacks::knights(position.pieces(them, PieceType::Knight));
        for square in position.pieces(them, PieceType::Bishop) {
            minors |= attacks::bishop(square, occupied);
        }
        let mut rooks = minors;
        for square in position.pieces(them, PieceType::Rook) {
            rooks |= attacks::rook(square, occupied);
        }
        let king = position.king(them);
        let (diagonal, straight) = (attacks::bishop(king, occupied), attacks::rook(king, occupied));
        QuietBonus {
            attacked_by_lesser: [Bitboard::EMPTY, pawns, pawns, minors, rooks, Bitboard::EMPTY],
            checks: [
                attacks::pawn(them, king),
                attacks::knight(king),
                diagonal,
                straight,
                diagonal | straight,
                Bitboard::EMPTY,
            ],
        }
    }

    /// Returns the bonus to add to the history of a quiet move.
    #[inline]
    pub fn bonus(&self, position: &Position, mv: Move, moved: Piece) -> i32 {
        let kind = moved.piece_type().index();
        let attacked = self.attacked_by_lesser[kind];
        let escapes = i32::from(attacked.contains(mv.from())) - i32::from(attacked.contains(mv.to()));
        let mut bonus = escapes * see::VALUES[kind] * params::escape_weight();
        if self.checks[kind].contains(mv.to())
            && see::at_least(position, mv, -params::check_loss(), &see::VALUES)
        {
            bonus += params::check_bonus();
        }
        bonus
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bonus(fen: &str, mv: &str) -> i32 {
        let position = Position::from_fen(fen).unwrap();
        let mv = heirloom_chess::notation::uci::parse(&position, mv).unwrap();
        QuietBonus::of(&position).bonus(&position, mv, position.piece_at(mv.from()).unwrap())
    }

    #[test]
    fn escapes_and_safe_checks_get_a_bonus() {
        let fen = "3k4/8/8/3p4/4N3/8/1R3b2/7K w - - 0 1";
        let (knight, rook) = (300 * params::escape_weight(), 500 * params::escape_weight());
        assert_eq!(bonus(fen, "e4g5"), knight);
        assert_eq!(bonus(fen, "e4f6"), knight);
        assert_eq!(bonus(fen, "b2b6"), -rook);
        assert_eq!(bonus(fen, "b2b8"), params::check_bonus());
        assert_eq!(bonus(fen, "b2d2"), 0);
        assert_eq!(bonus(fen, "b2b7"), 0);
        // A check that loses the queen earns no check bonus.
        assert_eq!(bonus("3k4/2p5/Q7/8/8/8/8/4K3 w - - 0 1", "a6d6"), -900 * params::escape_weight());
    }
}
