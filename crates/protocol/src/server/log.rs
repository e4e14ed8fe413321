//! The log of a conversation: all lines in both directions, with the seconds since the log began.

use std::fs::File;
use std::io::{Result, Write};
use web_time::Instant;

use heirloom_engine::EngineOption;

/// The option with the name of the log file.
pub(super) const LOG_FILE: &str = "Debug Log File";

/// Adds the option with the name of the log file, which the server handles, to an engine's options.
pub(super) fn with_log(options: &[EngineOption]) -> Vec<EngineOption> {
    let mut offered = options.to_vec();
    if EngineOption::find(options, LOG_FILE).is_err() {
        offered.push(EngineOption::text(LOG_FILE, ""));
    }
    offered
}

/// An output that keeps a log if a file is set.
pub(super) struct Log<W> {
    output: W,
    file: Option<File>,
    started: Instant,
    /// Output since the last line ending.
    unfinished: Vec<u8>,
}

impl<W: Write> Log<W> {
    /// Creates an output without a log file.
    pub(super) fn new(output: W) -> Log<W> {
        Log { output, file: None, started: Instant::now(), unfinished: Vec::new() }
    }

    /// Closes the log file and appends to another one from now on; an empty path stops logging.
    pub(super) fn open(&mut self, path: &str) -> Result<()> {
        (self.file, self.started) = (None, Instant::now());
        self.unfinished.clear();
        if !path.is_empty() {
            self.file = Some(File::options().create(true).append(true).open(path)?);
            let since = web_time::SystemTime::UNIX_EPOCH.elapsed().map_or(0, |since| since.as_secs());
            self.note(">>", &format!("log of heirloom, started {since} seconds after 1970"));
        }
        Ok(())
    }

    /// Logs a line of input.
    pub(super) fn log_input(&mut self, line: &str) {
        self.note(">>", line.trim_end());
    }

    /// Logs a line. An error, such as a full disk, ends the log but not the conversation.
    fn note(&mut self, direction: &str, line: &str) {
        let seconds = self.started.elapsed().as_secs_f64();
        if self.file.as_mut().is_some_and(|file| {
            file.write_all(format!("{seconds:.3} {direction} {line}\n").as_bytes()).is_err()
        }) {
            self.file = None;
        }
    }
}

impl<W: Write> Write for Log<W> {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        let written = self.output.write(bytes)?;
        if self.file.is_some() {
            self.unfinished.extend_from_slice(&bytes[..written]);
            while let Some(end) = self.unfinished.iter().position(|&byte| byte == b'\n') {
                let line: Vec<u8> = self.unfinished.drain(..=end).collect();
                self.note("<<", String::from_utf8_lossy(&line).trim_end());
            }
        }
        Ok(written)
    }

    fn flush(&mut self) -> Result<()> {
        self.output.flush()
    }
}
