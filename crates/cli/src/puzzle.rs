//! `heirloom puzzle`: puzzles solved by people and engines, listed, and made from reviewed games.

mod choice;
mod make;
mod play;
mod solve;

use std::io::{IsTerminal, Write};
use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::{Args, Subcommand};
use serde_json::json;

use choice::SelectionArguments;
use heirloom_app::puzzle::progress::SolverProgress;
use heirloom_app::puzzle::record::Puzzle;
use heirloom_app::{paths, puzzle::progress_path};

use crate::exit::Exit;
use crate::invocation::Invocation;

#[derive(Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Examples:
  heirloom puzzle --rating 1200..1600 --random
  heirloom puzzle lichess_db_puzzle.csv.zst --rating 1200..1600 --theme fork --random
  heirloom puzzle my.csv --progress my-progress.json
  heirloom puzzle progress
  heirloom puzzle list puzzles.csv --rating 2200.. --json
  heirloom puzzle solve puzzles.csv --nodes 100000 --min 90%
  heirloom review games.pgn | heirloom puzzle make - --output my.csv

Puzzle files are CSV in the format of database.lichess.org, compressed or not. See docs/puzzles.md for \
details."
)]
pub struct Arguments {
    #[command(subcommand)]
    action: Option<Action>,
    /// Puzzle files [default: the 3,000 puzzles that come with the program]
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    choice: SelectionArguments,
    /// File for your rating and history, instead of the default one
    #[arg(long, value_name = "FILE")]
    progress: Option<PathBuf>,
    /// Do not record progress
    #[arg(long, conflicts_with = "progress")]
    no_progress: bool,
    /// Include puzzles that you have already tried
    #[arg(long)]
    again: bool,
    /// Show pieces as chess symbols instead of letters
    #[arg(long)]
    figures: bool,
}

#[derive(Subcommand)]
enum Action {
    /// List puzzles
    List(ListArguments),
    /// Let an engine solve puzzles: check them, and report how many it solves
    Solve(Box<solve::Arguments>),
    /// Make puzzles from annotated games: blunders with one clearly best reply
    Make(Box<make::Arguments>),
    /// Show your rating and history
    Progress(ProgressArguments),
}

#[derive(Args)]
struct ListArguments {
    /// Puzzle files; - or nothing for standard input
    #[arg(default_value = "-", value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    choice: SelectionArguments,
    /// Print JSON, one line per puzzle
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct ProgressArguments {
    /// The progress file, instead of the default one
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Runs an action.
pub fn run(arguments: &Arguments, _: &Invocation<'_>) -> Result<Exit> {
    match &arguments.action {
        None => interactive(arguments),
        Some(Action::List(list)) => print_list(list),
        Some(Action::Solve(solve)) => solve::run(solve),
        Some(Action::Make(make)) => make::run(make),
        Some(Action::Progress(progress)) => print_progress(progress),
    }
}

fn interactive(arguments: &Arguments) -> Result<Exit> {
    let files = or_included(&arguments.files);
    if files.is_empty() {
        bail!(
            "puzzles.csv is neither in the folder data next to the program nor in ../share/heirloom; \
             name a puzzle file, such as lichess_db_puzzle.csv.zst from database.lichess.org"
        );
    }
    let mut progress = match (&arguments.progress, arguments.no_progress) {
        (_, true) => SolverProgress::forgetful(),
        (Some(path), _) => SolverProgress::load(Some(path.clone()))?,
        (None, _) => SolverProgress::load(progress_path())?,
    };
    let tried = |puzzle: &Puzzle| !arguments.again && progress.contains(&puzzle.id);
    let puzzles = arguments.choice.take(&files, tried)?.0;
    if puzzles.is_empty() {
        bail!("no more puzzles of this kind; use --again to include those that you have tried");
    }
    play::run(&puzzles, &mut progress, arguments.figures)?;
    Ok(Exit::DONE)
}

/// Returns the files, or if none is given, the included puzzles.
fn or_included(files: &[PathBuf]) -> Vec<PathBuf> {
    let included = if files.is_empty() { paths::included(paths::PUZZLES) } else { None };
    included.into_iter().chain(files.iter().cloned()).collect()
}

fn print_list(arguments: &ListArguments) -> Result<Exit> {
    let mut out = std::io::stdout().lock();
    // In a pipe, the puzzles come from standard input.
    let files =
        if std::io::stdin().is_terminal() { or_included(&arguments.files) } else { arguments.files.clone() };
    for puzzle in arguments.choice.take(&files, |_| false)?.0 {
        if arguments.json {
            writeln!(out, "{}", puzzle.document())?;
        } else {
            writeln!(
                out,
                "{:<8} {:>4}  {:<50}  {}",
                puzzle.id,
                puzzle.rating,
                puzzle.themes.join(" "),
                puzzle.start.fen()
            )?;
        }
    }
    Ok(Exit::DONE)
}

fn print_progress(arguments: &ProgressArguments) -> Result<Exit> {
    let Some(path) = arguments.file.clone().or_else(progress_path) else {
        bail!("there is no default place for progress on this system; name a file")
    };
    let progress = SolverProgress::load(Some(path))?;
    let mut out = std::io::stdout();
    if arguments.json {
        writeln!(out, "{:#}", json!(progress.document()))?;
    } else {
        write!(out, "{}", progress.report())?;
    }
    Ok(Exit::DONE)
}
