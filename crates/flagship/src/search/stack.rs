//! What the search remembers of each ply of the line it is looking at.

use heirloom_chess::{Move, Piece, Square};

use super::MAX_PLY;
use crate::eval::classical::Accumulator;

/// One ply.
#[derive(Clone, Copy, Default)]
pub struct Ply {
    /// The evaluation's sums of the position at this ply.
    pub accumulator: Accumulator,
    /// Static evaluation, side to move; `None` in check.
    pub eval: Option<i32>,
    /// The piece and target of the move that is being tried here; `None` for a null move.
    pub played: Option<(Piece, Square)>,
    /// Two quiet moves that cut off at this ply, the latest first (Akl and Newborn 1977).
    pub killers: [Option<Move>; 2],
}

impl Ply {
    /// Notes the move that is being tried.
    #[inline]
    pub fn note_move(&mut self, mv: Move, moved: Option<Piece>) {
        self.played = moved.map(|piece| (piece, mv.to()));
    }

    /// Notes that the turn is being passed.
    #[inline]
    pub fn note_null_move(&mut self) {
        self.played = None;
    }

    /// Remembers a quiet move that cut off.
    #[inline]
    pub fn add_killer(&mut self, mv: Move) {
        if self.killers[0] != Some(mv) {
            self.killers = [Some(mv), self.killers[0]];
        }
    }
}

/// All plies, the root being 0.
pub struct Stack(Vec<Ply>);

impl Stack {
    /// Nothing known.
    pub fn new() -> Stack {
        Stack(vec![Ply::default(); MAX_PLY + 4])
    }

    /// A ply.
    #[inline]
    pub fn at(&self, ply: usize) -> &Ply {
        &self.0[ply]
    }

    /// A ply, to be changed.
    #[inline]
    pub fn at_mut(&mut self, ply: usize) -> &mut Ply {
        &mut self.0[ply]
    }

    /// A ply further up, if the line is that long.
    #[inline]
    pub fn before(&self, ply: usize, back: usize) -> Option<&Ply> {
        ply.checked_sub(back).map(|earlier| &self.0[earlier])
    }
}
