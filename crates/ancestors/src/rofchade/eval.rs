//! The whole evaluation: material and piece-square tables, tapered between middlegame and endgame, kept up to date move by move.

use super::board::{BLACK, Board, KINDS, KING, WHITE};
use super::weights::{MATERIAL, PHASE, PHASE_TOTAL, TABLES};

/// A middlegame and an endgame value in one word, in centipawns: the endgame in the upper half. One addition adds both.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Score(i32);

impl Score {
    /// From both values, each within 16 bits.
    pub const fn new(middlegame: i32, endgame: i32) -> Score {
        Score((endgame << 16) + middlegame)
    }

    /// Centipawns in the middlegame.
    #[inline]
    pub const fn middlegame(self) -> i32 {
        self.0 as i16 as i32
    }

    /// Centipawns in the endgame. A negative middlegame value has borrowed one from the upper half: the carry gives it back.
    #[inline]
    pub const fn endgame(self) -> i32 {
        (self.0.wrapping_add(0x8000) >> 16) as i16 as i32
    }

    /// Both values added.
    #[inline]
    pub const fn plus(self, other: Score) -> Score {
        Score(self.0.wrapping_add(other.0))
    }

    /// Both values subtracted.
    #[inline]
    pub const fn minus(self, other: Score) -> Score {
        Score(self.0.wrapping_sub(other.0))
    }
}

/// Material and table in one, for both colors: Black's piece counts against, and its table is White's, seen from the other side.
const fn values() -> [[[Score; 64]; KINDS]; 2] {
    let mut table = [[[Score(0); 64]; KINDS]; 2];
    let mut kind = 0;
    while kind < KINDS {
        let mut square = 0;
        while square < 64 {
            let material = if kind == KING { Score(0) } else { MATERIAL[kind] };
            let value = material.plus(TABLES[kind][square]);
            table[WHITE][kind][square] = value;
            table[BLACK][kind][square ^ 56] = Score(0).minus(value);
            square += 1;
        }
        kind += 1;
    }
    table
}

static VALUES: [[[Score; 64]; KINDS]; 2] = values();

/// What a piece is worth on its square, from White's view.
#[inline]
pub fn value(color: usize, kind: usize, square: usize) -> Score {
    VALUES[color & 1][kind][square & 63]
}

/// What a piece type adds to the phase.
#[inline]
pub fn phase(kind: usize) -> i32 {
    PHASE[kind]
}

/// Middlegame and endgame value mixed by the phase, in centipawns. All pieces on the board: the one; pawns and kings: the other.
#[inline]
pub fn taper(score: Score, phase: i32) -> i32 {
    let phase = phase.min(PHASE_TOTAL);
    (score.middlegame() * phase + score.endgame() * (PHASE_TOTAL - phase)) / PHASE_TOTAL
}

/// The static evaluation in centipawns from the mover's view.
#[inline]
pub fn evaluate(board: &Board) -> i32 {
    let white = taper(board.score(), board.phase());
    if board.turn() == WHITE { white } else { -white }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(fen: &str) -> i32 {
        evaluate(&Board::from_fen(fen).unwrap())
    }

    #[test]
    fn a_word_holds_two_values_of_any_sign() {
        for (middlegame, endgame) in [(-5, 7), (5, -7), (-300, -20), (0, -1), (-1, 0)] {
            let score = Score::new(middlegame, endgame).plus(Score::new(-3, 2)).minus(Score::new(4, -9));
            assert_eq!((score.middlegame(), score.endgame()), (middlegame - 7, endgame + 11));
        }
    }

    #[test]
    fn tables_taper_with_the_material() {
        assert_eq!(of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), 0);
        // Kings only: the endgame table of the king, whole.
        let centered = of("k7/8/8/8/4K3/8/8/8 w - - 0 1");
        assert_eq!(centered, TABLES[KING][28].endgame() - TABLES[KING][0].endgame());
        // With all other pieces on the board the same king is badly placed.
        let kings = |square: &str| of(&format!("rnbq1bnr/pppppppp/7k/8/{square}/8/PPPPPPPP/RNBQ1BNR w - - 0 1"));
        assert!(kings("4K3") < kings("7K") && centered > 0);
    }

    #[test]
    fn wings_have_values_of_their_own() {
        // Black's view is White's, turned over; files stay, for the tables are not mirrored.
        let (white, black) = (of("4k3/8/8/2q5/8/8/8/4K3 w - - 0 1"), of("4k3/8/8/8/2Q5/8/8/4K3 b - - 0 1"));
        assert_eq!(white, black);
        for square in 0..64 {
            let (white, black) = (value(WHITE, 4, square), value(BLACK, 4, square ^ 56));
            assert_eq!((white.middlegame(), white.endgame()), (-black.middlegame(), -black.endgame()));
        }
    }
}
