//! Random numbers for the keys of positions (Zobrist 1970).

use crate::{Bitboard, File, Piece, Square};

/// One number for each feature that distinguishes positions.
struct Numbers {
    pieces: [[u64; 64]; 12],
    /// One for each square of a rook with castling rights.
    castling: [u64; 64],
    en_passant: [u64; 8],
    black_to_move: u64,
}

static NUMBERS: Numbers = numbers();

/// Returns the number of a piece on a square.
#[inline(always)]
pub fn piece(piece: Piece, square: Square) -> u64 {
    NUMBERS.pieces[piece.index()][square.index()]
}

/// Returns the combined numbers of all rooks with castling rights.
#[inline(always)]
pub fn castling(rooks: Bitboard) -> u64 {
    rooks.into_iter().fold(0, |key, square| key ^ NUMBERS.castling[square.index()])
}

/// Returns the number of a possible en passant capture on a file.
#[inline(always)]
pub fn en_passant(file: File) -> u64 {
    NUMBERS.en_passant[file.index()]
}

/// Returns the number for Black to move.
#[inline(always)]
pub fn black_to_move() -> u64 {
    NUMBERS.black_to_move
}

/// Returns the next number of SplitMix64 (Steele, Lea and Flood 2014).
const fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = *state;
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

const fn numbers() -> Numbers {
    let mut state = 1970;
    let mut numbers = Numbers {
        pieces: [[0; 64]; 12],
        castling: [0; 64],
        en_passant: [0; 8],
        black_to_move: next(&mut state),
    };
    let mut square = 0;
    while square < 64 {
        let mut piece = 0;
        while piece < 12 {
            numbers.pieces[piece][square] = next(&mut state);
            piece += 1;
        }
        numbers.castling[square] = next(&mut state);
        square += 1;
    }
    let mut file = 0;
    while file < 8 {
        numbers.en_passant[file] = next(&mut state);
        file += 1;
    }
    numbers
}
