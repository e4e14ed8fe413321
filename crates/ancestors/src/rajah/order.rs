//! Move ordering: table move, captures, killers and history; the last two only in the full-width search.

use super::board::*;
use super::moves::Move;

/// A move with its ordering score; higher scores are tried first.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// The ordering score.
    pub rank: i32,
}

/// Base scores: history is between 0 and the killers, losing captures are negative.
const TABLE: i32 = 1 << 28;
const CAPTURE: i32 = 1 << 24;
const KILLER: i32 = 1 << 22;
const MAX_HISTORY: i32 = 1 << 20;

/// Slate and Atkin's killers (Chess 4.5) and Schaeffer's history (1983).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QuietHistory {
    /// Two per ply: quiet moves that refuted a sibling node.
    killers: Vec<[Option<Move>; 2]>,
    /// By piece with its color bit and target: the sum of depth squared over its cutoffs.
    history: Vec<[i32; 128]>,
}

impl QuietHistory {
    /// Creates empty tables for this number of plies.
    pub fn new(plies: usize) -> QuietHistory {
        QuietHistory { killers: vec![[None; 2]; plies], history: vec![[0; 128]; 32] }
    }

    /// Records a quiet move that caused a cutoff at a node of `depth` plies.
    pub fn record(&mut self, board: &Board, mv: Move, ply: usize, depth: i32) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        let entry =
            &mut self.history[usize::from(board.squares[usize::from(mv.from)] & 31)][usize::from(mv.to)];
        *entry += depth * depth;
        if *entry >= MAX_HISTORY {
            self.history.iter_mut().flatten().for_each(|entry| *entry /= 2);
        }
    }

    /// Returns the ordering score of a move in the full-width search.
    pub fn rank(&self, board: &Board, mv: Move, table_move: Option<Move>, ply: usize) -> i32 {
        if Some(mv) == table_move {
            return TABLE;
        }
        if is_quiet(board, mv) {
            return match self.killers[ply] {
                [Some(first), _] if first == mv => KILLER + 1,
                [_, Some(second)] if second == mv => KILLER,
                _ => self.history[usize::from(board.squares[usize::from(mv.from)] & 31)][usize::from(mv.to)],
            };
        }
        if mv.promotion != EMPTY && mv.promotion != QUEEN {
            return -CAPTURE;
        }
        // An attacker worth no more than its victim cannot lose material.
        let exchange = if loses_nothing(board, mv) { 0 } else { board.exchange(mv) };
        if exchange >= 0 { CAPTURE + capture_rank(board, mv) } else { exchange - 1 }
    }
}

/// Returns the MVV-LVA score of a capture, the order of quiescence.
#[inline]
pub fn capture_rank(board: &Board, mv: Move) -> i32 {
    board.gain(mv) * 8 - i32::from(board.squares[usize::from(mv.from)] & KIND)
}

/// Returns true if the attacker is worth no more than its victim.
#[inline]
pub fn loses_nothing(board: &Board, mv: Move) -> bool {
    let victim = board.squares[usize::from(board.capture_square(mv))] & KIND;
    let attacker = board.squares[usize::from(mv.from)] & KIND;
    mv.promotion == EMPTY && VALUE[usize::from(victim)] >= VALUE[usize::from(attacker)]
}

/// Returns true if a move is neither a capture nor a promotion.
#[inline]
pub fn is_quiet(board: &Board, mv: Move) -> bool {
    mv.promotion == EMPTY && board.squares[usize::from(board.capture_square(mv))] == EMPTY
}

/// Swaps the best candidate from `place` on to `place` and returns it: an incremental selection sort.
#[inline]
pub fn pick(candidates: &mut [Candidate], place: usize) -> Option<Candidate> {
    let best = (place..candidates.len())
        .reduce(|best, other| if candidates[other].rank > candidates[best].rank { other } else { best })?;
    candidates.swap(place, best);
    Some(candidates[place])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_move_is_first_and_losing_captures_last() {
        let mut board = Board::from_fen("4k3/8/2p1p3/3p4/1N6/8/3Q4/3RK3 w - - 0 1");
        let mut tables = QuietHistory::new(4);
        let mut mv = |text: &str| board.find(text).expect("a move");
        let [table, good, killer, history, quiet, bad] =
            ["e1f1", "b4c6", "d2h6", "d2g5", "d2e2", "d2d5"].map(&mut mv);
        tables.record(&board, history, 3, 5);
        tables.record(&board, killer, 2, 1);
        let ranks =
            [table, good, killer, history, quiet, bad].map(|mv| tables.rank(&board, mv, Some(table), 2));
        assert!(ranks.is_sorted_by(|a, b| a > b), "{ranks:?}");
        let mut candidates: Vec<Candidate> =
            [quiet, bad, table].iter().zip([0, -9, 7]).map(|(&mv, rank)| Candidate { mv, rank }).collect();
        let picked: Vec<Move> =
            (0..4).map_while(|place| pick(&mut candidates, place)).map(|candidate| candidate.mv).collect();
        assert_eq!(picked, [table, quiet, bad]);
    }

    #[test]
    fn history_never_outranks_a_killer() {
        let mut board = Board::from_fen("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
        let (mut tables, mv) = (QuietHistory::new(2), board.find("a1a5").expect("a move"));
        (0..2000).for_each(|_| tables.record(&board, mv, 0, 60));
        assert!(tables.rank(&board, mv, None, 1) < KILLER && tables.rank(&board, mv, None, 1) > 0);
    }
}
