//! What the board shows in addition to the pieces, as a list of switches.

use eframe::egui::Ui;

use crate::settings::Settings;
use crate::widgets::toggle::toggle;

/// Draws a switch for each option of the board.
pub fn options(ui: &mut Ui, settings: &mut Settings) {
    let texts = settings.language;
    toggle(ui, &mut settings.coordinates, texts.coordinates());
    toggle(ui, &mut settings.frame, texts.frame());
    toggle(ui, &mut settings.legal_moves, texts.show_legal_moves());
    toggle(ui, &mut settings.mark_check, texts.mark_check());
    toggle(ui, &mut settings.animation, texts.animation());
    toggle(ui, &mut settings.move_badge, texts.move_badge());
    toggle(ui, &mut settings.evaluation_bar, texts.evaluation_bar());
    toggle(ui, &mut settings.sound, texts.sound());
}
