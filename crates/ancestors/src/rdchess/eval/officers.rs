//! Square control and the terms for officers: development, control, rooks, bishops, hung and pinned pieces.

use super::kingpawn::Facts;
use super::switches::Switches;
use super::{Ledger, Term};
use crate::rdchess::attacks::{cheapest, count};
use crate::rdchess::board::{
    Board, Kind, ROYAL, Side, Square, all_squares, file_of, is_light, own_rank, rank_of, square, step,
};
use crate::rdchess::pins::Threats;
use crate::rdchess::position::Position;

const CENTER: [Square; 4] = [square(3, 3), square(4, 3), square(3, 4), square(4, 4)];
const BISHOP_PAIR: i32 = 25;
const FREE_FILE: i32 = 12;
const HALF_FREE_FILE: i32 = 6;
const SEVENTH_RANK: i32 = 16;
const DOUBLED_ROOKS: i32 = 8;
const TARGET_FILE: i32 = 7;
const BEHIND_PASSED: i32 = 14;
/// The first hanging piece can be saved by moving it; the others hardly.
const HUNG_FIRST: i32 = -6;
const HUNG_MORE: i32 = -35;

/// Returns the quality of a square: 1 on the edge, 4 in the center.
fn quality(square: Square) -> i32 {
    let from_edge = |coordinate: u8| coordinate.min(7 - coordinate);
    1 + i32::from(from_edge(file_of(square)).min(from_edge(rank_of(square))))
}

/// Enters the attacked squares weighted by their quality. A square attacked by both sides half belongs to the
/// side with the cheaper attackers, whose attack byte is higher.
pub fn field_control(threats: &Threats, ledger: &mut impl Ledger) {
    let mut control = [0; 2];
    for square in all_squares() {
        let [white, black] = Side::BOTH.map(|side| threats.tables.by(side, square));
        if white != black {
            let owner = usize::from(black > white);
            control[owner] += quality(square) * if white == 0 || black == 0 { 2 } else { 1 };
        }
    }
    Side::BOTH
        .into_iter()
        .for_each(|side| ledger.enter(Term::FieldControl, side, None, control[side as usize] / 2));
}

/// Early in the game officers should leave the first rank, but the queen should stay within the third.
pub fn development(position: &Position, switches: &Switches, side: Side, ledger: &mut impl Ledger) {
    if !switches.early {
        return;
    }
    for &(piece, square) in position.board.list(side).entries() {
        let first = own_rank(side, square) == 0;
        let value = match piece.kind() {
            Some(Kind::Knight | Kind::Bishop) if first => -10,
            Some(Kind::Rook) if first => -2,
            Some(Kind::Queen) if first => -1,
            Some(Kind::Queen) if own_rank(side, square) > 2 => -14,
            _ => continue,
        };
        ledger.enter(Term::Development, side, Some(square), value);
    }
}

/// Enters bonuses for officers that attack the center and the squares around the hostile king.
pub fn control(position: &Position, threats: &Threats, side: Side, ledger: &mut impl Ledger) {
    let officers = |square: Square| {
        let byte = threats.tables.by(side, square);
        i32::from(count(byte, Kind::Queen) + count(byte, Kind::Rook) + count(byte, Kind::Knight))
    };
    let center: i32 = CENTER.iter().map(|&square| officers(square)).sum();
    let hostile = position.board.king(side.other());
    let around: i32 = ROYAL.iter().map(|&way| officers(step(hostile, way))).sum();
    ledger.enter(Term::OfficerControl, side, None, 3 * center + 3 * around);
}

