//! The dialog for the data of a game: PGN tags, EPD fields, the result and the comment before the first move.

use eframe::egui::{Grid, ScrollArea, TextEdit, Ui, vec2};
use heirloom_chess::game::GameResult;

use super::{DialogView, answered, entered, first};
use crate::model::Model;
use crate::model::command::{Command, EditCommand};
use crate::model::epd::is_field;
use crate::model::game_data::GameData;
use crate::texts::Language;
use crate::widgets::icons::{self, Icon};
use crate::widgets::{buttons, choices, fields};

const RESULTS: [GameResult; 4] =
    [GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw, GameResult::Unknown];

/// The data as entered.
pub struct GameDataDialog {
    data: GameData,
    name: String,
    /// Whether a field was left with Enter.
    confirmed: bool,
}

impl GameDataDialog {
    /// Starts with the data of the game on the board.
    pub fn of(model: &Model) -> GameDataDialog {
        GameDataDialog { data: GameData::of(model.record().game()), name: String::new(), confirmed: false }
    }

    /// Draws the dialog; returns false when it is done.
    pub fn show(&mut self, ui: &mut Ui, view: &mut DialogView<'_>) -> bool {
        let texts = view.texts();
        let height = (ui.ctx().content_rect().height() - 330.0).clamp(120.0, 360.0);
        ScrollArea::vertical().max_height(height).show(ui, |ui| {
            self.rows(ui, texts, false);
            if self.data.tags.iter().any(|(name, _)| is_field(name)) {
                ui.strong(texts.epd_fields());
                self.rows(ui, texts, true);
            }
        });
        fields::row(ui, |ui| {
            let label = ui.label(texts.another_tag());
            ui.add(TextEdit::singleline(&mut self.name).desired_width(120.0).hint_text("Annotator"))
                .labelled_by(label.id);
            if ui.button(texts.add()).clicked() && !self.name.trim().is_empty() {
                self.data.tags.push((std::mem::take(&mut self.name).trim().to_owned(), String::new()));
            }
        });
        fields::row(ui, |ui| {
            choices::list(ui, texts.result(), self.data.result.as_str(), |ui| {
                for result in RESULTS {
                    ui.selectable_value(&mut self.data.result, result, result.as_str());
                }
            });
        });
        let label = ui.label(texts.comment_before());
        ui.add(TextEdit::multiline(&mut self.data.comment).desired_rows(2).desired_width(420.0))
            .labelled_by(label.id);
        for doubt in self.data.problems(view.model.record().game()) {
            ui.colored_label(ui.visuals().warn_fg_color, texts.tag_problem(&doubt));
        }
        let answer =
            answered(ui, texts, |ui| buttons::main(ui, texts.take_over()).clicked() || self.confirmed);
        if answer == Some(true) {
            view.commands.push(Command::Edit(EditCommand::Data(Box::new(self.data.clone()))));
        }
        answer.is_none()
    }

    /// Draws the PGN tags, or the EPD fields.
    fn rows(&mut self, ui: &mut Ui, texts: Language, fields: bool) {
        let mut gone = None;
        Grid::new(("tags", fields)).num_columns(3).show(ui, |ui| {
            for (index, (name, value)) in self.data.tags.iter_mut().enumerate() {
                if is_field(name) != fields {
                    continue;
                }
                let label = ui.label(name.as_str());
                let field =
                    ui.add(TextEdit::singleline(value).min_size(vec2(300.0, 0.0))).labelled_by(label.id);
                first(&field);
                self.confirmed |= entered(&field);
                let what = format!("{} {name}", texts.remove());
                if icons::button(ui, Icon::Cross, &what, 9.0).on_hover_text(&what).clicked() {
                    gone = Some(index);
                }
                ui.end_row();
            }
        });
        if let Some(index) = gone {
            self.data.tags.remove(index);
        }
    }
}
