//! What each legal move seems to be worth at a glance, and the better ones after a closer look.

use std::ops::Range;
use std::sync::Arc;

use heirloom_chess::{Line, Move};
use heirloom_engine::{BestMove, Bound, Info, Limits, Score, Signals};

use crate::eval::nnue::nets;
use crate::search::memory::Memory;
use crate::search::{SearchSettings, Task};
use crate::threads::{self, pool::Pool};
use crate::time::Timer;
use crate::tt::{TooLarge, TranspositionTable};

/// The depths at which moves are looked at, in plies.
pub const DEPTHS: [u32; 6] = [1, 2, 3, 4, 6, 8];

/// The number of looks.
pub const LOOKS: usize = DEPTHS.len();

/// How many looks all moves get, and then how many the most promising ones get.
const STAGES: [(usize, usize); 3] = [(4, usize::MAX), (5, 8), (6, 5)];

/// The number of moves that a deeper search compares.
const WIDTH: usize = 4;

/// The score of an immediate mate, in units of the evaluation.
const MATE: i32 = 8_000;
/// What a mate is worth less for each move it takes.
const PER_MOVE: i32 = 100;

/// A legal move and what it seems to be worth.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// Its scores from the view of the side to move, in units of the evaluation, by look. A move that was not
    /// looked at again loses as much as it did at the last look.
    pub scores: [i32; LOOKS],
}

/// The table and memory for looking at moves.
pub struct Looker {
    table: Arc<TranspositionTable>,
    memory: Memory,
    pool: Pool,
}

impl Looker {
    /// Creates a table of this size in MiB. Fails if there is no memory for it.
    pub fn new(megabytes: usize) -> Result<Looker, TooLarge> {
        let table = Arc::new(TranspositionTable::new(megabytes)?);
        Ok(Looker { table, memory: Memory::default(), pool: Pool::default() })
    }

    /// Forgets everything, so that the same position gets the same answer again.
    pub fn clear(&mut self) {
        self.pool.clear(&self.table, &mut self.memory);
    }

    /// Searches with this memory.
    pub fn search(&mut self, task: Task<'_>, report: &mut dyn FnMut(Info)) -> BestMove {
        threads::search(&self.table, &mut self.memory, &mut self.pool, task, report)
    }

    /// Looks at all moves that the limits of the task allow. A stop ends this after the first looks, which
    /// take a few milliseconds.
    pub fn look(&mut self, task: &Task<'_>) -> Vec<Candidate> {
        let requested = &task.limits.search_moves;
        let legal = task.line.position().legal_moves();
        let allowed = legal.iter().filter(|mv| requested.is_empty() || requested.contains(mv));
        let mut candidates: Vec<Candidate> =
            allowed.map(|&mv| Candidate { mv, scores: [0; LOOKS] }).collect();
        self.clear();
        let mut done = 0;
        for (stage, (last, width)) in STAGES.into_iter().enumerate() {
            let too_deep = task.limits.depth.is_some_and(|most| DEPTHS[done] > most);
            if stage > 0 && (candidates.len() < 2 || too_deep) {
                break;
            }
            if done > 0 {
                candidates.sort_by_key(|candidate| std::cmp::Reverse(candidate.scores[done - 1]));
            }
            let width = width.min(candidates.len());
            for candidate in &mut candidates[..width] {
                self.look_at(candidate, task, done..last);
            }
            if stage > 0 && task.signals.is_stopped() {
                break;
            }
            carry(&mut candidates, width, done..last);
            done = last;
        }
        carry(&mut candidates, 0, done..LOOKS);
        candidates
    }

