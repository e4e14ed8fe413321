//! Arrows and circles in four colors, drawn with the right mouse button.

use eframe::egui::{Color32, Painter, Stroke, Ui};
use heirloom_chess::Square;
use heirloom_picture::{MarkColor, Marks};

use super::{Squares, arrows};

/// A mark that is being drawn: its first square and its color.
pub type Drawing = (Square, MarkColor);

/// Returns the color that the keys held down choose, as at lichess: green, with Shift or Ctrl red, with Alt
/// blue, with both yellow.
pub fn chosen_color(ui: &Ui) -> MarkColor {
    let keys = ui.input(|input| input.modifiers);
    match (keys.shift || keys.ctrl, keys.alt || keys.mac_cmd) {
        (false, false) => MarkColor::Green,
        (true, false) => MarkColor::Red,
        (false, true) => MarkColor::Blue,
        (true, true) => MarkColor::Yellow,
    }
}

/// Draws arrows and circles.
pub fn show(painter: &Painter, squares: &Squares, marks: &Marks) {
    for &(square, color) in &marks.circles {
        circle(painter, squares, square, color);
    }
    for &(from, to, color) in &marks.arrows {
        one(painter, squares, (from, to), color);
    }
}

/// Draws an arrow, or a circle if it begins and ends on one square.
pub fn one(painter: &Painter, squares: &Squares, (from, to): (Square, Square), color: MarkColor) {
    if from == to {
        circle(painter, squares, from, color);
    } else {
        arrows::arrow(painter, squares, from, to, ink(color));
    }
}

fn circle(painter: &Painter, squares: &Squares, square: Square, color: MarkColor) {
    let rect = squares.rect(square);
    painter.circle_stroke(rect.center(), rect.width() * 0.45, Stroke::new(rect.width() * 0.06, ink(color)));
}

fn ink(color: MarkColor) -> Color32 {
    Color32::from_hex(color.color()).unwrap_or(Color32::GREEN).gamma_multiply(0.8)
}
