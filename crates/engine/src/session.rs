//! A thread that owns one engine, takes commands and returns events.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

use heirloom_chess::game::GameResult;
use heirloom_chess::{Line, Move, Position};

use crate::{
    BenchProgress, BenchResult, BenchWork, BestMove, Engine, EngineError, EngineOption, Explanation, Info,
    Limits, Signals,
};

/// Identifies the `go` that an event belongs to; tickets increase. Events of older tickets are stale.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Ticket(u64);

/// What a search sends back.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// A report of the running search.
    Info(Ticket, Info),
    /// The end of a search: exactly one for each `go`. Under `infinite` and `ponder` a best move comes only
    /// after the stop or the ponder hit; an engine's failure is reported at once.
    Done(Ticket, SearchOutcome),
}

/// The result of a search.
pub type SearchOutcome = Result<BestMove, EngineError>;

/// The stack size of the engine's thread: recursion of several hundred plies, with a move list at each.
const STACK_BYTES: usize = 64 << 20;

/// How long a dropped session waits for its engine to end: longer than a client takes to kill a program.
const DROP_TIMEOUT: Duration = Duration::from_secs(7);

type Task = Box<dyn FnOnce(&mut dyn Engine) + Send>;
type Sink = Box<dyn FnMut(Event) + Send>;

enum Command {
    Go { ticket: Ticket, line: Box<Line>, limits: Limits, signals: Signals },
    Task(Task),
}

/// One engine on its own thread. Dropping the session stops the engine and waits a few seconds for the
/// thread; an engine that does not stop is left behind.
#[derive(Debug)]
pub struct Session {
    name: String,
    author: String,
    options: Vec<EngineOption>,
    commands: Option<Sender<Command>>,
    events: Receiver<Event>,
    /// Closed when the thread has ended and its engine has been dropped.
    thread_gone: Receiver<()>,
    last_ticket: Ticket,
    /// The flags of the latest search.
    signals: Signals,
    /// The latest ticket whose search has ended.
    ended: Arc<AtomicU64>,
    /// How long the search that ended last was on its own clock, in nanoseconds.
    thinking: Arc<AtomicU64>,
}

impl Session {
    /// Starts a thread for an engine; [`Session::next_event`] returns its events.
    ///
    /// # Errors
    /// [`EngineError::Start`] if the system cannot create a thread.
    pub fn start(engine: Box<dyn Engine>) -> Result<Session, EngineError> {
        let (outbox, events) = mpsc::channel();
        let sink = move |event| {
            let _ = outbox.send(event);
        };
        Session::spawn(engine, Box::new(sink), events)
    }

    /// Starts a thread for an engine that sends its events to `sink`, so that callers need not poll.
    ///
    /// # Errors
    /// [`EngineError::Start`] if the system cannot create a thread.
    pub fn start_into(
        engine: Box<dyn Engine>,
        sink: impl FnMut(Event) + Send + 'static,
    ) -> Result<Session, EngineError> {
        let (_, nothing) = mpsc::channel();
        Session::spawn(engine, Box::new(sink), nothing)
    }

    fn spawn(engine: Box<dyn Engine>, sink: Sink, events: Receiver<Event>) -> Result<Session, EngineError> {
        let (name, author, options) =
            (engine.name().to_string(), engine.author().to_string(), engine.options().to_vec());
        let (commands, inbox) = mpsc::channel();
        let ended = Arc::new(AtomicU64::new(0));
        let thinking = Arc::new(AtomicU64::new(0));
        let last_search = LastSearch { ticket: Arc::clone(&ended), thinking: Arc::clone(&thinking) };
        let (thread_alive, thread_gone) = mpsc::channel::<()>();
        let body = move || {
            serve(engine, &inbox, sink, &last_search);
            drop(thread_alive);
        };
        thread::Builder::new()
            .name(name.clone())
            .stack_size(STACK_BYTES)
            .spawn(body)
            .map_err(|reason| EngineError::Start { command: name.clone(), reason: reason.to_string() })?;
        let (commands, signals) = (Some(commands), Signals::new());
        Ok(Session {
            name,
            author,
            options,
            commands,
            events,
            thread_gone,
            last_ticket: Ticket::default(),
            signals,
            ended,
            thinking,
        })
    }

    /// The engine's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The engine's author.
    pub fn author(&self) -> &str {
        &self.author
    }

    /// The engine's options.
    pub fn options(&self) -> &[EngineOption] {
        &self.options
    }

    /// Returns true if a search is running or its best move is being held back.
    pub fn is_searching(&self) -> bool {
        self.ended.load(Ordering::Acquire) < self.last_ticket.0
    }

