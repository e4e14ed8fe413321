//! `heirloom testmovegen`: the move generator against a suite of known counts.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use heirloom_app::engine_spec::EngineSpec;
use heirloom_chess::perft::suite;
use heirloom_engine::{Engine, Transcript};
use heirloom_protocol::client::Timeouts;
use heirloom_workshop::perft::suite::{Generator, Suite};
use heirloom_workshop::plural::counted;

use crate::count::CountOptions;
use crate::exit;
use crate::interrupt;
use crate::invocation::Invocation;
use crate::progress::Bar;

#[derive(Args)]
#[command(after_help = "Examples:
  heirloom testmovegen                             the built-in suite of 126 positions
  heirloom testmovegen --max-leaves 10000000       skip its long counts
  heirloom testmovegen my.epd --threads 4 --against stockfish
  heirloom --engine roce testmovegen my.epd 1000000    an ancestor's own board

A wrong count is traced to the first position with wrong moves, using the counts of the engine given with \
--against \
or a slow reference count. Ctrl-C stops the test with a summary. The exit code is 0 only if all counts are \
complete and correct.")]
pub struct Arguments {
    /// Suite file: lines 'FEN ;D1 20 ;D2 400', or records with 'epd FEN' and 'perft 1 20'
    file: Option<PathBuf>,
    /// The same as --max-leaves
    #[arg(conflicts_with = "max_leaves")]
    leaves: Option<u64>,
    /// Skip counts above this number of leaves [default: none; a million for an ancestor]
    #[arg(long)]
    max_leaves: Option<u64>,
    /// Reference engine to locate a wrong count: the command of a UCI engine that supports 'go perft'
    #[arg(long)]
    against: Option<String>,
    #[command(flatten)]
    counting: CountOptions,
    /// Print JSON, without tracing wrong counts
    #[arg(long, conflicts_with = "against")]
    json: bool,
}

/// The default limit of leaves for the boards of ancestors, which are slower.
const ANCESTOR_LEAVES: u64 = 1_000_000;

/// Runs the suite on the board of the engine.
pub fn run(arguments: &Arguments, invocation: &Invocation<'_>) -> Result<()> {
    let mut ancestor = arguments.counting.ancestor(invocation.own)?;
    let default = if ancestor.is_some() { ANCESTOR_LEAVES } else { u64::MAX };
    let leaves = arguments.leaves.or(arguments.max_leaves).unwrap_or(default);
    let suite = read(arguments.file.as_deref(), leaves)?;
    let mut generator = match &mut ancestor {
        Some(engine) => Generator::Of(engine.as_mut()),
        None => Generator::Own(arguments.counting.options()),
    };
    let mut oracle = match &arguments.against {
        Some(command) => Some(EngineSpec::read(command)?.start(Timeouts::default(), Transcript::new())?),
        None => None,
    };
    test(&suite, &mut generator, &mut std::io::stdout(), oracle.as_deref_mut(), arguments.json)
}

/// Reads the suite in a file, or the built-in one.
pub fn read(file: Option<&Path>, max_leaves: u64) -> Result<Suite> {
    let Some(path) = file else {
        return Suite::read("the built-in suite", suite::BUILT_IN, max_leaves);
    };
    let name = path.display().to_string();
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read the suite {name}"))?;
    Suite::read(&name, &text, max_leaves)
}

/// Counts every position and prints the result; `oracle` counts again where the board is wrong. Wrong counts
/// and Ctrl-C are errors.
pub fn test(
    suite: &Suite,
    generator: &mut Generator<'_>,
    out: &mut dyn Write,
    oracle: Option<&mut (dyn Engine + '_)>,
    json: bool,
) -> Result<()> {
    let pressed = interrupt::catch();
    let bar = Bar::with(suite.leaves(), "{bar:20} {percent:>3}%, {eta} left, {msg}", 1000);
    let result = suite.count(generator, &pressed.asked(), &pressed.signals(), &bar);
    bar.clear();
    let result = result?;
    if json {
        writeln!(out, "{:#}", result.document())?;
    } else {
        let explained = result.explain(generator, oracle, &pressed.asked(), &pressed.signals());
        write!(out, "{explained}{}", result.summary())?;
    }
    let name = &suite.name;
    if pressed.take() {
        return Err(exit::interrupted(format!("interrupted before the end of {name}")));
    }
    match result.wrong() {
        0 => Ok(()),
        wrong => {
            let (one, many) = (format!("count of {name} is"), format!("counts of {name} are"));
            Err(exit::faults(format!("{} wrong", counted(wrong, &one, &many))))
        }
    }
}
