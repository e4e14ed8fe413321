//! External programs as engines: started as configured, and examined before they are added to the
//! configuration.

use std::time::Duration;

use heirloom_chess::{Line, Move, Position};
use heirloom_engine::{Engine, EngineError, EngineOption, Limits, Signals, Transcript};
use heirloom_protocol::client::Timeouts;

use heirloom_protocol::Protocol;

pub use crate::config::programs::Program;
use crate::engine_spec::{EngineSpec, SpecError};

/// How long an unknown program may take to introduce itself.
const START_TIMEOUT: Duration = Duration::from_secs(8);
/// How long it may think about its first move.
const MOVE_TIME: Duration = Duration::from_millis(300);

/// What was found out about a program.
#[derive(Clone, PartialEq, Debug)]
pub struct ProgramInfo {
    /// The protocol.
    pub protocol: Protocol,
    /// The engine's name.
    pub name: String,
    /// The author; often empty.
    pub author: String,
    /// The options.
    pub options: Vec<EngineOption>,
    /// The move it plays in the initial position.
    pub first_move: Option<Move>,
}

/// Starts a program and sets the configured options. Returns the errors for rejected options. The
/// communication is recorded in the transcript. Fails if the command is invalid or the program cannot be
/// started.
pub fn start(
    program: &Program,
    transcript: Transcript,
) -> Result<(Box<dyn Engine>, Vec<EngineError>), SpecError> {
    let mut engine = EngineSpec::of_program(program)?.launch(Timeouts::default(), transcript)?;
    let refused =
        program.options.iter().filter_map(|(name, value)| engine.set_option(name, value).err()).collect();
    Ok((engine, refused))
}

/// Starts a program, detects its protocol unless it is `known`, and lets it make a move. Fails if the program
/// cannot be used with either protocol.
pub fn examine(program: &Program, known: Option<Protocol>) -> Result<ProgramInfo, SpecError> {
    let timeouts = Timeouts {
        start: START_TIMEOUT,
        ready: START_TIMEOUT,
        stop: Duration::from_secs(2),
        ..Timeouts::default()
    };
    let protocols = known.map_or_else(|| vec![Protocol::Uci, Protocol::XBoard], |known| vec![known]);
    let mut first = None;
    for protocol in protocols {
        let spec = EngineSpec { protocol: Some(protocol), ..EngineSpec::of_program(program)? };
        match spec.launch(timeouts, Transcript::new()).and_then(|engine| Ok(introduce(engine, protocol)?)) {
            Ok(examined) => return Ok(examined),
            // Nothing runs that could speak another protocol.
            Err(
                error @ (SpecError::Empty
                | SpecError::Words(_)
                | SpecError::Engine(EngineError::Start { .. })),
            ) => {
                return Err(error);
            }
            Err(error) => first = first.or(Some(error)),
        }
    }
    Err(first.unwrap_or(SpecError::Empty))
}

fn introduce(mut engine: Box<dyn Engine>, protocol: Protocol) -> Result<ProgramInfo, EngineError> {
    let limits = Limits::move_time(MOVE_TIME);
    let best = engine.search(&Line::new(Position::startpos()), &limits, &Signals::new(), &mut |_| {})?;
    Ok(ProgramInfo {
        protocol,
        name: engine.name().to_owned(),
        author: engine.author().to_owned(),
        options: engine.options().to_vec(),
        first_move: best.best,
    })
}
