//! The choice of a level, for a new game and for the one that is being played.

use std::time::Duration;

use eframe::egui::{ComboBox, DragValue, Grid, Ui};

use super::{DialogView, answered, main_button};
use crate::model::command::{Command, PlayCommand};
use crate::model::level::Level;
use crate::texts::Language;
use crate::widgets::fields;
use crate::widgets::lists::closing;

/// The width of lists.
pub const WIDTH: f32 = 230.0;

/// The kinds of level, in the order of the list.
const KINDS: [fn(Language) -> &'static str; 8] = [
    Language::level_increment,
    Language::level_moves_in,
    Language::level_per_move,
    Language::level_depth,
    Language::level_nodes,
    Language::level_equal,
    Language::level_unlimited,
    Language::level_mate,
];

/// The choices.
pub struct LevelChoice {
    kind: usize,
    minutes: f64,
    increment: f64,
    moves: u32,
    seconds: f64,
    plies: u32,
    nodes: u64,
    mate: u32,
}

impl LevelChoice {
    /// Starts with a level.
    pub fn of(level: Level) -> LevelChoice {
        let mut choice = LevelChoice {
            kind: 0,
            minutes: 5.0,
            increment: 3.0,
            moves: 40,
            seconds: 2.0,
            plies: 6,
            nodes: 10_000,
            mate: 3,
        };
        match level {
            Level::Increment { base, increment } => {
                (choice.kind, choice.minutes, choice.increment) =
                    (0, base.as_secs_f64() / 60.0, increment.as_secs_f64());
            }
            Level::MovesIn { moves, time } => {
                (choice.kind, choice.moves, choice.minutes) = (1, moves, time.as_secs_f64() / 60.0)
            }
            Level::PerMove(time) => (choice.kind, choice.seconds) = (2, time.as_secs_f64()),
            Level::Depth(plies) => (choice.kind, choice.plies) = (3, plies),
            Level::Nodes(nodes) => (choice.kind, choice.nodes) = (4, nodes),
            Level::Equal => choice.kind = 5,
            Level::Unlimited => choice.kind = 6,
            Level::Mate(moves) => (choice.kind, choice.mate) = (7, moves),
        }
        choice
    }

    /// Returns the level.
    pub fn level(&self) -> Level {
        let minutes = Duration::from_secs_f64(self.minutes * 60.0);
        match self.kind {
            0 => Level::Increment { base: minutes, increment: Duration::from_secs_f64(self.increment) },
            1 => Level::MovesIn { moves: self.moves, time: minutes },
            2 => Level::PerMove(Duration::from_secs_f64(self.seconds)),
            3 => Level::Depth(self.plies),
            4 => Level::Nodes(self.nodes),
            5 => Level::Equal,
            6 => Level::Unlimited,
            _ => Level::Mate(self.mate),
        }
    }

    /// Draws the list of kinds and the numbers of the chosen kind, as two rows of a grid with two columns.
    pub fn choose(&mut self, ui: &mut Ui, texts: Language) {
        let label = ui.label(texts.level());
        let combo =
            ComboBox::from_id_salt("level").width(WIDTH).selected_text(KINDS[self.kind](texts)).show_ui(
                ui,
                closing(|ui| {
                    for (index, kind) in KINDS.iter().enumerate() {
                        ui.selectable_value(&mut self.kind, index, kind(texts));
                    }
                }),
            );
        combo.response.labelled_by(label.id);
        ui.end_row();
        ui.label("");
        fields::row(ui, |ui| match self.kind {
            0 => {
                figure(ui, texts.minutes(), DragValue::new(&mut self.minutes).range(0.05..=600.0));
                figure(ui, texts.seconds_added(), DragValue::new(&mut self.increment).range(0.0..=600.0));
            }
            1 => {
                figure(ui, texts.moves(), DragValue::new(&mut self.moves).range(1..=500));
                figure(ui, texts.minutes(), DragValue::new(&mut self.minutes).range(0.05..=600.0));
            }
            2 => figure(ui, texts.seconds(), DragValue::new(&mut self.seconds).range(0.01..=3600.0)),
            3 => figure(ui, texts.plies(), DragValue::new(&mut self.plies).range(1..=100)),
            4 => figure(ui, texts.nodes(), DragValue::new(&mut self.nodes).range(1..=1_000_000_000)),
            7 => figure(ui, texts.moves(), DragValue::new(&mut self.mate).range(1..=100)),
            _ => _ = ui.weak(texts.no_figures()),
        });
        ui.end_row();
    }

    /// Draws the dialog for the game that is being played; returns false when it is done.
    pub fn show(&mut self, ui: &mut Ui, view: &mut DialogView<'_>) -> bool {
        let texts = view.texts();
        Grid::new("level").num_columns(2).spacing([16.0, 10.0]).show(ui, |ui| self.choose(ui, texts));
        ui.add_space(8.0);
        let answer = answered(ui, texts, |ui| main_button(ui, true, texts.take_over()));
        if answer == Some(true) {
            view.commands.push(Command::Play(PlayCommand::Level(self.level())));
        }
        answer.is_none()
    }
}

fn figure(ui: &mut Ui, text: &str, value: DragValue<'_>) {
    let value = fields::number(ui, value);
    let label = ui.label(text);
    value.labelled_by(label.id);
}
