//! The data of the game on the board, in a window that stays: PGN tags, EPD fields, result and a comment.
//! What is entered is taken over when its field is left.

use eframe::egui::{ComboBox, Grid, ScrollArea, TextEdit, Ui, vec2};
use heirloom_chess::game::GameResult;

use super::WindowView;
use crate::model::command::{Command, EditCommand};
use crate::model::epd::is_field;
use crate::model::game_data::GameData;
use crate::texts::Language;
use crate::widgets::fields;
use crate::widgets::icons::{self, Icon};
use crate::widgets::lists::closing;

const RESULTS: [GameResult; 4] =
    [GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw, GameResult::Unknown];

/// The EPD fields that are always offered: the best moves, the principal variation, the name of the position.
const FIELDS: [&str; 3] = ["bm", "pv", "id"];

/// The data as they are being entered.
#[derive(Default)]
struct Draft {
    /// The game and its revision, and its data.
    shown: Option<(u64, u64, GameData)>,
    /// The name of a tag to add.
    name: String,
}

/// Draws the window.
pub fn show(ui: &mut Ui, view: &mut WindowView<'_>) {
    let (texts, full, record) = (view.texts(), view.is_full(), view.model.record());
    let (id, revision, now) = (record.id(), record.revision(), GameData::of(record.game()));
    let Draft { shown, name } = view.state.get::<Draft>();
    if shown.as_ref().is_none_or(|known| (known.0, known.1) != (id, revision)) {
        *shown = Some((id, revision, with_fields(now.clone())));
    }
    let Some((.., data)) = shown else { return };
    // Whether a field was left, or something was chosen.
    let mut touched = false;
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        rows(ui, texts, data, false, &mut touched);
        fields::row(ui, |ui| {
            let label = ui.label(texts.another_tag());
            ui.add(TextEdit::singleline(name).desired_width(120.0).hint_text("Annotator"))
                .labelled_by(label.id);
            if ui.button(texts.add()).clicked() && !name.trim().is_empty() {
                data.tags.push((std::mem::take(name).trim().to_owned(), String::new()));
            }
        });
        fields::row(ui, |ui| {
            let label = ui.label(texts.result());
            let result = ComboBox::from_id_salt("result").selected_text(data.result.as_str());
            let list = result.show_ui(
                ui,
                closing(|ui| {
                    for result in RESULTS {
                        touched |= ui.selectable_value(&mut data.result, result, result.as_str()).changed();
                    }
                }),
            );
            list.response.labelled_by(label.id);
        });
        if full {
            ui.add_space(6.0);
            ui.strong(texts.epd_fields());
            rows(ui, texts, data, true, &mut touched);
        }
        ui.add_space(6.0);
        let label = ui.label(texts.comment_before());
        let comment = TextEdit::multiline(&mut data.comment).desired_rows(3).desired_width(f32::INFINITY);
        touched |= ui.add(comment).labelled_by(label.id).lost_focus();
        for doubt in data.problems(record.game()) {
            ui.colored_label(ui.visuals().warn_fg_color, texts.tag_problem(&doubt));
        }
    });
    let entered = trimmed(data);
    if touched && entered != trimmed(&now) {
        view.commands.push(Command::Edit(EditCommand::Data(Box::new(entered))));
    }
}

/// Adds the EPD fields that are always offered.
fn with_fields(mut data: GameData) -> GameData {
    for name in FIELDS {
        if !data.tags.iter().any(|(known, _)| known == name) {
            data.tags.push((name.to_owned(), String::new()));
        }
    }
    data
}

/// Returns the data without spaces around values, and without tags that have none.
fn trimmed(data: &GameData) -> GameData {
    let has_value = |(_, value): &&(String, String)| !value.trim().is_empty();
    let tags =
        data.tags.iter().filter(has_value).map(|(name, value)| (name.clone(), value.trim().to_owned()));
    GameData { tags: tags.collect(), comment: data.comment.trim().to_owned(), result: data.result }
}

/// Draws the PGN tags, or the EPD fields.
fn rows(ui: &mut Ui, texts: Language, data: &mut GameData, fields: bool, touched: &mut bool) {
    let width = (ui.available_width() - 150.0).clamp(90.0, 360.0);
    let mut gone = None;
    Grid::new(("game data", fields)).num_columns(3).show(ui, |ui| {
        for (index, (name, value)) in data.tags.iter_mut().enumerate() {
            if is_field(name) != fields {
                continue;
            }
            let label = ui.label(name.as_str());
            let field = ui.add(TextEdit::singleline(value).min_size(vec2(width, 0.0))).labelled_by(label.id);
            *touched |= field.lost_focus();
            let what = format!("{} {name}", texts.remove());
            if icons::button(ui, Icon::Cross, &what, 9.0).on_hover_text(&what).clicked() {
                gone = Some(index);
            }
            ui.end_row();
        }
    });
    if let Some(index) = gone {
        data.tags.remove(index);
        *touched = true;
    }
}
