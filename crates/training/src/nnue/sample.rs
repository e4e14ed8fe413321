//! A labelled position in 32 bytes, seen by the side to move.

use arrayvec::ArrayVec;
use bytemuck::{Pod, Zeroable};
use heirloom_chess::{Bitboard, Color, Piece, PieceType, Position, Square};
use heirloom_flagship::net::{AttackSets, Level, PLACES, PieceStates, is_mirrored};
use heirloom_flagship::outcome;

/// A position, its evaluation, its score and the result of its game, all from the view of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct Sample {
    /// Squares with pieces, counted from the base of the side to move.
    occupied: u64,
    /// The pieces on them in their order, two a byte: the type, and 8 for those of the other side.
    pieces: [u8; 16],
    /// What the search said, in centipawns.
    pub score: i16,
    /// What the classical evaluation says, in centipawns; 0 where nets are not to know.
    pub classical: i16,
    /// Half points that the side to move got.
    pub points: u8,
    /// 1 where the side to move sees the board mirrored, 2 where the other side does.
    mirrors: u8,
    unused: [u8; 2],
}

/// The features of both views.
#[derive(Clone, Default, Debug)]
pub struct Active {
    /// Those that the side to move sees.
    pub own: ArrayVec<u16, 32>,
    /// Those that the other side sees.
    pub other: ArrayVec<u16, 32>,
}

impl Sample {
    /// A sample; none for a position with more than 32 pieces. `classical`, `score` and `points` from White's view.
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
        // In the order of the squares as the side to move counts them.
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

    /// What checksums of samples are made of: score and result.
    pub fn label(&self) -> [u8; 3] {
        let [low, high] = self.score.to_le_bytes();
        [low, high, self.points]
    }

    /// Pieces on the board.
    #[inline]
    pub fn count(&self) -> usize {
        self.occupied.count_ones() as usize
    }

    /// The material of both sides, in pawns, as [`outcome::material`] counts.
    pub fn material(&self) -> u32 {
        let mut material = 0;
        self.each(|piece, _| material += outcome::worth(piece.piece_type()));
        material
    }

    /// The features that are active.
    #[inline]
    pub fn active(&self) -> Active {
        let mut active = Active::default();
        let (own_flip, other_flip) = ((self.mirrors & 1) * 7, ((self.mirrors >> 1) * 7) ^ 56);
        let standing = self.standing();
        self.each(|piece, square| {
            let (kind, theirs) = (piece.piece_type().index() as u16, piece.color().index() as u16);
            let (place, state) = (square.index() as u16, (standing.state(piece, square) * PLACES) as u16);
            active.own.push(state + theirs * 384 + kind * 64 + (place ^ u16::from(own_flip)));
            active.other.push(state + (1 - theirs) * 384 + kind * 64 + (place ^ u16::from(other_flip)));
        });
        active
    }

    /// Who attacks what; the side to move has the first color.
    fn standing(&self) -> PieceStates {
        let mut pieces = [[Bitboard::EMPTY; 6]; 2];
        self.each(|piece, square| pieces[piece.color().index()][piece.piece_type().index()].insert(square));
        PieceStates::new(&AttackSets::new(pieces, Level::Portable))
    }

    /// Each piece with its square as the side to move sees it, its own pieces as White's.
    #[inline(always)]
    fn each(&self, mut see: impl FnMut(Piece, Square)) {
        for (index, square) in Bitboard(self.occupied).into_iter().enumerate().take(32) {
            let code = self.pieces[index / 2] >> (index % 2 * 4) & 15;
            let color = Color::ALL[usize::from(code >> 3)];
            see(Piece::new(color, PieceType::ALL[usize::from(code & 7) % 6]), square);
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
                assert_eq!(
                    (sample.classical, sample.score, sample.points),
                    (50 * sign, 100 * sign, (1 + sign) as u8)
                );
                assert_eq!(sample.material(), outcome::material(&position));
                let (active, standing) = (sample.active(), PieceStates::of(&position, Level::Portable));
                for (color, mut found) in [(position.turn(), active.own), (!position.turn(), active.other)] {
                    let view = Perspective::new(color, position.king(color));
                    let places = position.occupied().into_iter();
                    let feature = |square| {
                        let piece = position.piece_at(square).unwrap();
                        view.feature(piece, square, standing.state(piece, square)) as u16
                    };
                    let mut expected: Vec<u16> = places.map(feature).collect();
                    expected.sort_unstable();
                    found.sort_unstable();
                    assert_eq!(found.as_slice(), expected, "{}", position.fen());
                }
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position.play(moves[random.usize(..moves.len())]);
            }
        }
        assert_eq!(size_of::<Sample>(), 32);
    }
}
