//! Ranking of the root moves by the tables, so that a won ending is won within the fifty-move rule.

use heirloom_chess::{Line, Move, Position};

use crate::{Dtz, TableResult, Tablebases};

/// The number of plies without a capture or pawn move after which a winner takes the shortest path; until
/// then all moves that win in time are equal, and the search may choose the natural one.
const PATIENCE: i32 = 30;

/// The winner takes the shortest path unless this many plies are left beyond the table's distance.
const RESERVE: i32 = 2;

/// The rank of a certain win; a win that must take the shortest path ranks lower by its plies. Draws are
/// around zero, losses mirror wins.
pub const CERTAIN: i32 = 1000;

/// The rank of a mating move.
const MATE: i32 = CERTAIN + 1;

/// Options for ranking root moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RootOptions {
    /// Whether the fifty-move rule counts.
    pub fifty_moves: bool,
    /// Whether distances are probed. Without them only results are known, and nothing leads to progress.
    pub distances: bool,
}

impl Default for RootOptions {
    fn default() -> RootOptions {
        RootOptions { fifty_moves: true, distances: true }
    }
}

/// A legal move with its result in the tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RankedMove {
    /// The move.
    pub mv: Move,
    /// The result after it from the view of the player who makes it, taking the halfmove clock and earlier
    /// positions into account.
    pub wdl: TableResult,
    /// Plies to the next capture or pawn move that preserves the result, including this move: positive when
    /// winning, negative when losing, 0 when drawn; `None` if only WDL tables were used.
    pub dtz: Option<i32>,
    /// The sort key of the moves: only moves with the highest rank should be played. The search chooses among
    /// moves of equal rank.
    pub rank: i32,
}

/// The parts of the game that ranking needs.
struct Game<'a> {
    line: &'a Line,
    /// Plies without a capture or pawn move.
    clock: i32,
    /// Whether a position has occurred twice since the last capture or pawn move.
    has_repeated: bool,
    fifty_moves: bool,
}

impl Tablebases {
    /// Returns all legal moves at the end of a line with their results, best first. Uses distances if all are
    /// available, else results alone. Returns `None` if the tables do not cover every move, or if there is no
    /// legal move.
    pub fn root_moves(&self, line: &Line, options: RootOptions) -> Option<Vec<RankedMove>> {
        let position = line.position();
        let legal = position.legal_moves();
        if legal.is_empty() || !self.may_cover(position) {
            return None;
        }
        let game = Game {
            line,
            clock: i32::from(position.halfmove_clock()),
            has_repeated: has_repeated(line),
            fifty_moves: options.fifty_moves,
        };
        let by_distance = || legal.iter().map(|&mv| self.by_distance(&game, mv)).collect();
        let by_result = || legal.iter().map(|&mv| self.by_result(&game, mv)).collect();
        let mut moves: Vec<RankedMove> = options.distances.then(by_distance).flatten().or_else(by_result)?;
        moves.sort_by_key(|known| std::cmp::Reverse(known.rank));
        Some(moves)
    }

    fn by_distance(&self, game: &Game<'_>, mv: Move) -> Option<RankedMove> {
        let child = game.after(mv);
        let zeroing = child.halfmove_clock() == 0;
        if child.in_check() && !child.has_legal_move() {
            return Some(RankedMove { mv, wdl: TableResult::Win, dtz: Some(1), rank: MATE });
        }
        let dtz = if game.is_drawn(&child) {
            Dtz { plies: 0, rounded: false }
        } else if zeroing {
            // The distance starts over: the result counts, not how far it is from here.
            let plies = match self.probe_wdl(&child)? {
                TableResult::Loss => 1,
                TableResult::BlessedLoss => 101,
                TableResult::Draw => 0,
                TableResult::CursedWin => -101,
                TableResult::Win => -1,
            };
            Dtz { plies, rounded: false }
        } else {
            let dtz = self.probe_dtz(&child)?;
            Dtz { plies: -dtz.plies - dtz.plies.signum(), ..dtz }
        };
        // What follows a zeroing move does not depend on the plies before it.
        let clock = if zeroing { 0 } else { game.clock };
        let wdl = game.result(dtz, clock);
        let repeats = !zeroing && game.line.keys().contains(&child.key());
        Some(RankedMove { mv, wdl, dtz: Some(dtz.plies), rank: game.rank(dtz, wdl, clock, repeats) })
    }

