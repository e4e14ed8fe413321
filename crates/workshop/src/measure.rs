//! All built-in engines measured: how fast their boards count, how fast and deep they search; the tables are
//! Markdown.

mod generation;

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Result, ensure};
use heirloom_ancestors::ALL;
use heirloom_app::roster::BuiltIn;
use heirloom_chess::{Line, Position};
use heirloom_engine::{Limits, Signals};
use web_time::Instant;

/// An opening, two middlegames and an endgame, with plies that every board counts in a second or so, and
/// their leaves.
const POSITIONS: &[(&str, u32, u64)] = &[
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4, 197_281),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 97_862),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 3, 89_890),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5, 674_624),
];

/// The node limit of each search.
const NODES: u64 = 50_000;

/// The measurements of an engine.
#[derive(Default)]
struct Found {
    leaves: u64,
    counting: Duration,
    nodes: u64,
    searching: Duration,
    depths: u32,
}

/// Measures all engines and writes the tables; each count and each search is repeated for `time`. `stop` ends
/// it, and `signals` makes signals for a search that do the same. Fails if an engine fails or miscounts, or
/// the output is closed.
pub fn run(
    out: &mut dyn Write,
    time: Duration,
    stop: &AtomicBool,
    signals: &dyn Fn() -> Signals,
) -> Result<()> {
    let ancestors = ALL.iter().map(|ancestor| (ancestor.name, ancestor.board, BuiltIn::Ancestor(ancestor)));
    writeln!(
        out,
        "| program | board | perft, million leaves/s | search, 1000 nodes/s | depth after 50,000 nodes, \
            plies |"
    )?;
    writeln!(out, "|---|---|---:|---:|---:|")?;
    for (name, board, own) in
        ancestors.chain([("Heirloom", "bitboards, legal moves from masks", BuiltIn::Flagship)])
    {
        let found = measure(own, time, stop, signals)?;
        if stop.load(Ordering::SeqCst) {
            return Ok(());
        }
        let rate = |count: u64, time: Duration, unit: f64| count as f64 / time.as_secs_f64().max(1e-9) / unit;
        let depth = f64::from(found.depths) / POSITIONS.len() as f64;
        let (counted, searched) =
            (rate(found.leaves, found.counting, 1e6), rate(found.nodes, found.searching, 1e3));
        writeln!(out, "| {name} | {board} | {counted:.1} | {searched:.0} | {depth:.1} |")?;
    }
    writeln!(out)?;
    generation::run(out, time, stop)
}

/// Returns the shortest of all runs within a time, at least one: other programs on the machine can only slow
/// runs down.
fn shortest(time: Duration, stop: &AtomicBool, mut work: impl FnMut() -> Result<()>) -> Result<Duration> {
    let (begun, mut least) = (Instant::now(), Duration::MAX);
    while least == Duration::MAX || begun.elapsed() < time && !stop.load(Ordering::SeqCst) {
        let begun = Instant::now();
        work()?;
        least = least.min(begun.elapsed());
    }
    Ok(least)
}

fn measure(own: BuiltIn, time: Duration, stop: &AtomicBool, signals: &dyn Fn() -> Signals) -> Result<Found> {
    let (mut engine, mut found) = (own.create()?, Found::default());
    for &(fen, plies, leaves) in POSITIONS {
        let line = Line::new(Position::from_fen(fen)?);
        found.counting += shortest(time, stop, || {
            let counted: u64 = engine
                .divide(line.position(), plies, &Signals::new())?
                .iter()
                .map(|(_, leaves)| leaves)
                .sum();
            ensure!(
                counted == leaves,
                "{} counts {counted} leaves at depth {plies} of {fen}; the correct count is {leaves}",
                engine.name()
            );
            Ok(())
        })?;
        found.leaves += leaves;
        let (mut depth, signals) = (0, signals());
        found.searching += shortest(time, stop, || {
            engine.new_game();
            engine.search(&line, &Limits::nodes(NODES), &signals, &mut |info| {
                depth = info.depth.unwrap_or(depth)
            })?;
            Ok(())
        })?;
        // The last report may be older than the end of the search: the limit is the number of nodes.
        found.nodes += NODES;
        found.depths += depth;
    }
    Ok(found)
}
