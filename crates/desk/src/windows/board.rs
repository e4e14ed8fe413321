//! The board with the players above and below it.

use eframe::egui::{Align, Key, Layout, RichText, Role, TextEdit, Ui, WidgetInfo};
use heirloom_chess::Color;

use super::{View, clocks};
use crate::command::Command;
use crate::menus::board_options;
use crate::model::Model;
use crate::model::players::Player;
use crate::settings::Settings;
use crate::widgets::board::{Entered, Shown};
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
        open: model.thinking().is_none(),
        in_advance: model.thinking().map(|color| !color).filter(|color| model.players[color.index()] == Player::Human),
        premove: model.table.premove,
    };
    ui.allocate_ui_with_layout(eframe::egui::vec2(ui.available_width(), height), Layout::top_down(Align::Center), |ui| {
        let commands = &mut *view.commands;
        let menu = |ui: &mut Ui| more(ui, model, view.settings, commands);
        match view.board.show(ui, &shown, view.pieces, view.settings, menu) {
            Some(Entered::Move(mv)) => view.commands.push(Command::Play(mv)),
            Some(Entered::Premove(squares)) => view.commands.push(Command::Premove(squares)),
            None => {}
        }
    });
    player(ui, view, bottom);
}

/// The menu of the board.
fn more(ui: &mut Ui, model: &Model, settings: &Settings, commands: &mut Vec<Command>) {
    let texts = settings.language;
    let choices = [
        (texts.flip(), Command::Flip),
        (texts.take_back(), Command::TakeBack),
        (texts.move_for_me(), Command::MoveForMe),
        (texts.hint(), Command::Hint),
        (texts.play_from_here(), Command::PlayFromHere),
    ];
    for (text, command) in choices {
        if ui.button(text).clicked() {
            commands.push(command);
            ui.close();
        }
    }
    if ui.button(texts.copy_fen()).clicked() {
        ui.ctx().copy_text(model.record.position().fen());
        ui.close();
    }
    ui.separator();
    let mut changed = settings.clone();
    board_options(ui, &mut changed);
    if changed != *settings {
        commands.push(Command::Settings(Box::new(changed)));
    }
}

/// A move that is being typed.
#[derive(Default)]
struct Typed(String);

/// Where moves are typed.
fn typed(ui: &mut Ui, view: &mut View<'_>) {
    let text = view.texts().typed_move();
    let Typed(typed) = view.kept.of();
    let field = ui.add(TextEdit::singleline(typed).hint_text(text).desired_width(110.0));
    field.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, text));
    if field.lost_focus() && ui.input(|input| input.key_pressed(Key::Escape)) {
        typed.clear();
    }
    if field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter)) && !typed.trim().is_empty() {
        view.commands.push(Command::Type(std::mem::take(typed)));
        field.request_focus();
    }
}

/// The name of a player, its clock, and whether it is to move.
fn player(ui: &mut Ui, view: &mut View<'_>, color: Color) {
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
            if (color == Color::White) != view.model.flipped {
                typed(ui, view);
            }
        });
    });
}
