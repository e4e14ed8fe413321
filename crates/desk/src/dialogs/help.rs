//! Pages to read: first steps, the windows, and this program.

use eframe::egui::{ScrollArea, Ui};
use heirloom_app::identity;

use super::closed;
use crate::texts::Language;
use crate::window::Window;

/// The width of a page, at most.
const WIDTH: f32 = 560.0;

/// Draws the first steps and what each window shows.
pub fn help(ui: &mut Ui, texts: Language) -> bool {
    page(ui, |ui| {
        ui.heading(texts.help_begin());
        for (title, words) in texts.first_steps() {
            paragraph(ui, title, words);
        }
        ui.add_space(8.0);
        ui.heading(texts.help_windows());
        for window in Window::all() {
            paragraph(ui, window.title(texts), window.help(texts));
        }
    });
    !closed(ui, texts)
}

fn paragraph(ui: &mut Ui, title: &str, words: &str) {
    ui.strong(title);
    ui.label(words);
    ui.add_space(4.0);
}

/// Draws version and license.
pub fn about(ui: &mut Ui, texts: Language) -> bool {
    page(ui, |ui| {
        ui.heading("Heirloom");
        ui.label(format!("{} {}", texts.version(), identity::version()));
        for words in [texts.about_program(), texts.about_ancestors(), texts.about_licence()] {
            ui.label(words);
        }
        ui.label(texts.copyright());
        ui.weak("GPL-3.0-or-later");
        if ui.button(texts.copy_details()).clicked() {
            ui.ctx().copy_text(identity::details().to_owned());
        }
    });
    !closed(ui, texts)
}

/// Draws a page that fits on the screen and scrolls.
pub(super) fn page(ui: &mut Ui, draw: impl FnOnce(&mut Ui)) {
    let screen = ui.ctx().content_rect();
    let (width, height) =
        ((screen.width() - 140.0).clamp(240.0, WIDTH), (screen.height() - 220.0).max(120.0));
    ScrollArea::vertical().max_height(height).show(ui, |ui| {
        ui.set_width(width);
        draw(ui);
    });
}
