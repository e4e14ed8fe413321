//! `heirloom suite`: positions with known best moves, and how many an engine solves.

mod arguments;

use std::io::Write;
use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use heirloom_app::suite::positions::Suites;
use heirloom_app::suite::solving::Effort;
use heirloom_workshop::plural::counted;
use heirloom_workshop::suite::compare::Comparison;
use heirloom_workshop::suite::document::{self, Setting};
use heirloom_workshop::suite::totals::Totals;
use heirloom_workshop::suite::{history, report, run};
use heirloom_workshop::thinking::EnginePlan;

use crate::destination::Destination;
use crate::exit::Exit;
use crate::interrupt;
use crate::invocation::Invocation;
use crate::progress::Bar;
use crate::streams;
pub use arguments::Arguments;

/// Solves the positions and prints the results; or shows recorded runs.
pub fn run(arguments: &Arguments, _: &Invocation<'_>) -> Result<Exit> {
    let kept = match (&arguments.compare, &arguments.history) {
        (Some(runs), _) => Some(compare(arguments, runs)),
        (None, Some(path)) if arguments.files.is_empty() => {
            Some(history::read(path, &remark).map(|runs| history::table(&runs)))
        }
        _ => None,
    };
    if let Some(kept) = kept {
        return print(&kept?);
    }
    let (plan, effort, suites) = prepare(arguments)?;
    solve(arguments, &plan, &effort, &suites)
}

/// Prints what was skipped in a file.
fn remark(text: &str) {
    anstream::eprintln!("{text}");
}

fn print(text: &str) -> Result<Exit> {
    std::io::stdout().write_all(text.as_bytes())?;
    Ok(Exit::DONE)
}

/// Compares two runs, or the last two of one file.
fn compare(arguments: &Arguments, runs: &[String]) -> Result<String> {
    let (a, b) = match runs {
        [file] => (history::find(&format!("{file}#-2"), &remark)?, history::find(file, &remark)?),
        [a, b] => (history::find(a, &remark)?, history::find(b, &remark)?),
        _ => bail!("--compare takes one history file or two runs"),
    };
    let comparison = Comparison::new(&a, &b);
    let Some(path) = &arguments.json else { return Ok(comparison.report()) };
    write(path, &comparison.document())?;
    Ok(if path == Path::new("-") { String::new() } else { comparison.report() })
}

/// Prepares everything that can fail before the first position.
fn prepare(arguments: &Arguments) -> Result<(EnginePlan, Effort, Suites)> {
    let ((plan, effort), suites) = (arguments.plan()?, suites(arguments)?);
    [&arguments.json, &arguments.history].into_iter().flatten().try_for_each(|path| check(path))?;
    Ok((plan, effort, suites))
}

/// Reads the positions and prints all invalid lines.
fn suites(arguments: &Arguments) -> Result<Suites> {
    let mut suites = Suites::default();
    for path in &arguments.files {
        suites.add(&streams::name(path), streams::open(path)?);
    }
    for wrong in suites.repaired.iter().chain(&suites.invalid) {
        anstream::eprintln!("{wrong}");
    }
    if !suites.invalid.is_empty() && arguments.strict {
        bail!(
            "{} invalid; without --strict they are skipped",
            counted(suites.invalid.len(), "line is", "lines are")
        );
    }
    if let Some(text) = &arguments.only {
        suites.tasks.retain(|task| task.id.contains(text.as_str()));
    }
    if suites.tasks.is_empty() {
        bail!("no position to solve in {}", suites.files.join(", "));
    }
    Ok(suites)
}

fn solve(arguments: &Arguments, plan: &EnginePlan, effort: &Effort, suites: &Suites) -> Result<Exit> {
    let catch = interrupt::catch();
    let (begun, date) = (Instant::now(), jiff::Zoned::now().strftime("%Y-%m-%dT%H:%M:%S%:z").to_string());
    let bar = Bar::new(suites.tasks.len() as u64, "positions");
    let run = run::run(
        &suites.tasks,
        &plan.contestant(),
        effort,
        arguments.concurrency as usize,
        catch.flag(),
        &bar,
    );
    bar.clear();
    let run = run?;
    let wall = begun.elapsed();
    let interrupted = catch.take();
    let totals = Totals::new(suites, &run.answers);
    let complete = totals.all.positions == suites.tasks.len();
    let mut text = report::positions(suites, &run.answers, arguments.verbose);
    text.push_str(&format!("{} with {}\n", run.engine, plan.words));
    text.push_str(&report::sums(&totals, wall));
    if !suites.invalid.is_empty() {
        text.push_str(&format!(
            "{} skipped\n",
            counted(suites.invalid.len(), "invalid line", "invalid lines")
        ));
    }
    if !complete {
        let why = if interrupted { "interrupted" } else { "ended early" };
        text.push_str(&format!(
            "{why}: {} of {} positions searched\n",
            totals.all.positions,
            suites.tasks.len()
        ));
    }
    // Standard output is for programs if it gets the document.
    if arguments.json.as_deref() == Some(Path::new("-")) {
        std::io::stderr().write_all(text.as_bytes())?;
    } else {
        std::io::stdout().write_all(text.as_bytes())?;
    }
    let settings = arguments.settings();
    let setting =
        Setting { engine: &run.engine, limits: &plan.words, settings: &settings, date: &date, complete };
    let document = document::document(suites, &run.answers, &totals, &setting);
    if let Some(path) = &arguments.json {
        write(path, &document)?;
    }
    // A run without results is not recorded.
    if let Some(path) = arguments.history.as_ref().filter(|_| totals.all.positions > 0) {
        history::append(path, &document)?;
    }
    if let Some(failure) = run.failure {
        return Err(anyhow::Error::new(failure).context("the engine failed and cannot be restarted"));
    }
    if interrupted && !complete {
        return Ok(Exit::INTERRUPTED);
    }
    let too_few =
        arguments.min.is_some_and(|minimum| !minimum.is_met(totals.all.solved, totals.all.positions));
    Ok(Exit::of_check(!too_few && totals.all.faults == 0 && suites.invalid.is_empty()))
}

/// Makes sure before a long run that the file can be written.
fn check(path: &Path) -> Result<()> {
    if path != Path::new("-") {
        let file = std::fs::OpenOptions::new().create(true).append(true).open(path);
        file.with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

/// Writes the document to a file, or to standard output (`-`).
fn write(path: &Path, document: &serde_json::Value) -> Result<()> {
    let mut target = Destination::new(path)?;
    target.add(format!("{document:#}\n").as_bytes())?;
    target.finish()
}
