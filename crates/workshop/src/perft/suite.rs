//! A move generator checked against a suite of known counts; wrong counts are traced to the first wrong move.

use std::fmt::Write as _;

use anyhow::{Context, Result};
use heirloom_app::coordinates;
use heirloom_chess::Position;
use heirloom_chess::perft::suite::{self, Case};
use heirloom_chess::perft::{self, Interrupted, Options, Stop};
use heirloom_engine::{Engine, Signals};
use serde_json::{Value, json};
use web_time::Instant;

use super::walk::walk;
use crate::monitor::Monitor;

/// A suite and how it is counted.
pub struct Suite {
    /// The name of the suite, for messages.
    pub name: String,
    cases: Vec<Case>,
    options: Options,
    /// Counts above this number of leaves are left out.
    max_leaves: u64,
}

/// A count that differs from the suite.
struct WrongCount<'a> {
    case: &'a Case,
    depth: u32,
    expected: u64,
    found: u64,
}

/// The result of counting a suite.
pub struct SuiteCounts<'a> {
    suite: &'a Suite,
    wrong: Vec<WrongCount<'a>>,
    done: usize,
    of: usize,
    leaves: u64,
    seconds: f64,
}

impl Suite {
    /// Reads a suite from its text; fails on the first invalid line.
    pub fn read(name: &str, text: &str, options: Options, max_leaves: u64) -> Result<Suite> {
        let cases = suite::parse(text).with_context(|| format!("cannot use {name}"))?;
        Ok(Suite { name: name.to_owned(), cases, options, max_leaves })
    }

    fn counts(&self) -> impl Iterator<Item = (&Case, u32, u64)> {
        let all = self
            .cases
            .iter()
            .flat_map(|case| case.counts.iter().map(move |&(depth, leaves)| (case, depth, leaves)));
        all.filter(|(.., leaves)| *leaves <= self.max_leaves)
    }

    /// Returns the number of leaves of all counts.
    pub fn leaves(&self) -> u64 {
        self.counts().map(|(.., leaves)| leaves).sum()
    }

    /// Counts every position until `stop` says so; reports leaves to the monitor.
    pub fn count(&self, stop: &Stop<'_>, monitor: &dyn Monitor) -> SuiteCounts<'_> {
        let begun = Instant::now();
        let (of, mut done, mut leaves, mut wrong) = (self.counts().count(), 0, 0, Vec::new());
        for (case, depth, expected) in self.counts() {
            let rate = leaves as f64 / begun.elapsed().as_secs_f64().max(1e-9) / 1e6;
            monitor.message(format!("{rate:.0} million/s, line {} depth {depth}", case.line));
            match perft::count(&case.position, depth, &self.options, stop) {
                Ok(found) if found == expected => {}
                Ok(found) => wrong.push(WrongCount { case, depth, expected, found }),
                Err(Interrupted) => break,
            }
            done += 1;
            leaves += expected;
            monitor.add(expected);
        }
        SuiteCounts { suite: self, wrong, done, of, leaves, seconds: begun.elapsed().as_secs_f64() }
    }
}

impl SuiteCounts<'_> {
    /// Returns the number of wrong counts.
    pub fn wrong(&self) -> usize {
        self.wrong.len()
    }

    /// Returns the result as JSON.
    pub fn document(&self) -> Value {
        let wrong = |wrong: &WrongCount<'_>| {
            json!({
                "line": wrong.case.line, "fen": wrong.case.fen, "depth": wrong.depth,
                "expected": wrong.expected, "found": wrong.found,
            })
        };
        json!({
            "suite": self.suite.name, "positions": self.suite.cases.len(), "counts": self.done, "of": self.of,
            "leaves": self.leaves, "time_ms": (self.seconds * 1000.0).round() as u64,
            "wrong": self.wrong.iter().map(wrong).collect::<Vec<_>>(),
        })
    }

    /// Returns the totals in two lines.
    pub fn summary(&self) -> String {
        let SuiteCounts { suite, wrong, done, of, leaves, seconds } = self;
        let rate = *leaves as f64 / seconds.max(1e-9) / 1e6;
        format!(
            "{}: {}, {done} of {of} counts, {} wrong\n\
            {leaves} leaves in {seconds:.1} s, {rate:.1} million per second\n",
            suite.name,
            crate::plural::counted(suite.cases.len(), "position", "positions"),
            wrong.len()
        )
    }

    /// Lists the wrong counts; below the first of a position, where it comes from. `oracle` counts again, or
    /// if there is none, a slow reference count.
    pub fn explain(
        &self,
        oracle: Option<&mut (dyn Engine + '_)>,
        stop: &Stop<'_>,
        signals: &Signals,
    ) -> String {
        let mut text = String::new();
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
                ask = |position: &Position, depth: u32| Ok(engine.perft(position, depth, signals)?);
                &mut ask
            }
            None => &mut slow,
        };
        let options = &self.suite.options;
        let mut last_line = 0;
        for WrongCount { case, depth, expected, found } in &self.wrong {
            let (line, fen) = (case.line, &case.fen);
            let _ = writeln!(text, "line {line}: {fen} depth {depth}: {found} leaves, expected {expected}");
            if line == last_line || stop() {
                continue;
            }
            last_line = line;
            let mut ours =
                |position: &Position, depth: u32| Ok(perft::count(position, depth, options, stop)?);
            match walk(&case.position, *depth, &mut ours, theirs) {
                Ok(Some(finding)) => text += &finding.report(&case.position, &other),
                Ok(None) => {
                    let _ = writeln!(
                        text,
                        "  {other} agrees with our count: either the suite is wrong, or both counts are; \
                        leaves by move:"
                    );
                    let by_move = perft::divide(&case.position, *depth, options, stop).unwrap_or_default();
                    for (mv, leaves) in by_move {
                        let mv = coordinates::of_move(&case.position, mv);
                        let _ = writeln!(text, "  {mv} {leaves}");
                    }
                }
                Err(error) => _ = writeln!(text, "  {other} failed: {error:#}"),
            }
        }
        text
    }
}
