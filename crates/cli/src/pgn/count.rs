//! `heirloom pgn count`: the number of games, and their damage.

use std::io::Write;

use anyhow::Result;
use clap::Args;
use heirloom_games::{Batch, Record, records};
use heirloom_workshop::collection::Tally;
use heirloom_workshop::plural;
use serde_json::{Value, json};

use super::reading::SkimmedFiles;

#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    files: SkimmedFiles,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The numbers of one file.
#[derive(Clone, Copy, Default)]
struct Row {
    games: u64,
    plies: u64,
    damaged: u64,
    left_out: u64,
    warnings: u64,
}

pub fn run(arguments: &Arguments) -> Result<Tally> {
    let names: Vec<String> =
        arguments.files.all.paths().iter().map(|path| path.display().to_string()).collect();
    let mut rows = vec![Row::default(); names.len()];
    let (inputs, mut work) = arguments.files.all.begin(false)?;
    let see = |record: &Record<'_>, plies: &mut u64| *plies += record.plies() as u64;
    let take = |batch: Batch<u64>| {
        if let Some(row) = rows.get_mut(batch.input) {
            row.games += batch.games;
            row.plies += batch.made;
            row.damaged += batch.damaged.len() as u64;
            row.left_out += batch.refused.len() as u64;
            row.warnings += batch.warnings.len() as u64;
        }
        work.take(batch).map(drop)
    };
    let read = records(inputs, &arguments.files.reading(), see, take);
    let tally = work.finish(read)?;
    let plies = rows.iter().map(|row| row.plies).sum();
    let all = Row {
        games: tally.games,
        plies,
        damaged: tally.damaged,
        left_out: tally.left_out,
        warnings: tally.warnings,
    };
    let mut out = std::io::stdout().lock();
    if arguments.json {
        let files: Vec<Value> =
            names.iter().zip(&rows).map(|(name, row)| document(row, Some(name))).collect();
        let mut whole = document(&all, None);
        whole["files"] = files.into();
        writeln!(out, "{whole:#}")?;
        return Ok(tally);
    }
    if rows.len() > 1 {
        for (name, row) in names.iter().zip(&rows) {
            writeln!(out, "{name}: {}", line(row))?;
        }
    }
    writeln!(out, "{}", line(&all))?;
    Ok(tally)
}

fn line(row: &Row) -> String {
    let plies = plural::counted(row.plies, "ply", "plies");
    let mut text = format!("{}, {plies}", plural::games(row.games));
    let warnings = if row.warnings == 1 { "warning" } else { "warnings" };
    for (count, what) in [(row.damaged, "damaged"), (row.left_out, "skipped"), (row.warnings, warnings)] {
        if count > 0 {
            text += &format!(", {count} {what}");
        }
    }
    text
}

fn document(row: &Row, name: Option<&str>) -> Value {
    let mut value = json!({ "games": row.games, "plies": row.plies, "damaged": row.damaged,
    "left_out": row.left_out, "warnings": row.warnings });
    if let Some(name) = name {
        value["file"] = name.into();
    }
    value
}
