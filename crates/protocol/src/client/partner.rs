//! A program as both clients hold it: its process, its name, how long it may take for what, and what went wrong with it.

use std::fmt;
use web_time::{Duration, Instant};

use heirloom_engine::{EngineError, Speaker, Transcript};

use super::process::{Process, Silence, Stamp};
use super::{Patience, Program};

/// See the file's head.
pub(super) struct Partner {
    process: Process,
    /// The name of the file, until the program has told its own.
    pub(super) name: String,
    pub(super) patience: Patience,
    transcript: Transcript,
    /// What it does not come back from; it is the answer to everything that is asked later.
    failure: Option<EngineError>,
    /// From what began the last search to its answer.
    pub(super) thinking: Option<Duration>,
}

impl Partner {
    pub(super) fn start(
        program: &Program,
        patience: Patience,
        transcript: Transcript,
    ) -> Result<Partner, EngineError> {
        let process = Process::start(program, patience.quit, &transcript)?;
        Ok(Partner {
            process,
            name: program.file_name(),
            patience,
            transcript,
            failure: None,
            thinking: None,
        })
    }

    /// Ends the process and starts another.
    pub(super) fn start_again(&mut self, program: &Program) -> Result<(), EngineError> {
        self.process = Process::start(program, self.patience.quit, &self.transcript)?;
        Ok(())
    }

    pub(super) fn send(&self, line: &impl fmt::Display) -> Stamp {
        self.process.send(line.to_string())
    }

    /// Has waiting end whenever these signals change.
    pub(super) fn listen_to(&self, signals: &heirloom_engine::Signals) {
        self.process.listen_to(signals);
    }

    /// The next line; `None` for a signal. A program that is silent too long is killed.
    pub(super) fn next_line(
        &mut self,
        deadline: Option<Instant>,
        expected: &'static str,
    ) -> Result<Option<String>, EngineError> {
        self.process.next_line(deadline).map_err(|silence| self.failed(silence, expected))
    }

    /// The next line; `None` for a signal, and where none comes by the deadline.
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

    /// What silence means; a program that is late is killed.
    fn failed(&mut self, silence: Silence, expected: &'static str) -> EngineError {
        let name = self.name.clone();
        match silence {
            Silence::Late => {
                self.transcript.note(Speaker::Remark, &format!("no {expected} in time: killed"));
                self.process.kill();
                EngineError::Hangs { name, expected }
            }
            Silence::Ended => EngineError::Died { name, last_lines: self.process.last_words() },
        }
    }

    /// The line that came last was the answer to what was written then.
    pub(super) fn answered(&mut self, written: &Stamp) {
        self.thinking = written.until(self.process.read_at());
    }

    pub(super) fn nonsense(&self, said: String) -> EngineError {
        EngineError::Nonsense { name: self.name.clone(), said }
    }

    /// Refuses to ask a program that is gone.
    pub(super) fn check(&self) -> Result<(), EngineError> {
        self.failure.clone().map_or(Ok(()), Err)
    }

    /// Passes an outcome on; that the program is gone is remembered.
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
