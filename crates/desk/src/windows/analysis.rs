//! What an engine thinks of the position on the board: several lines with their values.

use eframe::egui::{RichText, ScrollArea, Ui};
use heirloom_chess::notation::san;
use heirloom_chess::{Color, Position};
use heirloom_engine::{Info, Score};

use super::View;
use crate::command::Command;

/// Draws the window.
pub fn show(ui: &mut Ui, view: &mut View<'_>) {
    let (model, texts) = (view.model, view.texts());
    ui.horizontal_wrapped(|ui| {
        let mut on = model.analysis.on;
        if ui.toggle_value(&mut on, texts.analyse()).changed() {
            view.commands.push(Command::Analyse(on));
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
    let (Some(seat), Some(line)) = (&model.analysis.seat, &model.analysis.line) else { return };
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        for info in &seat.lines {
            let value = info.score.map_or_else(String::new, |score| written(score, line.position().turn()));
            ui.horizontal_wrapped(|ui| {
                ui.label(RichText::new(value).monospace().strong());
                ui.label(RichText::new(info.depth.unwrap_or_default().to_string()).weak());
                ui.label(moves(line.position(), info));
            });
        }
    });
}

/// A value as seen by White, in pawns, or the moves to a mate.
pub fn written(score: Score, turn: Color) -> String {
    let score = if turn == Color::White { score } else { score.flipped() };
    score.to_string()
}

fn moves(position: &Position, info: &Info) -> String {
    san::format_line(position, &info.pv)
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
