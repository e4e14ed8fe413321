//! The errors of engines, with messages for users.

use std::fmt;

use heirloom_chess::game::GameResult;

/// Why an engine could not do what was requested.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EngineError {
    /// There is no such option.
    UnknownOption {
        /// The name that was requested.
        name: String,
        /// An option with a similar name.
        nearest: Option<String>,
    },
    /// The value does not fit the option.
    OptionValue {
        /// The option.
        name: String,
        /// The value that was given.
        value: String,
        /// The values that are allowed.
        expected: String,
    },
    /// The engine does not support this feature.
    Unsupported(&'static str),
    /// The program could not be started.
    Start {
        /// The command.
        command: String,
        /// The system's error message.
        reason: String,
    },
    /// The program exited or closed its output.
    Died {
        /// The engine.
        name: String,
        /// The last lines that it wrote.
        last_lines: Vec<String>,
    },
    /// The program did not answer in time and was killed.
    Hangs {
        /// The engine.
        name: String,
        /// The reply that was expected.
        expected: &'static str,
    },
    /// The program answered with an illegal move or with something outside the protocol.
    Nonsense {
        /// The engine.
        name: String,
        /// What it sent.
        said: String,
    },
    /// The program resigned instead of moving.
    Resigns {
        /// The engine.
        name: String,
    },
    /// The program claimed that the game is over instead of moving.
    Claims {
        /// The engine.
        name: String,
        /// The result it claims.
        result: GameResult,
        /// What it sent.
        said: String,
    },
    /// The engine's own code panicked; this is a bug.
    Panicked(String),
    /// The engine was stopped before there was a result.
    Stopped,
    /// The engine's thread is gone.
    Closed,
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineError::UnknownOption { name, nearest: Some(nearest) } => {
                write!(f, "no option '{name}'; did you mean '{nearest}'?")
            }
            EngineError::UnknownOption { name, nearest: None } => write!(f, "no option '{name}'"),
            EngineError::OptionValue { name, value, expected } => {
                write!(f, "option '{name}' cannot be '{value}'; expected {expected}")
            }
            EngineError::Unsupported(what) => write!(f, "this engine does not support {what}"),
            EngineError::Start { command, reason } => write!(f, "cannot start '{command}': {reason}"),
            EngineError::Died { name, last_lines } if last_lines.is_empty() => {
                write!(f, "{name} exited without any output")
            }
            EngineError::Died { name, last_lines } => {
                write!(f, "{name} exited; its last output: {}", last_lines.join(" | "))
            }
            EngineError::Hangs { name, expected } => {
                write!(f, "{name} did not send '{expected}' in time and was killed")
            }
            EngineError::Nonsense { name, said } => {
                write!(f, "{name} sent '{said}', which is not a valid reply")
            }
            EngineError::Resigns { name } => write!(f, "{name} resigns"),
            EngineError::Claims { name, said, .. } => write!(f, "{name} sent '{said}' instead of a move"),
            EngineError::Panicked(message) => write!(f, "the engine failed: {message}"),
            EngineError::Stopped => write!(f, "stopped before there was a result"),
            EngineError::Closed => write!(f, "the engine has been closed"),
        }
    }
}

impl std::error::Error for EngineError {}