    fn by_result(&self, game: &Game<'_>, mv: Move) -> Option<RankedMove> {
        let child = game.after(mv);
        if child.in_check() && !child.has_legal_move() {
            return Some(RankedMove { mv, wdl: TableResult::Win, dtz: None, rank: MATE });
        }
        let wdl = if game.is_drawn(&child) { TableResult::Draw } else { self.probe_wdl(&child)?.flipped() };
        let wdl = if game.fifty_moves { wdl } else { wdl.without_fifty_moves() };
        let rank = match wdl {
            TableResult::Win => CERTAIN,
            TableResult::CursedWin => CERTAIN - 1,
            TableResult::Draw => 0,
            TableResult::BlessedLoss => 1 - CERTAIN,
            TableResult::Loss => -CERTAIN,
        };
        Some(RankedMove { mv, wdl, dtz: None, rank })
    }
}

impl Game<'_> {
    fn after(&self, mv: Move) -> Position {
        let mut child = self.line.position().clone();
        child.play(mv);
        child
    }

    /// Returns true if the game is drawn here. Mate has been ruled out before.
    fn is_drawn(&self, child: &Position) -> bool {
        let earlier = self.line.keys().iter().filter(|&&key| key == child.key()).count();
        !child.has_legal_move()
            || child.is_insufficient_material()
            || earlier >= 2
            || self.fifty_moves && child.halfmove_clock() >= 100
    }

    /// Returns the result of a move with this distance, `clock` plies after the last zeroing move.
    fn result(&self, dtz: Dtz, clock: i32) -> TableResult {
        let in_time = !self.fifty_moves || dtz.plies.abs() + clock <= 100;
        match dtz.plies.signum() {
            1 if in_time => TableResult::Win,
            1 => TableResult::CursedWin,
            0 => TableResult::Draw,
            _ if in_time => TableResult::Loss,
            _ => TableResult::BlessedLoss,
        }
    }

    /// Returns the rank of a move. A winner with enough time may choose freely among the winning moves; after
    /// a repetition, after many plies without progress, or with little time left, the winner takes the
    /// shortest path. `repeats`: the move leads back to a position of the game.
    fn rank(&self, dtz: Dtz, wdl: TableResult, clock: i32, repeats: bool) -> i32 {
        let plies = dtz.plies.abs();
        let total = plies + clock;
        match wdl {
            TableResult::Win => {
                let has_time = !self.fifty_moves || total + i32::from(dtz.rounded) + RESERVE <= 100;
                let free = has_time && !self.has_repeated && !repeats && self.clock < PATIENCE;
                if free { CERTAIN } else { CERTAIN - total.min(CERTAIN / 2) }
            }
            // Draws by the fifty-move rule, but the opponent may go wrong; the shorter path first.
            TableResult::CursedWin => (CERTAIN / 2 - 1 - total).max(1),
            TableResult::Draw => 0,
            TableResult::BlessedLoss => (total - CERTAIN / 2 + 1).min(-1),
            // Resist longest if that may reach the fifty-move rule; otherwise the search knows better what is
            // hard to win.
            TableResult::Loss if self.fifty_moves && 2 * plies + clock >= 100 => total - CERTAIN,
            TableResult::Loss => -CERTAIN,
        }
    }
}

/// Returns true if any position has occurred twice since the last capture or pawn move, including the current
/// one.
fn has_repeated(line: &Line) -> bool {
    let clock = usize::from(line.position().halfmove_clock());
    let mut recent: Vec<u64> = line.keys().iter().rev().take(clock).copied().collect();
    recent.push(line.position().key());
    recent.sort_unstable();
    recent.windows(2).any(|pair| pair[0] == pair[1])
}
