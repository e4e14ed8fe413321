//! Which positions of a game are worth learning from: those whose evaluation needs no search.

use heirloom_chess::Position;

use super::game::Ply;

/// What a position must be like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Quiet {
    /// None of the first plies, which were random or follow from randomness.
    pub from_ply: usize,
    /// Scores beyond this many centipawns are decided.
    pub most: i16,
}

impl Default for Quiet {
    fn default() -> Quiet {
        Quiet { from_ply: 16, most: 2000 }
    }
}

impl Quiet {
    /// The score from White's view, if the position is worth it: not in check, the move that was found neither captures nor promotes.
    pub fn score(&self, ply: usize, position: &Position, played: Ply) -> Option<i16> {
        let score = played.score?;
        let kept = ply >= self.from_ply && score.abs() <= self.most && !position.in_check() && !position.is_noisy(played.mv);
        kept.then_some(score)
    }
}
