//! The board diagrams of a report.

use heirloom_app::review::Review;
use heirloom_chess::Color;
use heirloom_picture::{Diagram, MarkColor};

/// Default side length in pixels.
const SIZE: u32 = 320;

/// Draws the position before a move from its player's side, with arrows for the move in red and the better
/// one in green.
pub fn turning_point(review: &Review, ply: usize) -> String {
    let reviewed = &review.moves[ply];
    let mut board = Diagram::new(&review.positions[ply]).size(SIZE).flipped(reviewed.mover == Color::Black);
    if let Some(before) = ply.checked_sub(1).and_then(|before| review.moves.get(before)) {
        board = board.last_move(before.mv);
    }
    board = board.arrow(reviewed.mv.from(), reviewed.mv.to(), MarkColor::Red);
    if let Some(better) = review.better(ply).and_then(<[_]>::first) {
        board = board.arrow(better.from(), better.to(), MarkColor::Green);
    }
    board.svg()
}
