//! A match of two engines: pairs of games from the same openings with reversed colors, several at a time.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use heirloom_chess::game::GameResult;
use heirloom_chess::{Color, Line};
use heirloom_engine::{Engine, EngineError, Session};

use crate::clock::TimeControl;
use crate::game::{Ending, Played, Player, Rules, play};
use crate::rating::Results;

/// Makes an engine, so that one that crashed can be started anew.
pub type Factory = Box<dyn Fn() -> Result<Box<dyn Engine>, EngineError> + Send + Sync>;

/// One of the two sides of a match.
pub struct Contestant {
    /// The name in records.
    pub name: String,
    /// Where its engines come from.
    pub factory: Factory,
    /// How much it may think.
    pub control: TimeControl,
}

/// What is played.
pub struct Match<'a> {
    /// The two sides; results are seen by the first.
    pub contestants: [Contestant; 2],
    /// Each is played twice; they are used again from the first when they run out.
    pub openings: &'a [Line],
    /// How many pairs of games.
    pub pairs: usize,
    /// Games at a time.
    pub concurrency: usize,
    /// What the referee goes by.
    pub rules: Rules,
}

/// A game of a match.
pub struct Finished {
    /// Its number, counted from 0; games 2n and 2n + 1 share an opening.
    pub number: usize,
    /// Who has White: the first contestant (0) or the second (1).
    pub white: usize,
    /// The game.
    pub played: Played,
    /// Half points of the first contestant.
    pub half_points: u32,
}

/// What happened in a match besides results.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Faults {
    /// Games lost on time.
    pub time: u32,
    /// Crashes, hangs and illegal moves.
    pub failures: u32,
}

/// The outcome of a match.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Summary {
    /// Results of the first contestant.
    pub results: Results,
    /// What went wrong, for each contestant.
    pub faults: [Faults; 2],
}

impl Match<'_> {
    /// Plays until all pairs are played or `stop` is set; `report` is told of each game as it ends, with the results so far.
    ///
    /// # Errors
    /// When an engine cannot be started.
    pub fn run(&self, stop: &AtomicBool, report: &(dyn Fn(&Finished, &Summary) + Sync)) -> Result<Summary, EngineError> {
        let (summary, next) = (Mutex::new(Summary::default()), AtomicUsize::new(0));
        let failure = Mutex::new(None);
        let work = || {
            let outcome = self.play_pairs(stop, &next, &summary, report);
            if let Err(error) = outcome {
                stop.store(true, Ordering::Relaxed);
                failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..self.concurrency.max(1) {
                scope.spawn(work);
            }
            work();
        });
        match failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(error) => Err(error),
            None => Ok(summary.into_inner().unwrap_or_else(PoisonError::into_inner)),
        }
    }

    /// One thread's share: the next pair until there is none.
    fn play_pairs(
        &self,
        stop: &AtomicBool,
        next: &AtomicUsize,
        summary: &Mutex<Summary>,
        report: &(dyn Fn(&Finished, &Summary) + Sync),
    ) -> Result<(), EngineError> {
        let [first, second] = &self.contestants;
        let mut players = [first.player()?, second.player()?];
        while !stop.load(Ordering::Relaxed) {
            let pair = next.fetch_add(1, Ordering::Relaxed);
            if pair >= self.pairs {
                break;
            }
            let opening = self.openings.get(pair % self.openings.len().max(1)).cloned().unwrap_or_default();
            let mut both = [0; 2];
            for white in 0..2 {
                let finished = self.play_one(&mut players, pair * 2 + white, white, opening.clone())?;
                both[white] = finished.half_points;
                let mut summary = summary.lock().unwrap_or_else(PoisonError::into_inner);
                summary.note_faults(&finished);
                if white == 1 {
                    summary.results.add_pair(both[0], both[1]);
                }
                report(&finished, &summary);
            }
        }
        Ok(())
    }

    fn play_one(&self, players: &mut [Player; 2], number: usize, white: usize, opening: Line) -> Result<Finished, EngineError> {
        let [first, second] = players;
        let sides = if white == 0 { [first, second] } else { [second, first] };
        let played = play(sides, opening, &self.rules);
        if let Ending::Failure(color, _) = &played.ending {
            let index = index_of(*color, white);
            players[index] = self.contestants[index].player()?;
        }
        let half_points = match played.ending.result().winner() {
            Some(color) if index_of(color, white) == 0 => 2,
            Some(_) => 0,
            None => u32::from(played.ending.result() == GameResult::Draw),
        };
        Ok(Finished { number, white, played, half_points })
    }
}

/// Which contestant has this color when `white` has White.
fn index_of(color: Color, white: usize) -> usize {
    if color == Color::White { white } else { 1 - white }
}

impl Contestant {
    fn player(&self) -> Result<Player, EngineError> {
        Ok(Player { name: self.name.clone(), session: Session::start((self.factory)()?)?, control: self.control })
    }
}

impl Summary {
    fn note_faults(&mut self, finished: &Finished) {
        match &finished.played.ending {
            Ending::Time(color, _) => self.faults[index_of(*color, finished.white)].time += 1,
            Ending::Failure(color, _) => self.faults[index_of(*color, finished.white)].failures += 1,
            Ending::Rules(_) | Ending::TooLong => {}
        }
    }
}
