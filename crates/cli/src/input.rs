//! Lines that somebody types: edited on a terminal, plain from a pipe.

use anyhow::Result;
use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;
use rustyline::{Config, Editor};

/// Where lines come from.
pub struct Input {
    /// With line editing, and a history that is kept in memory only; without one for a pipe.
    editor: Option<Box<Editor<(), MemHistory>>>,
    /// A line that was read too early.
    waiting: Option<String>,
}

impl Input {
    /// An editor if somebody types.
    ///
    /// # Errors
    /// A terminal that cannot be used.
    pub fn new(terminal: bool) -> Result<Input> {
        let editor = match terminal {
            true => Some(Box::new(Editor::with_history(Config::builder().auto_add_history(true).build(), MemHistory::new())?)),
            false => None,
        };
        Ok(Input { editor, waiting: None })
    }

    /// The next line; `None` at the end of the input, or when the user leaves with Ctrl-D.
    ///
    /// # Errors
    /// An input that cannot be read.
    pub fn line(&mut self, prompt: &str) -> Result<Option<String>> {
        loop {
            match self.read(prompt) {
                Ok(line) => return Ok(line),
                Err(ReadlineError::Interrupted) => anstream::println!("type quit to leave, help for what else can be typed"),
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Waits for Enter, Ctrl-C or the end of the input. What was typed before Enter is a line of its own.
    ///
    /// # Errors
    /// An input that cannot be read.
    pub fn wait(&mut self) -> Result<()> {
        match self.read("") {
            Ok(line) => {
                self.waiting = line.filter(|line| !line.trim().is_empty());
                Ok(())
            }
            Err(ReadlineError::Interrupted) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// The answer to a question; empty after Ctrl-C and at the end of the input.
    ///
    /// # Errors
    /// An input that cannot be read.
    pub fn answer(&mut self, question: &str) -> Result<String> {
        match self.read(question) {
            Ok(line) => Ok(line.unwrap_or_default()),
            Err(ReadlineError::Interrupted) => Ok(String::new()),
            Err(error) => Err(error.into()),
        }
    }

    fn read(&mut self, prompt: &str) -> Result<Option<String>, ReadlineError> {
        if let Some(line) = self.waiting.take() {
            return Ok(Some(line));
        }
        let Some(editor) = &mut self.editor else {
            let mut bytes = Vec::new();
            let read = std::io::BufRead::read_until(&mut std::io::stdin().lock(), b'\n', &mut bytes)?;
            return Ok((read > 0).then(|| String::from_utf8_lossy(&bytes).into_owned()));
        };
        match editor.readline(prompt) {
            Ok(line) => Ok(Some(line)),
            Err(ReadlineError::Eof) => Ok(None),
            Err(error) => Err(error),
        }
    }
}
