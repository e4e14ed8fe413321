//! The arguments of `heirloom suite`, and the values that they stand for.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Result, bail};
use clap::Args;
use heirloom_arena::clock::{Time, TimeControl};
use heirloom_arena::contestant::Contestant;
use heirloom_engine::Limits;

use super::solving::Effort;
use super::totals::Tally;
use crate::matches::entrant::{Entrant, MARGIN, Words};

#[derive(Args)]
#[command(after_help = "Examples:
  heirloom suite wac.epd                                       one second a position
  heirloom suite wac.epd --movetime 200ms --stable 4 --concurrency 2 --min 290
  heirloom suite sts.epd --nodes 100000 --json sts.json        points by theme
  heirloom suite *.epd --skip-wrong --engine 'stockfish option.Hash=64' --depth 12

A line asks for best moves (bm), moves to avoid (am), moves with points (c0 \"f5=10, Be5+=2\"; or c8 and c9), or a mate (bm #3, dm 3).
A position is solved if the engine's last word is a solution; its time is from when it stayed one. docs/suites.md says more.

Exit code: 0, 1 fewer than --min were solved or the engine failed, 2 wrong arguments or suites, 130 ended by Ctrl-C.")]
pub struct Arguments {
    /// Files of EPD; - is the standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The engine: heirloom, or the command of a UCI program; option.NAME=VALUE for an option, nodes=, depth= and st= as limits
    #[arg(long, default_value = "heirloom", value_name = "WORDS")]
    engine: String,
    /// Time for each position: 500ms, 2s, or a number of milliseconds; one second if no limit is given
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
    /// Positions at a time, each with an engine of its own
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=512))]
    pub concurrency: u32,
    /// Go to the next position once a solution has been the best move of N iterations in a row
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    stable: Option<u32>,
    /// Leave out lines that are wrong, instead of stopping before the first position
    #[arg(long)]
    pub skip_wrong: bool,
    /// Only positions whose name contains this text
    #[arg(long, value_name = "TEXT")]
    pub only: Option<String>,
    /// Print a line for each position, not only for those that were not solved
    #[arg(long)]
    pub verbose: bool,
    /// Write everything as JSON to this file, or to the standard output (-)
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// The exit code is 1 if fewer positions are solved: a number such as 290, or a share such as 80%
    #[arg(long, value_name = "N")]
    pub min: Option<Minimum>,
}

/// How many positions must be solved.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Minimum {
    /// So many.
    Count(usize),
    /// So many of a hundred.
    Percent(f64),
}

impl Minimum {
    /// Are they?
    pub fn is_met(self, tally: &Tally) -> bool {
        match self {
            Minimum::Count(count) => tally.solved >= count,
            Minimum::Percent(percent) => tally.percent() >= percent,
        }
    }
}

impl FromStr for Minimum {
    type Err = String;

    fn from_str(text: &str) -> Result<Minimum, String> {
        let read = match text.strip_suffix('%') {
            Some(percent) => percent.trim().parse().ok().filter(|percent| (0.0..=100.0).contains(percent)).map(Minimum::Percent),
            None => text.parse().ok().map(Minimum::Count),
        };
        read.ok_or_else(|| "expected a number of positions such as 290, or a share such as 80%".to_owned())
    }
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

/// Who solves the positions, and how long it may think.
#[derive(Debug)]
pub struct Plan {
    /// Makes the engines.
    pub contestant: Contestant,
    /// How long.
    pub effort: Effort,
    /// The limits in words.
    pub limits: String,
}

/// An engine that was told to stop may take so long before it is killed.
const GRACE: Duration = Duration::from_secs(5);
/// The time for a position if there is no limit at all.
const MOVETIME: Duration = Duration::from_secs(1);

impl Arguments {
    /// Reads the engine and the limits.
    ///
    /// # Errors
    /// Words that are not known, and clocks, which are for games.
    pub fn plan(&self) -> Result<Plan> {
        let own = Words::parse(&self.engine, "--engine")?;
        let options = [("Threads", self.threads), ("Hash", self.hash)];
        let options = options.iter().filter_map(|(name, value)| Some(format!("option.{name}={}", (*value)?)));
        let mut all = Words::parse(&options.collect::<Vec<_>>().join(" "), "options")?;
        let time = self.movetime.map_or(Time::Unlimited, Time::PerMove);
        let mut control = TimeControl { time, nodes: self.nodes, depth: self.depth };
        if !control.ends() && !own.has_control() {
            control.time = Time::PerMove(MOVETIME);
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
        let effort = Effort { limits, stable: self.stable };
        Ok(Plan { contestant: entrant.contestant(GRACE), effort, limits: control.to_string() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Alone {
        #[command(flatten)]
        arguments: Arguments,
    }

    fn plan(arguments: &[&str]) -> Result<Plan> {
        Alone::try_parse_from(["suite", "a.epd"].iter().chain(arguments))?.arguments.plan()
    }

    fn error(arguments: &[&str]) -> String {
        format!("{:#}", plan(arguments).unwrap_err())
    }

    #[test]
    fn limits_come_from_arguments_or_the_engines_words() {
        let limits = |arguments: &[&str]| plan(arguments).unwrap().limits;
        assert_eq!(limits(&[]), "st=1");
        assert_eq!(limits(&["--movetime", "250"]), "st=0.25");
        assert_eq!(limits(&["--movetime", "2s", "--nodes", "500"]), "st=2,nodes=500");
        assert_eq!(limits(&["--depth", "9"]), "depth=9");
        assert_eq!(limits(&["--engine", "heirloom nodes=77"]), "nodes=77");
        let effort = plan(&["--movetime", "0.5s", "--stable", "3"]).unwrap().effort;
        assert_eq!((effort.limits.move_time, effort.stable), (Some(Duration::from_millis(500)), Some(3)));
    }

    #[test]
    fn mistakes_are_named() {
        assert!(error(&["--movetime", "soon"]).contains("expected a time such as 500ms or 2s"));
        assert!(error(&["--movetime", "0"]).contains("expected a time"));
        assert!(error(&["--min", "101%"]).contains("expected a number of positions"));
        assert!(error(&["--engine", "heirloom tc=10+0.1"]).contains("tc= is a clock for a game"));
        assert!(error(&["--engine", "heirloom nmae=x"]).contains("did you mean 'name'?"));
    }

    #[test]
    fn a_minimum_is_a_number_or_a_share() {
        let tally = Tally { positions: 10, solved: 8, ..Tally::default() };
        let met = |text: &str| text.parse::<Minimum>().unwrap().is_met(&tally);
        assert!(met("8") && !met("9") && met("80%") && !met("80.1%") && met("0"));
    }
}
