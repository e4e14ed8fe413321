//! The classical evaluation: material and piece-square tables, tapered between middlegame and endgame.

pub mod trace;
pub mod weights;

use heirloom_chess::{Color, Observer, Piece, Position, Square};

use weights::{MATERIAL, PHASE, PHASE_TOTAL, PIECE_SQUARE, TEMPO};

/// A middlegame and an endgame value in centipawns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tapered {
    /// Worth with all pieces on the board.
    pub middlegame: i32,
    /// Worth with few pieces left.
    pub endgame: i32,
}

impl Tapered {
    /// A pair of values.
    pub const fn new(middlegame: i32, endgame: i32) -> Tapered {
        Tapered { middlegame, endgame }
    }

    /// The value at a phase from 0 (only kings and pawns) to [`PHASE_TOTAL`] (all pieces).
    #[inline]
    pub fn at(self, phase: i32) -> i32 {
        let phase = phase.min(PHASE_TOTAL);
        (self.middlegame * phase + self.endgame * (PHASE_TOTAL - phase)) / PHASE_TOTAL
    }
}

/// The part of the evaluation that is kept up to date move by move, in centipawns from White's view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Accumulator {
    sum: Tapered,
    phase: i32,
}

impl Accumulator {
    /// The sums of a position from scratch.
    pub fn of(position: &Position) -> Accumulator {
        let mut accumulator = Accumulator::default();
        for square in position.occupied() {
            if let Some(piece) = position.piece_at(square) {
                accumulator.add(piece, square);
            }
        }
        accumulator
    }

    /// The evaluation in centipawns from the view of `turn`, who is to move.
    #[inline]
    pub fn evaluate(&self, turn: Color) -> i32 {
        let white = self.sum.at(self.phase);
        TEMPO + if turn == Color::White { white } else { -white }
    }
}

impl Observer for Accumulator {
    #[inline(always)]
    fn add(&mut self, piece: Piece, square: Square) {
        let value = VALUES[piece.index()][square.index()];
        self.sum.middlegame += value.middlegame;
        self.sum.endgame += value.endgame;
        self.phase += PHASE[piece.piece_type().index()];
    }

    #[inline(always)]
    fn remove(&mut self, piece: Piece, square: Square) {
        let value = VALUES[piece.index()][square.index()];
        self.sum.middlegame -= value.middlegame;
        self.sum.endgame -= value.endgame;
        self.phase -= PHASE[piece.piece_type().index()];
    }
}

/// Material and square of each piece in one number, from White's view: what the accumulator adds.
static VALUES: [[Tapered; 64]; 12] = values();

const fn values() -> [[Tapered; 64]; 12] {
    let mut table = [[Tapered::new(0, 0); 64]; 12];
    let mut index = 0;
    while index < 12 {
        let piece = Piece::ALL[index];
        let piece_type = piece.piece_type().index();
        let mut square = 0;
        while square < 64 {
            // The tables are printed as White sees the board, the eighth rank first.
            let (seen, sign) = match piece.color() {
                Color::White => (square ^ 56, 1),
                Color::Black => (square, -1),
            };
            let (middlegame, endgame) = (PIECE_SQUARE[piece_type][0][seen], PIECE_SQUARE[piece_type][1][seen]);
            table[index][square] =
                Tapered::new(sign * (MATERIAL[piece_type].middlegame + middlegame), sign * (MATERIAL[piece_type].endgame + endgame));
            square += 1;
        }
        index += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_are_judged_alike() {
        for (fen, mirrored) in [
            (
                "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                "r3k2r/pppbbppp/2n2q1P/1P2p3/3pn3/BN2PNP1/P1PPQPB1/R3K2R b KQkq - 0 1",
            ),
            ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "8/4p1p1/8/1r3P1K/kp5R/3P4/2P5/8 b - - 0 1"),
        ] {
            let (position, mirrored) = (Position::from_fen(fen).unwrap(), Position::from_fen(mirrored).unwrap());
            assert_eq!(Accumulator::of(&position).evaluate(position.turn()), Accumulator::of(&mirrored).evaluate(mirrored.turn()));
        }
        let start = Position::startpos();
        assert_eq!(Accumulator::of(&start).evaluate(start.turn()), TEMPO);
    }

    #[test]
    fn a_queen_more_is_worth_a_queen() {
        let position = Position::from_fen("4k3/8/8/8/8/8/8/3QK3 b - - 0 1").unwrap();
        let value = Accumulator::of(&position).evaluate(position.turn());
        assert!((-1000..-800).contains(&value), "{value}");
    }

    #[test]
    fn step_by_step_equals_from_scratch() {
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..200 {
            let mut position = Position::from_fen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1").unwrap();
            let mut accumulator = Accumulator::of(&position);
            for _ in 0..120 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position.play_observed(moves[random.usize(..moves.len())], &mut accumulator);
                assert_eq!(accumulator, Accumulator::of(&position), "{position:?}");
            }
        }
    }
}
