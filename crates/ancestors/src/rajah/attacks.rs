//! Attack detection by the unique difference of two squares.
//!
//! On an 8x8 board, squares 7 and 8 are on opposite edges but differ by one, so a difference says little.
//! With rows of sixteen it determines direction and distance. A table by difference shows which pieces could
//! reach one square from another on an empty board, and by which step; only if one fits is the line walked.

use super::board::*;
use super::moves::{ALL_STEPS, KNIGHT_STEPS, Move};

/// The meaning of a difference between two squares.
#[derive(Clone, Copy)]
struct Relation {
    /// A bit for each piece that reaches the target from the origin on an empty board; see [`reach_bit`].
    reach: u8,
    /// The step that leads there, once or repeatedly; for a knight the whole leap.
    step: u8,
}

/// Each kind has its own bit; black pawns, which move the other way, use the remaining one.
const BLACK_PAWN_BIT: u8 = 1;

const fn reach_bit(piece: Piece) -> u8 {
    if piece == (PAWN | BLACK) { BLACK_PAWN_BIT } else { 1 << (piece & KIND) }
}

/// Set if the origin is on a line with the target.
const ON_LINE: u8 = reach_bit(QUEEN);

static RELATIONS: [Relation; 256] = relations();

/// Builds the table. The index is `target - origin`, wrapped around.
const fn relations() -> [Relation; 256] {
    let mut table = [Relation { reach: 0, step: 0 }; 256];
    let mut way = 0;
    while way < 8 {
        let step = ALL_STEPS[way];
        let slider = if way < 4 { reach_bit(BISHOP) } else { reach_bit(ROOK) };
        let (mut difference, mut distance) = (step, 1);
        while distance < 8 {
            let near = if distance == 1 { reach_bit(KING) } else { 0 };
            table[difference as usize] = Relation { reach: slider | reach_bit(QUEEN) | near, step };
            difference = difference.wrapping_add(step);
            distance += 1;
        }
        let leap = KNIGHT_STEPS[way];
        table[leap as usize] = Relation { reach: reach_bit(KNIGHT), step: leap };
        way += 1;
    }
    table[15].reach |= reach_bit(PAWN | WHITE);
    table[17].reach |= reach_bit(PAWN | WHITE);
    table[256 - 15].reach |= reach_bit(PAWN | BLACK);
    table[256 - 17].reach |= reach_bit(PAWN | BLACK);
    table
}

#[inline]
fn relation(from: Square, to: Square) -> Relation {
    RELATIONS[usize::from(to.wrapping_sub(from))]
}

impl Board {
    /// Returns true if the piece on `from` attacks `to`. Squares in the bit set `removed` count as empty.
    #[inline]
    pub fn attacks(&self, from: Square, to: Square, removed: u128) -> bool {
        let relation = relation(from, to);
        if relation.reach & reach_bit(self.squares[usize::from(from)]) == 0 {
            return false;
        }
        let mut square = from.wrapping_add(relation.step);
        while square != to {
            if self.squares[usize::from(square & 0x77)] != EMPTY && removed & 1 << square == 0 {
                return false;
            }
            square = square.wrapping_add(relation.step);
        }
        true
    }

    /// Returns true if any piece of `side` attacks the square.
    pub fn is_attacked(&self, square: Square, side: Side) -> bool {
        self.pieces(side).iter().any(|&from| self.attacks(from, square, 0))
    }

