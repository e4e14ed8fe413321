//! What the board shows in addition to the pieces, as a list of checkboxes.

use eframe::egui::Ui;

use crate::settings::Settings;

/// Draws a checkbox for each option of the board.
pub fn options(ui: &mut Ui, settings: &mut Settings) {
    let texts = settings.language;
    ui.checkbox(&mut settings.coordinates, texts.coordinates());
    ui.checkbox(&mut settings.legal_moves, texts.show_legal_moves());
    ui.checkbox(&mut settings.mark_check, texts.mark_check());
    ui.checkbox(&mut settings.animation, texts.animation());
    ui.checkbox(&mut settings.evaluation_bar, texts.evaluation_bar());
    ui.checkbox(&mut settings.sound, texts.sound());
}
