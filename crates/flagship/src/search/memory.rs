//! What a thread keeps from one search to the next: histories, caches and memory that is used again.

use super::RootMove;
use super::history::History;
use super::pv::PvTable;
use super::stack::Stack;
use crate::eval::classical::pawns::PawnCache;
use crate::eval::nnue::accumulator::Accumulators;
use crate::huge::Huge;

/// What a thread keeps from one search to the next; it alone reads and writes it.
#[derive(Default)]
pub struct Memory {
    /// How moves did.
    pub history: Huge<History>,
    /// Pawn structures.
    pub pawns: PawnCache,
    /// The hidden layers of a net, if one judges.
    pub accumulators: Option<Accumulators>,
    /// Memory that each search starts with empty: small searches would spend more time on asking for it than
    /// on chess.
    pub workspace: Box<Workspace>,
}

impl Memory {
    /// Forgets the game before. What is true of any game stays: pawn structures and hidden layers.
    pub fn clear(&mut self) {
        self.history.clear();
    }
}

/// What a search works with and the next one can use again.
#[derive(Default)]
pub struct Workspace {
    pub(super) stack: Stack,
    pub(super) pv: PvTable,
    pub(super) root_moves: Vec<RootMove>,
    pub(super) completed: Vec<RootMove>,
    /// The longest line that a search has looked at since stack and lines were empty, in plies.
    pub(super) max_ply: usize,
}
