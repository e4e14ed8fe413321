//! Lines of standard input, read with timeouts.

use std::io::BufRead;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Instant;

/// What happened next.
pub enum Event {
    /// A line arrived.
    Line(String),
    /// The time is up.
    Time,
    /// The input has ended.
    End,
}

/// Reads on its own thread.
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

    /// Returns the next line, unless the time is up first.
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
