//! Buttons that stand out: what a dialog is there for, and what can be begun.

use eframe::egui::{Button, Response, RichText, Ui, Vec2};

/// The button that does what a dialog is there for.
pub fn main(ui: &mut Ui, text: &str) -> Response {
    main_if(ui, true, text)
}

/// The same, where it may not be possible yet.
pub fn main_if(ui: &mut Ui, enabled: bool, text: &str) -> Response {
    let fill = ui.visuals().selection.bg_fill;
    ui.add_enabled(
        enabled,
        Button::new(RichText::new(text).strong()).fill(fill).min_size(Vec2::new(84.0, 28.0)),
    )
}

/// A large button, with a word in small letters behind it.
pub fn large(ui: &mut Ui, text: &str, remark: &str) -> Response {
    let size = Vec2::new(0.0, 30.0);
    let text = RichText::new(text).strong();
    if remark.is_empty() {
        return ui.add(Button::new(text).min_size(size));
    }
    ui.add(Button::new((text, RichText::new(remark).small().weak())).min_size(size))
}
