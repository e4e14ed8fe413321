//! Lines of the standard input, with waits that end.

use std::io::BufRead;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Instant;

/// What happened next.
pub enum Event {
    /// A line came.
    Line(String),
    /// The moment waited for has come.
    Time,
    /// No more lines will come.
    End,
}

/// Reads on a thread of its own.
pub struct Input(Receiver<String>);

impl Input {
    /// Begins to read.
    pub fn new() -> Input {
        let (sender, lines) = mpsc::channel();
        std::thread::spawn(move || {
            let mut input = std::io::stdin().lock();
            let mut bytes = Vec::new();
            while matches!(input.read_until(b'\n', &mut bytes), Ok(1..)) {
                if sender.send(String::from_utf8_lossy(&bytes).trim().to_owned()).is_err() {
                    return;
                }
                bytes.clear();
            }
        });
        Input(lines)
    }

    /// The next line, unless the moment comes first.
    pub fn next(&self, moment: Option<Instant>) -> Event {
        let line = match moment {
            Some(moment) => self.0.recv_timeout(moment.saturating_duration_since(Instant::now())),
            None => self.0.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        match line {
            Ok(line) => Event::Line(line),
            Err(RecvTimeoutError::Timeout) => Event::Time,
            Err(RecvTimeoutError::Disconnected) => Event::End,
        }
    }
}
