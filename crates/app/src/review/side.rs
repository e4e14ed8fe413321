//! How well each player did in a game.

use heirloom_chess::Color;
use heirloom_engine::Score;

use super::grade::Grade;
use super::phase::Phase;
use super::rating::{self, RatingEstimate};
use super::{Review, Reviewed, accuracy};

/// How well a player did.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Side {
    /// The accuracy in percent; `None` if there are no moves.
    pub accuracy: Option<f64>,
    /// The average loss in centipawns per move; `None` if there are no moves.
    pub average_loss: Option<f64>,
    /// The average loss in the opening, middlegame and endgame.
    pub losses: [Option<f64>; 3],
    /// Numbers of inaccuracies, mistakes and blunders.
    pub counts: [u32; 3],
    /// Numbers of good, best and only moves; each move counts once.
    pub good: [u32; 3],
    /// Number of moves that let a win slip.
    pub missed_wins: u32,
    /// The estimated rating; `None` if there are too few moves.
    pub rating: Option<RatingEstimate>,
    /// Seconds per move on average, and for inaccuracies, mistakes and blunders; `None` without a clock.
    pub seconds: [Option<f64>; 2],
}

impl Side {
    /// Returns the number of moves of a grade.
    pub fn graded(&self, grade: Grade) -> u32 {
        self.good[grade as usize]
    }
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (mut sum, mut count) = (0.0, 0);
    values.for_each(|value| (sum, count) = (sum + value, count + 1));
    (count > 0).then(|| sum / f64::from(count))
}

impl Review {
    pub(super) fn side_figures(&self) -> [Side; 2] {
        let first = self.positions[0].turn();
        // If evaluations start in the middle of a game, only the moves from there count.
        let begin = (0..self.moves.len()).find(|&ply| self.moves[ply].quality.is_some()).unwrap_or(0);
        let scores: Vec<Score> = (begin..self.positions.len()).map_while(|ply| self.score(ply)).collect();
        let mover = if begin.is_multiple_of(2) { first } else { !first };
        let moves: Vec<(f64, i32)> = self.moves[begin..]
            .iter()
            .map_while(|mv| mv.quality.map(|quality| (quality.accuracy, quality.loss)))
            .collect();
        let (accuracies, losses) =
            (accuracy::of_game(mover, &scores, &moves), accuracy::average_loss(mover, &moves));
        Color::ALL.map(|color| {
            let own = || self.moves.iter().filter(move |reviewed| reviewed.mover == color);
            let mut side = Side {
                accuracy: accuracies[color.index()],
                average_loss: losses[color.index()],
                rating: rating::estimate(own()),
                ..Side::default()
            };
            for reviewed in own() {
                if let Some(judgement) = reviewed.judgement() {
                    side.counts[judgement as usize] += 1;
                }
                if let Some(grade) = reviewed.grade() {
                    side.good[grade as usize] += 1;
                }
                side.missed_wins += u32::from(reviewed.quality.is_some_and(|quality| quality.misses_win()));
            }
            for phase in Phase::ALL {
                let of_phase = own().filter(|mv| mv.phase == phase);
                side.losses[phase as usize] =
                    mean(of_phase.filter_map(|mv| Some(f64::from(mv.quality?.loss))));
            }
            let seconds = |reviewed: &Reviewed| Some(reviewed.time?.as_secs_f64());
            side.seconds = [
                mean(own().filter_map(seconds)),
                mean(own().filter(|reviewed| reviewed.judgement().is_some()).filter_map(seconds)),
            ];
            side
        })
    }
}
