//! The flagship's evaluation for the tuner, and the printer of its `weights.rs`.

use std::cell::RefCell;
use std::fmt::Write as _;

use heirloom_chess::{PieceType, Position};
use heirloom_flagship::classical::weights::{
    BISHOP_SQUARE, KING_SQUARE, KNIGHT_SQUARE, MATERIAL, PAWN_SQUARE, PHASE, PHASE_TOTAL, QUEEN_SQUARE,
    ROOK_SQUARE, TERMS, WEIGHTS,
};
use heirloom_flagship::classical::{self, DANGER_MOST, DANGER_SHARE, DANGER_SQUARE, Evaluator, Term};

use super::model::{Coefficient, Danger, Kind, Model, Parameter, Phase, Table, Trace, Tunable};
use super::source_text;

/// The classical evaluation of the flagship.
#[derive(Clone, Copy, Debug, Default)]
pub struct Flagship;

impl Tunable for Flagship {
    fn name(&self) -> &str {
        "flagship"
    }

    fn headline(&self) -> &str {
        "The weights of the classical evaluation, each a middlegame and an endgame value in centipawns."
    }

    fn model(&self) -> Model {
        let parameter = |term: &Term, index: usize| {
            let weight = WEIGHTS[term.start + index];
            Parameter {
                term: term.name.into(),
                index,
                value: [weight.middlegame().into(), weight.endgame().into()],
                kind: match term.kind {
                    classical::Kind::Linear => Kind::Linear,
                    classical::Kind::Danger => Kind::Danger,
                },
                fixed: false,
            }
        };
        let parameters = |term: &Term| (0..term.len).map(|index| parameter(term, index)).collect::<Vec<_>>();
        Model {
            parameters: TERMS.iter().flat_map(parameters).collect(),
            phase: Phase { weights: PHASE.map(f64::from), total: PHASE_TOTAL.into() },
            danger: Danger {
                middlegame: DANGER_SQUARE.into(),
                endgame: DANGER_SHARE.into(),
                most: DANGER_MOST.map(f64::from),
            },
            tables: PieceType::ALL.map(table).into(),
        }
    }

    fn trace(&self, position: &Position) -> Option<Trace> {
        if classical::known_ending(position).is_some() {
            return None;
        }
        let trace = classical::trace(position);
        let coefficient =
            |&(parameter, white, black): &(u16, i16, i16)| Coefficient { parameter, white, black };
        Some(Trace {
            coefficients: trace.coefficients.iter().map(coefficient).collect(),
            pieces: trace.pieces,
            scale: trace.scale as u8,
        })
    }

    fn evaluate(&self, position: &Position) -> i32 {
        thread_local! {
            static JUDGE: RefCell<Evaluator> = RefCell::new(Evaluator::default());
        }
        JUDGE.with_borrow_mut(|judge| judge.mover(position))
    }

    fn print(&self, model: &Model, about: &[String]) -> String {
        let mut text = source_text::head(about);
        text.push_str("\nuse super::tapered::Tapered;\nuse super::term::{Kind, Term, weights};\n\n");
        text.push_str(&source_text::phase(&model.phase));
        text.push_str(
            "\nconst fn s(middlegame: i32, endgame: i32) -> Tapered {\n    \
             Tapered::new(middlegame, endgame)\n}\n\nweights! {\n",
        );
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

fn table(piece_type: PieceType) -> Table {
    let squares = [PAWN_SQUARE, KNIGHT_SQUARE, BISHOP_SQUARE, ROOK_SQUARE, QUEEN_SQUARE, KING_SQUARE];
    let number = piece_type.index();
    let material = (number < MATERIAL.len).then_some(MATERIAL.start + number);
    Table::new(piece_type, material, squares[number].start)
}

/// The longest term printed on one line.
const MAX_ONE_LINE: usize = 4;

fn print_term(text: &mut String, term: &Term, parameters: &[Parameter]) {
    for line in term.doc {
        let _ = writeln!(text, "    {}", format!("///{line}").trim_end());
    }
    let _ = write!(text, "    {:?} {}[{}] = [", term.kind, term.name, term.len);
    if parameters.len() <= MAX_ONE_LINE {
        let _ = writeln!(text, "{}];", source_text::pairs(parameters));
        return;
    }
    // The largest number per row that makes rows of equal length, if there is one.
    let per_row = (6..=9).rev().find(|columns| parameters.len().is_multiple_of(*columns)).unwrap_or(8);
    text.push('\n');
    text.push_str(&source_text::rows(parameters, per_row));
    text.push_str("    ];\n");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texel::source_text::tests::{explains, prints_what_was_read};

    #[test]
    fn printing_gives_the_file_that_was_read() {
        prints_what_was_read(&Flagship, "flagship/src/eval/classical/weights.rs");
    }

    #[test]
    fn the_trace_explains_the_evaluation() {
        // Integer division truncates: once for each king, once for the phase.
        explains(&Flagship, 4.0);
    }
}
