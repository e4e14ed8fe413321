//! External programs at system level: starting them, reading their lines, and waiting for their exit.

use std::io::{self, BufRead, BufReader, ErrorKind, Read};
use std::path::PathBuf;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::thread;
use web_time::{Duration, Instant};

/// Maximum length of a line in bytes; longer lines are split, so that memory stays bounded.
const MAX_LINE: u64 = 1 << 20;
/// How often an exiting program is polled.
pub(crate) const POLL_INTERVAL: Duration = Duration::from_millis(2);

/// A program to start.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Program {
    /// The executable, or a name to look up in the search path.
    pub path: PathBuf,
    /// The command line arguments.
    pub arguments: Vec<String>,
    /// The working directory; the current one if `None`.
    pub folder: Option<PathBuf>,
}

impl Program {
    /// Creates a program without arguments.
    pub fn new(path: impl Into<PathBuf>) -> Program {
        Program { path: path.into(), ..Program::default() }
    }

    /// The file name, used in messages until the program has sent its own name.
    pub(crate) fn file_name(&self) -> String {
        let name = self.path.file_name().unwrap_or(self.path.as_os_str());
        name.to_string_lossy().into_owned()
    }

    /// Starts the program; the error is a message for users.
    pub(crate) fn start(&self) -> Result<Started, String> {
        let mut command = Command::new(&self.path);
        command.args(&self.arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(folder) = &self.folder {
            command.current_dir(folder);
        }
        own_process_group(&mut command);
        let mut child = command.spawn().map_err(|error| explain(&error))?;
        match (child.stdin.take(), child.stdout.take(), child.stderr.take()) {
            (Some(stdin), Some(stdout), Some(stderr)) => Ok(Started { child, stdin, stdout, stderr }),
            _ => Err("it has no pipes".into()),
        }
    }
}

/// A line from a program.
#[derive(Clone, Debug)]
pub struct ReceivedLine {
    /// The line without its line ending.
    pub text: String,
    /// When it was read.
    pub at: Instant,
}

/// A process with its pipes.
pub(crate) struct Started {
    pub(crate) child: Child,
    pub(crate) stdin: ChildStdin,
    pub(crate) stdout: ChildStdout,
    pub(crate) stderr: ChildStderr,
}

/// Windows' flag for a new process group.
#[cfg(windows)]
const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;

/// Keeps Ctrl-C in a terminal from ending the program: most would exit at once, in the middle of a game.
fn own_process_group(command: &mut Command) {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    #[cfg(windows)]
    std::os::windows::process::CommandExt::creation_flags(command, CREATE_NEW_PROCESS_GROUP);
    #[cfg(not(any(unix, windows)))]
    let _ = command;
}

/// Explains why a program cannot be started, with the remedy if it is simple.
fn explain(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "there is no such program or folder; check the path".into(),
        ErrorKind::PermissionDenied => "it is not executable; set the permission with chmod +x".into(),
        ErrorKind::ExecutableFileBusy => "it is being written; try again".into(),
        // The system's message does not name the remedy.
        _ if error.raw_os_error() == Some(ENOEXEC) => "it is not a program for this system".into(),
        _ => error.to_string(),
    }
}

/// The Unix error for a file that cannot be executed.
const ENOEXEC: i32 = 8;

/// Reads lines until the end, whatever the bytes, and passes each on; `None` is the end. The pipe is always
/// drained, even if the lines are not needed, so that the program does not block on it.
pub(crate) fn read_lines(
    pipe: impl Read + Send + 'static,
    mut pass_on: impl FnMut(Option<ReceivedLine>) + Send + 'static,
) {
    thread::spawn(move || {
        let mut pipe = BufReader::new(pipe);
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            match pipe.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes) {
                Ok(0) | Err(_) => break,
                Ok(_) => {}
            }
            let at = Instant::now();
            let text = String::from_utf8_lossy(&bytes).trim_end().to_owned();
            pass_on(Some(ReceivedLine { text, at }));
        }
        pass_on(None);
    });
}

/// Returns the exit status of a process, if it exits by the deadline.
pub(crate) fn status_by(child: &mut Child, deadline: Instant) -> Option<ExitStatus> {
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Some(status),
            Ok(None) if Instant::now() < deadline => thread::sleep(POLL_INTERVAL),
            _ => return None,
        }
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn ctrl_c_does_not_reach_programs() {
        let itself = Program { arguments: vec!["/proc/self/stat".into()], ..Program::new("cat") };
        let mut started = itself.start().expect("cat is everywhere");
        let mut stat = String::new();
        started.stdout.read_to_string(&mut stat).expect("text");
        // After the name in parentheses: state, parent, process group. Terminals signal groups.
        let group =
            stat.rsplit(')').next().and_then(|fields| fields.split_whitespace().nth(2)).expect("a group");
        assert_eq!(group, started.child.id().to_string());
        started.child.wait().expect("ended");
    }
}
