//! The state of the game in words.

use eframe::egui::{Grid, Label, Ui};
use heirloom_book::eco::opening;
use heirloom_chess::Color;
use heirloom_chess::game::GameResult;

use super::WindowView;
use crate::dialogs::{Dialog, GameDataDialog, SetUp};
use crate::model::Stage;
use crate::widgets::context;

/// The number of rows that interest every player.
const BASIC: usize = 6;

/// Adds the menu of the window.
fn menu(ui: &mut Ui, view: &mut WindowView<'_>, rows: &[(&str, String)]) {
    let (texts, model) = (view.texts(), view.model);
    context::menu(ui, |ui| {
        if ui.button(texts.copy_status()).clicked() {
            let lines = rows.iter().map(|(name, value)| format!("{name}: {value}\n"));
            ui.ctx().copy_text(lines.collect());
            ui.close();
        }
        if ui.button(texts.copy_fen()).clicked() {
            ui.ctx().copy_text(model.record().position().fen());
            ui.close();
        }
        if ui.button(texts.set_up()).clicked() {
            *view.dialog = Some(Dialog::SetUp(SetUp::of(model.record().position())));
            ui.close();
        }
        if ui.button(texts.edit_game_data()).clicked() {
            *view.dialog = Some(Dialog::GameData(GameDataDialog::of(model)));
            ui.close();
        }
    });
}

/// Draws the window.
pub fn show(ui: &mut Ui, view: &mut WindowView<'_>) {
    let (model, texts) = (view.model, view.texts());
    let position = model.record().position();
    let stage = match model.play.stage() {
        Stage::Free => match model.record().game().result() {
            GameResult::Unknown => texts.stage_free().to_owned(),
            result => result.as_str().to_owned(),
        },
        Stage::Playing => texts.stage_playing().to_owned(),
        Stage::Over(ending) => {
            let words = texts.ending_for(ending, model.play.players());
            format!("{} {words}", ending.result().as_str())
        }
    };
    let rights = [
        (Color::White, true, 'K'),
        (Color::White, false, 'Q'),
        (Color::Black, true, 'k'),
        (Color::Black, false, 'q'),
    ];
    let has =
        |&(color, king_side, _): &(Color, bool, char)| position.castling_rook(color, king_side).is_some();
    let rights: String = rights.into_iter().filter(has).map(|(_, _, letter)| letter).collect();
    let known = |text: Option<String>| text.unwrap_or_else(|| texts.none().to_owned());
    let rights = known(Some(rights).filter(|rights| !rights.is_empty()));
    let last = known(model.record().last_san().map(|san| view.settings.moves(&texts.with_letters(&san))));
    let value = known(model.value().map(|value| value.to_string()));
    let opening = known(opening(model.record().line()).map(|(_, name)| name.to_string()));
    let library = texts.in_library(&model.library.state);
    let rows = [
        (texts.stage(), stage),
        (texts.to_move(), texts.color(position.turn()).to_owned()),
        (texts.last_move(), last),
        (texts.opening(), opening),
        (texts.level(), texts.level_in_words(model.play.clocks().level())),
        (texts.library_state(), library),
        (texts.value_for_white(), value),
        (texts.castling(), rights),
        (texts.fifty(), (position.halfmove_clock() / 2).to_string()),
        (texts.repetitions(), model.record().line().repetitions().to_string()),
    ];
    let shown = if view.is_full() { &rows[..] } else { &rows[..BASIC] };
    menu(ui, view, shown);
    Grid::new("status").num_columns(2).striped(true).spacing([16.0, 4.0]).show(ui, |ui| {
        for (name, value) in shown {
            ui.label(*name);
            ui.add(Label::new(value).truncate());
            ui.end_row();
        }
    });
}
