//! The graphs of the game: the values of its positions, and the time used for each move. A click goes to a
//! move.

use std::time::Duration;

use eframe::egui::Ui;
use heirloom_app::review::times::{self, MoveTime};
use heirloom_chess::Color;
use heirloom_chess::game::{Game, NodeId};

use super::{WindowView, empty};
use crate::model::Model;
use crate::model::command::{AnalysisCommand, Command, PlayCommand, ReviewCommand, Step};
use crate::model::course::Point;
use crate::model::review::USUAL;
use crate::settings::Settings;
use crate::texts::clock_time;
use crate::widgets::icons::Icon;
use crate::widgets::{graph, time_graph};

/// The course of the game when it was last worked out.
#[derive(Default)]
pub struct Course {
    version: Option<[u64; 4]>,
    /// The points.
    pub points: Vec<Point>,
}

impl Course {
    /// Works the course out again if something has changed.
    pub fn follow(&mut self, model: &Model) -> &[Point] {
        let version = model.course_version();
        if self.version != Some(version) {
            *self = Course { version: Some(version), points: model.course() };
        }
        &self.points
    }
}

/// Draws the window.
pub fn show(ui: &mut Ui, view: &mut WindowView<'_>) {
    let height = (ui.available_height() - 4.0).max(60.0);
    let known = view.state.get::<Course>().follow(view.model).iter().any(|point| point.value.is_some());
    let timed = view.state.get::<Times>().follow(view.model).iter().any(|time| time.used.is_some());
    if !known && !timed && height >= 130.0 {
        return offer(ui, view);
    }
    // The times have a third of the height, if there are any.
    draw(ui, view, if timed { height * 0.66 - 4.0 } else { height });
    if timed {
        draw_times(ui, view, height * 0.34 - 4.0);
    }
}

/// Offers what makes a graph while there is none.
fn offer(ui: &mut Ui, view: &mut WindowView<'_>) {
    let texts = view.texts();
    let steps = [(texts.review_game(), texts.help_review_game()), (texts.analyse(), texts.help_analyse())];
    match empty::show(ui, Icon::Report, texts.graph_explained(), &steps) {
        Some(0) => {
            let engine = view.model.analysis.engine.clone();
            view.commands.push(Command::Review(ReviewCommand::Start(engine, USUAL)));
        }
        Some(_) => view.commands.push(Command::Analysis(AnalysisCommand::Switch(true))),
        None => {}
    }
}

/// The times of the main line of a revision of the game.
#[derive(Default)]
pub struct Times {
    revision: u64,
    times: Vec<MoveTime>,
}

impl Times {
    fn follow(&mut self, model: &Model) -> &[MoveTime] {
        let record = model.record();
        if self.revision != record.revision() {
            *self = Times { revision: record.revision(), times: times::of_main_line(record.game()) };
        }
        &self.times
    }

    /// Returns what the game says a player's clock shows at the position on the board.
    pub fn left(&mut self, model: &Model, color: Color) -> Option<Duration> {
        let (record, times) = (model.record(), self.follow(model));
        let first = record.game().start().turn();
        let until = &times[..record.main_line_ply().min(times.len())];
        let own = until.iter().enumerate().filter(|(ply, _)| (ply % 2 == 0) == (color == first));
        own.filter_map(|(_, time)| time.left).next_back()
    }
}

/// Draws the times of the moves, and goes to the move that is clicked.
fn draw_times(ui: &mut Ui, view: &mut WindowView<'_>, height: f32) {
    let (texts, model, settings) = (view.texts(), view.model, view.settings);
    let record = model.record();
    let game = record.game();
    let times = view.state.get::<Times>().follow(model);
    let node = |ply: usize| game.main_line().nth(ply.checked_sub(1)?);
    let words = |ply: usize| {
        let name = node(ply).map_or_else(String::new, |node| numbered(game, node, settings));
        let time = times.get(ply.wrapping_sub(1)).copied().unwrap_or_default();
        let used = time.used.map(|used| texts.time_used(&clock_time(used)));
        let left = time.left.map(|left| texts.time_left(&clock_time(left)));
        [Some(name), used, left].into_iter().flatten().collect::<Vec<_>>().join("   ")
    };
    let (first, here) = (game.start().turn(), record.main_line_ply());
    let chosen = time_graph::show(ui, texts.times_of_game(), times, first, here, height, words);
    if let Some(node) = chosen.and_then(node) {
        view.commands.push(Command::Play(PlayCommand::Go(Step::To(node))));
    }
}

/// Returns a move with its number.
fn numbered(game: &Game, node: NodeId, settings: &Settings) -> String {
    let before = game.parent(node).and_then(|parent| game.position(parent).ok());
    before
        .zip(game.mv(node))
        .map_or_else(String::new, |(before, mv)| settings.moves(&settings.language.numbered(&before, mv)))
}

/// Draws the graph, and goes to the position that is clicked.
pub fn draw(ui: &mut Ui, view: &mut WindowView<'_>, height: f32) {
    let (texts, model) = (view.texts(), view.model);
    let points = view.state.get::<Course>().follow(model);
    let settings = view.settings;
    let words =
        |ply: usize| points.get(ply).map_or_else(String::new, |point| described(model, point, settings));
    let chosen =
        graph::show(ui, texts.course_of_game(), points, model.record().main_line_ply(), height, words);
    if let Some(node) = chosen.and_then(|ply| points.get(ply)).map(|point| point.node) {
        view.commands.push(Command::Play(PlayCommand::Go(Step::To(node))));
    }
}

/// Draws what the lines of the graph mean if there are two.
pub fn legend(ui: &mut Ui, view: &WindowView<'_>) {
    let (texts, model) = (view.texts(), view.model);
    let Some((name, _)) = model.look_back.of(model.record().game()) else { return };
    ui.horizontal_wrapped(|ui| {
        ui.colored_label(ui.visuals().hyperlink_color, texts.true_evaluation());
        ui.colored_label(ui.visuals().warn_fg_color, texts.believed_by(name));
    });
}

/// Returns the move with its value, its depth and what the opponent believed.
fn described(model: &Model, point: &Point, settings: &Settings) -> String {
    let (texts, game) = (settings.language, model.record().game());
    let mut text = numbered(game, point.node, settings);
    text += point.judgement.map_or("", |judgement| judgement.sign());
    if let Some(value) = point.value {
        text += &format!("  {}", texts.score(value.score));
        text += &value.depth.map_or_else(String::new, |depth| format!(" /{depth}"));
    }
    if let Some(believed) = point.believed {
        text += &format!("  {}", texts.believed(&texts.score(believed)));
    }
    text.trim().to_owned()
}
