//! The parameters of each level by Elo: whose choice it follows, and how much it searches.

use heirloom_chess::{Color, PieceType, Position};

/// The parameters of a level.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Level {
    /// The strength in Elo.
    pub elo: i32,
    /// The rating of the people whose choice of moves it follows.
    pub rating: f32,
    /// No iteration of its search begins after this many nodes; without nodes it only takes a few looks at
    /// each move.
    pub nodes: u64,
    /// How much the search decides: a loss of about a pawn divides the chance of a move by e to the power of
    /// this.
    pub pull: f32,
}

/// The levels whose parameters are given; those between are interpolated. docs/levels.md says how they were
/// measured.
const SCALE: [Level; 12] = [
    at(600, 683.0, 0, 0.0),
    at(800, 848.0, 0, 0.0),
    at(1000, 1020.0, 0, 0.0),
    at(1200, 1200.0, 0, 0.0),
    at(1400, 1400.0, 1_000, 0.15),
    at(1600, 1600.0, 1_000, 0.36),
    at(1800, 1800.0, 1_000, 0.85),
    at(2000, 2000.0, 2_000, 1.6),
    at(2200, 2200.0, 4_000, 2.4),
    at(2400, 2400.0, 6_000, 3.5),
    at(2600, 2400.0, 20_000, 7.0),
    at(2850, 2400.0, 120_000, 30.0),
];

const fn at(elo: i32, rating: f32, nodes: u64, pull: f32) -> Level {
    Level { elo, rating, nodes, pull }
}

impl Level {
    /// Returns the level for a strength in Elo, interpolated and limited to the ends of the scale.
    pub fn of(elo: i32) -> Level {
        let above = SCALE.iter().position(|level| level.elo >= elo).unwrap_or(SCALE.len() - 1);
        let (low, high) = (SCALE[above.saturating_sub(1)], SCALE[above]);
        let elo = elo.clamp(low.elo, high.elo);
        let share = (elo - low.elo) as f32 / (high.elo - low.elo).max(1) as f32;
        let between = |low: f32, high: f32| low + (high - low) * share;
        Level {
            elo,
            rating: between(low.rating, high.rating),
            nodes: between(low.nodes as f32, high.nodes as f32).round() as u64,
            pull: between(low.pull, high.pull),
        }
    }
}

/// Returns true if the side to move has a queen or rooks and the opponent only the king.
pub fn is_mating_ending(position: &Position) -> bool {
    let turn = position.turn();
    let has = |color: Color, kind| position.pieces(color, kind).any();
    !position.colored(!turn).has_multiple() && (has(turn, PieceType::Queen) || has(turn, PieceType::Rook))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stronger_levels_choose_like_stronger_people_and_search_more() {
        let levels: Vec<Level> = (500..3000).map(Level::of).collect();
        assert_eq!(levels.first(), Some(&SCALE[0]));
        assert_eq!(levels.last(), Some(&SCALE[SCALE.len() - 1]));
        assert!(SCALE.iter().all(|&level| Level::of(level.elo) == level));
        assert!(levels.is_sorted_by(|weak, strong| {
            weak.rating <= strong.rating && weak.nodes <= strong.nodes && weak.pull <= strong.pull
        }));
    }

    #[test]
    fn mating_endings_have_a_bare_king() {
        let is_mating = |fen: &str| is_mating_ending(&Position::from_fen(fen).unwrap());
        assert!(is_mating("8/8/8/4k3/8/8/8/KQ6 w - - 0 1"));
        assert!(is_mating("8/8/8/4K3/8/8/8/krr5 b - - 0 1"));
        // The bare king to move, a defender with a pawn, and bishop and knight.
        for fen in [
            "8/8/8/4k3/8/8/8/KQ6 b - - 0 1",
            "8/8/p7/4k3/8/8/8/KQ6 w - - 0 1",
            "8/8/8/4k3/8/8/8/KBN5 w - - 0 1",
        ] {
            assert!(!is_mating(fen), "{fen}");
        }
    }
}
