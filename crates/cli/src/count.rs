//! `heirloom perft`, `divide`, `perft2` and `divide2`: counting the game tree.

mod compare;

use std::io::Write;
use std::ops::RangeInclusive;
use std::time::Instant;

use anyhow::{Result, bail};
use clap::Args;
use heirloom_chess::notation::uci;
use heirloom_chess::perft::{self, Options};
use heirloom_chess::{Move, Position};
use heirloom_engine::Engine;
use heirloom_workshop::perft::compare::Divide;

use crate::exit::Exit;
use crate::interrupt;
use crate::invocation::Invocation;
use crate::roster::Own;
use crate::words;

#[derive(Args)]
#[command(after_help = "Examples:
  heirloom perft 6                       119060324 leaves from the start position
  heirloom divide 3 --fen 'FEN'          leaf counts by move, to find a bug in a move generator
  heirloom perft 7 --threads 8 --hash 1024
  heirloom perft 5 --compare stockfish   find the first move that another program counts differently

perft counts leaves, perft2 the nodes of all plies; divide and divide2 count them below each move. With --compare the exit code is \
0 if all counts agree, 1 if they differ, 2 if they cannot be compared. See docs/testing.md for details.")]
pub struct Arguments {
    /// Depth in plies
    #[arg(value_parser = clap::value_parser!(u32).range(0..=30))]
    pub depth: u32,
    /// The position as FEN [default: the start position]
    #[arg(long)]
    pub fen: Option<String>,
    #[command(flatten)]
    pub counting: Counting,
    /// Compare with a built-in engine, or with a UCI engine that supports 'go perft'
    #[arg(long, value_name = "ENGINE")]
    pub compare: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

impl Arguments {
    /// The ancestor that is to count; none where our own board does.
    ///
    /// # Errors
    /// Ways of counting that an ancestor does not know.
    pub fn ancestor(&self, own: Own) -> Result<Option<Box<dyn Engine>>> {
        match own {
            Own::Flagship => Ok(None),
            Own::Ancestor(ancestor) if !self.counting.is_plain() => {
                bail!(
                    "--threads, --hash and --no-bulk apply only to heirloom, not to {}; omit them",
                    ancestor.name
                )
            }
            Own::Ancestor(_) => Ok(Some(own.create()?)),
        }
    }
}

/// How to count.
#[derive(Args)]
pub struct Counting {
    /// Number of threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: u32,
    /// Size of the perft hash table in MiB; 0 for none
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=1_048_576))]
    hash: u32,
    /// Make the moves of the last ply instead of only counting them (no bulk counting)
    #[arg(long)]
    no_bulk: bool,
}

impl Counting {
    /// Does nobody ask for anything special?
    fn is_plain(&self) -> bool {
        self.threads == 1 && self.hash == 0 && !self.no_bulk
    }

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
    /// Leaves below each move.
    Divide,
    /// Nodes at all depths.
    Perft2,
    /// Nodes below each move at all depths.
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

    /// Are the counts below each move asked for, too?
    fn is_by_move(self) -> bool {
        matches!(self, Kind::Divide | Kind::Divide2)
    }

    /// What is counted.
    fn unit(self) -> &'static str {
        if matches!(self, Kind::Perft | Kind::Divide) { "leaves" } else { "nodes" }
    }
}

/// A position from the command line.
///
/// # Errors
/// What is wrong with the FEN.
pub fn position(fen: Option<&str>) -> Result<Position> {
    fen.map_or_else(|| Ok(Position::startpos()), words::position)
}

/// Counts on the board of `own` and prints.
///
/// # Errors
/// A position that is none or that the board cannot hold, ways of counting that an ancestor does not know, a count that was stopped, and an
/// output that is closed.
pub fn perft(arguments: &Arguments, invocation: &Invocation<'_>) -> Result<Exit> {
    counted(Kind::Perft, arguments, invocation)
}

/// `heirloom divide`.
///
/// # Errors
/// As those of [`perft`].
pub fn divide(arguments: &Arguments, invocation: &Invocation<'_>) -> Result<Exit> {
    counted(Kind::Divide, arguments, invocation)
}

fn counted(kind: Kind, arguments: &Arguments, invocation: &Invocation<'_>) -> Result<Exit> {
    if arguments.compare.is_some() {
        compare::run(invocation.own, arguments)
    } else {
        run(kind, invocation.own, arguments).map(Exit::from)
    }
}

/// `heirloom perft2`.
///
/// # Errors
/// As those of [`perft`].
pub fn perft2(arguments: &Arguments, invocation: &Invocation<'_>) -> Result<()> {
    run(Kind::Perft2, invocation.own, arguments)
}

/// `heirloom divide2`.
///
/// # Errors
/// As those of [`perft`].
pub fn divide2(arguments: &Arguments, invocation: &Invocation<'_>) -> Result<()> {
    run(Kind::Divide2, invocation.own, arguments)
}

fn run(kind: Kind, own: Own, arguments: &Arguments) -> Result<()> {
    if arguments.compare.is_some() {
        bail!("--compare works only with perft and divide");
    }
    let position = position(arguments.fen.as_deref())?;
    let (mut out, caught) = (std::io::stdout(), interrupt::catch());
    let (options, stop, signals) = (arguments.counting.options(), caught.asked(), caught.signals());
    let mut engine = arguments.ancestor(own)?;
    let mut divide = |position: &Position, plies: u32| match &mut engine {
        Some(engine) => Ok(engine.divide(position, plies, &signals)?),
        None => Ok(perft::divide(position, plies, &options, &stop)?),
    };
    if arguments.json {
        let count = Count::new(kind, &position, arguments.depth, &mut divide)?;
        writeln!(out, "{:#}", count.document(kind, &position, arguments.depth))?;
        return Ok(());
    }
    write_count(&mut out, kind, &position, arguments.depth, &mut divide)
}

/// What was counted.
struct Count {
    by_move: Vec<(Move, u64)>,
    sum: u64,
    seconds: f64,
}

impl Count {
    fn new(kind: Kind, position: &Position, depth: u32, divide: &mut Divide<'_>) -> Result<Count> {
        let begun = Instant::now();
        let by_move = match kind {
            _ if depth == 0 => Vec::new(),
            Kind::Perft | Kind::Divide => divide(position, depth)?,
            Kind::Perft2 => sums(position, 1..=depth, divide)?,
            // Behind a move lies what comes after it.
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

    /// For programs; the counts below each move where they were asked for.
    fn document(&self, kind: Kind, position: &Position, depth: u32) -> serde_json::Value {
        let named =
            |&(mv, count): &(Move, u64)| (uci::format(position, mv, position.is_chess960()), count.into());
        let moves =
            kind.is_by_move().then(|| self.by_move.iter().map(named).collect::<serde_json::Map<_, _>>());
        serde_json::json!({
            "fen": position.fen(), "depth": depth, kind.unit(): self.sum, "moves": moves, "time_ms": (self.seconds * 1000.0).round() as u64,
        })
    }
}

/// Counts from a position and writes the result in Roce's manner: moves with their counts first, then the sum.
///
/// # Errors
/// What `divide` says, and an output that is closed.
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
            writeln!(out, "{} {count}", uci::format(position, *mv, position.is_chess960()))?;
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

/// For each move the leaves of all these depths together.
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
