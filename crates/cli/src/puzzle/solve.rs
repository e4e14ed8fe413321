//! `heirloom puzzle solve`: how many puzzles an engine solves, and which puzzles make false claims.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Args;
use heirloom_workshop::puzzles::solve;
use heirloom_workshop::suite::minimum::Minimum;
use heirloom_workshop::thinking::nodes;

use super::choice::SelectionArguments;
use crate::exit::Exit;
use crate::interrupt;
use crate::progress::Bar;
use crate::thinking::EngineArguments;

#[derive(Args)]
#[command(
    after_help = "Exit codes: 0 success; 1 fewer than --min solved, or invalid rows; 2 failure; 130 Ctrl-C."
)]
pub struct Arguments {
    /// Puzzle files; - or nothing for standard input
    #[arg(default_value = "-", value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    choice: SelectionArguments,
    #[command(flatten)]
    thinking: EngineArguments,
    /// Number of engines to run in parallel
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    concurrency: u32,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Exit with code 1 if fewer puzzles are solved: a number such as 290, or a percentage such as 80%
    #[arg(long, value_name = "N")]
    min: Option<Minimum>,
}

/// The default limit in nodes per move.
const NODES: u64 = 100_000;
/// Solves the puzzles and prints the results.
pub fn run(arguments: &Arguments) -> Result<Exit> {
    let plan = arguments.thinking.plan("heirloom", nodes(NODES))?;
    let (puzzles, wrong) = arguments.choice.take(&arguments.files, |_| false)?;
    if puzzles.is_empty() {
        bail!("no puzzles to solve");
    }
    let (caught, concurrency) = (interrupt::catch(), arguments.concurrency as usize);
    let bar =
        Bar::with(puzzles.len() as u64, "{bar:20} {pos}/{len} puzzles, {per_sec}, {eta} left; {msg}", 0);
    let outcome = solve::run(&puzzles, &plan, concurrency, caught.flag(), &bar);
    bar.clear();
    let (engine, tries) = outcome?;
    let text = match arguments.json {
        true => format!("{:#}\n", solve::document(&engine, &tries, wrong)),
        false => solve::report(&engine, &tries, wrong),
    };
    std::io::stdout().write_all(text.as_bytes())?;
    if caught.take() {
        return Ok(Exit::INTERRUPTED);
    }
    let solved = tries.iter().filter(|tried| tried.solved).count();
    let too_few = arguments.min.is_some_and(|minimum| !minimum.is_met(solved, tries.len()));
    let untrue = tries.iter().any(|tried| tried.false_claim.is_some());
    Ok(Exit::of_check(!too_few && !untrue && wrong == 0))
}
