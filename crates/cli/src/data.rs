//! `heirloom data`: files of self-play games counted, checked, merged and split.

mod import;
mod making;
mod yardstick;

use std::cell::Cell;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};
use heirloom_training::games::check::Checker;
use heirloom_training::games::each;
use heirloom_training::games::game::StoredGame;
use heirloom_training::games::quiet::Quiet;
use heirloom_training::games::reader::{Block, ReadError, Section};
use heirloom_training::games::statistics::Statistics;
use heirloom_training::games::tables;
use heirloom_training::outcomes::Counts;
use heirloom_workshop::plural;

use crate::exit::Exit;
use crate::invocation::Invocation;
use crate::progress::reading;
use making::{FilterArguments, Output, SplitArguments};

/// Errors that are printed one by one; the others are only counted.
const MOST_SHOWN: u64 = 20;

#[derive(Args)]
#[command(after_help = "Examples:
  heirloom data statistics games
  heirloom data validate games more.games         exit code 1 if there are errors
  heirloom data merge games more.games --out all.games
  heirloom data filter games --out good.games     drop invalid games
  heirloom data split games --out train.games --rest test.games --every 50
  heirloom data outcomes games                    win, draw and loss rates by score and material
  heirloom data import match.pgn --out games      convert games of a match program
  heirloom data export games --out positions.txt  quiet positions as 'FEN | score | result'")]
pub struct Arguments {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    /// Count games and quiet positions
    Count(Files),
    /// Show results, endings, material, scores and settings
    Statistics(Files),
    /// Check for damage, illegal moves, wrong results and scores from the wrong side's view
    Validate(Files),
    /// Merge files into one
    Merge(Output),
    /// Keep only valid games
    Filter(FilterArguments),
    /// Split by game, to hold out games for validation
    Split(SplitArguments),
    /// Fit win, draw and loss probabilities to scores and material
    Outcomes(Files),
    /// Export quiet positions as text
    Export(Output),
    /// Compare nets on games that none of them was trained on
    Yardstick(yardstick::Arguments),
    /// Import PGN games of a match program, with scores in the comments; - for standard input
    Import(Output),
}

#[derive(Args)]
pub struct Files {
    /// Game data files
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

/// Runs a subcommand. The exit code is 1 if something is wrong with the games.
pub fn run(arguments: &Arguments, _: &Invocation<'_>) -> Result<Exit> {
    match &arguments.verb {
        Verb::Count(files) => count(files)?,
        Verb::Statistics(files) => statistics(files)?,
        Verb::Validate(files) => return validate(files),
        Verb::Merge(output) => making::merge(output)?,
        Verb::Filter(filter) => making::sift(filter)?,
        Verb::Split(split) => making::divide(split)?,
        Verb::Outcomes(files) => outcomes(files)?,
        Verb::Export(output) => making::write_text(output)?,
        Verb::Yardstick(arguments) => yardstick::run(arguments)?,
        Verb::Import(output) => import::run(output)?,
    }
    Ok(Exit::DONE)
}

/// Passes every block of all files to `see`, with the file that it is in, and errors of reading to `damaged`.
fn each(
    files: &Files,
    mut see: impl FnMut(&Path, Block) -> Result<()>,
    mut damaged: impl FnMut(&Path, ReadError) -> Result<()>,
) -> Result<()> {
    reading(&files.files, |count| each::each(&files.files, &count, &mut see, &mut damaged))
}

/// Refuses damage.
fn refuse(path: &Path, error: ReadError) -> Result<()> {
    bail!("{}: {error}; if it is damaged, 'heirloom data filter' keeps the readable games", path.display())
}

fn each_game(files: &Files, mut see: impl FnMut(&Path, StoredGame) -> Result<()>) -> Result<()> {
    let see = |path: &Path, block: Block| match block {
        Block::Section(_) => Ok(()),
        Block::Game(game) => see(path, game),
    };
    each(files, see, refuse)
}

fn counted(files: &Files, mut section: impl FnMut(&Path, Section)) -> Result<Statistics> {
    let mut statistics = Statistics::default();
    let see = |path: &Path, block: Block| match block {
        Block::Section(begun) => {
            section(path, begun);
            Ok(())
        }
        Block::Game(game) => statistics
            .add(&game, &Quiet::default())
            .with_context(|| format!("{}, game {}", path.display(), statistics.games + 1)),
    };
    each(files, see, refuse)?;
    Ok(statistics)
}

fn outcomes(files: &Files) -> Result<()> {
    let mut counts = Counts::default();
    each_game(files, |path, game| {
        counts.add(&game, &Quiet::default()).with_context(|| path.display().to_string())
    })?;
    if counts.positions == 0 {
        bail!("no quiet positions in these files");
    }
    tables::outcomes(&counts.fit(), counts.positions, &mut std::io::stdout())?;
    Ok(())
}

fn count(files: &Files) -> Result<()> {
    let statistics = counted(files, |_, _| {})?;
    let plies = plural::counted(statistics.plies, "ply", "plies");
    let quiet = plural::counted(statistics.quiet, "quiet position", "quiet positions");
    writeln!(std::io::stdout(), "{}, {plies}, {quiet}", plural::games(statistics.games))?;
    Ok(())
}

fn statistics(files: &Files) -> Result<()> {
    let mut sections = Vec::new();
    let statistics = counted(files, |path, section| sections.push((path.to_owned(), section)))?;
    let mut out = std::io::stdout();
    for (path, section) in sections {
        writeln!(out, "{}: {}, seed {}, {}", path.display(), section.engine, section.seed, section.settings)?;
    }
    tables::statistics(&statistics, &mut out)?;
    Ok(())
}

fn validate(files: &Files) -> Result<Exit> {
    let (mut checker, mut games) = (Checker::default(), 0_u64);
    let mut out = std::io::stdout();
    // Both closures below report and count.
    let found = Cell::new(0_u64);
    let tell = |text: String| -> Result<()> {
        found.set(found.get() + 1);
        if found.get() <= MOST_SHOWN {
            writeln!(std::io::stdout(), "{text}")?;
        }
        Ok(())
    };
    let mut here = (PathBuf::new(), 0_u64);
    let see = |path: &Path, block: Block| {
        let Block::Game(game) = block else { return Ok(()) };
        games += 1;
        if here.0 != path {
            here = (path.to_owned(), 0);
        }
        here.1 += 1;
        match checker.check(&game) {
            Ok(()) => Ok(()),
            Err(untrue) => tell(format!("{}, game {}: {untrue}", path.display(), here.1)),
        }
    };
    each(files, see, |path, error| tell(format!("{}: {error}", path.display())))?;
    let troubles = found.get();
    if troubles == 0 {
        writeln!(out, "{}, no errors", plural::games(games))?;
        return Ok(Exit::DONE);
    }
    let errors = plural::counted(troubles, "error", "errors");
    writeln!(out, "{}, {errors}; 'heirloom data filter' keeps the good games", plural::games(games))?;
    Ok(Exit::FAULTS)
}
