//! A program with its three pipes: never blocks its owner, remembers last words, is killed in the end.

use std::collections::VecDeque;
use std::io::Write;
use std::process::Child;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;
use web_time::{Duration, Instant};

use heirloom_engine::{EngineError, Signals, Speaker, Transcript};

use super::Program;
use crate::pipes::{self, Heard, Started, read_lines, status_by};

/// So many last lines are kept for the message when a program dies.
const LAST_WORDS: usize = 8;
/// So many lines may wait for a reader; then the program has to wait, too, and the memory stays free.
const MOST_NEWS: usize = 4096;
/// Lines that came in time may still be read so long after the deadline; a program that never falls silent is late then.
const READING: Duration = Duration::from_millis(200);

/// How long the last lines of a program that has ended are waited for.
const LAST_COMPLAINTS: Duration = Duration::from_secs(2);

/// Why no line came.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Silence {
    /// Not by the deadline.
    Late,
    /// The program has closed its output, which it does by ending.
    Ended,
}

enum News {
    Line(Heard),
    Ended,
    /// A signal to the search; the line in waiting is not of interest, only that waiting ends.
    Signal,
}

/// When a line was written to the program: empty while it waits for the writer.
#[derive(Clone, Debug, Default)]
pub(super) struct Stamp(Arc<OnceLock<Instant>>);

impl Stamp {
    /// The time from writing the line until `later`.
    pub(super) fn until(&self, later: Instant) -> Option<Duration> {
        self.0.get().map(|&written| later.saturating_duration_since(written))
    }
}

/// A line on its way to the program.
struct Outgoing {
    line: String,
    stamp: Stamp,
}

/// A running program.
pub(super) struct Process {
    child: Child,
    /// Lines for the program; a thread writes them, so that a full pipe blocks only that.
    input: Option<Sender<Outgoing>>,
    news: Receiver<News>,
    sender: SyncSender<News>,
    last_words: LastWords,
    /// Closed when the program's error output has been read to its end.
    complained: Receiver<()>,
    /// When the line that came last was read.
    read_at: Instant,
    ended: bool,
    /// From `quit` to the kill.
    patience: Duration,
}

type LastWords = Arc<Mutex<VecDeque<String>>>;

impl Process {
    pub(super) fn start(
        program: &Program,
        patience: Duration,
        transcript: &Transcript,
    ) -> Result<Process, EngineError> {
        let failed = |reason| EngineError::Start { command: program.path.display().to_string(), reason };
        let Started { child, stdin, stdout, stderr } = pipes::start(program).map_err(failed)?;
        let last_words = LastWords::default();
        let (sender, news) = mpsc::sync_channel(MOST_NEWS);
        let (input, lines) = mpsc::channel();
        write_lines(stdin, lines, transcript.clone());
        let record =
            |speaker| Record { last_words: Arc::clone(&last_words), transcript: transcript.clone(), speaker };
        let complaints = record(Speaker::Complaint);
        let (complaining, complained) = mpsc::channel::<()>();
        let mut complaining = Some(complaining);
        read_lines(stderr, move |line| match line {
            Some(line) => complaints.keep(&line.text),
            None => drop(complaining.take()),
        });
        let (reader, words) = (sender.clone(), record(Speaker::Program));
        read_lines(stdout, move |line| {
            if let Some(line) = &line {
                words.keep(&line.text);
            }
            // The owner may be gone.
            let _ = reader.send(line.map_or(News::Ended, News::Line));
        });
        let read_at = Instant::now();
        Ok(Process {
            child,
            input: Some(input),
            news,
            sender,
            last_words,
            complained,
            read_at,
            ended: false,
            patience,
        })
    }

    /// Sends a line and does not wait. A program that is gone is noticed when its answer is waited for.
    pub(super) fn send(&self, line: String) -> Stamp {
        let stamp = Stamp::default();
        if let Some(input) = &self.input {
            let _ = input.send(Outgoing { line, stamp: stamp.clone() });
        }
        stamp
    }

    /// When the line that [`Process::next_line`] gave last was read.
    pub(super) fn read_at(&self) -> Instant {
        self.read_at
    }

    /// Has waiting end whenever these signals change.
    pub(super) fn listen_to(&self, signals: &Signals) {
        let sender = self.sender.clone();
        // With so many lines waiting that this does not fit in, nobody sleeps who would need to be woken.
        signals.subscribe(move || drop(sender.try_send(News::Signal)));
    }

    /// The next line; `None` for a signal.
    pub(super) fn next_line(&mut self, deadline: Option<Instant>) -> Result<Option<String>, Silence> {
        if self.ended {
            return Err(Silence::Ended);
        }
        if deadline.is_some_and(|deadline| deadline.elapsed() > READING) {
            return Err(Silence::Late);
        }
        let news = match deadline {
            None => self.news.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(deadline) => self.news.recv_timeout(deadline.saturating_duration_since(Instant::now())),
        };
        match news {
            Ok(News::Line(line)) => {
                self.read_at = line.at;
                Ok(Some(line.text))
            }
            Ok(News::Signal) => Ok(None),
            Err(RecvTimeoutError::Timeout) => Err(Silence::Late),
            Ok(News::Ended) | Err(RecvTimeoutError::Disconnected) => {
                self.ended = true;
                Err(Silence::Ended)
            }
        }
    }

    /// How it ended and what it said last, oldest first. A program that has only closed its output is ended.
    pub(super) fn last_words(&mut self) -> Vec<String> {
        let status = status_by(&mut self.child, Instant::now() + self.patience);
        self.kill();
        // What it wrote last may still be on its way; a child of its own may keep the pipe open.
        let _ = self.complained.recv_timeout(LAST_COMPLAINTS);
        let mut words: Vec<String> = lock(&self.last_words).iter().cloned().collect();
        words.extend(status.map(|status| status.to_string()));
        words
    }

    /// Ends the program at once.
    pub(super) fn kill(&mut self) {
        self.ended = true;
        // It may have ended by itself, which is as good.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if !self.ended {
            self.send("quit".into());
            // The pipe closes once the line is written: some programs heed only that.
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
            // The stamp comes first: once the line is written, the program may take the processor from us.
            let _ = stamp.0.set(Instant::now());
            let written = stdin.write_all(bytes.as_bytes()).and_then(|()| stdin.flush());
            if written.is_err() {
                return;
            }
        }
    });
}

/// Where what a program says is kept.
struct Record {
    last_words: LastWords,
    transcript: Transcript,
    speaker: Speaker,
}

impl Record {
    fn keep(&self, line: &str) {
        let mut words = lock(&self.last_words);
        if words.len() == LAST_WORDS {
            words.pop_front();
        }
        words.push_back(line.chars().take(200).collect());
        drop(words);
        self.transcript.note(self.speaker, line);
    }
}

fn lock(last_words: &LastWords) -> std::sync::MutexGuard<'_, VecDeque<String>> {
    last_words.lock().unwrap_or_else(PoisonError::into_inner)
}
