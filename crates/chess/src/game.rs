//! A game as a tree: tags, a start position, moves with variations, comments and annotations, and a result.

mod cursor;
mod edit;
mod node;
mod result;
mod tags;
mod walk;

use crate::{IllegalMove, Line, Move, Position};

pub use cursor::Cursor;
pub use node::{Nag, NodeId};
pub use result::GameResult;
pub use tags::{ROSTER, Tags};
pub use walk::{Step, Walk};

pub(crate) use edit::normalize_comment;
pub(crate) use tags::is_name_char as is_tag_name_char;

use node::Node;

/// Why a game could not be changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GameError {
    /// The node does not exist or was deleted.
    #[error("the game has no move {}; it may have been deleted", .0.index())]
    NoSuchNode(NodeId),
    /// The move is not legal after this node.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// The start of the game cannot be deleted, promoted or commented like a move.
    #[error("this is the start of the game; choose a move")]
    IsStart,
    /// The tree cannot hold more moves.
    #[error("the game has too many moves")]
    Full,
}

/// A game with its variations.
///
/// All nodes are in one vector and refer to each other by index, so no depth of nesting can exhaust the
/// stack. The first continuation of a node is the main one. Deleted nodes keep their place, so an id never
/// refers to another move.
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
    /// Returns a game from the standard start position, without moves.
    pub fn new() -> Game {
        Game::from_position(Position::startpos())
    }

    /// Returns a game from any position, without moves.
    pub fn from_position(start: Position) -> Game {
        let mut tags = Tags::new();
        if start.is_chess960() {
            tags.set("Variant", "Chess960");
        }
        Game { tags, start, nodes: vec![Node::default()], result: GameResult::Unknown }
    }

    /// Returns a game with `line` as its main line.
    pub fn from_line(line: &Line) -> Game {
        let mut game = Game::from_position(line.start().clone());
        let mut at = NodeId::START;
        for &mv in line.moves() {
            // A line has only legal moves, and far fewer than a tree can hold.
            let Ok(node) = game.append(at, mv) else { break };
            at = node;
        }
        game.set_result(line.outcome().map_or(GameResult::Unknown, GameResult::from));
        game
    }

    /// Returns the tags of the game.
    ///
    /// `Result`, `SetUp` and `FEN` are not stored here: they follow from the result and the start position.
    pub fn tags(&self) -> &Tags {
        &self.tags
    }

    /// Returns the tags of the game for editing.
    pub fn tags_mut(&mut self) -> &mut Tags {
        &mut self.tags
    }

    /// Returns the position before the first move.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Returns the result of the game.
    pub fn result(&self) -> GameResult {
        self.result
    }

    /// Sets the result of the game.
    pub fn set_result(&mut self, result: GameResult) {
        self.result = result;
    }

    /// Returns true for Chess960, judging by the start position or the `Variant` tag.
    pub fn is_chess960(&self) -> bool {
        self.start.is_chess960() || self.tags.get("Variant").is_some_and(is_chess960_variant)
    }

    /// Returns the number of moves in the tree, including variations.
    pub fn move_count(&self) -> usize {
        self.nodes.iter().filter(|node| node.is_alive()).count() - 1
    }

    fn node(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(id.index()).filter(|node| node.is_alive())
    }

    fn node_mut(&mut self, id: NodeId) -> Result<&mut Node, GameError> {
        self.nodes.get_mut(id.index()).filter(|node| node.is_alive()).ok_or(GameError::NoSuchNode(id))
    }

    /// Returns true if the node exists.
    pub fn contains(&self, id: NodeId) -> bool {
        self.node(id).is_some()
    }

    /// Returns the move that leads to a node; none for the start.
    pub fn mv(&self, id: NodeId) -> Option<Move> {
        self.node(id)?.mv
    }

    /// Returns the parent of a node; none for the start.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.node(id)?.parent
    }

    /// Returns the main continuation of a node.
    pub fn next(&self, id: NodeId) -> Option<NodeId> {
        self.node(id)?.first_child
    }

    /// Returns all continuations of a node, the main one first.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.next(id), |&child| self.node(child)?.next_sibling)
    }

    /// Returns the nodes of the main line, without the start.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.next(NodeId::START), |&node| self.next(node))
    }

    /// Returns the last node of the main line; the start if there are no moves.
    pub fn last(&self) -> NodeId {
        self.main_line().last().unwrap_or(NodeId::START)
    }

    /// Returns the nodes from the first move to this one.
    pub fn path(&self, id: NodeId) -> Vec<NodeId> {
        let mut path: Vec<NodeId> = std::iter::successors(Some(id), |&node| self.parent(node)).collect();
        path.retain(|&node| self.mv(node).is_some());
        path.reverse();
        path
    }

    /// Returns the number of plies from the start to a node.
    pub fn ply(&self, id: NodeId) -> usize {
        std::iter::successors(self.parent(id), |&node| self.parent(node)).count()
    }

    /// Returns true if every move up to this node belongs to the main line.
    pub fn is_main_line(&self, id: NodeId) -> bool {
        self.contains(id)
            && std::iter::successors(Some(id), |&node| self.parent(node))
                .all(|node| self.parent(node).is_none_or(|parent| self.next(parent) == Some(node)))
    }

    /// Returns the start position with the moves up to a node, as a search needs it.
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

    /// Returns the position after a node.
    ///
    /// # Errors
    /// [`GameError::NoSuchNode`].
    pub fn position(&self, id: NodeId) -> Result<Position, GameError> {
        Ok(self.line(id)?.position().clone())
    }
}

/// Returns true if a `Variant` tag means Chess960, in any of its many spellings.
pub fn is_chess960_variant(name: &str) -> bool {
    let name = letters_of(name);
    let short = name.trim_start_matches("double").trim_end_matches("chess");
    matches!(short, "chess960" | "960" | "fischerandom" | "fischerrandom" | "frc" | "dfrc" | "freestyle")
}

/// Returns the letters and digits of a name in lowercase, since files spell variants in many ways.
pub(crate) fn letters_of(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).map(|letter| letter.to_ascii_lowercase()).collect()
}

/// Compares tags, start, result and the visible tree; deleted nodes and the order of entry do not matter.
impl PartialEq for Game {
    fn eq(&self, other: &Game) -> bool {
        self.tags == other.tags
            && self.start == other.start
            && self.result == other.result
            && self.same_tree(other)
    }
}
