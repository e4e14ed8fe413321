//! An external program for XBoard as an engine like any other.
//!
//! `introduction` reads its features, `board` sends it the game, `search` follows its searches.

mod board;
mod introduction;
mod search;

use web_time::{Duration, Instant};

use heirloom_chess::Line;
use heirloom_chess::game::GameResult;
use heirloom_engine::{
    BestMove, Engine, EngineError, EngineOption, Info, Limits, OptionValue, Signals, Transcript,
};

use super::Timeouts;
use super::connection::Connection;
use super::process::Stamp;
use crate::program::Program;
use crate::xboard::{Command, Message};
use board::Board;
use introduction::Features;

/// A running program for XBoard. Dropping it sends `quit`, waits briefly, and kills the program.
///
/// With its option `Ponder` (`hard`) it keeps thinking after its move until it gets the opponent's.
pub struct XBoardClient {
    connection: Connection,
    program: Program,
    options: Vec<EngineOption>,
    features: Features,
    /// The game on its board; `None` before its first game and if it is uncertain.
    board: Option<Board>,
    /// Commands that set options, sent again if the program is restarted for each game.
    settings: Vec<Command>,
    /// True if it was ordered to think in its opponent's time.
    hard: bool,
    /// Number of `ping`s sent; each has its own number.
    pings: u64,
    /// True if it has offered a draw since its last move.
    offers_draw: bool,
    /// True if it resigned while no search was running.
    resigned: bool,
}

impl XBoardClient {
    /// Starts a program and waits for its introduction; all lines are kept in a transcript.
    ///
    /// # Errors
    /// [`EngineError::Start`], [`EngineError::Hangs`] or [`EngineError::Died`].
    pub fn start(
        program: &Program,
        timeouts: Timeouts,
        transcript: Transcript,
    ) -> Result<XBoardClient, EngineError> {
        let mut client = XBoardClient {
            connection: Connection::start(program, timeouts, transcript)?,
            program: program.clone(),
            options: Vec::new(),
            features: Features::default(),
            board: None,
            settings: Vec::new(),
            hard: false,
            pings: 0,
            offers_draw: false,
            resigned: false,
        };
        client.introduce()?;
        client.wait_until_ready()?;
        Ok(client)
    }

    /// Restarts a program that plays only one game, with the same options.
    fn restart(&mut self) -> Result<(), EngineError> {
        self.connection.restart(&self.program)?;
        self.pings = 0;
        self.introduce()?;
        for setting in &self.settings {
            self.connection.send(setting);
        }
        self.wait_until_ready()
    }

    fn send(&self, command: &Command) -> Stamp {
        self.connection.send(command)
    }

    /// Parses a line and handles messages that may arrive at any time.
    fn receive(&mut self, line: Option<&str>) -> Option<Message> {
        let message = Message::parse(line?)?;
        match &message {
            // From a slow program that was assumed to have no features.
            Message::Features(pairs) => _ = self.handle_features(pairs),
            Message::OfferDraw => self.offers_draw = true,
            Message::Resign => self.resigned = true,
            _ => {}
        }
        Some(message)
    }

    /// Handles all lines that have arrived meanwhile.
    fn receive_pending(&mut self) -> Result<(), EngineError> {
        while let Some(line) = self.connection.next_line_by(Some(Instant::now()), "move")? {
            self.receive(Some(&line));
        }
        Ok(())
    }

    /// Sends `ping` and skips everything before `pong`. Programs without `ping` are assumed to be ready.
    fn wait_until_ready(&mut self) -> Result<(), EngineError> {
        if !self.features.ping {
            return Ok(());
        }
        self.pings += 1;
        let number = self.pings.to_string();
        self.send(&Command::Ping(number.clone()));
        let deadline = Instant::now() + self.connection.timeouts.ready;
        loop {
            let line = self.connection.next_line(Some(deadline), "pong")?;
            if self.receive(line.as_deref()).is_some_and(|message| message == Message::Pong(number.clone())) {
                return Ok(());
            }
        }
    }
}

impl Engine for XBoardClient {
    fn name(&self) -> &str {
        &self.connection.name
    }

    fn author(&self) -> &str {
        // The protocol does not transmit the author.
        ""
    }

    fn options(&self) -> &[EngineOption] {
        &self.options
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        let option = EngineOption::find(&self.options, name)?;
        let parsed = option.parse(value)?;
        let Some(command) = self.features.setting(&option.name, &parsed) else { return Ok(()) };
        if let Command::Hard | Command::Easy = command {
            self.hard = command == Command::Hard;
        }
        if parsed != OptionValue::Press {
            self.settings.push(command.clone());
        }
        self.send(&command);
        Ok(())
    }

    fn new_game(&mut self) {
        if self.board.take().is_none() {
            // It has not played anything that it must forget; the search sets up what is needed.
            return;
        }
        let ready = if self.features.reuse { self.wait_until_ready() } else { self.restart() };
        // The error cannot be returned here; the next search returns it.
        let _ = self.connection.remember(ready);
    }

    fn end_game(&mut self, _line: &Line, result: GameResult, reason: &str) {
        if let Some(board) = &mut self.board {
            board.playing = false;
            self.connection.send(&Command::Force);
            if self.features.ping {
                // Older programs may take `result` for a move.
                self.connection
                    .send(&Command::Result(format!("{result} {{{}}}", crate::text::one_line(reason))));
            }
        }
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
            return Ok(BestMove::default());
        }
        self.connection.thinking = None;
        let answer = self.run_search(line, limits, signals, report);
        if answer.is_err() {
            // The state of its board is unknown now.
            self.board = None;
        }
        self.connection.remember(answer)
    }

    fn thinking_time(&mut self) -> Option<Duration> {
        self.connection.thinking
    }
}
