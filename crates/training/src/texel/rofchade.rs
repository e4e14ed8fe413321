//! rofChade's evaluation for the tuner, and the printer of its `weights.rs`.

use heirloom_ancestors::rofchade::board::{Board, KINDS, WHITE};
use heirloom_ancestors::rofchade::eval::{self, Score};
use heirloom_ancestors::rofchade::weights::{MATERIAL, PHASE, PHASE_TOTAL, TABLES};
use heirloom_ancestors::seam::Setup;
use heirloom_chess::{PieceType, Position};

use super::model::{Coefficient, Danger, FULL_SCALE, Kind, Model, Parameter, Phase, Table, Trace, Tunable};
use super::source_text;

/// The evaluation of rofChade 1: material and piece-square tables only.
#[derive(Clone, Copy, Debug, Default)]
pub struct RofChade;

/// A range of related weights.
struct Term {
    /// The name in the source text of the weights, or the piece for tables.
    name: &'static str,
    /// The index of its first weight.
    start: usize,
    /// Number of weights.
    len: usize,
}

/// The index of the first table in the terms, after the material.
const FIRST_TABLE: usize = 1;

const fn table_term(name: &'static str, kind: usize) -> Term {
    Term { name, start: MATERIAL.len() + 64 * kind, len: 64 }
}

/// All terms in the order of their weights: material pawn to queen, then the six tables.
const TERMS: [Term; 7] = [
    Term { name: "MATERIAL", start: 0, len: MATERIAL.len() },
    table_term("PAWN", 0),
    table_term("KNIGHT", 1),
    table_term("BISHOP", 2),
    table_term("ROOK", 3),
    table_term("QUEEN", 4),
    table_term("KING", 5),
];

/// Number of weights, without the phase.
const WEIGHTS: usize = MATERIAL.len() + 64 * KINDS;

/// Returns a weight by its index.
fn weight(number: usize) -> Score {
    match number.checked_sub(MATERIAL.len()) {
        None => MATERIAL[number],
        Some(place) => TABLES[place / 64][place % 64],
    }
}

impl Tunable for RofChade {
    fn name(&self) -> &str {
        "rofchade"
    }

    fn headline(&self) -> &str {
        "All weights of the evaluation, in centipawns: middlegame, endgame. \
         Tables are White's, a1 first, h8 last."
    }

    fn model(&self) -> Model {
        let parameter = |term: &Term, index: usize| {
            let weight = weight(term.start + index);
            let value = [weight.middlegame.into(), weight.endgame.into()];
            Parameter { term: term.name.into(), index, value, kind: Kind::Linear, fixed: false }
        };
        let parameters = |term: &Term| (0..term.len).map(|index| parameter(term, index)).collect::<Vec<_>>();
        Model {
            parameters: TERMS.iter().flat_map(parameters).collect(),
            phase: Phase { weights: PHASE.map(f64::from), total: PHASE_TOTAL.into() },
            danger: Danger { middlegame: 1.0, endgame: 1.0, most: [0.0; 2] },
            tables: PieceType::ALL.map(table).into(),
        }
    }

    fn trace(&self, position: &Position) -> Option<Trace> {
        let board = Board::new(&Setup::from(position));
        let (mut counts, mut pieces) = ([[0i16; 2]; WEIGHTS], [0u8; KINDS]);
        for (color, kind, square) in board.pieces() {
            let own = if color == WHITE { square } else { square ^ 56 };
            counts[MATERIAL.len() + 64 * kind + own][color] += 1;
            if kind < MATERIAL.len() {
                counts[kind][color] += 1;
            }
            pieces[kind] += 1;
        }
        let used = counts.iter().enumerate().filter(|(_, count)| **count != [0, 0]);
        let coefficients = used
            .map(|(number, &[white, black])| Coefficient { parameter: number as u16, white, black })
            .collect();
        (!board.is_dead()).then_some(Trace { coefficients, pieces, scale: FULL_SCALE })
    }

    fn evaluate(&self, position: &Position) -> i32 {
        eval::evaluate(&Board::new(&Setup::from(position)))
    }

    fn print(&self, model: &Model, about: &[String]) -> String {
        let of_term = |term: &Term| &model.parameters[term.start..term.start + term.len];
        let mut text = source_text::head(about);
        text.push_str("\nuse super::eval::Score;\n\n");
        text.push_str(&source_text::phase(&model.phase));
        text.push_str(
            "\nconst fn s(middlegame: i32, endgame: i32) -> Score {\n    Score { middlegame, endgame }\n}\n",
        );
        text.push_str(
            "\n/// The value of each piece type, pawn to queen.\npub const MATERIAL: [Score; 5] = [",
        );
        text.push_str(&source_text::pairs(of_term(&TERMS[0])));
        text.push_str("];\n\n/// The value of each square for each piece type, pawn to king.\n");
        text.push_str("#[rustfmt::skip]\npub const TABLES: [[Score; 64]; 6] = [\n");
        for (term, name) in
            TERMS[FIRST_TABLE..].iter().zip(["Pawn", "Knight", "Bishop", "Rook", "Queen", "King"])
        {
            text.push_str(&format!("    // {name}.\n    [\n{}    ],\n", source_text::rows(of_term(term), 8)));
        }
        text.push_str("];\n");
        text
    }
}

fn table(piece_type: PieceType) -> Table {
    let number = piece_type.index();
    let material = (number < TERMS[0].len).then_some(TERMS[0].start + number);
    Table::new(piece_type, material, TERMS[FIRST_TABLE + number].start)
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
        // The division by the total phase truncates.
        explains(&RofChade, 1.01);
    }

    #[test]
    fn terms_cover_the_weights_without_a_gap() {
        let end = TERMS.iter().fold(0, |end, term| {
            assert_eq!(term.start, end, "{}", term.name);
            end + term.len
        });
        assert_eq!(end, WEIGHTS);
        assert_eq!((weight(4), weight(WEIGHTS - 1)), (MATERIAL[4], TABLES[5][63]));
    }

    #[test]
    fn tables_are_paired_with_their_material() {
        let model = RofChade.model();
        let of_pawns = &model.tables[0];
        assert_eq!((of_pawns.material, of_pawns.squares.len()), (Some(0), 48));
        let first = &model.parameters[of_pawns.squares[0]];
        assert_eq!((first.term.as_str(), first.index), ("PAWN", 8));
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
