//! The errors of engines, with messages for users.

use heirloom_chess::game::GameResult;

/// Why an engine could not do what was requested.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EngineError {
    /// There is no such option.
    #[error("no option '{name}'{}", suggestion(.nearest.as_deref()))]
    UnknownOption {
        /// The name that was requested.
        name: String,
        /// An option with a similar name.
        nearest: Option<String>,
    },
    /// The value does not fit the option.
    #[error("option '{name}' cannot be '{value}'; expected {expected}")]
    OptionValue {
        /// The option.
        name: String,
        /// The value that was given.
        value: String,
        /// The values that are allowed.
        expected: String,
    },
    /// The engine does not support this feature.
    #[error("this engine does not support {0}")]
    Unsupported(&'static str),
    /// The program could not be started.
    #[error("cannot start '{command}': {reason}")]
    Start {
        /// The command.
        command: String,
        /// The system's error message.
        reason: String,
    },
    /// The program exited or closed its output.
    #[error("{name} exited{}", last_output(.last_lines))]
    Died {
        /// The engine.
        name: String,
        /// The last lines that it wrote.
        last_lines: Vec<String>,
    },
    /// The program did not answer in time and was killed.
    #[error("{name} did not send '{expected}' in time and was killed")]
    Hangs {
        /// The engine.
        name: String,
        /// The reply that was expected.
        expected: &'static str,
    },
    /// The program answered with an illegal move or with something outside the protocol.
    #[error("{name} sent '{reply}', which is not a valid reply")]
    InvalidReply {
        /// The engine.
        name: String,
        /// What it sent.
        reply: String,
    },
    /// The program resigned instead of moving.
    #[error("{name} resigns")]
    Resigns {
        /// The engine.
        name: String,
    },
    /// The program claimed that the game is over instead of moving.
    #[error("{name} sent '{said}' instead of a move")]
    Claims {
        /// The engine.
        name: String,
        /// The result it claims.
        result: GameResult,
        /// What it sent.
        said: String,
    },
    /// The engine's own code panicked; this is a bug.
    #[error("the engine failed: {0}")]
    Panicked(String),
    /// The engine was stopped before there was a result.
    #[error("stopped before there was a result")]
    Stopped,
    /// The engine's thread is gone.
    #[error("the engine has been closed")]
    Closed,
}

/// Returns the end of the message for an unknown option.
fn suggestion(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |nearest| format!("; did you mean '{nearest}'?"))
}

/// Returns the end of the message for an engine that exited.
fn last_output(lines: &[String]) -> String {
    match lines {
        [] => " without any output".into(),
        lines => format!("; its last output: {}", lines.join(" | ")),
    }
}
