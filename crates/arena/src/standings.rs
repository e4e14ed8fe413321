//! The state of a match: results by encounter, faults and time by engine, computed from finished games alone.

use std::collections::{BTreeMap, HashMap, HashSet};

use heirloom_chess::Color;
use heirloom_chess::game::GameResult;
use serde::{Deserialize, Serialize};

use crate::game::{EngineFault, Usage};
use crate::rating::Results;
use crate::schedule::Schedule;

/// A finished game as stored in the journal.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameEntry {
    /// Its number in the schedule, starting at 0.
    pub game: usize,
    /// The engines that played White and Black.
    pub players: [usize; 2],
    /// The opening's number in its file, starting at 1.
    pub opening: usize,
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: String,
    /// The value of PGN's `Termination` tag.
    pub termination: String,
    /// How it ended, in words.
    pub ending: String,
    /// Number of plies, including the opening.
    pub plies: usize,
    /// An engine's mistake, with the engine's number.
    pub fault: Option<(usize, EngineFault)>,
    /// The use of time by White and Black.
    pub usage: [Usage; 2],
    /// Equal for games with the same positions in the same order; 0 if unknown.
    #[serde(default)]
    pub fingerprint: u64,
    /// The game as PGN, if games are saved.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub pgn: String,
}

impl GameEntry {
    /// Returns the half points of an engine, which must be one of the two players.
    pub fn half_points(&self, engine: usize) -> u32 {
        match GameResult::from_pgn(self.result.as_bytes()).and_then(GameResult::winner) {
            Some(color) if self.players[color.index()] == engine => 2,
            Some(_) => 0,
            None => 1,
        }
    }
}

/// Engine mistakes by kind.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
pub struct Faults {
    /// Losses on time.
    pub time: u32,
    /// Crashes.
    pub crashes: u32,
    /// Hangs.
    pub hangs: u32,
    /// Illegal moves.
    pub illegal: u32,
}

impl Faults {
    fn note(&mut self, fault: EngineFault) {
        match fault {
            EngineFault::Time => self.time += 1,
            EngineFault::Crash => self.crashes += 1,
            EngineFault::Hang => self.hangs += 1,
            EngineFault::Illegal => self.illegal += 1,
        }
    }

    /// Returns the total number of faults.
    pub fn total(&self) -> u32 {
        self.time + self.crashes + self.hangs + self.illegal
    }
}

/// The figures of one engine.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct EngineTotals {
    /// Its faults.
    pub faults: Faults,
    /// Its use of time.
    pub usage: Usage,
    /// Its results as White; the pairs stay empty.
    pub white: Results,
    /// Its results as Black; the pairs stay empty.
    pub black: Results,
}

/// All results so far.
#[derive(Clone, Debug)]
pub struct Standings {
    schedule: Schedule,
    /// By the two engines, the smaller number first, from that one's point of view.
    encounters: BTreeMap<[usize; 2], Results>,
    totals: Vec<EngineTotals>,
    /// Half points of the engine with the smaller number, by game number.
    played: HashMap<usize, u32>,
    plies: u64,
    terminations: BTreeMap<String, u32>,
    /// Fingerprints of the games, where known.
    fingerprints: HashSet<u64>,
    repeated: u32,
}

impl Standings {
    /// Creates the standings before the first game.
    pub fn new(schedule: Schedule, engines: usize) -> Standings {
        let encounters = schedule.encounters().iter().map(|&pair| (pair, Results::default())).collect();
        let (played, terminations, fingerprints) = (HashMap::new(), BTreeMap::new(), HashSet::new());
        Standings {
            schedule,
            encounters,
            totals: vec![EngineTotals::default(); engines],
            played,
            plies: 0,
            terminations,
            fingerprints,
            repeated: 0,
        }
    }

    /// Adds a finished game. A game already added, or one that belongs to no encounter, is ignored.
    pub fn add(&mut self, entry: &GameEntry) {
        let fixture = self.schedule.fixture(entry.game);
        let first = fixture.players[0].min(fixture.players[1]);
        let is_scheduled = fixture.players == entry.players
            && fixture.players.iter().all(|&player| player < self.totals.len());
        let partner = fixture.partner.and_then(|partner| self.played.get(&partner)).copied();
        let Some(results) = self.encounters.get_mut(&[first, fixture.players[0].max(fixture.players[1])])
        else {
            return;
        };
        if !is_scheduled || self.played.contains_key(&entry.game) {
            return;
        }
        let half_points = entry.half_points(first);
        results.add_game(half_points);
        if let Some(other) = partner {
            results.close_pair(half_points, other);
        }
        self.played.insert(entry.game, half_points);
        self.plies += entry.plies as u64;
        if entry.fingerprint != 0 && !self.fingerprints.insert(entry.fingerprint) {
            self.repeated += 1;
        }
        *self.terminations.entry(entry.termination.clone()).or_default() += 1;
        if let Some((engine, fault)) = entry.fault
            && let Some(share) = self.totals.get_mut(engine)
        {
            share.faults.note(fault);
        }
        for (color, &player) in Color::ALL.into_iter().zip(&entry.players) {
            let share = &mut self.totals[player];
            share.usage.merge(&entry.usage[color.index()]);
            let side = if color == Color::White { &mut share.white } else { &mut share.black };
            side.add_game(entry.half_points(player));
        }
    }

    /// Returns the schedule these results belong to.
    pub fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// Returns true if this game was played.
    pub fn contains(&self, game: usize) -> bool {
        self.played.contains_key(&game)
    }

    /// Returns the number of games played.
    pub fn games(&self) -> usize {
        self.played.len()
    }

    /// Returns the number of games that repeat another one move by move, whichever engine had which color.
    pub fn repeated(&self) -> u32 {
        self.repeated
    }

    /// Returns the mean length of a game in plies, including the opening; 0 without games.
    pub fn mean_plies(&self) -> f64 {
        if self.played.is_empty() { 0.0 } else { self.plies as f64 / self.played.len() as f64 }
    }

    /// Returns the number of games by PGN `Termination`.
    pub fn terminations(&self) -> &BTreeMap<String, u32> {
        &self.terminations
    }

    /// Returns the results of two engines, from the point of view of the first argument.
    pub fn between(&self, engine: usize, opponent: usize) -> Results {
        if engine <= opponent {
            self.encounters.get(&[engine, opponent]).copied().unwrap_or_default()
        } else {
            self.between(opponent, engine).reversed()
        }
    }

    /// Returns the results of the first encounter, the only one in a match of two.
    pub fn results_of_first(&self) -> Results {
        self.schedule
            .encounters()
            .first()
            .map(|&[first, second]| self.between(first, second))
            .unwrap_or_default()
    }

    /// Returns the opponents of an engine.
    pub fn opponents(&self, engine: usize) -> Vec<usize> {
        (0..self.totals.len())
            .filter(|&other| {
                other != engine && self.encounters.contains_key(&[engine.min(other), engine.max(other)])
            })
            .collect()
    }

    /// Returns the results of an engine against all its opponents.
    pub fn total(&self, engine: usize) -> Results {
        let mut total = Results::default();
        for opponent in self.opponents(engine) {
            total.merge(&self.between(engine, opponent));
        }
        total
    }

    /// Returns the figures of each engine.
    pub fn engine_totals(&self) -> &[EngineTotals] {
        &self.totals
    }
}
