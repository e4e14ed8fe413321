//! The trait that every engine implements, and its errors.

use std::fmt;
use std::time::Duration;

use heirloom_chess::game::GameResult;
use heirloom_chess::{Line, Move, Position, Square};

use crate::{BestMove, EngineOption, Info, Limits, Score, Signals};

/// Anything that can choose a move: the flagship, an ancestor, an external program.
///
/// The default methods provide no optional features. To change part of an engine's behavior, see
/// [`crate::intercept`].
pub trait Engine: Send {
    /// The name with its version, as GUIs show it.
    fn name(&self) -> &str;

    /// The author.
    fn author(&self) -> &str;

    /// All options with their defaults.
    fn options(&self) -> &[EngineOption];

    /// Sets an option from text.
    ///
    /// # Errors
    /// Unknown names and values out of range; the old value stays.
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError>;

    /// Forgets everything that belongs to the previous game.
    fn new_game(&mut self);

    /// Reports that the game is over, with the moves, the result and the reason as far as the caller knows
    /// them. An engine that learns from games learns here; an external program that ponders on its own stops.
    fn end_game(&mut self, _line: &Line, _result: GameResult, _reason: &str) {}

    /// Returns the book's choices after these moves as text, a line for each. Empty without a book, or
    /// outside it.
    fn book_lines(&mut self, _line: &Line) -> Vec<String> {
        Vec::new()
    }

    /// Searches until a limit or `signals` ends it, and reports on the way. Blocking; threads are up to the
    /// caller.
    ///
    /// Under `infinite` and `ponder` an engine may return early (mate, one move, deepest iteration):
    /// [`crate::Session`] holds the move back.
    ///
    /// # Errors
    /// An engine that cannot answer: an external program that died or hangs, or a feature it lacks.
    fn search(
        &mut self,
        line: &Line,
        limits: &Limits,
        signals: &Signals,
        report: &mut dyn FnMut(Info),
    ) -> Result<BestMove, EngineError>;

    /// How long the last search took, if the engine can measure that better than its caller: for an external
    /// program, the time from writing `go` (or `ponderhit`) to reading its best move.
    fn thinking_time(&mut self) -> Option<Duration> {
        None
    }

    /// Counts the leaves at `depth` plies with the engine's own move generator until it is done or `signals`
    /// ends it.
    ///
    /// # Errors
    /// [`EngineError::Unsupported`] if the engine has no perft; [`EngineError::Stopped`] after a stop.
    fn perft(&mut self, position: &Position, depth: u32, signals: &Signals) -> Result<u64, EngineError> {
        if depth == 0 {
            return Ok(1);
        }
        Ok(self.divide(position, depth, signals)?.iter().map(|(_, leaves)| leaves).sum())
    }

    /// Counts the leaves of each legal move, `depth` plies below the position; their sum is
    /// [`Engine::perft`].
    ///
    /// # Errors
    /// The same as for [`Engine::perft`].
    fn divide(
        &mut self,
        _position: &Position,
        _depth: u32,
        _signals: &Signals,
    ) -> Result<Vec<(Move, u64)>, EngineError> {
        Err(EngineError::Unsupported("perft"))
    }

    /// Returns the static evaluation by term and square, without a search.
    ///
    /// # Errors
    /// [`EngineError::Unsupported`] if the engine cannot break its evaluation down.
    fn explain(&mut self, _position: &Position) -> Result<Explanation, EngineError> {
        Err(EngineError::Unsupported("explaining its evaluation"))
    }

    /// Does a fixed amount of work whose node count is a signature of the search. It neither depends on this
    /// engine's options and memory nor changes them; `progress` is called after each position.
    ///
    /// # Errors
    /// [`EngineError::Unsupported`] if the engine has none; [`EngineError::Stopped`] after a stop; options
    /// that do not fit.
    fn bench(
        &mut self,
        _work: &BenchWork,
        _signals: &Signals,
        _progress: &mut dyn FnMut(BenchProgress),
    ) -> Result<BenchResult, EngineError> {
        Err(EngineError::Unsupported("bench"))
    }

    /// Runs a command of the engine's own console and returns its output.
    ///
    /// # Errors
    /// [`EngineError::Unsupported`] for unknown commands.
    fn console(&mut self, _line: &Line, _command: &str) -> Result<String, EngineError> {
        Err(EngineError::Unsupported("its own console commands"))
    }
}

/// The work of [`Engine::bench`]; the default gives the signature.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BenchWork {
    /// Depth of each search in plies; `None` for the engine's default.
    pub depth: Option<u32>,
    /// Options that differ from their defaults, as name and value.
    pub options: Vec<(String, String)>,
}

/// Progress of [`Engine::bench`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BenchProgress {
    /// Positions searched.
    pub done: usize,
    /// Total number of positions.
    pub positions: usize,
    /// Nodes visited so far.
    pub nodes: u64,
}

/// The result of [`Engine::bench`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BenchResult {
    /// Nodes visited; this is the signature.
    pub nodes: u64,
    /// Time taken.
    pub time: Duration,
}

/// A breakdown of the static evaluation.
#[derive(Clone, PartialEq, Debug)]
pub struct Explanation {
    /// The total, from White's point of view.
    pub score: Score,
    /// One row for each term.
    pub rows: Vec<ExplanationRow>,
    /// The value of the piece on each square, in centipawns from White's point of view.
    pub squares: Vec<(Square, i32)>,
    /// The value of each output of the network, in centipawns from White's point of view; empty without a
    /// network. The score is that of the output for the number of pieces on the board.
    pub outputs: Vec<(String, i32)>,
}

/// One term of an evaluation, in centipawns; positive is good for the column's side.
#[derive(Clone, PartialEq, Debug)]
pub struct ExplanationRow {
    /// The name of the term.
    pub term: String,
    /// White's middlegame and endgame values.
    pub white: (i32, i32),
    /// Black's middlegame and endgame values.
    pub black: (i32, i32),
}

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