/// Enters rooks on open files, on the seventh rank, doubled, and on files with passed or backward pawns.
pub fn rooks(position: &Position, switches: &Switches, facts: &Facts, side: Side, ledger: &mut impl Ledger) {
    let (own, other) = (side as usize, side.other() as usize);
    let list = position.board.list(side);
    for rook in list.of(Kind::Rook) {
        let file = file_of(rook);
        let bit = 1u8 << file;
        let mut value = 0;
        if facts.files[own] & bit == 0 {
            value += if facts.files[other] & bit == 0 { FREE_FILE } else { HALF_FREE_FILE };
        }
        if own_rank(side, rook) == 6 {
            value += SEVENTH_RANK;
        }
        if list.of(Kind::Rook).any(|second| second != rook && file_of(second) == file) {
            value += DOUBLED_ROOKS;
        }
        let passed = |owner: usize| Some(facts.passed[owner][file as usize]).filter(|&pawn| pawn != 0);
        if (facts.backward[own] | facts.backward[other]) & bit != 0
            || passed(own).is_some()
            || passed(other).is_some()
        {
            value += TARGET_FILE;
        }
        // Behind a passed pawn a rook gains space as the pawn advances.
        let behind = |owner: Side| {
            passed(owner as usize).is_some_and(|pawn| own_rank(owner, rook) < own_rank(owner, pawn))
        };
        if switches.endgame() && Side::BOTH.into_iter().any(behind) {
            value += BEHIND_PASSED;
        }
        ledger.enter(Term::Rooks, side, Some(rook), value);
    }
}

/// Enters the bishop pair, and in endgames the colors of the pawns.
pub fn bishops(position: &Position, switches: &Switches, side: Side, ledger: &mut impl Ledger) {
    let own = colors(&position.board, side);
    if own == [true, true] {
        ledger.enter(Term::BishopPair, side, None, BISHOP_PAIR);
    }
    let hostile = colors(&position.board, side.other());
    let lone = |colors: [bool; 2]| colors[0] != colors[1];
    if !switches.endgame() || !lone(hostile) {
        return;
    }
    // Own pawns are good where the own bishop defends them, and bad where the hostile one attacks them.
    for pawn in position.board.list(side).of(Kind::Pawn) {
        let color = usize::from(is_light(pawn));
        let defended = if lone(own) && own[color] { 4 } else { 0 };
        let attacked = if hostile[color] { -4 } else { 0 };
        ledger.enter(Term::BishopColors, side, Some(pawn), defended + attacked);
    }
}

/// Returns true for each square color, dark and light, on which a side has a bishop.
fn colors(board: &Board, side: Side) -> [bool; 2] {
    let mut colors = [false; 2];
    board.list(side).of(Kind::Bishop).for_each(|bishop| colors[usize::from(is_light(bishop))] = true);
    colors
}

/// Enters pieces of the side to move that are attacked by a cheaper piece or attacked and undefended.
pub fn hung(position: &Position, threats: &Threats, ledger: &mut impl Ledger) {
    let side = position.context.side;
    let mut value = HUNG_FIRST;
    for &(piece, square) in position.board.list(side).entries() {
        let attack = cheapest(threats.tables.by(side.other(), square));
        let hangs =
            attack.is_some_and(|attacker| threats.tables.by(side, square) == 0 || attacker < piece.value());
        if hangs && piece.kind() != Some(Kind::King) {
            ledger.enter(Term::Hung, side, Some(square), value);
            value = HUNG_MORE;
        }
    }
}

