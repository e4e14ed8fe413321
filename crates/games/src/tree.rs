//! An opening tree: the moves played from a position, with their results.

use std::collections::HashMap;

use heirloom_chess::{Color, Move, Position};

use crate::record::Record;
use crate::statistics::{Mean, ResultCounts};
use crate::target::Target;

/// A tree of moves. Trees of parts of a collection can be merged.
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
    children: HashMap<(u32, Move), u32>,
}

/// The statistics of a move, or of the root.
#[derive(Clone, Debug, Default)]
struct Node {
    score: ResultCounts,
    elo: Mean,
    /// The moves after it, in order of first occurrence.
    next: Vec<(Move, u32)>,
}

/// A move of the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Branch {
    /// The move.
    pub mv: Move,
    /// Results from White's point of view.
    pub score: ResultCounts,
    /// Ratings of the players who played it.
    pub elo: Mean,
    node: u32,
}

impl Default for Tree {
    fn default() -> Tree {
        Tree { nodes: vec![Node::default()], children: HashMap::new() }
    }
}

impl Tree {
    /// Adds a game, from its first occurrence of `root`, for `depth` plies. All games of a tree need the
    /// same root.
    pub fn add(&mut self, record: &Record<'_>, root: &Position, depth: usize) {
        let Some(begin) = Target::Position(root.clone()).ply(record) else { return };
        let elo = ["WhiteElo", "BlackElo"]
            .map(|tag| record.tag(tag).and_then(|value| value.trim().parse::<u64>().ok()));
        let mut turn = root.turn();
        self.nodes[0].score.add(record.result(), Color::White);
        let mut at = 0;
        for &mv in record.moves()[begin..].iter().take(depth) {
            at = self.child(at, mv);
            let node = &mut self.nodes[at as usize];
            node.score.add(record.result(), Color::White);
            if let Some(elo) = elo[turn.index()].filter(|elo| (1..10_000).contains(elo)) {
                node.elo.add(elo);
            }
            turn = !turn;
        }
    }

    fn child(&mut self, at: u32, mv: Move) -> u32 {
        if let Some(&known) = self.children.get(&(at, mv)) {
            return known;
        }
        let new = u32::try_from(self.nodes.len()).unwrap_or(u32::MAX - 1);
        self.nodes.push(Node::default());
        self.children.insert((at, mv), new);
        self.nodes[at as usize].next.push((mv, new));
        new
    }

    /// Adds the games of another tree.
    pub fn merge(&mut self, other: &Tree) {
        let mut pairs = vec![(0, 0)];
        while let Some((own, theirs)) = pairs.pop() {
            let more = &other.nodes[theirs as usize];
            let node: &mut Node = &mut self.nodes[own as usize];
            node.score.merge(more.score);
            node.elo.merge(more.elo);
            pairs.extend(more.next.iter().map(|&(mv, node)| (self.child(own, mv), node)));
        }
    }

    /// Returns the results of all games that reached the root.
    pub fn score(&self) -> ResultCounts {
        self.nodes[0].score
    }

    /// Returns the moves after another one, or from the root, the most frequent first.
    pub fn branches(&self, after: Option<&Branch>) -> Vec<Branch> {
        let node = &self.nodes[after.map_or(0, |branch| branch.node) as usize];
        let branch = |&(mv, node): &(Move, u32)| {
            let Node { score, elo, .. } = self.nodes[node as usize];
            Branch { mv, score, elo, node }
        };
        let mut branches: Vec<Branch> = node.next.iter().map(branch).collect();
        branches.sort_by_key(|branch| (std::cmp::Reverse(branch.score.games()), branch.mv.bits()));
        branches
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::{ReadOptions, made_of};
    use crate::target::after_moves;

    const GAMES: &str = "[Event \"1\"]\n[WhiteElo \"2000\"]\n\n1. e4 c5 2. Nf3 1-0\n\n[Event \"2\"]\n\n\
        1. e4 e5 0-1\n\n[Event \"3\"]\n[WhiteElo \"2200\"]\n\n\
        1. Nf3 c5 2. e4 d6 1/2-1/2\n\n[Event \"4\"]\n\n1. e4 c5 *\n";

    fn tree(moves: &str, depth: usize) -> Tree {
        let root = after_moves(moves).unwrap();
        let mut all = Tree::default();
        // Chunks of one game each: the parts are merged.
        let reading = ReadOptions::new().sizes(1, 1 << 20);
        let visit = move |record: &Record<'_>, tree: &mut Tree| tree.add(record, &root, depth);
        made_of(GAMES, &reading, visit).iter().for_each(|made| all.merge(made));
        all
    }

    fn shown(branches: &[Branch]) -> Vec<String> {
        branches.iter().map(|branch| format!("{:?} {}", branch.mv, branch.score.games())).collect()
    }

    #[test]
    fn moves_are_counted() {
        let tree = tree("", 2);
        assert_eq!(tree.score().games(), 4);
        let first = tree.branches(None);
        assert_eq!(shown(&first), ["e2e4 3", "g1f3 1"]);
        assert_eq!(first[0].score, ResultCounts { wins: 1, draws: 0, losses: 1, unknown: 1 });
        assert_eq!(first[0].elo.value(), Some(2000.0));
        let second = tree.branches(Some(&first[0]));
        assert_eq!(shown(&second), ["c7c5 2", "e7e5 1"]);
        assert!(tree.branches(Some(&second[0])).is_empty());
    }

    #[test]
    fn transpositions_reach_the_root() {
        let tree = tree("e4 c5 Nf3", 5);
        assert_eq!((tree.score().games(), shown(&tree.branches(None))), (2, vec!["d7d6 1".to_owned()]));
    }
}
