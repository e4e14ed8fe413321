//! The desk as an engine with windows: another program asks over its protocol, and the windows show the game and the search.
//!
//! The protocol's server owns the engine, as it does without windows; an `Overheard` one tells the model of all that it is asked and answers. So
//! the model only listens, and nothing that the windows do can disturb the conversation.

use std::io::{BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use web_time::Instant;

use heirloom_chess::game::{Game, GameResult};
use heirloom_chess::{Color, Line};
use heirloom_engine::{BestMove, Engine, EngineError, Info, Intercept, Intercepted, Limits, Signals};
use heirloom_protocol::Protocol;
use heirloom_protocol::server::{self, Answer, Extra, ServeError};

use super::clocks::Clocks;
use super::level::Level;
use super::players::Seat;
use super::record::Record;
use super::worker::Wake;
use super::{Model, Stage};
use crate::command::{Command, Step};
use crate::roster::Roster;

/// What is heard of the engine.
#[derive(Debug)]
enum Heard {
    NewGame,
    Search(Box<Line>, Box<Limits>),
    Info(Box<Info>),
    Answer(Option<BestMove>),
    /// The other program has gone.
    Over,
}

/// News that wait for a reader at most: a window that is not drawn reads nothing.
const MOST_WAITING: usize = 1000;

/// The listening side.
#[derive(Debug)]
pub struct Serving {
    heard: Receiver<Heard>,
    waiting: Arc<AtomicUsize>,
    looks: Arc<AtomicBool>,
    /// What the engine has said last.
    pub seat: Seat,
    /// The search that goes on, and whether its move will be played.
    search: Option<(Line, bool)>,
    /// The conversation has ended: the program is to end, too.
    pub over: bool,
}

/// The side of the engine.
#[derive(Clone)]
pub struct Serve {
    tell: Sender<Heard>,
    wake: Wake,
    waiting: Arc<AtomicUsize>,
    looks: Arc<AtomicBool>,
    roster: Arc<dyn Roster>,
    engine: String,
}

impl Serve {
    /// Serves the engine until the other program is done; then the model hears of it.
    ///
    /// # Errors
    /// When no engine can be made at the start, and when the output is closed.
    pub fn run(
        self,
        dialect: Protocol,
        input: impl BufRead + Send + 'static,
        output: impl Write,
    ) -> Result<(), ServeError> {
        let mut factory = || {
            let started = self.roster.maker(&self.engine)();
            let engine =
                started.map_err(|reason| EngineError::Start { command: self.engine.clone(), reason })?;
            Ok(Box::new(Intercepted::new(engine, Overheard { serve: self.clone() })) as Box<dyn Engine>)
        };
        let served =
            server::serve(dialect, &mut factory, input, output, &mut |_: &str, _: &mut Extra<'_>| {
                Answer::Unknown
            });
        self.tell(Heard::Over);
        served
    }

    fn tell(&self, heard: Heard) {
        let waiting = self.waiting.fetch_add(1, Ordering::Relaxed);
        if waiting >= MOST_WAITING && matches!(heard, Heard::Info(_)) {
            self.waiting.fetch_sub(1, Ordering::Relaxed);
            return;
        }
        let _ = self.tell.send(heard);
        (self.wake)();
    }
}

/// An engine that is listened to.
struct Overheard {
    serve: Serve,
}

impl Intercept for Overheard {
    fn new_game(&mut self, engine: &mut dyn Engine) {
        self.serve.tell(Heard::NewGame);
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
        if self.serve.looks.load(Ordering::Relaxed) {
            signals.want_insights();
        }
        self.serve.tell(Heard::Search(Box::new(line.clone()), Box::new(limits.clone())));
        let serve = self.serve.clone();
        let mut overheard = |info: Info| {
            serve.tell(Heard::Info(Box::new(info.clone())));
            // The other program knows no insights.
            if info.insight.is_none() {
                report(info);
            }
        };
        let outcome = engine.search(line, limits, signals, &mut overheard);
        self.serve.tell(Heard::Answer(outcome.as_ref().ok().copied()));
        outcome
    }
}

