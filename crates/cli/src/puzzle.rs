//! `heirloom puzzle`: positions with one right move after another, to be solved by people and engines, and made from reviewed games.

mod choice;
mod make;
mod play;
mod solve;

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::{Args, Subcommand};
use serde_json::json;

use choice::Choice;
use heirloom_app::puzzle::progress::Progress;
use heirloom_app::puzzle::record::Puzzle;
use heirloom_app::{paths, puzzle::usual_place};

use crate::exit::Exit;

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

Files are CSV as lichess publishes it (database.lichess.org), packed or not. docs/puzzles.md says more."
)]
pub struct Arguments {
    #[command(subcommand)]
    action: Option<Action>,
    /// Files of puzzles [default: the 3,000 puzzles that come with the program]
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    choice: Choice,
    /// Where your rating and what you have tried are kept, instead of the usual place
    #[arg(long, value_name = "FILE")]
    progress: Option<PathBuf>,
    /// Keep no progress
    #[arg(long, conflicts_with = "progress")]
    no_progress: bool,
    /// Puzzles that you have tried before, too
    #[arg(long)]
    again: bool,
    /// Draw chess figures instead of letters
    #[arg(long)]
    figures: bool,
}

#[derive(Subcommand)]
enum Action {
    /// Print puzzles
    List(ListArguments),
    /// Let an engine solve puzzles: checks them, and says how many it solves
    Solve(Box<solve::Arguments>),
    /// Make puzzles from annotated games: where a blunder allows one clearly best answer
    Make(Box<make::Arguments>),
    /// Your rating, and how it came to be
    Progress(ProgressArguments),
}

#[derive(Args)]
struct ListArguments {
    /// Files of puzzles; - or nothing for standard input
    #[arg(default_value = "-", value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    choice: Choice,
    /// Print one line of JSON for each
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct ProgressArguments {
    /// The file, instead of the one in the usual place
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Does what the arguments say.
///
/// # Errors
/// An output that is closed, and an engine that fails.
pub fn run(arguments: &Arguments) -> Result<Exit> {
    match &arguments.action {
        None => interactive(arguments),
        Some(Action::List(list)) => print_list(list),
        Some(Action::Solve(solve)) => solve::run(solve),
        Some(Action::Make(make)) => make::run(make),
        Some(Action::Progress(progress)) => print_progress(progress),
    }
}

fn interactive(arguments: &Arguments) -> Result<Exit> {
    let included = if arguments.files.is_empty() { paths::included(paths::PUZZLES) } else { None };
    let files: Vec<PathBuf> = included.into_iter().chain(arguments.files.iter().cloned()).collect();
    if files.is_empty() {
        bail!("the puzzles of the program are not there; name a file, such as lichess_db_puzzle.csv.zst from database.lichess.org");
    }
    let mut progress = match (&arguments.progress, arguments.no_progress) {
        (_, true) => Progress::forgetful(),
        (Some(path), _) => Progress::load(Some(path.clone()))?,
        (None, _) => Progress::load(usual_place())?,
    };
    let tried = |puzzle: &Puzzle| !arguments.again && progress.has(&puzzle.id);
    let puzzles = arguments.choice.take(&files, tried)?.puzzles;
    if puzzles.is_empty() {
        bail!("there is no puzzle of this kind left; --again takes those that you have tried");
    }
    play::run(&puzzles, &mut progress, arguments.figures)?;
    Ok(Exit::DONE)
}

fn print_list(arguments: &ListArguments) -> Result<Exit> {
    let mut out = std::io::stdout().lock();
    for puzzle in arguments.choice.take(&arguments.files, |_| false)?.puzzles {
        if arguments.json {
            writeln!(out, "{}", puzzle.document())?;
        } else {
            writeln!(out, "{:<8} {:>4}  {:<50}  {}", puzzle.id, puzzle.rating, puzzle.themes.join(" "), puzzle.start.fen())?;
        }
    }
    Ok(Exit::DONE)
}

fn print_progress(arguments: &ProgressArguments) -> Result<Exit> {
    let Some(path) = arguments.file.clone().or_else(usual_place) else { bail!("there is no usual place for progress here; name a file") };
    let progress = Progress::load(Some(path))?;
    let mut out = std::io::stdout();
    if arguments.json {
        writeln!(out, "{:#}", json!(progress.document()))?;
    } else {
        write!(out, "{}", progress.report())?;
    }
    Ok(Exit::DONE)
}
