//! Measures all our engines side by side: how fast their boards count, how fast and deep they search; the tables are Markdown.

mod generation;

use std::io::Write;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use heirloom_ancestors::ALL;
use heirloom_chess::{Line, Position};
use heirloom_engine::{Limits, Signals};

use crate::interrupt::{self, Catch};
use crate::roster::Own;

/// An opening, two middlegames and an endgame, with plies that every board counts in a second or so, and their leaves.
const POSITIONS: &[(&str, u32, u64)] = &[
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4, 197_281),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 97_862),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 3, 89_890),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5, 674_624),
];

/// The work of a search, the same for all.
const NODES: u64 = 50_000;

/// What was found of an engine.
#[derive(Default)]
struct Found {
    leaves: u64,
    counting: Duration,
    nodes: u64,
    searching: Duration,
    depths: u32,
}

/// Measures and prints tables; each count and each search is repeated for so long. Ctrl-C ends it.
///
/// # Errors
/// An engine that fails or counts wrong, and an output that is closed.
pub fn run(time: Duration) -> Result<()> {
    let (mut out, caught) = (std::io::stdout(), interrupt::catch());
    let ancestors = ALL.iter().map(|ancestor| (ancestor.name, ancestor.board, Own::Ancestor(ancestor)));
    writeln!(
        out,
        "| program | board | perft, million leaves/s | search, 1000 nodes/s | depth after 50,000 nodes, plies |"
    )?;
    writeln!(out, "|---|---|---:|---:|---:|")?;
    for (name, board, own) in
        ancestors.chain([("Heirloom", "bitboards, legal moves from masks", Own::Flagship)])
    {
        let found = measure(own, time, &caught)?;
        if is_over(&caught) {
            return Ok(());
        }
        let rate = |count: u64, time: Duration, unit: f64| count as f64 / time.as_secs_f64().max(1e-9) / unit;
        let depth = f64::from(found.depths) / POSITIONS.len() as f64;
        let (counted, searched) =
            (rate(found.leaves, found.counting, 1e6), rate(found.nodes, found.searching, 1e3));
        writeln!(out, "| {name} | {board} | {counted:.1} | {searched:.0} | {depth:.1} |")?;
    }
    writeln!(out)?;
    generation::run(&mut out, time, &caught)
}

/// Was Ctrl-C pressed?
fn is_over(caught: &Catch) -> bool {
    caught.flag().load(Ordering::SeqCst)
}

/// The shortest of all runs within a time, at least one: other programs on the machine can only make it longer.
fn shortest(time: Duration, caught: &Catch, mut work: impl FnMut() -> Result<()>) -> Result<Duration> {
    let (begun, mut least) = (Instant::now(), Duration::MAX);
    while least == Duration::MAX || begun.elapsed() < time && !is_over(caught) {
        let begun = Instant::now();
        work()?;
        least = least.min(begun.elapsed());
    }
    Ok(least)
}

fn measure(own: Own, time: Duration, caught: &Catch) -> Result<Found> {
    let (mut engine, mut found) = (own.create()?, Found::default());
    for &(fen, plies, leaves) in POSITIONS {
        let line = Line::new(Position::from_fen(fen)?);
        found.counting += shortest(time, caught, || {
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
        let (mut depth, signals) = (0, caught.signals());
        found.searching += shortest(time, caught, || {
            engine.new_game();
            engine.search(&line, &Limits::nodes(NODES), &signals, &mut |info| {
                depth = info.depth.unwrap_or(depth)
            })?;
            Ok(())
        })?;
        // What an engine told last may be the end of an iteration: the limit says how many nodes there were.
        found.nodes += NODES;
        found.depths += depth;
    }
    Ok(found)
}
