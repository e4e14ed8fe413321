//! Consumers of evaluation terms: one adds them up for a score, others count them.

use heirloom_chess::Color;

use super::tapered::Tapered;
use super::term::{Kind, Term};
use super::weights::WEIGHTS;

/// Receives the terms one by one. The color of a danger term is that of the endangered king.
pub trait Sink {
    /// Adds the `index`th weight of a term `count` times for a color.
    fn add(&mut self, color: Color, term: Term, index: usize, count: i32);
}

/// Adds up all terms.
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
    /// Returns the linear terms of a color, and the danger to its king.
    pub fn of(&self, color: Color) -> [Tapered; 2] {
        [self.linear[color.index()], self.danger[color.index()]]
    }

    /// Adds sums computed earlier.
    #[inline(always)]
    pub fn add_sums(&mut self, color: Color, linear: Tapered, danger: Tapered) {
        self.linear[color.index()] += linear;
        self.danger[color.index()] += danger;
    }

    /// Returns the sum of all terms from White's view.
    #[inline]
    pub fn balance(&self) -> Tapered {
        self.linear[0] - self.linear[1] - cost_of_danger(self.danger[0]) + cost_of_danger(self.danger[1])
    }
}

/// In the middlegame, danger counts as its square divided by this.
pub const DANGER_SQUARE: i32 = 720;

/// In the endgame, danger is divided by this.
pub const DANGER_SHARE: i32 = 20;

/// The upper limits of danger in middlegame and endgame.
pub const DANGER_MOST: [i32; 2] = [4000, 8000];

/// Returns the cost of a danger to the color of the endangered king: several attackers together cost more
/// than the sum of each alone.
#[inline]
pub fn cost_of_danger(danger: Tapered) -> Tapered {
    let (middlegame, endgame) =
        (danger.middlegame().clamp(0, DANGER_MOST[0]), danger.endgame().clamp(0, DANGER_MOST[1]));
    Tapered::new(middlegame * middlegame / DANGER_SQUARE, endgame / DANGER_SHARE)
}
