//! `heirloom pgn list`: a table of games, one line per game.

use std::io::{IsTerminal, Write};

use anyhow::Result;
use clap::Args;
use heirloom_games::{Batch, Record, records};
use heirloom_workshop::collection::Tally;
use heirloom_workshop::collection::list::{COLUMNS, Row, Table};

use super::reading::SkimmedFiles;

#[derive(Args)]
#[command(
    after_help = "The number is the game's number in its file, as used by --game: heirloom review FILE \
        --game N.

Examples:
  heirloom pgn list games.pgn
  heirloom pgn filter games.pgn --player carlsen | heirloom pgn list
  heirloom pgn list *.pgn.zst --csv > games.csv"
)]
pub struct Arguments {
    #[command(flatten)]
    files: SkimmedFiles,
    /// Print CSV, one line per game
    #[arg(long)]
    csv: bool,
    /// Print JSON, one object per line
    #[arg(long, conflicts_with = "csv")]
    json: bool,
}

/// The output format.
enum Form {
    Csv(Box<csv::Writer<std::io::Stdout>>),
    Json,
    Table(Table),
}

pub fn run(arguments: &Arguments) -> Result<Tally> {
    let (inputs, mut work) = arguments.files.all.begin(true)?;
    let files = inputs.len();
    let mut out = std::io::stdout();
    let mut form = match (arguments.csv, arguments.json) {
        (true, _) => {
            let mut writer = csv::Writer::from_writer(std::io::stdout());
            writer.write_record(COLUMNS)?;
            Form::Csv(Box::new(writer))
        }
        (_, true) => Form::Json,
        _ => Form::Table(Table::new(columns(), pad)),
    };
    let see = |record: &Record<'_>, rows: &mut Vec<Row>| rows.push(Row::of(record));
    let (mut input, mut number) = (None, 0);
    let take = |batch: Batch<Vec<Row>>| {
        let name = batch.name.clone();
        if input != Some(batch.input) {
            (input, number) = (Some(batch.input), 0);
            if let Form::Table(table) = &form {
                let head = if files > 1 { format!("{name}\n") } else { String::new() };
                write!(out, "{head}{}", table.head())?;
            }
        }
        for row in work.take(batch)? {
            number += 1;
            match &mut form {
                Form::Csv(writer) => writer.write_record(row.record(&name, number))?,
                Form::Json => writeln!(out, "{}", row.document(&name, number))?,
                Form::Table(table) => writeln!(out, "{}", table.line(number, &row))?,
            }
        }
        Ok::<(), anyhow::Error>(())
    };
    let read = records(inputs, &arguments.files.reading(), see, take);
    let tally = work.finish(read);
    if let Form::Csv(writer) = &mut form {
        writer.flush()?;
    }
    tally
}

fn pad(cell: &str, width: usize) -> String {
    ::console::pad_str(cell, width, ::console::Alignment::Left, None).into_owned()
}

/// Returns the width of the terminal, or a generous one for a pipe.
fn columns() -> usize {
    let terminal =
        std::io::stdout().is_terminal().then(|| ::console::Term::stdout().size_checked()).flatten();
    terminal.map_or(120, |(_, columns)| usize::from(columns))
}
