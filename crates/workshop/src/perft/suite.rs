//! A move generator checked against a suite of known counts; wrong counts are traced to the first wrong move.

use std::fmt::Write as _;

use anyhow::{Context, Result};
use heirloom_app::coordinates;
use heirloom_chess::perft::suite::{self, Case};
use heirloom_chess::perft::{self, Options, Stop};
use heirloom_chess::{Move, Position};
use heirloom_engine::{Engine, EngineError, Signals};
use serde_json::{Value, json};
use web_time::Instant;

use super::walk::walk;
use crate::monitor::Monitor;

/// A move generator to check.
pub enum Generator<'a> {
    /// Heirloom's own.
    Own(Options),
    /// That of an ancestor.
    Of(&'a mut dyn Engine),
}

impl Generator<'_> {
    /// Counts the leaves of each move; `None` if the board cannot hold the position.
    fn divide(
        &mut self,
        position: &Position,
        depth: u32,
        stop: &Stop<'_>,
        signals: &Signals,
    ) -> Result<Option<Vec<(Move, u64)>>> {
        match self {
            Generator::Own(options) => Ok(Some(perft::divide(position, depth, options, stop)?)),
            Generator::Of(engine) => match engine.divide(position, depth, signals) {
                Ok(counts) => Ok(Some(counts)),
                Err(EngineError::Unsupported(_)) => Ok(None),
                Err(error) => Err(error.into()),
            },
        }
    }

    /// Counts leaves; `None` if the board cannot hold the position.
    fn count(
        &mut self,
        position: &Position,
        depth: u32,
        stop: &Stop<'_>,
        signals: &Signals,
    ) -> Result<Option<u64>> {
        match self {
            Generator::Own(options) => Ok(Some(perft::count(position, depth, options, stop)?)),
            Generator::Of(_) => {
                let counts = self.divide(position, depth, stop, signals)?;
                Ok(counts.map(|counts| counts.iter().map(|(_, leaves)| leaves).sum()))
            }
        }
    }
}

/// A suite and how deep it is counted.
pub struct Suite {
    /// The name of the suite, for messages.
    pub name: String,
    cases: Vec<Case>,
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
    /// Counts of positions that the board cannot hold.
    unsupported: usize,
    of: usize,
    leaves: u64,
    seconds: f64,
}

impl Suite {
    /// Reads a suite from its text; fails on the first invalid line.
    pub fn read(name: &str, text: &str, max_leaves: u64) -> Result<Suite> {
        let cases = suite::parse(text).with_context(|| format!("cannot use {name}"))?;
        Ok(Suite { name: name.to_owned(), cases, max_leaves })
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

    /// Counts every position on a board until `stop` says so; reports leaves to the monitor. Fails if the
    /// engine does.
    pub fn count(
        &self,
        generator: &mut Generator<'_>,
        stop: &Stop<'_>,
        signals: &Signals,
        monitor: &dyn Monitor,
    ) -> Result<SuiteCounts<'_>> {
        let begun = Instant::now();
        let (of, mut done, mut leaves, mut wrong) = (self.counts().count(), 0, 0, Vec::new());
        let mut unsupported = 0;
        for (case, depth, expected) in self.counts() {
            let rate = leaves as f64 / begun.elapsed().as_secs_f64().max(1e-9) / 1e6;
            monitor.message(format!("{rate:.0} million/s, line {} depth {depth}", case.line));
            monitor.add(expected);
            match generator.count(&case.position, depth, stop, signals) {
                Ok(Some(found)) if found == expected => {}
                Ok(Some(found)) => wrong.push(WrongCount { case, depth, expected, found }),
                Ok(None) => {
                    unsupported += 1;
                    continue;
                }
                Err(_) if stop() => break,
                Err(error) => return Err(error),
            }
            done += 1;
            leaves += expected;
        }
        let seconds = begun.elapsed().as_secs_f64();
        Ok(SuiteCounts { suite: self, wrong, done, unsupported, of, leaves, seconds })
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
            "unsupported": self.unsupported, "leaves": self.leaves,
            "time_ms": (self.seconds * 1000.0).round() as u64,
            "wrong": self.wrong.iter().map(wrong).collect::<Vec<_>>(),
        })
    }

    /// Returns the totals in two lines.
    pub fn summary(&self) -> String {
        let SuiteCounts { suite, wrong, done, unsupported, of, leaves, seconds } = self;
        let rate = *leaves as f64 / seconds.max(1e-9) / 1e6;
        let impossible = match unsupported {
            0 => String::new(),
            counts => format!(", {counts} not supported by this board"),
        };
        format!(
            "{}: {}, {done} of {of} counts{impossible}, {} wrong\n\
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
        generator: &mut Generator<'_>,
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
        let mut last_line = 0;
        for WrongCount { case, depth, expected, found } in &self.wrong {
            let (line, fen) = (case.line, &case.fen);
            let _ = writeln!(text, "line {line}: {fen} depth {depth}: {found} leaves, expected {expected}");
            if line == last_line || stop() {
                continue;
            }
            last_line = line;
            let mut ours = |position: &Position, depth| {
                Ok(generator.count(position, depth, stop, signals)?.unwrap_or(0))
            };
            match walk(&case.position, *depth, &mut ours, theirs) {
                Ok(Some(finding)) => text += &finding.report(&case.position, &other),
                Ok(None) => {
                    let _ = writeln!(
                        text,
                        "  {other} agrees with our count: either the suite is wrong, or both counts are; \
                        leaves by move:"
                    );
                    let by_move = generator.divide(&case.position, *depth, stop, signals).ok().flatten();
                    for (mv, leaves) in by_move.unwrap_or_default() {
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
