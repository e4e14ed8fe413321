//! The input of the server: lines read on a thread of their own, and the guard that lets them interrupt long commands.

use std::io::{BufRead, Read};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use web_time::{Duration, Instant};

use heirloom_engine::{Event, Signals};

/// All that the server waits for.
pub(super) enum Input {
    /// A line, without its end.
    Line(String),
    /// A line too long to be meant.
    Overlong,
    /// The end of the input.
    End,
    /// News from the session.
    Event(Event),
    /// The session has done all that was asked before an `isready`.
    Ready,
    /// The same before a `ping`, with what it said.
    Pong(String),
    /// Something to tell.
    Remark(String),
    /// What the engine's book knows, a line for each choice.
    Book(Vec<String>),
}

/// No game is that long; a stream without ends of line must not fill the memory.
const LONGEST_LINE: u64 = 1 << 20;

/// So long must a command of the program's own have run before `quit` or the end of the input cuts it short, and a search before the end
/// does: what was piped in together with them is to be done first.
pub(super) const PIPED_TOGETHER: Duration = Duration::from_secs(1);

/// Reads lines until the end or `quit` and sends them on.
pub(super) fn read(mut input: impl BufRead + Send + 'static, sender: Sender<Input>, guard: Guard) {
    thread::spawn(move || {
        loop {
            let line = next_line(&mut input);
            let word = match &line {
                Input::Line(line) => line.split_whitespace().next().unwrap_or_default(),
                Input::Overlong => "",
                _ => "quit",
            };
            match word {
                "stop" => guard.interrupt(Duration::ZERO),
                "quit" => guard.interrupt(PIPED_TOGETHER),
                _ => {}
            }
            let is_last = word == "quit";
            if sender.send(line).is_err() || is_last {
                return;
            }
        }
    });
}

/// Bytes that are no UTF-8 become signs that no command knows.
fn next_line(input: &mut impl BufRead) -> Input {
    let mut bytes = Vec::new();
    match input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes) {
        Ok(0) | Err(_) => Input::End,
        Ok(read) if read as u64 == LONGEST_LINE && bytes.last() != Some(&b'\n') => {
            // An error or the end will show up at the next line.
            let _ = input.skip_until(b'\n');
            Input::Overlong
        }
        Ok(_) => Input::Line(String::from_utf8_lossy(&bytes).into_owned()),
    }
}

/// The long command that runs now, if one does, so that the reading thread can interrupt it.
#[derive(Clone, Default)]
pub(super) struct Guard(Arc<Mutex<Option<(Instant, Signals)>>>);

impl Guard {
    /// A command begins; it looks at these signals.
    pub(super) fn begin(&self) -> Signals {
        let signals = Signals::new();
        *self.lock() = Some((Instant::now(), signals.clone()));
        signals
    }

    /// The command is done.
    pub(super) fn end(&self) {
        *self.lock() = None;
    }

    fn interrupt(&self, after: Duration) {
        if let Some((_, signals)) = self.lock().as_ref().filter(|(begun, _)| begun.elapsed() >= after) {
            signals.stop();
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<(Instant, Signals)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_in_many_ways() {
        let long = "x".repeat(usize::try_from(LONGEST_LINE).unwrap() + 5);
        let text = format!("uci\r\n\nisready\n{long}\nstop\ngo \u{e9}\nquit");
        let mut input = text.as_bytes();
        let mut lines = Vec::new();
        loop {
            match next_line(&mut input) {
                Input::Line(line) => lines.push(line),
                Input::Overlong => lines.push("(long)".into()),
                _ => break,
            }
        }
        assert_eq!(lines, ["uci\r\n", "\n", "isready\n", "(long)", "stop\n", "go \u{e9}\n", "quit"]);
        assert!(matches!(next_line(&mut &b"\xff\xfe\n"[..]), Input::Line(_)));
    }
}
