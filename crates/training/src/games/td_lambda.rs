//! Scores in hindsight: means over the rest of the game, as in TD(lambda).

use super::game::StoredGame;

/// The largest mean, in centipawns.
const MAX_SCORE: f64 = 20_000.0;

/// Settings for scores in hindsight (Sutton 1988; first used in chess by KnightCap, Baxter, Tridgell and
/// Weaver).
///
/// A search of few nodes inherits the errors of its evaluation, often in the same direction. Later searches
/// see the consequences, and the result is unbiased, but there is only one per game. A mean over all of them
/// has less bias than the first and less variance than the last.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TdLambda {
    /// The weight of each later ply as a share of the one before: 0 for the scores unchanged, 1 for only the
    /// result.
    pub lambda: f32,
    /// The scale of the logistic function in centipawns; means are taken of expected points.
    pub scale: f32,
}

impl TdLambda {
    /// Returns the mean for each ply of a game, in centipawns from White's point of view. The weight left
    /// after the last score goes to the result. A ply without a score has the mean of the next one.
    pub fn scores(&self, game: &StoredGame) -> Vec<i16> {
        let (lambda, scale) = (f64::from(self.lambda), f64::from(self.scale));
        let mut mean = f64::from(game.points()) / 2.0;
        let mut scores: Vec<i16> = game
            .plies
            .iter()
            .rev()
            .map(|ply| {
                if let Some(score) = ply.score {
                    let points = 1.0 / (1.0 + (-f64::from(score) / scale).exp());
                    mean = points + lambda * (mean - points);
                }
                // Expected points of 0 or 1 have no finite score.
                (scale * (mean / (1.0 - mean)).ln()).round().clamp(-MAX_SCORE, MAX_SCORE) as i16
            })
            .collect();
        scores.reverse();
        scores
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::game::{ScoredMove, StoredEnd};
    use heirloom_chess::Position;
    use heirloom_chess::game::GameResult;

    fn scores(lambda: f32, raw: &[Option<i16>], result: GameResult) -> Vec<i16> {
        let start = Position::startpos();
        let mv = start.legal_moves()[0];
        let plies = raw.iter().map(|&score| ScoredMove { mv, score }).collect();
        TdLambda { lambda, scale: 129.0 }.scores(&StoredGame {
            start,
            plies,
            result,
            ending: StoredEnd::Level,
        })
    }

    #[test]
    fn without_hindsight_scores_stay_as_they_are() {
        let raw = [Some(-1500), Some(-3), Some(0), Some(77), Some(800)];
        assert_eq!(scores(0.0, &raw, GameResult::BlackWins), raw.map(Option::unwrap));
    }

    #[test]
    fn later_scores_and_the_result_pull_earlier_ones() {
        // Each score counts half: 0.5 and 1 make 0.75, then 0.5 and 0.75 make 0.625.
        let half = scores(0.5, &[Some(0), Some(0)], GameResult::WhiteWins);
        assert_eq!(half[1], (129.0_f32 * 3.0_f32.ln()).round() as i16);
        assert_eq!(half[0], (129.0_f32 * (0.625_f32 / 0.375).ln()).round() as i16);
        assert_eq!(scores(0.5, &[Some(0), Some(0)], GameResult::Draw), [0, 0]);
        let lost = scores(0.9, &[Some(100), None, Some(60)], GameResult::BlackWins);
        assert!(lost[0] > lost[1] && lost[1] == lost[2] && lost[2] < 60, "{lost:?}");
    }

    #[test]
    fn nothing_but_the_result_is_bounded() {
        assert_eq!(scores(1.0, &[Some(5)], GameResult::WhiteWins), [20_000]);
        assert_eq!(scores(1.0, &[Some(5)], GameResult::BlackWins), [-20_000]);
    }
}
