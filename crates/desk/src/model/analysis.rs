//! The engine that analyzes the board, gives hints, and moves for the user.

use std::time::Duration;

use heirloom_chess::{Line, Move};
use heirloom_engine::{BestMove, Limits};

use super::context::{Context, Effect};
use super::notice::Notice;
use super::players::{Answer, Seat};
use super::record::Record;
use super::values::Values;

/// How long the engine thinks about a hint.
const HINT: Duration = Duration::from_secs(1);

/// What can be asked of the analysis.
#[derive(Clone, PartialEq, Debug)]
pub enum AnalysisCommand {
    /// Analyzes the position on the board, or stops.
    Switch(bool),
    /// Shows what the engine would play.
    Hint,
    /// Analyzes with this engine of the roster.
    Engine(String),
    /// Analyzes with this one as well, for comparison, or with no other.
    Rival(Option<String>),
    /// Shows this many lines.
    Lines(u32),
    /// Analyzes as if the other side were to move: what does it threaten?
    Threat(bool),
}

/// The purpose of a search.
#[derive(Clone, PartialEq, Debug)]
enum Purpose {
    Analysis,
    Hint(Box<Line>),
    Move(Box<Line>),
}

/// The analysis and its engines.
#[derive(Debug)]
pub struct Analysis {
    /// The engine in the roster.
    pub engine: String,
    /// Another engine that analyzes the same position for comparison.
    pub rival: Option<String>,
    /// Whether the position is analyzed as if the other side were to move.
    pub threat: bool,
    /// The number of lines.
    pub lines: u32,
    /// Whether the position on the board is being analyzed.
    pub on: bool,
    /// The move that is shown as a hint.
    pub hint: Option<Move>,
    /// The position that is searched.
    pub line: Option<Line>,
    /// The engine, once it was asked for anything.
    pub seat: Option<Seat>,
    /// The engine for comparison, while it is at work.
    pub rival_seat: Option<Seat>,
    /// The values of positions that engines have found.
    pub values: Values,
    purpose: Option<Purpose>,
}

impl Default for Analysis {
    fn default() -> Analysis {
        Analysis {
            engine: "heirloom".into(),
            rival: None,
            threat: false,
            lines: 3,
            on: false,
            hint: None,
            line: None,
            seat: None,
            rival_seat: None,
            values: Values::default(),
            purpose: None,
        }
    }
}

impl Analysis {
    /// Returns the engines at work.
    pub fn seats(&self) -> impl Iterator<Item = &Seat> {
        self.seat.iter().chain(&self.rival_seat)
    }

    /// Returns the engine if it searches, or has searched, this position.
    pub fn seat_for(&self, line: &Line) -> Option<&Seat> {
        self.seat.as_ref().filter(|_| self.line.as_ref() == Some(line))
    }

    /// Takes both engines away.
    pub(super) fn dismiss_engines(&mut self) -> impl Iterator<Item = Seat> + use<> {
        self.seat.take().into_iter().chain(self.rival_seat.take())
    }

    /// Carries a command out; an analysis that is running starts again with it.
    pub(super) fn apply(&mut self, command: AnalysisCommand, record: &Record, context: &mut Context) {
        match command {
            AnalysisCommand::Hint => return self.find_hint(record, context),
            AnalysisCommand::Switch(on) => self.on = on,
            AnalysisCommand::Engine(engine) => self.engine = engine,
            AnalysisCommand::Rival(engine) => self.rival = engine,
            AnalysisCommand::Lines(lines) => self.lines = lines.clamp(1, 20),
            AnalysisCommand::Threat(on) => self.threat = on,
        }
        self.follow(record, context);
    }

    /// Ends the search for a hint or a move with what it has found; returns true if there was one.
    pub(super) fn hurry(&self) -> bool {
        let requested = matches!(self.purpose, Some(Purpose::Hint(_) | Purpose::Move(_)));
        if let Some(seat) = self.seat.as_ref().filter(|_| requested) {
            seat.worker.stop();
        }
        requested
    }

    /// Gives up the search for a hint or a move; returns true if there was one.
    pub(super) fn cancel(&mut self) -> bool {
        let requested = self.hurry();
        self.purpose = self.purpose.take().filter(|_| !requested);
        requested
    }

    /// Forgets what was found, since it is about another position than the one on the board.
    fn forget(&mut self) {
        self.line = None;
        if let Some(seat) = &mut self.seat {
            seat.forget();
        }
    }

    /// Returns true if a running analysis collects no insights.
    pub(super) fn lacks_insights(&self) -> bool {
        self.on && self.seat.as_ref().is_some_and(|seat| seat.is_thinking() && !seat.report.counts)
    }

    /// Returns what is analyzed: the game up to the board, or the position on it with the other side to move,
    /// if it can be.
    fn analyzed(&self, record: &Record) -> Line {
        let mut passed = record.position().clone();
        if !self.threat || passed.in_check() {
            return record.line().clone();
        }
        passed.play_null();
        Line::new(passed)
    }

