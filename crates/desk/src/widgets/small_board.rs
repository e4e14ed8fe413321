//! A small board on which no moves are entered.

use eframe::egui::{Color32, Pos2, Rect, Response, Role, Sense, Ui, Vec2, WidgetInfo};
use heirloom_chess::{Move, Position, Square};
use heirloom_picture::Theme;

use super::board::Squares;
use super::pieces::Pieces;
use crate::settings::Settings;

/// The squares of a move.
const LAST: Color32 = Color32::from_rgba_premultiplied(110, 95, 10, 110);

/// Draws a position with its last move. The pieces are kept for boards of this size.
pub fn show(
    ui: &mut Ui,
    position: &Position,
    last: Option<Move>,
    side: f32,
    pieces: &mut Pieces,
    settings: &Settings,
) -> Response {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(side), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, position.fen()));
    if !ui.is_rect_visible(rect) {
        return response;
    }
    let squares = Squares::new(rect, false, false);
    let (light, dark) = settings.theme.parse::<Theme>().unwrap_or_default().squares();
    let pixels = (squares.side() * ui.pixels_per_point()).round() as u32;
    for square in Square::ALL {
        let bright = (square.file().index() + square.rank().index()) % 2 == 1;
        let fill = Color32::from_hex(if bright { light } else { dark }).unwrap_or(Color32::GRAY);
        let place = squares.rect(square);
        ui.painter().rect_filled(place, 0.0, fill);
        if last.is_some_and(|mv| mv.from() == square || mv.to() == square) {
            ui.painter().rect_filled(place, 0.0, LAST);
        }
        if let Some(piece) = position.piece_at(square)
            && let Some(texture) = pieces.texture(ui.ctx(), piece, pixels)
        {
            let whole = Rect::from_min_max(Pos2::ZERO, Pos2::new(1.0, 1.0));
            ui.painter().image(texture, place, whole, Color32::WHITE);
        }
    }
    response
}
