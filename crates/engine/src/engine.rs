//! The trait that every engine implements, and the work of its bench.

use std::time::Duration;

use heirloom_chess::game::GameResult;
use heirloom_chess::{Line, Move, Position};

use crate::{BestMove, EngineError, EngineOption, Explanation, Info, Limits, Signals};

/// Anything that can choose a move: the flagship, an ancestor, an external program.
///
/// Default methods provide no optional features. To change part of an engine, see [`crate::intercept`].
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

    /// Returns the book's choices after these moves as text, a line for each; empty outside the book.
    fn book_lines(&mut self, _line: &Line) -> Vec<String> {
        Vec::new()
    }

    /// Searches until a limit or `signals` ends it, and reports on the way. Blocks the calling thread.
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

    /// Counts the leaves at `depth` plies with the engine's own move generator; `signals` can end it.
    ///
    /// # Errors
    /// [`EngineError::Unsupported`] if the engine has no perft; [`EngineError::Stopped`] after a stop.
    fn perft(&mut self, position: &Position, depth: u32, signals: &Signals) -> Result<u64, EngineError> {
        if depth == 0 {
            return Ok(1);
        }
        Ok(self.divide(position, depth, signals)?.iter().map(|(_, leaves)| leaves).sum())
    }

    /// Counts the leaves of each legal move at `depth` plies; their sum is [`Engine::perft`].
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
    /// [`EngineError::Unsupported`], [`EngineError::Stopped`] after a stop, or options that do not fit.
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
