//! Names good moves: the best one, one that is as good, and the only one that keeps what there was.

use super::judgement::Judgement;
use super::{MoveQuality, Reviewed};

/// A move that loses at most this many points of win percentage is as good as the best one.
pub const GOOD: f64 = 2.0;
/// A player with at least this win percentage has a winning position.
const WINNING: f64 = 80.0;
/// A player with less than this win percentage has let the win slip.
const SLIPPED: f64 = 60.0;

/// How good a move is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Grade {
    /// It loses next to nothing.
    Good,
    /// It is the engine's choice.
    Best,
    /// It is the engine's choice, and every other move is at least a mistake.
    Only,
}

impl Grade {
    /// All grades, from good to best.
    pub const ALL: [Grade; 3] = [Grade::Good, Grade::Best, Grade::Only];

    /// Returns the grade as words.
    pub const fn words(self) -> &'static str {
        match self {
            Grade::Good => "good",
            Grade::Best => "best",
            Grade::Only => "only move",
        }
    }

    /// Returns the grade of a move; `None` for one that is not good, and for one without a choice.
    pub(super) fn of(reviewed: &Reviewed) -> Option<Grade> {
        let quality = reviewed.quality.filter(|quality| quality.judgement.is_none() && !reviewed.forced)?;
        if reviewed.study.only {
            Some(Grade::Only)
        } else if reviewed.chosen {
            Some(Grade::Best)
        } else {
            (quality.lost() <= GOOD).then_some(Grade::Good)
        }
    }
}

impl MoveQuality {
    /// Returns true if the player had a won game before the move and not after it.
    pub fn misses_win(&self) -> bool {
        self.judgement >= Some(Judgement::Inaccuracy) && self.win.0 >= WINNING && self.win.1 < SLIPPED
    }
}
