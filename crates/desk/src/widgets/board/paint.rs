//! Draws a board: squares, marks, pieces, arrows.

use eframe::egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, Ui, Vec2};
use heirloom_chess::{Piece, Square};

use super::colors::{BoardColors, ink_on};
use super::squares::Label;
use super::{BoardContent, BoardView, Squares, target};
use crate::settings::Settings;
use crate::theme::{bold_family, size};
use crate::widgets::pieces::Pieces;

// The marks of squares differ in shape as well as in color: the last move is a tint without an edge, a
// selected square has a solid edge, a premove a dashed one, a king in check a ring.
const CHOSEN: Color32 = Color32::from_rgba_premultiplied(20, 62, 28, 90);
const CHOSEN_EDGE: Color32 = Color32::from_rgb(24, 92, 44);
/// The color of the squares of the last move.
pub const LAST: Color32 = Color32::from_rgba_premultiplied(70, 64, 4, 84);
const CHECK: Color32 = Color32::from_rgba_premultiplied(120, 16, 16, 130);
const CHECK_EDGE: Color32 = Color32::from_rgb(176, 24, 24);
const PREMOVE: Color32 = Color32::from_rgba_premultiplied(14, 42, 80, 96);
const PREMOVE_EDGE: Color32 = Color32::from_rgb(22, 66, 128);
const DOT: Color32 = Color32::from_rgba_premultiplied(10, 30, 15, 90);
/// The color of the arrow of a threat.
pub const THREAT: Color32 = Color32::from_rgba_premultiplied(150, 25, 25, 180);
/// The size of coordinates, at most.
const LARGEST: f32 = 20.0;
const FOCUS: Color32 = Color32::from_rgb(40, 130, 220);

/// Draws the board.
pub fn board(
    ui: &Ui,
    squares: &Squares,
    shown: &BoardContent<'_>,
    view: &BoardView,
    pieces: &mut Pieces,
    settings: &Settings,
) {
    let painter = ui.painter();
    ground(painter, squares, settings);
    marks(painter, squares, shown, view, settings);
    let carried = view.carried(ui);
    let pixels = squares.pixels(ui);
    for square in shown.position.occupied() {
        let Some(piece) = shown.position.piece_at(square) else { continue };
        let lifted = carried.is_some_and(|(from, _)| from == square);
        let rect =
            view.animation.and_then(|glide| glide.rect(ui, squares, square)).unwrap_or(squares.rect(square));
        draw(ui, pieces, piece, rect, pixels, if lifted { 0.35 } else { 1.0 });
    }
    arrows(ui, squares, shown, view);
    if let (Some(mv), Some(nag)) = (shown.last_move, shown.badge.filter(|_| settings.move_badge)) {
        super::badge::show(painter, squares, target(mv), nag);
    }
    if let Some((from, place)) = carried
        && let Some(piece) = shown.position.piece_at(from)
    {
        let rect = Rect::from_center_size(place, Vec2::splat(squares.side() * 1.1));
        draw(ui, pieces, piece, rect, pixels, 1.0);
    }
}

/// Draws the frame, the squares and the coordinates.
pub fn ground(painter: &Painter, squares: &Squares, settings: &Settings) {
    let colors = BoardColors::of(settings);
    if squares.is_framed() {
        painter.rect_filled(squares.outer, 4.0, colors.frame);
    }
    self::squares(painter, squares, settings);
    if !settings.coordinates {
        return;
    }
    if squares.is_framed() {
        // The letters fill the frame.
        let edge = (squares.outer.width() - squares.inner.width()) / 2.0;
        let font = FontId::proportional((edge * 0.72).clamp(8.0, LARGEST));
        for (place, letter) in squares.labels() {
            painter.text(place, Align2::CENTER_CENTER, letter, font.clone(), ink_on(colors.frame));
        }
        return;
    }
    // On a board that has few points because of the zoom, they take more of their squares.
    let least = size::SMALL.min(squares.side() * 0.34);
    let font = FontId::new((squares.side() * 0.19).max(least).clamp(8.0, LARGEST), bold_family());
    for (square, label) in squares.edge_squares() {
        let rect = squares.rect(square).shrink2(Vec2::new(squares.side() * 0.045, 0.0));
        let ink = ink_on(colors.square(is_light(square)));
        match label {
            Label::Rank(digit) => painter.text(rect.min, Align2::LEFT_TOP, digit, font.clone(), ink),
            Label::File(letter) => painter.text(rect.max, Align2::RIGHT_BOTTOM, letter, font.clone(), ink),
        };
    }
}

