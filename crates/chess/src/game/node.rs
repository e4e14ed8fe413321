//! One move of a game tree with its comments and annotations.

use std::fmt;

use crate::Move;

/// The identifier of a node within one [`super::Game`], including the start.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct NodeId(u32);

impl NodeId {
    /// The start of a game, before any move.
    pub const START: NodeId = NodeId(0);

    /// Returns the index of the node in order of entry, 0 for the start.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    pub(crate) fn from_index(index: usize) -> Option<NodeId> {
        u32::try_from(index).ok().map(NodeId)
    }
}

/// A numeric annotation glyph (NAG): a move annotation such as `!` (1) or an evaluation such as "White is
/// winning" (18).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Nag(pub u8);

/// The glyphs with a common symbol, and other symbols for the same.
const SYMBOLS: [(u8, &[&str]); 16] = [
    (1, &["!"]),
    (2, &["?"]),
    (3, &["!!"]),
    (4, &["??"]),
    (5, &["!?"]),
    (6, &["?!"]),
    (7, &["□"]),
    (10, &["="]),
    (13, &["∞", "~"]),
    (14, &["⩲", "+=", "+/="]),
    (15, &["⩱", "=+", "=/+"]),
    (16, &["±", "+/-"]),
    (17, &["∓", "-/+"]),
    (18, &["+-", "+−"]),
    (19, &["-+"]),
    (22, &["⨀"]),
];

impl Nag {
    /// Returns the common symbol, if there is one: `!?` for 5.
    pub fn symbol(self) -> Option<&'static str> {
        SYMBOLS.iter().find(|(number, _)| *number == self.0).map(|(_, symbols)| symbols[0])
    }

    /// Parses a symbol such as `!?` or `+-`.
    pub fn from_symbol(symbol: &[u8]) -> Option<Nag> {
        let symbol = std::str::from_utf8(symbol).ok()?;
        SYMBOLS.iter().find(|(_, symbols)| symbols.contains(&symbol)).map(|(number, _)| Nag(*number))
    }
}

impl fmt::Display for Nag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "${}", self.0)
    }
}

/// The notes to a move. Most moves have none, so a node stores them in a box.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Notes {
    /// Comments before the move, at the beginning of a variation.
    pub(super) before: Vec<String>,
    /// Comments after the move.
    pub(super) after: Vec<String>,
    pub(super) nags: Vec<Nag>,
}

/// A move in the tree, linked to its neighbors; by default the start.
#[derive(Clone, Debug, Default)]
pub(super) struct Node {
    pub(super) parent: Option<NodeId>,
    pub(super) first_child: Option<NodeId>,
    pub(super) last_child: Option<NodeId>,
    pub(super) next_sibling: Option<NodeId>,
    /// The move that leads here; none for the start.
    pub(super) mv: Option<Move>,
    pub(super) notes: Option<Box<Notes>>,
    /// True if the node was removed from the tree.
    pub(super) deleted: bool,
}

impl Node {
    pub(super) fn new(parent: NodeId, mv: Move) -> Node {
        Node { parent: Some(parent), mv: Some(mv), ..Node::default() }
    }

    pub(super) fn is_alive(&self) -> bool {
        !self.deleted
    }

    pub(super) fn notes_mut(&mut self) -> &mut Notes {
        self.notes.get_or_insert_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_have_numbers() {
        for number in [1, 2, 3, 4, 5, 6, 10, 18] {
            let symbol = Nag(number).symbol().unwrap();
            assert_eq!(Nag::from_symbol(symbol.as_bytes()), Some(Nag(number)));
        }
        assert_eq!(Nag::from_symbol(b"!!!"), None);
        assert_eq!(Nag(146).symbol(), None);
        assert_eq!(Nag(146).to_string(), "$146");
    }

    #[test]
    fn nodes_are_small() {
        assert!(size_of::<Node>() <= 48, "{}", size_of::<Node>());
    }
}