    /// Searches all moves until this many nodes are visited, and returns the best few with their scores.
    pub fn look_deeper(&mut self, task: &Task<'_>, nodes: u64) -> Vec<(Move, i32)> {
        let limits = Limits {
            soft_nodes: Some(task.limits.soft_nodes.unwrap_or(u64::MAX).min(nodes)),
            ..task.limits.clone()
        };
        let settings = SearchSettings { multipv: WIDTH, tablebases: None, ..task.settings.clone() };
        let task = Task { limits: &limits, settings, ..task.clone() };
        let mut lines: Vec<(Move, i32)> = Vec::new();
        self.clear();
        self.search(task, &mut |info| {
            let (Some(number), Some(score), Some(&mv)) = (info.multipv, info.score, info.pv.first()) else {
                return;
            };
            if info.bound == Bound::Exact {
                lines.truncate(number as usize - 1);
                lines.push((mv, value(score)));
            }
        });
        lines
    }

    /// Looks at all legal moves with the built-in net and no limit. Fails if the net is invalid.
    pub fn look_freely(&mut self, line: &Line) -> Result<Vec<Candidate>, String> {
        let (limits, signals) = (Limits::default(), Signals::default());
        let settings = SearchSettings { network: Some(nets::embedded()?), ..SearchSettings::default() };
        let timer = Timer::start(None, &signals);
        Ok(self.look(&Task { line, limits: &limits, signals: &signals, timer, settings }))
    }

    /// Searches a move to the depths of these looks.
    fn look_at(&mut self, candidate: &mut Candidate, task: &Task<'_>, looks: Range<usize>) {
        let limits = Limits { search_moves: vec![candidate.mv], ..Limits::depth(DEPTHS[looks.end - 1]) };
        // The first looks are quick, and without them there would be nothing to choose from.
        let own = Signals::default();
        let first = looks.start == 0;
        let (signals, timer) =
            if first { (&own, Timer::start(None, &own)) } else { (task.signals, task.timer) };
        let settings = SearchSettings { multipv: 1, tablebases: None, ..task.settings.clone() };
        let task = Task { line: task.line, limits: &limits, signals, timer, settings };
        let mut seen: Option<i32> = None;
        self.search(task, &mut |info| {
            let (Some(depth), Some(score)) = (info.depth, info.score) else { return };
            if info.bound != Bound::Exact || info.pv.is_empty() {
                return;
            }
            let score = value(score);
            seen = Some(score);
            for look in looks.clone().filter(|&look| DEPTHS[look] >= depth) {
                candidate.scores[look] = score;
            }
        });
        if seen.is_none() && !first {
            let before = candidate.scores[looks.start - 1];
            looks.for_each(|look| candidate.scores[look] = before);
        }
    }
}

/// Gives all candidates from `from` on the loss of their last look in these looks as well.
fn carry(candidates: &mut [Candidate], from: usize, looks: Range<usize>) {
    if looks.start == 0 || candidates.is_empty() {
        return;
    }
    for look in looks {
        let best =
            |look: usize, moves: &[Candidate]| moves.iter().map(|candidate| candidate.scores[look]).max();
        let Some(before) = best(look - 1, candidates) else { continue };
        let now = best(look, &candidates[..from]).unwrap_or(before);
        for candidate in &mut candidates[from..] {
            candidate.scores[look] = now - (before - candidate.scores[look - 1]);
        }
    }
}

/// Returns a score as a number: a mate is worth more the closer it is.
fn value(score: Score) -> i32 {
    match score {
        Score::Cp(score) => score.clamp(-MATE / 2, MATE / 2),
        Score::Mate(moves) if moves > 0 => (MATE - PER_MOVE * (moves - 1)).max(MATE / 2),
        Score::Mate(moves) => -(MATE + PER_MOVE * moves).max(MATE / 2),
    }
}

/// Returns true if a number is the value of a mate.
pub fn is_mate(value: i32) -> bool {
    value.abs() > MATE / 2
}

/// Returns the score of a number that [`value`] has made.
pub fn score(value: i32) -> Score {
    match value {
        value if !is_mate(value) => Score::Cp(value),
        value if value > 0 => Score::Mate((MATE - value) / PER_MOVE + 1),
        value => Score::Mate(-((MATE + value) / PER_MOVE)),
    }
}
