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

/// Rank added to evasions: that of the checker's capture counts twice, losing ones lose [`SOUND`].
const CAPTURE: i32 = 1 << 20;
const SOUND: i32 = 1 << 24;
/// A pawn that becomes a queen comes before other quiet moves.
const PROMOTION: i32 = 1 << 22;

/// A move with its place in the order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ranked {
    /// The move.
    pub mv: Move,
    /// The higher, the sooner it is tried.
    pub rank: i32,
}

/// Gives the moves of one node. The moves themselves lie in a list that all nodes of a line share.
#[derive(Debug)]
pub struct Picker {
    stage: Stage,
    generated: bool,
    captures_only: bool,
    hash: Move,
    killers: [Move; 4],
    pinned: u64,
    /// The next to be looked at, and the end of bad captures, which gather at the start of the list.
    next: usize,
    bad_end: usize,
    start: usize,
}

impl Picker {
    /// For a node of the main search. `start` is the end of the list as it is.
    pub fn new(board: &Board, hash: Move, killers: [Move; 4], start: usize) -> Picker {
        let pinned = board.pinned();
        let hash = if is_possible(board, hash) && is_legal(board, hash, pinned) { hash } else { Move::NONE };
        Picker { stage: Stage::Hash, generated: false, captures_only: false, hash, killers, pinned, next: start, bad_end: start, start }
    }

    /// For quiescence: captures that lose nothing; in check all evasions.
    pub fn captures(board: &Board, start: usize) -> Picker {
        Picker { captures_only: true, ..Picker::new(board, Move::NONE, [Move::NONE; 4], start) }
    }

    /// The next legal move with its stage.
    pub fn next(&mut self, board: &Board, list: &mut Vec<Ranked>, history: &History) -> Option<(Move, Stage)> {
        loop {
            let stage = self.stage;
            let found = match stage {
                Stage::Hash => {
                    self.enter(if board.checkers != 0 { Stage::Evasions } else { Stage::GoodCaptures });
                    Some(self.hash).filter(|&mv| mv != Move::NONE)
                }
                Stage::Killers => self.killer(board),
                Stage::BadCaptures => self.bad_capture(list),
                Stage::GoodCaptures | Stage::Quiets | Stage::Evasions => self.generated(board, list, history),
                Stage::Done => return None,
            };
            if let Some(mv) = found {
                return Some((mv, stage));
            }
        }
    }

    fn enter(&mut self, stage: Stage) {
        (self.stage, self.generated, self.next) = (stage, false, self.start);
    }

    /// Captures, quiet moves or evasions, by the rank they get when they are generated. Captures that lose material are put aside.
    fn generated(&mut self, board: &Board, list: &mut Vec<Ranked>, history: &History) -> Option<Move> {
        if !self.generated {
            self.generated = true;
            let kind = match self.stage {
                Stage::GoodCaptures => Kind::Captures,
                Stage::Quiets => Kind::Quiets,
                _ => Kind::Evasions,
            };
            generate(board, kind, !0, &mut |mv| list.push(Ranked { mv, rank: rank(board, mv, kind, history) }));
        }
        while let Some(mv) = self.select(list) {
            let seen = mv == self.hash || self.stage == Stage::Quiets && self.killers.contains(&mv);
            if seen || !is_legal(board, mv, self.pinned) {
                continue;
            }
            if self.stage != Stage::GoodCaptures || see::reaches(board, mv, 0) {
                return Some(mv);
            }
            list.swap(self.bad_end, self.next - 1);
            self.bad_end += 1;
        }
        self.enter(if self.stage == Stage::GoodCaptures && !self.captures_only { Stage::Killers } else { Stage::Done });
        None
    }

    fn killer(&mut self, board: &Board) -> Option<Move> {
        let tried = self.next - self.start;
        let Some(&mv) = self.killers.get(tried) else {
            self.enter(Stage::BadCaptures);
            return None;
        };
        self.next += 1;
        let fresh = mv != self.hash && !self.killers[..tried].contains(&mv) && !is_capture(board, mv);
        (fresh && is_possible(board, mv) && is_legal(board, mv, self.pinned)).then_some(mv)
    }

    /// They were put aside in their order.
    fn bad_capture(&mut self, list: &mut Vec<Ranked>) -> Option<Move> {
        if self.next == self.bad_end {
            list.truncate(self.start);
            self.enter(Stage::Quiets);
            return None;
        }
        self.next += 1;
        Some(list[self.next - 1].mv)
    }

    /// Brings the best of those that are left forward.
    fn select(&mut self, list: &mut [Ranked]) -> Option<Move> {
        let mut best = self.next;
        for index in self.next + 1..list.len() {
            if list[index].rank > list[best].rank {
                best = index;
            }
        }
        let found = list.get(best)?.mv;
        list.swap(self.next, best);
        self.next += 1;
        Some(found)
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
        Kind::Quiets => history.rank(board, mv) + promotes.map_or(0, |kind| if kind == QUEEN { PROMOTION } else { -PROMOTION }),
        Kind::Evasions => {
            let sound = if see::reaches(board, mv, 0) { 0 } else { -SOUND };
            if !is_capture(board, mv) {
                return sound + history.rank(board, mv) + if promotes == Some(QUEEN) { CAPTURE } else { 0 };
            }
            let takes_checker = board.checkers >> mv.to() & 1 != 0 || mv.is_en_passant() && board.checkers & board.kinds[PAWN] != 0;
            sound + CAPTURE * if takes_checker { 2 } else { 1 } + victim_and_attacker(board, mv)
        }
    }
}
