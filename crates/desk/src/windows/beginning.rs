//! What the move list says while there is no game: how to begin, and the way to the home page.

use eframe::egui::Ui;

use super::WindowView;
use crate::model::command::{Command, ViewCommand};
use crate::widgets::{buttons, help};

/// Draws it into the move list.
pub fn show(ui: &mut Ui, view: &mut WindowView<'_>) {
    let texts = view.texts();
    ui.add_space(2.0);
    ui.label(texts.how_to_begin());
    ui.add_space(4.0);
    if help::explained(buttons::large(ui, texts.to_home_page(), ""), texts.help_home()).clicked() {
        view.commands.push(Command::View(ViewCommand::Home));
    }
}
