//! The coordinates around a board, drawn as lines so that no font is needed.

use std::fmt::Write;

use heirloom_chess::{File, Rank, Square};

use super::number;
use crate::look::Grid;

/// The height of a digit in units of the glyphs below; letters share its baseline.
const HEIGHT: f64 = 14.0;
/// The width of all glyphs.
const WIDTH: f64 = 9.0;
/// The line width.
const LINE: f64 = 2.0;

/// The letters `a` to `h`: their baseline is at 14, their top at 5 or, with a stem, 0.
const LETTERS: [&str; 8] = [
    "M8.5 5V14M8.5 9.5A4 4.5 0 1 1 .5 9.5A4 4.5 0 1 1 8.5 9.5",
    "M.5 0V14M.5 9.5A4 4.5 0 1 1 8.5 9.5A4 4.5 0 1 1 .5 9.5",
    "M8 6.9A4.3 4.5 0 1 0 8 12.1",
    "M8.5 0V14M8.5 9.5A4 4.5 0 1 1 .5 9.5A4 4.5 0 1 1 8.5 9.5",
    "M.7 9.4H8.5A4 4.5 0 1 0 7.7 12.5",
    "M7.8 .5C5.2 -.7 3.6 .8 3.6 3.4V14M.8 5.4H7",
    "M8.5 5V14.2C8.5 18.4 3.6 18.7 1 17M8.5 9.5A4 4.5 0 1 1 .5 9.5A4 4.5 0 1 1 8.5 9.5",
    "M.5 0V14M.5 9.3C.5 3.6 8.5 3.6 8.5 9.3V14",
];

/// The digits `1` to `8`, from 0 to 14.
const DIGITS: [&str; 8] = [
    "M1.6 3L5.2 0V14",
    "M.8 3.9C.8 -1.3 8.2 -1.3 8.2 3.7C8.2 7.2 .9 10.4 .7 14H8.6",
    "M1 1.7C3.4 -1 8 -.1 8 3.4C8 6.2 5.6 6.8 3.6 6.8C6.2 6.8 8.5 7.7 8.5 10.4C8.5 14.8 2.9 15 .6 12.3",
    "M6.4 14V0L.4 9.8H8.8",
    "M7.8 0H2L1.4 6.3C3.6 4.6 8.4 5 8.4 9.4C8.4 14.6 2.8 15.1 .6 12.4",
    "M7.4 .4C3.2 1 .5 4.8 .5 9.4A4 4.5 0 1 0 8.5 9.4C8.5 4.4 1.6 4 .6 8.4",
    "M.5 0H8.5C6 4 4 8.6 3.4 14",
    "M4.5 6.6A3.5 3.3 0 1 1 4.5 0A3.5 3.3 0 1 1 4.5 6.6A4 3.7 0 1 1 4.5 14A4 3.7 0 1 1 4.5 6.6",
];

/// Draws letters below the board and digits to the left of it.
pub fn draw(grid: &Grid, ink: &str) -> String {
    let (square, edge) = (f64::from(grid.square), f64::from(grid.edge));
    let scale = (edge * 0.5).min(square * 0.24) / HEIGHT;
    let mut text = format!(
        "<g fill=\"none\" stroke=\"{ink}\" stroke-width=\"{LINE}\" stroke-linecap=\"round\" \
         stroke-linejoin=\"round\">"
    );
    let mut glyph = |x: f64, y: f64, path: &str| {
        let (x, y) = (number(x - WIDTH / 2.0 * scale), number(y - HEIGHT / 2.0 * scale));
        let _ =
            write!(text, "<path transform=\"translate({x} {y}) scale({})\" d=\"{path}\"/>", number(scale));
    };
    for (file, path) in File::ALL.into_iter().zip(LETTERS) {
        // Letters have less ink above them than below.
        glyph(grid.center(Square::new(file, Rank::First)).0, edge * 1.47 + 8.0 * square, path);
    }
    for (rank, path) in Rank::ALL.into_iter().zip(DIGITS) {
        glyph(edge / 2.0, grid.center(Square::new(File::A, rank)).1, path);
    }
    text + "</g>"
}
