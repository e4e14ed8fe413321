//! The search stack: the data of each ply of the current line.

use heirloom_chess::{Move, Piece, Square};

use super::continuation::{PLIES_BACK, PreviousMoves};
use super::correction::PieceKeys;
use crate::score::MAX_PLY;

/// The data of one ply.
#[derive(Clone, Copy, Default)]
pub struct Ply {
    /// The keys of the pieces, for the correction history.
    pub piece_keys: PieceKeys,
    /// The corrected static evaluation from the view of the side to move; `None` in check.
    pub eval: Option<i32>,
    /// The static evaluation without correction.
    pub raw_eval: Option<i32>,
    /// The piece and target of the move being searched; `None` for a null move.
    pub played: Option<(Piece, Square)>,
    /// That move, if it is quiet.
    pub quiet: Option<Move>,
    /// The current reduction of that move, in plies.
    pub reduction: i32,
    /// The move excluded by the singular extension search.
    pub excluded: Option<Move>,
    /// Two quiet moves that cut off at this ply, the latest first (Akl and Newborn 1977).
    pub killers: [Option<Move>; 2],
    /// Whether the position is or was on a principal variation.
    pub was_pv: bool,
    /// The number of nodes at this ply that have cut off since the node two plies up was entered.
    pub cutoffs: i32,
    /// The number of double extensions so far in this line.
    pub double_extensions: i32,
}

impl Ply {
    /// Records the move being searched.
    #[inline]
    pub fn set_move(&mut self, mv: Move, moved: Option<Piece>, quiet: bool) {
        self.played = moved.map(|piece| (piece, mv.to()));
        self.quiet = quiet.then_some(mv);
        self.reduction = 0;
    }

    /// Records a null move.
    #[inline]
    pub fn set_null_move(&mut self) {
        self.played = None;
        self.quiet = None;
        self.reduction = 0;
    }

    /// Adds a quiet move that cut off.
    #[inline]
    pub fn add_killer(&mut self, mv: Move) {
        if self.killers[0] != Some(mv) {
            self.killers = [Some(mv), self.killers[0]];
        }
    }
}

/// All plies; the root is 0.
pub struct Stack([Ply; MAX_PLY + 4]);

impl Default for Stack {
    fn default() -> Stack {
        Stack([Ply::default(); MAX_PLY + 4])
    }
}

impl Stack {
    /// Resets the first plies.
    pub fn reset(&mut self, plies: usize) {
        let plies = plies.min(self.0.len());
        self.0[..plies].fill(Ply::default());
    }

    /// Returns a ply.
    #[inline]
    pub fn at(&self, ply: usize) -> &Ply {
        &self.0[ply]
    }

    /// Returns a ply for modification.
    #[inline]
    pub fn at_mut(&mut self, ply: usize) -> &mut Ply {
        &mut self.0[ply]
    }

    /// Returns the ply `back` plies earlier, if the line is that long.
    #[inline]
    pub fn before(&self, ply: usize, back: usize) -> Option<&Ply> {
        ply.checked_sub(back).map(|earlier| &self.0[earlier])
    }

    /// Returns the moves that led to a ply.
    #[inline]
    pub fn previous_moves(&self, ply: usize) -> PreviousMoves {
        PLIES_BACK.map(|back| self.before(ply, back).and_then(|earlier| earlier.played))
    }
}
