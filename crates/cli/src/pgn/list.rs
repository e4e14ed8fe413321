//! `heirloom pgn list`: the games of files as a table, a line for each.

use std::io::{IsTerminal, Write};

use anyhow::Result;
use clap::Args;
use heirloom_games::{Batch, Record, records};
use heirloom_workshop::columns::cut;
use serde_json::json;

use super::reading::{Files, Tally};

#[derive(Args)]
#[command(
    after_help = "The number is the game's number in its file, as used by --game: heirloom review FILE --game N.

Examples:
  heirloom pgn list games.pgn
  heirloom pgn filter games.pgn --player carlsen | heirloom pgn list
  heirloom pgn list *.pgn.zst --csv > games.csv"
)]
pub struct Arguments {
    #[command(flatten)]
    files: Files,
    /// Check only the syntax of moves, not the rules: much faster
    #[arg(long)]
    skim: bool,
    /// Print CSV, one line per game
    #[arg(long)]
    csv: bool,
    /// Print JSON, one object per line
    #[arg(long, conflicts_with = "csv")]
    json: bool,
}

/// The names of the columns, in CSV and JSON after the file.
const COLUMNS: [&str; 12] = [
    "number",
    "line",
    "white",
    "black",
    "white_elo",
    "black_elo",
    "result",
    "date",
    "event",
    "eco",
    "plies",
    "damaged",
];

/// What is listed of a game.
struct Row {
    line: u64,
    /// White, Black, their ratings, the date, the event and the ECO code, as their tags say.
    tags: [String; 7],
    result: &'static str,
    plies: usize,
    damaged: bool,
}

const TAGS: [&str; 7] = ["White", "Black", "WhiteElo", "BlackElo", "Date", "Event", "ECO"];

impl Row {
    fn of(record: &Record<'_>) -> Row {
        let tags = TAGS.map(|name| record.listed(name).unwrap_or_default().into_owned());
        let damaged = record.damage().is_some();
        Row {
            line: record.place().line,
            tags,
            result: record.result().as_str(),
            plies: record.plies(),
            damaged,
        }
    }
}

/// How games are written.
enum Form {
    Csv(Box<csv::Writer<std::io::Stdout>>),
    Json,
    Table(Table),
}

pub fn run(arguments: &Arguments) -> Result<Tally> {
    let (inputs, mut work) = arguments.files.begin(true)?;
    let files = inputs.len();
    let mut out = std::io::stdout();
    let mut form = match (arguments.csv, arguments.json) {
        (true, _) => {
            let mut writer = csv::Writer::from_writer(std::io::stdout());
            writer.write_record(std::iter::once("file").chain(COLUMNS))?;
            Form::Csv(Box::new(writer))
        }
        (_, true) => Form::Json,
        _ => Form::Table(Table::new(columns())),
    };
    let reading =
        if arguments.skim { arguments.files.reading().skimming() } else { arguments.files.reading() };
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
                Form::Csv(writer) => writer.write_record(record(&name, number, &row))?,
                Form::Json => writeln!(out, "{}", document(&name, number, &row))?,
                Form::Table(table) => writeln!(out, "{}", table.line(number, &row))?,
            }
        }
        Ok::<(), anyhow::Error>(())
    };
    let read = records(inputs, &reading, see, take);
    let tally = work.finish();
    if let Form::Csv(writer) = &mut form {
        writer.flush()?;
    }
    read?;
    Ok(tally)
}

fn record(file: &str, number: u64, row: &Row) -> [String; COLUMNS.len() + 1] {
    let [white, black, white_elo, black_elo, date, event, eco] = row.tags.clone();
    let (result, plies, damaged) = (row.result.to_owned(), row.plies.to_string(), row.damaged.to_string());
    let (number, line) = (number.to_string(), row.line.to_string());
    [
        file.to_owned(),
        number,
        line,
        white,
        black,
        white_elo,
        black_elo,
        result,
        date,
        event,
        eco,
        plies,
        damaged,
    ]
}

