//! The classical evaluation taken apart, term by term and square by square.

use heirloom_chess::{Color, PieceType, Position};
use heirloom_engine::{Explanation, ExplanationRow, Score};

use super::weights::{MATERIAL, PHASE, PIECE_SQUARE, TEMPO};
use super::{Accumulator, Tapered};

const PIECE_NAMES: [&str; 6] = ["pawns", "knights", "bishops", "rooks", "queens", "kings"];

/// All terms of a position's evaluation; their sum, tapered, is the score.
pub fn explain(position: &Position) -> Explanation {
    let mut rows = Vec::new();
    for piece_type in PieceType::ALL {
        let name = PIECE_NAMES[piece_type.index()];
        if piece_type != PieceType::King {
            rows.push(row(format!("{name}: material"), |color| material(position, color, piece_type)));
        }
        rows.push(row(format!("{name}: squares"), |color| squares(position, color, piece_type)));
    }
    rows.push(row("tempo".into(), |color| if color == position.turn() { Tapered::new(TEMPO, TEMPO) } else { Tapered::default() }));
    let for_mover = Accumulator::of(position).evaluate(position.turn());
    let score = Score::Cp(if position.turn() == Color::White { for_mover } else { -for_mover });
    Explanation { score, rows, squares: by_square(position) }
}

fn row(term: String, value: impl Fn(Color) -> Tapered) -> ExplanationRow {
    let pair = |color| {
        let value = value(color);
        (value.middlegame, value.endgame)
    };
    ExplanationRow { term, white: pair(Color::White), black: pair(Color::Black) }
}

fn material(position: &Position, color: Color, piece_type: PieceType) -> Tapered {
    let (count, value) = (position.pieces(color, piece_type).count() as i32, MATERIAL[piece_type.index()]);
    Tapered::new(count * value.middlegame, count * value.endgame)
}

fn squares(position: &Position, color: Color, piece_type: PieceType) -> Tapered {
    let mut sum = Tapered::default();
    for square in position.pieces(color, piece_type) {
        let seen = square.relative_to(!color).index();
        sum.middlegame += PIECE_SQUARE[piece_type.index()][0][seen];
        sum.endgame += PIECE_SQUARE[piece_type.index()][1][seen];
    }
    sum
}

/// What each piece is worth where it stands, tapered, from White's view.
fn by_square(position: &Position) -> Vec<(heirloom_chess::Square, i32)> {
    let pieces = || position.occupied().into_iter().filter_map(|square| Some((square, position.piece_at(square)?)));
    let phase: i32 = pieces().map(|(_, piece)| PHASE[piece.piece_type().index()]).sum();
    pieces()
        .map(|(square, piece)| {
            let (kind, seen) = (piece.piece_type().index(), square.relative_to(!piece.color()).index());
            let value =
                Tapered::new(MATERIAL[kind].middlegame + PIECE_SQUARE[kind][0][seen], MATERIAL[kind].endgame + PIECE_SQUARE[kind][1][seen])
                    .at(phase);
            (square, if piece.color() == Color::White { value } else { -value })
        })
        .collect()
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
        ] {
            let position = Position::from_fen(fen).unwrap();
            let explanation = explain(&position);
            let mut sum = Tapered::default();
            for row in &explanation.rows {
                sum.middlegame += row.white.0 - row.black.0;
                sum.endgame += row.white.1 - row.black.1;
            }
            let phase = position.occupied().into_iter().filter_map(|s| position.piece_at(s)).map(|p| PHASE[p.piece_type().index()]).sum();
            assert_eq!(Score::Cp(sum.at(phase)), explanation.score, "{fen}");
        }
    }
}
