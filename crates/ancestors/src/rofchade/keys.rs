//! Random numbers that name a position (Zobrist 1970): one for each piece on each square and for all else that matters.

/// One for each color, piece type and square.
pub static PIECES: [[[u64; 64]; 6]; 2] = pieces();
/// One for each set of castling rights.
pub static CASTLING: [u64; 16] = row(768);
/// One for each file on which a pawn can be taken en passant; the last, for none, is zero.
pub static EN_PASSANT: [u64; 9] = en_passant();
/// Black is to move.
pub const TURN: u64 = random(900);

/// Steele, Lea and Flood's SplitMix64 (2014): the `n`th number without the ones before.
const fn random(n: u64) -> u64 {
    let mut z = (n + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

const fn pieces() -> [[[u64; 64]; 6]; 2] {
    let mut table = [[[0; 64]; 6]; 2];
    let mut n = 0;
    while n < 768 {
        table[n / 384][n / 64 % 6][n % 64] = random(n as u64);
        n += 1;
    }
    table
}

const fn row<const N: usize>(first: u64) -> [u64; N] {
    let mut table = [0; N];
    let mut n = 0;
    while n < N {
        table[n] = random(first + n as u64);
        n += 1;
    }
    table
}

const fn en_passant() -> [u64; 9] {
    let mut table = row(800);
    table[8] = 0;
    table
}
