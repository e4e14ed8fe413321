//! An engine on a thread of its own, which the desk never waits for: orders go in, reports come out.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::thread::{self, JoinHandle};

use heirloom_chess::Line;
use heirloom_engine::{BestMove, EngineError, EngineOption, Event, Info, Limits, Session};
use parking_lot::Mutex;

use crate::roster::EngineFactory;

/// Called from other threads when there is something to read.
pub type WakeFn = Arc<dyn Fn() + Send + Sync>;

/// The number of reports of a search that may wait to be read; more, from an engine that floods, are dropped.
pub const WAITING: usize = 4000;

/// A report of an engine.
#[derive(Clone, PartialEq, Debug)]
pub enum Report {
    /// The engine has been started.
    Ready {
        /// Its name, as it calls itself.
        name: String,
        /// Its options.
        options: Vec<EngineOption>,
    },
    /// It could not be started, or has ended; there will be no other report.
    Gone(String),
    /// It refused an option.
    Refused(String),
    /// A report of the search with this number.
    Info(u64, Box<Info>),
    /// The end of the search with this number. Each search has exactly one, unless the engine has ended.
    Done(u64, Result<BestMove, EngineError>),
}

enum Order {
    Go { number: u64, line: Box<Line>, limits: Box<Limits>, insights: bool },
    Stop,
    PonderHit,
    NewGame,
    SetOption(String, String),
    SetIfKnown(String, String),
}

/// The engine and its thread. Dropping it ends the engine, without waiting.
#[derive(Debug)]
pub struct Worker {
    orders: Sender<Order>,
    reports: Receiver<Report>,
    last: u64,
    /// Whether the last search has not ended.
    searching: bool,
    /// The number of reports that have not been read.
    waiting: Arc<AtomicUsize>,
    thread: Option<JoinHandle<()>>,
}

impl Worker {
    /// Starts a thread that makes the engine and runs it.
    pub fn start(make: EngineFactory, wake: WakeFn) -> Worker {
        let (orders, inbox) = mpsc::channel();
        let (sender, reports) = mpsc::channel();
        let waiting: Arc<AtomicUsize> = Arc::default();
        let outbox = Outbox { reports: sender, wake, waiting: Arc::clone(&waiting) };
        let gone = outbox.clone();
        let started =
            thread::Builder::new().name("engine".into()).spawn(move || serve(make, &inbox, &outbox));
        if let Err(error) = &started {
            gone.send(Report::Gone(format!("cannot start a thread for the engine: {error}")));
        }
        Worker { orders, reports, last: 0, searching: false, waiting, thread: started.ok() }
    }

    /// Returns a worker without an engine, which ignores all orders.
    pub fn silent() -> Worker {
        Worker {
            orders: mpsc::channel().0,
            reports: mpsc::channel().1,
            last: 0,
            searching: false,
            waiting: Arc::default(),
            thread: None,
        }
    }

    /// Starts a search, after stopping one that is running.
    pub fn go(&mut self, line: Line, limits: Limits, insights: bool) {
        (self.last, self.searching) = (self.last + 1, true);
        self.order(Order::Go { number: self.last, line: Box::new(line), limits: Box::new(limits), insights });
    }

    /// Ends the search; its best move is still reported.
    pub fn stop(&self) {
        self.order(Order::Stop);
    }

    /// Reports a ponder hit to the engine.
    pub fn ponder_hit(&self) {
        self.order(Order::PonderHit);
    }

    /// Begins a new game.
    pub fn new_game(&self) {
        self.order(Order::NewGame);
    }

    /// Sets an option; a refusal is reported.
    pub fn set_option(&self, name: &str, value: &str) {
        self.order(Order::SetOption(name.into(), value.into()));
    }

    /// Sets an option if the engine has it.
    pub fn set_if_known(&self, name: &str, value: &str) {
        self.order(Order::SetIfKnown(name.into(), value.into()));
    }

    /// Returns true if the engine is searching.
    pub fn is_searching(&self) -> bool {
        self.searching
    }

