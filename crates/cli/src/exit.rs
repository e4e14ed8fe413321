//! The exit codes of the program, as listed in docs/exit-codes.md.

use std::process::ExitCode;

use anyhow::Result;

/// How a verb ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exit(u8);

impl Exit {
    /// Everything was done, and nothing is wrong.
    pub const DONE: Exit = Exit(0);
    /// Everything was done, but something is wrong with what was read or tested.
    pub const FAULTS: Exit = Exit(1);
    /// Failure: wrong arguments, files that cannot be read or written, an engine that fails.
    pub const FAILED: Exit = Exit(2);
    /// The SPRT accepted H0.
    pub const H0: Exit = Exit(3);
    /// All games were played, and the SPRT is undecided.
    pub const UNDECIDED: Exit = Exit(4);
    /// A match under `--strict` was ended by a fault of an engine.
    pub const STRICT: Exit = Exit(5);
    /// Ctrl-C ended it.
    pub const INTERRUPTED: Exit = Exit(130);

    /// Returns the result of a check.
    pub fn of_check(right: bool) -> Exit {
        if right { Exit::DONE } else { Exit::FAULTS }
    }

    /// Returns the exit code.
    pub fn code(self) -> u8 {
        self.0
    }

    /// Returns how a verb ended; prints its error, if any.
    pub fn of(outcome: Result<Exit>) -> Exit {
        let error = match outcome {
            Ok(exit) => return exit,
            Err(error) if is_closed_pipe(&error) => return Exit::DONE,
            Err(error) => error,
        };
        let ended = error.downcast_ref::<Ended>();
        if ended.is_none_or(|ended| !ended.reason.is_empty()) {
            anstream::eprintln!("heirloom: {error:#}");
        }
        ended.map_or(Exit::FAILED, |ended| ended.exit)
    }
}

/// A verb that succeeds without a result.
impl From<()> for Exit {
    fn from((): ()) -> Exit {
        Exit::DONE
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit.0)
    }
}

/// An error with its own exit code.
#[derive(Debug, thiserror::Error)]
#[error("{}", if .reason.is_empty() { "interrupted" } else { .reason.as_str() })]
struct Ended {
    exit: Exit,
    /// The printed message; may be empty.
    reason: String,
}

/// Returns the error of a check that found faults.
pub fn faults(reason: String) -> anyhow::Error {
    Ended { exit: Exit::FAULTS, reason }.into()
}

/// Returns the error of an interrupted verb. An empty reason prints nothing.
pub fn interrupted(reason: String) -> anyhow::Error {
    Ended { exit: Exit::INTERRUPTED, reason }.into()
}

/// Returns true if the reader of our output is gone, as after `head`, which is not a failure.
pub fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let is_broken = |error: &std::io::Error| error.kind() == std::io::ErrorKind::BrokenPipe;
    error.chain().any(|cause| cause.downcast_ref::<std::io::Error>().is_some_and(is_broken))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_end_has_its_code() {
        let code = |outcome| Exit::of(outcome).code();
        assert_eq!(code(Ok(Exit::of_check(true))), 0);
        assert_eq!(code(Ok(Exit::of_check(false))), 1);
        assert_eq!(code(Err(faults("3 counts are wrong".into()))), 1);
        assert_eq!(code(Err(anyhow::anyhow!("no such file").context("cannot read x"))), 2);
        assert_eq!(code(Err(interrupted(String::new()))), 130);
        assert_eq!(code(Err(std::io::Error::from(std::io::ErrorKind::BrokenPipe).into())), 0);
    }
}
