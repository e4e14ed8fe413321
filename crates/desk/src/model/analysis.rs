//! The engine that looks at the board for a person: analysis without end, hints, and moves on a person's behalf.

use std::time::{Duration, Instant};

use heirloom_chess::{Line, Move};
use heirloom_engine::{BestMove, Limits};

use super::players::{Answer, Seat};
use super::{Model, notice::Notice};

/// How long a hint is thought about.
const HINT: Duration = Duration::from_secs(1);

/// What an answer is wanted for.
#[derive(Clone, PartialEq, Debug)]
enum Purpose {
    Analysis,
    Hint(Box<Line>),
    Move(Box<Line>),
}

/// See the file's head.
#[derive(Debug)]
pub struct Analysis {
    /// The engine in the roster.
    pub engine: String,
    /// How many lines are wanted.
    pub lines: u32,
    /// Is the position on the board being analysed, whatever it is?
    pub on: bool,
    /// The move that an engine would play.
    pub hint: Option<Move>,
    /// The position that is being thought about.
    pub line: Option<Line>,
    /// The engine, once it was asked for anything.
    pub seat: Option<Seat>,
    purpose: Option<Purpose>,
}

impl Default for Analysis {
    fn default() -> Analysis {
        Analysis { engine: "heirloom".into(), lines: 3, on: false, hint: None, line: None, seat: None, purpose: None }
    }
}

impl Analysis {
    /// Ends the search for a hint or a move at once, with what it has found; says whether there was one.
    pub fn hurry(&self) -> bool {
        let wished = matches!(self.purpose, Some(Purpose::Hint(_) | Purpose::Move(_)));
        if let Some(seat) = self.seat.as_ref().filter(|_| wished) {
            seat.stop();
        }
        wished
    }

    /// The same, and nothing comes of it.
    pub fn drop_wish(&mut self) -> bool {
        let wished = self.hurry();
        self.purpose = self.purpose.take().filter(|_| !wished);
        wished
    }
}

impl Model {
    /// Switches the analysis on or off.
    pub(super) fn analyse(&mut self, on: bool) {
        self.analysis.on = on;
        self.follow();
    }

    /// Lets the analysis look at what is on the board now.
    pub(super) fn follow(&mut self) {
        let line = self.record.line();
        if !self.analysis.on || line.outcome().is_some() {
            if self.analysis.purpose == Some(Purpose::Analysis)
                && let Some(seat) = &self.analysis.seat
            {
                seat.stop();
                self.analysis.purpose = None;
            }
            return;
        }
        self.think(Purpose::Analysis, Limits::infinite());
    }

    /// Asks for a move that a person might play.
    pub(super) fn hint(&mut self) {
        if self.record.line().outcome().is_some() {
            return self.tell(Notice::NotNow);
        }
        let best = self.analysis.seat.as_ref().and_then(|seat| seat.lines.first()?.pv.first().copied());
        if let Some(best) = best
            && self.analysis.on
        {
            self.analysis.hint = Some(best);
            return;
        }
        self.think(Purpose::Hint(Box::new(self.record.line().clone())), Limits::move_time(HINT));
    }

    /// Asks for a move to be played for the side to move.
    pub(super) fn think_for_person(&mut self, limits: Limits) {
        self.think(Purpose::Move(Box::new(self.record.line().clone())), limits);
    }

    fn think(&mut self, purpose: Purpose, limits: Limits) {
        let Analysis { engine, seat, lines, line, purpose: wanted, .. } = &mut self.analysis;
        if seat.as_ref().is_none_or(|seat| seat.id != *engine) {
            *seat = Some(Seat::start(engine, self.roster.as_ref(), &self.wake));
        }
        let Some(seat) = seat else { return };
        let lines = if purpose == Purpose::Analysis { *lines } else { 1 };
        seat.wish("MultiPV", &lines.to_string());
        *line = Some(self.record.line().clone());
        seat.go(self.record.line().clone(), limits, self.looking.attention.search);
        *wanted = Some(purpose);
    }

    pub(super) fn poll_analysis(&mut self, now: Instant) {
        while let Some(answer) = self.analysis.seat.as_mut().and_then(Seat::poll) {
            match answer {
                Answer::Move(best) => self.thought(best, now),
                Answer::Said(text) => self.tell(Notice::EngineSaid(text)),
                // Who only looks at a game has nothing to give up.
                Answer::Resigns | Answer::Claims(_) => self.analysis.purpose = None,
                Answer::Failed(reason) => {
                    let name = std::mem::take(&mut self.analysis.seat).map_or_else(String::new, |seat| seat.id);
                    (self.analysis.on, self.analysis.purpose) = (false, None);
                    self.tell(Notice::AnalysisFailed { name, reason });
                }
            }
        }
    }

    fn thought(&mut self, best: BestMove, now: Instant) {
        match self.analysis.purpose.take() {
            // An analysis that has nothing more to find stays as it is.
            Some(Purpose::Analysis) => return self.analysis.purpose = Some(Purpose::Analysis),
            Some(Purpose::Hint(line)) if *line == *self.record.line() => self.analysis.hint = best.best,
            Some(Purpose::Move(line)) if *line == *self.record.line() => {
                if let Some(mv) = best.best {
                    self.enter(mv, now);
                }
            }
            _ => {}
        }
        if self.analysis.purpose.is_none() {
            self.follow();
        }
    }
}
