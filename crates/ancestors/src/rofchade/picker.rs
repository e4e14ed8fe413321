//! Moves one by one in the order in which they are worth trying; most are never made, for an earlier one cuts.

use super::board::{Board, KINDS, PAWN, QUEEN};
use super::history::History;
use super::moves::{Kind, Move, Ranked, generate, is_legal, is_possible};
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
            let found = match self.stage {
                Stage::Hash => {
                    self.enter(if board.checkers() != 0 { Stage::Evasions } else { Stage::GoodCaptures });
                    Some(self.hash).filter(|&mv| mv != Move::NONE).map(|mv| (mv, Stage::Hash))
                }
                Stage::GoodCaptures => self.good_capture(board, list),
                Stage::Killers => self.killer(board),
                Stage::BadCaptures => self.bad_capture(list),
                Stage::Quiets | Stage::Evasions => self.ranked(board, list, history),
                Stage::Done => return None,
            };
            if found.is_some() {
                return found;
            }
        }
    }

    fn enter(&mut self, stage: Stage) {
        (self.stage, self.generated) = (stage, false);
    }

    fn good_capture(&mut self, board: &Board, list: &mut Vec<Ranked>) -> Option<(Move, Stage)> {
        if !self.generated {
            self.generated = true;
            generate(board, Kind::Captures, list);
            for ranked in &mut list[self.start..] {
                ranked.rank = victim_and_attacker(board, ranked.mv);
            }
        }
        while let Some(best) = self.select(list) {
            if best.mv == self.hash || !is_legal(board, best.mv, self.pinned) {
                continue;
            }
            if see::reaches(board, best.mv, 0) {
                return Some((best.mv, Stage::GoodCaptures));
            }
            list.swap(self.bad_end, self.next - 1);
            self.bad_end += 1;
        }
        self.next = self.start;
        self.enter(if self.captures_only { Stage::Done } else { Stage::Killers });
        None
    }

    fn killer(&mut self, board: &Board) -> Option<(Move, Stage)> {
        let tried = self.next - self.start;
        if tried == self.killers.len() {
            self.next = self.start;
            self.enter(Stage::BadCaptures);
            return None;
        }
        self.next += 1;
        let mv = self.killers[tried];
        let fresh = mv != self.hash && !self.killers[..tried].contains(&mv);
        let fits = fresh && is_possible(board, mv) && !is_capture(board, mv) && is_legal(board, mv, self.pinned);
        fits.then_some((mv, Stage::Killers))
    }

    /// They were put aside in their order.
    fn bad_capture(&mut self, list: &mut Vec<Ranked>) -> Option<(Move, Stage)> {
        if self.next == self.bad_end {
            list.truncate(self.start);
            self.next = self.start;
            self.enter(Stage::Quiets);
            return None;
        }
        self.next += 1;
        Some((list[self.next - 1].mv, Stage::BadCaptures))
    }

    /// Quiet moves or evasions, whose rank is found when they are generated.
    fn ranked(&mut self, board: &Board, list: &mut Vec<Ranked>, history: &History) -> Option<(Move, Stage)> {
        if !self.generated {
            self.generated = true;
            let evasions = self.stage == Stage::Evasions;
            generate(board, if evasions { Kind::Evasions } else { Kind::Quiets }, list);
            for ranked in &mut list[self.start..] {
                ranked.rank = if evasions { rank_evasion(board, ranked.mv, history) } else { rank_quiet(board, ranked.mv, history) };
            }
        }
        while let Some(best) = self.select(list) {
            let seen = best.mv == self.hash || self.stage == Stage::Quiets && self.killers.contains(&best.mv);
            if !seen && is_legal(board, best.mv, self.pinned) {
                return Some((best.mv, self.stage));
            }
        }
        self.stage = Stage::Done;
        None
    }

    /// Brings the best of those that are left forward.
    fn select(&mut self, list: &mut [Ranked]) -> Option<Ranked> {
        let mut best = self.next;
        for index in self.next + 1..list.len() {
            if list[index].rank > list[best].rank {
                best = index;
            }
        }
        let found = *list.get(best)?;
        list.swap(self.next, best);
        self.next += 1;
        Some(found)
    }
}

/// Does a move take something?
#[inline]
pub fn is_capture(board: &Board, mv: Move) -> bool {
    mv.is_en_passant() || board.at(mv.to()) != KINDS && !mv.is_castling()
}

/// Most valuable victim first; among equal ones the least valuable attacker.
fn victim_and_attacker(board: &Board, mv: Move) -> i32 {
    see::gain(board, mv) * 8 - board.at(mv.from()) as i32
}

fn rank_quiet(board: &Board, mv: Move, history: &History) -> i32 {
    let promotion = match mv.promotion() {
        None => 0,
        Some(QUEEN) => PROMOTION,
        // Hardly ever better than a queen.
        Some(_) => -PROMOTION,
    };
    history.rank(board, mv) + promotion
}

fn rank_evasion(board: &Board, mv: Move, history: &History) -> i32 {
    let sound = if see::reaches(board, mv, 0) { 0 } else { -SOUND };
    if !is_capture(board, mv) {
        return sound + history.rank(board, mv) + mv.promotion().map_or(0, |kind| if kind == QUEEN { CAPTURE } else { 0 });
    }
    let takes_checker = board.checkers() >> mv.to() & 1 != 0 || mv.is_en_passant() && board.checkers() & board.kind(PAWN) != 0;
    sound + CAPTURE * if takes_checker { 2 } else { 1 } + victim_and_attacker(board, mv)
}
