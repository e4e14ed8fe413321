//! A scripted partner for tests of either side of a protocol: it plays its part of a transcript.

use std::io::{BufRead, BufReader, Read, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use web_time::{Duration, Instant};

/// One side of a transcript.
///
/// `> ` comes before what the GUI sends and `< ` before what the engine sends, with `|` between lines. The
/// partner sends the lines of its side and expects the others, where `*` matches anything and `... ` before a
/// line skips those before it. Lines that start with `//` are comments.
///
/// ```
/// use heirloom_testing::Script;
/// let engine = Script::engine(
///     "// Any depth will do.
///      > go depth * < info depth 1 score cp 0|bestmove e2e4",
/// );
/// let mut said = Vec::new();
/// assert_eq!(engine.play(&b"go depth 1\n"[..], &mut said, std::io::sink()), Ok(0));
/// assert_eq!(said, b"info depth 1 score cp 0\nbestmove e2e4\n");
/// ```
///
/// On either side may also be:
/// - `(quiet 50)`: no line may arrive for 50 milliseconds,
/// - `(pause 50)`: the partner waits for 50 milliseconds,
/// - `(complain TEXT)`: it writes a line to standard error,
/// - `(exit 3)`: it exits with this status.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Script {
    steps: Vec<Step>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Step {
    /// With `skips`, other lines may come before.
    Expect {
        pattern: String,
        skips: bool,
    },
    Quiet(Duration),
    Reply(String),
    Complain(String),
    Pause(Duration),
    Exit(i32),
}

/// How long a partner waits for a line before it gives up.
const PATIENCE: Duration = Duration::from_secs(20);

impl Script {
    /// The part of the GUI. Panics if the transcript is malformed.
    pub fn gui(transcript: &str) -> Script {
        Script::new(transcript, '>')
    }

    /// The part of the engine. Panics if the transcript is malformed.
    pub fn engine(transcript: &str) -> Script {
        Script::new(transcript, '<')
    }

    fn new(transcript: &str, own_side: char) -> Script {
        let mut steps = Vec::new();
        for line in transcript.split('\n').map(|line| line.trim_start_matches(' ')) {
            if line.is_empty() || line.starts_with("//") {
                continue;
            }
            // Every part starts with the letter of its side.
            let marked = line.replace(" > ", "\n> ").replace(" < ", "\n< ");
            for part in marked.split('\n') {
                let (side, lines) = part
                    .split_once(' ')
                    .filter(|(side, _)| [">", "<"].contains(side))
                    .unwrap_or_else(|| panic!("neither side says {part:?}"));
                steps.extend(lines.split('|').map(|line| Step::new(line, side.starts_with(own_side))));
            }
        }
        Script { steps }
    }

    /// Plays the script on these streams and returns its exit status (0 by default).
    ///
    /// # Errors
    /// A description of the step that failed: another line arrived, or none within 20 seconds, or the other
    /// side is gone.
    pub fn play(
        &self,
        input: impl Read + Send + 'static,
        mut output: impl Write,
        mut errors: impl Write,
    ) -> Result<i32, String> {
        let lines = lines_of(input);
        for (index, step) in self.steps.iter().enumerate() {
            let failed = |wanted: &str, got: &str| format!("step {}: wanted {wanted}, got {got}", index + 1);
            match step {
                Step::Expect { pattern, skips } => {
                    let deadline = Instant::now() + PATIENCE;
                    loop {
                        match lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                            Ok(line) if matches(pattern, &line) => break,
                            Ok(_) if *skips => {}
                            Ok(line) => return Err(failed(pattern, &line)),
                            Err(RecvTimeoutError::Timeout) => return Err(failed(pattern, "nothing in time")),
                            Err(RecvTimeoutError::Disconnected) => return Err(failed(pattern, "the end")),
                        }
                    }
                }
                Step::Quiet(time) => {
                    if let Ok(line) = lines.recv_timeout(*time) {
                        return Err(failed("silence", &line));
                    }
                }
                Step::Reply(line) => {
                    say(&mut output, line).map_err(|error| failed(line, &error.to_string()))?
                }
                // It does not matter if no one reads standard error.
                Step::Complain(line) => drop(say(&mut errors, line)),
                Step::Pause(time) => thread::sleep(*time),
                Step::Exit(status) => return Ok(*status),
            }
        }
        Ok(0)
    }
}

