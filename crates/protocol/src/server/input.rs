//! The input of the server, read on a separate thread, and the guard that interrupts long commands.

use std::io::{BufRead, Read};
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::thread;

use heirloom_engine::{Event, Signals};
use parking_lot::Mutex;
use web_time::{Duration, Instant};

/// Everything that the server waits for.
pub(super) enum Input {
    /// A line, with its line ending.
    Line(String),
    /// A line that is too long.
    Overlong,
    /// The end of the input.
    End,
    /// An event of the session.
    Event(Event),
    /// The session has done everything before an `isready`.
    Ready,
    /// The session has done everything before a `ping`; its argument.
    Pong(String),
    /// A remark for the user.
    Remark(String),
    /// The moves of the engine's book, a line for each choice.
    Book(Vec<String>),
}

/// No game is that long; a stream without line endings must not fill the memory.
const MAX_LINE: u64 = 1 << 20;

/// How long a command of the program itself must have run before `quit` or the end of the input interrupts
/// it, and a search before the end of the input does: work that was piped in together with them is done
/// first.
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

/// Invalid UTF-8 is replaced by characters that no command contains.
fn next_line(input: &mut impl BufRead) -> Input {
    let mut bytes = Vec::new();
    match input.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes) {
        Ok(0) | Err(_) => Input::End,
        Ok(read) if read as u64 == MAX_LINE && bytes.last() != Some(&b'\n') => {
            // An error or the end will show up at the next line.
            let _ = input.skip_until(b'\n');
            Input::Overlong
        }
        Ok(_) => Input::Line(String::from_utf8_lossy(&bytes).into_owned()),
    }
}

/// The long command that is running, if any, so that the reading thread can interrupt it.
#[derive(Clone, Default)]
pub(super) struct Guard(Arc<Mutex<Option<(Instant, Signals)>>>);

impl Guard {
    /// Begins a command; it must check these signals.
    pub(super) fn begin(&self) -> Signals {
        let signals = Signals::new();
        *self.0.lock() = Some((Instant::now(), signals.clone()));
        signals
    }

    /// Ends the command.
    pub(super) fn end(&self) {
        *self.0.lock() = None;
    }

    fn interrupt(&self, after: Duration) {
        if let Some((_, signals)) = self.0.lock().as_ref().filter(|(started, _)| started.elapsed() >= after) {
            signals.stop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_in_many_ways() {
        let long = "x".repeat(usize::try_from(MAX_LINE).unwrap() + 5);
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
