//! The board with the players above and below it.

use eframe::egui::{Align, Layout, RichText, Ui};
use heirloom_chess::Color;

use super::{View, clocks};
use crate::command::Command;
use crate::model::Stage;
use crate::widgets::board::Shown;
use crate::widgets::icons::{self, Icon};

/// Draws the window.
pub fn show(ui: &mut Ui, view: &mut View<'_>) {
    let bottom = if view.model.flipped { Color::Black } else { Color::White };
    player(ui, view, !bottom);
    let height = ui.available_height() - 30.0;
    let model = view.model;
    let mut arrows: Vec<_> = model.analysis.hint.into_iter().collect();
    if model.analysis.on
        && let Some(seat) = &model.analysis.seat
        && model.analysis.line.as_ref() == Some(model.record.line())
    {
        arrows.extend(seat.lines.iter().filter_map(|line| line.pv.first().copied()).take(3));
    }
    let shown = Shown {
        position: model.record.position(),
        flipped: model.flipped,
        last_move: model.record.last_move(),
        arrows,
        open: !matches!(model.stage, Stage::Over(_)) && model.thinking().is_none(),
    };
    ui.allocate_ui_with_layout(eframe::egui::vec2(ui.available_width(), height), Layout::top_down(Align::Center), |ui| {
        if let Some(mv) = view.board.show(ui, &shown, view.pieces, view.settings) {
            view.commands.push(Command::Play(mv));
        }
    });
    player(ui, view, bottom);
}

/// The name of a player, its clock, and whether it is to move.
fn player(ui: &mut Ui, view: &View<'_>, color: Color) {
    let (model, texts) = (view.model, view.texts());
    ui.horizontal(|ui| {
        let tag = if color == Color::White { "White" } else { "Black" };
        let name = model.record.game().tags().get(tag).unwrap_or(texts.color(color));
        let to_move = model.record.position().turn() == color;
        let (icon, name_of_icon) = if to_move { (Icon::Disc, texts.to_move()) } else { (Icon::Ring, texts.waits()) };
        icons::sign(ui, icon, name_of_icon, 10.0);
        ui.label(RichText::new(name).strong());
        if model.thinking() == Some(color) {
            ui.spinner();
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.label(RichText::new(clocks::face(view, color)).monospace().strong());
        });
    });
}
