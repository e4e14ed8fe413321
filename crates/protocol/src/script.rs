//! A scripted partner for tests of either side of a protocol: it expects lines and replies with lines.

use std::io::{BufRead, BufReader, Read, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use web_time::{Duration, Instant};

/// The steps of a partner.
///
/// ```
/// use heirloom_protocol::Script;
/// let engine = Script::new().expect("go depth 1").reply("info depth 1 score cp 0").reply("bestmove e2e4");
/// let mut said = Vec::new();
/// engine.play(&b"go depth 1\n"[..], &mut said).unwrap();
/// assert_eq!(said, b"info depth 1 score cp 0\nbestmove e2e4\n");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Script {
    steps: Vec<Step>,
}

/// One step of a partner.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Step {
    /// The next line must match; `*` matches anything.
    Expect(String),
    /// Lines are skipped until one matches.
    Await(String),
    /// No line may arrive for this long.
    Quiet(Duration),
    /// Send a line.
    Reply(String),
    /// Write a line to standard error.
    Complain(String),
    /// Wait this long.
    Pause(Duration),
    /// Exit with this status.
    Exit(i32),
}

/// A step that failed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("step {step}: wanted {wanted}, got {got}")]
pub struct ScriptError {
    /// The number of the step, starting at 1.
    pub step: usize,
    /// What was expected.
    pub wanted: String,
    /// What arrived instead.
    pub got: String,
}

/// How long a partner waits for a line before it gives up.
const PATIENCE: Duration = Duration::from_secs(20);

impl Script {
    /// Creates an empty script.
    pub fn new() -> Script {
        Script::default()
    }

    fn with(mut self, step: Step) -> Script {
        self.steps.push(step);
        self
    }

    /// Expects that the next line matches `line`; `*` matches anything.
    pub fn expect(self, line: &str) -> Script {
        self.with(Step::Expect(line.into()))
    }

    /// Skips lines until one matches `line`; `*` as in [`Script::expect`].
    pub fn expect_later(self, line: &str) -> Script {
        self.with(Step::Await(line.into()))
    }

    /// Expects no line for `millis` milliseconds.
    pub fn expect_nothing(self, millis: u64) -> Script {
        self.with(Step::Quiet(Duration::from_millis(millis)))
    }

    /// Sends a line.
    pub fn reply(self, line: &str) -> Script {
        self.with(Step::Reply(line.into()))
    }

    /// Writes a line to standard error.
    pub fn complain(self, line: &str) -> Script {
        self.with(Step::Complain(line.into()))
    }

    /// Waits for `millis` milliseconds.
    pub fn pause(self, millis: u64) -> Script {
        self.with(Step::Pause(Duration::from_millis(millis)))
    }

    /// Exits with a status; the rest of the script is not played.
    pub fn exit(self, status: i32) -> Script {
        self.with(Step::Exit(status))
    }

    /// Appends another script.
    pub fn then(mut self, other: Script) -> Script {
        self.steps.extend(other.steps);
        self
    }

    /// The introduction of a UCI engine, up to the first `readyok`.
    pub fn uci_introduction(name: &str) -> Script {
        let script =
            Script::new().expect("uci").reply(&format!("id name {name}")).reply("id author a script");
        script.reply("uciok").expect("isready").reply("readyok")
    }

    /// Plays the script on these streams and returns its exit status (0 by default).
    ///
    /// # Errors
    /// [`ScriptError`] if another line arrived, or none within 20 seconds, or the other side is gone.
    pub fn play(&self, input: impl Read + Send + 'static, output: impl Write) -> Result<i32, ScriptError> {
        self.play_with(input, output, std::io::sink())
    }

    /// Like [`Script::play`], with standard error.
    ///
    /// # Errors
    /// The same as for [`Script::play`].
    pub fn play_with(
        &self,
        input: impl Read + Send + 'static,
        mut output: impl Write,
        mut errors: impl Write,
    ) -> Result<i32, ScriptError> {
        let lines = lines_of(input);
        for (index, step) in self.steps.iter().enumerate() {
            let failed = |wanted: &str, got: &str| ScriptError {
                step: index + 1,
                wanted: wanted.into(),
                got: got.into(),
            };
            match step {
                Step::Expect(pattern) => match lines.recv_timeout(PATIENCE) {
                    Ok(line) if matches(pattern, &line) => {}
                    Ok(line) => return Err(failed(pattern, &line)),
                    Err(reason) => return Err(failed(pattern, nothing(reason))),
                },
                Step::Await(pattern) => wait_for(pattern, &lines).map_err(|got| failed(pattern, &got))?,
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

fn wait_for(pattern: &str, lines: &Receiver<String>) -> Result<(), String> {
    let deadline = Instant::now() + PATIENCE;
    let mut last = String::new();
    loop {
        match lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(line) if matches(pattern, &line) => return Ok(()),
            Ok(line) => last = line,
            Err(reason) => return Err(format!("{} after \"{last}\"", nothing(reason))),
        }
    }
}

fn nothing(reason: RecvTimeoutError) -> &'static str {
    match reason {
        RecvTimeoutError::Timeout => "nothing in time",
        RecvTimeoutError::Disconnected => "the end",
    }
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
        let script = Script::new().expect("uci").expect_later("go*").expect("stop");
        let error = script.play(&b"uci\nisready\ngo depth 1\nquit\n"[..], std::io::sink()).unwrap_err();
        assert_eq!(error.to_string(), "step 3: wanted stop, got quit");
        let error = script.play(&b"uci\n"[..], std::io::sink()).unwrap_err();
        assert_eq!(error.to_string(), "step 2: wanted go*, got the end after \"\"");
        assert_eq!(Script::new().exit(3).expect("never").play(&b""[..], std::io::sink()), Ok(3));
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
