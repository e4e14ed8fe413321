//! The other counter of a comparison: a built-in engine, or a program that supports `go perft`.

use anyhow::{Context, Result};
use heirloom_app::coordinates;
use heirloom_app::engine_spec::EngineSpec;
use heirloom_chess::Line;
use heirloom_engine::{Engine, Signals, Transcript};
use heirloom_protocol::client::{Client, ReportedCounts, Timeouts};

/// A counter to compare our move generator with.
pub enum Other {
    /// A program.
    Program(Box<Client>),
    /// A built-in engine with its own board.
    BuiltIn(Box<dyn Engine>),
}

impl Other {
    /// Starts a built-in engine by name, or a program by command line. Fails if the command is empty, or if
    /// the program cannot be started or does not speak UCI.
    pub fn start(command: &str) -> Result<Other> {
        let spec = EngineSpec::read(command).context("--compare")?;
        match spec.own() {
            Some(own) => Ok(Other::BuiltIn(own.create()?)),
            None => Ok(Other::Program(Box::new(Client::start(
                &spec.program()?,
                Timeouts::default(),
                Transcript::new(),
            )?))),
        }
    }

    /// Returns the name of the engine.
    pub fn name(&self) -> &str {
        match self {
            Other::Program(client) => client.name(),
            Other::BuiltIn(engine) => engine.name(),
        }
    }

    /// Counts the leaves below each move at the end of a line. Fails if the engine cannot count, fails or is
    /// stopped.
    pub fn count(&mut self, line: &Line, depth: u32, signals: &Signals) -> Result<ReportedCounts> {
        let position = line.position();
        let counted = match self {
            Other::Program(client) => client.count_leaves(line, depth, signals),
            Other::BuiltIn(engine) => engine.divide(position, depth, signals).map(|counts| {
                let sum = counts.iter().map(|(_, leaves)| leaves).sum();
                // An illegal move may not even have a piece to move.
                let name = |mv| {
                    if position.is_legal(mv) { coordinates::of_move(position, mv) } else { format!("{mv:?}") }
                };
                ReportedCounts {
                    by_move: counts.into_iter().map(|(mv, leaves)| (name(mv), leaves)).collect(),
                    sum,
                }
            }),
        };
        counted.with_context(|| format!("{} cannot be compared", self.name()))
    }
}
