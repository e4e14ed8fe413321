//! What the search keeps for each ply of the current line.

use heirloom_chess::{Move, Piece, Square};

use super::continuation::{PLIES_BACK, PreviousMoves};
use super::correction::PieceKeys;
use crate::score::MAX_PLY;

/// One ply.
#[derive(Clone, Copy, Default)]
pub struct Ply {
    /// Keys of the pieces, for the correction of the evaluation.
    pub piece_keys: PieceKeys,
    /// Static evaluation with its correction, side to move; `None` in check.
    pub eval: Option<i32>,
    /// The same as it came from the evaluation.
    pub raw_eval: Option<i32>,
    /// The piece and target of the move that is being tried here; `None` for a null move.
    pub played: Option<(Piece, Square)>,
    /// The move itself, if it is quiet.
    pub quiet: Option<Move>,
    /// How many plies less deep it is searched for now.
    pub reduction: i32,
    /// The move that is left out while it is asked whether it is the only good one.
    pub excluded: Option<Move>,
    /// Two quiet moves that cut off at this ply, the latest first (Akl and Newborn 1977).
    pub killers: [Option<Move>; 2],
    /// Whether the position is or was on a principal variation.
    pub was_pv: bool,
    /// How many nodes below the node above have cut off.
    pub cutoffs: i32,
    /// Extensions by two plies so far in this line.
    pub double_extensions: i32,
}

impl Ply {
    /// Notes the move that is being tried.
    #[inline]
    pub fn set_move(&mut self, mv: Move, moved: Option<Piece>, quiet: bool) {
        self.played = moved.map(|piece| (piece, mv.to()));
        self.quiet = quiet.then_some(mv);
        self.reduction = 0;
    }

    /// Notes that the turn is being passed.
    #[inline]
    pub fn set_null_move(&mut self) {
        self.played = None;
        self.quiet = None;
        self.reduction = 0;
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
pub struct Stack([Ply; MAX_PLY + 4]);

impl Default for Stack {
    fn default() -> Stack {
        Stack([Ply::default(); MAX_PLY + 4])
    }
}

impl Stack {
    /// Forgets what is known of the first plies.
    pub fn reset(&mut self, plies: usize) {
        let plies = plies.min(self.0.len());
        self.0[..plies].fill(Ply::default());
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

    /// The moves that led to a ply.
    #[inline]
    pub fn previous_moves(&self, ply: usize) -> PreviousMoves {
        PLIES_BACK.map(|back| self.before(ply, back).and_then(|earlier| earlier.played))
    }
}
