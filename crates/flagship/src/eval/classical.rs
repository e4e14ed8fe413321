//! The classical evaluation: human chess knowledge, one function per idea, with tuned weights.
//!
//! The pawn structure comes from a cache; everything else is evaluated for each position. Each idea passes
//! its terms to a `Sink`: the search adds them up, a [`trace`] keeps them apart for display and for tuning.

pub mod endings;
mod facts;
mod king;
mod kpk;
mod passed;
pub mod pawns;
mod pieces;
mod scale;
mod shelter;
mod sink;
pub mod tapered;
pub mod term;
mod threats;
pub mod trace;
pub mod weights;

use heirloom_chess::{Color, Piece, Position, Square};

use facts::Facts;
use pawns::{PawnCache, PawnStructure};
use sink::{Score, Sink};
use tapered::Tapered;
use term::Term;
use weights::{
    BISHOP_SQUARE, KING_SQUARE, KNIGHT_SQUARE, MATERIAL, PAWN_SQUARE, PHASE, PHASE_TOTAL, QUEEN_SQUARE,
    ROOK_SQUARE, TEMPO, WEIGHTS,
};

/// Returns the evaluation in centipawns from the view of the side to move.
#[inline]
pub fn evaluate(position: &Position, cache: &mut PawnCache) -> i32 {
    endings::known(position).unwrap_or_else(|| weighted_sum(position, cache))
}

/// Returns the weighted sum of all terms, for a position that is not a known ending.
#[inline]
pub fn weighted_sum(position: &Position, cache: &mut PawnCache) -> i32 {
    let (material, phase) = material_and_phase(position);
    let (sum, scale) = sum_and_scale(position, material, &cache.get(position));
    for_white(position, sum.scaled(scale).at(phase, PHASE_TOTAL))
}

/// Converts a value between the view of the side to move and that of White.
pub fn for_white(position: &Position, value: i32) -> i32 {
    if position.turn() == Color::White { value } else { -value }
}

/// Returns the sum of all terms from White's view, and how much of the endgame value counts, in 64ths.
#[inline(always)]
fn sum_and_scale(position: &Position, material: Tapered, pawns: &PawnStructure) -> (Tapered, i32) {
    let mut score = Score::default();
    let in_danger = add_terms(position, pawns, &mut score);
    for color in Color::ALL {
        let [linear, danger] = pawns.shelters[color.index()];
        score.add_sums(color, linear, if in_danger[color.index()] { danger } else { Tapered::ZERO });
    }
    let sum = material + pawns.value + score.balance();
    let strong = if sum.endgame() > 0 { Color::White } else { Color::Black };
    (sum, endings::scale(position, strong))
}

/// Evaluates everything except material, squares and pawn structure. Returns which kings are in danger.
#[inline(always)]
fn add_terms<S: Sink>(position: &Position, pawns: &PawnStructure, sink: &mut S) -> [bool; 2] {
    let mut facts = Facts::new(position, pawns);
    for us in Color::ALL {
        pieces::add_terms(&mut facts, us, sink);
    }
    let mut in_danger = [false; 2];
    for us in Color::ALL {
        in_danger[us.index()] = king::add_terms(&facts, us, sink);
        threats::add_terms(&facts, us, sink);
        passed::add_terms(&facts, us, sink);
    }
    sink.add(position.turn(), TEMPO, 0, 1);
    in_danger
}

/// Evaluates unrelated positions.
#[derive(Default)]
pub struct Evaluator {
    pawns: PawnCache,
}

impl Evaluator {
    /// Returns the evaluation in centipawns from White's view.
    pub fn white(&mut self, position: &Position) -> i32 {
        for_white(position, self.mover(position))
    }

    /// Returns the evaluation in centipawns from the view of the side to move.
    pub fn mover(&mut self, position: &Position) -> i32 {
        evaluate(position, &mut self.pawns)
    }
}

/// Returns material and piece-square values in centipawns from White's view, and the phase.
#[inline]
fn material_and_phase(position: &Position) -> (Tapered, i32) {
    let (mut sum, mut phase) = (Tapered::ZERO, 0);
    for piece in Piece::ALL {
        let squares = position.pieces(piece.color(), piece.piece_type());
        phase += PHASE[piece.piece_type().index()] * squares.count() as i32;
        for square in squares {
            sum += VALUES[piece.index()][square.index()];
        }
    }
    (sum, phase)
}

/// The piece-square table of each piece type.
const SQUARES: [Term; 6] =
    [PAWN_SQUARE, KNIGHT_SQUARE, BISHOP_SQUARE, ROOK_SQUARE, QUEEN_SQUARE, KING_SQUARE];

/// Returns the index of a square in the tables, which are written from the view of the piece's owner, eighth
/// rank first.
const fn table_index(color: Color, square: Square) -> usize {
    match color {
        Color::White => square.index() ^ 56,
        Color::Black => square.index(),
    }
}

/// Material plus square value of each piece, from White's view.
static VALUES: [[Tapered; 64]; 12] = {
    let mut table = [[Tapered::ZERO; 64]; 12];
    let mut index = 0;
    while index < 12 * 64 {
        let (piece, square) = (Piece::ALL[index / 64], Square::from_index(index % 64));
        let (color, kind) = (piece.color(), piece.piece_type().index());
        let on_square = WEIGHTS[SQUARES[kind].start + table_index(color, square)];
        let material = if kind < MATERIAL.len { WEIGHTS[MATERIAL.start + kind] } else { Tapered::ZERO };
        let sign = if matches!(color, Color::White) { 1 } else { -1 };
        table[index / 64][index % 64] = Tapered::new(
            sign * (material.middlegame() + on_square.middlegame()),
            sign * (material.endgame() + on_square.endgame()),
        );
        index += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

    fn evaluated(fen: &str) -> i32 {
        let position = Position::from_fen(fen).unwrap();
        evaluate(&position, &mut PawnCache::default())
    }

    #[test]
    fn both_sides_are_evaluated_alike() {
        for (fen, mirrored) in [
            (KIWIPETE, "r3k2r/pppbbppp/2n2q1P/1P2p3/3pn3/BN2PNP1/P1PPQPB1/R3K2R b KQkq - 0 1"),
            ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "8/4p1p1/8/1r3P1K/kp5R/3P4/2P5/8 b - - 0 1"),
        ] {
            assert_eq!(evaluated(fen), evaluated(mirrored), "{fen}");
            let white = |fen: &str| Evaluator::default().white(&Position::from_fen(fen).unwrap());
            assert_eq!((white(fen), white(mirrored)), (evaluated(fen), -evaluated(fen)), "{fen}");
        }
    }

    #[test]
    fn an_extra_queen_is_worth_a_queen() {
        let value = evaluated("4k3/p7/8/8/8/8/P7/3QK3 b - - 0 1");
        assert!((-2000..-700).contains(&value), "{value}");
    }

    #[test]
    fn the_cache_changes_nothing() {
        let mut random = fastrand::Rng::with_seed(1);
        let mut cache = PawnCache::default();
        for _ in 0..200 {
            let mut position = Position::from_fen(KIWIPETE).unwrap();
            for _ in 0..120 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position.play(moves[random.usize(..moves.len())]);
                let cached = evaluate(&position, &mut cache);
                assert_eq!(cached, evaluate(&position, &mut PawnCache::default()), "{position:?}");
            }
        }
    }
}
