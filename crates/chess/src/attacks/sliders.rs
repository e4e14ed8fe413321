//! Attacks of bishops and rooks: table lookups by pext where the processor executes it fast, by magic
//! multiplication elsewhere.
//!
//! Both tables are computed at compile time, so nothing needs initialization and both methods always agree.
//! Magic bitboards are due to Lasse Hansen (2006); the form used here, with one shift per square, is by
//! Pradyumna Kannan.

#![allow(long_running_const_eval, reason = "a hundred thousand entries each, some seconds of compile time")]

use std::sync::atomic::{AtomicBool, Ordering};

use crate::{Bitboard, Square};

pub(super) const BISHOP_STEPS: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
pub(super) const ROOK_STEPS: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const BISHOP_SLOTS: usize = 5_248;
const ROOK_SLOTS: usize = 102_400;

/// The data needed to look up the attacks from one square.
#[derive(Clone, Copy)]
struct Slot {
    /// The squares whose occupancy matters: the rays without their last square.
    mask: u64,
    magic: u64,
    shift: u32,
    offset: u32,
}

static BISHOP_SLOT: [Slot; 64] = slots(&BISHOP_STEPS, &BISHOP_MAGICS);
static ROOK_SLOT: [Slot; 64] = slots(&ROOK_STEPS, &ROOK_MAGICS);
static BISHOP: Tables<BISHOP_SLOTS> = tables(&BISHOP_STEPS, &BISHOP_SLOT);
static ROOK: Tables<ROOK_SLOTS> = tables(&ROOK_STEPS, &ROOK_SLOT);

/// True if pext is used; false until [`init`] has been called.
static FAST_PEXT: AtomicBool = AtomicBool::new(false);

/// Selects the faster method for this processor; safe to call more than once.
pub(crate) fn init() {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    if !FAST_PEXT.load(Ordering::Relaxed) {
        FAST_PEXT.store(pext_is_fast(), Ordering::Relaxed);
    }
}

/// Returns true if pext is available and implemented in hardware. AMD processors before Zen 3 (family 0x19)
/// need several hundred cycles for it.
#[cfg(all(target_arch = "x86_64", not(miri)))]
fn pext_is_fast() -> bool {
    use crate::cpu;
    use std::arch::x86_64::__cpuid;
    if cpu::level() < cpu::Level::Avx2 {
        return false;
    }
    let vendor = __cpuid(0);
    let signature = __cpuid(1).eax;
    let family = (signature >> 8 & 0xF) + (signature >> 20 & 0xFF);
    // The first four letters of "AuthenticAMD" and "HygonGenuine".
    let amd = vendor.ebx == u32::from_le_bytes(*b"Auth") || vendor.ebx == u32::from_le_bytes(*b"Hygo");
    !amd || family >= 0x19
}

/// Returns the lookup method used on this machine: `pext` or `magic`.
pub fn method() -> &'static str {
    init();
    if FAST_PEXT.load(Ordering::Relaxed) { "pext" } else { "magic" }
}

/// Returns the squares that a bishop on `square` attacks, including the first `occupied` square on each ray.
#[inline(always)]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    let slot = &BISHOP_SLOT[square.index()];
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    if FAST_PEXT.load(Ordering::Relaxed) {
        return Bitboard(look_up(&BISHOP.by_pext, slot, pext_in_hardware(occupied.0, slot.mask)));
    }
    Bitboard(look_up(&BISHOP.by_magic, slot, magic_index(occupied.0, slot)))
}

/// Returns the squares that a rook on `square` attacks, including the first `occupied` square on each ray.
#[inline(always)]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    let slot = &ROOK_SLOT[square.index()];
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    if FAST_PEXT.load(Ordering::Relaxed) {
        return Bitboard(look_up(&ROOK.by_pext, slot, pext_in_hardware(occupied.0, slot.mask)));
    }
    Bitboard(look_up(&ROOK.by_magic, slot, magic_index(occupied.0, slot)))
}

#[inline(always)]
#[allow(unsafe_code, reason = "the bounds check costs a tenth of perft")]
fn look_up(table: &[u64], slot: &Slot, index: u64) -> u64 {
    let index = slot.offset as usize + index as usize;
    debug_assert!(index < table.len());
    // SAFETY: both indices are below 2^(bits of the mask), and the offsets are sums of these sizes;
    // `tests::every_occupancy` visits them all.
    unsafe { *table.get_unchecked(index) }
}

#[inline(always)]
const fn magic_index(occupied: u64, slot: &Slot) -> u64 {
    (occupied & slot.mask).wrapping_mul(slot.magic) >> slot.shift
}

