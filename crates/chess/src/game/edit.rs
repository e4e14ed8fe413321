//! Editing a game tree: moves, variations, comments and annotations.

use super::node::{Node, Notes};
use super::{Game, GameError, Nag, NodeId};
use crate::{IllegalMove, Move};

impl Game {
    /// Plays a move after a node. An existing move is not added twice; a new one becomes the last variation.
    ///
    /// # Errors
    /// [`GameError::NoSuchNode`] or [`GameError::Illegal`]; the game is unchanged.
    pub fn play(&mut self, at: NodeId, mv: Move) -> Result<NodeId, GameError> {
        if let Some(known) = self.children(at).find(|&child| self.mv(child) == Some(mv)) {
            return Ok(known);
        }
        if !self.position(at)?.is_playable(mv) {
            return Err(GameError::Illegal(IllegalMove(mv)));
        }
        self.append(at, mv)
    }

    /// Adds a move that is known to be legal after a node, even if the same move already follows.
    pub(crate) fn append(&mut self, at: NodeId, mv: Move) -> Result<NodeId, GameError> {
        let id = NodeId::from_index(self.nodes.len()).ok_or(GameError::Full)?;
        let parent = self.node_mut(at)?;
        let before = parent.last_child.replace(id);
        match before {
            Some(sibling) => self.node_mut(sibling)?.next_sibling = Some(id),
            None => parent.first_child = Some(id),
        }
        self.nodes.push(Node::new(at, mv));
        Ok(id)
    }

    /// Removes the last move of the main line and returns it.
    pub fn take_back(&mut self) -> Option<Move> {
        let last = self.last();
        let mv = self.mv(last)?;
        self.delete(last).ok()?;
        Some(mv)
    }

    /// Deletes a move and everything after it.
    ///
    /// # Errors
    /// [`GameError::NoSuchNode`] or [`GameError::IsStart`].
    pub fn delete(&mut self, id: NodeId) -> Result<(), GameError> {
        let parent = self.parent_of(id)?;
        let kept: Vec<NodeId> = self.children(parent).filter(|&child| child != id).collect();
        self.set_children(parent, &kept);
        let mut pending = vec![id];
        while let Some(node) = pending.pop() {
            pending.extend(self.children(node));
            if let Ok(node) = self.node_mut(node) {
                node.deleted = true;
                node.notes = None;
            }
        }
        Ok(())
    }

    /// Moves a variation up by one place among its siblings.
    ///
    /// # Errors
    /// [`GameError::NoSuchNode`] or [`GameError::IsStart`].
    pub fn promote(&mut self, id: NodeId) -> Result<(), GameError> {
        self.shift(id, |place, _| place.saturating_sub(1))
    }

    /// Moves a variation down by one place among its siblings.
    ///
    /// # Errors
    /// [`GameError::NoSuchNode`] or [`GameError::IsStart`].
    pub fn demote(&mut self, id: NodeId) -> Result<(), GameError> {
        self.shift(id, |place, last| (place + 1).min(last))
    }

    /// Makes the moves up to this node the main line.
    ///
    /// # Errors
    /// [`GameError::NoSuchNode`].
    pub fn promote_to_main_line(&mut self, id: NodeId) -> Result<(), GameError> {
        self.node(id).ok_or(GameError::NoSuchNode(id))?;
        for node in self.path(id) {
            self.shift(node, |_, _| 0)?;
        }
        Ok(())
    }

    /// Removes all variations, comments and annotations, leaving the main line.
    pub fn strip(&mut self) {
        self.delete_variations();
        self.nodes.iter_mut().for_each(|node| node.notes = None);
    }

    /// Deletes all variations, leaving the main line.
    pub fn delete_variations(&mut self) {
        let main: Vec<NodeId> = std::iter::once(NodeId::START).chain(self.main_line()).collect();
        for node in main {
            for variation in self.children(node).skip(1).collect::<Vec<_>>() {
                let _ = self.delete(variation);
            }
        }
    }

    fn parent_of(&self, id: NodeId) -> Result<NodeId, GameError> {
        self.node(id).ok_or(GameError::NoSuchNode(id))?.parent.ok_or(GameError::IsStart)
    }

    fn shift(&mut self, id: NodeId, target: impl Fn(usize, usize) -> usize) -> Result<(), GameError> {
        let parent = self.parent_of(id)?;
        let mut children: Vec<NodeId> = self.children(parent).collect();
        if let Some(place) = children.iter().position(|&child| child == id) {
            children.remove(place);
            children.insert(target(place, children.len()), id);
            self.set_children(parent, &children);
        }
        Ok(())
    }

    fn set_children(&mut self, parent: NodeId, children: &[NodeId]) {
        for (place, &child) in children.iter().enumerate() {
            self.nodes[child.index()].next_sibling = children.get(place + 1).copied();
        }
        let parent = &mut self.nodes[parent.index()];
        parent.first_child = children.first().copied();
        parent.last_child = children.last().copied();
    }

    fn notes(&self, id: NodeId) -> Option<&Notes> {
        self.node(id)?.notes.as_deref()
    }

    /// Returns the comments after a move; those of the start come before the first move.
    pub fn comments(&self, id: NodeId) -> &[String] {
        self.notes(id).map_or(&[], |notes| &notes.after)
    }

    /// Returns the comments before a move that begins a variation.
    pub fn comments_before(&self, id: NodeId) -> &[String] {
        self.notes(id).map_or(&[], |notes| &notes.before)
    }

    /// Returns the annotations of a move.
    pub fn nags(&self, id: NodeId) -> &[Nag] {
        self.notes(id).map_or(&[], |notes| &notes.nags)
    }

