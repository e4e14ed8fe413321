//! `heirloom review`: games annotated, with judgments of all moves and refutations of the bad ones.

mod arguments;
mod output;

use std::io::IsTerminal;
use std::path::PathBuf;

use anyhow::{Result, bail};
use heirloom_workshop::plural::games;
use heirloom_workshop::review::games::{Amount, GamesInput, Source};
use heirloom_workshop::review::journal::Journal;
use heirloom_workshop::review::{ReviewPlan, run};

use crate::exit::Exit;
use crate::interrupt;
use crate::invocation::Invocation;
use crate::progress::Bar;
use crate::streams;
pub use arguments::Arguments;
use output::Outputs;

/// Reviews all games and writes the outputs.
pub fn run(arguments: &Arguments, _: &Invocation<'_>) -> Result<Exit> {
    review(arguments, prepare(arguments)?)
}

/// The plan of a review, its input and its outputs.
struct Prepared {
    plan: ReviewPlan,
    source: (Source, Amount),
    journal: Option<Journal>,
    outputs: Outputs,
}

/// Prepares everything that can fail before the first game.
fn prepare(arguments: &Arguments) -> Result<Prepared> {
    let plan = arguments.plan()?;
    let outputs = Outputs::new(arguments, &plan)?;
    let source = Source::open(inputs(&arguments.files)?, arguments.choice())?;
    let journal =
        arguments.journal.as_deref().map(|path| Journal::open(path, &plan.settings())).transpose()?;
    Ok(Prepared { plan, source, journal, outputs })
}

/// Opens the files, or standard input. Fails if one cannot be read, and if a terminal is to be read.
pub fn inputs(paths: &[PathBuf]) -> Result<Vec<GamesInput>> {
    let standard = [PathBuf::from("-")];
    let paths = if paths.is_empty() { &standard } else { paths };
    let input = |path: &PathBuf| {
        if !streams::is_standard(path) {
            return GamesInput::at(path);
        }
        if std::io::stdin().is_terminal() {
            bail!("no games; name PGN files, or pipe games in");
        }
        GamesInput::read(streams::name(path), streams::open(path)?)
    };
    paths.iter().map(input).collect()
}

fn review(arguments: &Arguments, prepared: Prepared) -> Result<Exit> {
    let Prepared { plan, source, journal, mut outputs } = prepared;
    let catch = interrupt::catch();
    let bar = Bar::new(source.1.positions, "positions");
    // The terminal may show the output.
    let ended = run::run(&plan, source, journal, catch.flag(), &bar, &mut |finished| {
        bar.suspend(|| outputs.add(&finished))
    });
    bar.clear();
    // Finished games are kept.
    if ended.is_err() && outputs.games() > 0 {
        outputs.finish(0)?;
    }
    let ended = ended?;
    let interrupted = catch.take();
    outputs.finish(ended.left_out)?;
    if arguments.summary {
        anstream::eprint!("{}", outputs.summary());
    }
    if interrupted && ended.unfinished {
        let hint = if arguments.journal.is_some() { "; run the same command to continue" } else { "" };
        anstream::eprintln!("heirloom: interrupted after {}{hint}", games(outputs.games()));
        return Ok(Exit::INTERRUPTED);
    }
    if outputs.games() == 0 && ended.left_out + ended.damaged == 0 {
        bail!("no games to review");
    }
    Ok(Exit::of_check(ended.left_out + ended.damaged == 0))
}
