//! `heirloom testmovegen`: the move generator against a suite of known counts.

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::Args;
use heirloom_app::engine_spec::EngineSpec;
use heirloom_chess::perft::suite::{self, Case};
use heirloom_chess::perft::{self, Interrupted, Options, Stop};
use heirloom_chess::{Position, notation};
use heirloom_engine::{Engine, Transcript};
use heirloom_protocol::client::Patience;
use heirloom_workshop::perft::walk::walk;
use heirloom_workshop::plural::counted;
use indicatif::ProgressBar;
use serde_json::json;

use crate::count::Counting;
use crate::exit;
use crate::interrupt::{self, Catch};
use crate::invocation::Invocation;

#[derive(Args)]
#[command(after_help = "Examples:
  heirloom testmovegen                             the built-in suite of 126 positions
  heirloom testmovegen --max-leaves 10000000       skip its long counts
  heirloom testmovegen my.epd --threads 4 --against stockfish

A wrong count is traced to the first position with wrong moves, using the counts of the engine given with --against \
or a slow reference count. Ctrl-C stops the test with a summary. The exit code is 0 only if all counts are complete and correct.")]
pub struct Arguments {
    /// Suite file: lines 'FEN ;D1 20 ;D2 400', or records with 'epd FEN' and 'perft 1 20'
    file: Option<PathBuf>,
    /// Skip counts above this number of leaves
    #[arg(long, default_value_t = u64::MAX, hide_default_value = true)]
    max_leaves: u64,
    /// Reference engine to locate a wrong count: the command of a UCI engine that supports 'go perft'
    #[arg(long)]
    against: Option<String>,
    #[command(flatten)]
    counting: Counting,
    /// Print JSON, without tracing wrong counts
    #[arg(long, conflicts_with = "against")]
    json: bool,
}

/// Runs the suite.
pub fn run(arguments: &Arguments, _: &Invocation<'_>) -> Result<()> {
    let (name, text) = match &arguments.file {
        Some(path) => {
            let text = std::fs::read_to_string(path)
                .with_context(|| format!("cannot read the suite {}", path.display()))?;
            (path.display().to_string(), text)
        }
        None => ("the built-in suite".into(), suite::BUILT_IN.into()),
    };
    let mut oracle = match &arguments.against {
        Some(command) => Some(EngineSpec::read(command)?.start(Patience::default(), Transcript::new())?),
        None => None,
    };
    let (max_leaves, options) = (arguments.max_leaves, arguments.counting.options());
    Suite { name: &name, text: &text, max_leaves, options, json: arguments.json }
        .test(&mut std::io::stdout(), oracle.as_deref_mut())
}

/// A suite, and how it is counted.
pub struct Suite<'a> {
    /// For messages.
    pub name: &'a str,
    /// Its content.
    pub text: &'a str,
    /// Counts above this number of leaves are left out.
    pub max_leaves: u64,
    /// How to count.
    pub options: Options,
    /// Write a document for programs.
    pub json: bool,
}

/// A count that is not what the suite says.
struct Wrong<'a> {
    case: &'a Case,
    depth: u32,
    expected: u64,
    found: u64,
}

impl Wrong<'_> {
    fn document(&self) -> serde_json::Value {
        json!({"line": self.case.line, "fen": self.case.fen, "depth": self.depth, "expected": self.expected, "found": self.found})
    }
}

