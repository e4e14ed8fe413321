//! The symbol of a move as a badge at the square it led to.

use eframe::egui::{Align2, Color32, FontId, Painter, Stroke, Vec2};
use heirloom_chess::Square;
use heirloom_chess::game::Nag;

use super::Squares;
use crate::texts::sign;

/// Returns the symbol that a badge shows: the one that judges the move.
pub fn symbol(nags: &[Nag]) -> Option<Nag> {
    nags.iter().copied().find(|nag| (1..=7).contains(&nag.0))
}

/// Draws a badge at the upper right corner of a square, inside the board.
pub fn show(painter: &Painter, squares: &Squares, square: Square, nag: Nag) {
    let side = squares.side();
    let radius = side * 0.19;
    let corner = squares.rect(square).right_top() + Vec2::new(-0.06, 0.06) * side;
    let place = corner
        .clamp(squares.inner.min + Vec2::splat(radius + 1.0), squares.inner.max - Vec2::splat(radius + 1.0));
    painter.circle(place, radius, color(nag), Stroke::new((side * 0.02).max(1.0), Color32::WHITE));
    let font = FontId::proportional(radius * 1.25);
    painter.text(place, Align2::CENTER_CENTER, sign(nag).unwrap_or_default(), font, Color32::WHITE);
}

fn color(nag: Nag) -> Color32 {
    match nag.0 {
        1 => Color32::from_rgb(31, 130, 52),
        2 => Color32::from_rgb(190, 84, 14),
        3 => Color32::from_rgb(14, 112, 112),
        4 => Color32::from_rgb(196, 26, 26),
        5 => Color32::from_rgb(150, 58, 160),
        6 => Color32::from_rgb(150, 104, 0),
        _ => Color32::from_rgb(72, 88, 106),
    }
}
