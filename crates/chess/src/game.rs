//! A game as a tree: tags, a start position, moves with variations, comments and marks, a result.

mod cursor;
mod edit;
mod node;
mod result;
mod tags;
mod walk;

use std::fmt;

use crate::{IllegalMove, Line, Move, Position};

pub use cursor::Cursor;
pub use node::{Nag, NodeId};
pub use result::GameResult;
pub use tags::{ROSTER, Tags};
pub use walk::{Step, Walk};

pub(crate) use edit::tidy_comment;
pub(crate) use tags::is_name_char as is_tag_name_char;

use node::Node;

/// Why a game could not be changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameError {
    /// There is no such node, or it was deleted.
    NoSuchNode(NodeId),
    /// The move is not legal after this node.
    Illegal(IllegalMove),
    /// The start of the game cannot be deleted, promoted or commented as a move.
    IsStart,
    /// The tree holds as many moves as it can count.
    Full,
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameError::NoSuchNode(node) => {
                write!(f, "the game has no move {}; it may have been deleted", node.index())
            }
            GameError::Illegal(error) => error.fmt(f),
            GameError::IsStart => f.write_str("this is the start of the game; choose a move"),
            GameError::Full => f.write_str("the game has too many moves"),
        }
    }
}

impl std::error::Error for GameError {}

impl From<IllegalMove> for GameError {
    fn from(error: IllegalMove) -> GameError {
        GameError::Illegal(error)
    }
}

/// A game with its variations.
///
/// All nodes lie in one vector and name one another by index, so no depth of nesting can exhaust the stack. The first continuation of
/// a node is its main one. Deleted nodes keep their place, so an id never comes to mean another move.
#[derive(Clone)]
pub struct Game {
    tags: Tags,
    start: Position,
    nodes: Vec<Node>,
    result: GameResult,
}

impl Default for Game {
    fn default() -> Game {
        Game::new()
    }
}

impl Game {
    /// A game from the usual start position, without moves.
    pub fn new() -> Game {
        Game::from_position(Position::startpos())
    }

    /// A game from any position, without moves.
    pub fn from_position(start: Position) -> Game {
        let mut tags = Tags::new();
        if start.is_chess960() {
            tags.set("Variant", "Chess960");
        }
        Game { tags, start, nodes: vec![Node::root()], result: GameResult::Unknown }
    }

    /// A game whose main line is `line`.
    pub fn from_line(line: &Line) -> Game {
        let mut game = Game::from_position(line.start().clone());
        let mut at = NodeId::START;
        for &mv in line.moves() {
            // A line holds only legal moves, and far fewer than a tree can count.
            let Ok(node) = game.append(at, mv) else { break };
            at = node;
        }
        game.set_result(line.outcome().map_or(GameResult::Unknown, GameResult::from));
        game
    }

    /// What is said about the game.
    ///
    /// Three tags are not kept here because they follow from the rest: `Result`, and `SetUp` and `FEN`, which are the start position.
    pub fn tags(&self) -> &Tags {
        &self.tags
    }

    /// What is said about the game, to be changed.
    pub fn tags_mut(&mut self) -> &mut Tags {
        &mut self.tags
    }

    /// The position before the first move.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// How the game ended.
    pub fn result(&self) -> GameResult {
        self.result
    }

    /// Says how the game ended.
    pub fn set_result(&mut self, result: GameResult) {
        self.result = result;
    }

    /// Is this Chess960, by its start position or by its `Variant` tag?
    pub fn is_chess960(&self) -> bool {
        self.start.is_chess960() || self.tags.get("Variant").is_some_and(is_chess960_variant)
    }

    /// How many moves the tree holds, variations included.
    pub fn move_count(&self) -> usize {
        self.nodes.iter().filter(|node| node.is_alive()).count() - 1
    }

    fn node(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(id.index()).filter(|node| node.is_alive())
    }

