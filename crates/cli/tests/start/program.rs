//! Starts the program as tests must see it, without the configuration of the user, and checks what it prints.

#![allow(dead_code, unused_imports, reason = "each test uses a part of it")]

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
pub use std::process::{Child, Command, Output, Stdio};

pub use serde_json::{Value, json};

pub const PROGRAM: &str = env!("CARGO_BIN_EXE_heirloom");

/// The program at this path, not started yet; programs that it starts inherit its environment.
pub fn program(path: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(path);
    command.env("HEIRLOOM_CONFIG", "");
    command
}

/// The program with the arguments of a line, which are quoted as in a shell. Not started yet.
pub fn command(line: &str) -> Command {
    let mut command = program(PROGRAM);
    command.args(shlex::split(line).expect("quotes that close"));
    command
}

/// Runs a command with something to read, and returns what it prints as bytes.
pub fn output(command: &mut Command, input: impl AsRef<[u8]> + Send) -> Output {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut pipe = child.stdin.take().expect("a pipe");
    std::thread::scope(|scope| {
        // It may print much before it has read everything; if it refuses its arguments, it reads nothing.
        scope.spawn(move || drop(pipe.write_all(input.as_ref())));
        child.wait_with_output().expect("the program ends")
    })
}

/// Runs a command with something to read.
pub fn fed(command: &mut Command, input: impl AsRef<[u8]> + Send) -> Run {
    let output = output(command, input);
    Run::new(command, &output)
}

/// Runs the program with the arguments of a line.
pub fn run(line: &str) -> Run {
    talk(line, "")
}

/// Runs the program with something to read.
pub fn talk(line: &str, input: impl AsRef<[u8]> + Send) -> Run {
    fed(&mut command(line), input)
}

/// Presses Ctrl-C.
pub fn interrupt(child: &Child) {
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.expect("kill").success());
}

/// How a run of the program ended, and what it printed.
#[derive(Debug)]
pub struct Run {
    command: String,
    pub code: Option<i32>,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

impl Run {
    pub fn new(command: &Command, output: &Output) -> Run {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let (out, err) = (text(&output.stdout), text(&output.stderr));
        Run { command: format!("{command:?}"), code: output.status.code(), out, err }
    }

    /// Checks the exit code.
    #[track_caller]
    pub fn exits(self, code: i32) -> Run {
        assert_eq!(self.code, Some(code), "{self:?}");
        self
    }

    #[track_caller]
    pub fn succeeds(self) -> Run {
        self.exits(0)
    }

    /// Checks that the program complains about nothing.
    #[track_caller]
    pub fn succeeds_quietly(self) -> Run {
        assert!(self.code == Some(0) && self.err.is_empty(), "{self:?}");
        self
    }

    /// Checks that the program refuses to run, for this reason.
    #[track_caller]
    pub fn refuses(self, reason: &str) -> Run {
        self.exits(2).complains(&[reason])
    }

    /// Checks that standard output contains all pieces.
    #[track_caller]
    pub fn prints(self, pieces: &[&str]) -> Run {
        self.check(&self.out, pieces);
        self
    }

    /// Checks that standard output contains none of the pieces.
    #[track_caller]
    pub fn omits(self, pieces: &[&str]) -> Run {
        for piece in pieces {
            assert!(!self.out.contains(piece), "{}: {piece:?} in:\n{}", self.command, self.out);
        }
        self
    }

    /// Checks that standard output contains all lines.
    #[track_caller]
    pub fn prints_lines(self, lines: &[&str]) -> Run {
        for line in lines {
            let has = self.out.lines().any(|printed| printed == *line);
            assert!(has, "{}: no line {line:?} in:\n{}", self.command, self.out);
        }
        self
    }

    /// Checks that standard error contains all pieces.
    #[track_caller]
    pub fn complains(self, pieces: &[&str]) -> Run {
        self.check(&self.err, pieces);
        self
    }

    /// Returns standard output as JSON.
    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// Returns the lines of standard output as JSON.
    pub fn objects(&self) -> Vec<Value> {
        self.out.lines().map(|line| serde_json::from_str(line).expect("an object a line")).collect()
    }

