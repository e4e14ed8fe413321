//! The engines that analyze the board; the first of them also gives hints, and moves for the user.

mod others;
mod place;

use std::time::Duration;

use heirloom_chess::{Line, Move};
use heirloom_engine::{BestMove, Limits};

use super::context::{Context, Effect};
use super::figures;
use super::notice::Notice;
use super::players::{Answer, Seat};
use super::record::Record;
use super::values::Values;
pub use place::{Held, OnlyMoves};

/// How long the engine thinks about a hint.
const HINT: Duration = Duration::from_secs(1);

/// What can be asked of the analysis.
#[derive(Clone, PartialEq, Debug)]
pub enum AnalysisCommand {
    /// Analyzes the position on the board, or stops.
    Switch(bool),
    /// Shows what the engine would play.
    Hint,
    /// Shows what the opponent would play if the side to move passed.
    ShowThreat,
    /// Analyzes with this engine of the roster.
    Engine(String),
    /// Analyzes with these engines as well.
    Others(Vec<String>),
    /// Shows this many lines.
    Lines(u32),
    /// Analyzes as if the other side were to move: what does it threaten?
    Threat(bool),
    /// Keeps the engines on the position on the board, wherever the user looks, or lets them follow the board
    /// again.
    Hold(bool),
    /// Searches only these moves of the position; none for all moves.
    Only(Vec<Move>),
}

/// The purpose of a search.
#[derive(Clone, PartialEq, Debug)]
enum Purpose {
    Analysis,
    Hint(Box<Line>),
    /// The threat in a position.
    Threat(Box<Line>),
    Move(Box<Line>),
}

/// The analysis and its engines.
#[derive(Debug)]
pub struct Analysis {
    /// The engine in the roster.
    pub engine: String,
    /// Other engines that analyze the same position.
    pub others: Vec<String>,
    /// Whether the position is analyzed as if the other side were to move.
    pub threat: bool,
    /// The number of lines.
    pub lines: u32,
    /// Whether the position on the board is being analyzed.
    pub on: bool,
    /// The position that the engines stay on, whatever the board shows.
    pub held: Option<Held>,
    /// The only moves that are searched.
    pub only: Option<OnlyMoves>,
    /// The move that is shown as a hint.
    pub hint: Option<Move>,
    /// The move that is shown as a threat.
    pub threatened: Option<Move>,
    /// The position that is searched.
    pub line: Option<Line>,
    /// The engine, once it was asked for anything.
    pub seat: Option<Seat>,
    /// The other engines, once they were asked for anything.
    pub other_seats: Vec<Seat>,
    /// The values of positions that engines have found.
    pub values: Values,
    purpose: Option<Purpose>,
}

impl Default for Analysis {
    fn default() -> Analysis {
        Analysis {
            engine: "heirloom".into(),
            others: Vec::new(),
            threat: false,
            lines: 3,
            on: false,
            held: None,
            only: None,
            hint: None,
            threatened: None,
            line: None,
            seat: None,
            other_seats: Vec::new(),
            values: Values::default(),
            purpose: None,
        }
    }
}

impl Analysis {
    /// Returns the engines at work.
    pub fn seats(&self) -> impl Iterator<Item = &Seat> {
        self.seat.iter().chain(&self.other_seats)
    }

    /// Returns the engine if it searches, or has searched, this position.
    pub fn seat_for(&self, line: &Line) -> Option<&Seat> {
        self.seat.as_ref().filter(|_| self.line.as_ref() == Some(line))
    }

    /// Takes all engines away.
    pub(super) fn dismiss_engines(&mut self) -> impl Iterator<Item = Seat> + use<> {
        self.seat.take().into_iter().chain(std::mem::take(&mut self.other_seats))
    }

    /// Carries a command out. A search that is running starts again only if it has to.
    pub(super) fn apply(&mut self, command: AnalysisCommand, record: &Record, context: &mut Context) {
        match command {
            AnalysisCommand::Hint => return self.find_hint(record, context),
            AnalysisCommand::ShowThreat => return self.find_threat(record, context),
            AnalysisCommand::Switch(on) => self.on = on,
            AnalysisCommand::Engine(engine) => {
                self.others.retain(|other| *other != engine);
                self.engine = engine;
                return self.follow(record, context);
            }
            AnalysisCommand::Others(engines) => {
                self.set_others(engines);
                return self.follow(record, context);
            }
            AnalysisCommand::Hold(on) => {
                self.held = on.then(|| Held::here(record));
                return self.follow(record, context);
            }
            AnalysisCommand::Lines(lines) => self.lines = lines.clamp(1, 20),
            AnalysisCommand::Threat(on) => self.threat = on,
            AnalysisCommand::Only(moves) => self.only = OnlyMoves::of(moves, &self.analyzed(record)),
        }
        self.restart(record, context);
    }

