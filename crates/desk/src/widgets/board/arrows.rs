//! The arrows of an engine's lines: thinner with each rank, with the value at the head, and that of the move
//! played next in the game in another color.

use eframe::egui::{
    Align2, Color32, CornerRadius, FontId, Painter, Rect, Sense, Shape, Stroke, Ui, Vec2, pos2, vec2,
};
use heirloom_chess::{Move, Square};

use super::{Squares, target};

/// A move drawn as an arrow.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveArrow {
    /// The move.
    pub mv: Move,
    /// Its rank among the lines, the best being 0; none if no line begins with it.
    pub rank: Option<usize>,
    /// Whether it is the move played next in the game.
    pub is_next: bool,
    /// The value at its head; empty for none.
    pub label: String,
}

impl MoveArrow {
    /// Returns an arrow without a value, such as that of a hint.
    pub fn plain(mv: Move) -> MoveArrow {
        MoveArrow { mv, rank: Some(0), is_next: false, label: String::new() }
    }
}

/// The widths of the arrows by rank, as a part of a square; further ones are as thin as the last.
const WIDTHS: [f32; 4] = [0.19, 0.14, 0.105, 0.08];
/// How opaque the arrows are by rank.
const OPACITIES: [f32; 4] = [0.85, 0.7, 0.6, 0.5];
/// The color of the arrows of an engine's lines.
pub const LINE: Color32 = Color32::from_rgb(22, 104, 176);
/// The color of the arrow of the move played next in the game.
pub const NEXT: Color32 = Color32::from_rgb(206, 112, 14);
const PLATE: Color32 = Color32::from_rgba_premultiplied(12, 14, 18, 225);

/// Draws a small arrow to the right, for a legend.
pub fn sample(ui: &mut Ui, color: Color32) {
    let (rect, _) = ui.allocate_exact_size(vec2(22.0, 12.0), Sense::hover());
    let (middle, neck) = (rect.center().y, rect.right() - 9.0);
    let shaft = Rect::from_min_max(pos2(rect.left(), middle - 2.0), pos2(neck, middle + 2.0));
    ui.painter().rect_filled(shaft, 0.0, color);
    let head = vec![pos2(neck, middle - 5.5), pos2(rect.right(), middle), pos2(neck, middle + 5.5)];
    ui.painter().add(Shape::convex_polygon(head, color, Stroke::NONE));
}

/// Draws the arrows, the best above the others, then their values above all of them.
pub fn draw(painter: &Painter, squares: &Squares, arrows: &[MoveArrow]) {
    for arrow in arrows.iter().rev() {
        let rank = arrow.rank.unwrap_or(1).min(WIDTHS.len() - 1);
        let color = if arrow.is_next { NEXT } else { LINE };
        let (from, to) = (arrow.mv.from(), target(arrow.mv));
        shape(painter, squares, from, to, WIDTHS[rank], color.gamma_multiply(OPACITIES[rank]));
    }
    let mut labeled: Vec<Square> = Vec::new();
    for arrow in arrows.iter().filter(|arrow| !arrow.label.is_empty()) {
        let to = target(arrow.mv);
        let above = labeled.iter().filter(|square| **square == to).count();
        labeled.push(to);
        label(painter, squares.rect(to), above, arrow);
    }
}

/// Draws the value of an arrow at the bottom of the square that it leads to, above those already there.
fn label(painter: &Painter, square: Rect, above: usize, arrow: &MoveArrow) {
    let font = FontId::proportional((square.width() * 0.2).clamp(9.0, 16.0));
    let galley = painter.layout_no_wrap(arrow.label.clone(), font, Color32::WHITE);
    let size = galley.size() + Vec2::new(6.0, 1.0);
    let place = square.center_bottom() - Vec2::new(0.0, 1.0 + above as f32 * (size.y + 1.0));
    let plate = Align2::CENTER_BOTTOM.anchor_size(place, size);
    let edge = if arrow.is_next { NEXT } else { LINE };
    painter.rect(
        plate,
        CornerRadius::same(3),
        PLATE,
        Stroke::new(1.0, edge),
        eframe::egui::StrokeKind::Inside,
    );
    painter.galley(plate.min + Vec2::new(3.0, 0.5), galley, Color32::WHITE);
}

/// The width of an arrow that is not one of several ranks, as a share of a square.
const USUAL: f32 = 0.17;

/// Draws an arrow from near the center of a square to the center of another.
pub fn arrow(painter: &Painter, squares: &Squares, from: Square, to: Square, color: Color32) {
    shape(painter, squares, from, to, USUAL, color);
}

/// Draws an arrow of this width, as a share of a square.
fn shape(painter: &Painter, squares: &Squares, from: Square, to: Square, width: f32, color: Color32) {
    let side = squares.side();
    let (start, tip) = (squares.rect(from).center(), squares.rect(to).center());
    let along = (tip - start).normalized();
    let across = along.rot90();
    let (start, neck) = (start + along * side * 0.3, tip - along * side * (0.2 + width));
    let (thin, wide) = (across * side * width / 2.0, across * side * (0.09 + width * 0.7));
    // Two convex parts, since egui fills no other shapes.
    let shaft = vec![start - thin, neck - thin, neck + thin, start + thin];
    painter.add(Shape::convex_polygon(shaft, color, Stroke::NONE));
    painter.add(Shape::convex_polygon(vec![neck - wide, tip, neck + wide], color, Stroke::NONE));
}