    /// Starts a search. One that is still running is stopped; its end comes before any event of the new one.
    pub fn go(&mut self, line: Line, limits: Limits) -> Ticket {
        self.go_with(line, limits, false)
    }

    /// Like [`Session::go`], but also requests insights, which arrive in reports like any other.
    pub fn go_with_insights(&mut self, line: Line, limits: Limits) -> Ticket {
        self.go_with(line, limits, true)
    }

    fn go_with(&mut self, line: Line, limits: Limits, insights: bool) -> Ticket {
        self.stop();
        self.signals = if limits.ponder { Signals::pondering() } else { Signals::new() };
        if insights {
            self.signals.want_insights();
        }
        self.last_ticket.0 += 1;
        let (ticket, signals) = (self.last_ticket, self.signals.clone());
        self.send(Command::Go { ticket, line: Box::new(line), limits, signals });
        ticket
    }

    /// Stops the running search. Harmless if there is none: the next search has its own flags.
    pub fn stop(&mut self) {
        self.signals.stop();
    }

    /// Reports that the expected move was played. Harmless if the engine is not pondering.
    pub fn ponder_hit(&mut self) {
        self.signals.ponder_hit();
    }

    /// Waits up to `patience` for the next event; always `None` if events go to a sink.
    pub fn next_event(&mut self, patience: Duration) -> Option<Event> {
        self.events.recv_timeout(patience).ok()
    }

    /// Waits for the end of the latest search, passing its reports on; an infinite one must be stopped first.
    ///
    /// # Errors
    /// The engine's error; [`EngineError::Closed`] if there is nothing to wait for.
    pub fn wait(&mut self, mut report: impl FnMut(Info)) -> SearchOutcome {
        loop {
            match self.events.recv() {
                Ok(Event::Done(ticket, outcome)) if ticket == self.last_ticket => return outcome,
                Ok(Event::Info(ticket, info)) if ticket == self.last_ticket => report(info),
                Ok(_) => {}
                Err(_) => return Err(EngineError::Closed),
            }
        }
    }

    /// How long the search that ended last was on its own clock: from the request, or the ponder hit, to the
    /// answer. An external program's time is measured at its pipes, so our own threads cost it nothing.
    pub fn thinking_time(&self) -> Duration {
        Duration::from_nanos(self.thinking.load(Ordering::Acquire))
    }

