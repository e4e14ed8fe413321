//! Roce's piece values and piece-square tables: our own numbers, since the description has none.

use super::squares::{file, rank};

/// Centipawns in the middlegame and in the endgame.
pub type Pair = [i32; 2];

/// Piece values, pawn to queen by number; the king has none.
pub const VALUES: [Pair; 7] = [[0, 0], [90, 110], [320, 300], [330, 320], [490, 530], [970, 980], [0, 0]];

/// Game phase weights of the pieces: they add up to 24 in the initial position.
pub const PHASES: [i32; 7] = [0, 0, 1, 1, 2, 4, 0];

/// The game phase of the initial position.
pub const FULL_PHASE: i32 = 24;

/// Bonuses by rank, from the side's own first one, and by file, from the edge to the center: two short rows
/// instead of a table of 64.
struct Bonuses {
    ranks: [i32; 8],
    files: [i32; 4],
}

const NO_BONUS: Bonuses = Bonuses { ranks: [0; 8], files: [0; 4] };

/// Middlegame bonuses by piece.
const MIDDLEGAME: [Bonuses; 7] = [
    NO_BONUS,
    Bonuses { ranks: [0, -4, -2, 6, 12, 18, 26, 0], files: [-6, 0, 4, 8] },
    Bonuses { ranks: [-24, -12, 2, 8, 12, 10, -6, -26], files: [-22, -6, 6, 10] },
    Bonuses { ranks: [-12, 4, 4, 4, 4, 2, -4, -10], files: [-4, 4, 2, 4] },
    Bonuses { ranks: [0, -4, -4, -4, -2, 0, 14, 8], files: [-4, 0, 4, 6] },
    Bonuses { ranks: [-8, 0, 0, 0, 2, 4, 4, 0], files: [-4, 0, 2, 4] },
    Bonuses { ranks: [20, 2, -24, -40, -50, -54, -54, -54], files: [8, 14, -8, -22] },
];

/// Endgame bonuses by piece: kings are active and pawns advance.
const ENDGAME: [Bonuses; 7] = [
    NO_BONUS,
    Bonuses { ranks: [0, 0, 3, 8, 16, 30, 45, 0], files: [0, 0, 0, 0] },
    Bonuses { ranks: [-20, -10, 2, 8, 12, 8, -4, -20], files: [-18, -4, 4, 8] },
    Bonuses { ranks: [-8, 0, 4, 6, 6, 4, 0, -6], files: [-4, 2, 2, 4] },
    Bonuses { ranks: [-2, 0, 0, 0, 2, 4, 10, 6], files: [0, 0, 0, 0] },
    Bonuses { ranks: [-12, -4, 0, 4, 8, 8, 6, 0], files: [-6, 0, 4, 6] },
    Bonuses { ranks: [-24, -10, 4, 12, 16, 12, 0, -20], files: [-16, 0, 8, 12] },
];

/// Returns the rank of a square from the point of view of its side, 0 for its first rank.
#[inline(always)]
pub fn own_rank(square: u8, side: i8) -> u8 {
    if side < 0 { 7 - rank(square) } else { rank(square) }
}

/// Returns the bonus for a piece of `side` on a square; the piece is its positive number.
#[inline(always)]
pub fn square_bonus(piece: i8, square: u8, side: i8) -> Pair {
    let (rank, file) = (usize::from(own_rank(square, side)), usize::from(file(square).min(7 - file(square))));
    [&MIDDLEGAME, &ENDGAME]
        .map(|places| places[piece as usize].ranks[rank] + places[piece as usize].files[file])
}
