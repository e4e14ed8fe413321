//! The numbers of the classical evaluation, in centipawns.
//!
//! Textbook material (1, 3, 3, 5, 9) and the piece-square tables of Tomasz Michniewski's "Simplified Evaluation Function" (1995, published in
//! the Chess Programming Wiki): the untuned beginning from which tuning is measured.

use super::Tapered;

/// What having the move is worth.
pub const TEMPO: i32 = 10;

/// What each piece type adds to the phase: queens 4, rooks 2, minor pieces 1.
pub const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];

/// The phase with all pieces on the board.
pub const PHASE_TOTAL: i32 = 24;

/// Pawn, knight, bishop, rook, queen, king.
pub const MATERIAL: [Tapered; 6] = [
    Tapered::new(100, 100),
    Tapered::new(300, 300),
    Tapered::new(300, 300),
    Tapered::new(500, 500),
    Tapered::new(900, 900),
    Tapered::new(0, 0),
];

/// For each piece type the middlegame and the endgame table, as White sees the board: a8 first, h1 last.
pub const PIECE_SQUARE: [[[i32; 64]; 2]; 6] =
    [[PAWN, PAWN], [KNIGHT, KNIGHT], [BISHOP, BISHOP], [ROOK, ROOK], [QUEEN, QUEEN], [KING_MIDDLEGAME, KING_ENDGAME]];

#[rustfmt::skip]
const PAWN: [i32; 64] = [
       0,    0,    0,    0,    0,    0,    0,    0,
      50,   50,   50,   50,   50,   50,   50,   50,
      10,   10,   20,   30,   30,   20,   10,   10,
       5,    5,   10,   25,   25,   10,    5,    5,
       0,    0,    0,   20,   20,    0,    0,    0,
       5,   -5,  -10,    0,    0,  -10,   -5,    5,
       5,   10,   10,  -20,  -20,   10,   10,    5,
       0,    0,    0,    0,    0,    0,    0,    0,
];

#[rustfmt::skip]
const KNIGHT: [i32; 64] = [
     -50,  -40,  -30,  -30,  -30,  -30,  -40,  -50,
     -40,  -20,    0,    0,    0,    0,  -20,  -40,
     -30,    0,   10,   15,   15,   10,    0,  -30,
     -30,    5,   15,   20,   20,   15,    5,  -30,
     -30,    0,   15,   20,   20,   15,    0,  -30,
     -30,    5,   10,   15,   15,   10,    5,  -30,
     -40,  -20,    0,    5,    5,    0,  -20,  -40,
     -50,  -40,  -30,  -30,  -30,  -30,  -40,  -50,
];

#[rustfmt::skip]
const BISHOP: [i32; 64] = [
     -20,  -10,  -10,  -10,  -10,  -10,  -10,  -20,
     -10,    0,    0,    0,    0,    0,    0,  -10,
     -10,    0,    5,   10,   10,    5,    0,  -10,
     -10,    5,    5,   10,   10,    5,    5,  -10,
     -10,    0,   10,   10,   10,   10,    0,  -10,
     -10,   10,   10,   10,   10,   10,   10,  -10,
     -10,    5,    0,    0,    0,    0,    5,  -10,
     -20,  -10,  -10,  -10,  -10,  -10,  -10,  -20,
];

#[rustfmt::skip]
const ROOK: [i32; 64] = [
       0,    0,    0,    0,    0,    0,    0,    0,
       5,   10,   10,   10,   10,   10,   10,    5,
      -5,    0,    0,    0,    0,    0,    0,   -5,
      -5,    0,    0,    0,    0,    0,    0,   -5,
      -5,    0,    0,    0,    0,    0,    0,   -5,
      -5,    0,    0,    0,    0,    0,    0,   -5,
      -5,    0,    0,    0,    0,    0,    0,   -5,
       0,    0,    0,    5,    5,    0,    0,    0,
];

#[rustfmt::skip]
const QUEEN: [i32; 64] = [
     -20,  -10,  -10,   -5,   -5,  -10,  -10,  -20,
     -10,    0,    0,    0,    0,    0,    0,  -10,
     -10,    0,    5,    5,    5,    5,    0,  -10,
      -5,    0,    5,    5,    5,    5,    0,   -5,
       0,    0,    5,    5,    5,    5,    0,   -5,
     -10,    5,    5,    5,    5,    5,    0,  -10,
     -10,    0,    5,    0,    0,    0,    0,  -10,
     -20,  -10,  -10,   -5,   -5,  -10,  -10,  -20,
];

#[rustfmt::skip]
const KING_MIDDLEGAME: [i32; 64] = [
     -30,  -40,  -40,  -50,  -50,  -40,  -40,  -30,
     -30,  -40,  -40,  -50,  -50,  -40,  -40,  -30,
     -30,  -40,  -40,  -50,  -50,  -40,  -40,  -30,
     -30,  -40,  -40,  -50,  -50,  -40,  -40,  -30,
     -20,  -30,  -30,  -40,  -40,  -30,  -30,  -20,
     -10,  -20,  -20,  -20,  -20,  -20,  -20,  -10,
      20,   20,    0,    0,    0,    0,   20,   20,
      20,   30,   10,    0,    0,   10,   30,   20,
];

#[rustfmt::skip]
const KING_ENDGAME: [i32; 64] = [
     -50,  -40,  -30,  -20,  -20,  -30,  -40,  -50,
     -30,  -20,  -10,    0,    0,  -10,  -20,  -30,
     -30,  -10,   20,   30,   30,   20,  -10,  -30,
     -30,  -10,   30,   40,   40,   30,  -10,  -30,
     -30,  -10,   30,   40,   40,   30,  -10,  -30,
     -30,  -10,   20,   30,   30,   20,  -10,  -30,
     -30,  -30,    0,    0,    0,    0,  -30,  -30,
     -50,  -30,  -30,  -30,  -30,  -30,  -30,  -50,
];
