//! Terms of kings and pawns that depend on other pieces: exposure, castling, and the paths of passed pawns.

use super::kingpawn::Facts;
use super::switches::{ALL_OFFICERS, Switches, castled};
use super::{Ledger, Term};
use crate::rdchess::board::{Piece, Side, Square, own_rank, step};
use crate::rdchess::pins::Threats;
use crate::rdchess::position::{Position, castling_rights};

/// The bonus for a castled king in centipawns.
const CASTLED: i32 = 18;

/// Enters king exposure, castling, and the squares in front of passed pawns.
pub fn enter(
    position: &Position,
    threats: &Threats,
    switches: &Switches,
    facts: &Facts,
    ledger: &mut impl Ledger,
) {
    for side in Side::BOTH {
        let king = Some(position.board.king(side));
        // All these dangers scale with the opponent's army.
        let army = position.context.officer_material(side.other()).min(ALL_OFFICERS / 2);
        let scaled = |value: i32| value * army / (ALL_OFFICERS / 2);
        if !switches.king_is_active[side as usize] {
            ledger.enter(Term::KingExposure, side, king, -scaled(i32::from(facts.exposure[side as usize])));
            ledger.enter(Term::Castling, side, king, scaled(castling(position, threats, side)));
        }
        for &pawn in facts.passed[side as usize].iter().filter(|&&pawn| pawn != 0) {
            ledger.enter(Term::PassedPath, side, Some(pawn), path(position, threats, side, pawn));
        }
    }
}

/// Scores castling: done is good, hindered is bad, lost rights are worst.
fn castling(position: &Position, threats: &Threats, side: Side) -> i32 {
    if castled(position, side).is_some() {
        return CASTLED;
    }
    let [short, long] = castling_rights(side);
    let king = position.board.king(side);
    let way = |right: u8, ways: [i8; 2]| match position.context.castling & right != 0 {
        false => -13,
        // An attacked square on the way prevents castling for now.
        true if ways.iter().any(|&way| threats.tables.by(side.other(), step(king, way)) != 0) => -6,
        true => 0,
    };
    way(short, [1, 2]) + way(long, [-1, -2]) / 2
}

/// Scores a passed pawn's next square: bad if blocked by the enemy, or attacked without support.
fn path(position: &Position, threats: &Threats, side: Side, pawn: Square) -> i32 {
    let (rank, stop) = (i32::from(own_rank(side, pawn)), step(pawn, side.forward()));
    let blocker = position.board.at(stop);
    let (own, hostile) = (threats.tables.by(side, stop), threats.tables.by(side.other(), stop));
    if blocker.is_of(side.other()) {
        -4 * rank
    } else if hostile != 0 && own == 0 {
        -3 * rank
    } else if blocker == Piece::FREE && hostile == 0 {
        2 * rank
    } else {
        0
    }
}
