//! A switch with its text: on or off at once, without a button that confirms it.

use eframe::egui::{
    Align2, Pos2, Rect, Response, Role, Sense, Stroke, StrokeKind, TextStyle, Ui, Vec2, WidgetInfo,
};

use crate::theme::{LINE, palette};

/// The size of the switch, in points.
const SIZE: Vec2 = Vec2::new(32.0, 18.0);

/// The space between the switch and its text.
const GAP: f32 = 8.0;

/// Draws a switch with its text, which is part of what is clicked.
pub fn toggle(ui: &mut Ui, on: &mut bool, text: &str) -> Response {
    let font = TextStyle::Body.resolve(ui.style());
    let width = (ui.available_width() - SIZE.x - GAP).max(80.0);
    let words = ui.painter().layout(text.to_owned(), font, palette(ui).text, width);
    let size = Vec2::new(SIZE.x + GAP + words.size().x, words.size().y.max(SIZE.y + 4.0));
    let (rect, mut response) = ui.allocate_exact_size(size, Sense::click());
    if response.clicked() {
        *on = !*on;
        response.mark_changed();
    }
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, ui.is_enabled(), *on, text));
    if !ui.is_rect_visible(rect) {
        return response;
    }
    let palette = palette(ui);
    let touched = response.hovered() || response.has_focus();
    let track = Rect::from_min_size(Pos2::new(rect.left(), rect.center().y - SIZE.y / 2.0), SIZE);
    let edge = if touched {
        palette.strong
    } else if *on {
        palette.accent
    } else {
        palette.edge
    };
    let (fill, knob) = if *on { (palette.accent, palette.surface) } else { (palette.field, palette.edge) };
    let painter = ui.painter();
    painter.rect(track, SIZE.y / 2.0, fill, Stroke::new(LINE, edge), StrokeKind::Inside);
    let radius = SIZE.y / 2.0 - 4.0;
    let x = if *on { track.right() - radius - 4.0 } else { track.left() + radius + 4.0 };
    painter.circle_filled(Pos2::new(x, track.center().y), radius, knob);
    let at = Align2::LEFT_CENTER.anchor_size(Pos2::new(track.right() + GAP, rect.center().y), words.size());
    painter.galley(at.min, words, palette.text);
    response
}
