//! The move picker: moves in the order in which they are worth trying, generated in stages so that a cutoff
//! saves the rest.

use arrayvec::ArrayVec;
use heirloom_chess::{MAX_MOVES, Move, MoveGenKind, MoveList, PieceType, Position, see};

use super::continuation::PreviousMoves;
use super::history::{self, History};
use super::mate_threat::MateThreats;
use super::quiet_bonus::QuietBonus;
use crate::params;
use crate::tt::TranspositionTable;

/// The state of the picker.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Stage {
    TableMove,
    GenerateNoisy,
    GoodNoisy,
    FirstKiller,
    SecondKiller,
    GenerateQuiet,
    Quiet,
    BadNoisy,
    BadQuiet,
    Done,
}

/// Bits for the index of a move within its list, below its score: among equal scores the first one generated
/// wins.
const INDEX_BITS: u32 = 10;

/// The largest index.
const LAST_INDEX: i32 = (1 << INDEX_BITS) - 1;

const _: () = assert!(MAX_MOVES <= LAST_INDEX as usize);

/// The key of a move that was already returned or is to be skipped.
const USED: i32 = i32::MIN;

/// Combines a score with the index of its move, so that a single comparison suffices.
#[inline(always)]
fn sort_key(score: i32, index: usize) -> i32 {
    score << INDEX_BITS | (LAST_INDEX - index as i32)
}

/// Returns each legal move once: table move, winning captures, killers, quiet moves by history and immediate
/// effects, losing captures, quiet moves with a bad history.
pub struct MovePicker {
    stage: Stage,
    table_move: Option<Move>,
    killers: [Option<Move>; 2],
    /// The moves that led here.
    before: PreviousMoves,
    /// Detects quiet moves that threaten mate, if the king may be in danger.
    mate_threats: Option<MateThreats>,
    noisy_only: bool,
    /// The gain from which a capture counts as good, in centipawns.
    noisy_threshold: i32,
    skip_quiets: bool,
    /// The moves of the current stage.
    moves: MoveList,
    /// The key of each of them.
    keys: ArrayVec<i32, MAX_MOVES>,
    /// Captures that lose material, in the order they were found.
    bad_noisy: MoveList,
    next_bad: usize,
}

impl MovePicker {
    /// Creates a picker for all moves of a position.
    #[inline]
    pub fn all(
        table_move: Option<Move>,
        killers: [Option<Move>; 2],
        before: PreviousMoves,
        mate_threats: Option<MateThreats>,
    ) -> MovePicker {
        MovePicker {
            stage: Stage::TableMove,
            table_move,
            killers,
            before,
            mate_threats,
            noisy_only: false,
            noisy_threshold: 0,
            skip_quiets: false,
            moves: MoveList::new(),
            keys: ArrayVec::new(),
            bad_noisy: MoveList::new(),
            next_bad: 0,
        }
    }

    /// Creates a picker for captures and promotions that gain at least `threshold` centipawns, with the table
    /// move first if it is a capture or promotion.
    #[inline]
    pub fn noisy(table_move: Option<Move>, threshold: i32) -> MovePicker {
        let mut picker = MovePicker::all(table_move, [None; 2], [None; 3], None);
        (picker.noisy_only, picker.noisy_threshold) = (true, threshold);
        picker
    }

    /// Skips the quiet moves not returned yet.
    pub fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    /// Returns true if the last move returned was one of the losing captures and bad quiet moves at the end.
    pub fn is_at_bad_moves(&self) -> bool {
        matches!(self.stage, Stage::BadNoisy | Stage::BadQuiet)
    }

    /// Returns the next move, if there is one. Prefetches the table entry of the position after it while the
    /// caller examines the move.
    ///
    /// Work done once per node is in functions that are not inlined into this one, which usually returns
    /// after a few steps: they would make it save many registers each time.
    pub fn next(
        &mut self,
        position: &Position,
        history: &History,
        table: &TranspositionTable,
    ) -> Option<Move> {
        let mv = self.choose(position, history, table)?;
        // For captures it was prefetched before the exchange evaluation.
        if self.stage != Stage::GoodNoisy {
            table.prefetch(position.key_after(mv));
        }
        Some(mv)
    }