    /// Sets the comments after a move. Line breaks become spaces, and empty comments are dropped.
    ///
    /// # Errors
    /// [`GameError::NoSuchNode`].
    pub fn set_comments(&mut self, id: NodeId, comments: &[&str]) -> Result<(), GameError> {
        self.node_mut(id)?.notes_mut().after = normalized(comments);
        Ok(())
    }

    /// Sets the comments before a move.
    ///
    /// # Errors
    /// [`GameError::NoSuchNode`] or [`GameError::IsStart`].
    pub fn set_comments_before(&mut self, id: NodeId, comments: &[&str]) -> Result<(), GameError> {
        self.parent_of(id)?;
        self.node_mut(id)?.notes_mut().before = normalized(comments);
        Ok(())
    }

    /// Adds a comment after a move.
    ///
    /// # Errors
    /// [`GameError::NoSuchNode`].
    pub fn add_comment(&mut self, id: NodeId, text: &str) -> Result<(), GameError> {
        let node = self.node_mut(id)?;
        if let Some(text) = normalize_comment(text) {
            node.notes_mut().after.push(text);
        }
        Ok(())
    }

    /// Adds an annotation to a move, unless it has it already.
    ///
    /// # Errors
    /// [`GameError::NoSuchNode`].
    pub fn add_nag(&mut self, id: NodeId, nag: Nag) -> Result<(), GameError> {
        let notes = self.node_mut(id)?.notes_mut();
        if !notes.nags.contains(&nag) {
            notes.nags.push(nag);
        }
        Ok(())
    }

    /// Sets the annotations of a move.
    ///
    /// # Errors
    /// [`GameError::NoSuchNode`].
    pub fn set_nags(&mut self, id: NodeId, nags: &[Nag]) -> Result<(), GameError> {
        self.node_mut(id)?.notes_mut().nags = nags.to_vec();
        Ok(())
    }
}

fn normalized(comments: &[&str]) -> Vec<String> {
    comments.iter().filter_map(|text| normalize_comment(text)).collect()
}

/// Returns a comment as it is stored: on one line, without surrounding spaces; none if empty.
pub(crate) fn normalize_comment(text: &str) -> Option<String> {
    let is_space = |letter: char| letter.is_ascii_whitespace() || letter.is_ascii_control();
    let text = text.trim_matches(is_space);
    if text.is_empty() {
        return None;
    }
    Some(text.replace("\r\n", " ").replace(is_space, " "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::san;

    fn sans(game: &Game, id: NodeId) -> String {
        let moves: Vec<Move> = game.path(id).into_iter().filter_map(|node| game.mv(node)).collect();
        san::format_line(game.start(), &moves)
    }

    fn play_all(game: &mut Game, from: NodeId, text: &str) -> NodeId {
        text.split(' ').fold(from, |at, san| game.play_san(at, san).unwrap())
    }

    #[test]
    fn a_known_move_is_not_entered_twice() {
        let mut game = Game::new();
        let e5 = play_all(&mut game, NodeId::START, "e4 e5");
        assert_eq!(play_all(&mut game, NodeId::START, "e4 e5"), e5);
        let c5 = play_all(&mut game, NodeId::START, "e4 c5");
        assert_eq!(game.move_count(), 3);
        assert!(game.is_main_line(e5) && !game.is_main_line(c5));
        assert!(game.play_san(e5, "e5").is_err());
        assert_eq!(game.move_count(), 3);
    }

    #[test]
    fn variations_move_up_and_down() {
        let mut game = Game::new();
        play_all(&mut game, NodeId::START, "e4 e5 Nf3");
        let nc3 = play_all(&mut game, NodeId::START, "d4 d5 Nc3");
        let c4 = play_all(&mut game, NodeId::START, "d4 d5 c4 e6");
        game.promote_to_main_line(c4).unwrap();
        assert_eq!(sans(&game, game.last()), "d4 d5 c4 e6");
        game.promote(nc3).unwrap();
        assert_eq!(sans(&game, game.last()), "d4 d5 Nc3");
        game.demote(nc3).unwrap();
        game.demote(nc3).unwrap();
        assert_eq!(sans(&game, game.last()), "d4 d5 c4 e6");
        assert_eq!(game.promote(NodeId::START), Err(GameError::IsStart));
    }

    #[test]
    fn deleted_moves_are_removed() {
        let mut game = Game::new();
        let e4 = play_all(&mut game, NodeId::START, "e4");
        let nf3 = play_all(&mut game, e4, "e5 Nf3");
        let d4 = play_all(&mut game, NodeId::START, "d4 d5");
        game.delete(e4).unwrap();
        assert_eq!(game.position(nf3), Err(GameError::NoSuchNode(nf3)));
        assert_eq!(game.delete(e4), Err(GameError::NoSuchNode(e4)));
        assert_eq!((game.last(), game.move_count()), (d4, 2));
        assert_eq!(game.take_back().map(|mv| format!("{mv:?}")).as_deref(), Some("d7d5"));
        game.take_back();
        assert_eq!(game.take_back(), None);
        assert_eq!(game, Game::new());
        assert!(game.play_san(nf3, "Nc6").is_err());
    }

    #[test]
    fn comments_are_normalized() {
        let mut game = Game::new();
        let e4 = play_all(&mut game, NodeId::START, "e4");
        game.add_comment(e4, " best\r\nby test ").unwrap();
        game.add_comment(e4, " \n").unwrap();
        game.add_nag(e4, Nag(1)).unwrap();
        game.add_nag(e4, Nag(1)).unwrap();
        assert_eq!((game.comments(e4), game.nags(e4)), (&["best by test".to_owned()][..], &[Nag(1)][..]));
        game.strip();
        assert!(game.comments(e4).is_empty() && game.nags(e4).is_empty());
    }
}