    /// Returns the next report, if there is one; reports of earlier searches are dropped.
    pub fn poll(&mut self) -> Option<Report> {
        loop {
            let report = match self.reports.try_recv() {
                Ok(report) => report,
                Err(TryRecvError::Empty) => return None,
                Err(TryRecvError::Disconnected) if std::mem::take(&mut self.searching) => {
                    return Some(Report::Gone("the engine stopped unexpectedly".into()));
                }
                Err(TryRecvError::Disconnected) => return None,
            };
            if matches!(report, Report::Info(..)) {
                self.waiting.fetch_sub(1, Ordering::Relaxed);
            }
            match report {
                Report::Info(number, _) if number != self.last || !self.searching => {}
                Report::Done(number, _) if number != self.last => {}
                Report::Done(..) | Report::Gone(_) => {
                    self.searching = false;
                    return Some(report);
                }
                report => return Some(report),
            }
        }
    }

    /// Ends the engine; returns its thread, which ends when the engine has.
    pub fn leave(mut self) -> Option<JoinHandle<()>> {
        self.thread.take()
    }

    fn order(&self, order: Order) {
        // An engine that has ended has reported it.
        let _ = self.orders.send(order);
    }
}

#[derive(Clone)]
struct Outbox {
    reports: Sender<Report>,
    wake: WakeFn,
    waiting: Arc<AtomicUsize>,
}

impl Outbox {
    fn send(&self, report: Report) {
        if matches!(report, Report::Info(..)) {
            if self.waiting.load(Ordering::Relaxed) >= WAITING {
                return;
            }
            self.waiting.fetch_add(1, Ordering::Relaxed);
        }
        let _ = self.reports.send(report);
        (self.wake)();
    }
}

/// The nice value of an engine's threads: enough that none of them interrupts a frame.
#[cfg(target_os = "linux")]
const MODESTY: i32 = 5;

/// Lowers the priority of the thread and of everything that it starts, below that of the thread that draws.
fn make_way() {
    // If the system refuses, frames take a little longer. On other systems it would concern the whole
    // program.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::nice(MODESTY);
}

fn serve(make: EngineFactory, inbox: &Receiver<Order>, outbox: &Outbox) {
    make_way();
    // The numbers of the searches that have not ended, the running one first.
    let running: Arc<Mutex<VecDeque<u64>>> = Arc::default();
    let sink = {
        let (running, outbox) = (Arc::clone(&running), outbox.clone());
        move |event| {
            let mut running = running.lock();
            let Some(&number) = running.front() else { return };
            match event {
                Event::Info(_, info) => outbox.send(Report::Info(number, Box::new(info))),
                Event::Done(_, outcome) => {
                    running.pop_front();
                    outbox.send(Report::Done(number, outcome));
                }
            }
        }
    };
    let session =
        make().and_then(|engine| Session::start_into(engine, sink).map_err(|error| error.to_string()));
    let mut session = match session {
        Ok(session) => session,
        Err(reason) => return outbox.send(Report::Gone(reason)),
    };
    outbox.send(Report::Ready { name: session.name().into(), options: session.options().to_vec() });
    for order in inbox {
        match order {
            Order::Go { number, line, limits, insights } => {
                session.stop();
                running.lock().push_back(number);
                if insights {
                    session.go_with_insights(*line, *limits);
                } else {
                    session.go(*line, *limits);
                }
            }
            Order::Stop => session.stop(),
            Order::PonderHit => session.ponder_hit(),
            Order::NewGame => {
                session.stop();
                if let Err(error) = session.new_game() {
                    outbox.send(Report::Gone(error.to_string()));
                }
            }
            Order::SetIfKnown(name, _) if !session.options().iter().any(|option| option.name == name) => {}
            Order::SetOption(name, value) | Order::SetIfKnown(name, value) => {
                session.stop();
                if let Err(error) = session.set_option(&name, &value) {
                    outbox.send(Report::Refused(error.to_string()));
                }
            }
        }
    }
}
