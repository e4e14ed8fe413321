//! Zobrist keys (1970): random numbers for pieces on squares and the rest of the state.

/// Pieces on squares, castling rights from 768, en passant files from 800; the last is for Black to move.
///
/// From SplitMix64 (Steele, Lea and Flood 2014).
static NUMBERS: [u64; 901] = {
    let mut table = [0; 901];
    let mut n = 0;
    while n < table.len() {
        let mut z = (n as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        table[n] = z ^ z >> 31;
        n += 1;
    }
    table
};

/// Returns the key of a piece on a square.
pub fn piece(color: usize, kind: usize, square: usize) -> u64 {
    NUMBERS[color * 384 + kind * 64 + square]
}

/// Returns the key of a set of castling rights.
pub fn castling(rights: u8) -> u64 {
    NUMBERS[768 + usize::from(rights)]
}

/// Returns the key of an en passant file.
pub fn en_passant(file: usize) -> u64 {
    NUMBERS[800 + file]
}

/// Returns the key for Black to move.
pub fn turn() -> u64 {
    NUMBERS[900]
}
