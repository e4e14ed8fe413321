//! A log of the lines between an engine program and its owner, kept to explain a game that went wrong.

use std::collections::VecDeque;
use std::fmt::{self, Write};
use std::sync::Arc;

use parking_lot::Mutex;
use web_time::{Duration, Instant};

/// Number of initial lines that are always kept: the introduction and the options.
const MAX_FIRST: usize = 300;
/// Number of latest lines that are kept; the lines in between are only counted.
const MAX_LATEST: usize = 3000;
/// Maximum length of a line in bytes; longer lines are cut so that a flood of output cannot fill the memory.
const MAX_BYTES: usize = 1000;

/// The source of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Speaker {
    /// The owner, to the program.
    Owner,
    /// The program, on its output.
    Program,
    /// The program, on its standard error.
    Complaint,
    /// A remark by the owner of the transcript.
    Remark,
}

/// A record of lines with their times; clones share it. Its memory is bounded, whatever the program sends.
#[derive(Clone, Default)]
pub struct Transcript(Arc<Mutex<Lines>>);

impl fmt::Debug for Transcript {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Transcript")
    }
}

/// Receives each line as it is added.
type Listener = Box<dyn FnMut(Speaker, &str) + Send>;

struct Lines {
    started: Instant,
    listener: Option<Listener>,
    first: Vec<Entry>,
    latest: VecDeque<Entry>,
    omitted: u64,
}

impl Default for Lines {
    fn default() -> Lines {
        Lines {
            started: Instant::now(),
            listener: None,
            first: Vec::new(),
            latest: VecDeque::new(),
            omitted: 0,
        }
    }
}

#[derive(Debug)]
struct Entry {
    at: Duration,
    speaker: Speaker,
    line: String,
}

impl Transcript {
    /// Creates an empty transcript whose time begins now.
    pub fn new() -> Transcript {
        Transcript::default()
    }

    /// Creates an empty transcript whose lines also go to `listener` on the adding thread: it must not block.
    pub fn heard_by(listener: impl FnMut(Speaker, &str) + Send + 'static) -> Transcript {
        let transcript = Transcript::new();
        transcript.0.lock().listener = Some(Box::new(listener));
        transcript
    }

    /// Adds a line.
    pub fn note(&self, speaker: Speaker, line: &str) {
        let mut lines = self.0.lock();
        let mut end = line.len().min(MAX_BYTES);
        while !line.is_char_boundary(end) {
            end -= 1;
        }
        if let Some(listener) = &mut lines.listener {
            listener(speaker, &line[..end]);
        }
        let entry = Entry { at: lines.started.elapsed(), speaker, line: line[..end].to_owned() };
        if lines.first.len() < MAX_FIRST && lines.latest.is_empty() {
            lines.first.push(entry);
            return;
        }
        if lines.latest.len() == MAX_LATEST {
            lines.latest.pop_front();
            lines.omitted += 1;
        }
        lines.latest.push_back(entry);
    }

    /// Drops all but the initial lines, at the start of a new game.
    pub fn turn_page(&self) {
        let mut lines = self.0.lock();
        lines.omitted += lines.latest.len() as u64;
        lines.latest.clear();
    }

    /// All lines that were kept: seconds, a mark (`>` to the program, `<` from it, `!` its standard error,
    /// `#` a remark), the line.
    pub fn text(&self) -> String {
        let lines = self.0.lock();
        let mut text = String::new();
        for entry in &lines.first {
            write_entry(&mut text, entry);
        }
        if lines.omitted > 0 {
            let _ = writeln!(text, "... lines omitted: {}", lines.omitted);
        }
        for entry in &lines.latest {
            write_entry(&mut text, entry);
        }
        text
    }
}

/// Appends an entry; writing to a string cannot fail.
fn write_entry(text: &mut String, entry: &Entry) {
    let mark = match entry.speaker {
        Speaker::Owner => '>',
        Speaker::Program => '<',
        Speaker::Complaint => '!',
        Speaker::Remark => '#',
    };
    let _ = writeln!(text, "{:10.3} {mark} {}", entry.at.as_secs_f64(), entry.line);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floods_keep_the_beginning_and_the_end() {
        let transcript = Transcript::new();
        transcript.note(Speaker::Owner, "uci");
        for number in 0..10_000 {
            transcript.note(Speaker::Program, &format!("info string {number} {}", "é".repeat(600)));
        }
        let text = transcript.text();
        assert!(text.lines().next().is_some_and(|line| line.ends_with("> uci")), "{text}");
        assert!(text.contains("... lines omitted: 6701"), "{}", text.lines().nth(300).unwrap());
        assert!(text.lines().last().is_some_and(|line| line.contains("< info string 9999 é")));
        assert!(text.len() < (MAX_FIRST + MAX_LATEST) * (MAX_BYTES + 20));
        transcript.turn_page();
        assert_eq!(transcript.text().lines().count(), MAX_FIRST + 1);
    }

    #[test]
    fn a_listener_gets_each_line() {
        let (sender, receiver) = std::sync::mpsc::channel();
        let transcript =
            Transcript::heard_by(move |speaker, line| sender.send((speaker, line.to_owned())).unwrap());
        transcript.clone().note(Speaker::Owner, "uci");
        transcript.note(Speaker::Program, "uciok");
        let received: Vec<(Speaker, String)> = receiver.try_iter().collect();
        assert_eq!(received, [(Speaker::Owner, "uci".into()), (Speaker::Program, "uciok".into())]);
    }
}
