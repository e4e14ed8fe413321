//! The evaluation: material and tapered piece-square tables, updated incrementally.

use super::board::{BLACK, Board, KINDS, KING, WHITE};
use super::weights::{MATERIAL, PHASE_TOTAL, TABLES};

/// A middlegame and an endgame value, in centipawns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Score {
    /// The value with all pieces on the board.
    pub middlegame: i32,
    /// The value with only kings and pawns left.
    pub endgame: i32,
}

impl Score {
    /// Adds (`sign` 1) or subtracts (-1) another score.
    pub const fn plus(self, other: Score, sign: i32) -> Score {
        Score {
            middlegame: self.middlegame + sign * other.middlegame,
            endgame: self.endgame + sign * other.endgame,
        }
    }
}

/// Combines material and tables for both colors: Black's values are White's, mirrored and negated.
const fn values() -> [[[Score; 64]; KINDS]; 2] {
    let none = Score { middlegame: 0, endgame: 0 };
    let mut table = [[[none; 64]; KINDS]; 2];
    let mut place = 0;
    while place < 64 * KINDS {
        let (kind, square) = (place / 64, place % 64);
        let material = if kind == KING { none } else { MATERIAL[kind] };
        let value = material.plus(TABLES[kind][square], 1);
        table[WHITE][kind][square] = value;
        table[BLACK][kind][square ^ 56] = none.plus(value, -1);
        place += 1;
    }
    table
}

static VALUES: [[[Score; 64]; KINDS]; 2] = values();

/// Returns the value of a piece on its square from White's point of view.
pub fn value(color: usize, kind: usize, square: usize) -> Score {
    VALUES[color & 1][kind][square & 63]
}

/// Interpolates between middlegame and endgame values by the game phase, in centipawns.
pub fn taper(score: Score, phase: i32) -> i32 {
    let phase = phase.min(PHASE_TOTAL);
    (score.middlegame * phase + score.endgame * (PHASE_TOTAL - phase)) / PHASE_TOTAL
}

/// Returns the static evaluation in centipawns for the side to move.
pub fn evaluate(board: &Board) -> i32 {
    let white = taper(board.score, board.phase);
    if board.turn == WHITE { white } else { -white }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seam::setup_of;

    fn of(fen: &str) -> i32 {
        evaluate(&Board::new(&setup_of(fen)))
    }

    #[test]
    fn tables_taper_with_the_material() {
        assert_eq!(of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), 0);
        // Kings only: the king's pure endgame table.
        let centered = of("k7/8/8/8/4K3/8/8/8 w - - 0 1");
        assert_eq!(centered, TABLES[KING][28].endgame - TABLES[KING][0].endgame);
        // With all other pieces on the board the same king is badly placed.
        let kings =
            |square: &str| of(&format!("rnbq1bnr/pppppppp/7k/8/{square}/8/PPPPPPPP/RNBQ1BNR w - - 0 1"));
        assert!(kings("4K3") < kings("7K") && centered > 0);
    }

    #[test]
    fn tables_are_mirrored_for_black() {
        // Black's values are White's, mirrored vertically; files stay, since the tables are not symmetric.
        let (white, black) = (of("4k3/8/8/2q5/8/8/8/4K3 w - - 0 1"), of("4k3/8/8/8/2Q5/8/8/4K3 b - - 0 1"));
        assert_eq!(white, black);
        for square in 0..64 {
            let (white, black) = (value(WHITE, 4, square), value(BLACK, 4, square ^ 56));
            assert_eq!((white.middlegame, white.endgame), (-black.middlegame, -black.endgame));
        }
    }
}
