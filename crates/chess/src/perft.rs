//! Counting leaves of the game tree, the test that finds every bug of a move generator.

use crate::{Move, Position};

/// The number of move sequences of exactly `depth` plies. The last ply is counted without listing its moves.
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_legal_moves(),
        _ => {
            let mut leaves = 0;
            for &mv in &position.legal_moves() {
                let mut child = position.clone();
                child.play_without_keys(mv);
                leaves += perft(&child, depth - 1);
            }
            leaves
        }
    }
}

/// [`perft`] of each move.
pub fn divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    each_move(position, depth, perft)
}

fn each_move(position: &Position, depth: u32, count: fn(&Position, u32) -> u64) -> Vec<(Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    let moves = position.legal_moves();
    moves
        .iter()
        .map(|&mv| {
            let mut child = position.clone();
            child.play(mv);
            (mv, count(&child, depth - 1))
        })
        .collect()
}
