//! What a net thinks of a position, taken apart for people: each output, and what each piece adds.

use heirloom_chess::{Color, PieceType, Position, Square};
use heirloom_engine::{Explanation, ExplanationRow, Score};

use super::features::{Standing, View};
use super::network::{Network, ONE_SHARE, bucket};
use super::simd::Level;
use crate::eval::classical::{Judge, endings};

/// The evaluation of a net from White's view: a row for what it says itself, and one for what it takes over from the classical evaluation. Each
/// piece on the board is worth what the net would miss without it, which does not add up, for pieces work together.
pub fn explain(network: &Network, position: &Position) -> Explanation {
    let pieces: Vec<Square> = position.occupied().into_iter().collect();
    let value = of_pieces(network, position, &pieces);
    let without = |square: Square| {
        let others: Vec<Square> = pieces.iter().copied().filter(|&other| other != square).collect();
        of_pieces(network, position, &others)
    };
    let is_king = |square: Square| position.piece_at(square).is_some_and(|piece| piece.piece_type() == PieceType::King);
    let squares = pieces.iter().map(|&square| (square, if is_king(square) { 0 } else { value - without(square) })).collect();
    let row = |term: String, value| ExplanationRow { term, white: (value, value), black: (0, 0) };
    if let Some(known) = endings::known(position) {
        let value = from_white(position, known);
        return Explanation { score: Score::Cp(value), rows: vec![row("known ending".into(), value)], squares };
    }
    let mut rows = vec![row(format!("net, output {}", bucket(pieces.len(), network.buckets()) + 1), value)];
    let share = network.share(pieces.len());
    if share != 0 {
        let percent = (share * 100 + ONE_SHARE / 2) / ONE_SHARE;
        let taken = Judge::default().mover(position) * share / ONE_SHARE;
        rows.push(row(format!("classical, {percent} %"), from_white(position, taken)));
    }
    let sum = rows.iter().map(|row| row.white.0).sum();
    Explanation { score: Score::Cp(sum), rows, squares }
}

/// What the net would say if only these pieces were there, from White's view, with the states and the output that count for the whole
/// position.
fn of_pieces(network: &Network, position: &Position, squares: &[Square]) -> i32 {
    let standing = Standing::of(position, Level::Portable);
    let features = |color: Color| -> Vec<u16> {
        let view = View::new(color, position.king(color));
        let feature = |&square: &Square| {
            let piece = position.piece_at(square)?;
            Some(view.feature(piece, square, standing.state(piece, square)) as u16)
        };
        squares.iter().filter_map(feature).collect()
    };
    let turn = position.turn();
    let all = position.occupied().count() as usize;
    from_white(position, network.evaluate(Level::best(), [&features(turn), &features(!turn)], all))
}

fn from_white(position: &Position, value: i32) -> i32 {
    if position.turn() == Color::White { value } else { -value }
}
