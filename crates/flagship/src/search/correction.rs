//! Correction history: the errors of the static evaluation by features of the position.

use bytemuck::Zeroable;
use heirloom_chess::{Color, Observer, Piece, PieceType, Position, Square, zobrist};

use super::continuation::{PreviousMoves, piece_to_index};
use crate::params;
use crate::prefetch::prefetch;

/// The entries of each table for each side, a power of two.
const SIZE: usize = 16_384;

/// The unit of an entry: centipawns times this.
const GRAIN: i32 = 256;

/// Keys of the pieces without pawns, one per color, updated incrementally.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PieceKeys([u64; 2]);

impl PieceKeys {
    /// Computes the keys of a position from scratch.
    pub fn of(position: &Position) -> PieceKeys {
        let mut keys = PieceKeys::default();
        for square in position.occupied() {
            if let Some(piece) = position.piece_at(square) {
                keys.add(piece, square);
            }
        }
        keys
    }
}

impl Observer for PieceKeys {
    #[inline(always)]
    fn add(&mut self, piece: Piece, square: Square) {
        if piece.piece_type() != PieceType::Pawn {
            self.0[piece.color().index()] ^= zobrist::piece(piece, square);
        }
    }

    #[inline(always)]
    fn remove(&mut self, piece: Piece, square: Square) {
        // XOR is its own inverse.
        self.add(piece, square);
    }
}

/// The mean errors of the static evaluation by pawn structure, by the pieces of each color and by the last
/// two moves ("correction history", first in Caissa).
#[derive(Zeroable)]
pub struct CorrectionHistory {
    pawns: [[i16; SIZE]; 2],
    pieces: [[[i16; SIZE]; 2]; 2],
    /// By piece and target of the last two moves.
    moves: [[i16; LAST_MOVES]; LAST_MOVES],
}

/// The number of pairs of piece and target.
const LAST_MOVES: usize = 12 * 64;

impl CorrectionHistory {
    /// Clears all errors.
    pub fn clear(&mut self) {
        self.pawns = [[0; SIZE]; 2];
        self.pieces = [[[0; SIZE]; 2]; 2];
        self.moves.fill([0; LAST_MOVES]);
    }

    /// Returns the correction of the static evaluation, in centipawns from the view of the side to move.
    #[inline]
    pub fn of(&self, position: &Position, keys: &PieceKeys, before: &PreviousMoves) -> i32 {
        let turn = position.turn().index();
        let pawns = i32::from(self.pawns[turn][index(position.pawn_key())]);
        let pieces: i32 = Color::ALL
            .into_iter()
            .map(|color| i32::from(self.pieces[color.index()][turn][index(keys.0[color.index()])]))
            .sum();
        let moves = last_moves(before).map_or(0, |(last, earlier)| i32::from(self.moves[last][earlier]));
        (pawns * params::correction_pawns()
            + pieces * params::correction_pieces()
            + moves * params::correction_moves())
            / (GRAIN * 100)
    }

    /// Prefetches the entries of a position.
    #[inline]
    pub fn prefetch(&self, position: &Position, keys: &PieceKeys, before: &PreviousMoves) {
        let turn = position.turn().index();
        prefetch(&self.pawns[turn][index(position.pawn_key())]);
        for color in Color::ALL {
            prefetch(&self.pieces[color.index()][turn][index(keys.0[color.index()])]);
        }
        if let Some((last, earlier)) = last_moves(before) {
            prefetch(&self.moves[last][earlier]);
        }
    }

    /// Records that a search to `depth` found `error` centipawns more than the evaluation.
    pub fn update(
        &mut self,
        position: &Position,
        keys: &PieceKeys,
        before: &PreviousMoves,
        depth: i32,
        error: i32,
    ) {
        let turn = position.turn().index();
        adjust(&mut self.pawns[turn][index(position.pawn_key())], depth, error);
        for color in Color::ALL {
            adjust(&mut self.pieces[color.index()][turn][index(keys.0[color.index()])], depth, error);
        }
        if let Some((last, earlier)) = last_moves(before) {
            adjust(&mut self.moves[last][earlier], depth, error);
        }
    }
}

/// Returns the indices of the last two moves.
#[inline]
fn last_moves(before: &PreviousMoves) -> Option<(usize, usize)> {
    Some((piece_to_index(before[0]?), piece_to_index(before[1]?)))
}

#[inline]
fn index(key: u64) -> usize {
    key as usize & (SIZE - 1)
}

/// Moves an entry toward the error, faster for deeper searches.
#[inline]
fn adjust(entry: &mut i16, depth: i32, error: i32) {
    let weight = (depth + 1).min(params::correction_max_weight());
    let mean = (i32::from(*entry) * (params::correction_inertia() - weight) + error * GRAIN * weight)
        / params::correction_inertia();
    let limit = params::correction_limit() * GRAIN;
    *entry = mean.clamp(-limit, limit) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::huge::Huge;

    #[test]
    fn errors_are_learned_and_bounded() {
        let (mut corrections, position) = (Huge::<CorrectionHistory>::zeroed(), Position::startpos());
        let keys = PieceKeys::of(&position);
        assert_eq!(corrections.of(&position, &keys, &[None; 3]), 0);
        for _ in 0..1_000 {
            corrections.update(&position, &keys, &[None; 3], 10, 30);
        }
        let learned = corrections.of(&position, &keys, &[None; 3]);
        assert!(learned > 10 && learned <= 100, "{learned}");
        for _ in 0..1_000 {
            corrections.update(&position, &keys, &[None; 3], 10, -20_000);
        }
        assert!((-4 * params::correction_limit()..0).contains(&corrections.of(&position, &keys, &[None; 3])));
    }

    #[test]
    fn piece_keys_follow_the_moves() {
        let mut random = fastrand::Rng::with_seed(2);
        for _ in 0..50 {
            let mut position = Position::startpos();
            let mut keys = PieceKeys::of(&position);
            for _ in 0..100 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position.play_observed(moves[random.usize(..moves.len())], &mut keys);
                assert_eq!(keys, PieceKeys::of(&position));
            }
        }
    }
}