    #[track_caller]
    fn check(&self, text: &str, pieces: &[&str]) {
        for piece in pieces {
            assert!(text.contains(piece), "{}: no {piece:?} in:\n{text}\n{self:?}", self.command);
        }
    }
}

/// A temporary folder in which the program runs.
pub struct Folder(tempfile::TempDir);

impl Folder {
    pub fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a folder"))
    }

    /// A folder with a file.
    pub fn with(name: &str, text: impl AsRef<[u8]>) -> Folder {
        let folder = Folder::new();
        folder.write(name, text);
        folder
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        std::fs::write(self.path(name), text).expect("written");
    }

    pub fn bytes(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub fn read(&self, name: &str) -> String {
        String::from_utf8(self.bytes(name)).expect("text")
    }

    /// Returns the number of files and folders in it.
    pub fn count(&self) -> usize {
        std::fs::read_dir(self.0.path()).expect("a folder").count()
    }

    /// The program in this folder, not started yet.
    pub fn command(&self, line: &str) -> Command {
        in_folder(self.0.path(), line)
    }

    pub fn run(&self, line: &str) -> Run {
        self.talk(line, "")
    }

    /// Runs the program with something to read.
    pub fn talk(&self, line: &str, input: impl AsRef<[u8]> + Send) -> Run {
        fed(&mut self.command(line), input)
    }
}

/// The program in this folder, not started yet.
pub fn in_folder(folder: &Path, line: &str) -> Command {
    let mut command = command(line);
    command.current_dir(folder);
    command
}

/// Checks that a text contains all pieces.
#[track_caller]
pub fn has(text: &str, pieces: &[&str]) {
    for piece in pieces {
        assert!(text.contains(piece), "{piece} in {text}");
    }
}

/// Checks the values that are expected of a document; of an array, those of its first elements. What is
/// expected to be null may be missing.
#[track_caller]
pub fn holds(document: &Value, expected: Value) {
    assert!(covers(document, &expected), "expected {expected}, found {document}");
}

fn covers(document: &Value, expected: &Value) -> bool {
    match expected {
        Value::Object(fields) => fields.iter().all(|(name, value)| covers(&document[name], value)),
        Value::Array(values) => {
            values.iter().enumerate().all(|(index, value)| covers(&document[index], value))
        }
        value => document == value,
    }
}

/// The program at a pseudo-terminal. It has half a minute for each answer.
#[cfg(unix)]
pub struct Terminal(rexpect::session::PtySession);

#[cfg(unix)]
impl Terminal {
    pub fn new(mut command: Command) -> Terminal {
        command.env("TERM", "xterm-256color");
        Terminal(rexpect::session::spawn_command(command, Some(30_000)).expect("a terminal"))
    }

    /// Waits for these answers, in this order; returns what came before the last one.
    #[track_caller]
    pub fn shows(&mut self, answers: &[&str]) -> String {
        let mut before = String::new();
        for answer in answers {
            before = self.0.exp_string(answer).unwrap_or_else(|error| panic!("{error}"));
        }
        before
    }

    /// Waits for something of this form.
    #[track_caller]
    pub fn shows_like(&mut self, regex: &str) {
        self.0.exp_regex(regex).unwrap_or_else(|error| panic!("{error}"));
    }

    /// Types a line and waits for these answers.
    #[track_caller]
    pub fn enter(&mut self, line: &str, answers: &[&str]) {
        self.0.send_line(line).expect("typed");
        self.shows(answers);
    }

    /// Presses a key with Ctrl and waits for these answers.
    #[track_caller]
    pub fn control(&mut self, key: char, answers: &[&str]) {
        self.0.send_control(key).expect("typed");
        self.shows(answers);
    }

    /// Types everything without waiting.
    pub fn type_ahead(&mut self, keys: &str) {
        self.0.send(keys).expect("typed");
        self.0.flush().expect("typed");
    }

    /// Waits for the end; returns what was left.
    #[track_caller]
    pub fn ends(&mut self) -> String {
        self.0.exp_eof().unwrap_or_else(|error| panic!("{error}"))
    }
}