    /// Ends the search for a hint or a move with what it has found; returns true if there was one.
    pub(super) fn hurry(&self) -> bool {
        let requested =
            matches!(self.purpose, Some(Purpose::Hint(_) | Purpose::Threat(_) | Purpose::Move(_)));
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
        self.seat.iter_mut().chain(&mut self.other_seats).for_each(Seat::forget);
    }

    /// Returns true if a running analysis collects no insights.
    pub(super) fn lacks_insights(&self) -> bool {
        self.on && self.seat.as_ref().is_some_and(|seat| seat.is_thinking() && !seat.report.counts)
    }

    /// Follows the board, on which something may have changed.
    pub(super) fn follow(&mut self, record: &Record, context: &Context) {
        self.follow_board(false, record, context);
    }

    /// Begins the search again, since it is to be done in another way.
    pub(super) fn restart(&mut self, record: &Record, context: &Context) {
        self.follow_board(true, record, context);
    }

    fn follow_board(&mut self, again: bool, record: &Record, context: &Context) {
        let line = self.analyzed(record);
        self.only.take_if(|only| !only.fits(line.position()));
        let again = again || self.line.as_ref() != Some(&line);
        if !self.on || line.outcome().is_some() {
            if self.purpose == Some(Purpose::Analysis) {
                self.seat.iter().for_each(|seat| seat.worker.stop());
                self.purpose = None;
            }
            self.other_seats.iter().for_each(|seat| seat.worker.stop());
            if self.line.as_ref().is_some_and(|known| *known != line && known != record.line()) {
                self.forget();
            }
            return;
        }
        self.others_follow(&line, again, context);
        let goes_on = !again && self.purpose == Some(Purpose::Analysis);
        if !goes_on || self.seat.as_ref().is_none_or(|seat| seat.id != self.engine) {
            self.think(Purpose::Analysis, line, self.limits(), context);
        }
    }

    /// Continues the analysis if the engine has nothing else to do.
    pub(super) fn resume(&mut self, record: &Record, context: &Context) {
        if self.purpose.is_none() {
            self.follow(record, context);
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

    /// Finds what the opponent would play if the side to move passed, which it cannot in check.
    fn find_threat(&mut self, record: &Record, context: &mut Context) {
        let mut passed = record.position().clone();
        if passed.in_check() || record.line().outcome().is_some() {
            return context.notify(Notice::NoThreat);
        }
        passed.play_null();
        let purpose = Purpose::Threat(Box::new(record.line().clone()));
        self.think(purpose, Line::new(passed), Limits::move_time(HINT), context);
    }

    /// Finds a move to be played for the side to move.
    pub(super) fn find_move(&mut self, limits: Limits, record: &Record, context: &Context) {
        let line = record.line().clone();
        self.think(Purpose::Move(Box::new(line.clone())), line, limits, context);
    }

    fn think(&mut self, purpose: Purpose, about: Line, limits: Limits, context: &Context) {
        if self.seat.as_ref().is_none_or(|seat| seat.id != self.engine) {
            self.seat = Some(analyst(&self.engine, context));
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
        self.poll_others(context);
        while let Some(answer) = self.seat.as_mut().and_then(Seat::poll) {
            match answer {
                Answer::Move(best) => self.found(best, record, context),
                Answer::Message(text) => context.notify(Notice::EngineSaid(text)),
                // There is nothing to resign in an analysis.
                Answer::Resigns | Answer::Claims(_) => self.purpose = None,
                Answer::Failed(reason) => {
                    let name = self.seat.take().map_or_else(String::new, |seat| seat.id);
                    (self.on, self.purpose) = (false, None);
                    self.other_seats.iter().for_each(|seat| seat.worker.stop());
                    context.notify(Notice::AnalysisFailed { name, reason });
                }
            }
        }
    }

    /// The engine has finished a search.
    fn found(&mut self, best: BestMove, record: &Record, context: &mut Context) {
        match self.purpose.take() {
            // An analysis that has nothing more to find stays as it is.
            Some(Purpose::Analysis) => return self.purpose = Some(Purpose::Analysis),
            Some(Purpose::Hint(line)) if *line == *record.line() => self.hint = best.best,
            Some(Purpose::Threat(line)) if *line == *record.line() => self.threatened = best.best,
            Some(Purpose::Move(line)) if *line == *record.line() => {
                if let Some(mv) = best.best {
                    let found = figures::of_found(line.position().turn(), best.origin, self.seat.as_ref());
                    return context.ask(Effect::Enter(mv, Some(found)));
                }
            }
            _ => {}
        }
        context.ask(Effect::Resume);
    }
}

/// Starts an engine that reports what an analysis shows.
fn analyst(engine: &str, context: &Context) -> Seat {
    let seat = Seat::analyst(engine, context);
    seat.worker.set_if_known("UCI_ShowWDL", "true");
    seat
}

#[cfg(test)]
mod tests;
