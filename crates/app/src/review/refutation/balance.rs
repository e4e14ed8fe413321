//! What a line wins or loses once it has come to rest.

use heirloom_chess::{Color, Move, PieceType, Position, see};

/// Less than this, in centipawns, is no plain gain.
pub const PLAIN: i32 = 100;
/// Lines are followed so far, in plies: later moves of a line are the least certain.
const HORIZON: usize = 12;

/// Where a line comes to rest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settled {
    /// What the side that moves first has won by then, in centipawns; negative for a loss.
    pub value: i32,
    /// After so many plies.
    pub plies: usize,
    /// Pieces of each type that it has won, less those that it has lost.
    pub net: [i32; 6],
    /// Has a pawn of the side that moves first become a piece that stays?
    pub promotes: bool,
    /// Has one of the other side?
    pub lets_promote: bool,
}

/// Follows a line to the last rest within the horizon, and back to where the balance became what it is there. What the rest of the line takes
/// back counts as nothing. None if the line is broken or never comes to rest.
pub fn settled(start: &Position, line: &[Move]) -> Option<Settled> {
    let near = settled_within(start, line, HORIZON)?;
    let rest = settled_within(start, line, line.len())?.value;
    let end = at_end(start, line)?;
    let stays =
        [rest, end].into_iter().all(|value| near.value.signum() * value >= near.value.abs() - PLAIN / 2);
    Some(if stays {
        near
    } else {
        Settled { value: 0, net: [0; 6], promotes: false, lets_promote: false, ..near }
    })
}

fn settled_within(start: &Position, line: &[Move], horizon: usize) -> Option<Settled> {
    let mover = start.turn();
    let mut position = start.clone();
    let mut counts = vec![count(&position, mover)];
    let mut rest = None;
    for (index, &mv) in line.iter().take(horizon).enumerate() {
        position.try_play(mv).ok()?;
        counts.push(count(&position, mover));
        if !is_noisy(&position) {
            rest = Some(index + 1);
        }
    }
    let last = rest?;
    let plies = (1..=last).rev().find(|&ply| counts[ply] != counts[ply - 1]).unwrap_or(last);
    let net: [i32; 6] = std::array::from_fn(|index| counts[last][index] - counts[0][index]);
    let value = net.iter().zip(see::VALUES).map(|(count, value)| count * value).sum();
    // Moves of one side and the other take turns.
    let promotes = |first: usize, sign: i32| {
        let mut moves = line[..plies].iter().skip(first).step_by(2).filter_map(|mv| mv.promotes_to());
        moves.any(|piece_type| net[piece_type.index()] * sign > 0)
    };
    Some(Settled { value, plies, net, promotes: promotes(0, 1), lets_promote: promotes(1, -1) })
}

/// What the side that moves first has won at the end of a line, even in the middle of an exchange.
fn at_end(start: &Position, line: &[Move]) -> Option<i32> {
    let mut position = start.clone();
    line.iter().try_for_each(|&mv| position.try_play(mv).map(drop)).ok()?;
    let value = |position: &Position| -> i32 {
        count(position, start.turn()).iter().zip(see::VALUES).map(|(count, value)| count * value).sum()
    };
    Some(value(&position) - value(start))
}

/// Pieces of each type: own ones less the others.
fn count(position: &Position, color: Color) -> [i32; 6] {
    let of = |color, piece_type| i32::try_from(position.pieces(color, piece_type).count()).unwrap_or(0);
    PieceType::ALL.map(|piece_type| of(color, piece_type) - of(!color, piece_type))
}

/// Can the side to move still win something at once, or must it answer a check?
fn is_noisy(position: &Position) -> bool {
    if position.in_check() {
        return position.has_legal_move();
    }
    position
        .legal_moves()
        .iter()
        .any(|&mv| position.is_noisy(mv) && see::at_least(position, mv, PLAIN, &see::VALUES))
}
