//! The parameters of each level: nodes, evaluation errors, margin of choice and oversights, by Elo.

use heirloom_chess::{Color, PieceType, Position};

/// The parameters of a level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level {
    /// The strength in Elo.
    pub elo: i32,
    /// No iteration begins after this many nodes.
    pub nodes: u64,
    /// The standard deviation of the evaluation error, in units of the evaluation: about 300 to a pawn.
    pub error: i32,
    /// A move that seems worse than the best by less than this may be played, in the same units.
    pub margin: i32,
    /// The percentage of mates in one that are overlooked.
    pub overlooked: i32,
}

/// Elo and the level of that strength, weakest first. Measured up to 2060; docs/levels.md says how.
const SCALE: &[(i32, Level)] = &[
    at(600, 1, 1000, 300, 50),
    at(700, 1, 600, 250, 25),
    at(790, 1, 400, 200, 5),
    at(870, 50, 300, 150, 0),
    at(970, 200, 220, 120, 0),
    at(1180, 600, 160, 100, 0),
    at(1470, 1_500, 110, 80, 0),
    at(1740, 4_000, 70, 60, 0),
    at(2060, 10_000, 40, 40, 0),
    at(2250, 25_000, 20, 25, 0),
    at(2450, 60_000, 8, 12, 0),
    at(2650, 150_000, 0, 6, 0),
    at(2850, 400_000, 0, 0, 0),
];

/// The number of moves that are compared before one of them is chosen.
const WIDTH: usize = 4;

/// The least nodes for an elementary mating ending: enough to mate with a single rook.
const MATING_NODES: u64 = 5_000;

const fn at(elo: i32, nodes: u64, error: i32, margin: i32, overlooked: i32) -> (i32, Level) {
    (elo, Level { elo, nodes, error, margin, overlooked })
}

impl Level {
    /// Returns the level for a strength in Elo, interpolated and limited to the ends of the scale.
    pub fn of(elo: i32) -> Level {
        let above = SCALE.iter().position(|&(known, _)| known >= elo).unwrap_or(SCALE.len() - 1);
        let ((low, weaker), (high, stronger)) = (SCALE[above.saturating_sub(1)], SCALE[above]);
        let part = f64::from((elo.clamp(low, high)) - low) / f64::from((high - low).max(1));
        let between = |low: i32, high: i32| low + (f64::from(high - low) * part).round() as i32;
        // Doubling the nodes is worth about the same everywhere.
        let nodes = (weaker.nodes as f64) * (stronger.nodes as f64 / weaker.nodes as f64).powf(part);
        Level {
            elo: elo.clamp(low, high),
            nodes: nodes.round() as u64,
            error: between(weaker.error, stronger.error),
            margin: between(weaker.margin, stronger.margin),
            overlooked: between(weaker.overlooked, stronger.overlooked),
        }
    }

    /// Returns the level adjusted to a position: every level can mate with queen or rooks.
    pub fn adjusted_to(self, position: &Position) -> Level {
        if is_mating_ending(position) {
            let nodes = self.nodes.max(MATING_NODES);
            return Level { nodes, error: 0, margin: 0, overlooked: 0, ..self };
        }
        self
    }

    /// Returns the number of moves to compare.
    pub fn width(self) -> usize {
        if self.margin > 0 { WIDTH } else { 1 }
    }
}

/// Returns true if the side to move has a queen or rooks and the opponent only the king.
fn is_mating_ending(position: &Position) -> bool {
    let turn = position.turn();
    let has = |color: Color, kind| position.pieces(color, kind).any();
    !position.colored(!turn).has_multiple() && (has(turn, PieceType::Queen) || has(turn, PieceType::Rook))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stronger_levels_search_more_and_err_less() {
        let levels: Vec<Level> = (500..3000).map(Level::of).collect();
        assert_eq!(levels.first(), Some(&SCALE[0].1));
        assert_eq!(levels.last(), Some(&SCALE[SCALE.len() - 1].1));
        assert!(SCALE.iter().all(|&(elo, level)| Level::of(elo) == level));
        assert!(levels.is_sorted_by(|weak, strong| {
            weak.nodes <= strong.nodes
                && weak.error >= strong.error
                && weak.margin >= strong.margin
                && weak.overlooked >= strong.overlooked
        }));
    }

    #[test]
    fn mating_endings_are_played_without_errors() {
        let adjusted_to = |fen: &str| Level::of(600).adjusted_to(&Position::from_fen(fen).unwrap());
        assert_eq!(adjusted_to("8/8/8/4k3/8/8/8/KQ6 w - - 0 1").error, 0);
        assert_eq!(adjusted_to("8/8/8/4K3/8/8/8/krr5 b - - 0 1").nodes, MATING_NODES);
        // The bare king to move, a defender with a pawn, and bishop and knight.
        for fen in [
            "8/8/8/4k3/8/8/8/KQ6 b - - 0 1",
            "8/8/p7/4k3/8/8/8/KQ6 w - - 0 1",
            "8/8/8/4k3/8/8/8/KBN5 w - - 0 1",
        ] {
            assert_eq!(adjusted_to(fen), Level::of(600), "{fen}");
        }
    }
}
