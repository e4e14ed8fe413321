//! Random numbers for additive hash keys: 64 bits for positions, 32 bits for kings and pawns alone.
//!
//! Zobrist (1970) combines them by exclusive or; RDChess adds them, which can be undone by subtraction.

use super::board::{Piece, SQUARES, Side, Square, file_of, rank_of};

/// 64 squares x 13 set values, and the numbers for the rest of the state.
struct Numbers {
    pieces: [[u64; 13]; 64],
    black_to_move: u64,
    castling: [u64; 16],
    en_passant: [u64; 8],
}

/// SplitMix64 (Steele, Lea and Flood 2014).
const fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut mixed = *state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

static NUMBERS: Numbers = {
    let mut state = 450;
    let mut numbers =
        Numbers { pieces: [[0; 13]; 64], black_to_move: 0, castling: [0; 16], en_passant: [0; 8] };
    let mut square = 0;
    while square < 64 {
        // A free square adds nothing, so its number stays 0.
        let mut piece = 1;
        while piece < 13 {
            numbers.pieces[square][piece] = next(&mut state);
            piece += 1;
        }
        square += 1;
    }
    numbers.black_to_move = next(&mut state);
    let mut rights = 1;
    while rights < 16 {
        numbers.castling[rights] = next(&mut state);
        rights += 1;
    }
    let mut file = 0;
    while file < 8 {
        numbers.en_passant[file] = next(&mut state);
        file += 1;
    }
    numbers
};

/// Returns the number of a piece on a square.
#[inline]
pub fn of_piece(piece: Piece, square: Square) -> u64 {
    debug_assert!((square as usize) < SQUARES && piece.0 < 13);
    NUMBERS.pieces[(rank_of(square) as usize * 8 + file_of(square) as usize) & 63][piece.0 as usize % 13]
}

/// Returns the number of the side to move.
#[inline]
pub fn of_side(side: Side) -> u64 {
    if side == Side::Black { NUMBERS.black_to_move } else { 0 }
}

/// Returns the number of the castling rights (four bits).
#[inline]
pub fn of_castling(rights: u8) -> u64 {
    NUMBERS.castling[rights as usize & 15]
}

/// Returns the number of a pawn that can be captured en passant; 0 for none.
#[inline]
pub fn of_en_passant(pawn: Square) -> u64 {
    if pawn == 0 { 0 } else { NUMBERS.en_passant[file_of(pawn) as usize & 7] }
}