fn document(file: &str, number: u64, row: &Row) -> serde_json::Value {
    let [white, black, white_elo, black_elo, date, event, eco] = &row.tags;
    json!({
        "file": file, "number": number, "line": row.line, "white": white, "black": black, "white_elo": white_elo.parse::<u32>().ok(),
        "black_elo": black_elo.parse::<u32>().ok(), "result": row.result, "date": date, "event": event, "eco": eco, "plies": row.plies,
        "damaged": row.damaged,
    })
}

/// Columns of a terminal; a pipe has more room than most.
fn columns() -> usize {
    let terminal =
        std::io::stdout().is_terminal().then(|| ::console::Term::stdout().size_checked()).flatten();
    terminal.map_or(120, |(_, columns)| usize::from(columns))
}

/// Games in columns that are as wide as the terminal: names and events share what the others leave. A narrow one gets no events and only years.
struct Table {
    name: usize,
    date: usize,
    event: usize,
}

/// Columns of number, ratings, result, code, plies and the mark of damage, and the gaps before all but the first.
const FIXED: usize = 6 + 9 + 7 + 3 + 5 + 2 + 2 * 7;
/// Fewer are narrow.
const WIDE: usize = 110;

impl Table {
    fn new(columns: usize) -> Table {
        let date = if columns < WIDE { 4 } else { 10 };
        // One column stays free, as many terminals wrap at the last.
        let left = columns.saturating_sub(FIXED + date + 1).max(12);
        if columns < WIDE {
            Table { name: left / 2, date, event: 0 }
        } else {
            Table { name: (left - 2) * 3 / 10, date, event: (left - 2) * 4 / 10 }
        }
    }

    fn head(&self) -> String {
        self.cells(["number", "White", "Black", "Elo", "result", "date", "event", "ECO", "plies"]) + "\n"
    }

    fn line(&self, number: u64, row: &Row) -> String {
        let [white, black, white_elo, black_elo, date, event, eco] = &row.tags;
        let either = |elo: &str| if elo.is_empty() { "-".to_owned() } else { cut(elo, 4) };
        let rated = !(white_elo.is_empty() && black_elo.is_empty());
        let elo = if rated { format!("{}/{}", either(white_elo), either(black_elo)) } else { String::new() };
        let date = date.chars().take(self.date).collect::<String>();
        let (number, plies) = (number.to_string(), row.plies.to_string());
        let mark = if row.damaged { " !" } else { "" };
        self.cells([&number, white, black, &elo, row.result, &date, event, eco, &plies]) + mark
    }

    fn cells(&self, [number, white, black, elo, result, date, event, eco, plies]: [&str; 9]) -> String {
        let widths = [
            (white, self.name),
            (black, self.name),
            (elo, 9),
            (result, 7),
            (date, self.date),
            (event, self.event),
            (eco, 3),
        ];
        let mut text = format!("{number:>6}");
        for (cell, width) in widths.into_iter().filter(|&(_, width)| width > 0) {
            let cell = cut(cell, width);
            text += "  ";
            text += &::console::pad_str(&cell, width, ::console::Alignment::Left, None);
        }
        text + &format!("  {plies:>5}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_fit_the_terminal() {
        let tags = [
            "Morphy, Paul Charles",
            "Duke Karl / Count Isouard",
            "",
            "2400",
            "1858.11.02",
            "Paris Opera, a long name of an event",
            "C41",
        ];
        let row = Row { line: 1, tags: tags.map(str::to_owned), result: "1/2-1/2", plies: 33, damaged: true };
        for columns in [80, 100, 110, 132] {
            let table = Table::new(columns);
            let (head, line) = (table.head(), table.line(999_999, &row));
            assert!(
                line.chars().count() < columns && head.trim_end().chars().count() < columns,
                "{columns}: {line}"
            );
            assert!(
                line.starts_with("999999  Morphy")
                    && line.contains("-/2400")
                    && line.ends_with("C41     33 !"),
                "{line}"
            );
            assert_eq!(
                (line.contains("Paris"), line.contains("1858.11.02")),
                (columns >= 110, columns >= 110),
                "{line}"
            );
        }
    }
}