    /// Sets an option after all earlier requests are done.
    ///
    /// # Errors
    /// Unknown names and values out of range.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        let (name, value) = (name.to_string(), value.to_string());
        self.ask(move |engine| engine.set_option(&name, &value))?
    }

    /// Starts a new game and waits until the engine has forgotten the old one.
    ///
    /// # Errors
    /// [`EngineError::Closed`] if the engine is gone.
    pub fn new_game(&mut self) -> Result<(), EngineError> {
        self.ask(|engine| engine.new_game())
    }

    /// Reports that the game is over with these moves, after all earlier requests are done; does not wait.
    pub fn end_game(&mut self, line: Line, result: GameResult, reason: &str) {
        let reason = reason.to_owned();
        self.post(move |engine| engine.end_game(&line, result, &reason));
    }

    /// Counts the leaves at `depth` plies with the engine's own move generator; `signals` can end it.
    ///
    /// # Errors
    /// [`EngineError::Unsupported`], [`EngineError::Stopped`], or the engine's error.
    pub fn perft(&mut self, position: &Position, depth: u32, signals: &Signals) -> Result<u64, EngineError> {
        let (position, signals) = (position.clone(), signals.clone());
        self.ask(move |engine| engine.perft(&position, depth, &signals))?
    }

    /// Counts the leaves of each move; `signals` can end it.
    ///
    /// # Errors
    /// [`EngineError::Unsupported`], [`EngineError::Stopped`], or the engine's error.
    pub fn divide(
        &mut self,
        position: &Position,
        depth: u32,
        signals: &Signals,
    ) -> Result<Vec<(Move, u64)>, EngineError> {
        let (position, signals) = (position.clone(), signals.clone());
        self.ask(move |engine| engine.divide(&position, depth, &signals))?
    }

    /// Returns the static evaluation by term and square.
    ///
    /// # Errors
    /// [`EngineError::Unsupported`], or the engine's error.
    pub fn explain(&mut self, position: &Position) -> Result<Explanation, EngineError> {
        let position = position.clone();
        self.ask(move |engine| engine.explain(&position))?
    }

    /// Runs the engine's bench; `signals` can end it, and `progress` is called on the engine's thread.
    ///
    /// # Errors
    /// [`EngineError::Unsupported`], [`EngineError::Stopped`], or the engine's error.
    pub fn bench(
        &mut self,
        work: BenchWork,
        signals: &Signals,
        mut progress: impl FnMut(BenchProgress) + Send + 'static,
    ) -> Result<BenchResult, EngineError> {
        let signals = signals.clone();
        self.ask(move |engine| engine.bench(&work, &signals, &mut progress))?
    }

    /// Runs a command of the engine's own console and returns its output.
    ///
    /// # Errors
    /// [`EngineError::Unsupported`], or the engine's error.
    pub fn console(&mut self, line: &Line, command: &str) -> Result<String, EngineError> {
        let (line, command) = (line.clone(), command.to_string());
        self.ask(move |engine| engine.console(&line, &command))?
    }

    /// Runs a task on the engine's thread after all earlier requests are done, without waiting. The task
    /// itself must report its result; a panic in it is swallowed, and what it holds (such as a channel's
    /// sender) is dropped.
    pub fn post(&mut self, task: impl FnOnce(&mut dyn Engine) + Send + 'static) {
        self.send(Command::Task(Box::new(move |engine| {
            let _ = catch_unwind(AssertUnwindSafe(|| task(engine)));
        })));
    }

    /// Runs a closure on the engine's thread and waits for its result.
    fn ask<T: Send + 'static>(
        &mut self,
        question: impl FnOnce(&mut dyn Engine) -> T + Send + 'static,
    ) -> Result<T, EngineError> {
        let (sender, answer) = mpsc::channel();
        self.send(Command::Task(Box::new(move |engine| {
            let _ = sender.send(catch_unwind(AssertUnwindSafe(|| question(engine))));
        })));
        match answer.recv() {
            Ok(Ok(answer)) => Ok(answer),
            Ok(Err(panic)) => Err(EngineError::Panicked(panic_message(panic.as_ref()))),
            Err(_) => Err(EngineError::Closed),
        }
    }

    fn send(&self, command: Command) {
        // A thread that is gone is noticed when its answer is awaited.
        if let Some(commands) = &self.commands {
            let _ = commands.send(command);
        }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.stop();
        self.commands = None;
        let _ = self.thread_gone.recv_timeout(DROP_TIMEOUT);
    }
}

/// Shared data about the search that ended last.
struct LastSearch {
    ticket: Arc<AtomicU64>,
    thinking: Arc<AtomicU64>,
}

/// The engine's thread: executes commands one after another until the session is dropped.
fn serve(mut engine: Box<dyn Engine>, inbox: &Receiver<Command>, mut sink: Sink, last_search: &LastSearch) {
    for command in inbox {
        match command {
            Command::Go { ticket, line, limits, signals } => {
                let mut report = |info| sink(Event::Info(ticket, info));
                let outcome =
                    catch_unwind(AssertUnwindSafe(|| engine.search(&line, &limits, &signals, &mut report)));
                let outcome =
                    outcome.unwrap_or_else(|panic| Err(EngineError::Panicked(panic_message(panic.as_ref()))));
                let outcome = outcome.and_then(|best| validated(engine.name(), line.position(), best));
                if outcome.is_ok() {
                    signals.wait_until_released(limits.infinite);
                }
                let taken = engine
                    .thinking_time()
                    .unwrap_or_else(|| signals.clock_start().unwrap_or_else(|| signals.created()).elapsed());
                last_search
                    .thinking
                    .store(u64::try_from(taken.as_nanos()).unwrap_or(u64::MAX), Ordering::Release);
                last_search.ticket.store(ticket.0, Ordering::Release);
                sink(Event::Done(ticket, outcome));
            }
            Command::Task(task) => task(engine.as_mut()),
        }
    }
}

/// Rejects an illegal move, and a missing move if there are legal ones; an illegal ponder move is removed.
fn validated(name: &str, position: &Position, mut best: BestMove) -> SearchOutcome {
    let nonsense = |said: String| EngineError::InvalidReply {
        name: name.into(),
        reply: format!("{said} in {}", position.fen()),
    };
    let Some(mv) = best.best else {
        return if position.has_legal_move() { Err(nonsense("no move".into())) } else { Ok(best) };
    };
    let mut after = position.clone();
    after.try_play(mv).map_err(|_| nonsense(format!("{mv:?}")))?;
    best.ponder = best.ponder.filter(|&ponder| after.is_legal(ponder));
    Ok(best)
}

fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| text.to_string());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "unknown reason".into())
}
