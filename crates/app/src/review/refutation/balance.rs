//! The material balance of a line once it is quiet.

use heirloom_chess::{Color, Move, PieceType, Position, see};

/// Minimum clear gain, in centipawns.
pub const CLEAR_GAIN: i32 = 100;
/// Maximum length of a line considered, in plies; later moves are the least certain.
const HORIZON: usize = 12;

/// The balance of a line in its last quiet position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settled {
    /// Material won by the side that moves first, in centipawns; negative for a loss.
    pub value: i32,
    /// Number of plies after which the balance was reached.
    pub plies: usize,
    /// Pieces of each type won minus lost.
    pub net: [i32; 6],
    /// True if the side that moves first promotes to a piece that survives.
    pub promotes: bool,
    /// True if the other side does.
    pub lets_promote: bool,
}

/// Follows a line to its last quiet position within the horizon, then back to where the balance there was
/// reached. A gain or loss that does not hold to the end of the line counts as nothing. Returns `None` if the
/// line is illegal or never quiet.
pub fn settled(start: &Position, line: &[Move]) -> Option<Settled> {
    let near = settled_within(start, line, HORIZON)?;
    let rest = settled_within(start, line, line.len())?.value;
    let end = at_end(start, line)?;
    let stays =
        [rest, end].into_iter().all(|value| near.value.signum() * value >= near.value.abs() - CLEAR_GAIN / 2);
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
    // The sides alternate.
    let promotes = |first: usize, sign: i32| {
        let mut moves = line[..plies].iter().skip(first).step_by(2).filter_map(|mv| mv.promotion_piece());
        moves.any(|piece_type| net[piece_type.index()] * sign > 0)
    };
    Some(Settled { value, plies, net, promotes: promotes(0, 1), lets_promote: promotes(1, -1) })
}

/// Returns the material won by the side that moves first at the end of a line, even in the middle of an
/// exchange.
fn at_end(start: &Position, line: &[Move]) -> Option<i32> {
    let mut position = start.clone();
    line.iter().try_for_each(|&mv| position.try_play(mv).map(drop)).ok()?;
    let value = |position: &Position| -> i32 {
        count(position, start.turn()).iter().zip(see::VALUES).map(|(count, value)| count * value).sum()
    };
    Some(value(&position) - value(start))
}

/// Returns the number of pieces of each type, own minus opposing.
pub fn count(position: &Position, color: Color) -> [i32; 6] {
    let of = |color, piece_type| i32::try_from(position.pieces(color, piece_type).count()).unwrap_or(0);
    PieceType::ALL.map(|piece_type| of(color, piece_type) - of(!color, piece_type))
}

/// Returns true if the side to move can win something immediately or must answer a check.
pub fn is_noisy(position: &Position) -> bool {
    if position.in_check() {
        return position.has_legal_move();
    }
    position
        .legal_moves()
        .iter()
        .any(|&mv| position.is_noisy(mv) && see::at_least(position, mv, CLEAR_GAIN, &see::VALUES))
}
