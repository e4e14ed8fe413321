//! Selection of quiet positions of a game, in which a static evaluation is meaningful.

use heirloom_chess::Position;

use super::game::{Illegal, StoredGame};
use super::td_lambda::TdLambda;

/// Conditions for positions.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Quiet {
    /// Number of plies skipped at the start: they are random or result from random moves.
    pub from_ply: usize,
    /// Largest absolute score in centipawns; beyond it a position is decided.
    pub most: i16,
    /// Uses means over the rest of the game instead of the scores.
    pub td_lambda: Option<TdLambda>,
}

impl Default for Quiet {
    fn default() -> Quiet {
        Quiet { from_ply: 16, most: 2000, td_lambda: None }
    }
}

impl Quiet {
    /// Calls `visit` with each quiet position of a game and its centipawn score from White's point of view. A
    /// position is quiet if it is not in check and the move played neither captures nor promotes. Fails with
    /// the first illegal move, after the positions before it.
    pub fn of(&self, game: &StoredGame, mut visit: impl FnMut(&Position, i16)) -> Result<(), Illegal> {
        let blended = self.td_lambda.map(|td_lambda| td_lambda.scores(game));
        game.replay(|line, played| {
            let (position, ply) = (line.position(), line.moves().len());
            let far_enough = ply >= self.from_ply;
            let score = played.score.filter(|score| far_enough && score.abs() <= self.most);
            if let Some(score) = score
                && !position.in_check()
                && !position.is_noisy(played.mv)
            {
                visit(position, blended.as_ref().map_or(score, |blended| blended[ply]));
            }
        })?;
        Ok(())
    }
}
