//! The attacks of the sliding pieces of both colors, all directions at once if the processor can.

use heirloom_chess::{Bitboard, attacks};

use super::simd::{Level, dispatch};

/// One bitboard each for bishops, rooks and queens, by color.
pub type Sliders = [[Bitboard; 3]; 2];

/// Returns the squares that the sliders attack, up to and including the first occupied square in each
/// direction.
#[inline]
#[allow(unsafe_code, reason = "the processor has what the function is compiled for")]
pub fn rays(level: Level, sliders: Sliders, occupied: Bitboard) -> Sliders {
    dispatch!(level, rays_portable, rays_avx2, rays_avx512, (sliders, occupied))
}

/// Handles one piece after the other.
#[inline]
fn rays_portable(sliders: Sliders, occupied: Bitboard) -> Sliders {
    sliders.map(|[bishops, rooks, queens]| {
        let all = |from: Bitboard, rays: fn(_, _) -> Bitboard| {
            from.into_iter().fold(Bitboard::EMPTY, |all, from| all | rays(from, occupied))
        };
        [all(bishops, attacks::bishop), all(rooks, attacks::rook), all(queens, attacks::queen)]
    })
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::*;

    use heirloom_chess::Bitboard;

    use super::Sliders;

    /// The squares that a step in each direction can reach without leaving or wrapping around the board.
    const UP: i64 = !0xff;
    const DOWN: i64 = i64::MAX >> 7;
    const RIGHT: i64 = !0x0101_0101_0101_0101;
    const LEFT: i64 = 0x7f7f_7f7f_7f7f_7f7f;

    /// The lanes of bishops.
    const DIAGONALS: u8 = 0xf0;

    /// Uses a lane per direction: the rooks' four, then the bishops'. All pieces of a bitboard take one step,
    /// then two, then four, as far as the squares are empty ("Kogge-Stone", after Steffen Westcott).
    #[target_feature(enable = "avx512f")]
    pub fn rays_avx512(sliders: Sliders, occupied: Bitboard) -> Sliders {
        let step = _mm512_setr_epi64(8, 56, 1, 63, 9, 55, 7, 57);
        let (two, four) = (_mm512_slli_epi64::<1>(step), _mm512_slli_epi64::<2>(step));
        let reached =
            _mm512_setr_epi64(UP, DOWN, RIGHT, LEFT, UP & RIGHT, DOWN & LEFT, UP & LEFT, DOWN & RIGHT);
        let free = _mm512_andnot_si512(board(occupied), reached);
        let both = _mm512_and_si512(free, _mm512_rolv_epi64(free, step));
        let all_four = _mm512_and_si512(both, _mm512_rolv_epi64(both, two));
        let attacked = |from: __m512i| {
            let one = or_and(from, free, _mm512_rolv_epi64(from, step));
            let three = or_and(one, both, _mm512_rolv_epi64(one, two));
            let seven = or_and(three, all_four, _mm512_rolv_epi64(three, four));
            _mm512_and_si512(reached, _mm512_rolv_epi64(seven, step))
        };
        let [[white_bishops, white_rooks, white_queens], [black_bishops, black_rooks, black_queens]] =
            sliders;
        let lines = by_color(
            attacked(_mm512_mask_mov_epi64(board(white_rooks), DIAGONALS, board(white_bishops))),
            attacked(_mm512_mask_mov_epi64(board(black_rooks), DIAGONALS, board(black_bishops))),
        );
        let queens = by_color(attacked(board(white_queens)), attacked(board(black_queens)));
        let bishops = _mm256_castsi256_si128(_mm512_extracti64x4_epi64::<1>(lines));
        let rooks = _mm512_castsi512_si128(lines);
        let queens = _mm512_castsi512_si128(_mm512_or_si512(
            queens,
            _mm512_shuffle_i64x2::<0b01_00_11_10>(queens, queens),
        ));
        [[white(bishops), white(rooks), white(queens)], [black(bishops), black(rooks), black(queens)]]
    }

    /// Does the same with registers of four lanes, one for the directions up and one for those down: the
    /// rooks' two, then the bishops'. Bits shifted off the end of the board vanish.
    #[target_feature(enable = "avx2")]
    pub fn rays_avx2(sliders: Sliders, occupied: Bitboard) -> Sliders {
        let board = |board: Bitboard| _mm256_set1_epi64x(board.0.cast_signed());
        let step = _mm256_setr_epi64x(8, 1, 9, 7);
        let (two, four) = (_mm256_slli_epi64::<1>(step), _mm256_slli_epi64::<2>(step));
        let up = |board: __m256i, by: __m256i| _mm256_sllv_epi64(board, by);
        let down = |board: __m256i, by: __m256i| _mm256_srlv_epi64(board, by);
        let (above, below) =
            (_mm256_setr_epi64x(-1, RIGHT, RIGHT, LEFT), _mm256_setr_epi64x(-1, LEFT, LEFT, RIGHT));
        let (free_above, free_below) =
            (_mm256_andnot_si256(board(occupied), above), _mm256_andnot_si256(board(occupied), below));
        let both_above = _mm256_and_si256(free_above, up(free_above, step));
        let both_below = _mm256_and_si256(free_below, down(free_below, step));
        let four_above = _mm256_and_si256(both_above, up(both_above, two));
        let four_below = _mm256_and_si256(both_below, down(both_below, two));
        let also = |first: __m256i, second: __m256i, third: __m256i| {
            _mm256_or_si256(first, _mm256_and_si256(second, third))
        };
        let attacked = |from: __m256i| {
            let (one_up, one_down) =
                (also(from, free_above, up(from, step)), also(from, free_below, down(from, step)));
            let three_up = also(one_up, both_above, up(one_up, two));
            let three_down = also(one_down, both_below, down(one_down, two));
            let seven_up = also(three_up, four_above, up(three_up, four));
            let seven_down = also(three_down, four_below, down(three_down, four));
            also(_mm256_and_si256(above, up(seven_up, step)), below, down(seven_down, step))
        };
        // The lanes of rooks, White's and Black's, then those of bishops.
        let by_color = |white: __m256i, black: __m256i| {
            _mm256_or_si256(_mm256_unpacklo_epi64(white, black), _mm256_unpackhi_epi64(white, black))
        };
        let [[white_bishops, white_rooks, white_queens], [black_bishops, black_rooks, black_queens]] =
            sliders;
        let lines = by_color(
            attacked(_mm256_blend_epi32::<0xf0>(board(white_rooks), board(white_bishops))),
            attacked(_mm256_blend_epi32::<0xf0>(board(black_rooks), board(black_bishops))),
        );
        let queens = by_color(attacked(board(white_queens)), attacked(board(black_queens)));
        let (rooks, bishops) = (_mm256_castsi256_si128(lines), _mm256_extracti128_si256::<1>(lines));
        let queens = _mm_or_si128(_mm256_castsi256_si128(queens), _mm256_extracti128_si256::<1>(queens));
        [[white(bishops), white(rooks), white(queens)], [black(bishops), black(rooks), black(queens)]]
    }

    /// Copies a bitboard to each lane.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn board(board: Bitboard) -> __m512i {
        _mm512_set1_epi64(board.0.cast_signed())
    }

    /// Computes `first | second & third`.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn or_and(first: __m512i, second: __m512i, third: __m512i) -> __m512i {
        _mm512_ternarylogic_epi64::<0b1111_1000>(first, second, third)
    }

    /// Extracts White's bitboard.
    #[inline]
    #[target_feature(enable = "sse4.1")]
    fn white(boards: __m128i) -> Bitboard {
        Bitboard(_mm_cvtsi128_si64(boards).cast_unsigned())
    }

    /// Extracts Black's bitboard.
    #[inline]
    #[target_feature(enable = "sse4.1")]
    fn black(boards: __m128i) -> Bitboard {
        Bitboard(_mm_extract_epi64::<1>(boards).cast_unsigned())
    }

    /// Combines lanes 0 to 3 of two registers into lanes 0 and 1, and lanes 4 to 7 into lanes 4 and 5.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn by_color(white: __m512i, black: __m512i) -> __m512i {
        let pairs = _mm512_or_si512(_mm512_unpacklo_epi64(white, black), _mm512_unpackhi_epi64(white, black));
        _mm512_or_si512(pairs, _mm512_shuffle_i64x2::<0b10_11_00_01>(pairs, pairs))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_levels_agree() {
        let mut random = fastrand::Rng::with_seed(12);
        for round in 0..2000 {
            // Few pieces see far, many block each other.
            let mut sparse =
                || Bitboard((0..1 + round % 4).fold(u64::MAX, |board, _| board & random.u64(..)));
            let sliders: Sliders = std::array::from_fn(|_| std::array::from_fn(|_| sparse()));
            let occupied = sliders.iter().flatten().fold(sparse(), |all, &some| all | some);
            let expected = rays_portable(sliders, occupied);
            for level in Level::available() {
                assert_eq!(rays(level, sliders, occupied), expected, "{level:?}");
            }
        }
    }
}
