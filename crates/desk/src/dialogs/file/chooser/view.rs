//! The looks of the desk's own file dialog, and its keys.

use std::borrow::Cow;
use std::mem::take;
use std::time::Duration;

use eframe::egui::text::{CCursor, CCursorRange};
use eframe::egui::text_edit::TextEditState;
use eframe::egui::{
    Align, ComboBox, Id, Key, Label, Layout, Modifiers, RichText, Role, ScrollArea, TextEdit, Ui, vec2,
};

use super::super::Outcome;
use super::super::places::PlaceKind;
use super::super::request::{self, Purpose};
use super::Chooser;
use crate::dialogs::entered;
use crate::model::task::Task;
use crate::texts::{Language, file_name, without_dots};
use crate::widgets;
use crate::widgets::icons::{self, Icon};
use crate::widgets::lists::closing;
use crate::widgets::table::{self, Column, TableEvent, TableState};
use crate::widgets::{buttons, fields, help};

/// The widths of the list of places and of the list of files, if there is room.
const WIDTHS: (f32, f32) = (150.0, 480.0);
/// The height of the lists if there is room, and the height of the rest.
const HEIGHTS: (f32, f32) = (320.0, 250.0);
/// How often it is checked whether a folder has been read.
const SOON: Duration = Duration::from_millis(10);

impl Chooser {
    /// Draws the dialog.
    pub fn show(&mut self, ui: &mut Ui, texts: Language) -> Outcome {
        if let Some(places) = Task::finish(&mut self.places_task) {
            self.places = places;
        }
        let mut outcome = self.found();
        if self.is_reading() {
            ui.ctx().request_repaint_after(SOON);
        }
        let id = Id::unique("file name");
        if ui.memory(|memory| memory.has_focus(id)) {
            self.walk(ui, id);
        }
        let screen = ui.ctx().content_rect();
        let width = (WIDTHS.0 + WIDTHS.1).min(screen.width() - 60.0);
        let height = HEIGHTS.0.min(screen.height() - HEIGHTS.1);
        ui.set_width(width);
        self.location(ui, texts);
        let (mut done, mut confirmed) = (false, false);
        ui.allocate_ui_with_layout(vec2(width, height), Layout::left_to_right(Align::Min), |ui| {
            let (places, layout) = (vec2(WIDTHS.0, height), Layout::top_down_justified(Align::Min));
            ui.allocate_ui_with_layout(places, layout, |ui| self.list_places(ui, texts));
            ui.separator();
            let (list, layout) = (vec2(ui.available_width(), height), Layout::top_down(Align::Min));
            ui.allocate_ui_with_layout(list, layout, |ui| done = self.list(ui, texts));
        });
        done |= self.line(ui, id, texts);
        if self.asking.is_some() {
            self.question(ui, texts, &mut outcome);
        } else {
            confirmed = self.answers(ui, texts, &mut outcome);
        }
        if done || confirmed {
            self.queued = Some(confirmed);
        }
        if self.reading.is_none()
            && let Some(confirmed) = self.queued.take()
        {
            self.choose(confirmed);
        }
        if done || take(&mut self.touched) {
            ui.memory_mut(|memory| memory.request_focus(id));
        }
        outcome
    }

    /// Draws the error and the buttons; returns true if the choice was confirmed.
    fn answers(&self, ui: &mut Ui, texts: Language, outcome: &mut Outcome) -> bool {
        let trouble = self.error.as_ref().map_or_else(String::new, |trouble| texts.file_error(trouble));
        ui.colored_label(ui.visuals().warn_fg_color, trouble);
        let verb = match self.request.purpose {
            Purpose::Open => without_dots(texts.open()),
            Purpose::Save(..) => texts.save(),
            Purpose::Folder => texts.choose_folder(),
        };
        let chosen = fields::row(ui, |ui| {
            let chosen = buttons::main(ui, verb).clicked();
            if ui.button(texts.cancel()).clicked() {
                *outcome = Outcome::Cancelled;
            }
            if self.reading.is_some() {
                ui.spinner();
            }
            chosen
        });
        chosen.inner
    }

