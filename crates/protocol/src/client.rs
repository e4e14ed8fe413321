//! An external program as an engine like any other: started, queried, and killed if it does not answer.
//!
//! `process` runs the program (pipes, threads, the final kill), `connection` adds its time limits; this
//! module speaks UCI, and [`xboard`] speaks to programs for XBoard.

mod connection;
mod perft;
mod process;
mod search;
pub mod xboard;

use web_time::{Duration, Instant};

use heirloom_chess::notation::uci::parse;
use heirloom_chess::{Line, Move, Position};
use heirloom_engine::{
    BestMove, Engine, EngineError, EngineOption, Info, Limits, OptionKind, OptionValue, Origin, Signals,
    Transcript,
};

use crate::program::Program;
use crate::uci::{Command, Message};
use connection::Connection;
pub use perft::ReportedCounts;
use process::Stamp;
pub use xboard::XBoardClient;

/// How long a program may take for each task.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timeouts {
    /// For its introduction, including loading networks and tablebases.
    pub start: Duration,
    /// For `readyok`: a new game may clear gigabytes.
    pub ready: Duration,
    /// Beyond its clock or move time, until `stop` is sent.
    pub overrun: Duration,
    /// From `stop` to the best move, before it is killed.
    pub stop: Duration,
    /// From `quit` to its exit, before it is killed.
    pub quit: Duration,
}

impl Timeouts {
    /// When a search must be stopped or, after `stop_sent`, killed; `None` without a limit of time.
    fn deadline(
        &self,
        started: Instant,
        allowed: Option<Duration>,
        stop_sent: Option<Instant>,
    ) -> Option<Instant> {
        match stop_sent {
            Some(sent) => Some(sent + self.stop),
            None => started.checked_add(allowed?)?.checked_add(self.overrun),
        }
    }
}

impl Default for Timeouts {
    fn default() -> Timeouts {
        Timeouts {
            start: Duration::from_secs(20),
            ready: Duration::from_secs(60),
            overrun: Duration::from_secs(5),
            stop: Duration::from_secs(5),
            quit: Duration::from_secs(2),
        }
    }
}

/// A running UCI program. Dropping it sends `quit`, waits briefly, and kills the program.
pub struct Client {
    connection: Connection,
    author: String,
    options: Vec<EngineOption>,
    /// The last value of `UCI_Chess960`.
    chess960: bool,
}

const CHESS960: &str = "UCI_Chess960";

impl Client {
    /// Starts a program and waits for its introduction; all lines are kept in a transcript.
    ///
    /// # Errors
    /// [`EngineError::Start`], [`EngineError::Hangs`] or [`EngineError::Died`].
    pub fn start(
        program: &Program,
        timeouts: Timeouts,
        transcript: Transcript,
    ) -> Result<Client, EngineError> {
        let connection = Connection::start(program, timeouts, transcript)?;
        let mut client = Client { connection, author: String::new(), options: Vec::new(), chess960: false };
        client.introduce()?;
        client.wait_until_ready()?;
        Ok(client)
    }

    fn introduce(&mut self) -> Result<(), EngineError> {
        self.send(&Command::Uci);
        let deadline = Instant::now() + self.connection.timeouts.start;
        loop {
            match self.next_message(Some(deadline), "uciok")? {
                Some(Message::Name(name)) if !name.is_empty() => self.connection.name = name,
                Some(Message::Author(author)) => self.author = author,
                Some(Message::Option(option)) => self.add_option(option),
                Some(Message::UciOk) => return Ok(()),
                _ => {}
            }
        }
    }

    /// Adds an option, unless one with this name exists.
    fn add_option(&mut self, option: EngineOption) {
        if EngineOption::find(&self.options, &option.name).is_err() {
            if let OptionKind::Check { default: true } = option.kind {
                self.chess960 |= option.name.eq_ignore_ascii_case(CHESS960);
            }
            self.options.push(option);
        }
    }

    /// Sends `isready` and skips everything before `readyok`, such as a second best move of the last search.
    fn wait_until_ready(&mut self) -> Result<(), EngineError> {
        self.send(&Command::IsReady);
        let deadline = Instant::now() + self.connection.timeouts.ready;
        while self.next_message(Some(deadline), "readyok")? != Some(Message::ReadyOk) {}
        Ok(())
    }

