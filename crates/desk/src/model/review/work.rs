//! The work of a review on a thread of its own: a quick pass over all positions for a first card, a thorough
//! one that replaces its evaluations, and a closer look at single moves.

use std::sync::atomic::Ordering;
use std::time::Duration;

use heirloom_app::review::judgement::JudgementRules;
use heirloom_app::review::study::{Examiner, worth_a_look};
use heirloom_app::review::walk::{known, walk};
use heirloom_app::review::{Evaluation, Review};
use heirloom_chess::Line;
use heirloom_chess::game::Game;
use heirloom_engine::{EngineError, Limits};

use super::kept::Kept;
use crate::model::strength;
use crate::model::suite::Limit;
use crate::model::task::{Progress, Reports};
use crate::roster::Roster;

/// Nodes and time for each position in the quick pass: a game of 40 moves takes less than five seconds.
const QUICK: (u64, Duration) = (20_000, Duration::from_millis(80));
/// Thorough limits that are hardly more than this need no quick pass.
const BARELY_MORE: (u64, u32, Duration) = (40_000, 8, Duration::from_millis(100));
/// Number of engines in the quick pass.
const ENGINES: usize = 2;
/// Number of positions after which the moves are judged again in the thorough pass.
const STEP: usize = 8;
/// The work for a position in the quick pass, in the thorough one and for the closer looks, which is expected
/// from the start, so that the share that is done never falls.
const SHARES: [u64; 3] = [1, 10, 5];

/// What is reported during a review.
#[derive(Debug)]
pub enum Finding {
    /// A position was evaluated.
    Evaluated(usize, Evaluation),
    /// All moves were judged by what is known.
    Judged(Box<Review>),
    /// The review was made before; the engine and its limit in words.
    Kept(String),
}

/// What a review needs.
pub struct Work<'a> {
    /// The engines.
    pub roster: &'a dyn Roster,
    /// The engine that evaluates positions.
    pub engine: &'a str,
    /// The game.
    pub game: &'a Game,
    /// The limit of the thorough pass.
    pub limit: Limit,
    /// Where reviews are kept, and what the engine and its limit are called there.
    pub kept: (&'a Kept, &'a str),
    /// The progress, and whether to stop.
    pub progress: &'a Progress,
    /// Where findings go.
    pub found: &'a Reports<Finding>,
}

/// Returns the limits of the quick pass; none if the thorough one is as quick.
fn quick(limit: Limit) -> Option<Limits> {
    let more = match limit {
        Limit::Nodes(nodes) => nodes > BARELY_MORE.0,
        Limit::Depth(plies) => plies > BARELY_MORE.1,
        Limit::Time(time) => time > BARELY_MORE.2,
    };
    more.then(|| Limits { move_time: Some(QUICK.1), ..Limits::nodes(QUICK.0) })
}

/// Returns the moves of the main line.
pub fn main_line(game: &Game) -> Line {
    game.line(game.last()).unwrap_or_else(|_| Line::new(game.start().clone()))
}

/// Takes up a review that was made before, if there is one.
pub fn take_up(kept: &Kept, game: &Game, found: &Reports<Finding>) -> Option<String> {
    if let Some((settings, evaluations)) = kept.best(&main_line(game)) {
        // If no one reads it, the desk is showing another game.
        let _ = found.send(Finding::Kept(settings));
        let review = Review::new(game, evaluations, &JudgementRules::LICHESS);
        let _ = found.send(Finding::Judged(Box::new(review)));
    }
    None
}

