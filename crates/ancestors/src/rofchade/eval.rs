//! The whole evaluation: material and piece-square tables, tapered between middlegame and endgame, kept up to date move by move.

use super::board::{BLACK, Board, KINDS, KING, WHITE};
use super::weights::{MATERIAL, PHASE_TOTAL, TABLES};

/// A middlegame and an endgame value, in centipawns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Score {
    /// What counts while all pieces are on the board.
    pub middlegame: i32,
    /// What counts when only kings and pawns are left.
    pub endgame: i32,
}

impl Score {
    /// Another one added (`sign` 1) or taken away (-1).
    pub const fn plus(self, other: Score, sign: i32) -> Score {
        Score {
            middlegame: self.middlegame + sign * other.middlegame,
            endgame: self.endgame + sign * other.endgame,
        }
    }
}

/// Material and table in one, for both colors: Black's piece counts against, and its table is White's, seen from the other side.
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

/// What a piece is worth on its square, from White's view.
pub fn value(color: usize, kind: usize, square: usize) -> Score {
    VALUES[color & 1][kind][square & 63]
}

/// Middlegame and endgame value mixed by the phase, in centipawns. All pieces on the board: the one; pawns and kings: the other.
pub fn taper(score: Score, phase: i32) -> i32 {
    let phase = phase.min(PHASE_TOTAL);
    (score.middlegame * phase + score.endgame * (PHASE_TOTAL - phase)) / PHASE_TOTAL
}

/// The static evaluation in centipawns from the mover's view.
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
        // Kings only: the endgame table of the king, whole.
        let centered = of("k7/8/8/8/4K3/8/8/8 w - - 0 1");
        assert_eq!(centered, TABLES[KING][28].endgame - TABLES[KING][0].endgame);
        // With all other pieces on the board the same king is badly placed.
        let kings =
            |square: &str| of(&format!("rnbq1bnr/pppppppp/7k/8/{square}/8/PPPPPPPP/RNBQ1BNR w - - 0 1"));
        assert!(kings("4K3") < kings("7K") && centered > 0);
    }

    #[test]
    fn wings_have_values_of_their_own() {
        // Black's view is White's, turned over; files stay, for the tables are not mirrored.
        let (white, black) = (of("4k3/8/8/2q5/8/8/8/4K3 w - - 0 1"), of("4k3/8/8/8/2Q5/8/8/4K3 b - - 0 1"));
        assert_eq!(white, black);
        for square in 0..64 {
            let (white, black) = (value(WHITE, 4, square), value(BLACK, 4, square ^ 56));
            assert_eq!((white.middlegame, white.endgame), (-black.middlegame, -black.endgame));
        }
    }
}
