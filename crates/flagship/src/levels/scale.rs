//! What makes a level: positions looked at, errors of judgement, width of choice, oversights; by Elo.

use heirloom_chess::{Color, PieceType, Position};

/// How well the engine plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level {
    /// No iteration begins once this many positions were visited.
    pub nodes: u64,
    /// Standard deviation of the errors of judgement, in units of the evaluation: about 300 to a pawn.
    pub error: i32,
    /// A move that seems worse than the best by less than this may be played, in the same units.
    pub margin: i32,
    /// Percentage of mates on the move that are overlooked.
    pub overlooked: i32,
}

/// Elo and the level that plays so well, weakest first. Measured up to 2060; docs/levels.md says how.
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

/// Moves that are compared before one of them is chosen.
const WIDTH: usize = 4;

/// Positions looked at where a mating ending must be won: enough for the rook alone.
const MATING_NODES: u64 = 5_000;

const fn at(elo: i32, nodes: u64, error: i32, margin: i32, overlooked: i32) -> (i32, Level) {
    (elo, Level { nodes, error, margin, overlooked })
}

impl Level {
    /// The level of a strength in Elo; beyond the scale its nearest end.
    pub fn of(elo: i32) -> Level {
        let above = SCALE.iter().position(|&(known, _)| known >= elo).unwrap_or(SCALE.len() - 1);
        let ((low, weaker), (high, stronger)) = (SCALE[above.saturating_sub(1)], SCALE[above]);
        let part = f64::from((elo.clamp(low, high)) - low) / f64::from((high - low).max(1));
        let between = |low: i32, high: i32| low + (f64::from(high - low) * part).round() as i32;
        // Twice the nodes are worth about as much everywhere.
        let nodes = (weaker.nodes as f64) * (stronger.nodes as f64 / weaker.nodes as f64).powf(part);
        Level {
            nodes: nodes.round() as u64,
            error: between(weaker.error, stronger.error),
            margin: between(weaker.margin, stronger.margin),
            overlooked: between(weaker.overlooked, stronger.overlooked),
        }
    }

    /// The level as it plays this position: every level can mate with queen or rooks.
    pub fn facing(self, position: &Position) -> Level {
        if is_mating_ending(position) {
            return Level { nodes: self.nodes.max(MATING_NODES), error: 0, margin: 0, overlooked: 0 };
        }
        self
    }

    /// How many moves are compared.
    pub fn width(self) -> usize {
        if self.margin > 0 { WIDTH } else { 1 }
    }
}

/// Returns true if the side to move has a queen or rooks, and the opponent nothing but the king.
fn is_mating_ending(position: &Position) -> bool {
    let turn = position.turn();
    let has = |color: Color, kind| position.pieces(color, kind).any();
    !position.colored(!turn).many() && (has(turn, PieceType::Queen) || has(turn, PieceType::Rook))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stronger_levels_see_more_and_err_less() {
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
        let facing = |fen: &str| Level::of(600).facing(&Position::from_fen(fen).unwrap());
        assert_eq!(facing("8/8/8/4k3/8/8/8/KQ6 w - - 0 1").error, 0);
        assert_eq!(facing("8/8/8/4K3/8/8/8/krr5 b - - 0 1").nodes, MATING_NODES);
        // The lone king itself, an ending with pawns on both sides, and bishop and knight.
        for fen in [
            "8/8/8/4k3/8/8/8/KQ6 b - - 0 1",
            "8/8/p7/4k3/8/8/8/KQ6 w - - 0 1",
            "8/8/8/4k3/8/8/8/KBN5 w - - 0 1",
        ] {
            assert_eq!(facing(fen), Level::of(600), "{fen}");
        }
    }
}
