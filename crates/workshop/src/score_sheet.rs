//! The moves of a game as a score sheet: numbered, in two columns or on one line.

use heirloom_chess::notation::{san, uci};
use heirloom_chess::{Color, Line, Move, Position};

/// How moves are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Style {
    /// `Nf3`.
    #[default]
    San,
    /// `g1f3`.
    Coordinates,
    /// `g1f3`, and castling as king takes rook.
    Chess960,
}

impl Style {
    /// Returns a move in this notation.
    pub fn write(self, position: &Position, mv: Move) -> String {
        match self {
            Style::San => san::format(position, mv),
            Style::Coordinates => uci::format(position, mv, false),
            Style::Chess960 => uci::format(position, mv, true),
        }
    }

    /// Returns a move with its number: `12. Nf3` or `12... Nf6`.
    pub fn write_numbered(self, position: &Position, mv: Move) -> String {
        let dots = if position.turn() == Color::White { "." } else { "..." };
        format!("{}{dots} {}", position.fullmove_number(), self.write(position, mv))
    }
}

/// A row of the sheet: the number, White's move and Black's; the cell of a side without a move is empty.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Row {
    number: u16,
    cells: [String; 2],
}

fn rows(line: &Line, style: Style) -> Vec<Row> {
    let mut position = line.start().clone();
    let mut rows: Vec<Row> = Vec::new();
    for &mv in line.moves() {
        let turn = position.turn();
        if turn == Color::White || rows.is_empty() {
            rows.push(Row { number: position.fullmove_number(), cells: [String::new(), String::new()] });
        }
        if let Some(row) = rows.last_mut() {
            row.cells[turn.index()] = style.write(&position, mv);
        }
        position.play(mv);
    }
    rows
}

/// Returns the last `count` rows of the sheet.
pub fn columns(line: &Line, style: Style, count: usize) -> Vec<String> {
    let rows = rows(line, style);
    let first = rows.len().saturating_sub(count);
    let cell = |row: &Row| if row.cells[0].is_empty() { "...".to_string() } else { row.cells[0].clone() };
    rows[first..]
        .iter()
        .map(|row| format!("{:>3}. {:<8} {}", row.number, cell(row), row.cells[1]).trim_end().to_string())
        .collect()
}

/// Returns the whole game on one line: `1. e4 e5 2. Nf3`.
pub fn one_line(line: &Line, style: Style) -> String {
    let words: Vec<String> = rows(line, style)
        .into_iter()
        .map(|Row { number, cells: [white, black] }| match (white.as_str(), black.as_str()) {
            ("", black) => format!("{number}... {black}"),
            (white, "") => format!("{number}. {white}"),
            (white, black) => format!("{number}. {white} {black}"),
        })
        .collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(fen: &str, moves: &[&str]) -> Line {
        let mut line = Line::new(Position::from_fen(fen).unwrap());
        for text in moves {
            line.push(san::parse(line.position(), text).unwrap()).unwrap();
        }
        line
    }

    #[test]
    fn a_game_is_written_in_columns_and_in_one_line() {
        let game = line("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", &["e4", "e5", "Nf3"]);
        assert_eq!(columns(&game, Style::San, 9), ["  1. e4       e5", "  2. Nf3"]);
        assert_eq!(columns(&game, Style::Coordinates, 1), ["  2. g1f3"]);
        assert_eq!(one_line(&game, Style::San), "1. e4 e5 2. Nf3");
    }

    #[test]
    fn black_may_move_first() {
        let game = line("4k3/8/8/8/8/8/4P3/4K3 b - - 0 31", &["Kd7", "e4", "Kd6"]);
        assert_eq!(one_line(&game, Style::San), "31... Kd7 32. e4 Kd6");
        assert_eq!(columns(&game, Style::San, 2), [" 31. ...      Kd7", " 32. e4       Kd6"]);
        assert_eq!(one_line(&line("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", &[]), Style::San), "");
    }
}