impl Model {
    /// From now on the desk is an engine: what it returns is to be run on a thread of its own, and takes the engine of this name.
    pub fn serve(&mut self, engine: &str) -> Serve {
        let (tell, heard) = mpsc::channel();
        let (waiting, looks) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicBool::new(false)));
        let seat = Seat::silent(engine);
        let serve = Serve {
            tell,
            wake: Wake::clone(&self.wake),
            waiting,
            looks,
            roster: Arc::clone(&self.roster),
            engine: engine.to_owned(),
        };
        let (waiting, looks) = (Arc::clone(&serve.waiting), Arc::clone(&serve.looks));
        self.serving = Some(Serving { heard, waiting, looks, seat, search: None, over: false });
        serve
    }

    /// Does a command concern the game that another program leads?
    pub(super) fn is_for_the_other(&self, command: &Command) -> bool {
        let looks = matches!(
            command,
            Command::Go(_)
                | Command::Replay(_)
                | Command::Save(_)
                | Command::Settings(_)
                | Command::Observe(_)
                | Command::Explain { .. }
                | Command::Log(_)
                | Command::Flip
                | Command::Escape
                | Command::Library(_)
                | Command::Engines(_)
                | Command::Analysis(_)
                | Command::Visited(_)
                | Command::Notify(_)
                | Command::Dismiss
        );
        self.serving.is_some() && !looks
    }

    /// Takes in what was heard.
    pub(super) fn poll_serving(&mut self, now: Instant) {
        while let Some(serving) = &mut self.serving {
            match serving.heard.try_recv() {
                Ok(heard) => {
                    serving.waiting.fetch_sub(1, Ordering::Relaxed);
                    self.hear(heard, now);
                }
                Err(TryRecvError::Empty) => break,
                // The server has ended without a word.
                Err(TryRecvError::Disconnected) => {
                    serving.over = true;
                    break;
                }
            }
        }
        if let Some(serving) = &self.serving {
            serving.looks.store(self.looking.attention.search, Ordering::Relaxed);
        }
    }

    fn hear(&mut self, heard: Heard, now: Instant) {
        match heard {
            Heard::NewGame => self.follow_game(&Line::default(), now),
            Heard::Search(line, limits) => self.hear_search(*line, &limits, now),
            Heard::Info(info) => {
                if let Some(serving) = &mut self.serving {
                    serving.seat.hear(*info);
                }
            }
            Heard::Answer(best) => {
                let searched = self.serving.as_mut().and_then(|serving| serving.search.take());
                self.table.asked = None;
                self.clocks.pause(now);
                let Some((line, plays)) = searched else { return };
                if let Some(mv) =
                    best.and_then(|best| best.best).filter(|_| plays && line == *self.record.line())
                {
                    self.clocks.press(line.position().turn(), now);
                    // An engine that answers with anything else is told so by its server.
                    let _ = self.record.play(mv);
                    self.clocks.start(self.record.position().turn(), now);
                    self.finish_if_over(now);
                    self.moved();
                }
            }
            Heard::Over => {
                if let Some(serving) = &mut self.serving {
                    serving.over = true;
                }
            }
        }
    }

    fn hear_search(&mut self, line: Line, limits: &Limits, now: Instant) {
        self.follow_game(&line, now);
        let turn = line.position().turn();
        if !limits.infinite {
            self.seat_the_engine(turn);
        }
        let counts = self.looking.attention.search;
        self.clocks.told(limits.clocks.as_ref().map(|clocks| clocks.time));
        if !limits.infinite {
            self.clocks.start(turn, now);
        }
        self.table.asked = Some((turn, line.clone()));
        if let Some(serving) = &mut self.serving {
            serving.seat.hear_search(&line, counts);
            // What is found about a move that is only expected may never come to the board.
            serving.search = Some((line, !limits.infinite && !limits.ponder));
        }
    }

    /// Shows the game of the other program: goes on with the one there is where it can.
    fn follow_game(&mut self, line: &Line, now: Instant) {
        let game = self.record.game();
        let known = game.line(game.last()).unwrap_or_default();
        let goes_on = self.stage == Stage::Playing
            && known.start() == line.start()
            && line.moves().starts_with(known.moves());
        if goes_on {
            self.record.go(Step::Last);
            for &mv in &line.moves()[known.moves().len()..] {
                // The other program's moves were legal, or its server would have said so.
                let _ = self.record.play(mv);
            }
        } else {
            let game = Game::from_line(line);
            self.record = Record::new(game);
            self.record.go(Step::Last);
            self.clocks = Clocks::new(Level::Unlimited);
            self.stage = Stage::Playing;
        }
        self.table = super::play::Table::default();
        self.finish_if_over(now);
        self.moved();
    }

    /// The engine plays this side, which is at the bottom, as its own operator sees it.
    fn seat_the_engine(&mut self, color: Color) {
        let engine = self.serving.as_ref().map_or_else(String::new, |serving| serving.seat.id.clone());
        let (own, other) = if color == Color::White { ("White", "Black") } else { ("Black", "White") };
        if self.record.game().tags().get(own) == Some(engine.as_str()) {
            return;
        }
        self.flipped = color == Color::Black;
        let _ = self.record.edit(|game| {
            game.tags_mut().set(own, &engine);
            game.tags_mut().remove(other);
            Ok(())
        });
    }

    /// The board says how the game has ended; the other program decides what becomes of it.
    fn finish_if_over(&mut self, now: Instant) {
        let outcome = self.record.line().outcome();
        if let Some(outcome @ heirloom_chess::Outcome::Checkmate { .. }) = outcome {
            self.clocks.pause(now);
            self.stage = Stage::Over(super::ending::Ending::Rules(outcome));
            let result = super::ending::Ending::Rules(outcome).result();
            let _ = self.record.edit(|game| {
                game.set_result(result);
                Ok(())
            });
        } else if self.record.game().result() != GameResult::Unknown {
            let _ = self.record.edit(|game| {
                game.set_result(GameResult::Unknown);
                Ok(())
            });
        }
    }
}

#[cfg(test)]
mod tests;
