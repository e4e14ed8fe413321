//! The state of a level: its own table and histories, cleared before each move so that the same position gets
//! the same answer.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::sync::Arc;

use heirloom_chess::Move;
use heirloom_engine::{BestMove, Bound, EngineError, Info, Limits, Signals};

use super::choice::{self, Choice};
use super::openings;
use super::scale::Level;
use crate::search::eval_noise::EvalNoise;
use crate::search::memory::Memory;
use crate::search::{SearchSettings, Task};
use crate::threads::{self, pool::Pool};
use crate::time::Timer;
use crate::tt::{TooLarge, TranspositionTable};

/// The size of the table in MiB: enough for the strongest level.
const TABLE: usize = 4;

/// The nodes of the full-strength search that scores the moves of a level: a few milliseconds.
const RESCORE_NODES: u64 = 5_000;
/// The time left on the clock, in milliseconds, from which all of them are searched; with less,
/// proportionally fewer.
const FULL_RESCORE_MS: u64 = 5_000;

/// The table and memory of a level.
pub struct LevelState {
    table: Arc<TranspositionTable>,
    memory: Memory,
    /// No helpers: a level searches few nodes.
    pool: Pool,
    seed: u64,
}

impl LevelState {
    /// Creates the state for one game. Fails if there is no memory for the table.
    fn new() -> Result<LevelState, TooLarge> {
        let table = Arc::new(TranspositionTable::new(TABLE)?);
        Ok(LevelState { table, memory: Memory::default(), pool: Pool::default(), seed: new_seed() })
    }

    /// Returns the state in `place`, creating it if necessary. Fails with [`EngineError::Start`] if there is
    /// no memory for it.
    pub fn get_or_new(place: &mut Option<Box<LevelState>>) -> Result<&mut LevelState, EngineError> {
        let start =
            |error: TooLarge| EngineError::Start { command: "a level".into(), reason: error.to_string() };
        let state = match place.take() {
            Some(state) => state,
            None => Box::new(LevelState::new().map_err(start)?),
        };
        Ok(place.insert(state))
    }

    /// Starts a new game, in which other positions are misjudged and other moves preferred.
    pub fn new_game(&mut self) {
        self.seed = new_seed();
    }

    /// Searches at this level and reports the lines at the end, starting with the line of the move to play.
    /// Their scores and continuations come from a short search at full strength: the level's own scores only
    /// serve its choice and are wrong on purpose.
    pub fn search(&mut self, level: Level, task: Task<'_>, report: &mut dyn FnMut(Info)) -> BestMove {
        let position = task.line.position().clone();
        let (level, line_count) = (level.adjusted_to(&position), task.settings.multipv);
        let requested = task.limits;
        if requested.search_moves.is_empty()
            && line_count <= 1
            && let Some(mv) = openings::choose(&position, level.elo, choice::chance(&position, self.seed))
        {
            return self.remembered(mv, &task, report);
        }
        let mut limits = Limits {
            soft_nodes: Some(requested.soft_nodes.unwrap_or(u64::MAX).min(level.nodes)),
            ..requested.clone()
        };
        let seen = choice::seen(&position, &requested.search_moves, level, self.seed);
        if !seen.is_empty() {
            limits.search_moves = seen;
        }
        let full_strength = task.clone();
        let settings = SearchSettings {
            multipv: line_count.max(level.width()),
            // A beginner with tablebases would not be one.
            tablebases: None,
            eval_noise: EvalNoise::new(self.seed, level.error),
            ..task.settings
        };
        let task = Task { limits: &limits, settings, ..task };
        self.pool.clear(&self.table, &mut self.memory);
        let mut choice = Choice::default();
        let mut listener = |info: Info| {
            if let Some(other) = choice.collect_line(info) {
                report(other);
            }
        };
        let found = threads::search(&self.table, &mut self.memory, &mut self.pool, task, &mut listener);
        let lines = choice.choose(&position, level, self.seed);
        let mut lines: Vec<Info> = lines.into_iter().take(line_count.max(1)).collect();
        if level.error > 0 {
            lines.iter_mut().for_each(|line| self.rescore(line, &full_strength));
        }
        let Some(played) = lines.first().map(|line| line.pv.clone()) else { return found };
        for (number, line) in (1..).zip(lines) {
            report(Info { multipv: Some(number), ..line });
        }
        BestMove { best: played.first().copied(), ponder: played.get(1).copied(), ..found }
    }

    /// Plays a move from memory; it is reported with the score of a full-strength search.
    fn remembered(&mut self, mv: Move, task: &Task<'_>, report: &mut dyn FnMut(Info)) -> BestMove {
        let mut line = Info { multipv: Some(1), depth: Some(1), pv: vec![mv], ..Info::default() };
        self.rescore(&mut line, task);
        let ponder = line.pv.get(1).copied();
        report(line);
        BestMove { best: Some(mv), ponder, ..BestMove::default() }
    }

    /// Replaces the score and the continuation of a line by those of a full-strength search.
    fn rescore(&mut self, line: &mut Info, task: &Task<'_>) {
        let turn = task.line.position().turn();
        let left = task.limits.clocks.map_or(FULL_RESCORE_MS, |clocks| clocks.time_of(turn).max(0) as u64);
        let nodes = RESCORE_NODES * left.min(FULL_RESCORE_MS) / FULL_RESCORE_MS;
        let search_moves = line.pv.first().copied().into_iter().collect();
        let limits = Limits { search_moves, ..Limits::nodes(nodes.max(1)) };
        // A stopped level must still answer, and this takes no longer than a stop may.
        let signals = Signals::default();
        let (timer, settings) =
            (Timer::start(None, &signals), SearchSettings { multipv: 1, ..task.settings.clone() });
        let task = Task { line: task.line, limits: &limits, signals: &signals, timer, settings };
        self.pool.clear(&self.table, &mut self.memory);
        let mut listener = |info: Info| {
            if info.score.is_some() && info.bound == Bound::Exact && !info.pv.is_empty() {
                (line.score, line.pv) = (info.score, info.pv);
            }
        };
        threads::search(&self.table, &mut self.memory, &mut self.pool, task, &mut listener);
    }
}

fn new_seed() -> u64 {
    RandomState::new().hash_one(0)
}
