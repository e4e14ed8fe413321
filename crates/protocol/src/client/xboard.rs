//! An external program for XBoard as an engine like any other.
//!
//! `introduction` reads its features, `board` sends it the game and the limits, `asking` follows its
//! searches.

mod asking;
mod board;
mod introduction;

use web_time::{Duration, Instant};

use heirloom_chess::Line;
use heirloom_chess::game::GameResult;
use heirloom_engine::{
    BestMove, Engine, EngineError, EngineOption, Info, Limits, OptionValue, Signals, Transcript,
};

use super::Patience;
use super::partner::Partner;
use super::process::Stamp;
use crate::program::Program;
use crate::xboard::{Command, Message};
use board::Board;
use introduction::Features;

/// A running program for XBoard. Dropping it sends `quit`, waits briefly, and kills the program if it is
/// still running.
///
/// With its option `Ponder` it may think in its opponent's time (`hard`): it keeps thinking until it gets the
/// opponent's move.
pub struct XBoardClient {
    partner: Partner,
    program: Program,
    options: Vec<EngineOption>,
    features: Features,
    /// The game on its board; `None` before its first game and if it is uncertain.
    board: Option<Board>,
    /// Commands that set options, sent again if the program is restarted for each game.
    settings: Vec<Command>,
    /// True if it was told to think in its opponent's time.
    hard: bool,
    /// Number of `ping`s sent; each has its own number.
    pings: u64,
    /// True if it has offered a draw since its last move.
    offers_draw: bool,
    /// True if it resigned while no search was running.
    resigned: bool,
}

impl XBoardClient {
    /// Starts a program and waits for its introduction.
    ///
    /// # Errors
    /// [`EngineError::Start`], [`EngineError::Hangs`] or [`EngineError::Died`].
    pub fn start(program: &Program, patience: Patience) -> Result<XBoardClient, EngineError> {
        XBoardClient::start_with_transcript(program, patience, Transcript::new())
    }

    /// Like [`XBoardClient::start`], but keeps all lines in a transcript.
    ///
    /// # Errors
    /// The same as for [`XBoardClient::start`].
    pub fn start_with_transcript(
        program: &Program,
        patience: Patience,
        transcript: Transcript,
    ) -> Result<XBoardClient, EngineError> {
        let mut client = XBoardClient {
            partner: Partner::start(program, patience, transcript)?,
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
    fn start_again(&mut self) -> Result<(), EngineError> {
        self.partner.start_again(&self.program)?;
        self.pings = 0;
        self.introduce()?;
        for setting in &self.settings {
            self.partner.send(setting);
        }
        self.wait_until_ready()
    }

    fn send(&self, command: &Command) -> Stamp {
        self.partner.send(command)
    }

    /// Parses a line and handles messages that may arrive at any time.
    fn understand(&mut self, line: Option<&str>) -> Option<Message> {
        let message = Message::parse(line?)?;
        match &message {
            // From a slow program that was assumed to have no features.
            Message::Features(pairs) => _ = self.take_features(pairs),
            Message::OfferDraw => self.offers_draw = true,
            Message::Resign => self.resigned = true,
            _ => {}
        }
        Some(message)
    }

    /// Handles all lines that have arrived meanwhile.
    fn catch_up(&mut self) -> Result<(), EngineError> {
        while let Some(line) = self.partner.next_line_by(Some(Instant::now()), "move")? {
            self.understand(Some(&line));
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
        let deadline = Instant::now() + self.partner.patience.ready;
        loop {
            let line = self.partner.next_line(Some(deadline), "pong")?;
            if self
                .understand(line.as_deref())
                .is_some_and(|message| message == Message::Pong(number.clone()))
            {
                return Ok(());
            }
        }
    }
}

impl Engine for XBoardClient {
    fn name(&self) -> &str {
        &self.partner.name
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
        let ready = if self.features.reuse { self.wait_until_ready() } else { self.start_again() };
        // The error cannot be returned here; the next search returns it.
        let _ = self.partner.remember(ready);
    }

    fn end_game(&mut self, _line: &Line, result: GameResult, reason: &str) {
        if let Some(board) = &mut self.board {
            board.playing = false;
            self.partner.send(&Command::Force);
            if self.features.ping {
                // Older programs may take `result` for a move.
                self.partner
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
        self.partner.check()?;
        if !line.position().has_legal_move() {
            return Ok(BestMove::default());
        }
        self.partner.thinking = None;
        let answer = self.ask(line, limits, signals, report);
        if answer.is_err() {
            // The state of its board is unknown now.
            self.board = None;
        }
        self.partner.remember(answer)
    }

    fn thinking_time(&mut self) -> Option<Duration> {
        self.partner.thinking
    }
}
