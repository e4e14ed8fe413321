//! `heirloom agreement`: how often an engine plays the moves of people, by their ratings, and what the moves
//! of both cost.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Args;
use heirloom_workshop::agreement::{self, Questions};
use heirloom_workshop::entrant::EngineSettings;
use heirloom_workshop::review::games::{GameChoice, Source};
use heirloom_workshop::thinking::{EnginePlan, nodes};

use crate::exit::Exit;
use crate::interrupt;
use crate::invocation::Invocation;
use crate::progress::Bar;
use crate::review;
use crate::thinking::EngineArguments;

#[derive(Args)]
#[command(after_help = "Examples:
  heirloom agreement games.pgn --engine 'heirloom option.UCI_LimitStrength=true option.UCI_Elo=1200'
  heirloom agreement games.pgn.zst --engine 'roce nodes=20000' --per-band 1000 --judge-nodes 0 --json

Positions are chosen from games with the tags WhiteElo and BlackElo, one per player and game, after the first four \
moves, and always the same ones.")]
pub struct Arguments {
    /// PGN files with rated games between people, compressed or not; - or nothing for standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    thinking: EngineArguments,
    /// Number of positions for each 200 points of rating
    #[arg(long, default_value_t = 500, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    per_band: u32,
    /// Nodes per position for the engine that judges the moves; 0 to compare only the moves
    #[arg(long, default_value_t = 20_000, value_name = "N")]
    judge_nodes: u64,
    /// Number of engines to run in parallel
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    concurrency: u32,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The default limit in nodes per move; levels search fewer.
const NODES: u64 = 100_000;

/// Asks the engine and prints the results. Fails if a file cannot be read, or if an engine fails.
pub fn run(arguments: &Arguments, _: &Invocation<'_>) -> Result<Exit> {
    let plan = arguments.thinking.plan("heirloom", nodes(NODES))?;
    let judge = match arguments.judge_nodes {
        0 => None,
        count => {
            let own = EngineSettings::parse("heirloom", "judge")?;
            Some(EnginePlan::new(own, EngineSettings::parse("", "judge")?, nodes(count), nodes(count))?)
        }
    };
    let inputs = review::inputs(&arguments.files)?;
    let (mut source, _) = Source::open(inputs, GameChoice { strict: true, ..GameChoice::default() })?;
    let mut questions = Questions::new(arguments.per_band as usize);
    while let Some(read) = source.next(&|_| {})? {
        questions.add(&read.game);
    }
    let questions = questions.take();
    if questions.is_empty() {
        bail!("no rated games with more than four moves; the tags WhiteElo and BlackElo are needed");
    }
    let caught = interrupt::catch();
    let bar = Bar::with(questions.len() as u64, "{bar:20} {pos}/{len} positions, {per_sec}, {eta} left", 0);
    let concurrency = arguments.concurrency as usize;
    let outcome = agreement::run(&questions, &plan, judge.as_ref(), concurrency, caught.flag(), &bar);
    bar.clear();
    let (engine, answers) = outcome?;
    let text = match arguments.json {
        true => format!("{:#}\n", agreement::document(&engine, &answers)),
        false => agreement::report(&engine, &answers),
    };
    std::io::stdout().write_all(text.as_bytes())?;
    Ok(if caught.take() { Exit::INTERRUPTED } else { Exit::DONE })
}