    #[inline(always)]
    fn choose(&mut self, position: &Position, history: &History, table: &TranspositionTable) -> Option<Move> {
        loop {
            match self.stage {
                Stage::TableMove => {
                    self.stage = Stage::GenerateNoisy;
                    self.table_move = self.table_move.filter(|&mv| self.is_usable_table_move(position, mv));
                    if self.table_move.is_some() {
                        return self.table_move;
                    }
                }
                Stage::GenerateNoisy => {
                    self.stage = Stage::GoodNoisy;
                    self.add_noisy(position, history);
                }
                Stage::GoodNoisy => match self.next_good_noisy(position, table) {
                    Some(mv) => return Some(mv),
                    None if self.noisy_only => self.stage = Stage::Done,
                    None => self.stage = Stage::FirstKiller,
                },
                Stage::FirstKiller => {
                    self.stage = Stage::SecondKiller;
                    if let Some(mv) = self.usable_killer(position, 0) {
                        return Some(mv);
                    }
                }
                Stage::SecondKiller => {
                    self.stage = Stage::GenerateQuiet;
                    if let Some(mv) = self.usable_killer(position, 1) {
                        return Some(mv);
                    }
                }
                Stage::GenerateQuiet => {
                    self.stage = Stage::Quiet;
                    if !self.skip_quiets {
                        self.add_quiet(position, history);
                    }
                }
                Stage::Quiet => match self.next_quiet(params::bad_quiet()) {
                    Some(mv) => return Some(mv),
                    None => self.stage = Stage::BadNoisy,
                },
                Stage::BadNoisy => {
                    if let Some(&mv) = self.bad_noisy.get(self.next_bad) {
                        self.next_bad += 1;
                        return Some(mv);
                    }
                    self.stage = Stage::BadQuiet;
                }
                Stage::BadQuiet => match self.next_quiet(i32::MIN) {
                    Some(mv) => return Some(mv),
                    None => self.stage = Stage::Done,
                },
                Stage::Done => return None,
            }
        }
    }

    /// A move from the table may belong to another position with the same key.
    fn is_usable_table_move(&self, position: &Position, mv: Move) -> bool {
        position.is_legal(mv) && (!self.noisy_only || position.is_noisy(mv))
    }

    #[inline(never)]
    fn add_noisy(&mut self, position: &Position, history: &History) {
        position.generate(MoveGenKind::Noisy, &mut self.moves);
        for (index, &mv) in self.moves.iter().enumerate() {
            let skipped = Some(mv) == self.table_move;
            self.keys.push(if skipped { USED } else { sort_key(noisy_score(position, mv, history), index) });
        }
    }

    #[inline(never)]
    fn add_quiet(&mut self, position: &Position, history: &History) {
        self.moves.clear();
        self.keys.clear();
        // Prefetch the histories while the moves are generated.
        let quiet_history = history.quiet_history(position, &self.before);
        quiet_history.prefetch(position.turn());
        let bonuses = QuietBonus::of(position);
        position.generate(MoveGenKind::Quiet, &mut self.moves);
        for (index, &mv) in self.moves.iter().enumerate() {
            let skipped = Some(mv) == self.table_move || self.killers.contains(&Some(mv));
            let sort_key = match position.piece_at(mv.from()) {
                Some(moved) if !skipped => {
                    let threatens =
                        self.mate_threats.is_some_and(|mate_threats| mate_threats.is_threat(position, mv));
                    let threat = if threatens { params::threat_bonus() } else { 0 };
                    sort_key(quiet_history.of(mv, moved) + bonuses.bonus(position, mv, moved) + threat, index)
                }
                _ => USED,
            };
            self.keys.push(sort_key);
        }
    }

    /// Returns the best capture that does not lose material; puts losing ones aside.
    #[inline(never)]
    fn next_good_noisy(&mut self, position: &Position, table: &TranspositionTable) -> Option<Move> {
        while let Some(mv) = self.take_best(i32::MIN) {
            table.prefetch(position.key_after(mv));
            if see::at_least(position, mv, self.noisy_threshold, &see::VALUES) {
                return Some(mv);
            }
            self.bad_noisy.push(mv);
        }
        None
    }

    /// Returns the best quiet move, if its score is at least `least`.
    fn next_quiet(&mut self, least: i32) -> Option<Move> {
        if self.skip_quiets { None } else { self.take_best(least) }
    }

    fn usable_killer(&mut self, position: &Position, index: usize) -> Option<Move> {
        let usable =
            |&mv: &Move| Some(mv) != self.table_move && position.is_legal(mv) && !position.is_noisy(mv);
        // A killer that is not returned here must not be skipped among the quiet moves.
        self.killers[index] = self.killers[index].filter(usable).filter(|_| !self.skip_quiets);
        self.killers[index]
    }

