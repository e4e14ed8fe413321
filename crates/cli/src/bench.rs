//! `heirloom bench`: the signature of what the engine searches, and its speed.

use std::io::Write;

use anyhow::Result;
use clap::Args;
use heirloom_engine::BenchResult;

use crate::roster;

#[derive(Args)]
#[command(after_help = "Examples:
  heirloom bench                   the signature: the same nodes on every machine
  heirloom bench 16 --threads 4    what four threads are worth")]
pub struct Arguments {
    /// Plies of each search; without it the engine's own depth, which gives the signature
    #[arg(value_parser = clap::value_parser!(u32).range(1..=64))]
    depth: Option<u32>,
    /// MiB of the transposition table
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    hash: u32,
    /// Threads that search; with more than one the nodes differ from run to run
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: u32,
}

/// Runs the engine's bench and prints it.
pub fn run(arguments: &Arguments) -> Result<()> {
    let mut engine = roster::flagship()?;
    engine.set_option("Hash", &arguments.hash.to_string())?;
    engine.set_option("Threads", &arguments.threads.to_string())?;
    let result = engine.bench(arguments.depth)?;
    write!(std::io::stdout(), "{}", report(&result))?;
    Ok(())
}

/// The form that OpenBench and people read.
pub fn report(result: &BenchResult) -> String {
    let milliseconds = result.time.as_millis().max(1);
    let per_second = u128::from(result.nodes) * 1000 / milliseconds;
    format!("Total time (ms) : {milliseconds}\nNodes searched  : {}\nNodes/second    : {per_second}\n", result.nodes)
}
