//! Scores of a position: centipawns or a distance to mate.

use std::fmt;

use heirloom_chess::Color;

/// A score, always from the side to move's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// Centipawns.
    Cp(i32),
    /// Moves (not plies) to mate; negative if the side to move is being mated, zero if it is already mated.
    Mate(i32),
}

/// How a score relates to the true value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Bound {
    /// The exact score.
    #[default]
    Exact,
    /// The true score is at least this (the search failed high).
    Lower,
    /// The true score is at most this (the search failed low).
    Upper,
}

/// Expected outcomes in permille from the side to move's point of view; they add up to 1000.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wdl {
    /// Wins.
    pub win: u16,
    /// Draws.
    pub draw: u16,
    /// Losses.
    pub loss: u16,
}

impl Score {
    /// Returns the same score from the other side's point of view.
    pub fn flipped(self) -> Score {
        match self {
            Score::Cp(cp) => Score::Cp(-cp),
            Score::Mate(moves) => Score::Mate(-moves),
        }
    }

    /// Returns the score from White's point of view; `turn` is the side to move.
    pub fn for_white(self, turn: Color) -> Score {
        if turn == Color::White { self } else { self.flipped() }
    }

    /// Maps scores to a single ordered number: centipawns, with all mates beyond them.
    pub fn centipawns(self) -> i32 {
        match self {
            Score::Cp(cp) => cp,
            Score::Mate(moves) if moves > 0 => 100_000 - moves,
            Score::Mate(moves) => -100_000 - moves,
        }
    }
}

impl Bound {
    /// Returns the same bound from the other side's point of view.
    pub fn flipped(self) -> Bound {
        match self {
            Bound::Exact => Bound::Exact,
            Bound::Lower => Bound::Upper,
            Bound::Upper => Bound::Lower,
        }
    }

    /// Returns the bound from White's point of view; `turn` is the side to move.
    pub fn for_white(self, turn: Color) -> Bound {
        if turn == Color::White { self } else { self.flipped() }
    }

    /// The prefix of a displayed score: nothing, `≥` or `≤`.
    pub fn sign(self) -> &'static str {
        match self {
            Bound::Exact => "",
            Bound::Lower => "≥",
            Bound::Upper => "≤",
        }
    }
}

impl Wdl {
    /// Returns the outcomes from White's point of view; `turn` is the side to move.
    pub fn for_white(self, turn: Color) -> Wdl {
        if turn == Color::White { self } else { Wdl { win: self.loss, draw: self.draw, loss: self.win } }
    }
}

impl fmt::Display for Score {
    /// Formats a score for users: `+0.34`, `-1.20`, `#3`, `#-2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Cp(cp) => write!(f, "{:+.2}", f64::from(*cp) / 100.0),
            Score::Mate(moves) => write!(f, "#{moves}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_rank_beyond_all_centipawns_and_shorter_ones_higher() {
        let order = [
            Score::Mate(0),
            Score::Mate(-1),
            Score::Mate(-5),
            Score::Cp(-9_000),
            Score::Cp(0),
            Score::Mate(9),
            Score::Mate(1),
        ];
        assert!(order.is_sorted_by_key(|score| score.centipawns()));
        assert_eq!(Score::Mate(-2).to_string(), "#-2");
        assert_eq!(Score::Cp(34).to_string(), "+0.34");
    }
}
