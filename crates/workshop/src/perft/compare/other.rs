//! The other counter of a comparison: one of ours, or a program that knows `go perft`.

use anyhow::{Context, Result};
use heirloom_app::engine_spec::EngineSpec;
use heirloom_chess::Line;
use heirloom_chess::notation::uci;
use heirloom_engine::{Engine, Signals};
use heirloom_protocol::client::{Client, Counted, Patience};

/// What a comparison counts with besides our own generator.
pub enum Other {
    /// A program.
    Program(Box<Client>),
    /// One of ours, on its own board.
    Own(Box<dyn Engine>),
}

impl Other {
    /// Starts the engine of a name of ours or of a command line.
    ///
    /// # Errors
    /// An empty command, or a program that cannot be started or does not speak UCI.
    pub fn start(command: &str) -> Result<Other> {
        let spec = EngineSpec::read(command).context("--compare")?;
        match spec.own() {
            Some(own) => Ok(Other::Own(own.create()?)),
            None => Ok(Other::Program(Box::new(Client::start(&spec.program()?, Patience::default())?))),
        }
    }

    /// What it calls itself.
    pub fn name(&self) -> &str {
        match self {
            Other::Program(client) => client.name(),
            Other::Own(engine) => engine.name(),
        }
    }

    /// The leaves behind each move that it knows at the end of a line.
    ///
    /// # Errors
    /// An engine that cannot count, fails, or was stopped.
    pub fn count(&mut self, line: &Line, depth: u32, signals: &Signals) -> Result<Counted> {
        let position = line.position();
        let counted = match self {
            Other::Program(client) => client.count_leaves(line, depth, signals),
            Other::Own(engine) => engine.divide(position, depth, signals).map(|counts| {
                let sum = counts.iter().map(|(_, leaves)| leaves).sum();
                // A move that is none in our eyes may not even have a piece to move.
                let name = |mv| {
                    if position.is_legal(mv) {
                        uci::format(position, mv, position.is_chess960())
                    } else {
                        format!("{mv:?}")
                    }
                };
                Counted { by_move: counts.into_iter().map(|(mv, leaves)| (name(mv), leaves)).collect(), sum }
            }),
        };
        counted.with_context(|| format!("{} cannot be compared", self.name()))
    }
}