impl Step {
    fn new(text: &str, is_own: bool) -> Step {
        let word = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')?.split_once(' '));
        let number = |text: &str| text.parse().unwrap_or_else(|_| panic!("no number in {text:?}"));
        match word {
            Some(("quiet", time)) => Step::Quiet(Duration::from_millis(number(time))),
            Some(("pause", time)) => Step::Pause(Duration::from_millis(number(time))),
            Some(("complain", text)) => Step::Complain(text.into()),
            Some(("exit", status)) => Step::Exit(number(status) as i32),
            _ if is_own => Step::Reply(text.into()),
            _ => {
                let later = text.strip_prefix("... ");
                Step::Expect { pattern: later.unwrap_or(text).into(), skips: later.is_some() }
            }
        }
    }
}
/// Reads lines on a separate thread, so that waiting for one can time out.
fn lines_of(input: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, lines) = mpsc::channel();
    thread::spawn(move || {
        for line in BufReader::new(input).lines() {
            let Ok(line) = line else { return };
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    lines
}

fn say(output: &mut impl Write, line: &str) -> std::io::Result<()> {
    output.write_all(format!("{line}\n").as_bytes())?;
    output.flush()
}

/// Each `*` matches anything; the parts between them must occur in order.
fn matches(pattern: &str, line: &str) -> bool {
    let line = line.trim_end();
    let Some((start, rest)) = pattern.split_once('*') else { return line == pattern };
    let Some(mut left) = line.strip_prefix(start) else { return false };
    let mut parts: Vec<&str> = rest.split('*').collect();
    let end = parts.pop().unwrap_or_default();
    for part in parts {
        let Some(at) = left.find(part) else { return false };
        left = &left[at + part.len()..];
    }
    left.ends_with(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn script_errors_name_the_step() {
        let played = |transcript, input: &'static [u8]| {
            Script::engine(transcript).play(input, std::io::sink(), std::io::sink())
        };
        let transcript = "> uci|... go*|stop";
        let error = played(transcript, b"uci\nisready\ngo depth 1\nquit\n").unwrap_err();
        assert_eq!(error, "step 3: wanted stop, got quit");
        assert_eq!(played(transcript, b"uci\n").unwrap_err(), "step 2: wanted go*, got the end");
        assert_eq!(played("< (exit 3) > never", b""), Ok(3));
    }

    #[test]
    fn each_side_plays_its_part() {
        let transcript = "// Blanks inside lines stay, and lines may be empty.
            > uci||\tgo  1
            < (complain no book)|id name X > ... go* < bestmove a > b";
        let played = |script: Script, input: &'static [u8]| {
            let (mut said, mut complained) = (Vec::new(), Vec::new());
            assert_eq!(script.play(input, &mut said, &mut complained), Ok(0));
            (String::from_utf8(said).unwrap(), String::from_utf8(complained).unwrap())
        };
        let said = played(Script::engine(transcript), b"uci\n\n\tgo  1\nstop\ngo 2\nb\n");
        assert_eq!(said, ("id name X\nbestmove a\n".into(), "no book\n".into()));
        let said = played(Script::gui(&transcript.replace("... ", "")), b"id name X\nbestmove a\n");
        assert_eq!(said, ("uci\n\n\tgo  1\ngo*\nb\n".into(), "no book\n".into()));
        assert!(std::panic::catch_unwind(|| Script::gui("uci")).is_err());
    }

    #[test]
    fn stars_match_anything() {
        assert!(matches("info*", "info depth 1\r"));
        assert!(matches("*depth*", "info depth 1"));
        assert!(matches("*1", "info depth 1"));
        assert!(matches("i*d*1", "info depth 1"));
        assert!(!matches("info*1*depth*", "info depth 1"));
        assert!(!matches("info", "info depth 1"));
    }
}
