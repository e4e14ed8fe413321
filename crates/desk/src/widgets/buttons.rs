//! Buttons that stand out: the main button of a dialog, and large ones.

use eframe::egui::{Button, Response, RichText, Stroke, Ui, Vec2};

use crate::theme::{LINE, bold, palette};

/// The least size of the buttons that end a dialog.
pub const SIZE: Vec2 = Vec2::new(92.0, 30.0);

/// Draws the main button of a dialog.
pub fn main(ui: &mut Ui, text: &str) -> Response {
    main_if(ui, true, text)
}

/// Draws the main button, which can be disabled.
pub fn main_if(ui: &mut Ui, enabled: bool, text: &str) -> Response {
    let palette = palette(ui);
    let button = Button::new(bold(text)).fill(palette.selection).stroke(Stroke::new(LINE, palette.accent));
    ui.add_enabled(enabled, button.min_size(SIZE))
}

/// Draws a large button, with small text after its name.
pub fn large(ui: &mut Ui, text: &str, remark: &str) -> Response {
    let size = Vec2::new(0.0, 30.0);
    let text = RichText::new(text).strong();
    if remark.is_empty() {
        return ui.add(Button::new(text).min_size(size));
    }
    ui.add(Button::new((text, RichText::new(remark).small().weak())).min_size(size))
}
