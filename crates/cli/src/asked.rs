//! An engine that is asked about positions: which one, with which options, and how long it may think about each.

use std::time::Duration;

use anyhow::{Result, bail};
use clap::Args;
use heirloom_arena::clock::{Time, TimeControl};
use heirloom_arena::contestant::Contestant;
use heirloom_engine::Limits;

use crate::matches::entrant::{Entrant, MARGIN, Words};

#[derive(Args, Debug)]
// Those who take it have a group of this name.
#[group(skip)]
pub struct Arguments {
    /// The engine: heirloom, or the command of a UCI program; option.NAME=VALUE for an option, nodes=, depth= and st= as limits
    #[arg(long, default_value = "heirloom", value_name = "WORDS")]
    engine: String,
    /// Time for each position: 500ms, 2s, or a number of milliseconds
    #[arg(long, value_name = "TIME", value_parser = read_time)]
    movetime: Option<Duration>,
    /// Nodes for each position
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Plies of iterative deepening for each position
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1000))]
    depth: Option<u32>,
    /// Threads of the engine (its option Threads)
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,
    /// MiB of the engine's transposition table (its option Hash); each engine of --concurrency has its own
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    hash: Option<u32>,
}

/// Reads `500`, `500ms`, `0.5s`: at least a millisecond.
///
/// # Errors
/// What was expected, in words.
pub fn read_time(text: &str) -> Result<Duration, String> {
    let (number, unit) = match (text.strip_suffix("ms"), text.strip_suffix('s')) {
        (Some(number), _) => (number, 1e-3),
        (None, Some(number)) => (number, 1.0),
        (None, None) => (text, 1e-3),
    };
    let seconds = number.trim().parse::<f64>().ok().map(|number| number * unit).filter(|seconds| (0.001..=1e6).contains(seconds));
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.ok_or_else(|| "expected a time such as 500ms or 2s; a number alone is in milliseconds".to_owned())
}

/// Who is asked, and how long it may think.
#[derive(Debug)]
pub struct Asked {
    /// Makes the engines.
    pub contestant: Contestant,
    /// How long.
    pub limits: Limits,
    /// The limits in words.
    pub words: String,
    /// Everything that decides what it answers.
    pub identity: String,
}

/// An engine that was told to stop may take so long before it is killed.
const GRACE: Duration = Duration::from_secs(5);

impl Arguments {
    /// Reads the engine and the limits; those of `otherwise` hold where none are given.
    ///
    /// # Errors
    /// Words that are not known, and clocks, which are for games.
    pub fn read(&self, otherwise: TimeControl) -> Result<Asked> {
        let own = Words::parse(&self.engine, "--engine")?;
        let options = [("Threads", self.threads), ("Hash", self.hash)];
        let options = options.iter().filter_map(|(name, value)| Some(format!("option.{name}={}", (*value)?)));
        let mut all = Words::parse(&options.collect::<Vec<_>>().join(" "), "options")?;
        let time = self.movetime.map_or(Time::Unlimited, Time::PerMove);
        let mut control = TimeControl { time, nodes: self.nodes, depth: self.depth };
        if !control.ends() && !own.has_control() {
            control = otherwise;
        }
        all.set_control(control);
        let entrant = Entrant::new(own, &all, Duration::from_millis(MARGIN))?;
        let control = entrant.control;
        let move_time = match control.time {
            Time::Unlimited => None,
            Time::PerMove(time) => Some(time),
            Time::Clock { .. } => bail!("--engine: tc= is a clock for a game; give the time for each position with --movetime or st="),
        };
        let limits = Limits { move_time, nodes: control.nodes, depth: control.depth, ..Limits::default() };
        let identity = entrant.identity();
        Ok(Asked { contestant: entrant.contestant(GRACE), limits, words: control.to_string(), identity })
    }
}
