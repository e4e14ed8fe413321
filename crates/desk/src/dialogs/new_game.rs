//! The dialog for a new game: players, level, start position, and help.

use eframe::egui::{Checkbox, ComboBox, DragValue, Grid, Role, Ui, WidgetInfo};
use heirloom_chess::{Color, Position, chess960};

use super::level::{LevelChoice, WIDTH};
use super::{DialogView, answered, main_button};
use crate::model::Model;
use crate::model::command::{Command, EnginesCommand, PlayCommand};
use crate::model::players::{Player, title};
use crate::settings::Settings;
use crate::texts::Language;
use crate::widgets::lists::closing;
use crate::widgets::{fields, help};

/// The Elo that is proposed.
const ELO: u32 = 1500;

/// The start position of a game.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Start {
    Usual,
    Chess960,
    Current,
}

/// The choices.
pub struct NewGame {
    players: [Player; 2],
    /// The Elo of each player, if it is limited.
    elo: [u32; 2],
    level: LevelChoice,
    start: Start,
    number: u16,
    /// Whether engines play from the opening book.
    library: bool,
    /// Whether the coach watches.
    coach: bool,
}

impl NewGame {
    /// Starts with the choices of the last game, or a game against the first engine.
    pub fn of(model: &Model) -> NewGame {
        let (players, level) = model.usual_game();
        let start = if model.record().set_up_position().is_some() { Start::Current } else { Start::Usual };
        let elo = players.each_ref().map(|player| player.elo().unwrap_or(ELO));
        NewGame {
            players,
            elo,
            level: LevelChoice::of(level),
            start,
            number: 518,
            library: model.play.plays_from_library(),
            coach: model.coach.is_on(),
        }
    }

    /// Draws the dialog; returns false when it is done.
    pub fn show(&mut self, ui: &mut Ui, view: &mut DialogView<'_>) -> bool {
        let texts = view.texts();
        Grid::new("new game").num_columns(2).spacing([16.0, 10.0]).show(ui, |ui| {
            for color in Color::ALL {
                self.player(ui, view, color);
            }
            ui.label("");
            if ui.button(texts.exchange()).clicked() {
                self.players.swap(0, 1);
                self.elo.swap(0, 1);
            }
            ui.end_row();
            self.level.choose(ui, texts);
            ui.label(texts.start_position());
            ui.vertical(|ui| self.choose_start(ui, texts));
            ui.end_row();
        });
        let library = ui.checkbox(&mut self.library, texts.use_library());
        help::explained(library, texts.help_use_library());
        help::explained(ui.checkbox(&mut self.coach, texts.coach()), texts.help_coach());
        ui.add_space(8.0);
        let answer = answered(ui, texts, |ui| main_button(ui, true, texts.start()));
        if answer == Some(true) {
            if self.coach != view.settings.coach {
                let settings = Settings { coach: self.coach, ..view.settings.clone() };
                view.commands.push(Command::Settings(Box::new(settings)));
            }
            view.commands.push(Command::Play(PlayCommand::UseLibrary(self.library)));
            view.commands.push(Command::Play(PlayCommand::NewGame {
                players: self.players.clone(),
                level: self.level.level(),
                start: self.position(view.model).map(Box::new),
            }));
        }
        answer.is_none()
    }

    fn choose_start(&mut self, ui: &mut Ui, texts: Language) {
        ui.radio_value(&mut self.start, Start::Usual, texts.usual_start());
        fields::row(ui, |ui| {
            let chess960 = ui.radio_value(&mut self.start, Start::Chess960, texts.chess960_number());
            if fields::number(ui, DragValue::new(&mut self.number).range(0..=959))
                .labelled_by(chess960.id)
                .changed()
            {
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
            Start::Current => Some(model.record().position().clone()),
        }
    }

    /// Draws a player and its strength, as a row of a grid.
    fn player(&mut self, ui: &mut Ui, view: &mut DialogView<'_>, color: Color) {
        let texts = view.texts();
        let label = ui.label(texts.color(color));
        fields::row(ui, |ui| {
            let player = &mut self.players[color.index()];
            let combo = ComboBox::from_id_salt(color.index())
                .width(WIDTH)
                .selected_text(player.name(texts.human()))
                .show_ui(
                    ui,
                    closing(|ui| {
                        ui.selectable_value(player, Player::Human, texts.human());
                        for name in view.model.roster().names() {
                            if ui.selectable_label(player.engine() == Some(&name), title(&name)).clicked() {
                                *player = Player::Engine(name);
                            }
                        }
                        let characters = view.model.roster().characters();
                        if !characters.is_empty() {
                            ui.separator();
                            ui.weak(texts.home_characters());
                        }
                        for character in characters {
                            let chosen = player.engine() == Some(&character.name);
                            let words = format!("{} ({} Elo)", character.name, character.elo);
                            if ui.selectable_label(chosen, words).clicked() {
                                *player = Player::Engine(character.name.clone());
                            }
                        }
                    }),
                );
            combo.response.labelled_by(label.id);
            self.strength(ui, view, color);
        });
        ui.end_row();
    }

    /// Draws the Elo that a player is limited to, if its engine can be.
    fn strength(&mut self, ui: &mut Ui, view: &mut DialogView<'_>, color: Color) {
        let (texts, strengths) = (view.texts(), &view.model.engines.strengths);
        let (player, elo) = (&mut self.players[color.index()], &mut self.elo[color.index()]);
        // A character has a strength of its own.
        let characters = view.model.roster().characters();
        let is_character = |id: &str| characters.iter().any(|character| character.is_called(id));
        let engine = player.engine().filter(|id| !is_character(id));
        if let Some(id) = engine.filter(|id| !strengths.is_asked(id)) {
            view.commands.push(Command::Engines(EnginesCommand::Strength(id.into())));
        }
        let range = engine.and_then(|id| strengths.range(id));
        let mut limited = player.elo().is_some();
        let name = format!("{}: {}", texts.color(color), texts.limit_to_elo());
        let enabled = range.is_some() || limited;
        let check = ui.add_enabled(enabled, Checkbox::new(&mut limited, texts.limit_to_elo()));
        check.widget_info(|| WidgetInfo::selected(Role::CheckBox, enabled, limited, &name));
        help::explained(check, texts.help_limit_to_elo());
        let (lowest, highest) = range.unwrap_or((0, 4000));
        let value = DragValue::new(elo).range(lowest..=highest);
        let value = ui.add_enabled_ui(enabled && limited, |ui| fields::number(ui, value)).inner;
        value.widget_info(|| WidgetInfo::labeled(Role::SpinButton, limited, texts.column_elo()));
        *player = player.limited_to(limited.then_some(*elo));
    }
}
