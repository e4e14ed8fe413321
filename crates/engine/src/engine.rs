//! The trait that every engine implements, and what can go wrong with one.

use std::fmt;
use std::time::Duration;

use heirloom_chess::game::GameResult;
use heirloom_chess::{Line, Move, Position, Square};

use crate::{BestMove, EngineOption, Info, Limits, Score, Signals};

/// Anything that can be asked for a move: the flagship, an ancestor, another program.
///
/// By default an engine has nothing that it need not have. To change a part of what an engine does, see [`crate::intercept`].
pub trait Engine: Send {
    /// The name with its version, as GUIs show it.
    fn name(&self) -> &str;

    /// Who wrote it.
    fn author(&self) -> &str;

    /// All options with their defaults.
    fn options(&self) -> &[EngineOption];

    /// Sets an option from text.
    ///
    /// # Errors
    /// Unknown names and values out of range; the old value stays.
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError>;

    /// Forgets everything that belongs to the game before.
    fn new_game(&mut self);

    /// The game is over with these moves and this result, as far as the caller knows, and why: what an engine learns of games, it learns now.
    /// Nothing is to be thought about before the next search; external programs that think in their opponent's time by themselves stop.
    fn end_game(&mut self, _line: &Line, _result: GameResult, _reason: &str) {}

    /// What the engine's book knows after these moves, a line for each choice: for people. Empty without a book, or outside it.
    fn book_lines(&mut self, _line: &Line) -> Vec<String> {
        Vec::new()
    }

    /// Thinks until a limit or `signals` ends it, and reports on the way. Blocking; threads are the caller's business.
    ///
    /// Under `infinite` and `ponder` an engine may return early (mate, one move, deepest iteration): [`crate::Session`] holds the move back.
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

    /// How long the last search took, where the engine can measure that better than its caller: an external program's time from writing
    /// `go` (or `ponderhit`) to reading its best move.
    fn thinking_time(&mut self) -> Option<Duration> {
        None
    }

    /// Leaves at `depth` plies, counted on the engine's own board until it is done or `signals` ends it.
    ///
    /// # Errors
    /// [`EngineError::Unsupported`] unless the engine has a board to show; [`EngineError::Stopped`] after a stop.
    fn perft(&mut self, position: &Position, depth: u32, signals: &Signals) -> Result<u64, EngineError> {
        if depth == 0 {
            return Ok(1);
        }
        Ok(self.divide(position, depth, signals)?.iter().map(|(_, leaves)| leaves).sum())
    }

    /// The leaves behind each legal move, `depth` plies below the position: their sum is [`Engine::perft`].
    ///
    /// # Errors
    /// As for [`Engine::perft`].
    fn divide(
        &mut self,
        _position: &Position,
        _depth: u32,
        _signals: &Signals,
    ) -> Result<Vec<(Move, u64)>, EngineError> {
        Err(EngineError::Unsupported("perft"))
    }

    /// The static evaluation by term and square, without a search.
    ///
    /// # Errors
    /// [`EngineError::Unsupported`] unless the engine can take its evaluation apart.
    fn explain(&mut self, _position: &Position) -> Result<Explanation, EngineError> {
        Err(EngineError::Unsupported("explaining its evaluation"))
    }

    /// A fixed amount of work whose node count identifies what the engine searches. It neither depends on this engine's options and
    /// memory nor changes them; `progress` hears of each position done.
    ///
    /// # Errors
    /// [`EngineError::Unsupported`] unless the engine has one; [`EngineError::Stopped`] after a stop; options that do not fit.
    fn bench(
        &mut self,
        _work: &BenchWork,
        _signals: &Signals,
        _progress: &mut dyn FnMut(BenchProgress),
    ) -> Result<BenchResult, EngineError> {
        Err(EngineError::Unsupported("bench"))
    }

    /// A command of the engine's own console, answered in words.
    ///
    /// # Errors
    /// [`EngineError::Unsupported`] for commands it does not know.
    fn console(&mut self, _line: &Line, _command: &str) -> Result<String, EngineError> {
        Err(EngineError::Unsupported("its own console commands"))
    }
}

/// What [`Engine::bench`] is asked to do; by default what gives the signature.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BenchWork {
    /// Plies of each search; `None` for the engine's own number.
    pub depth: Option<u32>,
    /// Options other than their defaults, name and value.
    pub options: Vec<(String, String)>,
}

/// How far [`Engine::bench`] has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BenchProgress {
    /// Positions searched.
    pub done: usize,
    /// Positions in all.
    pub positions: usize,
    /// Nodes visited so far.
    pub nodes: u64,
}

/// What [`Engine::bench`] did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BenchResult {
    /// Nodes visited: the signature.
    pub nodes: u64,
    /// Time taken.
    pub time: Duration,
}

/// A static evaluation taken apart.
#[derive(Clone, PartialEq, Debug)]
pub struct Explanation {
    /// The whole, from White's view.
    pub score: Score,
    /// One row for each term.
    pub rows: Vec<ExplanationRow>,
    /// What the piece on a square is worth, in centipawns from White's view.
    pub squares: Vec<(Square, i32)>,
    /// What a net says with each of its outputs, in centipawns from White's view; empty without a net. The score is that of the output for as many
    /// pieces as are on the board.
    pub outputs: Vec<(String, i32)>,
}

/// One term of an evaluation, in centipawns; positive is good for the side of the column.
#[derive(Clone, PartialEq, Debug)]
pub struct ExplanationRow {
    /// The name of the term.
    pub term: String,
    /// For White: middlegame and endgame.
    pub white: (i32, i32),
    /// For Black: middlegame and endgame.
    pub black: (i32, i32),
}

/// Why an engine could not do what it was asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EngineError {
    /// It has no such option.
    UnknownOption {
        /// What was asked for.
        name: String,
        /// An option whose name is near.
        nearest: Option<String>,
    },
    /// The value does not fit the option.
    OptionValue {
        /// The option.
        name: String,
        /// What was given.
        value: String,
        /// What would fit.
        expected: String,
    },
    /// It cannot do this at all.
    Unsupported(&'static str),
    /// The program could not be started.
    Start {
        /// The command.
        command: String,
        /// What the system says.
        reason: String,
    },
    /// The program ended or closed its output; the last lines it wrote.
    Died {
        /// The engine.
        name: String,
        /// Its last words.
        last_lines: Vec<String>,
    },
    /// The program did not answer in time and was killed.
    Hangs {
        /// The engine.
        name: String,
        /// What it was expected to say.
        expected: &'static str,
    },
    /// The program answered with something that is no legal move or no protocol at all.
    Nonsense {
        /// The engine.
        name: String,
        /// What it said.
        said: String,
    },
    /// The program gave the game up instead of moving.
    Resigns {
        /// The engine.
        name: String,
    },
    /// The program says that the game is over, instead of moving.
    Claims {
        /// The engine.
        name: String,
        /// The result it claims.
        result: GameResult,
        /// What it said.
        said: String,
    },
    /// The engine's own code failed; a defect worth reporting.
    Panicked(String),
    /// It was stopped before there was a result.
    Stopped,
    /// The thread of the engine is gone.
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
