//! Measures all our engines side by side: how fast their boards count, how fast and deep they search.

use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::Result;
use heirloom_ancestors::ALL;
use heirloom_chess::{Line, Position};
use heirloom_engine::{Limits, Signals};

use crate::interrupt;
use crate::roster::Own;

/// Positions of an opening, two middlegames and an endgame, with plies that every board counts in a second or so.
const POSITIONS: &[(&str, u32)] = &[
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 3),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5),
];

/// What was found of an engine.
#[derive(Default)]
struct Found {
    leaves: u64,
    counting: Duration,
    nodes: u64,
    searching: Duration,
    depths: u32,
}

/// Measures and prints a table; each search takes so long. Ctrl-C ends it.
///
/// # Errors
/// An engine that fails, and an output that is closed.
pub fn run(time: Duration) -> Result<()> {
    let mut out = std::io::stdout();
    let caught = interrupt::catch();
    let names = ALL.iter().map(|ancestor| (ancestor.name, Own::Ancestor(ancestor))).chain([("Heirloom", Own::Flagship)]);
    writeln!(out, "{:<12}{:>26}{:>26}{:>18}", "", "counting, 1000 leaves/s", "searching, 1000 nodes/s", "depth, plies")?;
    for (name, own) in names {
        let found = measure(own, time, &caught)?;
        if caught.flag().load(std::sync::atomic::Ordering::SeqCst) {
            break;
        }
        let rate = |count: u64, time: Duration| count as f64 / time.as_secs_f64().max(1e-9) / 1e3;
        writeln!(
            out,
            "{name:<12}{:>26.0}{:>26.0}{:>18.1}",
            rate(found.leaves, found.counting),
            rate(found.nodes, found.searching),
            f64::from(found.depths) / POSITIONS.len() as f64
        )?;
    }
    Ok(())
}

fn measure(own: Own, time: Duration, caught: &interrupt::Catch) -> Result<Found> {
    let (mut engine, mut found) = (own.create()?, Found::default());
    for &(fen, plies) in POSITIONS {
        let line = Line::new(Position::from_fen(fen)?);
        let begun = Instant::now();
        found.leaves += engine.divide(line.position(), plies, &Signals::new())?.iter().map(|(_, leaves)| leaves).sum::<u64>();
        found.counting += begun.elapsed();
        let (mut nodes, mut depth) = (0, 0);
        engine.new_game();
        let (signals, begun) = (caught.signals(), Instant::now());
        engine.search(&line, &Limits::move_time(time), &signals, &mut |info| {
            nodes = info.nodes.unwrap_or(nodes);
            depth = info.depth.unwrap_or(depth);
        })?;
        found.searching += begun.elapsed();
        found.nodes += nodes;
        found.depths += depth;
    }
    Ok(found)
}
