//! The boards of a report.

use heirloom_app::review::Review;

/// The position before a move, seen by its player, with the move and the better one.
pub fn turning_point(_review: &Review, _ply: usize) -> String {
    String::new()
}
