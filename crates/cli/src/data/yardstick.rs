//! `heirloom data yardstick`: games that nets are measured with.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};
use heirloom_flagship::net::{self, Network, Parts};
use heirloom_training::games::reader::YARDSTICK;
use heirloom_training::games::tables;
use heirloom_training::nnue::yardstick::{self, Predictions, Yardstick};
use heirloom_workshop::plural;

use crate::datagen::{self, Plan};
use crate::destination::replace;
use crate::interrupt;
use crate::progress::{reading, remark};

/// The name of the built-in net.
const BUILT_IN: &str = "built-in";

/// A difference of fewer standard errors is not significant.
const CLEAR: f64 = 1.96;

#[derive(Args)]
#[command(after_help = "Examples:
  heirloom data yardstick make yard.games                      once, with the built-in net
  heirloom data yardstick compare yard.games built-in my.net   which net predicts the results best
  heirloom data yardstick state yard.games my.net --out my.net")]
pub struct Arguments {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    /// Play the games; 'heirloom train' refuses to train on them
    Make(Make),
    /// Compare how well nets predict the results; the first net is the reference
    Compare(Compare),
    /// Store in a net file the score at which the net wins half of the games
    State(State),
}

#[derive(Args)]
struct Make {
    /// The file to write games to
    file: PathBuf,
    /// Total number of games in the file
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Soft node limit: after N nodes no further iteration starts
    #[arg(long, value_name = "N", default_value_t = 400,
        value_parser = clap::value_parser!(u64).range(1..=1 << 40))]
    nodes: u64,
    /// Number of games to play in parallel [default: all CPUs]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,
    /// Random seed, stored in the file [default: from the OS]
    #[arg(long)]
    seed: Option<u64>,
    /// Append to the file; an incomplete last game is removed
    #[arg(long)]
    resume: bool,
}

#[derive(Args)]
struct Compare {
    /// The yardstick
    file: PathBuf,
    /// Net files, or 'built-in'
    #[arg(required = true, num_args = 1.., value_name = "NET")]
    nets: Vec<PathBuf>,
    /// Also print win, draw and loss rates by score for each net
    #[arg(long)]
    outcomes: bool,
}

#[derive(Args)]
struct State {
    /// The yardstick
    file: PathBuf,
    /// The net
    net: PathBuf,
    /// The net file to write; may be the same file
    #[arg(long)]
    out: PathBuf,
}

/// Runs a subcommand.
pub fn run(arguments: &Arguments) -> Result<()> {
    match &arguments.verb {
        Verb::Make(make) => {
            let settings = yardstick::settings(make.nodes);
            let plan = Plan {
                settings,
                threads: make.threads,
                seed: make.seed,
                options: Vec::new(),
                mark: Some(YARDSTICK),
            };
            datagen::append(&make.file, make.resume, make.games, &plan)
        }
        Verb::Compare(arguments) => compare(arguments),
        Verb::State(arguments) => state(arguments),
    }
}

/// Reads a yardstick; returns none if it was interrupted.
fn read(path: &Path) -> Result<Option<Yardstick>> {
    let catch = interrupt::catch();
    let yardstick = reading(&[path], |count| Yardstick::read(path, count, catch.flag()))?;
    if catch.take() {
        return Ok(None);
    }
    if yardstick.positions() == 0 {
        bail!("{}: no quiet positions in these games", path.display());
    }
    Ok(Some(yardstick))
}

fn network(path: &Path) -> Result<Arc<Network>> {
    if path == Path::new(BUILT_IN) {
        return net::embedded().map_err(anyhow::Error::msg);
    }
    net::load(path).map_err(anyhow::Error::msg).with_context(|| path.display().to_string())
}

fn compare(arguments: &Compare) -> Result<()> {
    let networks = arguments.nets.iter().map(|path| network(path)).collect::<Result<Vec<_>>>()?;
    let Some(yardstick) = read(&arguments.file)? else { return Ok(()) };
    let mut out = std::io::stdout();
    let positions = plural::counted(yardstick.positions(), "quiet position", "quiet positions");
    writeln!(out, "{}, {positions}", plural::games(yardstick.games()))?;
    let width = arguments.nets.iter().map(|path| path.display().to_string().len()).max().unwrap_or(0).max(3);
    writeln!(out, "{:<width$}  loss       scale  even  loss reduction vs. the first, 95%", "net")?;
    let mut first: Option<Predictions> = None;
    for (path, network) in arguments.nets.iter().zip(&networks) {
        let verdicts = yardstick.judge(network);
        let model = yardstick.outcomes(&verdicts);
        let (even, scale) = (yardstick::even_chance(&model), verdicts.scale);
        write!(
            out,
            "{:<width$}  {:.7}  {scale:>5.1} {even:>5.1}",
            path.display().to_string(),
            verdicts.loss
        )?;
        if let Some(first) = &first {
            let difference = yardstick.compare(first, &verdicts);
            let words = match difference.sigmas() {
                sigmas if sigmas > CLEAR => "better",
                sigmas if sigmas < -CLEAR => "worse",
                _ => "not significant",
            };
            write!(out, "  {difference}, {:+.1} standard errors: {words}", difference.sigmas())?;
        }
        writeln!(out)?;
        if arguments.outcomes {
            tables::outcomes(&model, yardstick.positions() as u64, &mut out)?;
        }
        first.get_or_insert(verdicts);
    }
    Ok(())
}

fn state(arguments: &State) -> Result<()> {
    let bytes =
        std::fs::read(&arguments.net).with_context(|| format!("cannot read {}", arguments.net.display()))?;
    let parts = Parts::from_bytes(&bytes).with_context(|| arguments.net.display().to_string())?;
    let Some(yardstick) = read(&arguments.file)? else { return Ok(()) };
    let even = yardstick::win_half(&parts, yardstick.samples())?;
    let even = even.context("too few positions, or the net's scores do not predict the results")?;
    let bytes = Parts { win_half: Some(even), ..parts }.to_bytes();
    replace(&arguments.out, &bytes)?;
    remark!("{}: 50% win chance at {} centipawns", arguments.out.display(), f64::from(even) / 10.0);
    Ok(())
}
