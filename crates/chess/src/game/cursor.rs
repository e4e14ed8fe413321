//! A position in a game that can step back and forth, as a board shows it.

use super::{Game, GameError, NodeId};
use crate::{Line, Move, Position};

/// A node of a game with the moves that lead to it.
///
/// The cursor does not borrow its game, so a game can have several and be edited meanwhile. If its node is
/// deleted, a cursor must be reset with [`Cursor::go_to`].
#[derive(Clone, Debug)]
pub struct Cursor {
    node: NodeId,
    line: Line,
}

impl Cursor {
    /// Returns a cursor at the start of a game.
    pub fn new(game: &Game) -> Cursor {
        Cursor { node: NodeId::START, line: Line::new(game.start().clone()) }
    }

    /// Returns the node of the cursor.
    pub fn node(&self) -> NodeId {
        self.node
    }

    /// Returns the position at the cursor.
    pub fn position(&self) -> &Position {
        self.line.position()
    }

    /// Returns the start position and the moves up to the cursor.
    pub fn line(&self) -> &Line {
        &self.line
    }

    /// Moves to any node.
    ///
    /// # Errors
    /// [`GameError::NoSuchNode`]; the cursor is unchanged.
    pub fn go_to(&mut self, game: &Game, node: NodeId) -> Result<(), GameError> {
        self.line = game.line(node)?;
        self.node = node;
        Ok(())
    }

    /// Steps forward along the main continuation and returns the move.
    pub fn forward(&mut self, game: &Game) -> Option<Move> {
        self.enter(game, game.next(self.node)?)
    }

    /// Steps back and returns the move that was undone.
    pub fn back(&mut self, game: &Game) -> Option<Move> {
        self.node = game.parent(self.node)?;
        self.line.pop()
    }

    /// Steps forward into one of the continuations.
    pub fn enter(&mut self, game: &Game, child: NodeId) -> Option<Move> {
        let mv = game.mv(child).filter(|_| game.parent(child) == Some(self.node))?;
        self.line.push(mv).ok()?;
        self.node = child;
        Some(mv)
    }

    /// Plays a move at the cursor, adds it to the game and steps to it.
    ///
    /// # Errors
    /// [`GameError`]; cursor and game are unchanged.
    pub fn play(&mut self, game: &mut Game, mv: Move) -> Result<NodeId, GameError> {
        let node = game.play(self.node, mv)?;
        self.line.push(mv)?;
        self.node = node;
        Ok(node)
    }

    /// Steps back and deletes the move, with everything after it, from the game; returns the move.
    pub fn take_back(&mut self, game: &mut Game) -> Option<Move> {
        let node = self.node;
        let mv = self.back(game)?;
        game.delete(node).ok()?;
        Some(mv)
    }

    /// Moves to the start of the game.
    pub fn to_start(&mut self, game: &Game) {
        *self = Cursor::new(game);
    }

    /// Moves to the end of the current line.
    pub fn to_end(&mut self, game: &Game) {
        while self.forward(game).is_some() {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::san;

    #[test]
    fn the_cursor_plays_and_undoes_moves() {
        let mut game = Game::new();
        let mut cursor = Cursor::new(&game);
        for text in ["e4", "e5", "Nf3"] {
            let mv = san::parse(cursor.position(), text).unwrap();
            cursor.play(&mut game, mv).unwrap();
        }
        cursor.back(&game).unwrap();
        assert_eq!(cursor.line().moves().len(), 2);
        let mv = san::parse(cursor.position(), "Nc3").unwrap();
        cursor.play(&mut game, mv).unwrap();
        assert_eq!(game.move_count(), 4);
        assert_eq!(cursor.take_back(&mut game), Some(mv));
        assert_eq!(game.move_count(), 3);
        cursor.to_end(&game);
        assert_eq!(cursor.node(), game.last());
        assert_eq!(cursor.position(), &game.position(game.last()).unwrap());
        cursor.to_start(&game);
        assert_eq!((cursor.back(&game), cursor.node()), (None, NodeId::START));
    }
}
