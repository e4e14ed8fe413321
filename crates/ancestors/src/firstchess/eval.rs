//! FirstChess's evaluation: material only.

use super::board::{Board, WHITE};

/// Centipawns from pawn to king, as in the listing. Both kings are always there, so theirs cancel out.
pub const VALUES: [i32; 6] = [100, 300, 300, 500, 900, 10_000];

/// Returns White's material minus Black's, in centipawns.
pub fn material(board: &Board) -> i32 {
    let worth = |square: usize| match VALUES.get(usize::from(board.piece[square])) {
        Some(value) if board.color[square] == WHITE => *value,
        Some(value) => -value,
        None => 0,
    };
    (0..64).map(worth).sum()
}

/// The listing's `Eval()`: returns the material balance in centipawns for the side to move.
pub fn evaluate(board: &Board) -> i32 {
    if board.side == WHITE { material(board) } else { -material(board) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evaluation_is_for_the_side_to_move() {
        for (fen, score) in [
            ("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", -800),
            ("4k3/8/8/3q4/4P3/8/8/4K3 b - - 0 1", 800),
            ("r1b1k3/8/8/8/8/8/8/1N2K2R b - - 0 1", 0),
        ] {
            assert_eq!(evaluate(&Board::from_fen(fen)), score, "{fen}");
        }
    }
}
