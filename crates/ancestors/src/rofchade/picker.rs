//! Moves one by one in the order in which they are worth trying; most are never made, for an earlier one cuts.

use super::board::{Board, PAWN, QUEEN};
use super::history::History;
use super::moves::{Kind, Move, generate, is_capture, is_legal, is_possible};
use super::see;

/// Which moves come next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// The move that the table knows.
    Hash,
    /// Captures that lose nothing, by MVV/LVA.
    GoodCaptures,
    /// Killers one and two, killer one of two plies before, the countermove where it is used.
    Killers,
    /// Captures that lose material, by MVV/LVA.
    BadCaptures,
    /// All others by history, promotions among them.
    Quiets,
    /// In check: captures of the checker, other captures, quiets; after them the same once more, those that lose material.
    Evasions,
    /// No more.
    Done,
}

/// A move and the stage it comes from.
pub type Picked = (Move, Stage);

/// Rank added to evasions: that of the checker's capture counts twice, losing ones lose [`SOUND`].
const CAPTURE: i32 = 1 << 20;
const SOUND: i32 = 1 << 24;
/// A pawn that becomes a queen comes before other quiet moves.
const PROMOTION: i32 = 1 << 22;

/// A move and its place in the order: the higher, the sooner it is tried.
pub type Ranked = (Move, i32);

/// Gives the moves of one node. The moves themselves lie in a list that outlives the node, for the next one at the same ply.
pub struct Picker {
    stage: Stage,
    captures_only: bool,
    hash: Move,
    killers: [Move; 4],
    pinned: u64,
    /// Moves of this stage that have been looked at.
    seen: usize,
    /// Captures that lose material, put aside at the start of the list.
    bad: usize,
}

impl Picker {
    /// For a node of the main search.
    pub fn new(board: &Board, hash: Move, killers: [Move; 4]) -> Picker {
        let pinned = board.pinned();
        let hash = if is_possible(board, hash) && is_legal(board, hash, pinned) { hash } else { Move::NONE };
        Picker { stage: Stage::Hash, captures_only: false, hash, killers, pinned, seen: 0, bad: 0 }
    }

    /// For quiescence: captures that lose nothing; in check all evasions.
    pub fn captures(board: &Board) -> Picker {
        Picker { captures_only: true, ..Picker::new(board, Move::NONE, [Move::NONE; 4]) }
    }

    /// The next legal move with its stage. The list is not touched before the move from the table has been tried.
    pub fn next(&mut self, board: &Board, list: &mut Vec<Ranked>, history: &History) -> Option<Picked> {
        while self.stage != Stage::Done {
            let found = match self.stage {
                Stage::Hash => Some(self.hash).filter(|&mv| mv != Move::NONE && self.seen == 0),
                Stage::Killers => self.killer(board),
                Stage::BadCaptures => list[..self.bad].get(self.seen).map(|&(mv, _)| mv),
                _ => self.best(board, list),
            };
            if let Some(mv) = found {
                self.seen += 1;
                return Some((mv, self.stage));
            }
            self.advance(board, list, history);
        }
        None
    }

    /// Goes on to the next stage, and makes its moves.
    fn advance(&mut self, board: &Board, list: &mut Vec<Ranked>, history: &History) {
        let (stage, kind) = match self.stage {
            Stage::Hash if board.checkers != 0 => (Stage::Evasions, Some(Kind::Evasions)),
            Stage::Hash => (Stage::GoodCaptures, Some(Kind::Captures)),
            Stage::GoodCaptures if !self.captures_only => (Stage::Killers, None),
            Stage::Killers => (Stage::BadCaptures, None),
            Stage::BadCaptures => (Stage::Quiets, Some(Kind::Quiets)),
            _ => (Stage::Done, None),
        };
        (self.stage, self.seen) = (stage, 0);
        if let Some(kind) = kind {
            list.clear();
            generate(board, kind, !0, &mut |mv| list.push((mv, rank(board, mv, kind, history))));
        }
    }

    /// The best of the generated moves that are left; of equal ones the first. Captures that lose material are put aside.
    fn best(&mut self, board: &Board, list: &mut [Ranked]) -> Option<Move> {
        while let Some(best) = (self.seen..list.len()).rev().max_by_key(|&index| list[index].1) {
            list.swap(self.seen, best);
            let (mv, _) = list[self.seen];
            let known = mv == self.hash || self.stage == Stage::Quiets && self.killers.contains(&mv);
            if !known && is_legal(board, mv, self.pinned) {
                if self.stage != Stage::GoodCaptures || see::reaches(board, mv, 0) {
                    return Some(mv);
                }
                list.swap(self.bad, self.seen);
                self.bad += 1;
            }
            self.seen += 1;
        }
        None
    }

    fn killer(&mut self, board: &Board) -> Option<Move> {
        while let Some(&mv) = self.killers.get(self.seen) {
            let fresh = mv != self.hash && !self.killers[..self.seen].contains(&mv) && !is_capture(board, mv);
            if fresh && is_possible(board, mv) && is_legal(board, mv, self.pinned) {
                return Some(mv);
            }
            self.seen += 1;
        }
        None
    }
}

/// Most valuable victim first; among equal ones the least valuable attacker.
fn victim_and_attacker(board: &Board, mv: Move) -> i32 {
    see::gain(board, mv) * 8 - board.at(mv.from()) as i32
}

/// The place of a move among those of its kind.
fn rank(board: &Board, mv: Move, kind: Kind, history: &History) -> i32 {
    let promotes = mv.promotion();
    match kind {
        Kind::Captures => victim_and_attacker(board, mv),
        // A piece other than a queen is hardly ever better.
        Kind::Quiets => {
            history.rank(board, mv)
                + promotes.map_or(0, |kind| if kind == QUEEN { PROMOTION } else { -PROMOTION })
        }
        Kind::Evasions => {
            let sound = if see::reaches(board, mv, 0) { 0 } else { -SOUND };
            if !is_capture(board, mv) {
                return sound + history.rank(board, mv) + if promotes == Some(QUEEN) { CAPTURE } else { 0 };
            }
            let takes_checker = board.checkers >> mv.to() & 1 != 0
                || mv.is_en_passant() && board.checkers & board.kinds[PAWN] != 0;
            sound + CAPTURE * if takes_checker { 2 } else { 1 } + victim_and_attacker(board, mv)
        }
    }
}
