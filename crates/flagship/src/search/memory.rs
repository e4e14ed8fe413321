//! The data that a thread keeps between searches: histories, caches and reusable buffers.

use super::RootMove;
use super::history::History;
use super::pv::PvTable;
use super::stack::Stack;
use crate::eval::classical::pawns::PawnCache;
use crate::eval::nnue::accumulator::Accumulators;
use crate::huge::Huge;

/// The data that one thread keeps between searches and accesses exclusively.
#[derive(Default)]
pub struct Memory {
    /// The move histories.
    pub history: Huge<History>,
    /// The pawn structure cache.
    pub pawns: PawnCache,
    /// The hidden layers of a net, if one evaluates.
    pub accumulators: Option<Accumulators>,
    /// Buffers that each search starts with empty, since small searches would spend most of their time
    /// allocating them.
    pub workspace: Box<Workspace>,
}

impl Memory {
    /// Clears what belongs to the previous game. Pawn structures and hidden layers stay, as they are valid in
    /// any game.
    pub fn clear(&mut self) {
        self.history.clear();
    }
}

/// The buffers of a search, reused by the next one.
#[derive(Default)]
pub struct Workspace {
    pub(super) stack: Stack,
    pub(super) pv: PvTable,
    pub(super) root_moves: Vec<RootMove>,
    pub(super) completed: Vec<RootMove>,
    /// The longest line searched since `stack` and `pv` were last empty, in plies.
    pub(super) max_ply: usize,
}
