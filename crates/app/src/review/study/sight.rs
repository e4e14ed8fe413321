//! How hard a mistake was to see: from which iteration of a search on it sees something.

use super::searching::Iteration;

/// How hard a mistake was to see for Heirloom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Visibility {
    /// When the search after the move shows at least half of its cost.
    pub refutation: Sight,
    /// When the search before the move prefers another move.
    pub better: Sight,
}

/// The iteration of a search from which on it sees something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sight {
    /// From this depth in plies on, reached after this many nodes.
    From(u32, u64),
    /// Not even at this depth, reached after this many nodes.
    NotBy(u32, u64),
}

/// How hard something is to see, from the depth that shows it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Difficulty {
    /// At most 3 plies.
    Easy,
    /// At most 7 plies.
    Moderate,
    /// At most 13 plies.
    Hard,
    /// Deeper.
    VeryHard,
}

impl Visibility {
    /// Returns what was easier to see: the refutation of the move, or that another move is better.
    pub fn easier(&self) -> Sight {
        if self.is_better_easier() { self.better } else { self.refutation }
    }

    /// Returns true if a better move was easier to see than the refutation.
    pub fn is_better_easier(&self) -> bool {
        let plies = |sight: Sight| match sight {
            Sight::From(depth, _) => depth,
            Sight::NotBy(depth, _) => depth.saturating_add(1000),
        };
        plies(self.better) < plies(self.refutation)
    }
}

impl Sight {
    /// Returns the depth at which it is seen.
    pub fn depth(self) -> Option<u32> {
        match self {
            Sight::From(depth, _) => Some(depth),
            Sight::NotBy(..) => None,
        }
    }

    /// Returns how hard it is to see.
    pub fn difficulty(self) -> Difficulty {
        match self.depth() {
            Some(0..=3) => Difficulty::Easy,
            Some(4..=7) => Difficulty::Moderate,
            Some(8..=13) => Difficulty::Hard,
            _ => Difficulty::VeryHard,
        }
    }

    /// Returns from which iteration on something holds, through the end.
    pub(super) fn settled(iterations: &[Iteration], holds: impl Fn(&Iteration) -> bool) -> Option<Sight> {
        let last = iterations.last()?;
        let from = iterations.iter().rposition(|iteration| !holds(iteration)).map_or(0, |index| index + 1);
        Some(match iterations.get(from) {
            Some(first) => Sight::From(first.depth, first.nodes),
            None => Sight::NotBy(last.depth, last.nodes),
        })
    }
}
