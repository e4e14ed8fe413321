//! Lines that somebody types: edited on a terminal, plain from a pipe. What was typed ahead or pasted is kept and read in order.

mod countdown;

pub use countdown::Countdown;

use std::collections::VecDeque;

use anyhow::Result;
use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;
use rustyline::{ColorMode, Config, Editor};

use countdown::Ticking;

/// Where lines come from.
pub struct Input {
    /// With line editing, and a history that is kept in memory only; without one for a pipe.
    editor: Option<Box<Editor<Ticking, MemHistory>>>,
    /// Lines that were read too early, the next one first.
    waiting: VecDeque<String>,
}

impl Input {
    /// An editor if somebody types.
    ///
    /// # Errors
    /// A terminal that cannot be used.
    pub fn new(terminal: bool) -> Result<Input> {
        let editor = match terminal {
            true => {
                // Pasted lines arrive as if they were typed, each to be obeyed in its turn. Without colors no prompt could change.
                let config = Config::builder().bracketed_paste(false).color_mode(ColorMode::Forced).build();
                let mut editor = Box::new(Editor::with_history(config, MemHistory::new())?);
                editor.set_helper(Some(Ticking::default()));
                Some(editor)
            }
            false => None,
        };
        Ok(Input { editor, waiting: VecDeque::new() })
    }

    /// The next line; `None` at the end of the input, or when the user leaves with Ctrl-D.
    ///
    /// # Errors
    /// An input that cannot be read.
    pub fn line(&mut self, prompt: &str) -> Result<Option<String>> {
        loop {
            match self.read(prompt) {
                Ok(line) => return Ok(line),
                Err(ReadlineError::Interrupted) => {
                    anstream::println!("type quit to leave, help for a list of commands")
                }
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// The next line, and whether the flag was reported to have fallen in the meantime. On a terminal the clock runs while somebody types.
    ///
    /// # Errors
    /// An input that cannot be read.
    pub fn line_by_clock(&mut self, countdown: Countdown) -> Result<(Option<String>, bool)> {
        let prompt = countdown.prompt();
        if let Some(editor) = &mut self.editor {
            countdown::start(editor, countdown);
        }
        let line = self.line(&prompt);
        let reported = self.editor.as_ref().and_then(|editor| editor.helper()).is_some_and(Ticking::end);
        Ok((line?, reported))
    }

    /// Waits for Enter, Ctrl-C or the end of the input. What was typed before Enter is a line of its own.
    ///
    /// # Errors
    /// An input that cannot be read.
    pub fn wait(&mut self) -> Result<()> {
        if !self.waiting.is_empty() {
            return Ok(());
        }
        match self.read("") {
            Ok(line) => {
                if let Some(line) = line.filter(|line| !line.trim().is_empty()) {
                    self.waiting.push_front(line);
                }
                Ok(())
            }
            Err(ReadlineError::Interrupted) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// The answer to a question; `None` after Ctrl-C and at the end of the input.
    ///
    /// # Errors
    /// An input that cannot be read.
    pub fn answer(&mut self, question: &str) -> Result<Option<String>> {
        match self.read(question) {
            Ok(line) => Ok(line),
            Err(ReadlineError::Interrupted) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    fn read(&mut self, prompt: &str) -> Result<Option<String>, ReadlineError> {
        if let Some(line) = self.waiting.pop_front() {
            return Ok(Some(line));
        }
        let Some(editor) = &mut self.editor else {
            let mut bytes = Vec::new();
            let read = std::io::BufRead::read_until(&mut std::io::stdin().lock(), b'\n', &mut bytes)?;
            return Ok((read > 0).then(|| String::from_utf8_lossy(&bytes).into_owned()));
        };
        let entered = match editor.readline(prompt) {
            Ok(entered) => entered,
            Err(ReadlineError::Eof) => return Ok(None),
            Err(error) => return Err(error),
        };
        // Some terminals paste several lines as one entry.
        for line in entered.trim_end_matches('\n').split('\n') {
            editor.add_history_entry(line)?;
            self.waiting.push_back(line.to_owned());
        }
        Ok(self.waiting.pop_front())
    }
}
