//! A prompt with a clock that runs while the user types and reports when the flag falls.

use std::borrow::Cow;
use std::sync::{Arc, Weak};
use std::thread;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use rustyline::completion::Completer;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{Editor, ExternalPrinter, Helper};

use crate::clocks::minutes;

/// The interval between two looks at the clock.
const TICK: Duration = Duration::from_millis(50);
/// Makes the editor redraw its line in place: it moves to the next line after each message.
const REDRAW: &str = "\x1b[A\n";

/// The clock of the side to move.
pub struct Countdown {
    /// The prompt before the clock.
    pub turn: String,
    /// The time when the flag falls.
    pub ends: Instant,
    /// The message about a fallen flag.
    pub fallen: String,
    /// The prompt after the flag has fallen.
    pub over: String,
    /// The prompt shown last.
    shown: String,
    reported: bool,
}

impl Countdown {
    /// Creates a clock that is not shown yet.
    pub fn new(turn: String, ends: Instant, fallen: String, over: String) -> Countdown {
        Countdown { turn, ends, fallen, over, shown: String::new(), reported: false }
    }

    /// Returns the current prompt.
    pub fn prompt(&self) -> String {
        if self.reported {
            return self.over.clone();
        }
        // In the last ten seconds the clock is wider.
        format!("{} [{:>6}]> ", self.turn, minutes(self.ends.saturating_duration_since(Instant::now())))
    }

    /// Returns the text to write if anything has changed.
    fn due(&mut self) -> Option<String> {
        if !self.reported && self.ends <= Instant::now() {
            self.reported = true;
            self.shown = self.prompt();
            return Some(format!("{}\n", self.fallen));
        }
        let prompt = self.prompt();
        (prompt != self.shown).then(|| {
            self.shown = prompt;
            REDRAW.into()
        })
    }
}

/// The running clock, if any.
type Running = Mutex<Option<Countdown>>;

/// Draws the prompt for the editor.
#[derive(Default)]
pub struct CountdownHelper {
    running: Arc<Running>,
}

impl CountdownHelper {
    /// Stops the clock; returns true if a fallen flag was reported.
    pub fn end(&self) -> bool {
        self.running.lock().take().is_some_and(|countdown| countdown.reported)
    }
}

/// Shows a clock in the prompt, updated by a thread that ends with the editor.
pub fn start(editor: &mut Editor<CountdownHelper, MemHistory>, mut countdown: Countdown) {
    countdown.shown = countdown.prompt();
    let Some(running) = editor.helper().map(|ticking| Arc::clone(&ticking.running)) else { return };
    *running.lock() = Some(countdown);
    // One thread is enough, and it has the only other reference.
    if Arc::weak_count(&running) > 0 {
        return;
    }
    let Ok(printer) = editor.create_external_printer() else { return };
    let running = Arc::downgrade(&running);
    thread::spawn(move || tick(printer, &running));
}

fn tick(mut printer: impl ExternalPrinter, running: &Weak<Running>) {
    while let Some(running) = running.upgrade() {
        let due = running.lock().as_mut().and_then(Countdown::due);
        drop(running);
        if due.is_some_and(|text| printer.print(text).is_err()) {
            return;
        }
        thread::sleep(TICK);
    }
}

impl Highlighter for CountdownHelper {
    /// Draws the current prompt, as wide as the one that the editor was given.
    fn highlight_prompt<'b, 's: 'b, 'p: 'b>(&'s self, prompt: &'p str, default: bool) -> Cow<'b, str> {
        match &*self.running.lock() {
            Some(countdown) if default => {
                let width = prompt.len();
                Cow::Owned(format!("{:<width$.width$}", countdown.prompt()))
            }
            _ => Cow::Borrowed(prompt),
        }
    }
}

impl Completer for CountdownHelper {
    type Candidate = String;
}

impl Hinter for CountdownHelper {
    type Hint = String;
}

impl Validator for CountdownHelper {}

impl Helper for CountdownHelper {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flag_is_reported_once() {
        let mut clock = Countdown::new(
            "1 White".into(),
            Instant::now(),
            "White loses on time".into(),
            "game over> ".into(),
        );
        assert_eq!(clock.prompt(), "1 White [0:00.0]> ");
        assert_eq!(clock.due().as_deref(), Some("White loses on time\n"));
        assert_eq!((clock.prompt().as_str(), clock.due()), ("game over> ", None));
        let mut clock = Countdown {
            ends: Instant::now() + Duration::from_secs(99),
            ..Countdown::new("1 White".into(), Instant::now(), String::new(), String::new())
        };
        assert_eq!((clock.due().as_deref(), clock.due()), (Some(REDRAW), None));
    }
}