impl Suite<'_> {
    /// Counts every position and writes a summary; `oracle` counts again where we were wrong.
    ///
    /// # Errors
    /// A suite that cannot be read, a wrong count, Ctrl-C, and an output that is closed.
    pub fn test(&self, out: &mut dyn Write, oracle: Option<&mut (dyn Engine + '_)>) -> Result<()> {
        let cases = suite::parse(self.text).with_context(|| format!("cannot use {}", self.name))?;
        let counts: Vec<(&Case, u32, u64)> = cases
            .iter()
            .flat_map(|case| case.counts.iter().map(move |&(depth, leaves)| (case, depth, leaves)))
            .filter(|(.., leaves)| *leaves <= self.max_leaves)
            .collect();
        let pressed = interrupt::catch();
        let begun = Instant::now();
        let bar = progress(counts.iter().map(|(.., leaves)| leaves).sum());
        let (mut done, mut leaves, mut wrong) = (0, 0, Vec::new());
        for &(case, depth, expected) in &counts {
            let rate = leaves as f64 / begun.elapsed().as_secs_f64().max(1e-9) / 1e6;
            bar.set_message(format!("{rate:.0} million/s, line {} depth {depth}", case.line));
            match perft::count(&case.position, depth, &self.options, &pressed.asked()) {
                Ok(found) if found == expected => {}
                Ok(found) => wrong.push(Wrong { case, depth, expected, found }),
                Err(Interrupted) => break,
            }
            done += 1;
            leaves += expected;
            bar.inc(expected);
        }
        bar.finish_and_clear();
        let seconds = begun.elapsed().as_secs_f64();
        if self.json {
            let wrong: Vec<_> = wrong.iter().map(Wrong::document).collect();
            let document = json!({
                "suite": self.name, "positions": cases.len(), "counts": done, "of": counts.len(), "leaves": leaves,
                "time_ms": (seconds * 1000.0).round() as u64, "wrong": wrong,
            });
            writeln!(out, "{document:#}")?;
        } else {
            self.explain(out, &wrong, oracle, &pressed)?;
            writeln!(
                out,
                "{}: {} positions, {done} of {} counts, {} wrong",
                self.name,
                cases.len(),
                counts.len(),
                wrong.len()
            )?;
            writeln!(
                out,
                "{leaves} leaves in {seconds:.1} s, {:.1} million per second",
                leaves as f64 / seconds.max(1e-9) / 1e6
            )?;
        }
        if pressed.take() {
            return Err(exit::interrupted(format!("interrupted before the end of {}", self.name)));
        }
        if !wrong.is_empty() {
            return Err(exit::faults(format!(
                "{} wrong",
                counted(
                    wrong.len(),
                    &format!("count of {} is", self.name),
                    &format!("counts of {} are", self.name)
                )
            )));
        }
        Ok(())
    }

    /// Each wrong count in a line; below the first of a position, where it comes from.
    fn explain(
        &self,
        out: &mut dyn Write,
        wrong: &[Wrong<'_>],
        oracle: Option<&mut (dyn Engine + '_)>,
        pressed: &Catch,
    ) -> Result<()> {
        let stop: &Stop<'_> = &pressed.asked();
        let signals = pressed.signals();
        let other = oracle
            .as_ref()
            .map_or_else(|| "the reference count".to_string(), |engine| engine.name().to_string());
        let mut slow = |position: &Position, depth: u32| {
            let plain = Options { threads: 1, hash_mb: 0, bulk: false };
            Ok(perft::count(position, depth, &plain, stop)?)
        };
        let mut ask;
        let theirs: &mut dyn FnMut(&Position, u32) -> Result<u64> = match oracle {
            Some(engine) => {
                ask = |position: &Position, depth: u32| Ok(engine.perft(position, depth, &signals)?);
                &mut ask
            }
            None => &mut slow,
        };
        let mut last_line = 0;
        for Wrong { case, depth, expected, found } in wrong {
            writeln!(
                out,
                "line {}: {} depth {depth}: {found} leaves, expected {expected}",
                case.line, case.fen
            )?;
            if case.line == last_line || stop() {
                continue;
            }
            last_line = case.line;
            let mut ours =
                |position: &Position, depth: u32| Ok(perft::count(position, depth, &self.options, stop)?);
            match walk(&case.position, *depth, &mut ours, theirs) {
                Ok(Some(finding)) => write!(out, "{}", finding.report(&case.position, &other))?,
                Ok(None) => {
                    writeln!(
                        out,
                        "  {other} agrees with our count: either the suite is wrong, or both counts are; leaves by move:"
                    )?;
                    let by_move =
                        perft::divide(&case.position, *depth, &self.options, stop).unwrap_or_default();
                    for (mv, leaves) in by_move {
                        let chess960 = case.position.is_chess960();
                        writeln!(out, "  {} {leaves}", notation::uci::format(&case.position, mv, chess960))?;
                    }
                }
                Err(error) => writeln!(out, "  {other} failed: {error:#}")?,
            }
        }
        Ok(())
    }
}

/// A bar on standard error with rate and time left, if somebody can see it.
fn progress(leaves: u64) -> ProgressBar {
    let bar = crate::progress::bar(leaves, "{bar:20} {percent:>3} %, {eta} left, {msg}");
    bar.enable_steady_tick(Duration::from_secs(1));
    bar
}
