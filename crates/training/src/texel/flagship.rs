//! The flagship's evaluation for the tuner, and the printer of its `weights.rs`.

use std::cell::RefCell;
use std::fmt::Write as _;

use heirloom_chess::{PieceType, Position};
use heirloom_flagship::eval::classical::endings;
use heirloom_flagship::eval::classical::pawns::PawnCache;
use heirloom_flagship::eval::classical::term::{self, Term};
use heirloom_flagship::eval::classical::trace::{self, DANGER_MOST, DANGER_SHARE, DANGER_SQUARE};
use heirloom_flagship::eval::classical::weights::{
    BISHOP_SQUARE, KING_SQUARE, KNIGHT_SQUARE, MATERIAL, PAWN_SQUARE, PHASE, PHASE_TOTAL, QUEEN_SQUARE, ROOK_SQUARE, TERMS, WEIGHTS,
};
use heirloom_flagship::eval::classical::{Accumulator, evaluate};

use super::model::{Coefficient, Danger, Kind, Model, Parameter, Phase, Table, Trace, Tunable};

/// The classical evaluation of the flagship.
#[derive(Clone, Copy, Debug, Default)]
pub struct Flagship;

/// The phase in a file that was tuned, where weights need not be whole pieces.
const FINE_PHASE: f64 = 1024.0;

impl Tunable for Flagship {
    fn name(&self) -> &str {
        "flagship"
    }

    fn headline(&self) -> &str {
        "The numbers of the classical evaluation, in centipawns: middlegame, endgame."
    }

    fn model(&self) -> Model {
        let parameter = |term: &Term, index: usize| {
            let weight = WEIGHTS[term.start + index];
            Parameter {
                term: term.name.into(),
                index,
                value: [weight.middlegame().into(), weight.endgame().into()],
                kind: match term.kind {
                    term::Kind::Linear => Kind::Linear,
                    term::Kind::Danger => Kind::Danger,
                },
                fixed: false,
            }
        };
        let parameter = &parameter;
        Model {
            parameters: TERMS.iter().flat_map(|term| (0..term.len).map(move |index| parameter(term, index))).collect(),
            phase: Phase { weights: PHASE.map(f64::from), total: PHASE_TOTAL.into() },
            danger: Danger { middlegame: DANGER_SQUARE.into(), endgame: DANGER_SHARE.into(), most: DANGER_MOST.map(f64::from) },
            tables: PieceType::ALL.map(table).into(),
        }
    }

    fn trace(&self, position: &Position) -> Option<Trace> {
        if endings::known(position).is_some() {
            return None;
        }
        let trace = trace::trace(position);
        let coefficient = |&(parameter, white, black): &(u16, i16, i16)| Coefficient { parameter, white, black };
        Some(Trace { coefficients: trace.coefficients.iter().map(coefficient).collect(), pieces: trace.pieces, scale: trace.scale as u8 })
    }

    fn evaluate(&self, position: &Position) -> i32 {
        thread_local! {
            static CACHE: RefCell<PawnCache> = RefCell::new(PawnCache::new());
        }
        CACHE.with_borrow_mut(|cache| evaluate(position, &Accumulator::of(position), cache))
    }

    fn print(&self, model: &Model, about: &[String]) -> String {
        let mut text = String::new();
        for line in about {
            let _ = writeln!(text, "{}", format!("//! {line}").trim_end());
        }
        text.push_str("\nuse super::tapered::Tapered;\nuse super::term::{Kind, Term, weights};\n\n");
        print_phase(&mut text, &model.phase);
        text.push_str("\nconst fn s(middlegame: i32, endgame: i32) -> Tapered {\n    Tapered::new(middlegame, endgame)\n}\n\nweights! {\n");
        for (number, term) in TERMS.iter().enumerate() {
            if number > 0 {
                text.push('\n');
            }
            print_term(&mut text, term, &model.parameters[term.start..term.start + term.len]);
        }
        text.push_str("}\n");
        text
    }
}

/// The table of a piece type. Pawns never stand on the first and the last rank.
fn table(piece_type: PieceType) -> Table {
    let squares = [PAWN_SQUARE, KNIGHT_SQUARE, BISHOP_SQUARE, ROOK_SQUARE, QUEEN_SQUARE, KING_SQUARE][piece_type.index()];
    let possible = if piece_type == PieceType::Pawn { 8..56 } else { 0..64 };
    let material = (piece_type.index() < MATERIAL.len).then_some(MATERIAL.start + piece_type.index());
    Table { material, squares: possible.map(|square| squares.start + square).collect() }
}

