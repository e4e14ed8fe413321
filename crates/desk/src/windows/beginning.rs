//! What to start with while there is no game: a game against one of our engines, an analysis, a game from a
//! file.

use eframe::egui::Ui;
use heirloom_app::roster::BuiltIn;
use heirloom_chess::Color;

use super::WindowView;
use crate::dialogs::{Dialog, FileDialog, NewGame, SetUp};
use crate::model::command::{AnalysisCommand, Command, PlayCommand};
use crate::model::players::{Player, title};
use crate::widgets::{buttons, help};

/// The color that the user has chosen.
struct Side(Color);

impl Default for Side {
    fn default() -> Side {
        Side(Color::White)
    }
}

/// Draws it into the journal.
pub fn show(ui: &mut Ui, view: &mut WindowView<'_>) {
    ui.add_space(2.0);
    opponents(ui, view);
    ui.add_space(10.0);
    ui.heading(view.texts().look_at_games());
    ui.add_space(2.0);
    other_ways(ui, view);
}

/// Draws a button for each of our engines, which starts a game.
fn opponents(ui: &mut Ui, view: &mut WindowView<'_>) {
    let (model, texts) = (view.model, view.texts());
    ui.heading(texts.play_against());
    ui.add_space(2.0);
    let Side(side) = *view.state.get::<Side>();
    ui.horizontal_wrapped(|ui| {
        for id in model.roster().names() {
            let Some(own) = BuiltIn::find(&id) else { continue };
            let year = own.year().map_or_else(String::new, |year| year.to_string());
            let button = buttons::large(ui, title(&id), &year);
            if help::explained(button, texts.help_play_against()).clicked() {
                let mut players = [Player::Human, Player::Human];
                players[(!side).index()] = Player::Engine(id);
                let start = model.record().set_up_position().map(Box::new);
                view.commands.push(Command::Play(PlayCommand::NewGame {
                    players,
                    level: model.play.clocks().level(),
                    start,
                }));
            }
        }
    });
    ui.horizontal_wrapped(|ui| {
        ui.label(texts.you_play());
        let Side(side) = view.state.get::<Side>();
        for color in Color::ALL {
            ui.radio_value(side, color, texts.color(color));
        }
        if help::button(ui, texts.more_choices(), texts.help_new_game()) {
            *view.dialog = Some(Dialog::NewGame(NewGame::of(model)));
        }
    });
}

fn other_ways(ui: &mut Ui, view: &mut WindowView<'_>) {
    let (model, texts) = (view.model, view.texts());
    ui.horizontal_wrapped(|ui| {
        if help::explained(buttons::large(ui, texts.open(), ""), texts.help_open()).clicked() {
            *view.dialog = Some(Dialog::File(FileDialog::open(model)));
        }
        let on = model.analysis.on;
        let analyse = if on { texts.stop_analysis() } else { texts.analyse_position() };
        if help::explained(buttons::large(ui, analyse, ""), texts.help_analyse()).clicked() {
            view.commands.push(Command::Analysis(AnalysisCommand::Switch(!on)));
        }
        if help::explained(buttons::large(ui, texts.set_up(), ""), texts.help_set_up()).clicked() {
            *view.dialog = Some(Dialog::SetUp(SetUp::of(model.record().position())));
        }
    });
    ui.add_space(4.0);
    ui.weak(texts.how_to_begin());
}
