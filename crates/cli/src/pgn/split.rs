//! `heirloom pgn split`: games split into several files in a folder.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use heirloom_games::{Batch, Date, Record, opening, records};
use heirloom_workshop::collection::split::{Parts, file_name};
use heirloom_workshop::collection::{Tally, Texts};
use heirloom_workshop::plural;
use serde_json::json;

use super::reading::Files;
use crate::progress;

#[derive(Args)]
#[command(
    after_help = "The text of the games is not changed. With --by player each game goes to the files of both \
        players.

Examples:
  heirloom pgn split games.pgn --games 1000 --into parts           parts/games-0001.pgn, ...
  heirloom pgn split games.pgn --by eco --eco-length 1 --into eco  eco/A.pgn to eco/E.pgn
  heirloom pgn split twic*.pgn --by year --into years --json"
)]
pub struct Arguments {
    #[command(flatten)]
    files: Files,
    /// Number of games per file
    #[arg(long, value_name = "N", required_unless_present = "by", conflicts_with = "by",
        value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// Write one file for each value of this
    #[arg(long, value_enum)]
    by: Option<By>,
    /// Number of characters of the ECO code to use: B, B9 or B90
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=3))]
    eco_length: u8,
    /// Output folder; created if it does not exist
    #[arg(long, value_name = "FOLDER")]
    into: PathBuf,
    /// Overwrite existing files
    #[arg(long)]
    force: bool,
    /// Print the list of files and their game counts as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum By {
    /// Both players
    Player,
    White,
    Black,
    Event,
    /// ECO code; from the moves if the tag is missing
    Eco,
    Result,
    Year,
}

/// The games of a batch with the files that they go to.
#[derive(Default)]
struct Games {
    texts: Texts,
    names: Vec<Vec<String>>,
}

pub fn run(arguments: &Arguments) -> Result<Tally> {
    let (inputs, mut work) = arguments.files.begin(false)?;
    fs::create_dir_all(&arguments.into)
        .with_context(|| format!("cannot create the folder {}", arguments.into.display()))?;
    let mut parts = Parts::new(&arguments.into, arguments.files.paths(), arguments.force);
    let (by, eco_length) = (arguments.by, arguments.eco_length.into());
    let see = move |record: &Record<'_>, made: &mut Games| {
        if made.texts.add(record) {
            made.names.push(by.map_or_else(Vec::new, |by| names(by, record, eco_length)));
        }
    };
    let mut number = 0;
    let take = |batch: Batch<Games>| {
        let name = Arc::clone(&batch.name);
        let made = work.take(batch)?;
        work.refuse_long(&name, &made.texts);
        for (text, names) in made.texts.iter().zip(made.names) {
            if let Some(size) = arguments.games {
                parts.add(&format!("games-{:04}", number / size + 1), text)?;
            }
            for name in names {
                parts.add(&name, text)?;
            }
            number += 1;
        }
        Ok::<(), anyhow::Error>(())
    };
    let read = records(inputs, &arguments.files.reading(), see, take);
    let tally = work.finish(read)?;
    let written = parts.finish()?;
    if arguments.json {
        let files: Vec<_> = written
            .iter()
            .map(|(path, games)| json!({ "file": path.display().to_string(), "games": games }))
            .collect();
        let document = json!({ "games": tally.games, "damaged": tally.damaged, "left_out": tally.left_out,
        "files": files });
        writeln!(std::io::stdout(), "{document:#}")?;
    }
    let files = plural::counted(written.len(), "file", "files");
    progress::remark!(
        "{} written to {files} in {}{}",
        plural::games(tally.games),
        arguments.into.display(),
        tally.faults()
    );
    Ok(tally)
}

/// Returns the names of the files that a game goes to, without extension.
fn names(by: By, record: &Record<'_>, eco_length: usize) -> Vec<String> {
    let tag = |name: &str| record.tag(name).map_or_else(String::new, |value| file_name(&value));
    let mut names = match by {
        By::Player => vec![tag("White"), tag("Black")],
        By::White => vec![tag("White")],
        By::Black => vec![tag("Black")],
        By::Event => vec![tag("Event")],
        By::Eco => vec![
            opening::code(record).map_or_else(String::new, |code| code.chars().take(eco_length).collect()),
        ],
        By::Result => {
            vec![file_name(&record.result().as_str().replace('/', "-").replace('*', "unfinished"))]
        }
        By::Year => vec![
            Date::of_tags(|name| record.tag(name)).map_or_else(String::new, |date| date.year.to_string()),
        ],
    };
    names.iter_mut().filter(|name| name.is_empty()).for_each(|name| *name = "unknown".into());
    names.dedup();
    names
}