impl Work<'_> {
    /// Does all of it until the review is stopped; returns what went wrong.
    pub fn run(&self) -> Option<String> {
        let line = main_line(self.game);
        let mut evaluations = vec![None; line.moves().len() + 1];
        let mut before = line.clone();
        for place in evaluations.iter_mut().rev() {
            *place = known(&before).flatten();
            before.pop();
        }
        let (kept, settings) = self.kept;
        let fault = match kept.find(settings, &line) {
            Some(known) => {
                evaluations = known;
                None
            }
            None => {
                let fault = self.evaluate(&line, &mut evaluations).err();
                if fault.is_none() && !self.progress.is_stopped() {
                    kept.add(settings, &line, &evaluations);
                }
                fault
            }
        };
        let mut review = self.judge(&evaluations);
        if fault.is_some() || self.progress.is_stopped() {
            return fault;
        }
        self.look_closer(&line, &mut review).err().map(|error| error.to_string())
    }

    fn evaluate(&self, line: &Line, evaluations: &mut [Option<Evaluation>]) -> Result<(), String> {
        let positions = evaluations.len() as u64;
        let first = quick(self.limit);
        let share = if first.is_some() { SHARES[0] } else { 0 };
        self.progress.expect(positions * (share + SHARES[1] + SHARES[2]));
        if let Some(limits) = first {
            self.pass(line, &limits, evaluations)?;
            self.judge(evaluations);
        }
        let mut session = strength::session(self.roster, self.engine)?;
        let (limits, mut count) = (self.limit.limits(), 0);
        let mut note = |ply: usize, evaluation: Evaluation| {
            self.note(ply, &evaluation, SHARES[1]);
            evaluations[ply] = Some(evaluation);
            count += 1;
            if count % STEP == 0 && first_card_is_out(share) {
                self.judge(evaluations);
            }
        };
        walk(&mut session, line, |_| true, &limits, self.progress.stopped(), &mut note)
            .map(drop)
            .map_err(|error| error.to_string())
    }

    /// Evaluates all positions with several engines, each a part of the game.
    fn pass(
        &self,
        line: &Line,
        limits: &Limits,
        evaluations: &mut [Option<Evaluation>],
    ) -> Result<(), String> {
        let size = evaluations.len().div_ceil(ENGINES).max(1);
        let parts = evaluations.chunks_mut(size).enumerate();
        std::thread::scope(|scope| {
            let parts = parts.map(|(index, part)| {
                scope.spawn(move || {
                    let begin = index * size;
                    let wanted = begin..begin + part.len();
                    let mut session = strength::session(self.roster, self.engine)?;
                    let note = &mut |ply: usize, evaluation: Evaluation| {
                        self.note(ply, &evaluation, SHARES[0]);
                        part[ply - begin] = Some(evaluation);
                    };
                    walk(
                        &mut session,
                        line,
                        |ply| wanted.contains(&ply),
                        limits,
                        self.progress.stopped(),
                        note,
                    )
                    .map(drop)
                    .map_err(|error| error.to_string())
                })
            });
            let parts: Vec<_> = parts.collect();
            parts.into_iter().try_for_each(|part| {
                part.join().unwrap_or_else(|_| Err("the engine stopped unexpectedly".into()))
            })
        })
    }

    fn note(&self, ply: usize, evaluation: &Evaluation, share: u64) {
        self.progress.done.fetch_add(share, Ordering::Relaxed);
        // If no one reads it, the task is being stopped.
        let _ = self.found.send(Finding::Evaluated(ply, evaluation.clone()));
    }

    /// Judges all moves and reports them.
    fn judge(&self, evaluations: &[Option<Evaluation>]) -> Review {
        let review = Review::new(self.game, evaluations.to_vec(), &JudgementRules::LICHESS);
        self.report(&review);
        review
    }

    fn report(&self, review: &Review) {
        let _ = self.found.send(Finding::Judged(Box::new(review.clone())));
    }

    fn look_closer(&self, line: &Line, review: &mut Review) -> Result<(), EngineError> {
        let plies = worth_a_look(review);
        let done = self.progress.done.load(Ordering::Relaxed);
        let (all, count) = (review.positions.len() as u64 * SHARES[2], plies.len() as u64);
        self.progress.expect(done + all);
        let mut examiner = Examiner::start(true)?;
        for (ply, looks) in plies.into_iter().zip(1_u64..) {
            let Some(study) = examiner.study(review, line, ply, self.progress.stopped())? else {
                return Ok(());
            };
            review.add_study(ply, study);
            self.progress.done.store(done + all * looks / count, Ordering::Relaxed);
            self.report(review);
        }
        Ok(())
    }
}

/// Moves are judged again during the thorough pass only if they were judged before it.
fn first_card_is_out(share: u64) -> bool {
    share > 0
}
