//! The moves that led to a position, as histories and corrections refer to them.

use heirloom_chess::{Piece, Square};

/// How many plies back the moves lie that a quiet move is judged in connection with.
pub const PLIES_BACK: [usize; 3] = [1, 2, 4];

/// The piece and target of the moves [`PLIES_BACK`]; `None` where nothing was played.
pub type PreviousMoves = [Option<(Piece, Square)>; 3];

/// The place of a move in tables by piece and target.
#[inline]
pub fn row((piece, to): (Piece, Square)) -> usize {
    piece.index() * 64 + to.index()
}
