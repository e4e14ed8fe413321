//! The program under test: time-stamped lines, waits with deadlines, raw bytes, and a kill.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;
use std::process::Child;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;

use parking_lot::Mutex;
use web_time::{Duration, Instant};

use super::{CheckFailure, failed};
pub use crate::program::ReceivedLine;
use crate::program::{self, POLL_INTERVAL, Program, Started, read_lines};
use crate::{Protocol, uci, xboard};

/// Maximum number of unknown lines, and of lines from standard error, to keep.
const MAX_UNKNOWN_LINES: usize = 20;

/// The program under test.
pub struct Probe {
    program: Program,
    protocol: Protocol,
    running: Option<Running>,
    last_sent: String,
    last_received: String,
    /// Lines so far that are outside the protocol.
    pub(super) unknown_lines: Vec<String>,
    stderr_lines: Arc<Mutex<Vec<String>>>,
    files: BTreeSet<PathBuf>,
    /// True if it has been introduced since it was started.
    pub(super) introduced: bool,
}

struct Running {
    child: Child,
    input: Option<Sender<Vec<u8>>>,
    lines: Receiver<ReceivedLine>,
}

impl Probe {
    /// Creates a probe without starting the program.
    pub fn new(program: Program, protocol: Protocol) -> Probe {
        let mut probe = Probe {
            program,
            protocol,
            running: None,
            last_sent: String::new(),
            last_received: String::new(),
            unknown_lines: Vec::new(),
            stderr_lines: Arc::default(),
            files: BTreeSet::new(),
            introduced: false,
        };
        probe.files = probe.listing();
        probe
    }

    /// The file name of the program, used until it has sent its own name.
    pub fn file_name(&self) -> String {
        self.program.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// Starts the program; ends one that is still running.
    pub fn start(&mut self) -> Result<(), CheckFailure> {
        self.kill();
        let Started { child, stdin, stdout, stderr } = match self.program.start() {
            Ok(started) => started,
            Err(reason) => return failed(format!("cannot start it: {reason}")),
        };
        let (input, bytes) = mpsc::channel();
        write_bytes(stdin, bytes);
        let (sender, lines) = mpsc::channel();
        // The receiver may be gone.
        read_lines(stdout, move |line| drop(line.map(|line| sender.send(line))));
        let stderr_lines = Arc::clone(&self.stderr_lines);
        read_lines(stderr, move |line| {
            let mut stderr_lines = stderr_lines.lock();
            if stderr_lines.len() < MAX_UNKNOWN_LINES {
                stderr_lines.extend(line.map(|line| line.text));
            }
        });
        self.running = Some(Running { child, input: Some(input), lines });
        self.introduced = false;
        (self.last_sent, self.last_received) = ("the start".into(), String::new());
        Ok(())
    }

    /// Returns true if the program is running, as far as is known.
    pub fn is_alive(&mut self) -> bool {
        self.running.as_mut().is_some_and(|running| matches!(running.child.try_wait(), Ok(None)))
    }

    /// Kills the program; the next check starts a new one.
    pub fn kill(&mut self) {
        if let Some(mut running) = self.running.take() {
            // It may already have exited.
            let _ = running.child.kill();
            let _ = running.child.wait();
        }
    }

    /// Sends a line.
    pub fn send(&mut self, line: &str) {
        self.last_sent = shortened(line);
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    /// Sends several lines.
    pub fn send_all(&mut self, lines: &[&str]) {
        lines.iter().for_each(|line| self.send(line));
    }

    /// Sends raw bytes.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        if let Some(input) = self.running.as_ref().and_then(|running| running.input.as_ref()) {
            // If the program is gone, its missing answer will show that.
            let _ = input.send(bytes.to_vec());
        }
    }

    /// Closes its input after everything queued has been written.
    pub fn close_input(&mut self) {
        self.last_sent = "the end of its input".into();
        if let Some(running) = &mut self.running {
            running.input = None;
        }
    }

