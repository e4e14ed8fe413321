//! `heirloom pgn stats`: statistics of a collection of games.

use std::io::Write;

use anyhow::Result;
use clap::Args;
use heirloom_games::{Batch, Record, Statistics, records};
use heirloom_workshop::collection::Tally;
use heirloom_workshop::collection::statistics::{document, table};

use super::reading::Files;

#[derive(Args)]
#[command(
    after_help = "Lengths are in plies. Scores of White and of players are percentages of the games with a \
        result; openings are identified by \
the ECO tag, or by the moves if it is missing."
)]
pub struct Arguments {
    #[command(flatten)]
    files: Files,
    /// Number of openings and players to show
    #[arg(long, value_name = "N", default_value_t = 10)]
    top: usize,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &Arguments) -> Result<Tally> {
    let (inputs, mut work) = arguments.files.begin(false)?;
    let mut all = Statistics::default();
    let see = |record: &Record<'_>, made: &mut Statistics| made.add(record);
    let take = |batch: Batch<Statistics>| {
        all.merge(work.take(batch)?);
        Ok::<(), anyhow::Error>(())
    };
    let read = records(inputs, &arguments.files.reading(), see, take);
    let tally = work.finish(read)?;
    let text = match arguments.json {
        true => format!("{:#}\n", document(&all, &tally, arguments.top)),
        false => table(&all, &tally, arguments.top),
    };
    std::io::stdout().write_all(text.as_bytes())?;
    Ok(tally)
}
