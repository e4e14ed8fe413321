//! A file to open or to write, found in the desk's own list of folders: native dialogs need services that not every system has.

use std::path::PathBuf;

use eframe::egui::{ScrollArea, Ui};

use crate::command::Command;
use crate::model::Model;
use crate::texts::Language;
use crate::widgets::icons::{self, Icon};

/// The endings of files that hold games.
const ENDINGS: [&str; 3] = [".pgn", ".pgn.zst", ".epd"];

/// See the file's head.
pub struct FileDialog {
    saving: bool,
    folder: PathBuf,
    name: String,
    entries: Vec<(String, bool)>,
}

impl FileDialog {
    /// To open a file.
    pub fn open(model: &Model) -> FileDialog {
        FileDialog::new(model, false)
    }

    /// To write one.
    pub fn save(model: &Model) -> FileDialog {
        FileDialog::new(model, true)
    }

    fn new(model: &Model, saving: bool) -> FileDialog {
        let file = model.record.file.as_ref();
        let folder = file.and_then(|file| file.parent().map(PathBuf::from)).or_else(|| std::env::current_dir().ok()).unwrap_or_default();
        let name = file.and_then(|file| file.file_name()).map_or_else(|| "games.pgn".into(), |name| name.to_string_lossy().into_owned());
        let name = if saving { name } else { String::new() };
        let mut dialog = FileDialog { saving, folder, name, entries: Vec::new() };
        dialog.read();
        dialog
    }

    /// Its title.
    pub fn title(&self, texts: Language) -> &'static str {
        if self.saving { texts.save_as() } else { texts.open() }
    }

    fn read(&mut self) {
        let entries = std::fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let named = entries.map(|entry| (entry.file_name().to_string_lossy().into_owned(), entry.path().is_dir()));
        let fits = |(name, folder): &(String, bool)| {
            !name.starts_with('.') && (*folder || ENDINGS.iter().any(|ending| name.to_ascii_lowercase().ends_with(ending)))
        };
        self.entries = named.filter(fits).collect();
        self.entries.sort_by_key(|(name, folder)| (!folder, name.to_lowercase()));
    }

    /// Draws it; false when it is done.
    pub fn show(&mut self, ui: &mut Ui, texts: Language, commands: &mut Vec<Command>) -> bool {
        ui.horizontal(|ui| {
            if icons::button(ui, Icon::Up, texts.folder_above(), 14.0).clicked() && self.folder.pop() {
                self.read();
            }
            ui.label(self.folder.display().to_string());
        });
        let mut done = false;
        let mut enter = None;
        ScrollArea::vertical().max_height(260.0).min_scrolled_width(420.0).show(ui, |ui| {
            for (name, folder) in &self.entries {
                let label = if *folder { format!("{name}/") } else { name.clone() };
                let entry = ui.selectable_label(*name == self.name, label);
                if entry.clicked() && *folder {
                    enter = Some(name.clone());
                } else if entry.clicked() {
                    self.name.clone_from(name);
                }
                done |= entry.double_clicked() && !folder;
            }
        });
        if let Some(folder) = enter {
            self.folder.push(folder);
            self.read();
        }
        ui.horizontal(|ui| {
            let label = ui.label(texts.file_name());
            let typed = ui.text_edit_singleline(&mut self.name).labelled_by(label.id);
            done |= typed.lost_focus() && ui.input(|input| input.key_pressed(eframe::egui::Key::Enter));
        });
        let mut open = true;
        ui.horizontal(|ui| {
            done |= ui.button(if self.saving { texts.save() } else { texts.open() }).clicked();
            open &= !ui.button(texts.cancel()).clicked();
        });
        if done && !self.name.trim().is_empty() {
            let path = self.folder.join(self.name.trim());
            commands.push(if self.saving { Command::Save(path) } else { Command::Open(path, 0) });
            open = false;
        }
        open
    }
}