    /// Returns the next line, if one arrives by the deadline; the end of the output is an error.
    pub fn line(&mut self, deadline: Instant) -> Result<Option<ReceivedLine>, CheckFailure> {
        let Some(running) = &self.running else { return failed("it is not running") };
        match running.lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(line) => {
                if !is_known(self.protocol, &line.text) && self.unknown_lines.len() < MAX_UNKNOWN_LINES {
                    self.unknown_lines.push(line.text.clone());
                }
                self.last_received.clone_from(&line.text);
                Ok(Some(line))
            }
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => failed(self.exit_message()),
        }
    }

    /// Waits for a line; returns all lines up to it.
    pub fn wait_for(
        &mut self,
        what: &str,
        patience: Duration,
        mut wanted: impl FnMut(&str) -> bool,
    ) -> Result<Vec<ReceivedLine>, CheckFailure> {
        let deadline = Instant::now() + patience;
        let mut lines = Vec::new();
        loop {
            match self.line(deadline)? {
                Some(line) => {
                    let found = wanted(&line.text);
                    lines.push(line);
                    if found {
                        return Ok(lines);
                    }
                    // A program that never falls silent must not block this.
                    if Instant::now() > deadline {
                        return failed(self.timeout_message(what, patience));
                    }
                }
                None => return failed(self.timeout_message(what, patience)),
            }
        }
    }

    /// Returns all lines that arrive within a time.
    pub fn listen(&mut self, time: Duration) -> Result<Vec<ReceivedLine>, CheckFailure> {
        let deadline = Instant::now() + time;
        let mut lines = Vec::new();
        while let Some(line) = self.line(deadline)? {
            lines.push(line);
            if Instant::now() > deadline {
                break;
            }
        }
        Ok(lines)
    }

    /// The message for an answer that did not arrive.
    pub fn timeout_message(&self, what: &str, patience: Duration) -> String {
        let last = if self.last_received.is_empty() {
            "nothing at all".into()
        } else {
            format!("last \"{}\"", shortened(&self.last_received))
        };
        format!("no {what} within {} after \"{}\"; {last}", seconds(patience), self.last_sent)
    }

    fn exit_message(&mut self) -> String {
        let deadline = Instant::now() + Duration::from_secs(1);
        let status = self.status_by(deadline);
        let words = status.map_or("it closed its output".into(), |status| format!("it ended ({status})"));
        format!("{words} after \"{}\"", self.last_sent)
    }

    fn status_by(&mut self, deadline: Instant) -> Option<std::process::ExitStatus> {
        program::status_by(&mut self.running.as_mut()?.child, deadline)
    }

    /// Waits until the program has exited and its output is closed, which a process that it left behind keeps
    /// open. Returns the time taken and the status.
    pub fn end(&mut self, patience: Duration) -> Result<(Duration, std::process::ExitStatus), CheckFailure> {
        let started = Instant::now();
        let Some(status) = self.status_by(started + patience) else {
            return failed(format!("it is still running {} after \"{}\"", seconds(patience), self.last_sent));
        };
        let took = started.elapsed();
        let deadline = started + patience + POLL_INTERVAL;
        if let Some(running) = &self.running {
            loop {
                match running.lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                    Ok(_) if Instant::now() < deadline => {}
                    Err(RecvTimeoutError::Disconnected) => break,
                    _ => return failed("it exited, but a process that it started still has its output open"),
                }
            }
        }
        self.kill();
        Ok((took, status))
    }

    /// Returns the lines on its standard error so far.
    pub fn stderr_lines(&self) -> Vec<String> {
        self.stderr_lines.lock().clone()
    }

    /// Returns files in its folder that are new.
    pub fn new_files(&self) -> Vec<String> {
        self.listing().difference(&self.files).map(|path| path.display().to_string()).collect()
    }

    fn listing(&self) -> BTreeSet<PathBuf> {
        let folder = self.program.folder.clone().unwrap_or_else(|| ".".into());
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        entries.map(|entry| PathBuf::from(entry.file_name())).collect()
    }
}

impl Drop for Probe {
    fn drop(&mut self) {
        self.kill();
    }
}

fn write_bytes(mut stdin: impl Write + Send + 'static, lines: Receiver<Vec<u8>>) {
    thread::spawn(move || {
        for bytes in lines {
            if stdin.write_all(&bytes).and_then(|()| stdin.flush()).is_err() {
                return;
            }
        }
    });
}

/// Returns true if a line belongs to the protocol.
fn is_known(protocol: Protocol, line: &str) -> bool {
    if line.trim().is_empty() {
        return true;
    }
    match protocol {
        Protocol::Uci => uci::Message::parse(line).is_some(),
        // Book lines begin with a space.
        Protocol::XBoard => xboard::Message::parse(line).is_some() || line.starts_with([' ', '\t']),
    }
}

/// Shortens a line for reports.
pub fn shortened(line: &str) -> String {
    const WIDEST: usize = 160;
    if line.chars().count() <= WIDEST {
        line.to_owned()
    } else {
        line.chars().take(WIDEST).chain(['…']).collect()
    }
}

/// Formats a time for reports.
pub fn seconds(time: Duration) -> String {
    if time < Duration::from_secs(1) {
        format!("{} ms", time.as_millis())
    } else {
        format!("{:.1} s", time.as_secs_f64())
    }
}
