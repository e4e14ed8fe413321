//! Legality test of hash moves, which are tried before any move is generated.

use super::attacks::is_attacked;
use super::board::{DIAGONAL, JUMPS, Kind, Piece, ROYAL, STRAIGHT, Side, own_rank, step};
use super::generate::en_passant_is_legal;
use super::moves::{Move, MoveType};
use super::position::{Position, castling_rights};

/// Returns true if the move could be generated here: keys may collide.
pub fn is_legal(position: &mut Position, mv: Move) -> bool {
    let side = position.context.side;
    let (mover, target) = (mv.mover(side), position.board.at(mv.to));
    if mv == Move::NONE || !mover.is_of(side) || position.board.at(mv.from) != mover {
        return false;
    }
    match mv.kind {
        MoveType::Castling => return castling_is_legal(position, mv),
        MoveType::EnPassant => {
            let victim = position.context.en_passant;
            let passes_victim =
                victim != 0 && mv.from.abs_diff(victim) == 1 && mv.to == step(victim, side.forward());
            return passes_victim
                && mover.kind() == Some(Kind::Pawn)
                && en_passant_is_legal(position, mv.from, victim, mv.to);
        }
        MoveType::Capture if !target.is_of(side.other()) => return false,
        MoveType::Normal if target != Piece::FREE => return false,
        MoveType::Promotion if target != Piece::FREE && !target.is_of(side.other()) => return false,
        _ => {}
    }
    if target.kind() == Some(Kind::King) || !reaches(position, mv, mover, side) {
        return false;
    }
    position.make(mv);
    let safe = !is_attacked(&position.board, side.other(), position.board.king(side));
    position.unmake();
    safe
}

/// Returns true if the piece can move that way with nothing in between.
fn reaches(position: &Position, mv: Move, mover: Piece, side: Side) -> bool {
    let board = &position.board;
    let slides = |ways: &[i8]| {
        ways.iter().any(|&way| {
            let mut square = step(mv.from, way);
            while square != mv.to && board.at(square) == Piece::FREE {
                square = step(square, way);
            }
            square == mv.to
        })
    };
    match mover.kind() {
        Some(Kind::Knight) => JUMPS.iter().any(|&jump| step(mv.from, jump) == mv.to),
        Some(Kind::King) => ROYAL.iter().any(|&way| step(mv.from, way) == mv.to),
        Some(Kind::Bishop) => slides(&DIAGONAL),
        Some(Kind::Rook) => slides(&STRAIGHT),
        Some(Kind::Queen) => slides(&ROYAL),
        Some(Kind::Pawn) => {
            let (forward, promotes) = (side.forward(), own_rank(side, mv.from) == 6);
            let one = step(mv.from, forward);
            let free = board.at(mv.to) == Piece::FREE;
            let double =
                own_rank(side, mv.from) == 1 && board.at(one) == Piece::FREE && mv.to == step(one, forward);
            let ahead = free && (mv.to == one || double);
            let sideways = !free && (mv.to == step(one, 1) || mv.to == step(one, -1));
            let becomes = mv.piece.is_of(side) && mv.piece.kind().is_some_and(Kind::is_officer);
            (ahead || sideways) && promotes == (mv.kind == MoveType::Promotion) && (!promotes || becomes)
        }
        None => false,
    }
}

fn castling_is_legal(position: &Position, mv: Move) -> bool {
    let (board, side) = (&position.board, position.context.side);
    let [short, long] = castling_rights(side);
    let king = board.king(side);
    let (right, way, between) = if mv.to == step(king, 2) { (short, 1, 2) } else { (long, -1, 3) };
    mv.from == king
        && mv.to == step(king, 2 * way)
        && position.context.castling & right != 0
        && (1..=between).all(|steps| board.at(step(king, way * steps)) == Piece::FREE)
        && (0..=2).all(|steps| !is_attacked(board, side.other(), step(king, way * steps)))
}

#[cfg(test)]
mod tests {
    use super::super::generate::legal_moves;
    use super::*;

    #[test]
    fn exactly_the_generated_moves_are_legal() {
        let fens = [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1",
            "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1",
            "8/8/8/K2pP3/8/8/8/4k2r w - d6 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        ];
        let legal = fens.map(|fen| legal_moves(&Position::from_fen(fen).unwrap()).all().collect::<Vec<_>>());
        for (fen, own) in fens.iter().zip(&legal) {
            let mut position = Position::from_fen(fen).unwrap();
            for &mv in legal.iter().flatten() {
                assert_eq!(is_legal(&mut position, mv), own.contains(&mv), "{mv:?} in {fen}");
            }
        }
    }
}
