//! Buttons that stand out: the main button of a dialog, and large ones.

use eframe::egui::{Button, Response, RichText, Ui, Vec2};

/// Draws the main button of a dialog.
pub fn main(ui: &mut Ui, text: &str) -> Response {
    main_if(ui, true, text)
}

/// Draws the main button, which can be disabled.
pub fn main_if(ui: &mut Ui, enabled: bool, text: &str) -> Response {
    let fill = ui.visuals().selection.bg_fill;
    ui.add_enabled(
        enabled,
        Button::new(RichText::new(text).strong()).fill(fill).min_size(Vec2::new(84.0, 28.0)),
    )
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
