//! The elements of all board drawings, as SVG text.

mod coordinates;
mod shapes;

use std::fmt::Write;

use heirloom_chess::{Piece, Square};

use crate::look::Grid;
use crate::piece::{self, VIEW_BOX};
use crate::{Look, MarkColor, PieceLook};

/// The opacity of the tint of the last move.
const TINT: f64 = 0.5;

/// An SVG document under construction. It is a single line, so that several can be sent through a pipe.
pub(crate) struct Drawing {
    text: String,
    pub grid: Grid,
    look: Look,
    /// The prefix of all ids, so that several documents can be part of one page.
    prefix: String,
}

impl Drawing {
    /// Begins a document. `content` distinguishes this picture from others; `title` is the text for screen
    /// readers.
    pub fn new(look: &Look, content: &str, title: &str) -> Drawing {
        let grid = Grid::new(look);
        let prefix = format!("b{:08x}", checksum(&format!("{content} {look:?}")));
        let size = grid.size;
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{size}\" height=\"{size}\" \
             viewBox=\"0 0 {size} {size}\""
        );
        let _ = write!(
            text,
            " role=\"img\" aria-labelledby=\"{prefix}-title\"><title id=\"{prefix}-title\">{}</title>",
            escaped(title)
        );
        Drawing { text, grid, look: *look, prefix }
    }

    /// Defines the pieces that will be used, and the glow around a king in check.
    pub fn define(&mut self, pieces: impl Iterator<Item = Piece>) {
        let scale = number(f64::from(self.grid.square) / VIEW_BOX);
        let prefix = &self.prefix;
        let _ = write!(self.text, "<defs><radialGradient id=\"{prefix}-check\">");
        self.text.push_str("<stop offset=\"0.25\" stop-color=\"#f01818\"/>");
        self.text.push_str("<stop offset=\"1\" stop-color=\"#f01818\" stop-opacity=\"0\"/></radialGradient>");
        let mut known: Vec<Piece> = pieces.collect();
        known.sort();
        known.dedup();
        let look = PieceLook { set: self.look.pieces, colors: None };
        for piece in known {
            let (name, content) = (piece::name(piece), piece::content(piece, &look));
            let _ = write!(self.text, "<g id=\"{prefix}-{name}\" transform=\"scale({scale})\">{content}</g>");
        }
        self.text.push_str("</defs>");
    }

    /// Draws the frame, the squares and, if requested, the coordinates.
    pub fn board(&mut self) {
        let Grid { size, square, edge, .. } = self.grid;
        let (colors, side) = (self.look.theme.colors(), 8 * square);
        let mut dark = String::new();
        for row in 0..8 {
            for column in (0..8).filter(|column| (column + row) % 2 == 1) {
                let (x, y) = (edge + column * square, edge + row * square);
                let _ = write!(dark, "M{x} {y}h{square}v{square}h-{square}z");
            }
        }
        let text = &mut self.text;
        text.push_str("<g shape-rendering=\"crispEdges\">");
        if edge > 0 || side < size {
            let _ = write!(text, "<path fill=\"{}\" d=\"M0 0h{size}v{size}H0z\"/>", colors.frame);
        }
        if self.look.coordinates {
            let line = (square / 24).clamp(1, edge);
            let (from, side) = (edge - line, side + 2 * line);
            let _ =
                write!(text, "<path fill=\"{}\" d=\"M{from} {from}h{side}v{side}h-{side}z\"/>", colors.ink);
        }
        let _ = write!(text, "<path fill=\"{}\" d=\"M{edge} {edge}h{side}v{side}h-{side}z\"/>", colors.light);
        let _ = write!(text, "<path fill=\"{}\" d=\"{dark}\"/></g>", colors.dark);
        if self.look.coordinates {
            let drawn = coordinates::draw(&self.grid, colors.ink);
            self.text.push_str(&drawn);
        }
    }

    /// Draws the tint of a square of the last move at the upper left corner of the picture; `place` moves it
    /// and may hold further attributes.
    pub fn tint(&mut self, place: &str, children: &str) {
        let (color, square) = (self.look.theme.colors().last, self.grid.square);
        let place = format!(
            "fill=\"{color}\" fill-opacity=\"{TINT}\" shape-rendering=\"crispEdges\" \
             d=\"M0 0h{square}v{square}H0z\" {place}"
        );
        self.element("path", &place, children);
    }

    /// Draws the glow of a king in check at the upper left corner of the picture; `place` moves it.
    pub fn glow(&mut self, place: &str, children: &str) {
        let half = number(f64::from(self.grid.square) / 2.0);
        let place =
            format!("fill=\"url(#{}-check)\" cx=\"{half}\" cy=\"{half}\" r=\"{half}\" {place}", self.prefix);
        self.element("circle", &place, children);
    }

    /// Draws a piece at the upper left corner of the picture; `place` moves it.
    pub fn piece(&mut self, piece: Piece, place: &str, children: &str) {
        let place = format!("href=\"#{}-{}\" {place}", self.prefix, piece::name(piece));
        self.element("use", &place, children);
    }

    /// Draws a circle around a square.
    pub fn circle(&mut self, square: Square, paint: MarkColor) {
        let circle = shapes::circle(&self.grid, square, paint);
        self.text.push_str(&circle);
    }

    /// Draws an arrow between the centers of two squares.
    pub fn arrow(&mut self, from: Square, to: Square, paint: MarkColor) {
        let arrow = shapes::arrow(&self.grid, from, to, paint);
        self.text.push_str(&arrow);
    }

    /// Returns the attribute that moves an element to a square.
    pub fn at(&self, square: Square) -> String {
        let (x, y) = self.grid.corner(square);
        format!("transform=\"translate({x} {y})\"")
    }

    fn element(&mut self, name: &str, attributes: &str, children: &str) {
        let attributes = attributes.trim_end();
        let _ = match children {
            "" => write!(self.text, "<{name} {attributes}/>"),
            _ => write!(self.text, "<{name} {attributes}>{children}</{name}>"),
        };
    }

    /// Returns the complete document.
    pub fn finish(mut self) -> String {
        self.text.push_str("</svg>");
        self.text
    }
}

/// Formats a number with at most four decimals.
pub(crate) fn number(value: f64) -> String {
    let text = format!("{value:.4}");
    match text.trim_end_matches('0').trim_end_matches('.') {
        "-0" => "0".into(),
        text => text.into(),
    }
}

/// Escapes text as the content of an element, without characters that XML does not allow.
fn escaped(text: &str) -> String {
    let is_allowed = |letter: &char| !letter.is_control() && !matches!(letter, '\u{fffe}' | '\u{ffff}');
    let allowed: String = text.chars().filter(is_allowed).collect();
    allowed.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Computes FNV-1a folded to 32 bits: the same on every system, so that equal pictures are equal texts.
fn checksum(text: &str) -> u32 {
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    (hash >> 32) as u32 ^ hash as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        assert_eq!([0.45, 12.0, -0.00001, 1.0 / 3.0].map(number), ["0.45", "12", "0", "0.3333"]);
    }

    #[test]
    fn titles_cannot_break_the_document() {
        assert_eq!(escaped("Ann & Bob <b>\u{7}\u{ffff}"), "Ann &amp; Bob &lt;b&gt;");
    }
}
