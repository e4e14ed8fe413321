//! `heirloom bench`: the node count that identifies a search, and its speed.

use std::io::Write;

use anyhow::{Result, bail};
use clap::Args;
use heirloom_engine::{BenchProgress, BenchResult, BenchWork, EngineError};
use indicatif::ProgressBar;
use serde_json::json;

use crate::interrupt;
use crate::invocation::Invocation;
use crate::progress;

#[derive(Args)]
#[command(after_help = "Examples:
  heirloom bench                   the signature: the same node count on every machine
  heirloom bench 16 --threads 4    the speedup of four threads")]
pub struct Arguments {
    /// Depth of each search in plies [default: the engine's own, which gives the signature]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=64))]
    depth: Option<u32>,
    /// Size of the hash table in MiB
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    hash: u32,
    /// Search threads; with more than one, node counts differ from run to run
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: u32,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Runs the bench of the engine and prints the result. Fails if the engine has none, or on Ctrl-C.
pub fn run(arguments: &Arguments, invocation: &Invocation<'_>) -> Result<()> {
    let options =
        vec![("Hash".into(), arguments.hash.to_string()), ("Threads".into(), arguments.threads.to_string())];
    let work = BenchWork { depth: arguments.depth, options };
    let bar = BenchBar::new();
    let mut engine = invocation.own.create()?;
    let result = engine.bench(&work, &interrupt::catch().signals(), &mut |progress| bar.show(progress));
    bar.clear();
    if let Err(EngineError::Unsupported(_)) = result {
        bail!(
            "this engine has no bench; heirloom ancestors --measure compares the speed of all built-in \
                engines"
        );
    }
    let (result, mut out) = (result?, std::io::stdout());
    if arguments.json {
        let document = json!({
            "engine": engine.name(), "depth": arguments.depth, "hash": arguments.hash,
            "threads": arguments.threads, "nodes": result.nodes,
            "time_ms": result.time.as_millis() as u64, "nps": per_second(&result),
        });
        writeln!(out, "{document:#}")?;
    } else {
        write!(out, "{}", report(&result))?;
    }
    Ok(())
}

/// Returns the result in the form that OpenBench reads.
pub fn report(result: &BenchResult) -> String {
    let milliseconds = result.time.as_millis().max(1);
    format!(
        "Total time (ms) : {milliseconds}\nNodes searched  : {}\nNodes/second    : {}\n",
        result.nodes,
        per_second(result)
    )
}

fn per_second(result: &BenchResult) -> u64 {
    u64::try_from(u128::from(result.nodes) * 1000 / result.time.as_millis().max(1)).unwrap_or(u64::MAX)
}

/// A bar on standard error with rate and remaining time, if someone can see it.
pub struct BenchBar(ProgressBar);

impl BenchBar {
    /// An empty bar.
    pub fn new() -> BenchBar {
        BenchBar(progress::bar(0, "{bar:20} {pos}/{len} positions, {eta} left, {msg}"))
    }

    /// Shows the progress.
    pub fn show(&self, progress: BenchProgress) {
        self.0.set_length(progress.positions as u64);
        self.0.set_position(progress.done as u64);
        let rate = progress.nodes as f64 / self.0.elapsed().as_secs_f64().max(1e-9) / 1e6;
        self.0.set_message(format!("{rate:.1} million nodes/s"));
    }

    /// Removes the bar.
    pub fn clear(&self) {
        self.0.finish_and_clear();
    }
}
