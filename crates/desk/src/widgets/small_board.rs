//! A small board on which no moves are entered.

use eframe::egui::{Response, Role, Sense, Ui, Vec2, WidgetInfo};
use heirloom_chess::{Move, Position};

use super::board::{Squares, paint};
use super::pieces::Pieces;
use crate::settings::Settings;

/// Draws a position with its last move, White at the bottom. The pieces are kept for boards of this size.
pub fn show(
    ui: &mut Ui,
    position: &Position,
    last: Option<Move>,
    side: f32,
    pieces: &mut Pieces,
    settings: &Settings,
) -> Response {
    show_from(ui, position, last, side, false, pieces, settings)
}

/// Draws a position with its last move, with Black at the bottom if `flipped`.
pub fn show_from(
    ui: &mut Ui,
    position: &Position,
    last: Option<Move>,
    side: f32,
    flipped: bool,
    pieces: &mut Pieces,
    settings: &Settings,
) -> Response {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(side), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, position.fen()));
    if !ui.is_rect_visible(rect) {
        return response;
    }
    pieces.follow(settings);
    let squares = Squares::new(rect, flipped, false);
    paint::squares(ui.painter(), &squares, settings);
    for square in last.into_iter().flat_map(|mv| [mv.from(), mv.to()]) {
        ui.painter().rect_filled(squares.rect(square), 0.0, paint::LAST);
    }
    for square in position.occupied() {
        if let Some(piece) = position.piece_at(square) {
            paint::draw(ui, pieces, piece, squares.rect(square), squares.pixels(ui), 1.0);
        }
    }
    response
}
