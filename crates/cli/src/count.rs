//! `heirloom perft`, `divide`, `perft2` and `divide2`: the game tree counted.

mod compare;

use std::io::Write;

use anyhow::{Result, bail};
use clap::Args;
use heirloom_chess::Position;
use heirloom_chess::perft::{self, Options};
use heirloom_engine::Engine;
use heirloom_workshop::perft::count::{Count, Kind, write_count};

use crate::exit::Exit;
use crate::interrupt;
use crate::invocation::Invocation;
use crate::roster::BuiltIn;
use crate::words;

#[derive(Args)]
#[command(after_help = "Examples:
  heirloom perft 6                       119060324 leaves from the start position
  heirloom divide 3 --fen 'FEN'          leaf counts by move, to find a bug in a move generator
  heirloom perft 7 --threads 8 --hash 1024
  heirloom perft 5 --compare stockfish   find the first move that another program counts differently

perft counts leaves, perft2 the nodes of all plies; divide and divide2 count them below each move. With \
--compare the exit code is \
0 if all counts agree, 1 if they differ, 2 if they cannot be compared. See docs/testing.md for details.")]
pub struct Arguments {
    /// Depth in plies
    #[arg(value_parser = clap::value_parser!(u32).range(0..=30))]
    pub depth: u32,
    /// The position as FEN [default: the start position]
    #[arg(long)]
    pub fen: Option<String>,
    #[command(flatten)]
    pub counting: CountOptions,
    /// Compare with a built-in engine, or with a UCI engine that supports 'go perft'
    #[arg(long, value_name = "ENGINE")]
    pub compare: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

impl Arguments {
    /// Returns the ancestor that counts; none for Heirloom's own board. Fails on options that ancestors do
    /// not have.
    pub fn ancestor(&self, own: BuiltIn) -> Result<Option<Box<dyn Engine>>> {
        self.counting.ancestor(own)
    }
}

#[derive(Args)]
pub struct CountOptions {
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

impl CountOptions {
    /// Returns true if all options have their defaults.
    fn is_plain(&self) -> bool {
        self.threads == 1 && self.hash == 0 && !self.no_bulk
    }

    /// Returns the ancestor that counts; none for Heirloom's own board. Fails on options that ancestors do
    /// not have.
    pub fn ancestor(&self, own: BuiltIn) -> Result<Option<Box<dyn Engine>>> {
        match own {
            BuiltIn::Flagship => Ok(None),
            BuiltIn::Ancestor(ancestor) if !self.is_plain() => {
                bail!(
                    "--threads, --hash and --no-bulk apply only to heirloom, not to {}; omit them",
                    ancestor.name
                )
            }
            BuiltIn::Ancestor(_) => Ok(Some(own.create()?)),
        }
    }

    /// Returns the options of the counter.
    pub fn options(&self) -> Options {
        Options { threads: self.threads as usize, hash_mb: self.hash as usize, bulk: !self.no_bulk }
    }
}

/// Reads a FEN; by default the start position.
pub fn position(fen: Option<&str>) -> Result<Position> {
    fen.map_or_else(|| Ok(Position::startpos()), words::position)
}

/// Counts on the board of an engine and prints the result. Fails on positions that the board cannot hold, on
/// options that an ancestor does not have, and on Ctrl-C.
pub fn perft(arguments: &Arguments, invocation: &Invocation<'_>) -> Result<Exit> {
    run(Kind::Perft, invocation.own, arguments)
}

/// Counts by move; see [`perft`].
pub fn divide(arguments: &Arguments, invocation: &Invocation<'_>) -> Result<Exit> {
    run(Kind::Divide, invocation.own, arguments)
}

/// Counts nodes; see [`perft`].
pub fn perft2(arguments: &Arguments, invocation: &Invocation<'_>) -> Result<Exit> {
    run(Kind::Perft2, invocation.own, arguments)
}

/// Counts nodes by move; see [`perft`].
pub fn divide2(arguments: &Arguments, invocation: &Invocation<'_>) -> Result<Exit> {
    run(Kind::Divide2, invocation.own, arguments)
}

fn run(kind: Kind, own: BuiltIn, arguments: &Arguments) -> Result<Exit> {
    match (&arguments.compare, kind) {
        (None, _) => {}
        (Some(_), Kind::Perft | Kind::Divide) => return compare::run(own, arguments),
        (Some(_), _) => bail!("--compare works only with perft and divide"),
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
    } else {
        write_count(&mut out, kind, &position, arguments.depth, &mut divide)?;
    }
    Ok(Exit::DONE)
}
