//! Where the terms of the evaluation go: added up for a score, or counted one by one.

use heirloom_chess::Color;

use super::tapered::Tapered;
use super::term::{Kind, Term};
use super::weights::WEIGHTS;

/// Takes the terms one by one. For a term of danger, the color is that of the king who is in danger.
pub trait Sink {
    /// The `index`th case of a term holds `count` times for a color.
    fn add(&mut self, color: Color, term: Term, index: usize, count: i32);
}

/// Adds everything up.
#[derive(Default)]
pub(super) struct Score {
    linear: [Tapered; 2],
    danger: [Tapered; 2],
}

impl Sink for Score {
    #[inline(always)]
    fn add(&mut self, color: Color, term: Term, index: usize, count: i32) {
        debug_assert!(index < term.len, "{} {index}", term.name);
        let value = WEIGHTS[term.start + index] * count;
        match term.kind {
            Kind::Linear => self.linear[color.index()] += value,
            Kind::Danger => self.danger[color.index()] += value,
        }
    }
}

impl Score {
    /// The linear terms of a color, and the danger its king is in.
    pub fn of(&self, color: Color) -> [Tapered; 2] {
        [self.linear[color.index()], self.danger[color.index()]]
    }

    /// Adds terms that were added up before.
    #[inline(always)]
    pub fn add_sums(&mut self, color: Color, linear: Tapered, danger: Tapered) {
        self.linear[color.index()] += linear;
        self.danger[color.index()] += danger;
    }

    /// All terms from White's view.
    #[inline]
    pub fn balance(&self) -> Tapered {
        self.linear[0] - self.linear[1] - cost_of_danger(self.danger[0]) + cost_of_danger(self.danger[1])
    }
}

/// Danger is counted by its square divided by this in the middlegame.
pub const DANGER_SQUARE: i32 = 720;

/// Danger is counted divided by this in the endgame.
pub const DANGER_SHARE: i32 = 20;

/// Danger in middlegame and endgame counts up to here.
pub const DANGER_MOST: [i32; 2] = [4000, 8000];

/// What a danger costs the color whose king is in it: attackers together are worth more than one by one.
#[inline]
pub fn cost_of_danger(danger: Tapered) -> Tapered {
    let (middlegame, endgame) =
        (danger.middlegame().clamp(0, DANGER_MOST[0]), danger.endgame().clamp(0, DANGER_MOST[1]));
    Tapered::new(middlegame * middlegame / DANGER_SQUARE, endgame / DANGER_SHARE)
}
