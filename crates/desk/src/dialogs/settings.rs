//! The dialog for settings: those of the desk, and the options of every engine.

use std::collections::BTreeMap;

use eframe::egui::{Button, ComboBox, Grid, RichText, Role, ScrollArea, TextEdit, TextStyle, Ui};
use heirloom_app::coach::STEPS;
use heirloom_engine::OptionKind;

use super::{DialogView, first, footer};
use crate::model::command::{Command, EnginesCommand};
use crate::model::engines::{Setting, Sheet};
use crate::model::notice::Notice;
use crate::model::players::title;
use crate::model::strength::is_strength;
use crate::settings::{Details, Settings, ZOOMS};
use crate::texts::Language;
use crate::theme::bold;
use crate::widgets;
use crate::widgets::icons::{self, Icon};
use crate::widgets::lists::closing;
use crate::widgets::toggle::toggle;
use crate::widgets::{board, buttons, choices, fields, help};

/// The page that is shown, with its changes.
#[derive(Default)]
pub struct SettingsDialog {
    /// The engine whose options are shown; none for the desk.
    engine: Option<String>,
    /// The changed values; none to restore the default.
    changes: BTreeMap<String, Option<String>>,
    /// Whether the user tried to close it in spite of them.
    warned: bool,
}

/// The width of the button after an option.
const BEHIND: f32 = 24.0;

impl SettingsDialog {
    /// Returns true if the dialog can be closed: not while there are unsaved changes, which it then points
    /// out.
    pub fn may_close(&mut self) -> bool {
        self.warned = !self.changes.is_empty();
        !self.warned
    }

    /// Draws the dialog; returns false when it is done.
    pub fn show(&mut self, ui: &mut Ui, view: &mut DialogView<'_>) -> bool {
        let (texts, settings, model) = (view.texts(), view.settings, view.model);
        let chosen = self.engine.as_deref().map_or(texts.the_desk(), title).to_owned();
        // Changes are saved or discarded before another page opens.
        ui.add_enabled_ui(self.changes.is_empty(), |ui| {
            let list = fields::row(ui, |ui| {
                choices::list(ui, texts.settings_of(), &chosen, |ui| {
                    let mut turn_to = |ui: &mut Ui, engine: Option<String>, name: &str| {
                        if ui.selectable_label(self.engine == engine, name).clicked() && self.engine != engine
                        {
                            let options = engine.clone().map(EnginesCommand::Options);
                            view.commands.extend(options.map(Command::Engines));
                            *self = SettingsDialog { engine, ..SettingsDialog::default() };
                        }
                    };
                    turn_to(ui, None, texts.the_desk());
                    for name in model.roster().names() {
                        turn_to(ui, Some(name.clone()), title(&name));
                    }
                })
            });
            first(&list.inner);
        });
        ui.separator();
        match &self.engine {
            None => {
                let mut changed = settings.clone();
                let height = (ui.ctx().content_rect().height() - 240.0).max(100.0);
                ScrollArea::vertical().max_height(height).show(ui, |ui| desk(ui, &mut changed));
                if changed != *settings {
                    view.commands.push(Command::Settings(Box::new(changed)));
                }
            }
            Some(engine) => {
                let engine = engine.clone();
                self.options(ui, view, &engine);
            }
        }
        footer(ui, |ui| {
            let close = ui.add(Button::new(texts.close()).min_size(buttons::SIZE)).clicked();
            if self.warned && !self.changes.is_empty() {
                ui.colored_label(ui.visuals().warn_fg_color, texts.unsaved_changes());
            }
            !(close && self.may_close())
        })
    }

    fn options(&mut self, ui: &mut Ui, view: &mut DialogView<'_>, engine: &str) {
        let (texts, model) = (view.texts(), view.model);
        if model.roster().configuration().is_none() {
            ui.colored_label(ui.visuals().warn_fg_color, texts.notice(&Notice::NoConfiguration));
            return;
        }
        let sheet = match &model.engines.sheet {
            Some(Ok(sheet)) if sheet.engine == engine => sheet,
            Some(Err(reason)) if !model.engines.is_busy() => {
                ui.colored_label(ui.visuals().warn_fg_color, reason);
                return;
            }
            _ => {
                ui.spinner();
                return;
            }
        };
        // A value that is in the file is no longer a change.
        if !model.engines.is_busy() {
            self.changes.retain(|name, value| {
                sheet.settings.iter().any(|setting| setting.option.name == *name && setting.value != *value)
            });
        }
        for mistake in sheet.mistakes.iter().take(5) {
            ui.colored_label(ui.visuals().warn_fg_color, mistake);
        }
        let height = (ui.ctx().content_rect().height() - 380.0).clamp(120.0, 420.0);
        ScrollArea::vertical().max_height(height).show(ui, |ui| {
            Grid::new(("options", engine)).num_columns(3).striped(true).show(ui, |ui| {
                for setting in sheet.settings.iter().filter(|setting| !is_strength(&setting.option.name)) {
                    self.row(ui, texts, setting);
                }
            });
        });
        if sheet.settings.iter().any(|setting| is_strength(&setting.option.name)) {
            ui.weak(texts.strength_is_chosen());
        }
        let buttons = model.buttons_of(engine);
        if !buttons.is_empty() {
            fields::rows(ui, |ui| {
                help::explained(ui.label(texts.running_engine()), texts.help_running_engine());
                for name in buttons {
                    if ui.button(name).clicked() {
                        let press = EnginesCommand::Press(engine.to_owned(), name.to_owned());
                        view.commands.push(Command::Engines(press));
                    }
                }
            });
        }
        self.store(ui, view, sheet);
    }

