//! Where the console's lines come from: an editor on a terminal, plain lines on a pipe.

use anyhow::Result;
use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;
use rustyline::{Config, Editor};

type LineEditor = Editor<(), MemHistory>;

/// A source of lines.
pub enum Input {
    /// With editing and a history that is kept in memory only.
    Terminal(Box<LineEditor>),
    /// Without prompts.
    Pipe,
}

impl Input {
    /// An editor if somebody types.
    ///
    /// # Errors
    /// A terminal that cannot be used.
    pub fn new(terminal: bool) -> Result<Input> {
        if !terminal {
            return Ok(Input::Pipe);
        }
        let config = Config::builder().auto_add_history(true).build();
        Ok(Input::Terminal(Box::new(Editor::with_history(config, MemHistory::new())?)))
    }

    /// The next line; `None` at the end of the input, or when the user leaves with Ctrl-D.
    ///
    /// # Errors
    /// An input that cannot be read.
    pub fn line(&mut self, prompt: &str) -> Result<Option<String>> {
        match self {
            Input::Terminal(editor) => loop {
                match editor.readline(prompt) {
                    Ok(line) => return Ok(Some(line)),
                    Err(ReadlineError::Eof) => return Ok(None),
                    Err(ReadlineError::Interrupted) => anstream::println!("type quit to leave"),
                    Err(error) => return Err(error.into()),
                }
            },
            Input::Pipe => {
                let mut bytes = Vec::new();
                let read = std::io::BufRead::read_until(&mut std::io::stdin().lock(), b'\n', &mut bytes)?;
                Ok((read > 0).then(|| String::from_utf8_lossy(&bytes).into_owned()))
            }
        }
    }
}
