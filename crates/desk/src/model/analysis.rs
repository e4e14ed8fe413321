//! The engine that looks at the board for a person: analysis without end, hints, and moves on a person's behalf.

use web_time::{Duration, Instant};

use heirloom_chess::{Line, Move};
use heirloom_engine::{BestMove, Limits};

use super::players::{Answer, Seat};
use super::{Model, notice::Notice};
use crate::command::Analysing;

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
    /// Another one that analyses the same for comparison.
    pub rival: Option<String>,
    /// Is the position analysed as if the other side were to move?
    pub threat: bool,
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
    /// The engine for comparison, while it is at work.
    pub rival_seat: Option<Seat>,
    purpose: Option<Purpose>,
}

impl Default for Analysis {
    fn default() -> Analysis {
        let engine = "heirloom".into();
        let (rival, threat, on) = (None, false, false);
        Analysis {
            engine,
            rival,
            threat,
            lines: 3,
            on,
            hint: None,
            line: None,
            seat: None,
            rival_seat: None,
            purpose: None,
        }
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

    /// Forgets what was found: it is about another position than the one on the board.
    fn forget(&mut self) {
        self.line = None;
        if let Some(seat) = &mut self.seat {
            seat.forget();
        }
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

    /// Changes how the analysis is done; one that is under way begins anew.
    pub(super) fn analyse_so(&mut self, how: Analysing) {
        match how {
            Analysing::Engine(engine) => self.analysis.engine = engine,
            Analysing::Rival(engine) => self.analysis.rival = engine,
            Analysing::Lines(lines) => self.analysis.lines = lines.clamp(1, 20),
            Analysing::Threat(on) => self.analysis.threat = on,
        }
        self.follow();
    }

    /// What is analysed: the game up to the board, or the position on it with the other side to move, where that is possible.
    fn analysed(&self) -> Line {
        let (line, mut passed) = (self.record.line(), self.record.position().clone());
        if !self.analysis.threat || passed.in_check() {
            return line.clone();
        }
        passed.play_null();
        Line::new(passed)
    }

    /// Lets the analysis look at what is on the board now.
    pub(super) fn follow(&mut self) {
        let line = self.analysed();
        self.follow_rival(&line);
        if !self.analysis.on || line.outcome().is_some() {
            if self.analysis.purpose == Some(Purpose::Analysis)
                && let Some(seat) = &self.analysis.seat
            {
                seat.stop();
                self.analysis.purpose = None;
            }
            let known = self.analysis.line.as_ref();
            if known.is_some_and(|known| *known != line && known != self.record.line()) {
                self.analysis.forget();
            }
            return;
        }
        self.think(Purpose::Analysis, line, Limits::infinite());
    }

    /// The same for the engine that analyses for comparison.
    fn follow_rival(&mut self, line: &Line) {
        let Analysis { rival, rival_seat, lines, on, .. } = &mut self.analysis;
        let wanted = rival.as_ref().filter(|_| *on && line.outcome().is_none());
        let Some(engine) = wanted else {
            *rival_seat = None;
            return;
        };
        if rival_seat.as_ref().is_none_or(|seat| seat.id != *engine) {
            *rival_seat = Some(Seat::start(engine, None, self.roster.as_ref(), &self.wake));
        }
        if let Some(seat) = rival_seat {
            seat.wish("MultiPV", &lines.to_string());
            seat.go(line.clone(), Limits::infinite(), false);
        }
    }

    /// Asks for a move that a person might play.
    pub(super) fn hint(&mut self) {
        if self.record.line().outcome().is_some() {
            return self.tell(Notice::NotNow);
        }
        let Analysis { seat, line, on, .. } = &self.analysis;
        let best = seat.as_ref().and_then(|seat| seat.progress.ranked().first()?.pv.first().copied());
        if let Some(best) = best
            && *on
            && line.as_ref() == Some(self.record.line())
        {
            self.analysis.hint = Some(best);
            return;
        }
        let line = self.record.line().clone();
        self.think(Purpose::Hint(Box::new(line.clone())), line, Limits::move_time(HINT));
    }

    /// Asks for a move to be played for the side to move.
    pub(super) fn think_for_person(&mut self, limits: Limits) {
        let line = self.record.line().clone();
        self.think(Purpose::Move(Box::new(line.clone())), line, limits);
    }

    fn think(&mut self, purpose: Purpose, about: Line, limits: Limits) {
        let Analysis { engine, seat, lines, line, purpose: wanted, .. } = &mut self.analysis;
        if seat.as_ref().is_none_or(|seat| seat.id != *engine) {
            *seat = Some(Seat::start(engine, None, self.roster.as_ref(), &self.wake));
        }
        let Some(seat) = seat else { return };
        let lines = if purpose == Purpose::Analysis { *lines } else { 1 };
        seat.wish("MultiPV", &lines.to_string());
        *line = Some(about.clone());
        seat.go(about, limits, self.looking.attention.search);
        *wanted = Some(purpose);
    }

    pub(super) fn poll_analysis(&mut self, now: Instant) {
        self.poll_rival();
        while let Some(answer) = self.analysis.seat.as_mut().and_then(Seat::poll) {
            match answer {
                Answer::Move(best) => self.thought(best, now),
                Answer::Said(text) => self.tell(Notice::EngineSaid(text)),
                // Who only looks at a game has nothing to give up.
                Answer::Resigns | Answer::Claims(_) => self.analysis.purpose = None,
                Answer::Failed(reason) => {
                    let name =
                        std::mem::take(&mut self.analysis.seat).map_or_else(String::new, |seat| seat.id);
                    (self.analysis.on, self.analysis.purpose) = (false, None);
                    self.tell(Notice::AnalysisFailed { name, reason });
                }
            }
        }
    }

    /// The engine for comparison has nothing to say but its lines, and that it has failed.
    fn poll_rival(&mut self) {
        while let Some(answer) = self.analysis.rival_seat.as_mut().and_then(Seat::poll) {
            match answer {
                Answer::Said(text) => self.tell(Notice::EngineSaid(text)),
                Answer::Failed(reason) => {
                    let name = self.analysis.rival_seat.take().map_or_else(String::new, |seat| seat.id);
                    self.analysis.rival = None;
                    self.tell(Notice::AnalysisFailed { name, reason });
                }
                Answer::Move(_) | Answer::Resigns | Answer::Claims(_) => {}
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