/// The bare instruction, so that callers need not be compiled for processors that support it.
#[cfg(all(target_arch = "x86_64", not(miri)))]
#[inline(always)]
#[allow(unsafe_code, reason = "an instruction that is chosen at run time")]
fn pext_in_hardware(value: u64, mask: u64) -> u64 {
    let result;
    // SAFETY: reached only if `init` found BMI2; the instruction touches only its registers.
    unsafe {
        std::arch::asm!(
            "pext {}, {}, {}", lateout(reg) result, in(reg) value, in(reg) mask,
            options(pure, nomem, nostack, preserves_flags)
        );
    }
    result
}

/// Follows each ray up to the first occupied square. Slow; used to fill and check the tables.
pub(super) const fn walk(square: usize, occupied: u64, steps: &[(i32, i32); 4]) -> u64 {
    let mut attacks = 0;
    let mut direction = 0;
    while direction < 4 {
        let (files, ranks) = steps[direction];
        let (mut file, mut rank) = ((square & 7) as i32 + files, (square >> 3) as i32 + ranks);
        while file >= 0 && file < 8 && rank >= 0 && rank < 8 {
            let bit = 1u64 << (rank * 8 + file);
            attacks |= bit;
            if occupied & bit != 0 {
                break;
            }
            file += files;
            rank += ranks;
        }
        direction += 1;
    }
    attacks
}

const fn slots(steps: &[(i32, i32); 4], magics: &[u64; 64]) -> [Slot; 64] {
    let mut slots = [Slot { mask: 0, magic: 0, shift: 0, offset: 0 }; 64];
    let mut offset = 0;
    let mut square = 0;
    while square < 64 {
        // A piece on the last square of a ray blocks nothing beyond it.
        let own_rank = 0xFF << (square & 56);
        let own_file = Bitboard::FILE_A.0 << (square & 7);
        let edges =
            (0xFF00_0000_0000_00FF & !own_rank) | ((Bitboard::FILE_A.0 | Bitboard::FILE_H.0) & !own_file);
        let mask = walk(square, 0, steps) & !edges;
        slots[square] = Slot { mask, magic: magics[square], shift: 64 - mask.count_ones(), offset };
        offset += 1 << mask.count_ones();
        square += 1;
    }
    slots
}

/// The two lines through a square, without the square itself; the outer two and the inner two of `steps` are
/// opposite.
const fn lines(square: usize, steps: &[(i32, i32); 4]) -> [u64; 2] {
    let [a, b, c, d] = *steps;
    [walk(square, 0, &[a, d, a, d]), walk(square, 0, &[b, c, b, c])]
}

/// Attacks indexed by magic multiplication, and attacks indexed by pext.
struct Tables<const SLOTS: usize> {
    by_magic: [u64; SLOTS],
    #[cfg(target_arch = "x86_64")]
    by_pext: [u64; SLOTS],
}

/// Fills the tables. Written so that compile-time evaluation takes few steps: both tables at once, whole
/// lines instead of single squares, no calls.
///
/// Subtracting a piece twice from the occupancy of its line flips all bits up to the next piece; with the
/// bits reversed, down to the previous one.
const fn tables<const SLOTS: usize>(steps: &[(i32, i32); 4], slots: &[Slot; 64]) -> Tables<SLOTS> {
    let mut by_magic = [0; SLOTS];
    let mut by_pext = [0; SLOTS];
    let mut square = 0;
    while square < 64 {
        let Slot { mask, magic, shift, offset } = slots[square];
        let [first, second] = lines(square, steps);
        let (up, down) = ((1u64 << square).wrapping_mul(2), (1u64 << (63 - square)).wrapping_mul(2));
        let mut occupied = 0u64;
        // The subsets of a mask come in the order of their pext: the first is number 0.
        let mut number = offset as usize;
        loop {
            let (one, other) = (occupied & first, occupied & second);
            let attacks = (one.wrapping_sub(up) ^ one.reverse_bits().wrapping_sub(down).reverse_bits())
                & first
                | (other.wrapping_sub(up) ^ other.reverse_bits().wrapping_sub(down).reverse_bits()) & second;
            by_magic[offset as usize + (occupied.wrapping_mul(magic) >> shift) as usize] = attacks;
            by_pext[number] = attacks;
            number += 1;
            occupied = occupied.wrapping_sub(mask) & mask;
            if occupied == 0 {
                break;
            }
        }
        square += 1;
    }
    #[cfg(target_arch = "x86_64")]
    return Tables { by_magic, by_pext };
    #[cfg(not(target_arch = "x86_64"))]
    Tables { by_magic }
}

