//! Which positions of a game are worth learning from: those whose evaluation needs no search.

use heirloom_chess::Position;

use super::game::{Game, Illegal};
use super::hindsight::Hindsight;

/// What a position must be like.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Quiet {
    /// None of the first plies, which were random or follow from randomness.
    pub from_ply: usize,
    /// Scores beyond this many centipawns are decided.
    pub most: i16,
    /// Means over the rest of the game instead of the scores themselves.
    pub hindsight: Option<Hindsight>,
}

impl Default for Quiet {
    fn default() -> Quiet {
        Quiet { from_ply: 16, most: 2000, hindsight: None }
    }
}

impl Quiet {
    /// Shows the positions of a game that are worth it, each with its score in centipawns from White's view: not in check, and the move that was
    /// found neither captures nor promotes.
    ///
    /// # Errors
    /// The first move that is illegal; positions before it were shown.
    pub fn of(&self, game: &Game, mut see: impl FnMut(&Position, i16)) -> Result<(), Illegal> {
        let later = self.hindsight.map(|hindsight| hindsight.scores(game));
        game.replay(|line, played| {
            let (position, ply) = (line.position(), line.moves().len());
            let far_enough = ply >= self.from_ply;
            let score = played.score.filter(|score| far_enough && score.abs() <= self.most);
            if let Some(score) = score
                && !position.in_check()
                && !position.is_noisy(played.mv)
            {
                see(position, later.as_ref().map_or(score, |later| later[ply]));
            }
        })?;
        Ok(())
    }
}
