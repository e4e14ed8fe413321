//! The estimated gain of a capture from two attack bytes.
//!
//! The bytes lose a second queen and most x-rays. An error costs time, not a move.

use super::attacks::{AttackTables, count, unit};
use super::board::{Board, Kind, Side};
use super::moves::{Move, MoveType};

/// Classes of attackers, cheapest first; knights and bishops are one.
const CLASSES: [Kind; 5] = [Kind::Pawn, Kind::Knight, Kind::Rook, Kind::Queen, Kind::King];

/// Estimates the centipawns that the side to move wins (or loses, if negative) by a capture or promotion, if
/// both sides keep capturing on the target with their cheapest pieces as long as it pays.
pub fn expected(board: &Board, tables: &AttackTables, side: Side, mv: Move) -> i32 {
    let victim = if mv.kind == MoveType::EnPassant { Kind::Pawn.value() } else { board.at(mv.to).value() };
    let promotion = if mv.kind == MoveType::Promotion { mv.piece.value() - Kind::Pawn.value() } else { 0 };
    let mut bytes = [tables.by(side, mv.to), tables.by(side.other(), mv.to)];
    // The capturing piece attacks the square itself, except for a pawn promoting straight ahead.
    let mover = mv.mover(side).kind().unwrap_or(Kind::Pawn);
    if count(bytes[0], mover) > 0 && (mover != Kind::Pawn || mv.from % 12 != mv.to % 12) {
        bytes[0] -= unit(mover);
    }
    let mut gains = [0; 24];
    gains[0] = victim + promotion;
    let (mut standing, mut last, mut turn) = (mv.piece.value(), 0, 1);
    while last + 1 < gains.len() {
        let Some(next) = CLASSES.into_iter().find(|&kind| count(bytes[turn], kind) > 0) else { break };
        // A king cannot capture a defended piece.
        if next == Kind::King && bytes[1 - turn] != 0 {
            break;
        }
        last += 1;
        gains[last] = standing - gains[last - 1];
        standing = next.value();
        bytes[turn] -= unit(next);
        turn = 1 - turn;
    }
    // Going back, each side may stop capturing.
    while last > 0 {
        gains[last - 1] = gains[last - 1].min(-gains[last]);
        last -= 1;
    }
    gains[0]
}

#[cfg(test)]
mod tests {
    use super::super::attacks::AttackTables;
    use super::super::board::parse_square;
    use super::super::position::Position;
    use super::*;

    fn expect(fen: &str, from: &str, to: &str) -> i32 {
        let position = Position::from_fen(fen).unwrap();
        let (from, to) = (parse_square(from).unwrap(), parse_square(to).unwrap());
        let mv = Move { from, to, kind: MoveType::Capture, piece: position.board.at(from) };
        expected(&position.board, &AttackTables::of(&position.board), position.context.side, mv)
    }

    #[test]
    fn exchanges_are_played_through() {
        assert_eq!(expect("4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "d1", "d5"), 100);
        assert_eq!(expect("4k3/8/4p3/3p4/8/8/8/3RK3 w - - 0 1", "d1", "d5"), 100 - 510);
        assert_eq!(expect("4k3/8/4p3/3n4/8/2N5/8/3RK3 w - - 0 1", "c3", "d5"), 100);
        assert_eq!(expect("3rk3/8/8/3p4/8/8/3Q4/3RK3 w - - 0 1", "d2", "d5"), 100 - 900 + 510);
        assert_eq!(expect("8/8/4k3/3p4/8/8/3R4/3RK3 w - - 0 1", "d2", "d5"), 100 - 510);
        assert_eq!(expect("8/8/4k3/3p4/8/5B2/8/3RK3 w - - 0 1", "f3", "d5"), 100);
    }
}
