//! The evaluation graph: the values of the positions of the game. A click goes to a position.

use eframe::egui::Ui;

use super::WindowView;
use crate::model::Model;
use crate::model::command::{Command, PlayCommand, Step};
use crate::model::course::Point;
use crate::texts::Language;
use crate::widgets::graph;

/// The course of the game when it was last worked out.
#[derive(Default)]
pub struct Course {
    version: Option<[u64; 3]>,
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
    let texts = view.texts();
    let height = (ui.available_height() - 4.0).max(60.0);
    let known = view.state.get::<Course>().follow(view.model).iter().any(|point| point.value.is_some());
    if !known {
        ui.weak(texts.graph_explained());
    }
    draw(ui, view, if known { height } else { height - 40.0 });
}

/// Draws the graph, and goes to the position that is clicked.
pub fn draw(ui: &mut Ui, view: &mut WindowView<'_>, height: f32) {
    let (texts, model) = (view.texts(), view.model);
    let points = view.state.get::<Course>().follow(model);
    let words = |ply: usize| points.get(ply).map_or_else(String::new, |point| described(model, point, texts));
    let chosen =
        graph::show(ui, texts.course_of_game(), points, model.record().main_line_ply(), height, words);
    if let Some(node) = chosen.and_then(|ply| points.get(ply)).map(|point| point.node) {
        view.commands.push(Command::Play(PlayCommand::Go(Step::To(node))));
    }
}

/// Returns the move with its value and depth.
fn described(model: &Model, point: &Point, texts: Language) -> String {
    let game = model.record().game();
    let mut text = String::new();
    let before = game.parent(point.node).and_then(|parent| game.position(parent).ok());
    if let (Some(before), Some(mv)) = (before, game.mv(point.node)) {
        text = texts.numbered(&before, mv);
        text += point.judgement.map_or("", |judgement| judgement.sign());
    }
    if let Some(value) = point.value {
        text += &format!("  {}", value.score);
        text += &value.depth.map_or_else(String::new, |depth| format!(" /{depth}"));
    }
    text.trim().to_owned()
}
