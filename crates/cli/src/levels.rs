//! `heirloom levels`: what people play and what they overlook, from their games, and the weights with which
//! levels choose.

use std::io::{BufRead, Write};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::Ordering;

use anyhow::{Context, Result, anyhow, bail};
use clap::{Args, Subcommand};
use heirloom_flagship::people::{Looker, Weights};
use heirloom_training::people::fit::{self, Sample};
use heirloom_training::people::looks::{self, Choice};
use heirloom_workshop::monitor::Monitor;
use heirloom_workshop::review::games::{GameChoice, Source};
use heirloom_workshop::streams;
use rayon::prelude::*;

use crate::destination::replace;
use crate::exit::Exit;
use crate::interrupt;
use crate::invocation::Invocation;
use crate::progress::Bar;
use crate::review;

#[derive(Args)]
#[command(after_help = "Examples:
  heirloom levels look games.pgn.zst --per-player 2 > positions.jsonl
  heirloom levels fit positions.jsonl --out people.txt")]
pub struct Arguments {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    /// Look at positions of rated games: print what each legal move seems to be worth at small depths
    Look(LookArguments),
    /// Fit the weights with which levels choose their moves
    Fit(FitArguments),
}

#[derive(Args)]
struct LookArguments {
    /// PGN files with rated games between people, compressed or not; - or nothing for standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Number of positions per player and game
    #[arg(long, default_value_t = 4, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    per_player: u32,
    /// Number of positions to look at in parallel
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    concurrency: u32,
}

#[derive(Args)]
struct FitArguments {
    /// Positions from 'heirloom levels look'
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// File to write the weights to
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Number of optimization steps
    #[arg(long, default_value_t = 400, value_name = "N")]
    steps: usize,
}

/// The table for looking at moves, in MiB.
const TABLE: usize = 4;

/// Runs the verb. Fails if a file cannot be read or written.
pub fn run(arguments: &Arguments, _: &Invocation<'_>) -> Result<Exit> {
    match &arguments.verb {
        Verb::Look(arguments) => look(arguments),
        Verb::Fit(arguments) => fit(arguments),
    }
}

fn look(arguments: &LookArguments) -> Result<Exit> {
    let inputs = review::inputs(&arguments.files)?;
    let (mut source, _) = Source::open(inputs, GameChoice { strict: true, ..GameChoice::default() })?;
    let mut choices: Vec<Choice> = Vec::new();
    while let Some(read) = source.next(&|_| {})? {
        choices.extend(looks::choices(&read.game, arguments.per_player as usize));
    }
    if choices.is_empty() {
        bail!("no rated games with more than four moves; the tags WhiteElo and BlackElo are needed");
    }
    let caught = interrupt::catch();
    let bar = Bar::with(choices.len() as u64, "{bar:20} {pos}/{len} positions, {per_sec}, {eta} left", 0);
    let out = Mutex::new(std::io::BufWriter::new(std::io::stdout()));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(arguments.concurrency as usize).build()?;
    let looked: Result<()> = pool.install(|| {
        choices.into_par_iter().try_for_each_init(
            || Looker::new(TABLE),
            |looker, mut choice| {
                if caught.flag().load(Ordering::SeqCst) {
                    return Ok(());
                }
                let looker = looker.as_mut().map_err(|error| anyhow!("{error}"))?;
                choice.look(looker).map_err(|error| anyhow!(error))?;
                let mut out = out.lock().map_err(|_| anyhow!("another thread has failed"))?;
                writeln!(out, "{}", serde_json::to_string(&choice)?)?;
                bar.add(1);
                Ok(())
            },
        )
    });
    bar.clear();
    looked?;
    out.into_inner().map_err(|_| anyhow!("another thread has failed"))?.flush()?;
    Ok(if caught.take() { Exit::INTERRUPTED } else { Exit::DONE })
}

fn fit(arguments: &FitArguments) -> Result<Exit> {
    let mut choices: Vec<Choice> = Vec::new();
    for path in &arguments.files {
        for (number, line) in (1..).zip(streams::open(path, Default::default())?.lines()) {
            let line = line.with_context(|| format!("cannot read {}", path.display()))?;
            let choice = serde_json::from_str(&line)
                .with_context(|| format!("{}, line {number}: not a position", path.display()))?;
            choices.push(choice);
        }
    }
    // The order in the file depends on the threads that looked.
    choices.sort_by(|one, other| (one.game, &one.moves).cmp(&(other.game, &other.moves)));
    let [fitted, held] = fit::split(&choices);
    if fitted.is_empty() || held.is_empty() {
        bail!("too few positions; look at more games");
    }
    let mut out = std::io::stdout();
    writeln!(out, "{} positions to fit, {} held back", fitted.len(), held.len())?;
    let caught = interrupt::catch();
    let bar = Bar::with(arguments.steps as u64, "{bar:20} {pos}/{len} steps, {eta} left", 0);
    let weights = fit::fit(&fitted, arguments.steps, &mut || {
        bar.add(1);
        caught.flag().load(Ordering::SeqCst)
    });
    bar.clear();
    write!(out, "{}", report(&weights, &fitted, &held))?;
    if let Some(path) = &arguments.out {
        replace(path, weights.text().as_bytes())?;
    }
    Ok(if caught.take() { Exit::INTERRUPTED } else { Exit::DONE })
}

/// Returns how well the weights predict the moves of the players of each rating.
fn report(weights: &Weights, fitted: &[Sample], held: &[Sample]) -> String {
    let mut text = String::new();
    for (name, samples) in [("fitted", fitted), ("held back", held)] {
        let (mean, same) = fit::likelihood(weights, samples, None);
        text += &format!("{name}: mean log chance {mean:.4}, most likely move played {:.1}%\n", 100.0 * same);
    }
    let levels: Vec<i32> = (600..=2600).step_by(200).collect();
    text += "mean log chance of the moves of players (rows) with the weights of a rating (columns)\n        ";
    levels.iter().for_each(|level| text += &format!("{level:>8}"));
    for band in levels.iter().map(|level| *level as f32) {
        let of = |samples: &[Sample]| -> Vec<Sample> {
            let near = samples.iter().filter(|sample| (sample.rating - band).abs() <= 100.0);
            near.map(|sample| Sample { moves: sample.moves.clone(), ..*sample }).collect()
        };
        let samples = of(held);
        text += &format!("\n{band:>8}");
        for level in &levels {
            text += &format!("{:>8.4}", fit::likelihood(weights, &samples, Some(*level as f32)).0);
        }
        text += &format!("  {} positions", samples.len());
    }
    text + "\n"
}
