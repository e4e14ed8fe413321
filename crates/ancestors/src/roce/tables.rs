//! What Roce's pieces are worth, and what each square adds: numbers of our own, for the description has none.

use super::board::{PAWN, file, index, rank};

/// Centipawns in the middlegame and in the endgame.
pub type Pair = [i32; 2];

/// Pawn to queen by number; the king has no price.
pub const VALUES: [Pair; 7] = [[0, 0], [90, 110], [320, 300], [330, 320], [490, 530], [970, 980], [0, 0]];

/// How much of the middlegame a piece stands for: 24 with all of them on the board.
pub const PHASES: [i32; 7] = [0, 0, 1, 1, 2, 4, 0];

/// All of [`PHASES`] at the start.
pub const FULL_PHASE: i32 = 24;

/// A table for the files a to d, first rank first; the other wing mirrors it.
type Half = [[i32; 4]; 8];

const PAWN_MIDDLEGAME: Half =
    [[0, 0, 0, 0], [0, 4, 2, -10], [0, 2, 4, 4], [-4, 0, 8, 20], [0, 4, 12, 24], [8, 12, 20, 28], [20, 24, 28, 30], [0, 0, 0, 0]];
const PAWN_ENDGAME: Half = [[0; 4], [0; 4], [3; 4], [8; 4], [16; 4], [30; 4], [45; 4], [0; 4]];
const KNIGHT: Half = [
    [-48, -28, -20, -16],
    [-30, -14, -4, 0],
    [-18, 0, 10, 12],
    [-12, 6, 16, 22],
    [-8, 8, 20, 26],
    [-12, 6, 18, 20],
    [-28, -10, 4, 8],
    [-50, -28, -16, -12],
];
const BISHOP: Half =
    [[-14, -8, -12, -8], [-2, 12, 4, 4], [0, 6, 8, 8], [-2, 4, 8, 14], [-2, 6, 8, 14], [-2, 4, 8, 8], [-8, 2, 2, 2], [-12, -6, -6, -6]];
const ROOK: Half =
    [[-6, -2, 4, 8], [-10, -4, 0, 2], [-8, -2, 0, 2], [-8, -2, 0, 2], [-6, 0, 2, 2], [-4, 2, 4, 4], [10, 14, 14, 14], [6, 6, 8, 8]];
const QUEEN: Half =
    [[-12, -8, -6, 0], [-8, 0, 4, 2], [-4, 2, 2, 2], [-4, 0, 4, 6], [-2, 2, 6, 8], [0, 4, 6, 8], [-2, 2, 6, 8], [-6, 0, 2, 4]];
const KING_MIDDLEGAME: Half = [
    [24, 36, 10, -8],
    [14, 12, -10, -22],
    [-16, -24, -32, -40],
    [-36, -42, -48, -54],
    [-46, -52, -58, -62],
    [-50, -56, -60, -66],
    [-50, -56, -60, -66],
    [-50, -56, -60, -66],
];
const KING_ENDGAME: Half = [
    [-46, -30, -20, -14],
    [-26, -10, 0, 6],
    [-18, 2, 12, 18],
    [-14, 8, 22, 28],
    [-12, 12, 26, 32],
    [-14, 10, 22, 26],
    [-24, -4, 8, 12],
    [-46, -26, -16, -12],
];

const MIDDLEGAME: [Half; 7] = [[[0; 4]; 8], PAWN_MIDDLEGAME, KNIGHT, BISHOP, ROOK, QUEEN, KING_MIDDLEGAME];
const ENDGAME: [Half; 7] = [[[0; 4]; 8], PAWN_ENDGAME, KNIGHT, BISHOP, ROOK, QUEEN, KING_ENDGAME];

/// The rank of a square as its side sees it, 0 for the own first.
#[inline(always)]
pub fn own_rank(square: u8, side: i8) -> u8 {
    if side < 0 { 7 - rank(square) } else { rank(square) }
}

/// What the square adds to a piece of `side`, given by its positive number.
#[inline(always)]
pub fn placed(piece: i8, square: u8, side: i8) -> Pair {
    let (piece, rank) = (piece as usize, usize::from(own_rank(square, side)));
    let file = usize::from(file(square).min(7 - file(square)));
    [MIDDLEGAME[piece][rank][file], ENDGAME[piece][rank][file]]
}

/// The pawns of both sides by file: a bit for each own rank. A file more on each side saves asking for the edge.
#[derive(Clone, Copy, Debug, Default)]
pub struct PawnFiles([[u8; 10]; 2]);

impl PawnFiles {
    /// Counts the pawns of a board.
    #[inline]
    pub fn add(&mut self, square: u8, side: i8) {
        self.0[index(side)][usize::from(file(square)) + 1] |= PAWN as u8 * (1 << own_rank(square, side));
    }

    /// The pawns of a side on a file, from -1 to 8 for both sides of the edge; bit 1 is its second rank.
    #[inline(always)]
    pub fn on(&self, side: i8, file: i8) -> u8 {
        self.0[index(side)][(file + 1) as usize]
    }
}
