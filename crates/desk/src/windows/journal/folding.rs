//! Which variations of the move list are folded to their first move.

use std::collections::HashSet;

use heirloom_chess::game::{Game, NodeId, Step};

/// The folded variations of one game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Folding {
    game: u64,
    folded: HashSet<NodeId>,
    version: u64,
}

impl Folding {
    /// Turns to a game; those of another game are forgotten.
    pub fn turn_to(&mut self, id: u64) {
        if self.game != id {
            *self = Folding { game: id, version: self.version + 1, ..Folding::default() };
        }
    }

    /// Returns a number that changes with each change.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Returns true if the variation that begins with this move is folded.
    pub fn is_folded(&self, first: NodeId) -> bool {
        self.folded.contains(&first)
    }

    /// Folds the variation that begins with this move, or unfolds it.
    pub fn toggle(&mut self, first: NodeId) {
        if !self.folded.remove(&first) {
            self.folded.insert(first);
        }
        self.version += 1;
    }

    /// Folds all variations inside more than `levels` others, and unfolds the rest.
    pub fn keep(&mut self, game: &Game, levels: usize) {
        let (mut depth, mut begins) = (0_usize, false);
        self.folded.clear();
        for step in game.walk() {
            match step {
                Step::Begin => (depth, begins) = (depth + 1, true),
                Step::End => depth = depth.saturating_sub(1),
                Step::Move(node) => {
                    if std::mem::take(&mut begins) && depth > levels {
                        self.folded.insert(node);
                    }
                }
            }
        }
        self.version += 1;
    }

    /// Unfolds all variations.
    pub fn unfold(&mut self) {
        self.folded.clear();
        self.version += 1;
    }

    /// Unfolds the variations around a move, so that it is visible.
    pub fn reveal(&mut self, game: &Game, node: NodeId) {
        // The first move of a folded variation is visible.
        let around = game.path(node).into_iter().rev().skip(1);
        let hides = around.filter(|node| self.folded.contains(node)).collect::<Vec<_>>();
        for first in hides {
            self.toggle(first);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heirloom_chess::notation::pgn;

    #[test]
    fn levels_are_folded_and_moves_revealed() {
        let game =
            pgn::parse("1. e4 e5 (1... c5 2. Nf3 (2. Nc3 Nc6 3. f4) 2... d6) 2. Nf3 *").unwrap().unwrap();
        let mut folding = Folding::default();
        folding.keep(&game, 1);
        assert_eq!(folding.folded.len(), 1);
        folding.keep(&game, 0);
        assert_eq!(folding.folded.len(), 2);
        let sicilian = game.children(game.next(NodeId::START).unwrap()).nth(1).unwrap();
        let closed = game.children(sicilian).nth(1).unwrap();
        folding.reveal(&game, sicilian);
        assert!(folding.is_folded(sicilian) && folding.is_folded(closed));
        folding.reveal(&game, closed);
        assert!(!folding.is_folded(sicilian) && folding.is_folded(closed));
        folding.reveal(&game, game.next(closed).unwrap());
        assert!(folding.folded.is_empty());
    }
}
