//! Static exchange evaluation (SEE).

use super::attacks;
use super::board::{BISHOP, Board, KINDS, KING, PAWN, QUEEN, ROOK};
use super::moves::Move;

/// Piece values for exchanges and capture ordering, in centipawns; the last one is for an empty square.
pub const VALUES: [i32; KINDS + 1] = [100, 325, 325, 500, 975, 0, 0];

/// Returns the gain of a move in centipawns: the captured piece and the promotion.
pub fn gain(board: &Board, mv: Move) -> i32 {
    // Castling ends on an empty square.
    let taken = if mv.is_en_passant() { VALUES[PAWN] } else { VALUES[board.at(mv.to())] };
    taken + mv.promotion().map_or(0, |kind| VALUES[kind] - VALUES[PAWN])
}

/// Returns true if the exchange started by a move gains at least `threshold` centipawns.
pub fn reaches(board: &Board, mv: Move, threshold: i32) -> bool {
    let (from, to) = (mv.from(), mv.to());
    // The best case: there is no recapture.
    let mut balance = gain(board, mv) - threshold;
    if balance < 0 {
        return false;
    }
    // The worst case: the moved piece is lost for nothing.
    balance -= VALUES[mv.promotion().unwrap_or(board.at(from))];
    if balance >= 0 {
        return true;
    }
    let mut occupied = (board.occupied() ^ 1 << from) | 1 << to;
    if mv.is_en_passant() {
        occupied ^= 1 << (to ^ 8);
    }
    let mut attackers = board.attackers(to, occupied) & occupied;
    let mut side = board.turn & 1 ^ 1;
    while let Some(kind) = (PAWN..KINDS).find(|&kind| attackers & board.colors[side] & board.kinds[kind] != 0)
    {
        // A king cannot capture a defended piece.
        if kind == KING && attackers & board.colors[side ^ 1] != 0 {
            break;
        }
        let piece = attackers & board.colors[side] & board.kinds[kind];
        occupied ^= piece & piece.wrapping_neg();
        // Add the x-ray attackers.
        if kind == PAWN || kind == BISHOP || kind == QUEEN {
            attackers |= attacks::bishop(to, occupied) & board.diagonal();
        }
        if kind == ROOK || kind == QUEEN {
            attackers |= attacks::rook(to, occupied) & board.straight();
        }
        attackers &= occupied;
        side ^= 1;
        // If the capturing side stays ahead even without this piece, the exchange is decided.
        balance = -balance - 1 - VALUES[kind];
        if balance >= 0 {
            break;
        }
    }
    // The side that could not continue has lost the exchange.
    side != board.turn
}

#[cfg(test)]
mod tests {
    use super::super::moves::legal;
    use super::*;
    use crate::seam::setup_of;

    fn exchange(fen: &str, mv: &str) -> i32 {
        let board = Board::new(&setup_of(fen));
        let mv = legal(&board).into_iter().find(|own| own.to_string() == mv).unwrap();
        (-1000..=1000).rev().find(|&threshold| reaches(&board, mv, threshold)).unwrap()
    }

    #[test]
    fn exchanges_are_played_to_their_end() {
        assert_eq!(exchange("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5"), 100);
        // A rook behind a rook and a queen behind both take part.
        assert_eq!(exchange("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5"), 100 - 325);
        assert_eq!(exchange("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5"), 100);
        assert_eq!(exchange("4k3/8/4p3/3p4/8/8/8/3QK3 w - - 0 1", "d1d5"), 100 - 975);
        // The king can only capture undefended pieces.
        assert_eq!(exchange("8/8/4k3/3p4/8/8/8/3QK3 w - - 0 1", "d1d5"), 100 - 975);
        assert_eq!(exchange("8/8/4k3/3p4/8/8/6B1/3QK3 w - - 0 1", "d1d5"), 100);
        assert_eq!(exchange("4k3/8/8/8/2pP4/8/8/4K3 b - d3 0 1", "c4d3"), 100);
    }
}