    fn node_mut(&mut self, id: NodeId) -> Result<&mut Node, GameError> {
        self.nodes.get_mut(id.index()).filter(|node| node.is_alive()).ok_or(GameError::NoSuchNode(id))
    }

    /// Does this node exist?
    pub fn contains(&self, id: NodeId) -> bool {
        self.node(id).is_some()
    }

    /// The move that leads to a node; none for the start.
    pub fn mv(&self, id: NodeId) -> Option<Move> {
        self.node(id)?.mv
    }

    /// The node before this one; none for the start.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.node(id)?.parent
    }

    /// The main continuation after a node.
    pub fn next(&self, id: NodeId) -> Option<NodeId> {
        self.node(id)?.first_child
    }

    /// All continuations after a node, the main one first.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.next(id), |&child| self.node(child)?.next_sibling)
    }

    /// The nodes of the main line, without the start.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.next(NodeId::START), |&node| self.next(node))
    }

    /// The last node of the main line; the start if there are no moves.
    pub fn last(&self) -> NodeId {
        self.main_line().last().unwrap_or(NodeId::START)
    }

    /// The nodes from the first move to this one.
    pub fn path(&self, id: NodeId) -> Vec<NodeId> {
        let mut path: Vec<NodeId> = std::iter::successors(Some(id), |&node| self.parent(node)).collect();
        path.retain(|&node| self.mv(node).is_some());
        path.reverse();
        path
    }

    /// How many moves lead to a node, in plies from the start.
    pub fn ply(&self, id: NodeId) -> usize {
        std::iter::successors(self.parent(id), |&node| self.parent(node)).count()
    }

    /// Does every move up to this node belong to the main line?
    pub fn is_main_line(&self, id: NodeId) -> bool {
        self.contains(id)
            && std::iter::successors(Some(id), |&node| self.parent(node))
                .all(|node| self.parent(node).is_none_or(|parent| self.next(parent) == Some(node)))
    }

    /// The start position with the moves up to a node: what a search wants to know.
    ///
    /// # Errors
    /// [`GameError::NoSuchNode`].
    pub fn line(&self, id: NodeId) -> Result<Line, GameError> {
        self.node(id).ok_or(GameError::NoSuchNode(id))?;
        let mut line = Line::new(self.start.clone());
        for mv in self.path(id).into_iter().filter_map(|node| self.mv(node)) {
            line.push(mv)?;
        }
        Ok(line)
    }

    /// The position after a node.
    ///
    /// # Errors
    /// [`GameError::NoSuchNode`].
    pub fn position(&self, id: NodeId) -> Result<Position, GameError> {
        self.node(id).ok_or(GameError::NoSuchNode(id))?;
        let mut position = self.start.clone();
        for mv in self.path(id).into_iter().filter_map(|node| self.mv(node)) {
            position.try_play(mv)?;
        }
        Ok(position)
    }
}

/// Does a `Variant` tag name Chess960? Programs have spelt it in many ways.
pub fn is_chess960_variant(name: &str) -> bool {
    let letters: String =
        name.chars().filter(char::is_ascii_alphanumeric).map(|letter| letter.to_ascii_lowercase()).collect();
    matches!(
        letters.as_str(),
        "chess960"
            | "960"
            | "fischerandom"
            | "fischerrandom"
            | "fischerandomchess"
            | "fischerrandomchess"
            | "frc"
            | "dfrc"
    ) || matches!(
        letters.as_str(),
        "doublefischerrandom" | "doublefischerrandomchess" | "freestyle" | "freestylechess"
    )
}

/// Equal in tags, start, result and the visible tree; what was deleted and the order of entry do not matter.
impl PartialEq for Game {
    fn eq(&self, other: &Game) -> bool {
        self.tags == other.tags
            && self.start == other.start
            && self.result == other.result
            && self.same_tree(other)
    }
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&crate::notation::pgn::to_string(self))
    }
}
