//! Text tables with aligned columns and truncated cells.

use std::fmt::Write as _;

/// Maximum width of a table cell in characters; longer text is truncated.
pub const WIDEST: usize = 40;

/// Truncates text to at most `most` characters.
pub fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        text.to_owned()
    } else {
        text.chars().take(most - 1).chain(['…']).collect()
    }
}

/// Formats names with their meanings in at most `columns` columns; long meanings are wrapped and indented.
pub fn definitions(rows: &[(&str, &str)], columns: usize) -> String {
    let name_width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let indent = name_width + 4;
    let room = columns.saturating_sub(indent + 1).max(20);
    let mut text = String::new();
    for (name, meaning) in rows {
        let mut line = format!("  {name:<name_width$}  ");
        let mut used = 0;
        for word in meaning.split(' ') {
            let length = word.chars().count();
            if used > 0 && used + 1 + length > room {
                let _ = writeln!(text, "{line}");
                line = " ".repeat(indent);
                used = 0;
            }
            let gap = if used > 0 { " " } else { "" };
            let _ = write!(line, "{gap}{word}");
            used += gap.len() + length;
        }
        let _ = writeln!(text, "{line}");
    }
    text
}

/// Formats a table with columns of equal width; the columns in `numbers` are right-aligned.
pub fn aligned(table: &[Vec<String>], numbers: &[usize]) -> String {
    let columns = table.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column| {
        table
            .iter()
            .filter_map(|row| row.get(column))
            .map(|cell: &String| cell.chars().count())
            .max()
            .unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in table {
        let mut line = String::new();
        for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
            let gap = if column == 0 { "" } else { "  " };
            let _ = if numbers.contains(&column) {
                write!(line, "{gap}{cell:>width$}")
            } else {
                write!(line, "{gap}{cell:<width$}")
            };
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_meanings_are_wrapped() {
        let rows = [("go", "let the engine move now"), ("force", "the engine no longer answers")];
        assert_eq!(
            definitions(&rows, 80),
            "  go     let the engine move now\n  force  the engine no longer answers\n"
        );
        assert_eq!(
            definitions(&rows, 30),
            "  go     let the engine move\n         now\n  force  the engine no longer\n         answers\n"
        );
    }
}