/// Whole numbers stay as they are; others are printed in finer parts.
fn print_phase(text: &mut String, phase: &Phase) {
    let whole = phase.weights.iter().all(|weight| weight.fract() == 0.0);
    let (factor, total) = if whole { (1.0, phase.total) } else { (FINE_PHASE / phase.total, FINE_PHASE) };
    let weights = phase.weights.map(|weight| (weight * factor).round() as i32);
    let _ = writeln!(text, "/// What each piece type adds to the phase, pawn to king.\npub const PHASE: [i32; 6] = {weights:?};");
    let _ = writeln!(text, "\n/// The phase from which on endgame values no longer count.\npub const PHASE_TOTAL: i32 = {};", total as i32);
}

/// The longest term that stays on one line.
const SHORT: usize = 4;
/// Columns that a pair takes at least.
const COLUMN: usize = 14;

fn print_term(text: &mut String, term: &Term, parameters: &[Parameter]) {
    let pairs: Vec<String> =
        parameters.iter().map(|parameter| format!("s({}, {})", whole(parameter.value[0]), whole(parameter.value[1]))).collect();
    for line in term.doc {
        let _ = writeln!(text, "    {}", format!("///{line}").trim_end());
    }
    let _ = write!(text, "    {:?} {}[{}] = [", term.kind, term.name, term.len);
    if pairs.len() <= SHORT {
        let _ = writeln!(text, "{}];", pairs.join(", "));
        return;
    }
    // As many in a row as make rows of equal length, if any number does.
    let per_row = (6..=9).rev().find(|columns| pairs.len().is_multiple_of(*columns)).unwrap_or(8);
    text.push('\n');
    for row in pairs.chunks(per_row) {
        let row: String = row.iter().map(|pair| format!("{:<COLUMN$}", format!("{pair}, "))).collect();
        let _ = writeln!(text, "        {}", row.trim_end());
    }
    text.push_str("    ];\n");
}

/// Rounded, and never minus zero.
fn whole(value: f64) -> i32 {
    value.round() as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texel::samples::{Label, Samples};
    use crate::texel::score::Weights;
    use heirloom_chess::Color;

    /// The lines of the head of a source text.
    fn about(text: &str) -> Vec<String> {
        let lines = text.lines().take_while(|line| line.starts_with("//!"));
        lines.map(|line| line.trim_start_matches("//!").trim_start().to_string()).collect()
    }

    #[test]
    fn printing_gives_the_file_that_was_read() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../flagship/src/eval/classical/weights.rs");
        let text = std::fs::read_to_string(path).unwrap();
        let printed = Flagship.print(&Flagship.model(), &about(&text));
        let difference = printed.lines().zip(text.lines()).find(|(printed, read)| printed != read);
        assert_eq!(difference, None);
        assert!(printed == text, "one text is longer");
    }

    #[test]
    fn weights_of_the_phase_are_printed_as_fine_as_needed() {
        let mut model = Flagship.model();
        model.phase = Phase { weights: [0.0, 1.5, 1.0, 2.0, 4.0, 0.0], total: 24.0 };
        let text = Flagship.print(&model, &[]);
        assert!(text.contains("PHASE: [i32; 6] = [0, 64, 43, 85, 171, 0];") && text.contains("PHASE_TOTAL: i32 = 1024;"), "{text}");
    }

    #[test]
    fn the_trace_explains_the_evaluation() {
        let (model, mut random) = (Flagship.model(), fastrand::Rng::with_seed(11));
        let weights = Weights::new(&model, &model.values());
        for _ in 0..60 {
            let mut position = Position::startpos();
            for _ in 0..random.usize(..200) {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position.play(moves[random.usize(..moves.len())]);
            }
            let Some(trace) = Flagship.trace(&position) else { continue };
            let mut samples = Samples::default();
            samples.push(&model, &trace, Label::default());
            let white = weights.score(&samples.get(0)).score;
            let explained = if position.turn() == Color::White { white } else { -white };
            let evaluated = Flagship.evaluate(&position) as f32;
            // Whole numbers are cut at each division: once for either king, once for the phase.
            assert!((explained - evaluated).abs() <= 4.0, "{explained} {evaluated} {}", position.fen());
        }
    }
}
