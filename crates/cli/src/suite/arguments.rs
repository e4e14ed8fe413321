//! The arguments of `heirloom suite` and their values.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;
use clap::Args;
use heirloom_app::suite::solving::Effort;
use heirloom_workshop::suite::minimum::Minimum;
use heirloom_workshop::thinking::{self, EnginePlan};

use crate::thinking::EngineArguments;

#[derive(Args)]
#[command(after_help = "Examples:
  heirloom suite wac.epd                         one second per position
  heirloom suite wac.epd --movetime 200ms --stable 4 --concurrency 2 --min 290
  heirloom suite sts.epd --nodes 100000 --json sts.json  scores by theme
  heirloom suite bratko-kopec.pgn                FEN and EPD tags, or the solution as first move
  heirloom suite matetrack.epd --nodes 1000000 --proved  count only mates proved by the printed line
  heirloom suite wac.epd --history wac.jsonl     record the results
  heirloom suite --history wac.jsonl             show the recorded runs
  heirloom suite --compare wac.jsonl             compare its last two runs
  heirloom suite --compare old.json wac.jsonl#3  compare two runs of any files

A line asks for best moves (bm), moves to avoid (am), moves with points (c0 \"f5=10, Be5+=2\"; or c8 and \
c9), or a mate (bm #3, dm 3). \
A position is solved if the engine's final move is a solution; the time counts until the engine last \
switched to it. \
The default limit is one second per position. See docs/suites.md for details.

Exit codes: 0 success; 1 invalid lines, fewer than --min solved, or the engine failed on some; 2 failure; \
130 Ctrl-C.")]
pub struct Arguments {
    /// EPD or PGN files; - for standard input
    #[arg(required_unless_present_any = ["compare", "history"], value_name = "FILE")]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    thinking: EngineArguments,
    /// Number of positions to search in parallel, each by its own engine with its own hash table
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=512))]
    pub concurrency: u32,
    /// Stop a search once a solution has been the best move for N iterations in a row
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    stable: Option<u32>,
    /// Count a mate only if the engine's line is legal, ends in mate, and is as long as its score claims
    #[arg(long)]
    proved: bool,
    /// Fail if a line is invalid, instead of skipping it
    #[arg(long)]
    pub strict: bool,
    /// Accepted for compatibility; this is the default
    #[arg(long, hide = true, conflicts_with = "strict")]
    skip_wrong: bool,
    /// Search only positions whose name contains this text
    #[arg(long, value_name = "TEXT")]
    pub only: Option<String>,
    /// Print a line for each position, not only for the unsolved ones
    #[arg(long)]
    pub verbose: bool,
    /// Write all results as JSON to this file, or to standard output (-)
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Append the results as one line of JSON to this file; without suites, show its contents
    #[arg(long, value_name = "FILE")]
    pub history: Option<PathBuf>,
    /// Compare two runs: files of --json or --history, #N for run N; for a single file its last two
    #[arg(long, value_name = "RUN", num_args = 1..=2, conflicts_with_all = ["files", "history"])]
    pub compare: Option<Vec<String>>,
    /// Exit with code 1 if fewer positions are solved: a number such as 290, or a percentage such as 80%
    #[arg(long, value_name = "N")]
    pub min: Option<Minimum>,
}

/// The default time per position.
const MOVETIME: Duration = Duration::from_secs(1);

impl Arguments {
    /// Returns the engine and the limits. Fails on unknown settings and on game clocks.
    pub fn plan(&self) -> Result<(EnginePlan, Effort)> {
        let plan = self.thinking.plan("heirloom", thinking::each(MOVETIME))?;
        let effort = Effort { limits: plan.limits.clone(), stable: self.stable, proved: self.proved };
        Ok((plan, effort))
    }

    /// Returns how the positions are searched, without the limits, for records.
    pub fn settings(&self) -> String {
        let mut text = vec![self.thinking.words("heirloom")];
        text.extend(self.stable.map(|stable| format!("stable={stable}")));
        text.extend(self.proved.then(|| "proved".to_owned()));
        text.extend((self.concurrency > 1).then(|| format!("concurrency={}", self.concurrency)));
        text.join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alone;

    #[test]
    fn what_is_kept_of_a_run_names_its_settings() {
        let line = "a.epd --nodes 500 --stable 3 --proved --hash 8 --concurrency 2";
        let arguments: Arguments = alone::parse_line(line).unwrap();
        let (plan, effort) = arguments.plan().unwrap();
        assert_eq!((effort.limits.nodes, effort.stable, effort.proved), (Some(500), Some(3), true));
        assert_eq!(plan.words, "nodes=500");
        assert_eq!(arguments.settings(), "heirloom option.Hash=8 stable=3 proved concurrency=2");
        let wrong = alone::parse_line::<Arguments>("a.epd --min 101%");
        assert!(wrong.is_err_and(|error| error.to_string().contains("expected a number of positions")));
    }
}
