//! An external program for XBoard as an engine like any other.
//!
//! Here is what it is and what it can do; [`introduction`] learns its features, [`asking`] puts the game on its board and follows its thinking.

mod asking;
mod introduction;

use std::time::Duration;

use heirloom_chess::{Line, Move};
use heirloom_engine::{BestMove, Engine, EngineError, EngineOption, Info, Limits, OptionValue, Signals, Transcript};

use super::process::{Process, Stamp};
use super::{Patience, Program, failure};
use crate::xboard::{Command, Level, Message};
use introduction::Features;

/// A running program for XBoard. Dropping it says `quit`, waits a little, and kills what is left.
///
/// It never thinks in its opponent's time: it would choose the move it expects itself, and not tell.
pub struct XBoardClient {
    process: Process,
    program: Program,
    name: String,
    options: Vec<EngineOption>,
    features: Features,
    patience: Patience,
    transcript: Transcript,
    /// What stands on its board; `None` before its first game and after anything that leaves doubt.
    board: Option<Board>,
    /// Commands that set options, to be said again where a program takes only one game.
    settings: Vec<Command>,
    /// How many `ping` were sent: each has a number of its own.
    pings: u64,
    /// What went wrong where nobody could be told; it is the answer to the next search.
    failure: Option<EngineError>,
    /// From `go` to the move of the last search.
    thinking: Option<Duration>,
}

/// What the program has been told of a game.
struct Board {
    start_fen: String,
    moves: Vec<Move>,
    fischerandom: bool,
    /// The clock it was told, and how many plies had been played then.
    level: Option<(Level, usize)>,
    /// A limit of plies holds until it is told another.
    depth: Option<u32>,
    rate: Option<u64>,
    time: Option<Duration>,
}

impl XBoardClient {
    /// Starts a program and lets it introduce itself.
    ///
    /// # Errors
    /// [`EngineError::Start`], [`EngineError::Hangs`] or [`EngineError::Died`].
    pub fn start(program: &Program, patience: Patience) -> Result<XBoardClient, EngineError> {
        XBoardClient::start_with_transcript(program, patience, Transcript::new())
    }

    /// [`XBoardClient::start`] with every line said kept in a transcript.
    ///
    /// # Errors
    /// As there.
    pub fn start_with_transcript(program: &Program, patience: Patience, transcript: Transcript) -> Result<XBoardClient, EngineError> {
        let mut client = XBoardClient {
            process: Process::start(program, patience.quit, &transcript)?,
            program: program.clone(),
            name: program.file_name(),
            options: Vec::new(),
            features: Features::default(),
            patience,
            transcript,
            board: None,
            settings: Vec::new(),
            pings: 0,
            failure: None,
            thinking: None,
        };
        client.introduce()?;
        client.wait_until_ready()?;
        Ok(client)
    }

    /// A program that takes only one game is started anew, with the same options.
    fn start_again(&mut self) -> Result<(), EngineError> {
        self.process = Process::start(&self.program, self.patience.quit, &self.transcript)?;
        self.pings = 0;
        self.introduce()?;
        for setting in &self.settings {
            self.process.send(setting.to_string());
        }
        self.wait_until_ready()
    }

    fn send(&self, command: &Command) -> Stamp {
        self.process.send(command.to_string())
    }

    fn failed(&mut self, silence: super::process::Silence, expected: &'static str) -> EngineError {
        failure(&mut self.process, &self.transcript, &self.name, silence, expected)
    }

    fn nonsense(&self, said: String) -> EngineError {
        EngineError::Nonsense { name: self.name.clone(), said }
    }

    /// Asks for `pong` and passes over everything that comes before it. Programs that do not know it are ready when they say nothing.
    fn wait_until_ready(&mut self) -> Result<(), EngineError> {
        if !self.features.ping {
            return Ok(());
        }
        self.pings += 1;
        let number = self.pings.to_string();
        self.send(&Command::Ping(number.clone()));
        let deadline = std::time::Instant::now() + self.patience.ready;
        loop {
            let line = self.process.next_line(Some(deadline)).map_err(|silence| self.failed(silence, "pong"))?;
            if line.as_deref().and_then(Message::parse).is_some_and(|message| message == Message::Pong(number.clone())) {
                return Ok(());
            }
        }
    }
}

impl Engine for XBoardClient {
    fn name(&self) -> &str {
        &self.name
    }

    fn author(&self) -> &str {
        // The protocol has no word for it.
        ""
    }

    fn options(&self) -> &[EngineOption] {
        &self.options
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        let option = EngineOption::find(&self.options, name)?;
        let parsed = option.parse(value)?;
        let Some(command) = self.features.setting(&option.name, &parsed) else { return Ok(()) };
        if parsed != OptionValue::Press {
            self.settings.push(command.clone());
        }
        self.send(&command);
        Ok(())
    }

    fn new_game(&mut self) {
        if self.board.take().is_none() {
            // It has played nothing that it could forget; the search sets up what is needed.
            return;
        }
        let ready = if self.features.reuse { self.wait_until_ready() } else { self.start_again() };
        if let Err(error) = ready {
            self.failure = Some(error);
        }
    }

    fn search(&mut self, line: &Line, limits: &Limits, signals: &Signals, report: &mut dyn FnMut(Info)) -> Result<BestMove, EngineError> {
        if let Some(error) = &self.failure {
            return Err(error.clone());
        }
        if !line.position().has_legal_move() {
            return Ok(BestMove::default());
        }
        self.thinking = None;
        let answer = self.ask(line, limits, signals, report);
        match &answer {
            Err(error @ (EngineError::Hangs { .. } | EngineError::Died { .. })) => self.failure = Some(error.clone()),
            // Who knows what stands on its board.
            Err(_) => self.board = None,
            Ok(_) => {}
        }
        answer
    }

    fn thinking_time(&mut self) -> Option<Duration> {
        self.thinking
    }
}
