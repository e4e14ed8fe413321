//! The classical evaluation broken down into its terms, for display and for tuning.

use heirloom_chess::{Color, PieceType, Position, Square};
use heirloom_engine::{Explanation, ExplanationRow, Score};

use super::pawns::{self, PawnCache, PawnStructure};
pub use super::sink::{DANGER_MOST, DANGER_SHARE, DANGER_SQUARE};
use super::sink::{Sink, cost_of_danger};
use super::tapered::Tapered;
use super::term::{Kind, Term};
use super::weights::{COUNT, MATERIAL, PHASE_TOTAL, TERMS, WEIGHTS};
use super::{
    SQUARES, VALUES, add_terms, endings, evaluate, for_white, material_and_phase, shelter, sum_and_scale,
    table_index,
};

/// Everything that the evaluation derives from a position, so that it can be recomputed with other weights.
#[derive(Clone, PartialEq, Debug)]
pub struct Trace {
    /// Each weight that counts: its index in [`WEIGHTS`], and how often it applies for White and for Black.
    /// Weights of danger count for the color of the endangered king.
    pub coefficients: Vec<(u16, i16, i16)>,
    /// Pieces of both colors by type, for the phase.
    pub pieces: [u8; 6],
    /// How much of the endgame value counts, in 64ths.
    pub scale: i32,
}

/// Counts how often each weight applies.
struct Counts([[i16; 2]; COUNT]);

impl Sink for Counts {
    fn add(&mut self, color: Color, term: Term, index: usize, count: i32) {
        debug_assert!(index < term.len, "{} {index}", term.name);
        self.0[term.start + index][color.index()] += count as i16;
    }
}

/// Traces the evaluation of a position.
pub fn trace(position: &Position) -> Trace {
    let mut counts = Counts([[0; 2]; COUNT]);
    for square in position.occupied() {
        let Some(piece) = position.piece_at(square) else { continue };
        let kind = piece.piece_type().index();
        counts.add(piece.color(), SQUARES[kind], table_index(piece.color(), square), 1);
        if kind < MATERIAL.len {
            counts.add(piece.color(), MATERIAL, kind, 1);
        }
    }
    for color in Color::ALL {
        pawns::add_terms(position, color, &mut counts);
    }
    let structure = PawnStructure::of(position);
    let in_danger = add_terms(position, &structure, &mut counts);
    for color in Color::ALL {
        let (pawns, danger) = (pawns::by_color(position), in_danger[color.index()]);
        shelter::add_terms(pawns, color, position.king(color), danger, &mut counts);
    }
    let coefficients = counts.0.iter().enumerate().filter(|(_, counts)| **counts != [0; 2]);
    let (_, scale) = sum_and_scale(position, material_and_phase(position).0, &structure);
    let pieces = PieceType::ALL.map(|piece_type| {
        Color::ALL.map(|color| position.pieces(color, piece_type).count() as u8).iter().sum()
    });
    let coefficients = coefficients.map(|(index, counts)| (index as u16, counts[0], counts[1])).collect();
    Trace { coefficients, pieces, scale }
}

/// Returns all terms of a position's evaluation; their tapered sum is the score. A known ending has a single
/// row.
pub fn explain(position: &Position) -> Explanation {
    if let Some(value) = endings::known(position) {
        let value = for_white(position, value);
        let rows = vec![in_columns("known endgame".into(), [Tapered::new(value, value), Tapered::ZERO])];
        let (score, squares) = (Score::Cp(value), by_square(position));
        return Explanation { score, rows, squares, outputs: Vec::new() };
    }
    let trace = trace(position);
    let mut rows: Vec<ExplanationRow> =
        TERMS.iter().filter(|term| term.kind == Kind::Linear).filter_map(|term| row(&trace, term)).collect();
    let danger_terms = || TERMS.iter().filter(|term| term.kind == Kind::Danger);
    let danger =
        [0, 1].map(|color| -cost_of_danger(danger_terms().map(|term| sum(&trace, term)[color]).sum()));
    rows.push(in_columns("king danger".into(), danger));
    let (sum, scale) = sum_and_scale(position, material_and_phase(position).0, &PawnStructure::of(position));
    if scale != endings::FULL {
        rows.push(in_columns("scaling (hard to win)".into(), [sum.scaled(scale) - sum, Tapered::ZERO]));
    }
    let score = Score::Cp(for_white(position, evaluate(position, &mut PawnCache::default())));
    Explanation { score, rows, squares: by_square(position), outputs: Vec::new() }
}