    /// Returns the best remaining move if its score is at least `least`. Sorting all of them would be wasted
    /// when one of the first cuts off.
    #[inline]
    fn take_best(&mut self, least: i32) -> Option<Move> {
        let best = self.keys.iter().fold(USED, |best, &sort_key| best.max(sort_key));
        if best == USED || best >> INDEX_BITS < least {
            return None;
        }
        let index = (LAST_INDEX - (best & LAST_INDEX)) as usize;
        self.keys[index] = USED;
        Some(self.moves[index])
    }
}

/// Scores captures by victim, then by history; promotions to a queen like captures of one, underpromotions
/// last.
fn noisy_score(position: &Position, mv: Move, history: &History) -> i32 {
    let captured = history::captured_type(position, mv);
    let score = position.piece_at(mv.from()).map_or(0, |moved| history.noisy(mv, moved, captured));
    let promotion = match mv.promotion_piece() {
        Some(PieceType::Queen) => see::VALUES[PieceType::Queen.index()],
        Some(_) => -see::VALUES[PieceType::Queen.index()],
        None => 0,
    };
    (see::VALUES[captured.index()] + promotion) * params::capture_weight() + score
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::nnue::simd::Level;
    use crate::huge::Huge;
    use heirloom_chess::perft::perft;

    /// Perft through the picker, with random table moves and killers that may be illegal.
    fn picked_perft(
        position: &Position,
        depth: u32,
        history: &History,
        table: &TranspositionTable,
        random: &mut fastrand::Rng,
    ) -> u64 {
        if depth == 0 {
            return 1;
        }
        let moves = position.legal_moves();
        let any = |random: &mut fastrand::Rng| match random.u32(0..3) {
            0 => None,
            1 => Move::from_bits(random.u16(1..)),
            _ if moves.is_empty() => None,
            _ => Some(moves[random.usize(..moves.len())]),
        };
        let killers = [any(random), any(random)];
        let killers = if killers[0] == killers[1] { [killers[0], None] } else { killers };
        let mut picker = MovePicker::all(any(random), killers, [None; 3], None);
        let mut leaves = 0;
        while let Some(mv) = picker.next(position, history, table) {
            assert!(position.is_legal(mv), "{mv:?} in {position:?}");
            let mut child = position.clone();
            child.play(mv);
            leaves += picked_perft(&child, depth - 1, history, table, random);
        }
        leaves
    }

    #[test]
    fn each_legal_move_is_handed_out_once() {
        let (history, table, mut random) =
            (Huge::<History>::zeroed(), TranspositionTable::new(1).unwrap(), fastrand::Rng::with_seed(3));
        for (fen, depth) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4),
            ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3),
            ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 3),
            ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4),
            ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", 3),
        ] {
            let position = Position::from_fen(fen).unwrap();
            let picked = picked_perft(&position, depth, &history, &table, &mut random);
            assert_eq!(picked, perft(&position, depth), "{fen}");
        }
    }

    #[test]
    fn threats_to_mate_come_first_among_quiet_moves() {
        // The bishop goes behind the queen.
        let position = Position::from_fen("5rk1/5ppp/8/4N2Q/8/8/B7/4K3 w - - 0 1").unwrap();
        let mate_threats = MateThreats::new(&position, Level::best());
        let (history, table) = (Huge::<History>::zeroed(), TranspositionTable::new(1).unwrap());
        let mut picker = MovePicker::all(None, [None; 2], [None; 3], Some(mate_threats));
        let first = std::iter::from_fn(|| picker.next(&position, &history, &table))
            .find(|&mv| !position.is_noisy(mv));
        assert_eq!(first.map(|mv| format!("{mv:?}")).as_deref(), Some("a2b1"));
    }

    #[test]
    fn captures_come_before_quiet_moves_and_losing_ones_last() {
        // The queen can capture three pawns; only the one on c6 is unprotected.
        let position = Position::from_fen("6k1/8/2p5/1p1p4/2Q5/8/8/4K3 w - - 0 1").unwrap();
        let mut picker = MovePicker::all(None, [None; 2], [None; 3], None);
        let (history, table, mut order) =
            (Huge::<History>::zeroed(), TranspositionTable::new(1).unwrap(), Vec::new());
        while let Some(mv) = picker.next(&position, &history, &table) {
            order.push(format!("{mv:?}"));
        }
        let last = order.len() - 2;
        assert_eq!(order[0], "c4c6");
        assert!(order[last..].iter().all(|mv| mv == "c4b5" || mv == "c4d5"), "{order:?}");
    }
}
