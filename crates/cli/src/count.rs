//! `heirloom perft`, `divide`, `perft2` and `divide2`: counting the game tree.

use std::io::Write;
use std::time::Instant;

use anyhow::{Context, Result};
use clap::Args;
use heirloom_chess::notation::uci;
use heirloom_chess::perft::{self, Interrupted, Options, Stop};
use heirloom_chess::{Move, Position};

use crate::interrupt;

#[derive(Args)]
#[command(after_help = "Examples:
  heirloom perft 6                       119060324 leaves from the start position
  heirloom divide 3 --fen 'FEN'          which move another generator counts differently
  heirloom perft 7 --threads 8 --hash 1024

perft counts leaves, perft2 the nodes of all plies; divide and divide2 do so behind each move.")]
pub struct Arguments {
    /// How many plies deep
    #[arg(value_parser = clap::value_parser!(u32).range(0..=30))]
    depth: u32,
    /// The position as FEN; the start position without it
    #[arg(long)]
    fen: Option<String>,
    #[command(flatten)]
    counting: Counting,
}

/// How to count.
#[derive(Args)]
pub struct Counting {
    /// Threads that count
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: u32,
    /// MiB of a table of positions already counted; 0 for none
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=1_048_576))]
    hash: u32,
    /// Play the moves of the last ply instead of only counting them
    #[arg(long)]
    no_bulk: bool,
}

impl Counting {
    /// The same for the counter.
    pub fn options(&self) -> Options {
        Options { threads: self.threads as usize, hash_mb: self.hash as usize, bulk: !self.no_bulk }
    }
}

/// Which of the four counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Leaves.
    Perft,
    /// Leaves behind each move.
    Divide,
    /// Nodes at all depths.
    Perft2,
    /// Nodes behind each move at all depths.
    Divide2,
}

impl Kind {
    /// The kind with this name.
    pub fn from_name(name: &str) -> Option<Kind> {
        match name {
            "perft" => Some(Kind::Perft),
            "divide" => Some(Kind::Divide),
            "perft2" => Some(Kind::Perft2),
            "divide2" => Some(Kind::Divide2),
            _ => None,
        }
    }
}

/// A position from the command line.
///
/// # Errors
/// What is wrong with the FEN.
pub fn position(fen: Option<&str>) -> Result<Position> {
    match fen {
        Some(fen) => Position::from_fen(fen).with_context(|| format!("cannot use the position '{fen}'")),
        None => Ok(Position::startpos()),
    }
}

/// Counts and prints.
pub fn run(kind: Kind, arguments: &Arguments) -> Result<()> {
    let position = position(arguments.fen.as_deref())?;
    let mut out = std::io::stdout();
    write_count(&mut out, kind, &position, arguments.depth, &arguments.counting.options(), &interrupt::catch().asked())
}

/// Counts from a position and writes the result in Roce's manner: moves with their counts first, then the sum.
///
/// # Errors
/// [`Interrupted`] once `stop` says so, and an output that is closed.
pub fn write_count(out: &mut dyn Write, kind: Kind, position: &Position, depth: u32, options: &Options, stop: &Stop<'_>) -> Result<()> {
    let begun = Instant::now();
    let count = || -> Result<(Vec<(Move, u64)>, u64), Interrupted> {
        match kind {
            Kind::Perft => Ok((Vec::new(), perft::count(position, depth, options, stop)?)),
            Kind::Perft2 => Ok((Vec::new(), perft::perft2(position, depth, options, stop)?)),
            Kind::Divide => {
                let by_move = perft::divide(position, depth, options, stop)?;
                let sum = by_move.iter().map(|(_, leaves)| leaves).sum();
                Ok((by_move, sum))
            }
            Kind::Divide2 => {
                let by_move = perft::divide2(position, depth, options, stop)?;
                let sum = by_move.iter().map(|(_, nodes)| nodes + 1).sum();
                Ok((by_move, sum))
            }
        }
    };
    let (by_move, sum) = count()?;
    let seconds = begun.elapsed().as_secs_f64();
    for (mv, count) in &by_move {
        writeln!(out, "{} {count}", uci::format(position, *mv, position.is_chess960()))?;
    }
    if !by_move.is_empty() {
        writeln!(out, "moves: {}", by_move.len())?;
    }
    let unit = if matches!(kind, Kind::Perft | Kind::Divide) { "leaves" } else { "nodes" };
    writeln!(out, "{unit}: {sum}")?;
    writeln!(out, "time: {seconds:.3} s, {:.1} million {unit} per second", sum as f64 / seconds.max(1e-9) / 1e6)?;
    Ok(())
}
