//! Tables as text: columns of equal width, cells that are cut.

use std::fmt::Write as _;

/// Longer texts are cut in tables.
pub const WIDEST: usize = 40;

/// A text of at most so many letters.
pub fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most { text.to_owned() } else { text.chars().take(most - 1).chain(['…']).collect() }
}

/// Columns of equal width; those of numbers are aligned to the right.
pub fn aligned(table: &[Vec<String>], numbers: &[usize]) -> String {
    let columns = table.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column| table.iter().filter_map(|row| row.get(column)).map(|cell: &String| cell.chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in table {
        let mut line = String::new();
        for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
            let gap = if column == 0 { "" } else { "  " };
            let _ = if numbers.contains(&column) { write!(line, "{gap}{cell:>width$}") } else { write!(line, "{gap}{cell:<width$}") };
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}
