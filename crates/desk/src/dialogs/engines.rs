//! The dialog for programs: one is chosen, examined, tried and remembered.

use std::path::{Path, PathBuf};

use eframe::egui::{Button, ComboBox, Grid, ScrollArea, TextEdit, Ui, Vec2};
use heirloom_app::programs::Program;
use heirloom_app::words;
use heirloom_chess::Position;
use heirloom_protocol::Protocol;

use super::file::{FileDialog, Outcome};
use super::{DialogView, closed, entered, first};
use crate::model::Model;
use crate::model::command::{Command, EnginesCommand};
use crate::texts::{Language, without_dots};
use crate::widgets::fields;
use crate::widgets::icons::{self, Icon};
use crate::widgets::lists::closing;

/// The room for the findings about a program.
const FINDINGS: Vec2 = Vec2::new(440.0, 36.0);

/// The program as entered.
#[derive(Default)]
pub struct EnginesDialog {
    name: String,
    file: String,
    arguments: String,
    folder: String,
    /// None if it is to be found out.
    protocol: Option<Protocol>,
    /// The file or folder that is being chosen, and whether it is the folder.
    browsing: Option<(FileDialog, bool)>,
    /// The examination whose findings were taken over.
    taken: Option<String>,
}

impl EnginesDialog {
    fn of(program: &Program) -> EnginesDialog {
        let words = words::split(&program.command).unwrap_or_else(|_| vec![program.command.clone()]);
        let (file, arguments) =
            words.split_first().map_or((String::new(), &[][..]), |(file, rest)| (file.clone(), rest));
        EnginesDialog {
            name: program.name.clone(),
            file,
            arguments: arguments.iter().map(|word| words::quoted(word)).collect::<Vec<_>>().join(" "),
            folder: program.folder.as_ref().map_or_else(String::new, |folder| folder.display().to_string()),
            protocol: Some(program.protocol),
            ..EnginesDialog::default()
        }
    }

    /// Creates the dialog for a program, with the command that examines it.
    pub fn for_file(path: &Path) -> (EnginesDialog, Command) {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let dialog = EnginesDialog { name, file: path.display().to_string(), ..EnginesDialog::default() };
        let examine = dialog.examine(None);
        (dialog, examine)
    }

    fn program(&self) -> Program {
        let folder = self.folder.trim();
        Program {
            name: self.name.trim().into(),
            command: format!("{} {}", words::quoted(self.file.trim()), self.arguments.trim()).trim().into(),
            folder: (!folder.is_empty()).then(|| folder.into()),
            protocol: self.protocol.unwrap_or_default(),
            ..Program::default()
        }
    }

    /// Returns true if the dialog can be closed. A choice of a file is closed first.
    pub fn may_close(&mut self) -> bool {
        match &mut self.browsing {
            None => true,
            Some((dialog, _)) => {
                if dialog.may_close() {
                    self.browsing = None;
                }
                false
            }
        }
    }

    /// Returns true if a folder is being read.
    pub fn is_reading(&self) -> bool {
        self.browsing.as_ref().is_some_and(|(dialog, _)| dialog.is_reading())
    }

    /// Draws the dialog; returns false when it is done.
    pub fn show(&mut self, ui: &mut Ui, view: &mut DialogView<'_>) -> bool {
        let (texts, model) = (view.texts(), view.model);
        if let Some((dialog, folder)) = &mut self.browsing {
            let (outcome, folder) = (dialog.show(ui, view), *folder);
            if outcome != Outcome::Open {
                self.browsing = None;
            }
            if let Outcome::Chosen(path) = outcome {
                let field = if folder { &mut self.folder } else { &mut self.file };
                *field = path.display().to_string();
                self.taken = None;
                if !folder {
                    view.commands.push(self.examine(None));
                }
            }
            return true;
        }
        self.list(ui, texts, model);
        found(ui, view);
        ui.separator();
        let entered = self.fields(ui, texts, model);
        // The room is there before the findings, so that no button moves.
        ui.scope(|ui| {
            ui.set_min_size(FINDINGS);
            self.findings(ui, texts, model);
        });
        fields::rows(ui, |ui| {
            let (busy, ready) = (model.engines.is_busy(), !self.file.trim().is_empty());
            let test = ui.add_enabled(ready && !busy, Button::new(texts.test())).clicked();
            if test || entered && ready && !busy {
                self.taken = None;
                view.commands.push(self.examine(self.protocol));
            }
            let complete = ready && !busy && !self.name.trim().is_empty();
            if ui.add_enabled(complete, Button::new(texts.remember())).clicked() {
                view.commands.push(Command::Engines(EnginesCommand::Remember(Box::new(self.program()))));
            }
            let known = model.engines.programs.iter().any(|program| program.name == self.name);
            if ui.add_enabled(known && !busy, Button::new(texts.forget())).clicked() {
                view.commands.push(Command::Engines(EnginesCommand::Forget(self.name.clone())));
                *self = EnginesDialog::default();
            }
            if busy {
                ui.spinner();
            }
        });
        !closed(ui, texts)
    }

