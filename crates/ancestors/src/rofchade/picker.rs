//! The move picker: returns moves in stages, since most nodes end before all are generated.

use super::board::{Board, PAWN, QUEEN};
use super::history::History;
use super::moves::{Kind, Move, generate, is_capture, is_legal, is_possible};
use super::see;

/// The stage of the picker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// The hash move.
    Hash,
    /// Captures that lose nothing, by MVV-LVA.
    GoodCaptures,
    /// Both killers, the first killer two plies earlier, and the countermove if enabled.
    Killers,
    /// Captures that lose material, by MVV-LVA.
    BadCaptures,
    /// All others by history, including promotions.
    Quiets,
    /// In check: captures of the checker, other captures, quiet moves; then the losing ones likewise.
    Evasions,
    /// No more moves.
    Done,
}

/// A move and its stage.
pub type Picked = (Move, Stage);

/// Bonus for captures in evasions, twice that for the checker's; losing ones get minus [`SOUND`].
const CAPTURE: i32 = 1 << 20;
const SOUND: i32 = 1 << 24;
/// A queen promotion precedes other quiet moves.
const PROMOTION: i32 = 1 << 22;

/// A move with its ordering score: higher comes first.
pub type Ranked = (Move, i32);

/// Picks the moves of one node. The move list is kept outside for reuse at the same ply.
pub struct Picker {
    stage: Stage,
    captures_only: bool,
    hash: Move,
    killers: [Move; 4],
    pinned: u64,
    /// The number of moves of this stage already examined.
    seen: usize,
    /// The number of losing captures, set aside at the start of the list.
    bad: usize,
}

impl Picker {
    /// Creates a picker for a node of the main search.
    pub fn new(board: &Board, hash: Move, killers: [Move; 4]) -> Picker {
        let pinned = board.pinned();
        let hash = if is_possible(board, hash) && is_legal(board, hash, pinned) { hash } else { Move::NONE };
        Picker { stage: Stage::Hash, captures_only: false, hash, killers, pinned, seen: 0, bad: 0 }
    }

    /// Creates a picker for quiescence: captures that lose nothing, or in check all evasions.
    pub fn captures(board: &Board) -> Picker {
        Picker { captures_only: true, ..Picker::new(board, Move::NONE, [Move::NONE; 4]) }
    }

    /// Returns the next legal move with its stage. The list is not used until the hash move has been tried.
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

    /// Advances to the next stage and generates its moves.
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

    /// Returns the best remaining move, the first of equals. Losing captures are set aside.
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

/// Returns the MVV-LVA score of a capture.
fn mvv_lva(board: &Board, mv: Move) -> i32 {
    see::gain(board, mv) * 8 - board.at(mv.from()) as i32
}

/// Returns the ordering score of a move among those of its kind.
fn rank(board: &Board, mv: Move, kind: Kind, history: &History) -> i32 {
    let promotes = mv.promotion();
    match kind {
        Kind::Captures => mvv_lva(board, mv),
        // Underpromotions are hardly ever better.
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
            sound + CAPTURE * if takes_checker { 2 } else { 1 } + mvv_lva(board, mv)
        }
    }
}
