//! Roce's move ordering: the hash move, captures by gain, killers, and history.

use super::attacks::is_attacked;
use super::board::{Board, EMPTY, QUEEN};
use super::moves::{Kind, Move, legal};

/// A move with its ordering score: higher comes first.
pub type Ranked = (i32, Move);

/// The best move of an earlier search of the position.
pub const HASH_MOVE: i32 = 1 << 30;
/// Base of captures that lose nothing and of queen promotions, plus ten times the centipawns gained.
pub const GOOD_CAPTURE: i32 = 1 << 24;
/// Quiet moves that caused a cutoff at the same ply; other quiet moves follow by history.
pub const KILLER: i32 = 1 << 23;
/// Base of captures that seem to lose material and of underpromotions, all below zero.
pub const BAD_CAPTURE: i32 = -(1 << 24);
/// The limit of history scores, below the killers.
const MAX_HISTORY: i32 = 1 << 20;

/// Piece values in centipawns, for ordering.
const PRICES: [i32; 7] = [0, 100, 320, 330, 500, 950, 1000];

/// Returns the value of the piece on a square, for ordering.
#[inline(always)]
pub fn price(piece: i8) -> i32 {
    PRICES[usize::from(piece.unsigned_abs()).min(6)]
}

/// Killers and history of a search.
pub struct History {
    /// Two for each ply, the latest first (Akl and Newborn 1977).
    killers: Vec<[Option<Move>; 2]>,
    /// Scores by piece and target (Schaeffer 1983).
    history: Vec<[i32; 120]>,
}

impl History {
    /// Creates empty tables for this number of plies.
    pub fn new(plies: usize) -> History {
        History { killers: vec![[None; 2]; plies], history: vec![[0; 120]; 13] }
    }

    /// Records a quiet move that caused a cutoff at a node of `depth` plies.
    pub fn record_cutoff(&mut self, board: &Board, mv: Move, depth: i32, ply: usize) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        let count = &mut self.history[piece_index(board, mv)][usize::from(mv.to)];
        *count += depth * depth;
        if *count >= MAX_HISTORY {
            self.history.iter_mut().flatten().for_each(|count| *count /= 2);
        }
    }

    /// Returns the ordering score of a move.
    pub fn rank(&self, board: &Board, mv: Move, best: Option<Move>, ply: usize) -> i32 {
        if best == Some(mv) {
            return HASH_MOVE;
        }
        if !is_noisy(board, mv) {
            return match self.killers[ply].iter().position(|&killer| killer == Some(mv)) {
                Some(place) => KILLER - place as i32,
                None => self.history[piece_index(board, mv)][usize::from(mv.to)],
            };
        }
        let (victim, attacker) =
            (price(board.squares[usize::from(mv.to)]), price(board.squares[usize::from(mv.from)]));
        if mv.promotion != EMPTY {
            let base = if mv.promotion == QUEEN { GOOD_CAPTURE } else { BAD_CAPTURE };
            return base + (victim + price(mv.promotion)) * 10;
        }
        // MVV-LVA; defended victims worth less than their attacker come last.
        let loses = victim < attacker
            && mv.kind != Kind::EnPassant
            && is_attacked(&board.squares, mv.to, -board.turn);
        if loses {
            BAD_CAPTURE + (victim - attacker) * 10
        } else {
            GOOD_CAPTURE + victim * 10 - attacker / 200
        }
    }
}

/// Returns the legal moves in the order of a search with empty killers and history.
pub fn sorted(board: &Board, best: Option<Move>) -> Vec<Ranked> {
    let history = History::new(1);
    let mut list: Vec<Ranked> =
        legal(board).into_iter().map(|mv| (history.rank(board, mv, best, 0), mv)).collect();
    (0..list.len()).for_each(|place| _ = pick_next(&mut list, place));
    list
}

/// Returns true if a move captures or promotes.
#[inline(always)]
pub fn is_noisy(board: &Board, mv: Move) -> bool {
    match mv.kind {
        Kind::Castling => false,
        Kind::EnPassant => true,
        _ => mv.promotion != EMPTY || board.squares[usize::from(mv.to)] != EMPTY,
    }
}

/// Swaps the highest of the moves from `place` on to that place and returns it.
#[inline]
pub fn pick_next(moves: &mut [Ranked], place: usize) -> Option<Move> {
    let best = (place..moves.len()).max_by_key(|&at| (moves[at].0, std::cmp::Reverse(at)))?;
    moves.swap(place, best);
    Some(moves[place].1)
}

fn piece_index(board: &Board, mv: Move) -> usize {
    (board.squares[usize::from(mv.from)] + 6) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::roce::moves::parse;

    #[test]
    fn moves_are_ordered() {
        let board = Board::from_fen("6k1/3n4/2p5/1r1p4/2P1Q3/8/8/4K2R w K - 0 1");
        let mv = |text: &str| parse(&board, text).expect("a move");
        let mut history = History::new(4);
        history.record_cutoff(&board, mv("h1h7"), 3, 1);
        history.record_cutoff(&board, mv("h1h6"), 3, 2);
        let rank = |found: Move| (history.rank(&board, found, Some(mv("e1g1")), 1), found);
        let mut ranked: Vec<Ranked> = legal(&board).into_iter().map(rank).collect();
        let order: Vec<Move> = (0..ranked.len()).filter_map(|place| pick_next(&mut ranked, place)).collect();
        let at = |text: &str| order.iter().position(|&found| found == mv(text)).expect("a move");
        // The hash move, the rook, the pawn, the killer, history, a quiet move, last a losing capture.
        let places = ["e1g1", "c4b5", "c4d5", "h1h7", "h1h6", "e4f4", "e4d5"].map(at);
        assert!(places.is_sorted() && places[..5] == [0, 1, 2, 3, 4], "{places:?}");
    }
}
