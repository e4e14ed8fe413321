//! What a capture brings once everybody has taken back on its square, the least valuable piece first.

use super::attacks::{BISHOP_STEPS, KNIGHT_STEPS, ROOK_STEPS, look};
use super::board::{BISHOP, Board, EMPTY, KING, KNIGHT, PAWN, QUEEN, ROOK, Squares};
use super::moves::{Kind, Move};

/// Centipawns by number of the piece, for exchanges and for ordering.
pub const PRICES: [i32; 7] = [0, 100, 320, 330, 500, 950, 20_000];

/// The price of what stands on a square.
#[inline(always)]
pub fn price(piece: i8) -> i32 {
    PRICES[usize::from(piece.unsigned_abs()).min(6)]
}

/// Centipawns that a capture wins or loses; promotions count as their pawn.
pub fn exchange(board: &Board, mv: Move) -> i32 {
    let mut squares = board.squares;
    let victim = if mv.kind == Kind::EnPassant { PAWN } else { squares[usize::from(mv.to)] };
    squares[usize::from(mv.to)] = squares[usize::from(mv.from)];
    squares[usize::from(mv.from)] = EMPTY;
    price(victim) - answer(&mut squares, mv.to, -board.turn)
}

/// What `side` gains by taking on a square, or nothing where it had better not.
fn answer(squares: &mut Squares, square: u8, side: i8) -> i32 {
    let Some(from) = least_attacker(squares, square, side) else { return 0 };
    let victim = squares[usize::from(square)];
    squares[usize::from(square)] = squares[usize::from(from)];
    squares[usize::from(from)] = EMPTY;
    (price(victim) - answer(squares, square, -side)).max(0)
}

fn least_attacker(squares: &Squares, square: u8, side: i8) -> Option<u8> {
    let holds = |at: &u8, piece: i8| squares[usize::from(*at)] == piece * side;
    if let Some(at) = [9 * side, 11 * side].map(|step| square.wrapping_add_signed(step)).into_iter().find(|at| holds(at, PAWN)) {
        return Some(at);
    }
    if let Some(at) = KNIGHT_STEPS.map(|step| square.wrapping_add_signed(step)).into_iter().find(|at| holds(at, KNIGHT)) {
        return Some(at);
    }
    let straight = ROOK_STEPS.map(|step| look(squares, square, step));
    let slanted = BISHOP_STEPS.map(|step| look(squares, square, step));
    let queen = || straight.iter().chain(&slanted).find(|at| holds(at, QUEEN));
    let is_beside = |at: &&u8| matches!(at.abs_diff(square), 1 | 9 | 10 | 11);
    let king = || straight.iter().chain(&slanted).filter(is_beside).find(|at| holds(at, KING));
    let bishop = slanted.iter().find(|at| holds(at, BISHOP));
    bishop.or_else(|| straight.iter().find(|at| holds(at, ROOK))).or_else(queen).or_else(king).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::roce::moves::parse;

    #[test]
    fn exchanges_are_added_up() {
        for (fen, text, value) in [
            ("4k3/8/3p4/4p3/8/8/8/4RK2 w - - 0 1", "e1e5", 100 - 500),
            ("4k3/8/8/4p3/8/8/8/4RK2 w - - 0 1", "e1e5", 100),
            // The second rook stands behind the first.
            ("4k3/4r3/8/4p3/8/8/4R3/4RK2 w - - 0 1", "e2e5", 100),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 100),
        ] {
            let board = Board::from_fen(fen).expect("a board");
            assert_eq!(exchange(&board, parse(&board, text).expect("a move")), value, "{text} in {fen}");
        }
    }
}
