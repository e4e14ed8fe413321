//! Win percentages, the accuracy of moves and games, and the average loss, by lichess's published formulas.
//!
//! Scores are from White's point of view, in the order of the game, starting with the position before the
//! first move.

use heirloom_chess::Color;
use heirloom_engine::Score;

/// Scores are limited to this many centipawns.
pub const CEILING: i32 = 1000;
/// The score that lichess assumes for the initial position, without engine analysis.
pub const START: Score = Score::Cp(15);

/// How fast chances grow with centipawns, fitted by lichess to its users' games.
const STEEPNESS: f64 = 0.003_682_08;
/// Bounds for the weight of a move, which is the volatility around it in points of win percentage.
const WEIGHTS: (f64, f64) = (0.5, 12.0);

/// Returns White's chances from -1 (lost) to 1 (won), without a limit on the centipawns.
pub fn chances(centipawns: i32) -> f64 {
    2.0 / (1.0 + (-STEEPNESS * f64::from(centipawns)).exp()) - 1.0
}

/// Returns the score in centipawns, limited to the ceiling; a mate counts as the ceiling.
pub fn clamped(score: Score) -> i32 {
    match score {
        Score::Cp(centipawns) => centipawns.clamp(-CEILING, CEILING),
        Score::Mate(moves) => CEILING * moves.signum(),
    }
}

/// Returns White's win percentage.
pub fn win_percent(score: Score) -> f64 {
    50.0 + 50.0 * chances(clamped(score))
}

/// Returns the win percentage of a side.
pub fn win_percent_of(color: Color, score: Score) -> f64 {
    if color == Color::White { win_percent(score) } else { 100.0 - win_percent(score) }
}

/// Returns the accuracy of a move in percent, from the player's win percentage before and after it.
pub fn of_move(before: f64, after: f64) -> f64 {
    if after >= before {
        return 100.0;
    }
    let curve =
        103.166_810_071_164_9 * (-0.043_544_153_867_539_51 * (before - after)).exp() - 3.166_924_740_191_411;
    // One extra point, since no analysis is perfect.
    (curve + 1.0).clamp(0.0, 100.0)
}

/// Returns the accuracy of both players in percent: the mean of a volatility-weighted mean and the harmonic
/// mean; `None` for a player without moves. `first` made the first move, `moves` has the accuracy and loss of
/// each move, and `scores` has one more element.
pub fn of_game(first: Color, scores: &[Score], moves: &[(f64, i32)]) -> [Option<f64>; 2] {
    let plies = scores.len().saturating_sub(1);
    let percents: Vec<f64> = scores.iter().map(|&score| win_percent(score)).collect();
    let size = (plies / 10).clamp(2, 8);
    let mut sums = [Sums::default(); 2];
    for (ply, &(accuracy, _)) in moves.iter().enumerate() {
        // The first moves share the first window.
        let begin = (ply + 2).saturating_sub(size).min(percents.len());
        let window = &percents[begin..(begin + size).min(percents.len())];
        sums[mover(first, ply).index()].add(accuracy, deviation(window).clamp(WEIGHTS.0, WEIGHTS.1));
    }
    sums.map(|sums| sums.accuracy())
}

/// Returns the average loss of both players in centipawns per move, limited by the ceiling; `None` for a
/// player without moves. `moves` is as for [`of_game`].
pub fn average_loss(first: Color, moves: &[(f64, i32)]) -> [Option<f64>; 2] {
    let mut sums = [(0, 0); 2];
    for (ply, &(_, loss)) in moves.iter().enumerate() {
        let (sum, count) = &mut sums[mover(first, ply).index()];
        *sum += loss;
        *count += 1;
    }
    sums.map(|(sum, count)| (count > 0).then(|| f64::from(sum) / f64::from(count)))
}

/// Returns the loss of a move in centipawns, limited by the ceiling and never negative.
pub fn loss(mover: Color, before: Score, after: Score) -> i32 {
    let drop = clamped(before) - clamped(after);
    if mover == Color::White { drop.max(0) } else { (-drop).max(0) }
}

fn mover(first: Color, ply: usize) -> Color {
    if ply.is_multiple_of(2) { first } else { !first }
}

#[derive(Clone, Copy, Default)]
struct Sums {
    weighted: f64,
    weights: f64,
    reciprocals: f64,
    count: u32,
}

impl Sums {
    fn add(&mut self, accuracy: f64, weight: f64) {
        self.weighted += accuracy * weight;
        self.weights += weight;
        // An accuracy of 0 would make the harmonic mean 0.
        self.reciprocals += 1.0 / accuracy.max(1.0);
        self.count += 1;
    }

    fn accuracy(&self) -> Option<f64> {
        (self.count > 0)
            .then(|| (self.weighted / self.weights + f64::from(self.count) / self.reciprocals) / 2.0)
    }
}

fn deviation(values: &[f64]) -> f64 {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 0.05
    }

    #[test]
    fn both_curves_match_published_points() {
        for (centipawns, percent) in
            [(0, 50.0), (50, 54.6), (100, 59.1), (200, 67.6), (300, 75.1), (500, 86.3), (1000, 97.5)]
        {
            assert!(near(win_percent(Score::Cp(centipawns)), percent), "{centipawns}");
            assert!(near(win_percent(Score::Cp(-centipawns)), 100.0 - percent), "-{centipawns}");
        }
        for (drop, accuracy) in [
            (0.0, 100.0),
            (1.0, 96.6),
            (2.0, 92.4),
            (5.0, 80.8),
            (10.0, 64.6),
            (20.0, 41.0),
            (30.0, 25.8),
            (99.0, 0.0),
        ] {
            assert!(
                (of_move(100.0, 100.0 - drop) - accuracy).abs() < 0.06,
                "{drop}: {}",
                of_move(100.0, 100.0 - drop)
            );
        }
    }

    #[test]
    fn mates_count_as_the_ceiling() {
        assert_eq!(
            [Score::Mate(3), Score::Mate(-3), Score::Cp(4000), Score::Cp(-12)].map(clamped),
            [1000, -1000, 1000, -12]
        );
        assert_eq!(loss(Color::White, Score::Mate(2), Score::Cp(1200)), 0);
        assert_eq!(loss(Color::Black, Score::Cp(-50), Score::Mate(1)), 1050);
        assert_eq!(loss(Color::Black, Score::Cp(50), Score::Cp(10)), 0);
    }

    #[test]
    fn games_without_moves_have_no_accuracy() {
        assert_eq!(of_game(Color::White, &[], &[]), [None, None]);
        assert_eq!(of_game(Color::White, &[START], &[]), [None, None]);
        let [white, black] = of_game(Color::Black, &[Score::Cp(0), Score::Cp(-10)], &[(100.0, 0)]);
        assert_eq!((white, black), (None, Some(100.0)));
        assert_eq!(average_loss(Color::Black, &[(90.0, 30)]), [None, Some(30.0)]);
    }
}
