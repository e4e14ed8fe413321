//! The state of a level: its own table and histories, cleared before each move so that the same position gets
//! the same answer.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;

use heirloom_chess::Move;
use heirloom_engine::{BestMove, Bound, EngineError, Info, Limits, Signals};

use super::candidates::Looker;
use super::persona::Persona;
use super::scale::{self, Level};
use super::{choice, openings, pace, people};
use crate::search::{SearchSettings, Task};
use crate::time::Timer;
use crate::tt::TooLarge;

/// The size of the table in MiB: enough for the strongest level.
const TABLE: usize = 4;

/// The nodes of the full-strength search that scores the moves of a level: a few milliseconds.
const RESCORE_NODES: u64 = 5_000;
/// The time left on the clock, in milliseconds, from which all of them are searched; with less,
/// proportionally fewer.
const FULL_RESCORE_MS: u64 = 5_000;

/// A basic mating ending is searched with this many nodes: enough to mate with a single rook.
const MATING_NODES: u64 = 5_000;
/// Levels from here on know how to mate with queen or rooks.
const KNOWS_MATES: i32 = 900;

/// Changes the seed of a game for the choice of times.
const PACE: u64 = 0x5ace;

/// The memory of a level.
pub struct LevelState {
    looker: Looker,
    seed: u64,
}

impl LevelState {
    /// Creates the state for one game. Fails if there is no memory for the table.
    fn new() -> Result<LevelState, TooLarge> {
        Ok(LevelState { looker: Looker::new(TABLE)?, seed: new_seed() })
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

    /// Starts a new game, in which other moves are chosen.
    pub fn new_game(&mut self) {
        self.seed = new_seed();
    }

    /// Chooses a move at this level and reports the lines at the end, starting with the line of the move to
    /// play. Their scores and continuations come from a short search at full strength: a level's own view of
    /// a move only serves its choice.
    pub fn search(
        &mut self,
        level: Level,
        persona: &Persona,
        task: Task<'_>,
        report: &mut dyn FnMut(Info),
    ) -> BestMove {
        let position = task.line.position().clone();
        let (requested, count) = (task.limits, task.settings.multipv.max(1));
        let chance = choice::chance(&position, self.seed);
        if requested.search_moves.is_empty() && count == 1 {
            let own = persona.repertoire.choose(&position, chance);
            if let Some(mv) = own.or_else(|| openings::choose(&position, level.elo, chance)) {
                self.wait(persona, &task, &[1.0]);
                return self.play(vec![mv], &task, report);
            }
        }
        if scale::is_mating_ending(&position) && level.elo >= KNOWS_MATES {
            let limits = Limits { soft_nodes: Some(MATING_NODES), ..requested.clone() };
            self.looker.clear();
            let found = self.looker.search(Task { limits: &limits, ..task.clone() }, report);
            // The search has its own share of the clock, so it comes first.
            self.wait(persona, &task, &[1.0]);
            return found;
        }
        let candidates = self.looker.look(&task);
        if candidates.is_empty() {
            return self.looker.search(task, report);
        }
        let features = people::features(task.line, &candidates);
        let mut chances = people::WEIGHTS.chances(level.rating, &features);
        choice::promote_to_queens(&mut chances, &candidates);
        if level.nodes > 0 && !task.signals.is_stopped() {
            let scores = self.looker.look_deeper(&task, level.nodes);
            choice::consider(&mut chances, &candidates, &scores, level.pull);
        }
        persona.style.apply(&mut chances, &features);
        self.wait(persona, &task, &chances);
        let moves = choice::order(&candidates, &chances, chance);
        self.play(moves.into_iter().take(count).collect(), &task, report)
    }

    /// Waits until a person would have chosen one of these moves, or a stop.
    fn wait(&self, persona: &Persona, task: &Task<'_>, chances: &[f32]) {
        let limits = task.limits;
        let Some(clocks) = limits.clocks.filter(|_| persona.paced && !limits.infinite && !limits.ponder)
        else {
            return;
        };
        let position = task.line.position();
        let number = choice::chance(position, self.seed ^ PACE);
        let time = pace::time(&clocks, position.turn().index(), chances, number);
        task.signals.wait_for(time.saturating_sub(task.timer.elapsed()));
    }

    /// Plays the first of these moves and reports each with the score of a full-strength search.
    fn play(&mut self, moves: Vec<Move>, task: &Task<'_>, report: &mut dyn FnMut(Info)) -> BestMove {
        let mut played = BestMove::default();
        for (number, mv) in (1..).zip(moves) {
            let mut line = Info { multipv: Some(number), depth: Some(1), pv: vec![mv], ..Info::default() };
            self.rescore(&mut line, task);
            if number == 1 {
                (played.best, played.ponder) = (Some(mv), line.pv.get(1).copied());
            }
            report(line);
        }
        played
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
        let settings = SearchSettings { multipv: 1, ..task.settings.clone() };
        let (line_so_far, timer) = (task.line, Timer::start(None, &signals));
        let task = Task { line: line_so_far, limits: &limits, signals: &signals, timer, settings };
        self.looker.clear();
        self.looker.search(task, &mut |info: Info| {
            if info.score.is_some() && info.bound == Bound::Exact && !info.pv.is_empty() {
                (line.score, line.pv, line.nodes) = (info.score, info.pv, info.nodes);
            }
        });
    }
}

fn new_seed() -> u64 {
    RandomState::new().hash_one(0)
}
