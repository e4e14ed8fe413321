//! Roce's Zobrist keys (1970): random numbers for pieces on squares, castling rights and en passant files.

/// The key of the side to move.
pub const BLACK_TO_MOVE: u64 = scrambled(1 << 20);

/// The keys of the pieces -6 to 6 on 120 squares.
static PIECES: [[u64; 120]; 13] = pieces();

/// Returns the key of a piece on a square.
#[inline(always)]
pub fn piece(piece: i8, square: u8) -> u64 {
    PIECES[(piece + 6) as usize][usize::from(square)]
}

/// Returns the key of one of the four castling rights, with the rook that has it.
pub fn castling(right: usize, rook: u8) -> u64 {
    scrambled(2 << 20 | (right as u64) << 8 | rook as u64)
}

/// Returns the key of an en passant capture on this file.
pub fn en_passant(file: u8) -> u64 {
    scrambled(3 << 20 | file as u64)
}

const fn pieces() -> [[u64; 120]; 13] {
    let mut keys = [[0; 120]; 13];
    let mut index = 0;
    while index < 13 * 120 {
        keys[index / 120][index % 120] = scrambled(index as u64);
        index += 1;
    }
    keys
}

/// Returns a pseudorandom number: the finalizer of SplitMix64 (Steele, Lea and Flood 2014).
const fn scrambled(number: u64) -> u64 {
    let mut z = (number + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
