//! `heirloom testmovegen`: the move generator against a suite of known counts.

use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use clap::Args;
use heirloom_chess::perft::suite::{self, Case};
use heirloom_chess::perft::{self, Interrupted, Options};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::count::{Counting, Kind, write_count};
use crate::interrupt;

#[derive(Args)]
#[command(after_help = "Without a file the built-in suite of 126 positions is used. Ctrl-C ends the test with a summary.")]
pub struct Arguments {
    /// A suite: lines 'FEN ;D1 20 ;D2 400', or records with 'epd FEN' and 'perft 1 20'
    file: Option<PathBuf>,
    /// Leave out counts above this number of leaves
    #[arg(long, default_value_t = u64::MAX, hide_default_value = true)]
    max_leaves: u64,
    #[command(flatten)]
    counting: Counting,
}

/// Runs the suite.
pub fn run(arguments: &Arguments) -> Result<()> {
    let (name, text) = match &arguments.file {
        Some(path) => {
            let text = std::fs::read_to_string(path).with_context(|| format!("cannot read the suite {}", path.display()))?;
            (path.display().to_string(), text)
        }
        None => ("the built-in suite".into(), suite::BUILT_IN.into()),
    };
    test(&mut std::io::stdout(), &name, &text, arguments.max_leaves, &arguments.counting.options())
}

/// Counts every position of a suite and writes a summary.
///
/// # Errors
/// A suite that cannot be read, a wrong count, Ctrl-C, and an output that is closed.
pub fn test(out: &mut dyn Write, name: &str, text: &str, max_leaves: u64, options: &Options) -> Result<()> {
    let cases = suite::parse(text).with_context(|| format!("cannot use {name}"))?;
    let counts: Vec<(&Case, u32, u64)> = cases
        .iter()
        .flat_map(|case| case.counts.iter().map(move |&(depth, leaves)| (case, depth, leaves)))
        .filter(|(.., leaves)| *leaves <= max_leaves)
        .collect();
    let bar = progress(counts.iter().map(|(.., leaves)| leaves).sum());
    let begun = Instant::now();
    let stop = interrupt::flag();
    let (mut done, mut leaves, mut wrong) = (0, 0, Vec::new());
    for &(case, depth, expected) in &counts {
        let rate = leaves as f64 / begun.elapsed().as_secs_f64().max(1e-9) / 1e6;
        bar.set_message(format!("{rate:.0} million/s, line {}, depth {depth}", case.line));
        match perft::count(&case.position, depth, options, stop) {
            Ok(found) if found == expected => {}
            Ok(found) => wrong.push((case, depth, expected, found)),
            Err(Interrupted) => break,
        }
        done += 1;
        leaves += expected;
        bar.inc(expected);
    }
    bar.finish_and_clear();
    for (case, depth, expected, found) in &wrong {
        writeln!(out, "line {}: {} depth {depth}: {found} leaves, expected {expected}; by move:", case.line, case.fen)?;
        write_count(out, Kind::Divide, &case.position, *depth, options, stop)?;
    }
    let seconds = begun.elapsed().as_secs_f64();
    let rate = leaves as f64 / seconds.max(1e-9) / 1e6;
    writeln!(out, "{name}: {} positions, {done} of {} counts, {} wrong", cases.len(), counts.len(), wrong.len())?;
    writeln!(out, "{leaves} leaves in {seconds:.1} s, {rate:.1} million per second")?;
    if was_interrupted(stop) {
        bail!("interrupted before the end of {name}");
    }
    if !wrong.is_empty() {
        bail!("{} counts of {name} are wrong", wrong.len());
    }
    Ok(())
}

fn was_interrupted(stop: &AtomicBool) -> bool {
    stop.swap(false, Ordering::Relaxed)
}

/// A bar on standard error with rate and time left, if somebody can see it.
fn progress(leaves: u64) -> ProgressBar {
    let target = if std::io::stderr().is_terminal() { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let style = ProgressStyle::with_template("{bar:30} {percent:>3} % of {human_len} leaves, {eta} left, {msg}");
    ProgressBar::with_draw_target(Some(leaves), target).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
