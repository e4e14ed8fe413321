//! The log of what the desk and other programs say to each other: kept for a window, and written to a file on
//! demand.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use web_time::{Duration, Instant};

use heirloom_engine::{Speaker, Transcript};
use parking_lot::{Mutex, MutexGuard};

use super::worker::WakeFn;
use crate::roster::{EngineFactory, Roster};

/// The number of lines kept.
const LINES: usize = 10_000;

/// What can be asked of the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LogCommand {
    /// Writes all lines into a file, replacing it.
    Save(PathBuf),
    /// Appends each new line to this file from now on; none stops that.
    Keep(Option<PathBuf>),
    /// Forgets all lines.
    Clear,
}

/// A line of the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The time since the desk was started.
    pub at: Duration,
    /// The program, by its name at the desk.
    pub program: Arc<str>,
    /// The speaker; the owner is the desk.
    pub speaker: Speaker,
    /// The text.
    pub text: String,
}

impl Entry {
    /// Returns the line as files have it.
    pub fn written(&self) -> String {
        format!("{:9.3} {} {} {}", self.at.as_secs_f64(), self.program, mark(self.speaker), self.text)
    }

    /// Returns the line without time and program.
    pub fn brief(&self) -> String {
        format!("{} {}", mark(self.speaker), self.text)
    }
}

/// Returns a sign for the speaker.
fn mark(speaker: Speaker) -> char {
    match speaker {
        Speaker::Owner => '>',
        Speaker::Program => '<',
        Speaker::Complaint => '!',
        Speaker::Remark => '#',
    }
}

/// The log. Clones share their lines.
#[derive(Clone)]
pub struct ProtocolLog(Arc<Mutex<LogLines>>);

/// The lines with their numbers.
pub struct LogLines {
    started: Instant,
    /// The number of the first line that is kept.
    pub first: u64,
    /// The lines from there on.
    pub lines: VecDeque<Entry>,
    wake: WakeFn,
    watched: bool,
    file: Option<(PathBuf, Sender<String>)>,
    /// Why writing to the file has failed.
    error: Option<(PathBuf, String)>,
}

impl LogLines {
    /// Returns the number of the next line.
    pub fn next(&self) -> u64 {
        self.first + self.lines.len() as u64
    }

    /// Returns the line with a number, if it is still kept.
    pub fn line(&self, number: u64) -> Option<&Entry> {
        self.lines.get(usize::try_from(number.checked_sub(self.first)?).ok()?)
    }

    fn add(&mut self, program: &Arc<str>, speaker: Speaker, text: &str) {
        if self.lines.len() == LINES {
            self.lines.pop_front();
            self.first += 1;
        }
        let (at, program, text) = (self.started.elapsed(), Arc::clone(program), text.to_owned());
        let entry = Entry { at, program, speaker, text };
        if let Some((_, file)) = &self.file {
            // A writer that has ended has reported why.
            let _ = file.send(entry.written());
        }
        self.lines.push_back(entry);
        if self.watched {
            (self.wake)();
        }
    }
}

impl ProtocolLog {
    /// Creates an empty log that calls `wake` for each line while it is watched.
    pub fn new(wake: WakeFn) -> ProtocolLog {
        let (started, lines) = (Instant::now(), VecDeque::new());
        let lines = LogLines { started, first: 0, lines, wake, watched: false, file: None, error: None };
        ProtocolLog(Arc::new(Mutex::new(lines)))
    }

    /// Returns a transcript whose lines are logged under this name.
    pub fn transcript(&self, program: &str) -> Transcript {
        let (log, program) = (self.clone(), Arc::<str>::from(program));
        Transcript::heard_by(move |speaker, text| log.lock().add(&program, speaker, text))
    }

    /// Returns the same engines, with their conversations with external programs in this log.
    pub fn listen_to(&self, roster: Arc<dyn Roster>) -> Arc<dyn Roster> {
        Arc::new(LoggedRoster { roster, log: self.clone() })
    }

    /// Sets whether a window shows the log.
    pub fn watch(&self, watched: bool) {
        self.lock().watched = watched;
    }

