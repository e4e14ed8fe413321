//! The previous moves that histories and corrections refer to.

use heirloom_chess::{Piece, Square};

/// How many plies back the previous moves were played.
pub const PLIES_BACK: [usize; 3] = [1, 2, 4];

/// The piece and target of the moves [`PLIES_BACK`]; `None` if there was no move.
pub type PreviousMoves = [Option<(Piece, Square)>; 3];

/// Returns the index of a move in tables by piece and target.
#[inline]
pub fn piece_to_index((piece, to): (Piece, Square)) -> usize {
    piece.index() * 64 + to.index()
}
