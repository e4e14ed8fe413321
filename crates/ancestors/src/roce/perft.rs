//! Roce's perft and divide counts, which the console uses for perft, perft2, divide and divide2.

use super::board::Board;
use super::moves::{Move, legal};

/// Returns true if the count should stop.
pub type Stop<'a> = &'a dyn Fn() -> bool;

/// Counts the leaves `depth` plies below, or returns `None` once `stop` does so. The moves of the last ply
/// are counted without being played, since the generator makes legal moves only.
pub fn perft(board: &mut Board, depth: u32, stop: Stop<'_>) -> Option<u64> {
    if depth > 3 && stop() {
        return None;
    }
    let (moves, mut leaves) = (legal(board), 0);
    if depth <= 1 {
        return Some(if depth == 0 { 1 } else { moves.len() as u64 });
    }
    for mv in moves {
        board.make(mv);
        let below = perft(board, depth - 1, stop);
        board.undo();
        leaves += below?;
    }
    Some(leaves)
}

/// Counts the leaves after each move.
pub fn divide(board: &mut Board, depth: u32, stop: Stop<'_>) -> Option<Vec<(Move, u64)>> {
    let mut counts = Vec::new();
    for mv in legal(board) {
        board.make(mv);
        let below = perft(board, depth.saturating_sub(1), stop);
        board.undo();
        counts.push((mv, below?));
    }
    Some(counts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seam::START;

    fn find(counts: Option<Vec<(Move, u64)>>, text: &str) -> Option<u64> {
        counts?.iter().find(|(mv, _)| mv.to_string() == text).map(|(_, count)| *count)
    }

    #[test]
    fn counts_are_those_of_the_original() {
        let (mut board, never) = (Board::from_fen(START), &|| false);
        assert_eq!(perft(&mut board, 3, never), Some(8902));
        assert_eq!(find(divide(&mut board, 3, never), "a2a3"), Some(380));
        assert_eq!(perft(&mut board, 5, never), Some(4_865_609));
        assert_eq!(perft(&mut board, 5, &|| true), None);
    }
}
