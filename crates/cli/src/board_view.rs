//! The board as text: ranks and files, marks for the last move and check, and colors if the terminal has
//! them.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};
use heirloom_chess::{Bitboard, Color, File, Line, Piece, Position, Rank, Square};

/// How the board is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BoardView {
    /// Black is at the bottom.
    pub flipped: bool,
    /// Chess symbols instead of letters.
    pub figures: bool,
    /// Colored squares and pieces.
    pub colors: bool,
}

impl BoardView {
    /// Draws the end of a line with its last move marked.
    pub fn draw(&self, line: &Line) -> String {
        self.draw_with(line, &[])
    }

    /// Draws the end of a line with a remark on the right of each rank, from the top.
    pub fn draw_with(&self, line: &Line, remarks: &[String]) -> String {
        let moved: Bitboard =
            line.moves().last().map_or(Bitboard::EMPTY, |mv| [mv.from(), mv.to()].into_iter().collect());
        let mut text = String::new();
        for row in 0..8 {
            let rank = Rank::ALL[if self.flipped { row } else { 7 - row }];
            let _ = write!(text, " {} ", rank.digit());
            for column in 0..8 {
                let square = Square::new(File::ALL[if self.flipped { 7 - column } else { column }], rank);
                text.push_str(&self.square(line.position(), square, moved));
            }
            match remarks.get(row).filter(|remark| !remark.is_empty()) {
                Some(remark) => {
                    let _ = writeln!(text, "   {remark}");
                }
                None => text.push('\n'),
            }
        }
        text.push_str("   ");
        for column in 0..8 {
            let file = File::ALL[if self.flipped { 7 - column } else { column }];
            let _ = write!(text, " {} ", file.letter());
        }
        text.push('\n');
        text
    }

    /// Draws the board with a frame around each square, followed by FEN, key and checkers, as programs that
    /// drive UCI engines expect of `d`.
    pub fn framed(line: &Line) -> String {
        const RULE: &str = " +---+---+---+---+---+---+---+---+\n";
        let mut text = String::from(RULE);
        for rank in Rank::ALL.into_iter().rev() {
            for file in File::ALL {
                let piece = line.position().piece_at(Square::new(file, rank));
                let _ = write!(text, " | {}", piece.map_or_else(|| " ".into(), |piece| piece.to_string()));
            }
            let _ = write!(text, " | {}\n{RULE}", rank.digit());
        }
        text.push_str("   a   b   c   d   e   f   g   h\n");
        let position = line.position();
        let checkers: Vec<String> =
            position.checkers().into_iter().map(|square| square.to_string()).collect();
        let (fen, key, checkers) = (position.fen(), position.key(), checkers.join(" "));
        let _ = writeln!(text, "\nFen: {fen}\nKey: {key:016X}\nCheckers: {checkers}");
        text
    }

    /// Draws a square, three columns wide.
    fn square(&self, position: &Position, square: Square, moved: Bitboard) -> String {
        let piece = position.piece_at(square);
        if self.colors {
            let in_check = position.in_check() && position.king(position.turn()) == square;
            let style = square_style(square, moved.contains(square), in_check, piece.map(Piece::color));
            let figure = |piece: Piece| {
                if self.figures { FILLED[piece.piece_type().index()] } else { piece.letter() }
            };
            let figure = piece.map_or(' ', figure);
            return format!("{style} {figure} {style:#}");
        }
        let letter = match piece {
            Some(piece) if self.figures => {
                let figures = if piece.color() == Color::White { OUTLINED } else { FILLED };
                figures[piece.piece_type().index()]
            }
            Some(piece) => piece.letter(),
            None if Bitboard::DARK.contains(square) => ':',
            None => '.',
        };
        if moved.contains(square) { format!("[{letter}]") } else { format!(" {letter} ") }
    }
}

/// Returns the colors of a square: wood, the last move in blue, a king in check on red.
fn square_style(square: Square, moved: bool, in_check: bool, piece: Option<Color>) -> Style {
    let background = match (in_check, moved, Bitboard::DARK.contains(square)) {
        (true, ..) => anstyle::Ansi256Color(160),
        (false, true, true) => anstyle::Ansi256Color(30),
        (false, true, false) => anstyle::Ansi256Color(73),
        (false, false, true) => anstyle::Ansi256Color(94),
        (false, false, false) => anstyle::Ansi256Color(137),
    };
    let style = Style::new().bg_color(Some(background.into()));
    match piece {
        Some(Color::White) => style.fg_color(Some(AnsiColor::BrightWhite.into())).bold(),
        _ => style.fg_color(Some(anstyle::Ansi256Color(16).into())),
    }
}

/// The filled symbols, which are readable in any color, and the outlined ones; from pawn to king.
const FILLED: [char; 6] = ['♟', '♞', '♝', '♜', '♛', '♚'];
const OUTLINED: [char; 6] = ['♙', '♘', '♗', '♖', '♕', '♔'];

#[cfg(test)]
mod tests {
    use super::*;
    use heirloom_chess::notation::uci;

    #[test]
    fn the_last_move_is_marked_and_the_board_turns() {
        let line = uci::parse_line(Position::startpos(), "e2e4").unwrap();
        let text = BoardView::default().draw(&line);
        assert_eq!(text.lines().nth(4), Some(" 4  .  :  .  : [P] :  .  : "));
        assert_eq!(text.lines().last().map(str::trim), Some("a  b  c  d  e  f  g  h"));
        let flipped = BoardView { flipped: true, ..BoardView::default() }.draw(&line);
        assert!(flipped.starts_with(" 1  R  N  B  K  Q"));
        let drawn = BoardView::default().draw_with(&line, &["top".into(), String::new()]);
        assert_eq!(drawn.lines().next(), Some(" 8  r  n  b  q  k  b  n  r    top"));
        assert_eq!(drawn.lines().nth(1), Some(" 7  p  p  p  p  p  p  p  p "));
    }

    #[test]
    fn a_king_in_check_stands_on_red() {
        let view = BoardView { colors: true, ..BoardView::default() };
        let drawn = |fen| view.draw(&Line::new(Position::from_fen(fen).unwrap()));
        assert!(drawn("4k3/8/8/8/8/8/8/4R1K1 b - - 0 1").contains("\x1b[48;5;160m k "));
        assert!(!drawn("3k4/8/8/8/8/8/8/4R1K1 b - - 0 1").contains("48;5;160m"));
    }
}