/// Returns the value of each term that contributes, in centipawns for White and for Black at the position's
/// phase, without scaling; `None` for a known ending, which is not evaluated by terms.
pub fn terms(position: &Position) -> Option<Vec<(&'static str, [i32; 2])>> {
    if endings::known(position).is_some() {
        return None;
    }
    let trace = trace(position);
    let (_, phase) = material_and_phase(position);
    let at = |values: [Tapered; 2]| values.map(|value| value.at(phase, PHASE_TOTAL));
    let linear = TERMS.iter().filter(|term| term.kind == Kind::Linear);
    let mut values: Vec<_> = linear.map(|term| (term.name, at(sum(&trace, term)))).collect();
    let danger_terms = || TERMS.iter().filter(|term| term.kind == Kind::Danger);
    let danger =
        [0, 1].map(|color| -cost_of_danger(danger_terms().map(|term| sum(&trace, term)[color]).sum()));
    values.push((KING_DANGER, at(danger)));
    values.retain(|(_, value)| *value != [0, 0]);
    Some(values)
}

/// The name of the term that sums up the danger of a king.
pub const KING_DANGER: &str = "KING_DANGER";

/// Returns the row of a term, or `None` if it contributes nothing.
fn row(trace: &Trace, term: &Term) -> Option<ExplanationRow> {
    let values = sum(trace, term);
    (values != [Tapered::ZERO; 2]).then(|| in_columns(term.name.to_lowercase().replace('_', " "), values))
}

fn in_columns(term: String, values: [Tapered; 2]) -> ExplanationRow {
    let [white, black] = values.map(|value| (value.middlegame(), value.endgame()));
    ExplanationRow { term, white, black }
}

/// Returns the value of a term for each color.
fn sum(trace: &Trace, term: &Term) -> [Tapered; 2] {
    let mut sums = [Tapered::ZERO; 2];
    for &(index, white, black) in &trace.coefficients {
        let index = usize::from(index);
        if (term.start..term.start + term.len).contains(&index) {
            sums[0] += WEIGHTS[index] * i32::from(white);
            sums[1] += WEIGHTS[index] * i32::from(black);
        }
    }
    sums
}

/// Returns the tapered value of each piece on its square, from White's view.
fn by_square(position: &Position) -> Vec<(Square, i32)> {
    let (_, phase) = material_and_phase(position);
    let value = |square: Square| {
        let value = VALUES[position.piece_at(square)?.index()][square.index()];
        Some((square, value.at(phase, PHASE_TOTAL)))
    };
    position.occupied().into_iter().filter_map(value).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_terms_add_up_to_the_score() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
            "r1b2rk1/ppq2p2/2n1p1pQ/3pP1N1/3P4/2PB4/P4PPP/R3K2R b KQ - 0 1",
        ] {
            let position = Position::from_fen(fen).unwrap();
            let explanation = explain(&position);
            let mut sum = Tapered::ZERO;
            for row in &explanation.rows {
                sum += Tapered::new(row.white.0 - row.black.0, row.white.1 - row.black.1);
            }
            let (_, phase) = material_and_phase(&position);
            assert_eq!(Score::Cp(sum.at(phase, PHASE_TOTAL)), explanation.score, "{fen}");
            if endings::known(&position).is_none() {
                let terms = terms(&position).unwrap();
                let sum: i32 = terms.iter().map(|(_, [white, black])| white - black).sum();
                let unscaled = explanation.rows.iter().filter(|row| !row.term.starts_with("scaling"));
                let unscaled: Tapered = unscaled
                    .map(|row| Tapered::new(row.white.0 - row.black.0, row.white.1 - row.black.1))
                    .sum();
                // Each term is rounded.
                assert!((sum - unscaled.at(phase, PHASE_TOTAL)).abs() < 40, "{fen} {sum}");
            }
        }
    }

    #[test]
    fn all_indices_are_within_their_terms() {
        let mut random = fastrand::Rng::with_seed(7);
        for _ in 0..100 {
            let mut position = Position::startpos();
            for _ in 0..150 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position.play(moves[random.usize(..moves.len())]);
                // Each count is checked when it is added.
                assert!(!trace(&position).coefficients.is_empty());
            }
        }
    }
}
