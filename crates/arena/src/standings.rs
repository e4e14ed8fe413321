//! The state of a match: results by encounter, faults and time by engine, built from finished games alone.

use std::collections::{BTreeMap, HashMap, HashSet};

use heirloom_chess::Color;
use heirloom_chess::game::GameResult;
use serde::{Deserialize, Serialize};

use crate::game::{Fault, Usage};
use crate::rating::Results;
use crate::schedule::Schedule;

/// A finished game as the journal keeps it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameEntry {
    /// Its number in the schedule, counted from 0.
    pub game: usize,
    /// The engines that had White and Black.
    pub players: [usize; 2],
    /// The opening's place in its file, counted from 1.
    pub opening: usize,
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: String,
    /// The word of PGN for how it ended.
    pub termination: String,
    /// How it ended, in words.
    pub ending: String,
    /// Plies, the opening counted in.
    pub plies: usize,
    /// What one of the engines did wrong, with its number.
    pub fault: Option<(usize, Fault)>,
    /// How White and Black used their time.
    pub usage: [Usage; 2],
    /// Equal for games with the same positions in the same order; 0 if not known.
    #[serde(default)]
    pub fingerprint: u64,
    /// The game as PGN, where games are kept.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub pgn: String,
}

impl GameEntry {
    /// Half points of the engine with this number, one of the two players.
    pub fn half_points(&self, engine: usize) -> u32 {
        match GameResult::from_pgn(self.result.as_bytes()).and_then(GameResult::winner) {
            Some(color) if self.players[color.index()] == engine => 2,
            Some(_) => 0,
            None => 1,
        }
    }

    /// The color that an engine had.
    pub fn color_of(&self, engine: usize) -> Color {
        if self.players[0] == engine { Color::White } else { Color::Black }
    }
}

/// What engines did wrong, by kind.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
pub struct Faults {
    /// Games lost on time.
    pub time: u32,
    /// Crashes.
    pub crashes: u32,
    /// Hangs.
    pub hangs: u32,
    /// Illegal moves.
    pub illegal: u32,
}

impl Faults {
    fn note(&mut self, fault: Fault) {
        match fault {
            Fault::Time => self.time += 1,
            Fault::Crash => self.crashes += 1,
            Fault::Hang => self.hangs += 1,
            Fault::Illegal => self.illegal += 1,
        }
    }

    /// All of them.
    pub fn total(&self) -> u32 {
        self.time + self.crashes + self.hangs + self.illegal
    }
}

/// One engine's part.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Share {
    /// Its faults.
    pub faults: Faults,
    /// Its use of time.
    pub usage: Usage,
    /// Its results with White; the pairs stay empty.
    pub white: Results,
    /// Its results with Black; the pairs stay empty.
    pub black: Results,
}

/// All results so far.
#[derive(Clone, Debug)]
pub struct Standings {
    schedule: Schedule,
    /// By the two engines, the smaller number first, as that one sees them.
    encounters: BTreeMap<[usize; 2], Results>,
    shares: Vec<Share>,
    /// Half points of the first engine in the games played so far, by their numbers.
    played: HashMap<usize, u32>,
    plies: u64,
    terminations: BTreeMap<String, u32>,
    /// The moves of each game whose moves are known.
    different: HashSet<u64>,
    repeated: u32,
}

impl Standings {
    /// Before the first game.
    pub fn new(schedule: Schedule, engines: usize) -> Standings {
        let encounters = schedule.encounters().iter().map(|&pair| (pair, Results::default())).collect();
        let (played, terminations, different) = (HashMap::new(), BTreeMap::new(), HashSet::new());
        Standings {
            schedule,
            encounters,
            shares: vec![Share::default(); engines],
            played,
            plies: 0,
            terminations,
            different,
            repeated: 0,
        }
    }

    /// Takes a finished game in; one that is known already, or that belongs to no encounter, is left out.
    pub fn add(&mut self, entry: &GameEntry) {
        let fixture = self.schedule.fixture(entry.game);
        let first = fixture.players[0].min(fixture.players[1]);
        let known = fixture.players == entry.players
            && fixture.players.iter().all(|&player| player < self.shares.len());
        let partner = fixture.partner.and_then(|partner| self.played.get(&partner)).copied();
        let Some(results) = self.encounters.get_mut(&[first, fixture.players[0].max(fixture.players[1])])
        else {
            return;
        };
        if !known || self.played.contains_key(&entry.game) {
            return;
        }
        let half_points = entry.half_points(first);
        results.add_game(half_points);
        if let Some(other) = partner {
            results.close_pair(half_points, other);
        }
        self.played.insert(entry.game, half_points);
        self.plies += entry.plies as u64;
        if entry.fingerprint != 0 && !self.different.insert(entry.fingerprint) {
            self.repeated += 1;
        }
        *self.terminations.entry(entry.termination.clone()).or_default() += 1;
        if let Some((engine, fault)) = entry.fault
            && let Some(share) = self.shares.get_mut(engine)
        {
            share.faults.note(fault);
        }
        for (color, &player) in Color::ALL.into_iter().zip(&entry.players) {
            let share = &mut self.shares[player];
            share.usage.merge(&entry.usage[color.index()]);
            let side = if color == Color::White { &mut share.white } else { &mut share.black };
            side.add_game(entry.half_points(player));
        }
    }

    /// The schedule that these results belong to.
    pub fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// Was this game played?
    pub fn has(&self, game: usize) -> bool {
        self.played.contains_key(&game)
    }

    /// How many games were played.
    pub fn games(&self) -> usize {
        self.played.len()
    }

    /// Games that repeat another one move by move, whoever had which color, and so say nothing new.
    pub fn repeated(&self) -> u32 {
        self.repeated
    }

    /// The mean length of a game in plies, the opening counted in; 0 without games.
    pub fn mean_plies(&self) -> f64 {
        if self.played.is_empty() { 0.0 } else { self.plies as f64 / self.played.len() as f64 }
    }

    /// How games ended, by the words of PGN.
    pub fn terminations(&self) -> &BTreeMap<String, u32> {
        &self.terminations
    }

    /// Results of two engines, as the first one named sees them.
    pub fn between(&self, engine: usize, opponent: usize) -> Results {
        if engine <= opponent {
            self.encounters.get(&[engine, opponent]).copied().unwrap_or_default()
        } else {
            self.between(opponent, engine).reversed()
        }
    }

    /// The results of the first encounter, which is the only one in a match of two.
    pub fn first(&self) -> Results {
        self.schedule
            .encounters()
            .first()
            .map(|&[first, second]| self.between(first, second))
            .unwrap_or_default()
    }

    /// The opponents that an engine has in this match.
    pub fn opponents(&self, engine: usize) -> Vec<usize> {
        (0..self.shares.len())
            .filter(|&other| {
                other != engine && self.encounters.contains_key(&[engine.min(other), engine.max(other)])
            })
            .collect()
    }

    /// The results of an engine against all its opponents.
    pub fn total(&self, engine: usize) -> Results {
        let mut total = Results::default();
        for opponent in self.opponents(engine) {
            total.merge(&self.between(engine, opponent));
        }
        total
    }

    /// Faults and use of time of each engine.
    pub fn shares(&self) -> &[Share] {
        &self.shares
    }
}