    fn send(&self, command: &Command) -> Stamp {
        self.connection.send(command)
    }

    /// Returns the next message; `None` for other lines and signals. Kills a program that is silent too long.
    fn next_message(
        &mut self,
        deadline: Option<Instant>,
        expected: &'static str,
    ) -> Result<Option<Message>, EngineError> {
        Ok(self.connection.next_line(deadline, expected)?.as_deref().and_then(Message::parse))
    }

    /// Switches `UCI_Chess960` to match the start position; returns true if castling is king takes rook.
    fn set_chess960(&mut self, line: &Line) -> bool {
        let is_chess960 = line.start().is_chess960();
        if is_chess960 != self.chess960 && EngineOption::find(&self.options, CHESS960).is_ok() {
            let value = Some(is_chess960.to_string());
            self.send(&Command::SetOption { name: CHESS960.into(), value });
            self.chess960 = is_chess960;
        }
        is_chess960
    }

    /// Parses the best move; an illegal ponder move is dropped.
    fn best_move(
        &self,
        position: &Position,
        best: Option<&str>,
        ponder: Option<&str>,
        origin: Origin,
    ) -> Result<BestMove, EngineError> {
        let text =
            best.ok_or_else(|| self.connection.nonsense(format!("bestmove (none) in {}", position.fen())))?;
        let best = parse(position, text).map_err(|error| {
            self.connection.nonsense(format!("bestmove {text} ({error}) in {}", position.fen()))
        })?;
        let mut after = position.clone();
        after.play(best);
        let ponder = ponder.and_then(|text| parse(&after, text).ok());
        Ok(BestMove { best: Some(best), ponder, origin, ..BestMove::default() })
    }
}

impl Engine for Client {
    fn name(&self) -> &str {
        &self.connection.name
    }

    fn author(&self) -> &str {
        &self.author
    }

    fn options(&self) -> &[EngineOption] {
        &self.options
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        let option = EngineOption::find(&self.options, name)?;
        let parsed = option.parse(value)?;
        let name = option.name.clone();
        let value = match parsed {
            OptionValue::Check(on) => Some(on.to_string()),
            OptionValue::Spin(number) => Some(number.to_string()),
            OptionValue::Combo(choice) => Some(choice),
            OptionValue::Text(text) if text.is_empty() => Some("<empty>".into()),
            OptionValue::Text(text) => Some(text.replace(['\n', '\r'], " ")),
            OptionValue::Press => None,
        };
        if name.eq_ignore_ascii_case(CHESS960) {
            self.chess960 = value.as_deref() == Some("true");
        }
        self.send(&Command::SetOption { name, value });
        Ok(())
    }

    fn new_game(&mut self) {
        self.send(&Command::NewGame);
        let ready = self.wait_until_ready();
        // The error cannot be returned here; the next search returns it.
        let _ = self.connection.remember(ready);
    }

    fn search(
        &mut self,
        line: &Line,
        limits: &Limits,
        signals: &Signals,
        report: &mut dyn FnMut(Info),
    ) -> Result<BestMove, EngineError> {
        self.connection.check()?;
        if !line.position().has_legal_move() {
            // Many programs answer this with nonsense, and some crash.
            return Ok(BestMove::default());
        }
        self.connection.thinking = None;
        let answer = self.run_search(line, limits, signals, report);
        self.connection.remember(answer)
    }

    fn thinking_time(&mut self) -> Option<Duration> {
        self.connection.thinking
    }

    fn perft(&mut self, position: &Position, depth: u32, signals: &Signals) -> Result<u64, EngineError> {
        Ok(self.count_leaves(&Line::new(position.clone()), depth, signals)?.sum)
    }

    fn divide(
        &mut self,
        position: &Position,
        depth: u32,
        signals: &Signals,
    ) -> Result<Vec<(Move, u64)>, EngineError> {
        let counted = self.count_leaves(&Line::new(position.clone()), depth, signals)?;
        Ok(counted
            .by_move
            .into_iter()
            .filter_map(|(text, leaves)| Some((parse(position, &text).ok()?, leaves)))
            .collect())
    }
}