/// Draws the squares without a frame.
pub fn squares(painter: &Painter, squares: &Squares, settings: &Settings) {
    let colors = BoardColors::of(settings);
    for square in Square::ALL {
        painter.rect_filled(squares.rect(square), 0.0, colors.square(is_light(square)));
    }
}

fn is_light(square: Square) -> bool {
    (square.file().index() + square.rank().index()) % 2 == 1
}

/// Returns the width of the edge of a marked square.
fn edge_width(squares: &Squares) -> f32 {
    (squares.side() * 0.05).max(1.5)
}

/// Marks special squares.
fn marks(
    painter: &Painter,
    squares: &Squares,
    shown: &BoardContent<'_>,
    view: &BoardView,
    settings: &Settings,
) {
    if let Some(mv) = shown.last_move {
        for square in [mv.from(), target(mv)] {
            painter.rect_filled(squares.rect(square), 0.0, LAST);
        }
    }
    if settings.mark_check && shown.position.in_check() {
        let king = squares.rect(shown.position.king(shown.position.turn()));
        let stroke = Stroke::new(edge_width(squares), CHECK_EDGE);
        painter.circle(king.center(), king.width() * 0.5 - stroke.width / 2.0, CHECK, stroke);
    }
    if let Some(chosen) = view.chosen {
        let stroke = Stroke::new(edge_width(squares), CHOSEN_EDGE);
        painter.rect(squares.rect(chosen), 0.0, CHOSEN, stroke, StrokeKind::Inside);
        if settings.legal_moves && shown.in_advance.is_none() {
            for mv in shown.position.legal_moves().iter().filter(|mv| mv.from() == chosen) {
                let to = if shown.position.is_chess960() { mv.to() } else { target(*mv) };
                let rect = squares.rect(to);
                if shown.position.is_capture(*mv) {
                    let stroke = Stroke::new(rect.width() * 0.08, DOT);
                    painter.circle_stroke(rect.center(), rect.width() * 0.44, stroke);
                } else {
                    painter.circle_filled(rect.center(), rect.width() * 0.15, DOT);
                }
            }
        }
    }
    if let Some((from, to)) = shown.premove {
        for square in [from, to] {
            painter.rect_filled(squares.rect(square), 0.0, PREMOVE);
            let stroke = Stroke::new(edge_width(squares), PREMOVE_EDGE);
            let rect = squares.rect(square).shrink(stroke.width / 2.0);
            let around = [rect.min, rect.right_top(), rect.max, rect.left_bottom(), rect.min];
            let part = squares.side() / 8.0;
            painter.extend(Shape::dashed_line(&around, stroke, part, part));
        }
    }
    if let Some(cursor) = view.cursor {
        let rect = squares.rect(cursor).shrink(1.5);
        painter.rect_stroke(rect, 0.0, Stroke::new(2.0, FOCUS), StrokeKind::Inside);
    }
}

fn arrows(ui: &Ui, squares: &Squares, shown: &BoardContent<'_>, view: &BoardView) {
    let painter = ui.painter();
    super::arrows::draw(painter, squares, &shown.arrows);
    if let Some(mv) = shown.threat {
        super::arrows::arrow(painter, squares, mv.from(), mv.to(), THREAT);
    }
    for marks in [&shown.marks, &view.drawn] {
        super::marks::show(painter, squares, marks);
    }
    if let Some(((from, color), to)) = view.being_drawn(ui, squares) {
        super::marks::one(painter, squares, (from, to), color);
    }
}

/// Draws a piece to choose, on its own ground.
pub fn choice(ui: &Ui, rect: Rect, piece: Piece, pieces: &mut Pieces, hovered: bool) {
    // Both colors of pieces can be seen on it.
    let ground = if hovered { Color32::from_rgb(220, 170, 60) } else { Color32::from_rgb(205, 200, 190) };
    ui.painter().rect_filled(rect, rect.width() * 0.15, ground);
    let pixels = (rect.width() * ui.pixels_per_point()).round() as u32;
    draw(ui, pieces, piece, rect.shrink(rect.width() * 0.05), pixels, 1.0);
}

/// Draws a piece in a rectangle, with the texture for squares of this many pixels.
pub fn draw(ui: &Ui, pieces: &mut Pieces, piece: Piece, rect: Rect, pixels: u32, opacity: f32) {
    if let Some(texture) = pieces.texture(ui.ctx(), piece, pixels) {
        let whole = Rect::from_min_max(Pos2::ZERO, Pos2::new(1.0, 1.0));
        ui.painter().image(texture, rect, whole, Color32::WHITE.gamma_multiply(opacity));
    }
}
