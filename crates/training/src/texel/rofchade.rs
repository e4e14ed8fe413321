//! rofChade's evaluation for the tuner, and the printer of its `weights.rs`.

use heirloom_ancestors::rofchade::board::Board;
use heirloom_ancestors::rofchade::eval;
use heirloom_ancestors::rofchade::trace::{self, TERMS, Term};
use heirloom_ancestors::rofchade::weights::{PHASE, PHASE_TOTAL};
use heirloom_chess::{PieceType, Position};

use super::model::{Coefficient, Danger, FULL_SCALE, Kind, Model, Parameter, Phase, Table, Trace, Tunable};
use super::source_text;

/// Material and piece-square tables of rofChade 1, and nothing else.
#[derive(Clone, Copy, Debug, Default)]
pub struct RofChade;

/// The terms that are tables follow the material.
const FIRST_TABLE: usize = 1;

impl Tunable for RofChade {
    fn name(&self) -> &str {
        "rofchade"
    }

    fn headline(&self) -> &str {
        "All numbers of the evaluation, in centipawns: middlegame, endgame. Tables are White's, a1 first, h8 last."
    }

    fn model(&self) -> Model {
        let parameter = |term: &Term, index: usize| {
            let weight = trace::weight(term.start + index);
            let value = [weight.middlegame().into(), weight.endgame().into()];
            Parameter { term: term.name.into(), index, value, kind: Kind::Linear, fixed: false }
        };
        let parameter = &parameter;
        Model {
            parameters: TERMS.iter().flat_map(|term| (0..term.len).map(move |index| parameter(term, index))).collect(),
            phase: Phase { weights: PHASE.map(f64::from), total: PHASE_TOTAL.into() },
            danger: Danger { middlegame: 1.0, endgame: 1.0, most: [0.0; 2] },
            tables: PieceType::ALL.map(table).into(),
        }
    }

    fn trace(&self, position: &Position) -> Option<Trace> {
        let board = Board::from_fen(&position.fen()).filter(|board| !board.is_dead())?;
        let trace = trace::trace(&board);
        let coefficient = |(parameter, white, black)| Coefficient { parameter, white, black };
        Some(Trace { coefficients: trace.coefficients.into_iter().map(coefficient).collect(), pieces: trace.pieces, scale: FULL_SCALE })
    }

    fn evaluate(&self, position: &Position) -> i32 {
        Board::from_fen(&position.fen()).map_or(0, |board| eval::evaluate(&board))
    }

    fn print(&self, model: &Model, about: &[String]) -> String {
        let of_term = |term: &Term| &model.parameters[term.start..term.start + term.len];
        let mut text = source_text::head(about);
        text.push_str("\nuse super::eval::Score;\n\n");
        text.push_str(&source_text::phase(&model.phase));
        text.push_str("\nconst fn s(middlegame: i32, endgame: i32) -> Score {\n    Score::new(middlegame, endgame)\n}\n");
        text.push_str("\n/// What a piece is worth, pawn to queen.\npub const MATERIAL: [Score; 5] = [");
        text.push_str(&source_text::pairs(of_term(&TERMS[0])));
        text.push_str("];\n\n/// What it adds that a piece stands where it stands, pawn to king.\n");
        text.push_str("#[rustfmt::skip]\npub const TABLES: [[Score; 64]; 6] = [\n");
        for (term, name) in TERMS[FIRST_TABLE..].iter().zip(["Pawn", "Knight", "Bishop", "Rook", "Queen", "King"]) {
            text.push_str(&format!("    // {name}.\n    [\n{}    ],\n", source_text::rows(of_term(term), 8)));
        }
        text.push_str("];\n");
        text
    }
}

/// The table of a piece type. Pawns never stand on the first and the last rank.
fn table(piece_type: PieceType) -> Table {
    let (number, start) = (piece_type.index(), TERMS[FIRST_TABLE + piece_type.index()].start);
    let possible = if piece_type == PieceType::Pawn { 8..56 } else { 0..64 };
    let material = (number < TERMS[0].len).then_some(TERMS[0].start + number);
    Table { material, squares: possible.map(|square| start + square).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texel::source_text::tests::{explains, prints_what_was_read};

    #[test]
    fn printing_gives_the_file_that_was_read() {
        prints_what_was_read(&RofChade, "ancestors/src/rofchade/weights.rs");
    }

    #[test]
    fn the_trace_explains_the_evaluation() {
        // The division by the phase cuts to a whole number.
        explains(&RofChade, 1.01);
    }

    #[test]
    fn tables_are_paired_with_their_material() {
        let model = RofChade.model();
        let of_pawns = &model.tables[0];
        assert_eq!((of_pawns.material, of_pawns.squares.len()), (Some(0), 48));
        assert_eq!((model.parameters[of_pawns.squares[0]].term.as_str(), model.parameters[of_pawns.squares[0]].index), ("PAWN", 8));
        let of_kings = &model.tables[5];
        assert_eq!((of_kings.material, model.parameters[of_kings.squares[63]].index), (None, 63));
        assert_eq!(model.parameters[of_kings.squares[0]].term, "KING");
    }

    #[test]
    fn dead_positions_teach_nothing() {
        let of = |fen: &str| RofChade.trace(&Position::from_fen(fen).unwrap());
        assert!(of("8/8/4k3/8/8/3NK3/8/8 w - - 0 1").is_none());
        assert!(of("8/8/4k3/8/8/3RK3/8/8 w - - 0 1").is_some());
    }
}
