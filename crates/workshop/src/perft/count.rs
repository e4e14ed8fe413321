//! The four counts of the game tree: leaves or nodes, in total or below each move.

use std::io::Write;
use std::ops::RangeInclusive;

use anyhow::Result;
use heirloom_app::coordinates;
use heirloom_chess::{Move, Position};
use web_time::Instant;

use super::compare::Divide;

/// A kind of count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Leaves.
    Perft,
    /// Leaves below each move.
    Divide,
    /// Nodes at all depths.
    Perft2,
    /// Nodes below each move at all depths.
    Divide2,
}

impl Kind {
    /// Returns the kind with this name.
    pub fn from_name(name: &str) -> Option<Kind> {
        match name {
            "perft" => Some(Kind::Perft),
            "divide" => Some(Kind::Divide),
            "perft2" => Some(Kind::Perft2),
            "divide2" => Some(Kind::Divide2),
            _ => None,
        }
    }

    /// Returns true if counts below each move are reported.
    fn is_by_move(self) -> bool {
        matches!(self, Kind::Divide | Kind::Divide2)
    }

    /// Returns what is counted.
    fn unit(self) -> &'static str {
        if matches!(self, Kind::Perft | Kind::Divide) { "leaves" } else { "nodes" }
    }
}

/// The result of a count.
pub struct Count {
    by_move: Vec<(Move, u64)>,
    sum: u64,
    seconds: f64,
}

impl Count {
    /// Counts from a position; fails if `divide` does.
    pub fn new(kind: Kind, position: &Position, depth: u32, divide: &mut Divide<'_>) -> Result<Count> {
        let begun = Instant::now();
        let by_move = match kind {
            _ if depth == 0 => Vec::new(),
            Kind::Perft | Kind::Divide => divide(position, depth)?,
            Kind::Perft2 => sums(position, 1..=depth, divide)?,
            // A move counts the nodes after it.
            Kind::Divide2 if depth == 1 => divide(position, 1)?.into_iter().map(|(mv, _)| (mv, 0)).collect(),
            Kind::Divide2 => sums(position, 2..=depth, divide)?,
        };
        let sum: u64 = match kind {
            Kind::Perft if depth == 0 => 1,
            Kind::Divide2 => by_move.iter().map(|(_, nodes)| nodes + 1).sum(),
            _ => by_move.iter().map(|(_, count)| count).sum(),
        };
        Ok(Count { by_move, sum, seconds: begun.elapsed().as_secs_f64() })
    }

    /// Returns the count as JSON, with the counts below each move if `kind` has them.
    pub fn document(&self, kind: Kind, position: &Position, depth: u32) -> serde_json::Value {
        let named = |&(mv, count): &(Move, u64)| (coordinates::of_move(position, mv), count.into());
        let moves =
            kind.is_by_move().then(|| self.by_move.iter().map(named).collect::<serde_json::Map<_, _>>());
        serde_json::json!({
            "fen": position.fen(), "depth": depth, kind.unit(): self.sum, "moves": moves,
            "time_ms": (self.seconds * 1000.0).round() as u64,
        })
    }
}

/// Counts from a position and writes the result as Roce does: moves with their counts, then the sum. Fails if
/// `divide` does or the output is closed.
pub fn write_count(
    out: &mut dyn Write,
    kind: Kind,
    position: &Position,
    depth: u32,
    divide: &mut Divide<'_>,
) -> Result<()> {
    let Count { by_move, sum, seconds } = Count::new(kind, position, depth, divide)?;
    if kind.is_by_move() && depth > 0 {
        for (mv, count) in &by_move {
            writeln!(out, "{} {count}", coordinates::of_move(position, *mv))?;
        }
        writeln!(out, "moves: {}", by_move.len())?;
    }
    let unit = kind.unit();
    writeln!(out, "{unit}: {sum}")?;
    writeln!(
        out,
        "time: {seconds:.3} s, {:.1} million {unit} per second",
        sum as f64 / seconds.max(1e-9) / 1e6
    )?;
    Ok(())
}

/// Returns the leaves of all these depths together, by move.
fn sums(
    position: &Position,
    depths: RangeInclusive<u32>,
    divide: &mut Divide<'_>,
) -> Result<Vec<(Move, u64)>> {
    let mut sums: Vec<(Move, u64)> = Vec::new();
    for plies in depths {
        let leaves = divide(position, plies)?;
        if sums.is_empty() {
            sums = leaves;
        } else {
            // A generator lists its moves in the same order each time.
            sums.iter_mut().zip(leaves).for_each(|(sum, (_, leaves))| sum.1 += leaves);
        }
    }
    Ok(sums)
}
