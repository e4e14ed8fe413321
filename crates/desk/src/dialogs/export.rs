//! The dialog that exports the game: what it becomes, how it looks, a preview, and where it goes.

mod page;

use std::time::Duration;

use eframe::egui::{
    ColorImage, ComboBox, DragValue, Grid, Image, ScrollArea, TextEdit, TextureHandle, TextureOptions, Ui,
    Vec2,
};
use heirloom_picture::{Look, MAX_SIZE, MIN_SIZE};

use super::file::{FileDialog, Outcome};
use super::{DialogView, main_button};
use crate::model::command::{Command, ExportCommand, ReviewCommand};
use crate::model::export::{self, ExportKind, ExportOptions};
use crate::model::task::Task;
use crate::settings::Settings;
use crate::widgets::lists::closing;
use crate::widgets::{fields, help};

/// The side length of the preview, in points.
const PREVIEW: f32 = 260.0;

/// A picture of this side length in pixels.
type Pixels = (u32, Vec<[u8; 3]>);

/// What is exported.
pub struct ExportDialog {
    options: ExportOptions,
    /// The choice of the file.
    saving: Option<FileDialog>,
    /// The look and the version of the game that the preview shows.
    shown: Option<(Look, u64)>,
    drawing: Option<Task<Option<Pixels>>>,
    preview: Option<TextureHandle>,
    /// The text of the game, with what it was made from.
    text: Option<(ExportKind, u64, String)>,
}

/// Returns the look of the board on the screen.
pub fn look(settings: &Settings, flipped: bool) -> Look {
    let theme = settings.theme.parse().unwrap_or_default();
    Look { size: 720, flipped, coordinates: settings.coordinates, theme, pieces: settings.piece_look().set }
}

/// Returns pixels as an image of the GUI.
pub fn image((size, colors): &Pixels) -> ColorImage {
    ColorImage::from_rgb([*size as usize; 2], colors.as_flattened())
}

impl ExportDialog {
    /// Creates the dialog for a board that looks like the one on the screen.
    pub fn new(look: Look) -> ExportDialog {
        let options = ExportOptions { kind: ExportKind::Png, look, delay: Duration::from_secs(1) };
        ExportDialog { options, saving: None, shown: None, drawing: None, preview: None, text: None }
    }

    /// Returns true if the dialog can be closed. The choice of a file is closed first.
    pub fn may_close(&mut self) -> bool {
        let Some(saving) = &mut self.saving else { return true };
        if saving.may_close() {
            self.saving = None;
        }
        false
    }

    /// Returns true if a folder is being read, or the preview is being drawn.
    pub fn is_reading(&self) -> bool {
        self.drawing.is_some() || self.saving.as_ref().is_some_and(FileDialog::is_reading)
    }

    /// Draws the dialog; returns false when it is done.
    pub fn show(&mut self, ui: &mut Ui, view: &mut DialogView<'_>) -> bool {
        if let Some(saving) = &mut self.saving {
            match saving.show(ui, view) {
                Outcome::Open => {}
                Outcome::Cancelled => self.saving = None,
                Outcome::Chosen(_) => return false,
            }
            return true;
        }
        Grid::new("export").num_columns(2).spacing([16.0, 10.0]).show(ui, |ui| self.choices(ui, view));
        ui.add_space(6.0);
        if self.options.kind.is_picture() {
            self.picture(ui, view);
        } else {
            self.words(ui, view);
        }
        ui.add_space(8.0);
        self.buttons(ui, view)
    }

    fn choices(&mut self, ui: &mut Ui, view: &DialogView<'_>) {
        let (texts, options) = (view.texts(), &mut self.options);
        let label = ui.label(texts.export_as());
        let combo = ComboBox::from_id_salt("export kind")
            .width(230.0)
            .selected_text(texts.export_kind(options.kind))
            .show_ui(
                ui,
                closing(|ui| {
                    for kind in ExportKind::ALL {
                        ui.selectable_value(&mut options.kind, kind, texts.export_kind(kind));
                    }
                }),
            );
        combo.response.labelled_by(label.id);
        ui.end_row();
        if !options.kind.is_picture() {
            return;
        }
        let label = ui.label(texts.export_size());
        let size = DragValue::new(&mut options.look.size).range(MIN_SIZE..=MAX_SIZE).suffix(" px");
        fields::number(ui, size).labelled_by(label.id);
        ui.end_row();
        if options.kind.moves() {
            let label = ui.label(texts.export_delay());
            let mut seconds = options.delay.as_secs_f64();
            let delay = DragValue::new(&mut seconds).range(0.1..=60.0).speed(0.1).suffix(" s");
            if fields::number(ui, delay).labelled_by(label.id).changed() {
                options.delay = Duration::from_secs_f64(seconds);
            }
            ui.end_row();
        }
        ui.label("");
        fields::row(ui, |ui| {
            ui.checkbox(&mut options.look.coordinates, texts.coordinates());
            ui.checkbox(&mut options.look.flipped, texts.export_flipped());
        });
        ui.end_row();
    }

