//! The evaluation of a net broken down for display: each output, and what each piece contributes.

use heirloom_chess::{Color, PieceType, Position, Square};
use heirloom_engine::{Explanation, ExplanationRow, Score};

use super::features::{Perspective, PieceStates};
use super::network::{Network, SHARE_UNIT, bucket};
use super::simd::Level;
use crate::eval::classical::{Evaluator, endings, for_white};

/// Returns the evaluation of a net from White's view, with a row for each kind of piece: the change of the
/// output if all of them were removed. The values of single pieces are defined the same way. Neither adds up
/// to the whole, since pieces interact; the rest has its own row.
pub fn explain(network: &Network, position: &Position) -> Explanation {
    let pieces: Vec<Square> = position.occupied().into_iter().collect();
    let value = output_for(network, position, &pieces, pieces.len());
    let contribution = |is_removed: &dyn Fn(Square) -> bool| {
        let others: Vec<Square> = pieces.iter().copied().filter(|&square| !is_removed(square)).collect();
        value - output_for(network, position, &others, pieces.len())
    };
    let is_king =
        |square: Square| position.piece_at(square).is_some_and(|piece| piece.piece_type() == PieceType::King);
    let worth = |square: Square| if is_king(square) { 0 } else { contribution(&|other| other == square) };
    let squares = pieces.iter().map(|&square| (square, worth(square))).collect();
    let known = endings::known(position);
    let outputs = outputs(network, position, &pieces, known.is_none());
    let row = |term: &str, white: i32, black: i32| ExplanationRow {
        term: term.into(),
        white: (white, white),
        black: (black, black),
    };
    if let Some(known) = known {
        let value = for_white(position, known);
        let rows = vec![row("known endgame", value, 0)];
        return Explanation { score: Score::Cp(value), rows, squares, outputs };
    }
    let mut rows = Vec::new();
    for (kind, name) in KINDS {
        let of = |color: Color| position.pieces(color, kind);
        if of(Color::White).any() || of(Color::Black).any() {
            let [white, black] = Color::ALL.map(|color| contribution(&|square| of(color).contains(square)));
            rows.push(row(name, white, -black));
        }
    }
    let by_pieces: i32 = rows.iter().map(|row| row.white.0 - row.black.0).sum();
    rows.push(row("kings and piece interaction", value - by_pieces, 0));
    let mut score = value;
    let share = network.share(pieces.len());
    if share != 0 {
        let percent = (share * 100 + SHARE_UNIT / 2) / SHARE_UNIT;
        let classical = Evaluator::default().white(position) * share / SHARE_UNIT;
        rows.push(row(&format!("classical, {percent}%"), classical, 0));
        score += classical;
    }
    Explanation { score: Score::Cp(score), rows, squares, outputs }
}

/// The kinds of pieces that have a row, with its name.
const KINDS: [(PieceType, &str); 5] = [
    (PieceType::Pawn, "pawns"),
    (PieceType::Knight, "knights"),
    (PieceType::Bishop, "bishops"),
    (PieceType::Rook, "rooks"),
    (PieceType::Queen, "queens"),
];

/// Returns each output of the net for the position with its range of piece counts; the one in use is marked,
/// unless a known ending replaces the net.
fn outputs(
    network: &Network,
    position: &Position,
    pieces: &[Square],
    net_is_used: bool,
) -> Vec<(String, i32)> {
    let of = |output: usize| {
        let counts: Vec<usize> =
            (2..=32).filter(|&count| bucket(count, network.buckets()) == output).collect();
        let (&least, &most) = (counts.first()?, counts.last()?);
        let in_use = if net_is_used && counts.contains(&pieces.len()) { ", used here" } else { "" };
        Some((format!("{least} to {most} pieces{in_use}"), output_for(network, position, pieces, least)))
    };
    (0..network.buckets()).filter_map(of).collect()
}

/// Returns the output of the net from White's view with only these pieces, using their states in the whole
/// position and the output for this number of pieces.
fn output_for(network: &Network, position: &Position, squares: &[Square], count: usize) -> i32 {
    let states = PieceStates::of(position, Level::Portable);
    let features = |color: Color| -> Vec<u16> {
        let view = Perspective::new(color, position.king(color));
        let feature = |&square: &Square| {
            let piece = position.piece_at(square)?;
            Some(view.feature(piece, square, states.state(piece, square)) as u16)
        };
        squares.iter().filter_map(feature).collect()
    };
    let turn = position.turn();
    for_white(position, network.evaluate(Level::best(), [&features(turn), &features(!turn)], count))
}
