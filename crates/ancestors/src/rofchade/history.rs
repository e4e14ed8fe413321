//! What earlier nodes taught about quiet moves: killers, two history tables and, as an option, countermoves.

use super::board::{Board, KINDS};
use super::moves::Move;

/// Plies a line can have.
pub const MAX_PLY: usize = 128;
/// An entry beyond this halves both tables: what was good long ago counts less and less.
const LIMIT: i32 = 1 << 14;
/// The share of [`History::share`] that says "it always cut".
pub const SHARE: i32 = 1024;

/// Something for each color, piece type and square it goes to.
type Table<T> = [[[T; 64]; KINDS]; 2];

/// Kept from search to search by each thread.
#[derive(Debug)]
pub struct History {
    /// Grows by depth squared when a quiet move cuts.
    good: Table<i32>,
    /// Grows by depth squared when a quiet move was tried before the one that cut; killers are left out.
    bad: Table<i32>,
    killers: [[Move; 2]; MAX_PLY],
    /// The quiet move that refuted a move, by what moved and where to.
    counters: Table<Move>,
}

impl Default for History {
    fn default() -> History {
        let none = [[0; 64]; KINDS];
        History { good: [none; 2], bad: [none; 2], killers: [[Move::NONE; 2]; MAX_PLY], counters: [[[Move::NONE; 64]; KINDS]; 2] }
    }
}

impl History {
    /// How much a move was worth when it cut, and when it failed.
    #[inline]
    fn entries(&self, board: &Board, mv: Move) -> [i32; 2] {
        let (color, kind, to) = (board.turn & 1, board.at(mv.from()), mv.to());
        [self.good[color][kind][to], self.bad[color][kind][to]]
    }

    /// The place of a move in the order of quiet moves: how much more it cut than it failed.
    #[inline]
    pub fn rank(&self, board: &Board, mv: Move) -> i32 {
        let [good, bad] = self.entries(board, mv);
        good - bad
    }

    /// The same as a share of how often it was tried at all, from -[`SHARE`] to [`SHARE`].
    #[inline]
    pub fn share(&self, board: &Board, mv: Move) -> i32 {
        let [good, bad] = self.entries(board, mv);
        SHARE * (good - bad) / (good + bad + 1)
    }

    /// Killers one and two of a ply, and killer one of the ply two before.
    pub fn killers(&self, ply: usize) -> [Move; 3] {
        let [first, second] = self.killers[ply.min(MAX_PLY - 1)];
        [first, second, if ply >= 2 { self.killers[ply - 2][0] } else { Move::NONE }]
    }

    /// What refuted the move that led here; `board` is the one after it.
    pub fn counter(&self, board: &Board, last: Move) -> Move {
        self.counters[board.turn & 1 ^ 1][board.at(last.to()) % KINDS][last.to()]
    }

    /// A quiet move cut off; `tried` are the quiet moves before it, `last` the opponent's move.
    pub fn cut(&mut self, board: &Board, mv: Move, tried: &[Move], depth: i32, ply: usize, last: Move) {
        let color = board.turn & 1;
        let killers = self.killers(ply);
        let good = &mut self.good[color][board.at(mv.from())][mv.to()];
        *good += depth * depth;
        let mut most = *good;
        for failed in tried.iter().filter(|failed| !killers.contains(failed)) {
            let bad = &mut self.bad[color][board.at(failed.from())][failed.to()];
            *bad += depth * depth;
            most = most.max(*bad);
        }
        if most > LIMIT {
            self.halve();
        }
        let [first, second] = &mut self.killers[ply.min(MAX_PLY - 1)];
        if *first != mv {
            (*second, *first) = (*first, mv);
        }
        if last != Move::NONE {
            self.counters[color ^ 1][board.at(last.to()) % KINDS][last.to()] = mv;
        }
    }

    /// Half of both tables is forgotten.
    pub fn halve(&mut self) {
        let tables = self.good.iter_mut().chain(&mut self.bad);
        tables.flatten().flatten().for_each(|value| *value /= 2);
    }

    /// Before a search: killers belong to plies that are no longer the same, and histories age.
    pub fn begin_search(&mut self) {
        self.killers = [[Move::NONE; 2]; MAX_PLY];
        self.halve();
    }
}
