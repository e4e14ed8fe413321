//! Iteration over a game tree in the order in which it is written, without recursion.

use super::{Game, NodeId};

/// One step of a walk through a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// A move of the current line.
    Move(NodeId),
    /// A variation begins: the next move is an alternative to the last one.
    Begin,
    /// The variation ends and the line before it continues.
    End,
}

/// The iterator returned by [`Game::walk`].
#[derive(Clone, Debug)]
pub struct Walk<'a> {
    game: &'a Game,
    pending: Vec<Task>,
}

#[derive(Clone, Copy, Debug)]
enum Task {
    /// Continue after this node.
    After(NodeId),
    /// Visit this node as an alternative, then its siblings.
    Alternative(NodeId),
    /// Visit this node, the first of a variation.
    First(NodeId),
    End,
}

impl Game {
    /// Iterates over all moves in PGN order: a move, its alternatives, each between [`Step::Begin`] and
    /// [`Step::End`], then the continuation.
    pub fn walk(&self) -> Walk<'_> {
        Walk { game: self, pending: vec![Task::After(NodeId::START)] }
    }

    /// Returns true if both trees have the same moves, comments and annotations.
    pub(super) fn same_tree(&self, other: &Game) -> bool {
        let same_notes = |a: NodeId, b: NodeId| {
            self.mv(a) == other.mv(b)
                && self.nags(a) == other.nags(b)
                && self.comments(a) == other.comments(b)
                && self.comments_before(a) == other.comments_before(b)
        };
        let mut others = other.walk();
        let same_steps = self.walk().all(|step| match (step, others.next()) {
            (Step::Move(a), Some(Step::Move(b))) => same_notes(a, b),
            (step, other) => Some(step) == other,
        });
        same_steps && others.next().is_none() && same_notes(NodeId::START, NodeId::START)
    }
}

impl Iterator for Walk<'_> {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        loop {
            match self.pending.pop()? {
                Task::After(node) => {
                    let Some(main) = self.game.next(node) else { continue };
                    self.pending.push(Task::After(main));
                    if let Some(alternative) = self.sibling(main) {
                        self.pending.push(Task::Alternative(alternative));
                    }
                    return Some(Step::Move(main));
                }
                Task::Alternative(node) => {
                    if let Some(next) = self.sibling(node) {
                        self.pending.push(Task::Alternative(next));
                    }
                    self.pending.extend([Task::End, Task::After(node), Task::First(node)]);
                    return Some(Step::Begin);
                }
                Task::First(node) => return Some(Step::Move(node)),
                Task::End => return Some(Step::End),
            }
        }
    }
}

impl Walk<'_> {
    fn sibling(&self, node: NodeId) -> Option<NodeId> {
        self.game.node(node)?.next_sibling
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alternatives_come_right_after_their_move() {
        let mut game = Game::new();
        let e4 = game.play_san(NodeId::START, "e4").unwrap();
        let e5 = game.play_san(e4, "e5").unwrap();
        let c5 = game.play_san(e4, "c5").unwrap();
        let d4 = game.play_san(NodeId::START, "d4").unwrap();
        let steps: Vec<Step> = game.walk().collect();
        use Step::{Begin, End, Move};
        assert_eq!(steps, [Move(e4), Begin, Move(d4), End, Move(e5), Begin, Move(c5), End]);
        let mut other = game.clone();
        assert_eq!(game, other);
        other.promote(c5).unwrap();
        assert_ne!(game, other);
    }
}
