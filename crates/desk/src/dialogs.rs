//! Questions that the desk asks: a new game, a file, and pages to read.

mod file;
mod new_game;

use eframe::egui::{Grid, RichText, Ui, Window};

use crate::app::Desk;
use crate::command::Command;
use crate::menus::actions::Action;
use crate::texts::Language;
pub use file::FileDialog;
pub use new_game::NewGame;

/// The dialog that is open.
pub enum Dialog {
    /// Players, level and start of a new game.
    NewGame(NewGame),
    /// A file to open or to write.
    File(FileDialog),
    /// What the keys do.
    Keys,
    /// What this program is.
    About,
}

impl Dialog {
    /// Draws the dialog of a desk, if one is open.
    pub fn show(ui: &mut Ui, desk: &mut Desk, commands: &mut Vec<Command>) {
        let Some(mut dialog) = desk.dialog.take() else { return };
        let texts = desk.settings.language;
        let title = match &dialog {
            Dialog::NewGame(_) => texts.new_game(),
            Dialog::File(file) => file.title(texts),
            Dialog::Keys => texts.keys(),
            Dialog::About => texts.about(),
        };
        let (mut open, mut keep) = (true, true);
        Window::new(title).open(&mut open).collapsible(false).resizable(false).default_pos([80.0, 80.0]).show(ui.ctx(), |ui| {
            keep = match &mut dialog {
                Dialog::NewGame(new_game) => new_game.show(ui, texts, &desk.model, commands),
                Dialog::File(file) => file.show(ui, texts, commands),
                Dialog::Keys => keys(ui, texts),
                Dialog::About => {
                    ui.heading("Heirloom");
                    ui.label(env!("CARGO_PKG_VERSION"));
                    ui.label("GPL-3.0-or-later");
                    true
                }
            };
        });
        if open && keep {
            desk.dialog = Some(dialog);
        }
    }
}

/// What each key does.
fn keys(ui: &mut Ui, texts: Language) -> bool {
    Grid::new("keys").num_columns(2).striped(true).show(ui, |ui| {
        for action in Action::ALL {
            let Some(keys) = action.keys(ui) else { continue };
            ui.label(RichText::new(keys).monospace());
            ui.label(action.help(texts));
            ui.end_row();
        }
    });
    true
}
