//! An engine on a thread of its own that the desk talks to without ever waiting: orders go in, reports come out.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use heirloom_chess::Line;
use heirloom_engine::{BestMove, EngineError, EngineOption, Event, Info, Limits, Session};

use crate::roster::Maker;

/// Called from other threads whenever there is news, so that somebody looks.
pub type Wake = Arc<dyn Fn() + Send + Sync>;

/// So much news of a search may wait to be read; what an engine that floods says beyond that is dropped.
pub const WAITING: usize = 4000;

/// What an engine has to say.
#[derive(Clone, PartialEq, Debug)]
pub enum News {
    /// It has been started.
    Ready {
        /// Its name, as it calls itself.
        name: String,
        /// Its options.
        options: Vec<EngineOption>,
    },
    /// It could not be started, or is gone; nothing else will come.
    Gone(String),
    /// It refused an option.
    Refused(String),
    /// Of the search with this number.
    Info(u64, Box<Info>),
    /// The end of the search with this number: each has exactly one, unless the engine is gone.
    Done(u64, Result<BestMove, EngineError>),
}

enum Order {
    Go { number: u64, line: Box<Line>, limits: Box<Limits>, insights: bool },
    Stop,
    PonderHit,
    NewGame,
    SetOption(String, String),
    Wish(String, String),
}

/// See the file's head. Dropping it lets the engine go; nobody waits for that.
#[derive(Debug)]
pub struct Worker {
    orders: Sender<Order>,
    news: Receiver<News>,
    last: u64,
    /// The search whose end has not come yet.
    searching: Option<u64>,
    /// News of searches that has not been read.
    waiting: Arc<AtomicUsize>,
    thread: Option<JoinHandle<()>>,
}

impl Worker {
    /// Starts a thread that makes the engine and serves it.
    pub fn start(make: Maker, wake: Wake) -> Worker {
        let (orders, inbox) = mpsc::channel();
        let (outbox, news) = mpsc::channel();
        let waiting: Arc<AtomicUsize> = Arc::default();
        let tell = Teller { outbox, wake, waiting: Arc::clone(&waiting) };
        let gone = tell.clone();
        let started = thread::Builder::new().name("engine".into()).spawn(move || serve(make, &inbox, &tell));
        if let Err(error) = &started {
            gone.tell(News::Gone(format!("cannot start a thread for the engine: {error}")));
        }
        Worker { orders, news, last: 0, searching: None, waiting, thread: started.ok() }
    }

    /// Nobody: takes orders, obeys none, and says nothing.
    pub fn silent() -> Worker {
        Worker {
            orders: mpsc::channel().0,
            news: mpsc::channel().1,
            last: 0,
            searching: None,
            waiting: Arc::default(),
            thread: None,
        }
    }

    /// Starts a search; one that is still running is stopped first.
    pub fn go(&mut self, line: Line, limits: Limits, insights: bool) -> u64 {
        self.last += 1;
        self.searching = Some(self.last);
        self.order(Order::Go { number: self.last, line: Box::new(line), limits: Box::new(limits), insights });
        self.last
    }

    /// Asks the search to end; its best move still comes.
    pub fn stop(&self) {
        self.order(Order::Stop);
    }

    /// Says that the expected move was played.
    pub fn ponder_hit(&self) {
        self.order(Order::PonderHit);
    }

    /// Begins a new game.
    pub fn new_game(&self) {
        self.order(Order::NewGame);
    }

    /// Sets an option; a refusal comes as news.
    pub fn set_option(&self, name: &str, value: &str) {
        self.order(Order::SetOption(name.into(), value.into()));
    }

    /// Sets an option if the engine has it.
    pub fn wish(&self, name: &str, value: &str) {
        self.order(Order::Wish(name.into(), value.into()));
    }

    /// The search whose end has not come yet.
    pub fn searching(&self) -> Option<u64> {
        self.searching
    }

    /// The next news, if there is any; news of searches before the latest is dropped.
    pub fn poll(&mut self) -> Option<News> {
        loop {
            let news = match self.news.try_recv() {
                Ok(news) => news,
                Err(TryRecvError::Empty) => return None,
                Err(TryRecvError::Disconnected) if self.searching.take().is_some() => {
                    return Some(News::Gone("the engine stopped unexpectedly".into()));
                }
                Err(TryRecvError::Disconnected) => return None,
            };
            if matches!(news, News::Info(..)) {
                self.waiting.fetch_sub(1, Ordering::Relaxed);
            }
            match news {
                News::Info(number, _) if Some(number) != self.searching => {}
                News::Done(number, _) if number != self.last => {}
                News::Done(..) | News::Gone(_) => {
                    self.searching = None;
                    return Some(news);
                }
                news => return Some(news),
            }
        }
    }

    /// Lets the engine go, and returns what ends when it has gone.
    pub fn leave(mut self) -> Option<JoinHandle<()>> {
        self.thread.take()
    }

    fn order(&self, order: Order) {
        // An engine that is gone has said so, or will when its news are read.
        let _ = self.orders.send(order);
    }
}

#[derive(Clone)]
struct Teller {
    outbox: Sender<News>,
    wake: Wake,
    waiting: Arc<AtomicUsize>,
}

impl Teller {
    fn tell(&self, news: News) {
        if matches!(news, News::Info(..)) {
            if self.waiting.load(Ordering::Relaxed) >= WAITING {
                return;
            }
            self.waiting.fetch_add(1, Ordering::Relaxed);
        }
        let _ = self.outbox.send(news);
        (self.wake)();
    }
}

/// How much an engine's threads make way for the windows, in steps of nice: enough that none of them interrupts a frame.
#[cfg(target_os = "linux")]
const MODESTY: i32 = 5;

/// The thread, and all that it starts from now on, programs among them, makes way for the thread that draws.
fn make_way() {
    // Where the system does not allow it, frames take a little longer. Elsewhere it would concern the whole program.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::nice(MODESTY);
}

fn serve(make: Maker, inbox: &Receiver<Order>, tell: &Teller) {
    make_way();
    // The numbers of the searches whose end has not come, the running one first.
    let running: Arc<Mutex<VecDeque<u64>>> = Arc::default();
    let sink = {
        let (running, tell) = (Arc::clone(&running), tell.clone());
        move |event| {
            let mut running = running.lock().unwrap_or_else(PoisonError::into_inner);
            let Some(&number) = running.front() else { return };
            match event {
                Event::Info(_, info) => tell.tell(News::Info(number, Box::new(info))),
                Event::Done(_, outcome) => {
                    running.pop_front();
                    tell.tell(News::Done(number, outcome));
                }
            }
        }
    };
    let session =
        make().and_then(|engine| Session::start_into(engine, sink).map_err(|error| error.to_string()));
    let mut session = match session {
        Ok(session) => session,
        Err(reason) => return tell.tell(News::Gone(reason)),
    };
    tell.tell(News::Ready { name: session.name().into(), options: session.options().to_vec() });
    for order in inbox {
        match order {
            Order::Go { number, line, limits, insights } => {
                session.stop();
                running.lock().unwrap_or_else(PoisonError::into_inner).push_back(number);
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
                    tell.tell(News::Gone(error.to_string()));
                }
            }
            Order::Wish(name, _) if !session.options().iter().any(|option| option.name == name) => {}
            Order::SetOption(name, value) | Order::Wish(name, value) => {
                session.stop();
                if let Err(error) = session.set_option(&name, &value) {
                    tell.tell(News::Refused(error.to_string()));
                }
            }
        }
    }
}
