//! The games of a collection as a table, one line per game, as CSV and as JSON.

use heirloom_games::Record;
use serde_json::json;

use crate::columns::cut;

/// The names of the columns.
pub const COLUMNS: [&str; 13] = [
    "file",
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

/// A listed game.
pub struct Row {
    line: u64,
    /// The values of [`TAGS`].
    tags: [String; 7],
    result: &'static str,
    plies: usize,
    damaged: bool,
}

const TAGS: [&str; 7] = ["White", "Black", "WhiteElo", "BlackElo", "Date", "Event", "ECO"];

impl Row {
    /// Reads a game.
    pub fn of(record: &Record<'_>) -> Row {
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

    /// Returns the columns of the game with this number in its file.
    pub fn record(&self, file: &str, number: u64) -> [String; COLUMNS.len()] {
        let [white, black, white_elo, black_elo, date, event, eco] = self.tags.clone();
        let (result, plies, damaged) =
            (self.result.to_owned(), self.plies.to_string(), self.damaged.to_string());
        let (number, line) = (number.to_string(), self.line.to_string());
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

    /// Returns the game with this number in its file as JSON.
    pub fn document(&self, file: &str, number: u64) -> serde_json::Value {
        let [white, black, white_elo, black_elo, date, event, eco] = &self.tags;
        json!({
            "file": file, "number": number, "line": self.line, "white": white, "black": black,
            "white_elo": white_elo.parse::<u32>().ok(),
            "black_elo": black_elo.parse::<u32>().ok(), "result": self.result, "date": date, "event": event,
            "eco": eco, "plies": self.plies,
            "damaged": self.damaged,
        })
    }
}

/// Games in columns as wide as a terminal: names and events share the room that the others leave. A narrow
/// table has no events, and only years.
pub struct Table {
    pad: fn(&str, usize) -> String,
    name: usize,
    date: usize,
    event: usize,
}

/// The width of number, ratings, result, code, plies and the mark of damage, and of the gaps before all but
/// the first.
const FIXED: usize = 6 + 9 + 7 + 3 + 5 + 2 + 2 * 7;
/// Tables with fewer columns are narrow.
const WIDE: usize = 110;

impl Table {
    /// A table of this width; `pad` pads a cell as the output measures it.
    pub fn new(columns: usize, pad: fn(&str, usize) -> String) -> Table {
        let date = if columns < WIDE { 4 } else { 10 };
        // One column is left free: many terminals wrap at the last one.
        let left = columns.saturating_sub(FIXED + date + 1).max(12);
        if columns < WIDE {
            Table { pad, name: left / 2, date, event: 0 }
        } else {
            Table { pad, name: (left - 2) * 3 / 10, date, event: (left - 2) * 4 / 10 }
        }
    }

    /// Returns the header line.
    pub fn head(&self) -> String {
        self.cells(["number", "White", "Black", "Elo", "result", "date", "event", "ECO", "plies"]) + "\n"
    }

    /// Returns the line of the game with this number.
    pub fn line(&self, number: u64, row: &Row) -> String {
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
            text += &(self.pad)(&cell, width);
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
            let table = Table::new(columns, |cell, width| format!("{cell:<width$}"));
            let (head, line) = (table.head(), table.line(999_999, &row));
            assert!(line.chars().count() < columns, "{columns}: {line}");
            assert!(head.trim_end().chars().count() < columns, "{columns}: {line}");
            assert!(line.starts_with("999999  Morphy"), "{line}");
            assert!(line.contains("-/2400"), "{line}");
            assert!(line.ends_with("C41     33 !"), "{line}");
            assert_eq!(line.contains("Paris"), columns >= 110, "{line}");
            assert_eq!(line.contains("1858.11.02"), columns >= 110, "{line}");
        }
    }
}