/// Enters pieces of the side to move that are pinned to their king; worse if a pawn attacks them.
pub fn pinned(position: &Position, threats: &Threats, ledger: &mut impl Ledger) {
    let side = position.context.side;
    for pin in threats.pins.records() {
        let by_pawn = count(threats.tables.by(side.other(), pin.pinned_square), Kind::Pawn) > 0;
        let value = 6 + pin.pinned.value() / 60 + if by_pawn { 20 } else { 0 };
        ledger.enter(Term::Pinned, side, Some(pin.pinned_square), -value);
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::term;
    use super::*;

    #[test]
    fn more_and_cheaper_attackers_control_squares() {
        let control = |fen| term(Term::FieldControl, fen);
        assert_eq!(control("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), 0);
        let e4 = control("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
        assert!(e4 > 0 && control("rnbqkbnr/pppppppp/8/8/P7/8/1PPPPPPP/RNBQKBNR b KQkq - 0 1") < e4);
    }

    #[test]
    fn officers_leave_the_first_rank_but_the_queen_stays_near() {
        let development = |fen| term(Term::Development, fen);
        assert_eq!(development("rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 0 1"), 10);
        assert_eq!(development("rnbqkbnr/pppppppp/8/7Q/8/8/PPPPPPPP/RNB1KBNR b KQkq - 0 1"), -13);
        assert_eq!(development("4k1n1/pppppppp/8/8/8/5N2/PPPPPPPP/4K3 b - - 0 1"), 0);
    }

    #[test]
    fn officers_control_center_and_king() {
        let control = |fen| term(Term::OfficerControl, fen);
        assert_eq!(control("1n4k1/p7/8/8/8/5N2/P7/K7 w - - 0 1"), 6);
        assert!(control("1n4k1/p7/8/6N1/8/8/P7/K7 w - - 0 1") > 6);
    }

    #[test]
    fn rooks_get_bonuses_for_files_and_ranks() {
        let rooks = |fen| term(Term::Rooks, fen);
        let closed = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(rooks(closed), 0);
        assert_eq!(rooks("rnbqkbnr/p1pppppp/8/8/8/8/P1PPPPPP/1RBQKBNR w Kkq - 0 1"), FREE_FILE);
        assert_eq!(rooks("rnbqkbnr/pppppppp/8/8/8/8/P1PPPPPP/1RBQKBNR w Kkq - 0 1"), HALF_FREE_FILE);
        assert_eq!(rooks("rnbqkb1r/pRpppppp/8/8/8/8/PPPPPPPP/2BQKBNR w Kkq - 0 1"), SEVENTH_RANK);
        let doubled = rooks("rnbqkbnr/p1pppppp/8/8/8/1R6/P1PPPPPP/1RBQKBNR w Kkq - 0 1");
        assert_eq!(doubled, 2 * (FREE_FILE + DOUBLED_ROOKS));
        let behind = rooks("6k1/5p2/8/1P6/8/8/6P1/1R4K1 w - - 0 1");
        assert_eq!(behind, TARGET_FILE + BEHIND_PASSED);
        assert_eq!(rooks("1R4k1/5p2/8/1P6/8/8/6P1/6K1 w - - 0 1"), TARGET_FILE);
    }

    #[test]
    fn bishops_prefer_pairs_and_pawns_on_their_color() {
        let pair = term(Term::BishopPair, "rn1qkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        assert_eq!(pair, BISHOP_PAIR);
        // Opposite colors: own pawns on the color of the own bishop are good, on the other one bad.
        let colors = |fen| term(Term::BishopColors, fen);
        assert_eq!(colors("6k1/8/3b4/8/2P5/5B2/8/6K1 w - - 0 1"), 4);
        assert_eq!(colors("6k1/8/3b4/2P5/8/5B2/8/6K1 w - - 0 1"), -4);
        assert_eq!(colors("rnbqkbnr/8/8/2P5/8/8/8/RNBQKBNR w - - 0 1"), 0);
    }

    #[test]
    fn hung_and_pinned_pieces_are_penalized() {
        let both = "4k3/p7/8/3r4/8/1n3B2/P7/4K3";
        assert_eq!(term(Term::Hung, &format!("{both} b - - 0 1")), -(HUNG_FIRST + HUNG_MORE));
        assert_eq!(term(Term::Hung, "4k3/p7/8/3r4/2P1P3/8/P7/4K3 w - - 0 1"), 0);
        let pin = "4k3/p3r3/8/8/8/8/P3N3/4K3";
        assert_eq!(term(Term::Pinned, &format!("{pin} w - - 0 1")), -11);
        assert_eq!(term(Term::Pinned, &format!("{pin} b - - 0 1")), 0);
    }
}
