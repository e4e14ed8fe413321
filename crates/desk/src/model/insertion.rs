//! A line of an engine that is put into a game.

use heirloom_chess::Move;
use heirloom_chess::game::{Game, GameError, NodeId};

/// A line that is put into the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Insertion {
    /// The move that it follows.
    pub from: NodeId,
    /// Its moves. Those that are in the game already are not added twice.
    pub moves: Vec<Move>,
    /// Whether it becomes the main line; otherwise it is a variation.
    pub is_main: bool,
    /// Whether the board shows its end.
    pub goes_there: bool,
}

impl Insertion {
    /// Puts the line into a game; returns its last move. Fails if there is no such place or a move is not
    /// legal.
    pub fn insert(&self, game: &mut Game) -> Result<NodeId, GameError> {
        let end = self.moves.iter().try_fold(self.from, |at, &mv| game.play(at, mv))?;
        if self.is_main {
            game.promote_to_main_line(end)?;
        }
        Ok(end)
    }

    /// Returns the last move of the line if nothing has to be changed.
    pub(super) fn known(&self, game: &Game) -> Option<NodeId> {
        let next = |at, mv: &Move| game.children(at).find(|&child| game.mv(child) == Some(*mv));
        let end = self.moves.iter().try_fold(self.from, next)?;
        (!self.is_main || game.is_main_line(end)).then_some(end)
    }
}
