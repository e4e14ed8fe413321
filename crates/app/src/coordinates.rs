//! Moves in coordinate notation, with castling as UCI engines write it in the variant of the position.

use heirloom_chess::notation::uci;
use heirloom_chess::{Move, Position};

/// Returns a move: `e2e4`.
pub fn of_move(position: &Position, mv: Move) -> String {
    uci::format(position, mv, position.is_chess960())
}

/// Returns the moves of a line up to the first illegal one.
pub fn of_line(start: &Position, moves: &[Move]) -> Vec<String> {
    let mut position = start.clone();
    let mut words = Vec::with_capacity(moves.len());
    for &mv in moves {
        if !position.is_legal(mv) {
            break;
        }
        words.push(of_move(&position, mv));
        position.play(mv);
    }
    words
}
