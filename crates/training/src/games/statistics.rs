//! What a file of games holds: lengths, results, endings, material and scores.

use heirloom_chess::Position;

use super::game::{Ending, Game, Illegal};
use super::quiet::Quiet;

/// Scores are counted in steps of this many centipawns, to either side.
pub const SCORE_STEP: usize = 100;

/// The number of those steps; the last one has everything beyond.
pub const SCORE_STEPS: usize = 11;

/// Counts over games.
#[derive(Clone, Default, Debug)]
pub struct Statistics {
    /// Games.
    pub games: u64,
    /// Moves played, the random ones included.
    pub plies: u64,
    /// Positions worth learning from.
    pub quiet: u64,
    /// Games that Black won, that were drawn, that White won.
    pub results: [u64; 3],
    /// Games by ending, as in [`Ending::ALL`].
    pub endings: [u64; Ending::ALL.len()],
    /// Games that do not begin with the usual start position.
    pub other_starts: u64,
    /// Quiet positions by the number of pieces, kings and pawns included, less one.
    pub pieces: [u64; 32],
    /// Quiet positions by the size of the score.
    pub scores: [u64; SCORE_STEPS],
    /// Points of the side that the score favours, by the size of the score, in half points.
    pub points: [u64; SCORE_STEPS],
}

impl Statistics {
    /// Counts a game.
    ///
    /// # Errors
    /// A move that cannot be played; the game is not counted then.
    pub fn add(&mut self, game: &Game, quiet: &Quiet) -> Result<(), Illegal> {
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