    /// Draws the picture of the position on the board; it is made on a thread of its own.
    fn picture(&mut self, ui: &mut Ui, view: &DialogView<'_>) {
        let pixels = (PREVIEW * ui.ctx().pixels_per_point()).round() as u32;
        let wanted = Look { size: pixels, ..self.options.look };
        let version = view.model.record().version();
        if self.shown != Some((wanted, version)) && self.drawing.is_none() {
            let diagram = export::diagram(view.model.record(), wanted);
            self.shown = Some((wanted, version));
            self.drawing = Some(Task::start(view.model.wake(), move |_| diagram.pixels().ok()));
        }
        if let Some(pixels) = Task::finish(&mut self.drawing).flatten() {
            let texture = ui.ctx().load_texture("preview", image(&pixels), TextureOptions::LINEAR);
            self.preview = Some(texture);
        }
        let texts = view.texts();
        ui.vertical_centered(|ui| {
            ui.set_min_height(PREVIEW);
            if let Some(preview) = &self.preview {
                let picture =
                    Image::new((preview.id(), Vec2::splat(PREVIEW))).alt_text(texts.export_preview());
                ui.add(picture);
            }
        });
        if self.options.kind.moves() {
            let positions = view.model.record().game().main_line().count() + 1;
            let seconds = positions as f64 * self.options.delay.as_secs_f64();
            ui.weak(texts.export_film(positions, seconds.ceil() as u64));
        }
    }

    /// Draws the text of the game, or what the page will have.
    fn words(&mut self, ui: &mut Ui, view: &DialogView<'_>) {
        let (texts, record, kind) = (view.texts(), view.model.record(), self.options.kind);
        if kind == ExportKind::Page {
            let reviewed = view.model.reviewed().is_some();
            ui.label(if reviewed { texts.export_page() } else { texts.export_plain_page() });
            return;
        }
        let known = |text: &&(ExportKind, u64, String)| (text.0, text.1) == (kind, record.version());
        if self.text.as_ref().filter(known).is_none() {
            let text = export::text(record.game(), kind == ExportKind::AnnotatedPgn);
            self.text = Some((kind, record.version(), text));
        }
        let Some((.., text)) = &self.text else { return };
        ScrollArea::vertical().max_height(PREVIEW).show(ui, |ui| {
            let mut shown = text.as_str();
            let field = TextEdit::multiline(&mut shown).code_editor().desired_width(f32::INFINITY);
            crate::widgets::named(&ui.add(field), eframe::egui::Role::TextInput, texts.export_preview());
        });
    }

    fn buttons(&mut self, ui: &mut Ui, view: &mut DialogView<'_>) -> bool {
        let (texts, model, kind) = (view.texts(), view.model, self.options.kind);
        let mut open = true;
        fields::row(ui, |ui| {
            if main_button(ui, true, texts.export_save()) {
                let options = self.options;
                let plain = (kind == ExportKind::Page && model.reviewed().is_none()).then(|| {
                    let board = export::diagram(model.record(), options.look).svg();
                    page::page(model.record().game(), &board, view.settings)
                });
                let command = move |path| match (options.kind, &plain) {
                    (_, Some(page)) => Command::Export(ExportCommand::Write(path, page.clone())),
                    (ExportKind::Page, None) => Command::Review(ReviewCommand::Save(path)),
                    _ => Command::Export(ExportCommand::Save(path, options)),
                };
                self.saving =
                    Some(FileDialog::export(kind, &texts.game_name(model.record()), model, command));
            }
            let copies = !matches!(kind, ExportKind::Gif | ExportKind::Page);
            ui.add_enabled_ui(copies, |ui| {
                if help::button(ui, texts.export_copy(), texts.help_export_copy()) {
                    self.copy(ui, view);
                    open = false;
                }
            });
            open &= !ui.button(texts.cancel()).clicked();
        });
        open
    }

    fn copy(&self, ui: &Ui, view: &DialogView<'_>) {
        let (record, options) = (view.model.record(), self.options);
        match options.kind {
            ExportKind::Png => copy_picture(ui, record, options.look),
            ExportKind::Svg => ui.ctx().copy_text(export::diagram(record, options.look).svg()),
            ExportKind::AnimatedSvg => {
                ui.ctx().copy_text(export::film(record.game(), options).animated_svg())
            }
            ExportKind::AnnotatedPgn => ui.ctx().copy_text(export::text(record.game(), true)),
            ExportKind::BarePgn => ui.ctx().copy_text(export::text(record.game(), false)),
            ExportKind::Gif | ExportKind::Page => {}
        }
    }
}

/// Puts a picture of the position on the board into the clipboard.
pub fn copy_picture(ui: &Ui, record: &crate::model::record::Record, look: Look) {
    if let Ok(pixels) = export::diagram(record, look).pixels() {
        ui.ctx().copy_image(image(&pixels));
    }
}