    /// Draws the folder, the button to its parent, and the option to list hidden files.
    fn location(&mut self, ui: &mut Ui, texts: Language) {
        fields::row(ui, |ui| {
            if help::explained(icons::button(ui, Icon::Up, texts.folder_above(), 14.0), texts.folder_above())
                .clicked()
            {
                self.go_up();
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if ui.checkbox(&mut self.hidden, texts.hidden_files()).changed() {
                    self.list_again();
                }
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    let folder = request::short(&self.folder, self.home.as_deref());
                    ui.add(Label::new(RichText::new(folder).strong()).truncate());
                });
            });
        });
    }

    fn list_places(&mut self, ui: &mut Ui, texts: Language) {
        let mut chosen = None;
        ScrollArea::vertical().id_salt("places").auto_shrink(false).show(ui, |ui| {
            let mut recent = false;
            for place in &self.places {
                if place.kind == PlaceKind::Recent && !std::mem::replace(&mut recent, true) {
                    ui.add_space(4.0);
                    ui.label(RichText::new(texts.recent_folders()).small().weak());
                }
                let last = place.path.file_name().map(|name| name.to_string_lossy());
                let name = match place.kind {
                    PlaceKind::Home => Cow::Borrowed(texts.home_folder()),
                    PlaceKind::Documents => Cow::Borrowed(texts.documents()),
                    PlaceKind::Downloads => Cow::Borrowed(texts.downloads()),
                    PlaceKind::Disk | PlaceKind::Recent => {
                        last.unwrap_or_else(|| place.path.to_string_lossy())
                    }
                };
                let label = ui.selectable_label(place.path == self.folder, name.into_owned());
                if help::explained(label, &place.path.to_string_lossy()).clicked() {
                    chosen = Some(place.path.clone());
                }
            }
        });
        if let Some(path) = chosen {
            self.go_to(path);
            self.touched = true;
        }
    }

    /// Draws the folders and files; returns true if one was chosen finally.
    fn list(&mut self, ui: &mut Ui, texts: Language) -> bool {
        let columns = [
            Column::words(texts.column_name(), 200.0),
            Column::figures(texts.column_size(), 80.0),
            Column::figures(texts.column_changed(), 90.0),
        ];
        let (rows, reveal) = (self.listed.len(), take(&mut self.reveal));
        let shown = TableState { sorted: Some(self.sorted), marked: self.marked, rows, reveal };
        let cells = |row: usize| -> Vec<Cow<'_, str>> {
            let Some(entry) = self.listed.get(row).and_then(|&index| self.entries.get(index)) else {
                return Vec::new();
            };
            let changed = entry.changed.map_or_else(String::new, |changed| texts.day(changed));
            if entry.folder {
                return vec![
                    format!("{}{}", entry.shown, std::path::MAIN_SEPARATOR).into(),
                    "".into(),
                    changed.into(),
                ];
            }
            vec![entry.shown.as_str().into(), texts.size(entry.size).into(), changed.into()]
        };
        let event = table::show(ui, &columns, shown, cells);
        match event {
            Some(TableEvent::RowClicked(row) | TableEvent::RowActivated(row)) => self.mark(row),
            Some(TableEvent::HeaderClicked(column)) => {
                self.sorted = (column, self.sorted == (column, false));
                self.list_again();
            }
            Some(TableEvent::RowMiddleClicked(_) | TableEvent::CellEntered | TableEvent::CellLeft) | None => {
            }
        }
        self.touched |= matches!(event, Some(TableEvent::RowClicked(_)));
        matches!(event, Some(TableEvent::RowActivated(_)))
    }

    /// Draws the field for a name or path, and the kinds of files; returns true if it was left with Enter.
    fn line(&mut self, ui: &mut Ui, id: Id, texts: Language) -> bool {
        let field = fields::row(ui, |ui| {
            let label = ui.label(texts.file_name());
            let kinds = if self.request.purpose == Purpose::Folder { 0.0 } else { 200.0 };
            let field = TextEdit::singleline(&mut self.typed)
                .id(id)
                .desired_width(ui.available_width() - kinds - 12.0);
            let field = ui.add(field).labelled_by(label.id);
            if kinds > 0.0 {
                self.kinds(ui, texts, kinds);
            }
            field
        });
        let field = field.inner;
        if take(&mut self.new) {
            field.request_focus();
            self.select_stem(ui, id);
        }
        if field.changed() {
            (self.error, self.asking) = (None, None);
            self.type_on();
        }
        entered(&field)
    }

    fn kinds(&mut self, ui: &mut Ui, texts: Language, width: f32) {
        let kinds = || self.request.kinds.iter().chain([&request::ALL]);
        let before = self.kind;
        let name = kinds().nth(self.kind).map_or("", |kind| (kind.name)(texts));
        let mut kind = self.kind;
        let list = ComboBox::from_id_salt("kind").width(width).truncate().selected_text(name).show_ui(
            ui,
            closing(|ui| {
                for (index, each) in kinds().enumerate() {
                    ui.selectable_value(&mut kind, index, (each.name)(texts));
                }
            }),
        );
        widgets::named(&list.response, Role::ComboBox, texts.kind_of_files());
        self.kind = kind;
        if kind != before {
            self.list_again();
        }
    }

    /// Asks whether an existing file may be written.
    fn question(&mut self, ui: &mut Ui, texts: Language, outcome: &mut Outcome) {
        let Some((path, new)) = &mut self.asking else { return };
        ui.label(texts.add_to_file(&file_name(path)));
        let another = fields::row(ui, |ui| {
            let add = buttons::main(ui, texts.add_game());
            if take(new) {
                add.request_focus();
            }
            if add.clicked() {
                *outcome = Outcome::Chosen(path.clone());
            }
            ui.button(texts.another_name()).clicked()
        });
        if another.inner {
            (self.asking, self.touched) = (None, true);
        }
    }

    /// Selects the name without its ending, so that typing replaces it.
    fn select_stem(&self, ui: &Ui, id: Id) {
        let stem = self.typed.find('.').unwrap_or(self.typed.len());
        select(ui, id, self.typed[..stem].chars().count());
    }

    /// Handles the keys that move through the list while the field is focused.
    fn walk(&mut self, ui: &Ui, id: Id) {
        let pressed =
            |key: Key| ui.input_mut(|input| input.count_and_consume_key(Modifiers::NONE, key)) as isize;
        let steps = pressed(Key::ArrowDown) - pressed(Key::ArrowUp)
            + 10 * (pressed(Key::PageDown) - pressed(Key::PageUp));
        if self.typed.is_empty() && pressed(Key::Backspace) > 0 {
            self.go_up();
        }
        let Some(last) = self.listed.len().checked_sub(1).filter(|_| steps != 0) else { return };
        let to = match self.marked {
            Some(row) => row.saturating_add_signed(steps).min(last),
            None if steps > 0 => 0,
            None => last,
        };
        self.mark(to);
        self.reveal = true;
        // What is typed next replaces the whole name.
        select(ui, id, self.typed.chars().count());
    }
}

fn select(ui: &Ui, id: Id, letters: usize) {
    let mut state = TextEditState::load(ui.ctx(), id).unwrap_or_default();
    state.cursor.set_char_range(Some(CCursorRange::two(CCursor::new(0), CCursor::new(letters))));
    state.store(ui.ctx(), id);
}