    /// Draws an option with a field of its kind.
    fn row(&mut self, ui: &mut Ui, texts: Language, setting: &Setting) {
        let name = &setting.option.name;
        let default = setting.default_text();
        let stored = setting.value.clone();
        let entered = self.changes.get(name).cloned().unwrap_or_else(|| stored.clone());
        let now = entered.clone().unwrap_or_else(|| default.clone());
        let mut next = now.clone();
        let label =
            ui.label(if entered.is_some() { RichText::new(name).strong() } else { RichText::new(name) });
        let label = label.on_hover_text(format!(
            "{}; {} {default}",
            texts.expects(&setting.option.kind),
            texts.by_default()
        ));
        match &setting.option.kind {
            OptionKind::Check { .. } => {
                let mut on = now == "true";
                ui.checkbox(&mut on, "").labelled_by(label.id);
                next = on.to_string();
            }
            // What is typed stays as it is: a number that jumps to the nearest allowed one would explain
            // nothing.
            OptionKind::Spin { .. } => {
                _ = ui.add(TextEdit::singleline(&mut next).desired_width(90.0)).labelled_by(label.id)
            }
            OptionKind::Combo { choices, .. } => {
                let combo = ComboBox::from_id_salt(("choice", name)).selected_text(&next).show_ui(
                    ui,
                    closing(|ui| {
                        for choice in choices {
                            ui.selectable_value(&mut next, choice.clone(), choice);
                        }
                    }),
                );
                combo.response.labelled_by(label.id);
            }
            OptionKind::Text { .. } | OptionKind::Button => {
                ui.add(TextEdit::singleline(&mut next).desired_width(260.0)).labelled_by(label.id);
            }
        }
        ui.scope(|ui| {
            ui.set_min_width(BEHIND);
            let what = format!("{name}: {}", texts.default_again());
            if entered.is_some()
                && icons::button(ui, Icon::TakeBack, &what, 11.0).on_hover_text(&what).clicked()
            {
                self.changes.insert(name.clone(), None);
            } else if next != now {
                self.changes.insert(name.clone(), Some(next));
            }
        });
        ui.end_row();
    }

    fn store(&mut self, ui: &mut Ui, view: &mut DialogView<'_>, sheet: &Sheet) {
        let (texts, busy) = (view.texts(), view.model.engines.is_busy());
        let wrong = self.changes.iter().find_map(|(name, value)| {
            let setting = sheet.settings.iter().find(|setting| setting.option.name == *name)?;
            let value = value.as_deref()?;
            let is_wrong = setting.option.parse(value).is_err();
            is_wrong.then(|| texts.option_fault(name, value, &texts.expects(&setting.option.kind)))
        });
        // There is room for two lines before anything is wrong, so that no button moves.
        ui.scope(|ui| {
            ui.set_min_height(2.0 * ui.text_style_height(&TextStyle::Body) + ui.spacing().item_spacing.y);
            ui.colored_label(ui.visuals().warn_fg_color, wrong.as_deref().unwrap_or_default());
        });
        fields::row(ui, |ui| {
            let ready = wrong.is_none() && !self.changes.is_empty() && !busy;
            if ui.add_enabled(ready, Button::new(texts.save())).clicked() {
                let changes = self.changes.clone().into_iter().collect();
                view.commands.push(Command::Engines(EnginesCommand::Set(sheet.engine.clone(), changes)));
            }
            if ui.add_enabled(!self.changes.is_empty() && !busy, Button::new(texts.discard())).clicked() {
                self.changes.clear();
            }
            if busy {
                ui.spinner();
            }
        });
    }
}

