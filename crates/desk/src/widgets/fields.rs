//! Rows of labels and fields whose texts are on one line, and fields for numbers.

use eframe::egui::{CursorIcon, DragValue, InnerResponse, Response, TextStyle, Ui};

use crate::theme;

/// Draws a row of labels, fields and buttons.
pub fn row<R>(ui: &mut Ui, draw: impl FnOnce(&mut Ui) -> R) -> InnerResponse<R> {
    high(ui, |ui, usual| {
        ui.horizontal(|ui| {
            ui.spacing_mut().interact_size.y = usual;
            draw(ui)
        })
    })
}

/// Draws labels, fields and buttons in as many rows as they need.
pub fn rows<R>(ui: &mut Ui, draw: impl FnOnce(&mut Ui) -> R) -> InnerResponse<R> {
    high(ui, |ui, usual| {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().interact_size.y = usual;
            draw(ui)
        })
    })
}

/// Draws a row that begins as high as a field. What a row shows is centered in the height that it has so far,
/// so that a label before a field would be too high.
fn high<R>(ui: &mut Ui, draw: impl FnOnce(&mut Ui, f32) -> R) -> R {
    let usual = ui.spacing().interact_size.y;
    let field = ui.text_style_height(&TextStyle::Body) + 2.0 * ui.spacing().button_padding.y;
    ui.spacing_mut().interact_size.y = field.max(usual);
    let drawn = draw(ui, usual);
    ui.spacing_mut().interact_size.y = usual;
    drawn
}

/// Draws a field for a number: it is typed, or changed by dragging.
pub fn number(ui: &mut Ui, value: DragValue<'_>) -> Response {
    let usual = ui.style().clone();
    theme::as_field(ui.style_mut());
    let field = ui.add(value);
    ui.set_style(usual);
    if field.dragged() { field } else { field.on_hover_cursor(CursorIcon::Text) }
}
