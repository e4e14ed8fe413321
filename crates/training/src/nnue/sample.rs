//! A labeled position in 32 bytes, from the point of view of the side to move.

use arrayvec::ArrayVec;
use bytemuck::{Pod, Zeroable};
use heirloom_chess::{Bitboard, Color, Piece, PieceType, Position, Square};
use heirloom_flagship::net::{AttackSets, Level, PLACES, PieceStates, is_mirrored};
use heirloom_flagship::outcome;

/// A position with its evaluation, its score and the result of its game, all from the point of view of the
/// side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct Sample {
    /// Occupied squares, with the ranks flipped for Black.
    occupied: u64,
    /// The pieces in the order of their squares, two per byte: the type, plus 8 for the opponent's.
    pieces: [u8; 16],
    /// The score of the search in centipawns.
    pub score: i16,
    /// The classical evaluation in centipawns; 0 for nets that do not use it.
    pub classical: i16,
    /// Half points of the side to move.
    pub points: u8,
    /// Bit 0 is set if the side to move's view is mirrored, bit 1 if the other side's is.
    mirrors: u8,
    unused: [u8; 2],
}

/// The active features of both views.
#[derive(Clone, Default, Debug)]
pub struct Active {
    /// The view of the side to move.
    pub own: ArrayVec<u16, 32>,
    /// The view of the other side.
    pub other: ArrayVec<u16, 32>,
}

impl Sample {
    /// Creates a sample; none for a position with more than 32 pieces. `classical`, `score` and `points` are
    /// from White's point of view.
    pub fn new(position: &Position, classical: i16, score: i16, points: u8) -> Option<Sample> {
        let turn = position.turn();
        let (base, classical, score, points) = match turn {
            Color::White => (0, classical, score, points),
            Color::Black => (56, -classical, -score, 2 - points),
        };
        let mirror = |color| u8::from(is_mirrored(position.king(color)));
        let mut sample = Sample {
            occupied: 0,
            pieces: [0; 16],
            score,
            classical,
            points,
            mirrors: mirror(turn) | mirror(!turn) << 1,
            unused: [0; 2],
        };
        let mut count = 0;
        // Squares in the order of the side to move's view.
        for square in 0..64 {
            let Some(piece) = position.piece_at(heirloom_chess::Square::from_index(square ^ base)) else {
                continue;
            };
            let code = piece.piece_type().index() as u8 | u8::from(piece.color() != turn) << 3;
            sample.occupied |= 1 << square;
            *sample.pieces.get_mut(count / 2)? |= code << (count % 2 * 4);
            count += 1;
        }
        Some(sample)
    }

    /// Returns the bytes for checksums: score and result.
    pub fn label(&self) -> [u8; 3] {
        let [low, high] = self.score.to_le_bytes();
        [low, high, self.points]
    }

    /// Returns the number of pieces.
    #[inline]
    pub fn count(&self) -> usize {
        self.occupied.count_ones() as usize
    }

    /// Returns the material of both sides in pawns, counted as by [`outcome::material`].
    pub fn material(&self) -> u32 {
        let mut material = 0;
        self.for_each_piece(|piece, _| material += outcome::worth(piece.piece_type()));
        material
    }

    /// Returns the active features.
    #[inline]
    pub fn active(&self) -> Active {
        let mut active = Active::default();
        let (own_flip, other_flip) = ((self.mirrors & 1) * 7, ((self.mirrors >> 1) * 7) ^ 56);
        let states = self.states();
        self.for_each_piece(|piece, square| {
            let (kind, theirs) = (piece.piece_type().index() as u16, piece.color().index() as u16);
            let (place, state) = (square.index() as u16, (states.state(piece, square) * PLACES) as u16);
            active.own.push(state + theirs * 384 + kind * 64 + (place ^ u16::from(own_flip)));
            active.other.push(state + (1 - theirs) * 384 + kind * 64 + (place ^ u16::from(other_flip)));
        });
        active
    }

    /// Returns the states of the pieces; the side to move has the first color.
    fn states(&self) -> PieceStates {
        let mut pieces = [[Bitboard::EMPTY; 6]; 2];
        self.for_each_piece(|piece, square| {
            pieces[piece.color().index()][piece.piece_type().index()].insert(square)
        });
        PieceStates::new(&AttackSets::new(pieces, Level::Portable))
    }

    /// Calls `visit` with each piece and its square as the side to move sees them, its pieces being White's.
    #[inline(always)]
    fn for_each_piece(&self, mut visit: impl FnMut(Piece, Square)) {
        for (index, square) in Bitboard(self.occupied).into_iter().enumerate().take(32) {
            let code = self.pieces[index / 2] >> (index % 2 * 4) & 15;
            let color = Color::ALL[usize::from(code >> 3)];
            visit(Piece::new(color, PieceType::ALL[usize::from(code & 7) % 6]), square);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heirloom_flagship::net::Perspective;

    #[test]
    fn samples_activate_what_the_engine_sees() {
        let mut random = fastrand::Rng::with_seed(2);
        for _ in 0..50 {
            let mut position = Position::startpos();
            for _ in 0..120 {
                let sample = Sample::new(&position, 50, 100, 2).unwrap();
                let sign = if position.turn() == Color::White { 1 } else { -1 };
                assert_eq!(sample.classical, 50 * sign);
                assert_eq!(sample.score, 100 * sign);
                assert_eq!(sample.points, (1 + sign) as u8);
                assert_eq!(sample.material(), outcome::material(&position));
                let (active, states) = (sample.active(), PieceStates::of(&position, Level::Portable));
                for (color, mut found) in [(position.turn(), active.own), (!position.turn(), active.other)] {
                    let view = Perspective::new(color, position.king(color));
                    let places = position.occupied().into_iter();
                    let feature = |square| {
                        let piece = position.piece_at(square).unwrap();
                        view.feature(piece, square, states.state(piece, square)) as u16
                    };
                    let mut expected: Vec<u16> = places.map(feature).collect();
                    expected.sort_unstable();
                    found.sort_unstable();
                    assert_eq!(found.as_slice(), expected, "{}", position.fen());
                }
                let Some(&mv) = random.choice(position.legal_moves().iter()) else { break };
                position.play(mv);
            }
        }
        assert_eq!(size_of::<Sample>(), 32);
    }
}