/// Draws the settings of the desk.
fn desk(ui: &mut Ui, settings: &mut Settings) {
    let texts = settings.language;
    let labels = label_width(ui, texts);
    section(ui, labels, texts.general(), |ui| {
        choices::list(ui, texts.language(), texts.name(), |ui| {
            for language in Language::ALL {
                ui.selectable_value(&mut settings.language, language, language.name());
            }
        });
        ui.end_row();
        let label = ui.label(texts.your_name());
        ui.add(TextEdit::singleline(&mut settings.name).desired_width(200.0))
            .labelled_by(label.id)
            .on_hover_text(texts.help_your_name());
        ui.end_row();
        ui.label(texts.appearance());
        fields::row(ui, |ui| choices::appearance(ui, settings));
        ui.end_row();
        choices::list(ui, texts.zoom(), &texts.percent(settings.zoom), |ui| {
            for zoom in ZOOMS {
                ui.selectable_value(&mut settings.zoom, zoom, texts.percent(zoom));
            }
        });
        ui.end_row();
        let details = choices::list(ui, texts.details(), texts.detail_level(settings.details), |ui| {
            for details in Details::ALL {
                ui.selectable_value(&mut settings.details, details, texts.detail_level(details));
            }
        });
        details.on_hover_text(texts.help_details());
        ui.end_row();
    });
    let distinct = toggle(ui, &mut settings.distinct_colors, texts.distinct_colors());
    help::explained(distinct, texts.help_distinct_colors());
    section(ui, labels, texts.board(), |ui| {
        let name = settings.board_theme().map_or(texts.own_colors(), |theme| texts.board_theme(theme));
        choices::list(ui, texts.board_colors(), name, |ui| choices::board_theme(ui, settings));
        ui.end_row();
        if settings.board_theme().is_none() {
            let [light, dark] = &mut settings.own_squares;
            color(ui, texts.light_squares(), light);
            color(ui, texts.dark_squares(), dark);
        }
    });
    board::options(ui, settings);
    section(ui, labels, texts.the_pieces(), |ui| {
        let set = settings.piece_look().set;
        choices::list(ui, texts.piece_set(), texts.piece_set_name(set), |ui| {
            choices::piece_set(ui, settings)
        });
        ui.end_row();
        if settings.colored_pieces {
            let [white, black] = &mut settings.own_pieces;
            color(ui, texts.white_pieces(), white);
            color(ui, texts.black_pieces(), black);
        }
    });
    toggle(ui, &mut settings.colored_pieces, texts.colored_pieces());
    toggle(ui, &mut settings.figurines, texts.figurines());
    section(ui, labels, texts.coach(), |ui| {
        let chosen = texts.centipawns(settings.coach_loss);
        choices::list(ui, texts.coach_warns_from(), &chosen, |ui| {
            for loss in STEPS {
                ui.selectable_value(&mut settings.coach_loss, loss, texts.centipawns(loss));
            }
        });
        ui.end_row();
    });
    let coach = toggle(ui, &mut settings.coach, texts.coach());
    help::explained(coach, texts.help_coach());
    section(ui, labels, texts.of_files(), |_| {});
    let system = toggle(ui, &mut settings.system_dialogs, texts.system_dialogs());
    system.on_hover_text(texts.help_system_dialogs());
}

/// Returns the width of the longest label, so that the fields of all sections are below each other.
fn label_width(ui: &Ui, texts: Language) -> f32 {
    let labels = [
        texts.language(),
        texts.your_name(),
        texts.appearance(),
        texts.zoom(),
        texts.details(),
        texts.board_colors(),
        texts.light_squares(),
        texts.dark_squares(),
        texts.piece_set(),
        texts.white_pieces(),
        texts.black_pieces(),
        texts.coach_warns_from(),
    ];
    let font = TextStyle::Body.resolve(ui.style());
    let width = |text: &str| {
        let color = ui.visuals().text_color();
        ui.painter().layout_no_wrap(text.to_owned(), font.clone(), color).size().x
    };
    labels.into_iter().map(width).fold(0.0, f32::max)
}

/// Draws a heading and, below it, rows of labels with their fields. The labels have at least this width.
fn section(ui: &mut Ui, width: f32, title: &str, rows: impl FnOnce(&mut Ui)) {
    ui.add_space(8.0);
    ui.label(bold(title));
    Grid::new(title).num_columns(2).min_col_width(width).spacing([16.0, 8.0]).show(ui, rows);
}

/// Draws a row with a color.
fn color(ui: &mut Ui, label: &str, color: &mut [u8; 3]) {
    let before = ui.label(label);
    let field = ui.color_edit_button_srgb(color).labelled_by(before.id);
    widgets::named(&field, Role::Button, label);
    ui.end_row();
}
