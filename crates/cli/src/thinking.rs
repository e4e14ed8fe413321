//! The arguments for engine and limits that suites, analyses, reviews and puzzles share.

use std::thread::available_parallelism;
use std::time::Duration;

use anyhow::Result;
use clap::Args;
use heirloom_arena::clock::{Time, TimeControl};
use heirloom_workshop::entrant::EngineSettings;
use heirloom_workshop::thinking::EnginePlan;

#[derive(Args, Debug)]
pub struct EngineArguments {
    /// A built-in engine or the command of a UCI engine, followed by option.NAME=VALUE for options, and
    /// nodes=, depth= or st=
    #[arg(long, value_name = "ENGINE")]
    pub engine: Option<String>,
    /// Time per position: 500ms, 2s, or a number of milliseconds
    #[arg(long, value_name = "TIME", value_parser = read_time)]
    pub movetime: Option<Duration>,
    /// Nodes per position
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Depth per position in plies
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub depth: Option<u32>,
    /// Number of engine threads (option Threads)
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,
    /// Size of the engine's hash table in MiB (option Hash)
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    hash: Option<u32>,
}

impl EngineArguments {
    /// Returns the engine, by default `own`, and the limits, by default `usual`. Fails on unknown settings
    /// and on game clocks.
    pub fn plan(&self, own: &str, usual: TimeControl) -> Result<EnginePlan> {
        let own = EngineSettings::read(self.engine.as_deref().unwrap_or(own), "--engine")?;
        let all = EngineSettings::parse(&self.options().join(" "), "options")?;
        let time = self.movetime.map_or(Time::Unlimited, Time::PerMove);
        let control = TimeControl { time, nodes: self.nodes, depth: self.depth };
        EnginePlan::new(own, all, control, usual)
    }

    /// Returns the engine, by default `own`, and its options in words, for records.
    pub fn words(&self, own: &str) -> String {
        let engine = self.engine.clone().unwrap_or_else(|| own.to_owned());
        std::iter::once(engine).chain(self.options()).collect::<Vec<_>>().join(" ")
    }

    fn options(&self) -> Vec<String> {
        let options = [("Threads", self.threads), ("Hash", self.hash)];
        options.iter().filter_map(|(name, value)| Some(format!("option.{name}={}", (*value)?))).collect()
    }
}

/// Returns a number of threads, by default one for each CPU.
pub fn threads(given: Option<u32>) -> usize {
    given.map_or_else(|| available_parallelism().map_or(1, usize::from), |count| count as usize)
}

/// Reads `500`, `500ms` or `0.5s`: at least a millisecond.
pub fn read_time(text: &str) -> Result<Duration, String> {
    let (number, unit) = match (text.strip_suffix("ms"), text.strip_suffix('s')) {
        (Some(number), _) => (number, 1e-3),
        (None, Some(number)) => (number, 1.0),
        (None, None) => (text, 1e-3),
    };
    let seconds = number
        .trim()
        .parse::<f64>()
        .ok()
        .map(|number| number * unit)
        .filter(|seconds| (0.001..=1e6).contains(seconds));
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.ok_or_else(|| "expected a time such as 500ms or 2s; a plain number is in milliseconds".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alone;
    use heirloom_workshop::thinking::each;

    fn plan(line: &str) -> Result<EnginePlan> {
        alone::parse_line::<EngineArguments>(line)?.plan("heirloom", each(Duration::from_secs(1)))
    }

    #[test]
    fn limits_come_from_arguments_or_the_engines_words() {
        for (line, limits) in [
            ("", "st=1"),
            ("--movetime 250", "st=0.25"),
            ("--movetime 2s --nodes 500", "st=2,nodes=500"),
            ("--depth 9", "depth=9"),
            ("--engine 'heirloom nodes=77'", "nodes=77"),
        ] {
            assert_eq!(plan(line).unwrap().words, limits, "{line}");
        }
        assert_eq!(plan("--movetime 0.5s").unwrap().limits.move_time, Some(Duration::from_millis(500)));
    }

    #[test]
    fn mistakes_are_named() {
        for (line, message) in [
            ("--movetime soon", "expected a time such as 500ms or 2s"),
            ("--movetime 0", "expected a time"),
            ("--engine 'heirloom tc=10+0.1'", "tc= is a game clock"),
            ("--engine 'heirloom nmae=x'", "did you mean 'name'?"),
        ] {
            let error = format!("{:#}", plan(line).unwrap_err());
            assert!(error.contains(message), "{line}: {error}");
        }
    }
}
