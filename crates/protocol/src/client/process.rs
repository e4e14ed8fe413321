//! A program with its three pipes: it never blocks its owner, keeps its last lines, and is killed at the end.

use std::collections::VecDeque;
use std::io::Write;
use std::process::Child;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, OnceLock};
use std::thread;

use heirloom_engine::{EngineError, Signals, Speaker, Transcript};
use parking_lot::Mutex;
use web_time::{Duration, Instant};

use crate::program::{Program, ReceivedLine, Started, read_lines, status_by};

/// Number of last lines kept for the error message if a program dies.
const MAX_LAST_LINES: usize = 8;
/// Maximum number of queued lines; when it is reached, the program has to wait, so memory stays bounded.
const MAX_QUEUED: usize = 4096;
/// How long after the deadline lines that arrived in time may still be read.
const READ_GRACE: Duration = Duration::from_millis(200);

/// How long to wait for the last lines of a program that has exited.
const STDERR_TIMEOUT: Duration = Duration::from_secs(2);

/// Why no line arrived.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Silence {
    /// The deadline has passed.
    Late,
    /// The program has closed its output, usually by exiting.
    Ended,
}

enum Incoming {
    Line(ReceivedLine),
    Ended,
    /// A signal to the search, which ends a wait.
    Signal,
}

/// When a line was written to the program; empty while it is queued.
#[derive(Clone, Debug, Default)]
pub(super) struct Stamp(Arc<OnceLock<Instant>>);

impl Stamp {
    /// The time from writing the line to `later`.
    pub(super) fn until(&self, later: Instant) -> Option<Duration> {
        self.0.get().map(|&written| later.saturating_duration_since(written))
    }
}

/// A line queued for the program.
struct Outgoing {
    line: String,
    stamp: Stamp,
}

/// A running program.
pub(super) struct Process {
    child: Child,
    /// Lines for the program; a thread writes them, so that a full pipe blocks only that thread.
    input: Option<Sender<Outgoing>>,
    incoming: Receiver<Incoming>,
    sender: SyncSender<Incoming>,
    last_lines: LastLines,
    /// Closed when the program's standard error has been read to its end.
    stderr_closed: Receiver<()>,
    /// When the last line was read.
    read_at: Instant,
    ended: bool,
    /// The time from `quit` to the kill.
    patience: Duration,
}

type LastLines = Arc<Mutex<VecDeque<String>>>;

impl Process {
    pub(super) fn start(
        program: &Program,
        patience: Duration,
        transcript: &Transcript,
    ) -> Result<Process, EngineError> {
        let failed = |reason| EngineError::Start { command: program.path.display().to_string(), reason };
        let Started { child, stdin, stdout, stderr } = program.start().map_err(failed)?;
        let last_lines = LastLines::default();
        let (sender, incoming) = mpsc::sync_channel(MAX_QUEUED);
        let (input, lines) = mpsc::channel();
        write_lines(stdin, lines, transcript.clone());
        let recorder = |speaker| Recorder {
            last_lines: Arc::clone(&last_lines),
            transcript: transcript.clone(),
            speaker,
        };
        let stderr_recorder = recorder(Speaker::Complaint);
        let (stderr_open, stderr_closed) = mpsc::channel::<()>();
        let mut stderr_open = Some(stderr_open);
        read_lines(stderr, move |line| match line {
            Some(line) => stderr_recorder.keep(&line.text),
            None => drop(stderr_open.take()),
        });
        let (reader, stdout_recorder) = (sender.clone(), recorder(Speaker::Program));
        read_lines(stdout, move |line| {
            if let Some(line) = &line {
                stdout_recorder.keep(&line.text);
            }
            // The receiver may be gone.
            let _ = reader.send(line.map_or(Incoming::Ended, Incoming::Line));
        });
        let read_at = Instant::now();
        Ok(Process {
            child,
            input: Some(input),
            incoming,
            sender,
            last_lines,
            stderr_closed,
            read_at,
            ended: false,
            patience,
        })
    }

    /// Queues a line for the program. If the program is gone, waiting for its answer will show that.
    pub(super) fn send(&self, line: String) -> Stamp {
        let stamp = Stamp::default();
        if let Some(input) = &self.input {
            let _ = input.send(Outgoing { line, stamp: stamp.clone() });
        }
        stamp
    }

    /// When the last line returned by [`Process::next_line`] was read.
    pub(super) fn read_at(&self) -> Instant {
        self.read_at
    }

    /// Makes waiting end whenever these signals change.
    pub(super) fn wake_on(&self, signals: &Signals) {
        let sender = self.sender.clone();
        // If the queue is full, no thread is blocked that this would have to wake.
        signals.subscribe(move || drop(sender.try_send(Incoming::Signal)));
    }

    /// Returns the next line; `None` for a signal.
    pub(super) fn next_line(&mut self, deadline: Option<Instant>) -> Result<Option<String>, Silence> {
        if self.ended {
            return Err(Silence::Ended);
        }
        if deadline.is_some_and(|deadline| deadline.elapsed() > READ_GRACE) {
            return Err(Silence::Late);
        }
        let incoming = match deadline {
            None => self.incoming.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(deadline) => self.incoming.recv_timeout(deadline.saturating_duration_since(Instant::now())),
        };
        match incoming {
            Ok(Incoming::Line(line)) => {
                self.read_at = line.at;
                Ok(Some(line.text))
            }
            Ok(Incoming::Signal) => Ok(None),
            Err(RecvTimeoutError::Timeout) => Err(Silence::Late),
            Ok(Incoming::Ended) | Err(RecvTimeoutError::Disconnected) => {
                self.ended = true;
                Err(Silence::Ended)
            }
        }
    }

    /// Returns the last lines, oldest first, and the exit status. Kills a program that is still running.
    pub(super) fn last_lines(&mut self) -> Vec<String> {
        let status = status_by(&mut self.child, Instant::now() + self.patience);
        self.kill();
        // The last lines may still be in the pipe, which a child process may keep open.
        let _ = self.stderr_closed.recv_timeout(STDERR_TIMEOUT);
        let mut lines: Vec<String> = self.last_lines.lock().iter().cloned().collect();
        lines.extend(status.map(|status| status.to_string()));
        lines
    }

    /// Kills the program.
    pub(super) fn kill(&mut self) {
        self.ended = true;
        // It may already have exited.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if !self.ended {
            self.send("quit".into());
            // The pipe closes after the line is written: some programs react only to that.
            self.input = None;
            let _ = status_by(&mut self.child, Instant::now() + self.patience);
        }
        self.kill();
    }
}

fn write_lines(mut stdin: impl Write + Send + 'static, lines: Receiver<Outgoing>, transcript: Transcript) {
    thread::spawn(move || {
        for Outgoing { line, stamp } in lines {
            transcript.note(Speaker::Owner, &line);
            let bytes = format!("{line}\n");
            // The stamp comes first: after the write, the program may preempt this thread.
            let _ = stamp.0.set(Instant::now());
            let written = stdin.write_all(bytes.as_bytes()).and_then(|()| stdin.flush());
            if written.is_err() {
                return;
            }
        }
    });
}

/// Keeps the lines of one of the program's outputs.
struct Recorder {
    last_lines: LastLines,
    transcript: Transcript,
    speaker: Speaker,
}

impl Recorder {
    fn keep(&self, line: &str) {
        let mut lines = self.last_lines.lock();
        if lines.len() == MAX_LAST_LINES {
            lines.pop_front();
        }
        lines.push_back(line.chars().take(200).collect());
        drop(lines);
        self.transcript.note(self.speaker, line);
    }
}
