//! Random numbers that name a position (Zobrist 1970): one for each piece on each square and for all else that matters.

/// Pieces on squares, then castling rights from 768, files of en passant from 800; the last is for Black to move.
///
/// Steele, Lea and Flood's SplitMix64 (2014).
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

/// For a piece of a color and type on a square.
pub fn piece(color: usize, kind: usize, square: usize) -> u64 {
    NUMBERS[color * 384 + kind * 64 + square]
}

/// For a set of castling rights.
pub fn castling(rights: u8) -> u64 {
    NUMBERS[768 + usize::from(rights)]
}

/// For the file on which a pawn can be taken en passant.
pub fn en_passant(file: usize) -> u64 {
    NUMBERS[800 + file]
}

/// For Black to move.
pub fn turn() -> u64 {
    NUMBERS[900]
}
