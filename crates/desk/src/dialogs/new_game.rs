//! The dialog for a new game: who plays, how long, and from where.

use eframe::egui::{ComboBox, DragValue, Grid, Ui};
use heirloom_chess::{Color, Position, chess960};

use super::level::{LevelChoice, WIDTH};
use crate::command::Command;
use crate::model::Model;
use crate::model::players::{Player, title};
use crate::texts::Language;
use crate::widgets::buttons;

/// Where a game begins.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Start {
    Usual,
    Chess960,
    Current,
}

/// What has been chosen so far.
pub struct NewGame {
    players: [Player; 2],
    level: LevelChoice,
    start: Start,
    number: u16,
}

impl NewGame {
    /// The same as last time; at first against the flagship.
    pub fn of(model: &Model) -> NewGame {
        let (players, level) = model.usual_game();
        NewGame { players, level: LevelChoice::of(level), start: Start::Usual, number: 518 }
    }

    /// Draws it; false when it is done.
    pub fn show(&mut self, ui: &mut Ui, texts: Language, model: &Model, commands: &mut Vec<Command>) -> bool {
        Grid::new("new game").num_columns(2).spacing([16.0, 10.0]).show(ui, |ui| {
            for color in Color::ALL {
                player(ui, texts, color, &mut self.players[color.index()], model);
            }
            ui.label("");
            if ui.button(texts.exchange()).clicked() {
                self.players.swap(0, 1);
            }
            ui.end_row();
            self.level.choose(ui, texts);
            ui.label(texts.start_position());
            ui.vertical(|ui| self.choose_start(ui, texts));
            ui.end_row();
        });
        ui.add_space(8.0);
        let mut open = true;
        ui.horizontal(|ui| {
            if buttons::main(ui, texts.start()).clicked() {
                commands.push(Command::NewGame {
                    players: self.players.clone(),
                    level: self.level.level(),
                    start: self.position(model).map(Box::new),
                });
                open = false;
            }
            open &= !ui.button(texts.cancel()).clicked();
        });
        open
    }

    fn choose_start(&mut self, ui: &mut Ui, texts: Language) {
        ui.radio_value(&mut self.start, Start::Usual, texts.usual_start());
        ui.horizontal(|ui| {
            let chess960 = ui.radio_value(&mut self.start, Start::Chess960, texts.chess960_number());
            if ui.add(DragValue::new(&mut self.number).range(0..=959)).labelled_by(chess960.id).changed() {
                self.start = Start::Chess960;
            }
            if ui.button(texts.random()).clicked() {
                (self.start, self.number) = (Start::Chess960, fastrand::u16(0..960));
            }
        });
        ui.radio_value(&mut self.start, Start::Current, texts.current_position());
    }

    fn position(&self, model: &Model) -> Option<Position> {
        match self.start {
            Start::Usual => None,
            Start::Chess960 => chess960::start_position(self.number).ok(),
            Start::Current => Some(model.record.position().clone()),
        }
    }
}

/// Who plays a side, as a row of a grid.
fn player(ui: &mut Ui, texts: Language, color: Color, player: &mut Player, model: &Model) {
    let chosen = player.name(texts.human()).to_owned();
    let label = ui.label(texts.color(color));
    let combo = ComboBox::from_id_salt(color.index()).width(WIDTH).selected_text(chosen).show_ui(ui, |ui| {
        ui.selectable_value(player, Player::Human, texts.human());
        for name in model.roster().names() {
            let title = title(&name).to_owned();
            ui.selectable_value(player, Player::Engine(name), title);
        }
    });
    combo.response.labelled_by(label.id);
    ui.end_row();
}
