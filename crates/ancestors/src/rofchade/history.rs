//! What earlier nodes taught about quiet moves: killers, two history tables and, as an option, countermoves.

use super::board::{BLACK, Board, KINDS};
use super::moves::Move;

/// Plies a line can have.
pub const MAX_PLY: usize = 128;
/// An entry beyond this halves both tables: what was good long ago counts less and less.
const LIMIT: i32 = 1 << 14;
/// The share of [`History::share`] that says "it always cut".
pub const SHARE: i32 = 1024;

/// A table has a place for each color, piece type and square it goes to.
const PLACES: usize = 2 * KINDS * 64;
/// The history of moves that cut.
const GOOD: usize = 0;
/// The history of moves that were tried before the one that cut.
const BAD: usize = 1;

/// Kept from search to search by each thread.
pub struct History {
    /// Both histories of quiet moves; they grow by depth squared, and killers are left out of the bad one.
    values: [[i32; 2]; PLACES],
    killers: [[Move; 2]; MAX_PLY],
    /// The quiet move that refuted a move, by what moved and where to.
    counters: [Move; PLACES],
}

impl Default for History {
    fn default() -> History {
        History {
            values: [[0; 2]; PLACES],
            killers: [[Move::NONE; 2]; MAX_PLY],
            counters: [Move::NONE; PLACES],
        }
    }
}

/// The place of what stands on a square, when it goes to another.
fn place(board: &Board, stands: usize, to: usize) -> usize {
    let color = (board.colors[BLACK] >> stands & 1) as usize;
    (color * KINDS + board.at(stands) % KINDS) * 64 + to
}

impl History {
    /// The place of a move in the order of quiet moves: how much more it cut than it failed.
    pub fn rank(&self, board: &Board, mv: Move) -> i32 {
        let [good, bad] = self.values[place(board, mv.from(), mv.to())];
        good - bad
    }

    /// The same as a share of how often it was tried at all, from -[`SHARE`] to [`SHARE`].
    pub fn share(&self, board: &Board, mv: Move) -> i32 {
        let [good, bad] = self.values[place(board, mv.from(), mv.to())];
        SHARE * (good - bad) / (good + bad + 1)
    }

    /// Killers one and two of a ply, and killer one of the ply two before.
    pub fn killers(&self, ply: usize) -> [Move; 3] {
        let [first, second] = self.killers[ply.min(MAX_PLY - 1)];
        [first, second, if ply >= 2 { self.killers[ply - 2][0] } else { Move::NONE }]
    }

    /// What refuted the move that led here; `board` is the one after it.
    pub fn counter(&self, board: &Board, last: Move) -> Move {
        self.counters[place(board, last.to(), last.to())]
    }

    /// A quiet move cut off; `tried` are the quiet moves before it, `last` the opponent's move.
    pub fn cut(&mut self, board: &Board, mv: Move, tried: &[Move], depth: i32, ply: usize, last: Move) {
        let killers = self.killers(ply);
        let failed = tried.iter().filter(|failed| !killers.contains(failed)).map(|&failed| (failed, BAD));
        let mut most = 0;
        for (mv, side) in failed.chain([(mv, GOOD)]) {
            let value = &mut self.values[place(board, mv.from(), mv.to())][side];
            *value += depth * depth;
            most = most.max(*value);
        }
        if most > LIMIT {
            self.halve();
        }
        let [first, second] = &mut self.killers[ply.min(MAX_PLY - 1)];
        if *first != mv {
            (*second, *first) = (*first, mv);
        }
        if last != Move::NONE {
            self.counters[place(board, last.to(), last.to())] = mv;
        }
    }

    /// Half of both tables is forgotten.
    pub fn halve(&mut self) {
        self.values.iter_mut().flatten().for_each(|value| *value /= 2);
    }

    /// Before a search: killers belong to plies that are no longer the same, and histories age.
    pub fn begin_search(&mut self) {
        self.killers = [[Move::NONE; 2]; MAX_PLY];
        self.halve();
    }
}