    fn examine(&self, known: Option<Protocol>) -> Command {
        Command::Engines(EnginesCommand::Examine(Box::new(self.program()), known))
    }

    /// Draws the programs that are remembered, and a button for a new one.
    fn list(&mut self, ui: &mut Ui, texts: Language, model: &Model) {
        ScrollArea::vertical().max_height(130.0).min_scrolled_width(440.0).show(ui, |ui| {
            for program in &model.engines.programs {
                let text = format!("{}   {}", program.name, program.command);
                if ui.selectable_label(program.name == self.name, text).clicked() {
                    *self = EnginesDialog::of(program);
                }
            }
            if model.engines.programs.is_empty() {
                ui.weak(texts.no_programs());
            }
        });
        if ui.button(texts.add_program()).clicked() {
            let browsing = Some((FileDialog::program(None, model), false));
            *self = EnginesDialog { browsing, ..EnginesDialog::default() };
        }
    }

    /// Draws the fields; returns true if one was left with Enter.
    fn fields(&mut self, ui: &mut Ui, texts: Language, model: &Model) -> bool {
        let (mut confirmed, mut browse) = (false, None);
        Grid::new("program").num_columns(2).show(ui, |ui| {
            for (text, value, folder) in [
                (texts.program_name(), &mut self.name, None),
                (texts.program_file(), &mut self.file, Some(false)),
                (texts.program_arguments(), &mut self.arguments, None),
                (texts.program_folder(), &mut self.folder, Some(true)),
            ] {
                let label = ui.label(text);
                fields::row(ui, |ui| {
                    let field =
                        ui.add(TextEdit::singleline(value).desired_width(320.0)).labelled_by(label.id);
                    first(&field);
                    confirmed |= entered(&field);
                    let Some(folder) = folder else { return };
                    let name = format!("{text}: {}", without_dots(texts.browse()));
                    if icons::button(ui, Icon::Folder, &name, 14.0).on_hover_text(&name).clicked() {
                        browse = Some(folder);
                    }
                });
                ui.end_row();
            }
            let label = ui.label(texts.program_protocol());
            let name = |protocol: Option<Protocol>| match protocol {
                None => texts.find_out(),
                Some(Protocol::Uci) => "UCI",
                Some(Protocol::XBoard) => "XBoard",
            };
            let chosen = ComboBox::from_id_salt("protocol").selected_text(name(self.protocol)).show_ui(
                ui,
                closing(|ui| {
                    for protocol in [None, Some(Protocol::Uci), Some(Protocol::XBoard)] {
                        ui.selectable_value(&mut self.protocol, protocol, name(protocol));
                    }
                }),
            );
            chosen.response.labelled_by(label.id);
            ui.end_row();
        });
        if let Some(folder) = browse {
            let near = |text: &str| (!text.trim().is_empty()).then(|| PathBuf::from(text.trim()));
            let dialog = match folder {
                true => FileDialog::folder(near(&self.folder).or(near(&self.file)).as_deref(), model),
                false => FileDialog::program(near(&self.file).as_deref(), model),
            };
            self.browsing = Some((dialog, folder));
        }
        confirmed
    }

    /// Draws what was found out about the program.
    fn findings(&mut self, ui: &mut Ui, texts: Language, model: &Model) {
        let Some((command, examined)) = &model.engines.examined else { return };
        if *command != self.program().command {
            return;
        }
        match examined {
            Err(reason) => _ = ui.colored_label(ui.visuals().warn_fg_color, reason),
            Ok(examined) => {
                if self.taken.as_ref() != Some(command) {
                    self.taken = Some(command.clone());
                    self.protocol = Some(examined.protocol);
                    if self.name.trim().is_empty() {
                        self.name.clone_from(&examined.name);
                    }
                }
                let first =
                    examined.first_move.map_or_else(String::new, |mv| texts.san(&Position::startpos(), mv));
                ui.label(texts.examined(examined, &first));
            }
        }
    }
}

/// Draws the engines that are installed on this machine; a click remembers one.
fn found(ui: &mut Ui, view: &mut DialogView<'_>) {
    let (texts, engines) = (view.texts(), &view.model.engines);
    let Some(found) = &engines.found else {
        return view.commands.push(Command::Engines(EnginesCommand::Find));
    };
    if found.is_empty() {
        return;
    }
    ui.label(texts.found_here());
    ScrollArea::vertical().id_salt("found").max_height(90.0).min_scrolled_width(440.0).show(ui, |ui| {
        for program in found {
            fields::row(ui, |ui| {
                let button = ui.add_enabled(!engines.is_busy(), Button::new(texts.add_found(&program.name)));
                if button.on_hover_text(texts.help_found()).clicked() {
                    let remember = EnginesCommand::Remember(Box::new(program.clone()));
                    view.commands.push(Command::Engines(remember));
                }
                ui.weak(&program.command);
            });
        }
    });
}
