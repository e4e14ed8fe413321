//! The transposition table with the replacement that Breuker, Uiterwijk and van den Herik found best in 1994: TwoBig1.

/// Random numbers for positions (Zobrist 1970): by piece with its color bit, and square.
pub static PIECE_KEYS: [[u64; 128]; 32] = piece_keys();
/// By the bits of the castling rights.
pub static CASTLING_KEYS: [u64; 16] = castling_keys();
/// By file.
pub static EN_PASSANT_KEYS: [u64; 8] = en_passant_keys();
/// For Black to move.
pub const TURN_KEY: u64 = random(1);

/// Steele, Lea and Flood's SplitMix64: the n-th number of a sequence without the ones before it.
const fn random(n: u64) -> u64 {
    let mut bits = n.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ (bits >> 31)
}

const fn piece_keys() -> [[u64; 128]; 32] {
    let mut keys = [[0; 128]; 32];
    let mut n = 0;
    while n < 32 * 128 {
        keys[n / 128][n % 128] = random(100 + n as u64);
        n += 1;
    }
    keys
}

const fn castling_keys() -> [u64; 16] {
    let mut keys = [0; 16];
    let mut n = 1;
    while n < 16 {
        keys[n] = random(10 + n as u64);
        n += 1;
    }
    keys
}

const fn en_passant_keys() -> [u64; 8] {
    let mut keys = [0; 8];
    let mut n = 0;
    while n < 8 {
        keys[n] = random(40 + n as u64);
        n += 1;
    }
    keys
}
