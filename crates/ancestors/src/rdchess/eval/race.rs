//! Pawn races in pawn endings, by the rule of the square.

use super::kingpawn::Facts;
use super::{Ledger, Term};
use crate::rdchess::board::{Piece, Side, Square, distance, file_of, own_rank, square, step};
use crate::rdchess::position::Position;

/// The value in centipawns of a pawn that cannot be caught, less for each ply it still needs.
const UNSTOPPABLE: i32 = 650;

/// Enters a bonus for a side that certainly queens, and clearly before the other.
pub fn enter(position: &Position, facts: &Facts, ledger: &mut impl Ledger) {
    let plies = Side::BOTH.map(|side| fastest(position, facts, side));
    let winner = match plies {
        [Some((white, pawn)), Some((black, _))] if white + 2 < black => Some((Side::White, white, pawn)),
        [Some((white, _)), Some((black, pawn))] if black + 2 < white => Some((Side::Black, black, pawn)),
        [Some((white, pawn)), None] => Some((Side::White, white, pawn)),
        [None, Some((black, pawn))] => Some((Side::Black, black, pawn)),
        _ => None,
    };
    if let Some((side, plies, pawn)) = winner {
        ledger.enter(Term::PawnRace, side, Some(pawn), UNSTOPPABLE - 10 * plies);
    }
}

/// Returns the plies until the fastest uncatchable passed pawn queens, and its square.
fn fastest(position: &Position, facts: &Facts, side: Side) -> Option<(i32, Square)> {
    let to_move = position.context.side == side;
    let passed = facts.passed[side as usize].iter().filter(|&&pawn| pawn != 0);
    passed
        .filter_map(|&pawn| {
            let last = square(file_of(pawn), if side == Side::White { 7 } else { 0 });
            let mut way = pawn;
            while way != last {
                way = step(way, side.forward());
                if position.board.at(way) != Piece::FREE {
                    return None;
                }
            }
            // From the second rank the first step may be double.
            let steps = 7 - i32::from(own_rank(side, pawn).max(2));
            let hostile_king = position.board.king(side.other());
            let caught = distance(hostile_king, last) - i32::from(!to_move) <= steps;
            (!caught).then_some((2 * steps - i32::from(to_move), pawn))
        })
        .min()
}

#[cfg(test)]
mod tests {
    use super::super::tests::term;
    use super::*;

    #[test]
    fn the_rule_of_the_square_decides() {
        let race = |fen| term(Term::PawnRace, fen);
        // The black king on e5 is outside the square of a5 with White to move, inside with Black to move.
        assert!(race("8/8/8/P3k3/8/8/8/6K1 w - - 0 1") > 500);
        assert_eq!(race("8/8/8/P3k3/8/8/8/6K1 b - - 0 1"), 0);
        // Black queens one move later: unclear. Three moves later is clear.
        assert_eq!(race("8/8/8/P5k1/8/7p/8/1K6 w - - 0 1"), 0);
        assert!(race("8/8/P7/6k1/7p/8/8/1K6 w - - 0 1") > 0);
        // With an officer on the board it is not a pawn ending.
        assert_eq!(race("8/8/8/P3k3/8/8/8/n5K1 w - - 0 1"), 0);
    }
}
