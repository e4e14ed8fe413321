//! The dialog for a new game: who plays, how long, and from where.

use std::time::Duration;

use eframe::egui::{ComboBox, DragValue, Ui};
use heirloom_chess::{Color, Position, chess960};

use crate::command::Command;
use crate::model::Model;
use crate::model::level::Level;
use crate::model::players::Player;
use crate::texts::Language;

/// The kinds of level, as they stand in the list.
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
    kind: usize,
    minutes: f64,
    increment: f64,
    moves: u32,
    seconds: f64,
    plies: u32,
    nodes: u64,
    mate: u32,
    start: Start,
    number: u16,
}

impl NewGame {
    /// The same as last time; at first against the flagship.
    pub fn of(model: &Model) -> NewGame {
        let players = if model.players == [Player::Human, Player::Human] {
            [Player::Human, model.roster().names().first().map_or(Player::Human, |name| Player::Engine(name.clone()))]
        } else {
            model.players.clone()
        };
        let mut new = NewGame {
            players,
            kind: 0,
            minutes: 5.0,
            increment: 3.0,
            moves: 40,
            seconds: 2.0,
            plies: 6,
            nodes: 10_000,
            mate: 3,
            start: Start::Usual,
            number: 518,
        };
        new.take_over(model.clocks.level());
        new
    }

    fn take_over(&mut self, level: Level) {
        match level {
            Level::Increment { base, increment } => {
                (self.kind, self.minutes, self.increment) = (0, base.as_secs_f64() / 60.0, increment.as_secs_f64());
            }
            Level::MovesIn { moves, time } => (self.kind, self.moves, self.minutes) = (1, moves, time.as_secs_f64() / 60.0),
            Level::PerMove(time) => (self.kind, self.seconds) = (2, time.as_secs_f64()),
            Level::Depth(plies) => (self.kind, self.plies) = (3, plies),
            Level::Nodes(nodes) => (self.kind, self.nodes) = (4, nodes),
            Level::Equal => self.kind = 5,
            Level::Unlimited => self.kind = 6,
            Level::Mate(moves) => (self.kind, self.mate) = (7, moves),
        }
    }

    fn level(&self) -> Level {
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

    /// Draws it; false when it is done.
    pub fn show(&mut self, ui: &mut Ui, texts: Language, model: &Model, commands: &mut Vec<Command>) -> bool {
        for color in Color::ALL {
            player(ui, texts, color, &mut self.players[color.index()], model);
        }
        ComboBox::from_label(texts.level()).selected_text(KINDS[self.kind](texts)).show_ui(ui, |ui| {
            for (index, kind) in KINDS.iter().enumerate() {
                ui.selectable_value(&mut self.kind, index, kind(texts));
            }
        });
        self.figures(ui, texts);
        ui.label(texts.start_position());
        ui.horizontal(|ui| {
            ui.radio_value(&mut self.start, Start::Usual, texts.usual_start());
            ui.radio_value(&mut self.start, Start::Chess960, texts.chess960_number());
            ui.add(DragValue::new(&mut self.number).range(0..=959));
            if ui.button(texts.random()).clicked() {
                (self.start, self.number) = (Start::Chess960, fastrand::u16(0..960));
            }
            ui.radio_value(&mut self.start, Start::Current, texts.current_position());
        });
        let mut open = true;
        ui.horizontal(|ui| {
            if ui.button(texts.start()).clicked() {
                commands.push(Command::NewGame {
                    players: self.players.clone(),
                    level: self.level(),
                    start: self.position(model).map(Box::new),
                });
                open = false;
            }
            open &= !ui.button(texts.cancel()).clicked();
        });
        open
    }

    fn position(&self, model: &Model) -> Option<Position> {
        match self.start {
            Start::Usual => None,
            Start::Chess960 => chess960::start_position(self.number).ok(),
            Start::Current => Some(model.record.position().clone()),
        }
    }

    fn figures(&mut self, ui: &mut Ui, texts: Language) {
        ui.horizontal(|ui| match self.kind {
            0 => {
                figure(ui, texts.minutes(), DragValue::new(&mut self.minutes).range(0.05..=600.0));
                figure(ui, texts.seconds(), DragValue::new(&mut self.increment).range(0.0..=600.0));
            }
            1 => {
                figure(ui, texts.moves(), DragValue::new(&mut self.moves).range(1..=500));
                figure(ui, texts.minutes(), DragValue::new(&mut self.minutes).range(0.05..=600.0));
            }
            2 => figure(ui, texts.seconds(), DragValue::new(&mut self.seconds).range(0.01..=3600.0)),
            3 => figure(ui, texts.plies(), DragValue::new(&mut self.plies).range(1..=100)),
            4 => figure(ui, texts.nodes(), DragValue::new(&mut self.nodes).range(1..=1_000_000_000)),
            7 => figure(ui, texts.moves(), DragValue::new(&mut self.mate).range(1..=100)),
            _ => {}
        });
    }
}

fn figure(ui: &mut Ui, text: &str, value: DragValue<'_>) {
    let value = ui.add(value);
    let label = ui.label(text);
    value.labelled_by(label.id);
}

/// Who plays a side.
fn player(ui: &mut Ui, texts: Language, color: Color, player: &mut Player, model: &Model) {
    let chosen = player.name(texts.human()).to_owned();
    ComboBox::from_label(texts.color(color)).selected_text(chosen).show_ui(ui, |ui| {
        ui.selectable_value(player, Player::Human, texts.human());
        for name in model.roster().names() {
            ui.selectable_value(player, Player::Engine(name.clone()), name);
        }
    });
}
