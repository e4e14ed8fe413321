//! The desk as an engine with windows: another program asks over its protocol, and the windows show the game
//! and the search.
//!
//! The protocol's server owns the engine, as it does without windows. An [`Intercept`] around the engine
//! reports what it is asked and answers, so the model only listens, and nothing that the windows do can
//! disturb the conversation.

mod heard;

use std::io::{BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use web_time::Instant;

use heirloom_chess::Line;
use heirloom_engine::{
    BestMove, Engine, EngineError, Info, Intercept, Intercepted, Limits, Signals, Transcript,
};
use heirloom_protocol::Protocol;
use heirloom_protocol::server::{self, Extra, Handled, ServeError};

use super::context::Context;
use super::play::Play;
use super::players::Seat;
use super::worker::WakeFn;
use crate::roster::Roster;
use heard::{HeardInput, HeardOutput};

/// A report of what the engine is asked or answers.
#[derive(Debug)]
enum Report {
    NewGame,
    Search(Box<Line>, Box<Limits>),
    Info(Box<Info>),
    Answer(Option<BestMove>),
    /// The other program has ended.
    Over,
}

/// The number of reports that may wait to be read, since a window that is not drawn reads none.
const MOST_WAITING: usize = 1000;

/// The model's side of the conversation.
#[derive(Debug)]
pub struct Serving {
    reports: Receiver<Report>,
    waiting: Arc<AtomicUsize>,
    insights: Arc<AtomicBool>,
    /// The engine, with its latest reports.
    pub seat: Seat,
    /// The search that is running, and whether its move will be played.
    search: Option<(Line, bool)>,
    /// Whether the conversation has ended, so that the program is to end, too.
    pub over: bool,
}

/// The engine's side of the conversation.
#[derive(Clone)]
pub struct EngineServer {
    sender: Sender<Report>,
    wake: WakeFn,
    waiting: Arc<AtomicUsize>,
    insights: Arc<AtomicBool>,
    roster: Arc<dyn Roster>,
    engine: String,
    /// What is said on both sides.
    transcript: Transcript,
}

impl EngineServer {
    /// Serves the engine until the other program has ended, which is reported to the model. Fails if no
    /// engine can be created or the output is closed.
    pub fn run(
        self,
        dialect: Protocol,
        input: impl BufRead + Send + 'static,
        output: impl Write,
    ) -> Result<(), ServeError> {
        let mut factory = || {
            let started = self.roster.factory(&self.engine)();
            let engine =
                started.map_err(|reason| EngineError::Start { command: self.engine.clone(), reason })?;
            Ok(Box::new(Intercepted::new(engine, Listener { serve: self.clone() })) as Box<dyn Engine>)
        };
        let input = HeardInput::new(input, self.transcript.clone());
        let output = HeardOutput::new(output, self.transcript.clone());
        let served =
            server::serve(dialect, &mut factory, input, output, &mut |_: &str, _: &mut Extra<'_>| {
                Handled::Unknown
            });
        self.report(Report::Over);
        served
    }

    fn report(&self, report: Report) {
        let waiting = self.waiting.fetch_add(1, Ordering::Relaxed);
        if waiting >= MOST_WAITING && matches!(report, Report::Info(_)) {
            self.waiting.fetch_sub(1, Ordering::Relaxed);
            return;
        }
        let _ = self.sender.send(report);
        (self.wake)();
    }
}

/// Reports what the engine is asked and answers.
struct Listener {
    serve: EngineServer,
}

impl Intercept for Listener {
    fn new_game(&mut self, engine: &mut dyn Engine) {
        self.serve.report(Report::NewGame);
        engine.new_game();
    }

    fn search(
        &mut self,
        engine: &mut dyn Engine,
        line: &Line,
        limits: &Limits,
        signals: &Signals,
        report: &mut dyn FnMut(Info),
    ) -> Result<BestMove, EngineError> {
        if self.serve.insights.load(Ordering::Relaxed) {
            signals.want_insights();
        }
        self.serve.report(Report::Search(Box::new(line.clone()), Box::new(limits.clone())));
        let serve = self.serve.clone();
        let mut intercepted = |info: Info| {
            serve.report(Report::Info(Box::new(info.clone())));
            // The protocol has no insights.
            if info.insight.is_none() {
                report(info);
            }
        };
        let outcome = engine.search(line, limits, signals, &mut intercepted);
        self.serve.report(Report::Answer(outcome.as_ref().ok().copied()));
        outcome
    }
}

/// Makes the desk an engine. The second value is to be run on a thread of its own; it starts the engine of
/// this name and notes the conversation.
pub fn serve(engine: &str, transcript: Transcript, context: &Context) -> (Serving, EngineServer) {
    let (sender, reports) = mpsc::channel();
    let (waiting, insights) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicBool::new(false)));
    let serve = EngineServer {
        sender,
        wake: WakeFn::clone(&context.wake),
        waiting: Arc::clone(&waiting),
        insights: Arc::clone(&insights),
        roster: Arc::clone(&context.roster),
        engine: engine.to_owned(),
        transcript,
    };
    (Serving { reports, waiting, insights, seat: Seat::external(engine), search: None, over: false }, serve)
}

impl Serving {
    /// Reads what the engine was asked and has answered, and shows it on the board.
    pub fn poll(&mut self, play: &mut Play, context: &mut Context, now: Instant) {
        loop {
            match self.reports.try_recv() {
                Ok(report) => {
                    self.waiting.fetch_sub(1, Ordering::Relaxed);
                    self.follow(report, play, context, now);
                }
                Err(TryRecvError::Empty) => break,
                // The server has ended without a report.
                Err(TryRecvError::Disconnected) => {
                    self.over = true;
                    break;
                }
            }
        }
        self.seat.report.show_next();
        self.insights.store(context.insights, Ordering::Relaxed);
    }

    fn follow(&mut self, report: Report, play: &mut Play, context: &mut Context, now: Instant) {
        match report {
            Report::NewGame => play.follow_game(&Line::default(), context, now),
            Report::Search(line, limits) => {
                play.follow_search(&line, &limits, &self.seat.id, context, now);
                self.seat.hear_search(&line, context.insights);
                // A move found while pondering may never come to the board.
                self.search = Some((*line, !limits.infinite && !limits.ponder));
            }
            Report::Info(info) => self.seat.hear(*info),
            Report::Answer(best) => {
                let search = self.search.take();
                let found = best.and_then(|best| best.best);
                let played = search.as_ref().filter(|(_, plays)| *plays).map(|(line, _)| line).zip(found);
                let turn = played.map(|(line, _)| line.position().turn());
                play.follow_answer(played, context, now);
                if let Some(turn) = turn.filter(|_| context.figures) {
                    play.note_figures(turn, best.map(|best| best.origin), &self.seat);
                }
            }
            Report::Over => self.over = true,
        }
    }
}

#[cfg(test)]
mod tests;
