//! Statistics of game files: lengths, results, endings, material and scores.

use heirloom_chess::Position;

use super::game::{Illegal, StoredEnd, StoredGame};
use super::quiet::Quiet;

/// The width of a score interval in centipawns.
pub const SCORE_STEP: usize = 100;

/// The number of score intervals; the last one includes all larger scores.
pub const SCORE_STEPS: usize = 11;

/// Counts over games.
#[derive(Clone, Default, Debug)]
pub struct Statistics {
    /// Number of games.
    pub games: u64,
    /// Number of plies, including the random ones.
    pub plies: u64,
    /// Number of quiet positions.
    pub quiet: u64,
    /// Games won by Black, drawn, and won by White.
    pub results: [u64; 3],
    /// Games by ending, as in [`StoredEnd::ALL`].
    pub endings: [u64; StoredEnd::ALL.len()],
    /// Games that do not begin with the standard start position.
    pub other_starts: u64,
    /// Quiet positions by number of pieces (including kings and pawns) minus one.
    pub pieces: [u64; 32],
    /// Quiet positions by absolute score.
    pub scores: [u64; SCORE_STEPS],
    /// Half points of the side favored by the score, by absolute score.
    pub points: [u64; SCORE_STEPS],
}

impl Statistics {
    /// Adds a game. Fails if a move is illegal; the game is then not counted.
    pub fn add(&mut self, game: &StoredGame, quiet: &Quiet) -> Result<(), Illegal> {
        let mut found = Vec::new();
        quiet.of(game, |position, score| found.push((position.occupied().count() as usize, score)))?;
        self.games += 1;
        self.plies += game.plies.len() as u64;
        self.quiet += found.len() as u64;
        let points = usize::from(game.points());
        self.results[points] += 1;
        self.endings[game.ending as usize] += 1;
        self.other_starts += u64::from(game.start != Position::startpos());
        for (pieces, score) in found {
            let step = (usize::from(score.unsigned_abs()) / SCORE_STEP).min(SCORE_STEPS - 1);
            self.pieces[pieces.clamp(1, 32) - 1] += 1;
            self.scores[step] += 1;
            self.points[step] += if score < 0 { 2 - points } else { points } as u64;
        }
        Ok(())
    }
}