    /// Returns the lines; programs wait while the guard is held.
    pub fn lock(&self) -> MutexGuard<'_, LogLines> {
        self.0.lock()
    }

    /// Returns the file that lines are appended to.
    pub fn kept_in(&self) -> Option<PathBuf> {
        self.lock().file.as_ref().map(|(path, _)| path.clone())
    }

    /// Forgets all lines.
    pub fn clear(&self) {
        let mut pages = self.lock();
        pages.first = pages.next();
        pages.lines.clear();
    }

    /// Writes all lines into a file. Fails with the system's error.
    pub fn save(&self, path: &Path) -> std::io::Result<()> {
        let text: String = self.lock().lines.iter().map(|entry| entry.written() + "\n").collect();
        heirloom_files::replace(path, text.as_bytes())
    }

    /// Appends each new line to a file from now on; none stops that. Fails with the system's error.
    pub fn keep(&self, path: Option<&Path>) -> std::io::Result<()> {
        self.lock().file = None;
        let Some(path) = path else { return Ok(()) };
        let file = File::options().create(true).append(true).open(path)?;
        let (sender, lines) = mpsc::channel();
        let log = self.clone();
        let write = move || {
            if let Err(error) = write_down(file, &lines) {
                let mut pages = log.lock();
                pages.error = pages.file.take().map(|(path, _)| (path, error.to_string()));
                (pages.wake)();
            }
        };
        thread::Builder::new().name("protocol log".into()).spawn(write)?;
        self.lock().file = Some((path.into(), sender));
        Ok(())
    }

    /// Returns, once, the file that cannot be written any more, and why.
    pub fn write_error(&self) -> Option<(PathBuf, String)> {
        self.lock().error.take()
    }
}

impl std::fmt::Debug for ProtocolLog {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ProtocolLog")
    }
}

/// Writes the lines as they come; the file is up to date when no line is waiting.
fn write_down(file: File, lines: &Receiver<String>) -> std::io::Result<()> {
    let mut file = BufWriter::new(file);
    while let Ok(line) = lines.recv() {
        writeln!(file, "{line}")?;
        for line in lines.try_iter() {
            writeln!(file, "{line}")?;
        }
        file.flush()?;
    }
    Ok(())
}

/// A roster whose engines are logged.
struct LoggedRoster {
    roster: Arc<dyn Roster>,
    log: ProtocolLog,
}

impl Roster for LoggedRoster {
    fn names(&self) -> Vec<String> {
        self.roster.names()
    }

    fn factory(&self, id: &str) -> EngineFactory {
        self.roster.factory_with_transcript(id, self.log.transcript(id))
    }

    fn factory_with_transcript(&self, id: &str, transcript: Transcript) -> EngineFactory {
        self.roster.factory_with_transcript(id, transcript)
    }

    fn configuration(&self) -> Option<PathBuf> {
        self.roster.configuration()
    }

    fn tablebases(&self) -> Option<String> {
        self.roster.tablebases()
    }

    fn reload(&self) {
        self.roster.reload();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn log() -> ProtocolLog {
        ProtocolLog::new(Arc::new(|| {}))
    }

    #[test]
    fn floods_keep_the_latest_lines() {
        let log = log();
        let transcript = log.transcript("flood");
        for number in 0..LINES + 5 {
            transcript.note(Speaker::Program, &format!("line {number}"));
        }
        let pages = log.lock();
        assert_eq!((pages.first, pages.lines.len(), pages.next()), (5, LINES, LINES as u64 + 5));
        assert_eq!((pages.line(4), pages.line(5).map(|entry| entry.text.as_str())), (None, Some("line 5")));
    }

    #[test]
    fn lines_are_saved_and_kept() {
        let (log, folder) = (log(), tempfile::tempdir().unwrap());
        let (saved, kept) = (folder.path().join("saved.log"), folder.path().join("kept.log"));
        let transcript = log.transcript("gnuchess");
        transcript.note(Speaker::Owner, "uci");
        log.keep(Some(&kept)).unwrap();
        assert_eq!(log.kept_in(), Some(kept.clone()));
        transcript.note(Speaker::Program, "uciok");
        log.keep(None).unwrap();
        log.save(&saved).unwrap();
        let saved = std::fs::read_to_string(saved).unwrap();
        assert!(saved.lines().count() == 2 && saved.contains(" gnuchess > uci\n"), "{saved}");
        assert!(saved.ends_with(" gnuchess < uciok\n"), "{saved}");
        let start = Instant::now();
        while !std::fs::read_to_string(&kept).unwrap().ends_with("uciok\n") {
            assert!(start.elapsed() < Duration::from_secs(20), "nothing was kept");
            thread::sleep(Duration::from_millis(5));
        }
        assert!(log.keep(Some(folder.path())).is_err());
        log.clear();
        assert!(log.lock().lines.is_empty() && log.lock().next() == 2);
    }
}