    /// Follows the board, on which something has changed.
    pub(super) fn follow(&mut self, record: &Record, context: &Context) {
        let line = self.analyzed(record);
        self.follow_rival(&line, context);
        if !self.on || line.outcome().is_some() {
            if self.purpose == Some(Purpose::Analysis)
                && let Some(seat) = &self.seat
            {
                seat.worker.stop();
                self.purpose = None;
            }
            if self.line.as_ref().is_some_and(|known| *known != line && known != record.line()) {
                self.forget();
            }
            return;
        }
        self.think(Purpose::Analysis, line, Limits::infinite(), context);
    }

    /// Continues the analysis if the engine has nothing else to do.
    pub(super) fn resume(&mut self, record: &Record, context: &Context) {
        if self.purpose.is_none() {
            self.follow(record, context);
        }
    }

    /// Lets the engine for comparison analyze a line.
    fn follow_rival(&mut self, line: &Line, context: &Context) {
        let Analysis { rival, rival_seat, lines, on, .. } = self;
        let Some(engine) = rival.as_ref().filter(|_| *on && line.outcome().is_none()) else {
            *rival_seat = None;
            return;
        };
        if rival_seat.as_ref().is_none_or(|seat| seat.id != *engine) {
            *rival_seat = Some(Seat::analyst(engine, context));
        }
        if let Some(seat) = rival_seat {
            seat.worker.set_if_known("MultiPV", &lines.to_string());
            seat.go(line.clone(), Limits::infinite(), false);
        }
    }

    fn find_hint(&mut self, record: &Record, context: &mut Context) {
        if record.line().outcome().is_some() {
            return context.notify(Notice::NotNow);
        }
        let best =
            self.seat_for(record.line()).and_then(|seat| seat.progress.ranked().first()?.pv.first().copied());
        if let Some(best) = best.filter(|_| self.on) {
            self.hint = Some(best);
            return;
        }
        let line = record.line().clone();
        self.think(Purpose::Hint(Box::new(line.clone())), line, Limits::move_time(HINT), context);
    }

    /// Finds a move to be played for the side to move.
    pub(super) fn find_move(&mut self, limits: Limits, record: &Record, context: &Context) {
        let line = record.line().clone();
        self.think(Purpose::Move(Box::new(line.clone())), line, limits, context);
    }

    fn think(&mut self, purpose: Purpose, about: Line, limits: Limits, context: &Context) {
        if self.seat.as_ref().is_none_or(|seat| seat.id != self.engine) {
            self.seat = Some(Seat::analyst(&self.engine, context));
        }
        let Some(seat) = &mut self.seat else { return };
        let lines = if purpose == Purpose::Analysis { self.lines } else { 1 };
        seat.worker.set_if_known("MultiPV", &lines.to_string());
        self.line = Some(about.clone());
        seat.go(about, limits, context.insights);
        self.purpose = Some(purpose);
    }

    /// Reads what the engines have answered.
    pub(super) fn poll(&mut self, record: &Record, context: &mut Context) {
        self.poll_rival(context);
        while let Some(answer) = self.seat.as_mut().and_then(Seat::poll) {
            match answer {
                Answer::Move(best) => self.found(best, record, context),
                Answer::Message(text) => context.notify(Notice::EngineSaid(text)),
                // There is nothing to resign in an analysis.
                Answer::Resigns | Answer::Claims(_) => self.purpose = None,
                Answer::Failed(reason) => {
                    let name = self.seat.take().map_or_else(String::new, |seat| seat.id);
                    (self.on, self.purpose) = (false, None);
                    context.notify(Notice::AnalysisFailed { name, reason });
                }
            }
        }
    }

    fn poll_rival(&mut self, context: &mut Context) {
        while let Some(answer) = self.rival_seat.as_mut().and_then(Seat::poll) {
            match answer {
                Answer::Message(text) => context.notify(Notice::EngineSaid(text)),
                Answer::Failed(reason) => {
                    let name = self.rival_seat.take().map_or_else(String::new, |seat| seat.id);
                    self.rival = None;
                    context.notify(Notice::AnalysisFailed { name, reason });
                }
                Answer::Move(_) | Answer::Resigns | Answer::Claims(_) => {}
            }
        }
    }

    /// The engine has finished a search.
    fn found(&mut self, best: BestMove, record: &Record, context: &mut Context) {
        match self.purpose.take() {
            // An analysis that has nothing more to find stays as it is.
            Some(Purpose::Analysis) => return self.purpose = Some(Purpose::Analysis),
            Some(Purpose::Hint(line)) if *line == *record.line() => self.hint = best.best,
            Some(Purpose::Move(line)) if *line == *record.line() => {
                if let Some(mv) = best.best {
                    return context.ask(Effect::Enter(mv));
                }
            }
            _ => {}
        }
        context.ask(Effect::Resume);
    }
}
