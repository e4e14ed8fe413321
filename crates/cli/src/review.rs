//! `heirloom review`: what each move of games was worth, what refutes the bad ones, how well the players played.

mod arguments;
mod boards;
mod drain;
mod games;
mod graph;
mod html;
mod journal;
mod json;
mod output;
pub mod report;
mod run;
mod summary;
mod table;

use anyhow::{Result, bail};

use crate::exit::Exit;
use crate::interrupt;
use crate::plural::games;
use crate::verbs::Invocation;
pub use arguments::Arguments;
use arguments::Plan;
use games::{Amount, Source};
use journal::Journal;
use output::Outputs;

/// A report tells of so many moves in detail.
const TURNING_POINTS: usize = 9;

/// Reviews all games and writes what was asked for.
pub fn run(arguments: &Arguments, _: &Invocation<'_>) -> Result<Exit> {
    review(arguments, prepare(arguments)?)
}

/// What is to be done, with what, and where it goes.
struct Prepared {
    plan: Plan,
    source: (Source, Amount),
    journal: Option<Journal>,
    outputs: Outputs,
}

/// Everything that can be wrong before the first game.
fn prepare(arguments: &Arguments) -> Result<Prepared> {
    let plan = arguments.plan()?;
    let outputs = Outputs::new(arguments, &plan)?;
    let source = Source::open(&arguments.files, arguments.choice())?;
    let settings = format!(
        "{}{}{} with Heirloom {}",
        plan.thinking.entrant.identity(),
        if plan.keep_evals { ", evaluations kept" } else { "" },
        if plan.skip_book { ", openings passed over" } else { "" },
        heirloom_app::identity::version()
    );
    let journal = arguments.journal.as_deref().map(|path| Journal::open(path, &settings)).transpose()?;
    Ok(Prepared { plan, source, journal, outputs })
}

fn review(arguments: &Arguments, prepared: Prepared) -> Result<Exit> {
    let Prepared { plan, source, journal, mut outputs } = prepared;
    let catch = interrupt::catch();
    let ended = run::run(&plan, source, journal, catch.flag(), &mut |finished| outputs.add(&finished));
    // What is done is done, whatever came after it.
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

/// A text within HTML or SVG.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