/// Magic multipliers for bishops, found by trial with sparse random numbers.
#[rustfmt::skip]
const BISHOP_MAGICS: [u64; 64] = [
    0x0008010804840080, 0x0410020208420000, 0x0010413A00200119, 0x8008086109200404,
    0x0001104042188410, 0x0882021004481000, 0x4C14010806100000, 0x020022840C200600,
    0x0840A11610020084, 0x0044140408821200, 0x400051080081005A, 0x1000440401880021,
    0x1800540C20000000, 0x40400A0804A51209, 0x405024138808C800, 0x04000205440C4460,
    0x80C8022008100180, 0x0220000801144082, 0x0142000C08011900, 0x2804028801401200,
    0x04840082020A0104, 0x0061008030021004, 0x484C018100880400, 0x0000418904008400,
    0x08A0060610104208, 0x0202020020082261, 0x9000A40086040400, 0x01400401004300A0,
    0x0000848004002010, 0x100100C042082010, 0x40C404002B420201, 0xA0024640110C0210,
    0x01824841010C9040, 0x0000901002288200, 0x2400110481D00400, 0x0500404800A28200,
    0x0004010010640040, 0x81600401000C9041, 0x0082008100020800, 0x0041010200002200,
    0x8085012060001001, 0x0001080134083000, 0x8082104038011000, 0x2000482011010800,
    0x00400805004C0400, 0x000510100080A442, 0x80080240C2054400, 0xA144040042401210,
    0x01140404540C480B, 0x000201A208220006, 0x10C0128400A20840, 0x1000220020884001,
    0x821200208C340000, 0x0080302001070000, 0x0020083001044008, 0x00200400C2094300,
    0x4017160201200809, 0x0000202501101004, 0x000080002C841009, 0x62020C0212840440,
    0x4000210070020203, 0x0008405060A19100, 0x0414200A44011C00, 0x0086020808010044,
];

/// Magic multipliers for rooks, found by trial with sparse random numbers.
#[rustfmt::skip]
const ROOK_MAGICS: [u64; 64] = [
    0x1080022010C00084, 0x0040200010004000, 0x0500081100C12000, 0x4700090084203000,
    0x9200060068210410, 0x0080020014000980, 0x00801A0001005080, 0x0900018021450002,
    0x3000800220400480, 0x2000400042201000, 0x2201001020010940, 0x8000801000800800,
    0x09010008020C1100, 0x0602001012000884, 0x0441002402000100, 0x0140800244802100,
    0x9220608000C00090, 0x0090054000C82000, 0x0001010010406001, 0x4801848018003000,
    0x0404050010080100, 0x0001010006040008, 0x0900040048900621, 0x000102000A81004C,
    0x1C0440008004208C, 0x1020100340042040, 0x8D02002200348040, 0x0000080080100080,
    0x1084240080080280, 0x14890C0080020080, 0x0081284400223001, 0x0100884600108114,
    0x0002400020800880, 0x0002814000802000, 0x0020806000801004, 0x800A002112004008,
    0x02C2800400800803, 0x0040800400800200, 0x08408A2804000110, 0x040280C582000104,
    0x0080044460044004, 0x6200A01000404001, 0x0101002000450010, 0x408A00C008120020,
    0x0201002800110004, 0x2002008084008002, 0x0813000600110004, 0x0801000040810002,
    0xA001014024800500, 0x02C0A08240090100, 0x0C0A20001106C100, 0x00A8000880100480,
    0x200908020C008080, 0x020200504804C200, 0x01010042000C1100, 0x000580010000D080,
    0x0400209201048042, 0x4A01015080400721, 0x0702091020010045, 0x0888100100082045,
    0x0013001004080023, 0xC022000425081002, 0xC201000200008401, 0xC0000510E4440082,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_occupancy() {
        for by_pext in [false, true] {
            FAST_PEXT.store(false, Ordering::Relaxed);
            if by_pext {
                init();
            }
            for square in Square::ALL {
                type Attacks = fn(Square, Bitboard) -> Bitboard;
                for (steps, slots, attacks) in [
                    (&BISHOP_STEPS, &BISHOP_SLOT, bishop as Attacks),
                    (&ROOK_STEPS, &ROOK_SLOT, rook as Attacks),
                ] {
                    let mask = slots[square.index()].mask;
                    let mut occupied = 0u64;
                    loop {
                        let board = Bitboard(occupied | !mask & 0x00FF_1234_5678_FF00);
                        let expected = walk(square.index(), board.0, steps);
                        assert_eq!(attacks(square, board).0, expected, "{square} {board:?}");
                        occupied = occupied.wrapping_sub(mask) & mask;
                        if occupied == 0 {
                            break;
                        }
                    }
                }
            }
        }
    }
}
