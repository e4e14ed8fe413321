//! Lines that a user types: edited at a terminal, plain from a pipe. Text typed ahead or pasted is read in
//! order.

mod countdown;

pub use countdown::Countdown;

use std::collections::VecDeque;

use anyhow::Result;
use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;
use rustyline::{ColorMode, Config, Editor};

use countdown::CountdownHelper;

/// The source of lines.
pub struct Input {
    /// Line editing with a history in memory; none for a pipe.
    editor: Option<Box<Editor<CountdownHelper, MemHistory>>>,
    /// Lines that were read early, the next one first.
    waiting: VecDeque<String>,
}

impl Input {
    /// Lines from a terminal or from a pipe. Fails if the terminal cannot be used.
    pub fn new(terminal: bool) -> Result<Input> {
        let mut input = Input { editor: None, waiting: VecDeque::new() };
        if terminal {
            // Pasted lines arrive as if typed, one by one. Without colors the prompt could not change.
            let config = Config::builder().bracketed_paste(false).color_mode(ColorMode::Forced).build();
            let editor = input.editor.insert(Box::new(Editor::with_history(config, MemHistory::new())?));
            editor.set_helper(Some(CountdownHelper::default()));
        }
        Ok(input)
    }

    /// Reads the next line; returns none at the end of the input or after Ctrl-D.
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

    /// Reads the next line while the clock in the prompt runs; also returns true if a fallen flag was
    /// reported.
    pub fn line_by_clock(&mut self, countdown: Countdown) -> Result<(Option<String>, bool)> {
        let prompt = countdown.prompt();
        if let Some(editor) = &mut self.editor {
            countdown::start(editor, countdown);
        }
        let line = self.line(&prompt);
        let reported =
            self.editor.as_ref().and_then(|editor| editor.helper()).is_some_and(CountdownHelper::end);
        Ok((line?, reported))
    }

    /// Waits for Enter, Ctrl-C or the end of the input. Text before Enter is kept as a line.
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

    /// Reads the answer to a question; returns none after Ctrl-C and at the end of the input.
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
