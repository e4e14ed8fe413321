//! `heirloom eval`: the evaluation of a position, term by term.

use std::io::Write;

use anyhow::Result;
use clap::Args;
use heirloom_app::engine_spec::EngineSpec;
use heirloom_protocol::client::Timeouts;
use heirloom_workshop::evaluation;

use crate::invocation::Invocation;
use crate::roster;
use crate::{configuration, count};

#[derive(Args)]
#[command(after_help = "Examples:
  heirloom eval --fen '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1'
  heirloom eval --option Evaluation=classical             term by term")]
pub struct Arguments {
    /// The position as FEN [default: the start position]
    #[arg(long)]
    fen: Option<String>,
    /// A built-in or configured engine, or a command [default: the engine given before the verb]
    #[arg(long, value_name = "ENGINE")]
    engine: Option<String>,
    /// Set an engine option, such as Evaluation=classical
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = roster::setting)]
    options: Vec<(String, String)>,
    /// Print JSON, in centipawns
    #[arg(long)]
    json: bool,
}

/// Prints the evaluation by the engine given by the arguments, or else by `own`. Fails on invalid positions
/// and options, and on engines that cannot explain their evaluation.
pub fn run(arguments: &Arguments, invocation: &Invocation<'_>) -> Result<()> {
    let position = count::position(arguments.fen.as_deref())?;
    let spec = EngineSpec::read(arguments.engine.as_deref().unwrap_or(invocation.own.id()))?;
    let mut engine = configuration::start(&spec, Timeouts::default(), &invocation.config()?)?;
    for (name, value) in &arguments.options {
        engine.set_option(name, value)?;
    }
    let explanation = engine.explain(&position)?;
    let mut out = std::io::stdout();
    match arguments.json {
        true => writeln!(out, "{:#}", evaluation::document(engine.name(), &position, &explanation))?,
        false => write!(out, "{}", evaluation::report(&position, &explanation))?,
    }
    Ok(())
}
