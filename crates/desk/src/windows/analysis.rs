//! What an engine thinks of the position on the board: several lines with their values.

use eframe::egui::{Button, Color32, Frame, Margin, Response, RichText, ScrollArea, Ui};
use heirloom_chess::{Color, Position};
use heirloom_engine::{Info, Score};

use super::View;
use crate::command::Command;
use crate::widgets::pieces::Pieces;
use crate::widgets::{help, small_board};

/// Draws the window.
pub fn show(ui: &mut Ui, view: &mut View<'_>) {
    let (model, texts) = (view.model, view.texts());
    ui.horizontal_wrapped(|ui| {
        let on = model.analysis.on;
        let button = ui.add(Button::selectable(on, texts.analyse()).frame_when_inactive(true));
        if help::explained(button, texts.help_analyse()).clicked() {
            view.commands.push(Command::Analyse(!on));
        }
        let mut lines = model.analysis.lines;
        let label = ui.label(texts.lines());
        if ui.add(eframe::egui::DragValue::new(&mut lines).range(1..=20)).labelled_by(label.id).changed() {
            view.commands.push(Command::Lines(lines));
        }
        if let Some(seat) = &model.analysis.seat {
            ui.label(RichText::new(seat.name.as_deref().unwrap_or(&seat.id)).strong());
            ui.label(figures(&seat.status));
        }
    });
    ui.separator();
    let (Some(seat), Some(line)) = (&model.analysis.seat, &model.analysis.line) else {
        ui.label(RichText::new(texts.analysis_explained()).weak());
        return;
    };
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        for info in &seat.lines {
            ui.horizontal_wrapped(|ui| {
                if let Some(score) = info.score {
                    value(ui, score, line.position().turn());
                }
                ui.label(RichText::new(format!("{:>2}", info.depth.unwrap_or_default())).monospace().weak());
                let moves = ui.label(texts.line_of_moves(line.position(), &info.pv));
                preview(moves, view, line.position(), info);
            });
        }
    });
}

/// A value on the ground of the color that it is good for.
fn value(ui: &mut Ui, score: Score, turn: Color) {
    let text = written(score, turn);
    let for_black = text.starts_with('-') || text.starts_with("#-");
    let (fill, ink) =
        if for_black { (Color32::from_gray(20), Color32::from_gray(235)) } else { (Color32::from_gray(240), Color32::from_gray(20)) };
    let frame = Frame::new().fill(fill).stroke(ui.visuals().window_stroke).corner_radius(4).inner_margin(Margin::symmetric(5, 0));
    frame.show(ui, |ui| ui.label(RichText::new(format!("{text:>6}")).monospace().strong().color(ink)));
}

/// The pieces of the board that shows where a line leads.
#[derive(Default)]
struct Previewed(Pieces);

/// Whoever points at a line sees the position at its end.
fn preview(line: Response, view: &mut View<'_>, position: &Position, info: &Info) {
    line.on_hover_ui(|ui| {
        let (mut position, mut last) = (position.clone(), None);
        for &mv in &info.pv {
            if position.try_play(mv).is_err() {
                break;
            }
            last = Some(mv);
        }
        small_board::show(ui, &position, last, 200.0, &mut view.kept.of::<Previewed>().0, view.settings);
    });
}

/// A value as seen by White, in pawns, or the moves to a mate.
pub fn written(score: Score, turn: Color) -> String {
    let score = if turn == Color::White { score } else { score.flipped() };
    score.to_string()
}

/// Depth, nodes and speed.
pub fn figures(status: &Info) -> String {
    let mut parts = Vec::new();
    if let Some(depth) = status.depth {
        parts.push(format!("{depth}/{}", status.selective_depth.unwrap_or(depth)));
    }
    if let Some(nodes) = status.nodes {
        parts.push(format!("{} kN", nodes / 1000));
    }
    if let Some(nps) = status.nps {
        parts.push(format!("{} kN/s", nps / 1000));
    }
    if let Some(hash) = status.hashfull {
        parts.push(format!("# {}.{} %", hash / 10, hash % 10));
    }
    parts.join("   ")
}