    /// Returns true if the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        self.is_attacked(self.kings[index(self.turn)], opponent(self.turn))
    }

    /// Returns true if the king of the side that has just played `mv` is safe.
    ///
    /// Only king moves, en passant and moves made in check (`was_in_check`) need a full test. Any other move
    /// can only open the line of its origin square, if the king is on it.
    #[inline]
    pub fn is_safe_after(&self, mv: Move, was_in_check: bool) -> bool {
        let (king, kind) = (self.kings[index(opponent(self.turn))], self.squares[usize::from(mv.to)] & KIND);
        if was_in_check || kind == KING || kind == PAWN && file(mv.from) != file(mv.to) {
            return !self.is_attacked(king, self.turn);
        }
        !self.line_opened(king, mv.from, self.turn)
    }

    /// Returns true if `mv`, just played, gives check: directly or by opening a line.
    #[inline]
    pub fn is_check_after(&self, mv: Move) -> bool {
        let (king, piece) = (self.kings[index(self.turn)], self.squares[usize::from(mv.to)]);
        // Castling and en passant also open other lines.
        let special = piece & KIND == KING && mv.from.abs_diff(mv.to) == 2
            || piece & KIND == PAWN && file(mv.from) != file(mv.to);
        if special {
            return self.in_check();
        }
        self.attacks(mv.to, king, 0) || self.line_opened(king, mv.from, opponent(self.turn))
    }

    /// Returns true if a slider of `side` attacks the king along the line through `left`, a square just left.
    #[inline]
    fn line_opened(&self, king: Square, left: Square, side: Side) -> bool {
        let relation = relation(king, left);
        if relation.reach & ON_LINE == 0 {
            return false;
        }
        let mut square = king.wrapping_add(relation.step);
        while square & OFF_BOARD == 0 {
            let piece = self.squares[usize::from(square)];
            if piece != EMPTY {
                // The relation is reversed, which is the same for sliders; pawns and kings are never
                // uncovered.
                let sliders = reach_bit(BISHOP) | reach_bit(ROOK) | reach_bit(QUEEN);
                return piece & side != 0 && relation.reach & reach_bit(piece) & sliders != 0;
            }
            square = square.wrapping_add(relation.step);
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Finds the reachable squares by walking instead of by differences.
    fn walks(from: Square, steps: &[u8], far: bool) -> Vec<Square> {
        let mut found = Vec::new();
        for &step in steps {
            let mut to = from.wrapping_add(step);
            while to & OFF_BOARD == 0 {
                found.push(to);
                to = if far { to.wrapping_add(step) } else { OFF_BOARD };
            }
        }
        found
    }

    #[test]
    fn a_difference_determines_what_reaches() {
        let real = || (0..128u8).filter(|square| square & OFF_BOARD == 0);
        for (kind, steps, far) in [
            (KNIGHT, &KNIGHT_STEPS[..], false),
            (BISHOP, &ALL_STEPS[..4], true),
            (ROOK, &ALL_STEPS[4..], true),
            (QUEEN, &ALL_STEPS[..], true),
            (KING, &ALL_STEPS[..], false),
            (PAWN | WHITE, &[15, 17][..], false),
            (PAWN | BLACK, &[241, 239][..], false),
        ] {
            for from in real() {
                let mut expected = walks(from, steps, far);
                expected.sort_unstable();
                let found: Vec<Square> =
                    real().filter(|&to| relation(from, to).reach & reach_bit(kind) != 0).collect();
                assert_eq!(found, expected, "kind {kind} from {from:x}");
            }
        }
    }

    #[test]
    fn lines_are_blocked_and_opened() {
        let board = Board::from_fen("4k3/8/8/b7/8/8/3N4/R3K2q w Q - 0 1");
        let square = |text| parse_square(text).expect("a square");
        assert!(board.is_attacked(square("e1"), BLACK), "by the queen");
        assert!(!board.attacks(square("a5"), square("e1"), 0), "the knight stands between");
        assert!(board.attacks(square("a5"), square("e1"), 1 << square("d2")), "unless it has gone");
    }

    #[test]
    fn quick_tests_agree_with_full_ones() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "5k2/8/8/8/8/8/8/4K2R w K - 0 1",
            "8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1",
            "2rk4/3P4/8/8/8/8/8/K2R4 w - - 0 1",
        ] {
            let mut board = Board::from_fen(fen);
            let (mut moves, in_check) = (Vec::new(), board.in_check());
            board.generate(&mut moves);
            for mv in moves {
                board.play(mv);
                let attacked = board.is_attacked(board.kings[index(opponent(board.turn))], board.turn);
                assert_eq!(board.is_safe_after(mv, in_check), !attacked, "{mv}");
                assert_eq!(board.is_check_after(mv), board.in_check(), "{mv}");
                board.undo(mv);
            }
        }
    }
}
