//! `heirloom spsa`: engine parameters tuned by self-play.

mod arguments;

use std::collections::HashSet;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use heirloom_arena::adjudicate::Adjudication;
use heirloom_arena::contestant::Contestant;
use heirloom_arena::game::GameRules;
use heirloom_book::{OpeningOrder, Openings};
use heirloom_training::spsa::games::{GamesError, MatchJudge, MatchSettings};
use heirloom_training::spsa::journal::Journal;
use heirloom_training::spsa::parameter;
use heirloom_training::spsa::run::{RunError, run as tune};
use heirloom_training::spsa::tuning::{Tuning, TuningPlan};
use heirloom_training::spsa::{plot, report};
use heirloom_workshop::entrant::{EngineSettings, Entrant, MARGIN};
use heirloom_workshop::matches::values::read_choice;
use indicatif::ProgressBar;

use crate::interrupt;
use crate::invocation::Invocation;
use crate::progress::{bar, remark};
pub use arguments::Arguments;

/// The minimum interval between two plots.
const PICTURES: Duration = Duration::from_secs(60);

/// Tunes and prints the new values.
pub fn run(arguments: &Arguments, _: &Invocation<'_>) -> Result<()> {
    if arguments.list {
        return list();
    }
    let Some(path) = &arguments.parameters else {
        bail!("name a parameter file; heirloom spsa --list > search.csv writes one for heirloom")
    };
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let parameters = parameter::parse(&text).with_context(|| path.display().to_string())?;
    let plan = arguments.plan(parameters);
    let openings = openings(arguments, plan.seed)?;
    let contestant = contestant(arguments)?;
    let rules = GameRules {
        adjudication: Adjudication { max_moves: arguments.max_moves, ..Adjudication::default() },
        ..GameRules::default()
    };
    let setting = MatchSettings {
        contestant: &contestant,
        rules,
        openings: &openings,
        pairs: plan.pairs,
        parameters: &plan.parameters,
    };
    let tables: Result<Vec<MatchJudge<'_>>, GamesError> =
        (0..arguments.concurrency).map(|_| MatchJudge::new(&setting)).collect();
    let mut tables = tables.map_err(explained)?;
    let (mut journal, mut tuning, done) = open(arguments, &plan)?;
    let catch = interrupt::catch();
    let outcome = play(arguments, &mut journal, &mut tuning, &done, &mut tables, catch.flag());
    print_result(arguments, &tuning)?;
    Ok(outcome?)
}

fn openings(arguments: &Arguments, seed: u64) -> Result<Openings> {
    let Some(text) = &arguments.openings else { return Ok(Openings::built_in()) };
    let mut choice = read_choice(text, seed)?;
    if !text.contains("order=") {
        choice.order = OpeningOrder::Random;
    }
    Ok(Openings::open(&choice)?)
}

fn contestant(arguments: &Arguments) -> Result<Contestant> {
    let mut all = EngineSettings::default();
    all.set_control(arguments.control);
    let rules = GameRules::default();
    let entrant = Entrant::new(
        EngineSettings::read(&arguments.engine, "--engine")?,
        &all,
        Duration::from_millis(MARGIN),
    )?;
    Ok(entrant.contestant(rules.grace))
}

/// Explains how to get the options that a release build does not have.
fn explained(error: GamesError) -> anyhow::Error {
    let is_own = |name: &str| parameter::of_flagship().iter().any(|known| known.name == name);
    match &error {
        GamesError::Option(name, _) if is_own(name) => anyhow::Error::new(error).context(
            "heirloom's search parameters are options only if it is built with cargo build --release \
            --features tune",
        ),
        _ => error.into(),
    }
}

fn list() -> Result<()> {
    let mut out = std::io::stdout();
    for parameter in parameter::of_flagship() {
        writeln!(out, "{parameter}")?;
    }
    Ok(())
}

fn open(arguments: &Arguments, plan: &TuningPlan) -> Result<(Journal, Tuning, HashSet<u32>)> {
    let path = &arguments.journal;
    if arguments.resume {
        return Journal::resume(path, plan).with_context(|| format!("cannot resume from {}", path.display()));
    }
    if path.exists() {
        bail!(
            "{} already exists; use --resume to continue it, or another --journal to start over",
            path.display()
        );
    }
    let journal = Journal::create(path, plan).with_context(|| format!("cannot write {}", path.display()))?;
    Ok((journal, Tuning::new(plan.clone()), HashSet::new()))
}

fn play(
    arguments: &Arguments,
    journal: &mut Journal,
    tuning: &mut Tuning,
    done: &HashSet<u32>,
    tables: &mut [MatchJudge<'_>],
    stop: &AtomicBool,
) -> Result<(), RunError<GamesError>> {
    let iterations = u64::from(tuning.plan.schedule.iterations);
    let bar = bar(iterations, "{bar:20} {percent:>3}%, iteration {pos}/{len}, {per_sec}, {eta} left; {msg}");
    bar.set_position(u64::from(tuning.done));
    bar.reset_eta();
    bar.enable_steady_tick(Duration::from_secs(1));
    let mut drawn = Instant::now();
    let outcome = tune(tuning, done, journal, tables, stop, &mut |tuning| {
        show(&bar, tuning);
        if let Some(picture) = &arguments.plot
            && drawn.elapsed() > PICTURES
        {
            drawn = Instant::now();
            draw(picture, tuning);
        }
    });
    bar.abandon();
    if let Some(picture) = &arguments.plot {
        draw(picture, tuning);
    }
    outcome
}

/// Writes the plot; a failure does not end the games.
fn draw(picture: &Path, tuning: &Tuning) {
    if let Err(error) = plot::write(picture, tuning) {
        anstream::eprintln!("heirloom: {}: {error}", picture.display());
    }
}

/// Shows the state in the bar; if no one sees the bar, prints a line now and then.
fn show(bar: &ProgressBar, tuning: &Tuning) {
    let Some(text) = report::status(tuning) else { return };
    bar.set_position(u64::from(tuning.done));
    let every = (tuning.plan.schedule.iterations / 100).max(1);
    if bar.is_hidden() && tuning.done.is_multiple_of(every) {
        remark!("iteration {}/{}: {text}", tuning.done, tuning.plan.schedule.iterations);
    }
    bar.set_message(text);
}

fn print_result(arguments: &Arguments, tuning: &Tuning) -> Result<()> {
    let mut out = std::io::stdout();
    write!(out, "{}", report::result(tuning))?;
    if tuning.done < tuning.plan.schedule.iterations {
        writeln!(
            out,
            "\n# run the same command with --resume to continue from {}",
            arguments.journal.display()
        )?;
    }
    Ok(())
}
