//! The menu of recent files.

use eframe::egui::{Button, Ui};

use super::MenuView;
use crate::model::command::{Command, FileCommand};
use crate::texts::file_name;

/// Draws the menu of recent files.
pub fn menu(ui: &mut Ui, view: &mut MenuView<'_>) {
    let (texts, files) = (view.settings.language, &view.model.files);
    ui.menu_button(texts.open_recent(), |ui| {
        for path in files.recent() {
            let (name, missing) = (file_name(path), files.is_missing(path));
            let folder = path.parent().map_or_else(String::new, |folder| folder.display().to_string());
            let name = if missing { texts.missing_file(&name) } else { name.into_owned() };
            let entry = ui.add_enabled(!missing, Button::new(name));
            if entry.on_hover_text(folder).clicked() {
                view.commands.push(Command::File(FileCommand::OpenAny(path.clone())));
                ui.close();
            }
        }
        if files.recent().is_empty() {
            ui.weak(texts.no_recent());
            return;
        }
        ui.separator();
        if ui.button(texts.clear_recent()).clicked() {
            view.commands.push(Command::File(FileCommand::ForgetRecent(None)));
            ui.close();
        }
    });
}
