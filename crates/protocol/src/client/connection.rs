//! What both clients share of a program: its process, name, time limits and failure.

use std::fmt;
use web_time::{Duration, Instant};

use heirloom_engine::{EngineError, Speaker, Transcript};

use super::Timeouts;
use super::process::{Process, Silence, Stamp};
use crate::program::Program;

/// A running program with its name, time limits and failure.
pub(super) struct Connection {
    process: Process,
    /// The file name, until the program has sent its own name.
    pub(super) name: String,
    pub(super) timeouts: Timeouts,
    transcript: Transcript,
    /// The error that ended the program; returned for all later requests.
    failure: Option<EngineError>,
    /// The time from the command that started the last search's clock to its answer.
    pub(super) thinking: Option<Duration>,
}

impl Connection {
    pub(super) fn start(
        program: &Program,
        timeouts: Timeouts,
        transcript: Transcript,
    ) -> Result<Connection, EngineError> {
        let process = Process::start(program, timeouts.quit, &transcript)?;
        Ok(Connection {
            process,
            name: program.file_name(),
            timeouts,
            transcript,
            failure: None,
            thinking: None,
        })
    }

    /// Ends the process and starts a new one.
    pub(super) fn restart(&mut self, program: &Program) -> Result<(), EngineError> {
        self.process = Process::start(program, self.timeouts.quit, &self.transcript)?;
        Ok(())
    }

    pub(super) fn send(&self, line: &impl fmt::Display) -> Stamp {
        self.process.send(line.to_string())
    }

    /// Makes waiting end whenever these signals change.
    pub(super) fn wake_on(&self, signals: &heirloom_engine::Signals) {
        self.process.wake_on(signals);
    }

    /// Returns the next line; `None` for a signal. A program that is silent for too long is killed.
    pub(super) fn next_line(
        &mut self,
        deadline: Option<Instant>,
        expected: &'static str,
    ) -> Result<Option<String>, EngineError> {
        self.process.next_line(deadline).map_err(|silence| self.failed(silence, expected))
    }

    /// Returns the next line; `None` for a signal, or if no line arrives by the deadline.
    pub(super) fn next_line_by(
        &mut self,
        deadline: Option<Instant>,
        expected: &'static str,
    ) -> Result<Option<String>, EngineError> {
        match self.process.next_line(deadline) {
            Err(Silence::Late) => Ok(None),
            outcome => outcome.map_err(|silence| self.failed(silence, expected)),
        }
    }

    /// Converts silence to an error; a program that is late is killed.
    fn failed(&mut self, silence: Silence, expected: &'static str) -> EngineError {
        let name = self.name.clone();
        match silence {
            Silence::Late => {
                self.transcript.note(Speaker::Remark, &format!("no {expected} in time: killed"));
                self.process.kill();
                EngineError::Hangs { name, expected }
            }
            Silence::Ended => EngineError::Died { name, last_lines: self.process.last_lines() },
        }
    }

    /// Records that the last line answers the command written at `written`.
    pub(super) fn answered(&mut self, written: &Stamp) {
        self.thinking = written.until(self.process.read_at());
    }

    pub(super) fn nonsense(&self, said: String) -> EngineError {
        EngineError::InvalidReply { name: self.name.clone(), reply: said }
    }

    /// Returns the error of a program that has failed.
    pub(super) fn check(&self) -> Result<(), EngineError> {
        self.failure.clone().map_or(Ok(()), Err)
    }

    /// Passes a result on, but remembers an error that ended the program.
    pub(super) fn remember<T>(&mut self, outcome: Result<T, EngineError>) -> Result<T, EngineError> {
        if let Err(
            error @ (EngineError::Hangs { .. } | EngineError::Died { .. } | EngineError::Start { .. }),
        ) = &outcome
        {
            self.failure = Some(error.clone());
        }
        outcome
    }
}
