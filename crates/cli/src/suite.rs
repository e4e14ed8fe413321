//! `heirloom suite`: positions whose best moves are known, and how many of them an engine finds.

mod arguments;
mod goal;
mod json;
mod positions;
mod report;
mod run;
mod solving;
mod totals;

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Result, bail};

use crate::interrupt;
use arguments::Plan;
pub use arguments::{Arguments, read_time};
use json::Setting;
use positions::Suites;
use report::counted;
use totals::Totals;

/// Nothing could be searched: the arguments or the suites are wrong.
const WRONG: u8 = 2;

/// Solves the positions and prints what came of it.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let (plan, suites) = match prepare(arguments) {
        Ok(read) => read,
        Err(error) => {
            anstream::eprintln!("heirloom: {error:#}");
            return Ok(ExitCode::from(WRONG));
        }
    };
    solve(arguments, &plan, &suites)
}

/// Everything that can be wrong before the first position.
fn prepare(arguments: &Arguments) -> Result<(Plan, Suites)> {
    let (plan, suites) = (arguments.plan()?, suites(arguments)?);
    arguments.json.as_deref().map_or(Ok(()), json::check)?;
    Ok((plan, suites))
}

/// The positions to solve; every wrong line is named.
fn suites(arguments: &Arguments) -> Result<Suites> {
    let mut suites = Suites::read(&arguments.files)?;
    for wrong in &suites.wrong {
        anstream::eprintln!("{wrong}");
    }
    if !suites.wrong.is_empty() && !arguments.skip_wrong {
        bail!("{} wrong; --skip-wrong leaves them out", counted(suites.wrong.len(), "line is", "lines are"));
    }
    if let Some(text) = &arguments.only {
        suites.tasks.retain(|task| task.id.contains(text.as_str()));
    }
    if suites.tasks.is_empty() {
        bail!("there is no position to solve in {}", suites.files.join(", "));
    }
    Ok(suites)
}

fn solve(arguments: &Arguments, plan: &Plan, suites: &Suites) -> Result<ExitCode> {
    let catch = interrupt::catch();
    let begun = Instant::now();
    let run = run::run(&suites.tasks, &plan.contestant, &plan.effort, arguments.concurrency as usize, catch.flag())?;
    let wall = begun.elapsed();
    let interrupted = catch.take();
    let totals = Totals::new(suites, &run.answers);
    let complete = totals.all.positions == suites.tasks.len();
    let mut text = report::positions(suites, &run.answers, arguments.verbose);
    text.push_str(&format!("{} with {}\n", run.engine, plan.limits));
    text.push_str(&report::sums(&totals, wall));
    if !suites.wrong.is_empty() {
        text.push_str(&format!("{} left out\n", counted(suites.wrong.len(), "wrong line was", "wrong lines were")));
    }
    if !complete {
        let why = if interrupted { "interrupted" } else { "ended early" };
        text.push_str(&format!("{why}: {} of {} positions were searched\n", totals.all.positions, suites.tasks.len()));
    }
    // Other programs read the standard output when it gets the document.
    if arguments.json.as_deref() == Some(Path::new("-")) {
        std::io::stderr().write_all(text.as_bytes())?;
    } else {
        std::io::stdout().write_all(text.as_bytes())?;
    }
    if let Some(path) = &arguments.json {
        let setting = Setting { engine: &run.engine, limits: &plan.limits, complete };
        json::write(path, &json::document(suites, &run.answers, &totals, &setting))?;
    }
    if let Some(failure) = run.failure {
        return Err(anyhow::Error::new(failure).context("the engine failed and cannot be started again"));
    }
    if interrupted && !complete {
        return Ok(ExitCode::from(130));
    }
    let too_few = arguments.min.is_some_and(|minimum| !minimum.is_met(&totals.all));
    Ok(if too_few || totals.all.faults > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}
