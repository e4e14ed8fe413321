//! Statistics of quiet moves: killers, two history tables and optional countermoves.

use super::board::{BLACK, Board, KINDS};
use super::moves::Move;

/// The maximum line length in plies.
pub const MAX_PLY: usize = 128;
/// An entry above this halves both tables, so that old results fade.
const LIMIT: i32 = 1 << 14;
/// The value of [`History::share`] for a move that always caused a cutoff.
pub const SHARE: i32 = 1024;

/// The size of a table by color, piece type and target square.
const PLACES: usize = 2 * KINDS * 64;
/// The history of moves that caused a cutoff.
const GOOD: usize = 0;
/// The history of moves tried before the one that caused a cutoff.
const BAD: usize = 1;

/// The move statistics of a thread, kept between searches.
pub struct History {
    /// Both histories of quiet moves: sums of depth squared, without killers in the bad one.
    values: [[i32; 2]; PLACES],
    killers: [[Move; 2]; MAX_PLY],
    /// The quiet move that refuted a move, by the moved piece and its target.
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

/// Returns the table index of the piece on a square, moving to another.
fn place(board: &Board, from: usize, to: usize) -> usize {
    let color = (board.colors[BLACK] >> from & 1) as usize;
    (color * KINDS + board.at(from) % KINDS) * 64 + to
}

impl History {
    /// Returns the ordering score of a quiet move: its cutoffs minus its failures.
    pub fn rank(&self, board: &Board, mv: Move) -> i32 {
        let [good, bad] = self.values[place(board, mv.from(), mv.to())];
        good - bad
    }

    /// Returns the same relative to all its attempts, from -[`SHARE`] to [`SHARE`].
    pub fn share(&self, board: &Board, mv: Move) -> i32 {
        let [good, bad] = self.values[place(board, mv.from(), mv.to())];
        SHARE * (good - bad) / (good + bad + 1)
    }

    /// Returns both killers of a ply, and the first killer two plies earlier.
    pub fn killers(&self, ply: usize) -> [Move; 3] {
        let [first, second] = self.killers[ply.min(MAX_PLY - 1)];
        [first, second, if ply >= 2 { self.killers[ply - 2][0] } else { Move::NONE }]
    }

    /// Returns the countermove to the move that led here; `board` is the position after it.
    pub fn counter(&self, board: &Board, last: Move) -> Move {
        self.counters[place(board, last.to(), last.to())]
    }

    /// Records a quiet cutoff; `tried` are the quiet moves before it, `last` is the opponent's move.
    pub fn update(&mut self, board: &Board, mv: Move, tried: &[Move], depth: i32, ply: usize, last: Move) {
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

    /// Halves both histories.
    pub fn halve(&mut self) {
        self.values.iter_mut().flatten().for_each(|value| *value /= 2);
    }

    /// Prepares a search: killers are cleared, since plies have shifted, and histories age.
    pub fn begin_search(&mut self) {
        self.killers = [[Move::NONE; 2]; MAX_PLY];
        self.halve();
    }
}
