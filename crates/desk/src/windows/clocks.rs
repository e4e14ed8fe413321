//! The clocks: the time each player has left and has used.

use std::time::Duration;

use eframe::egui::{Grid, RichText, Ui};
use heirloom_chess::Color;

use super::WindowView;
use crate::dialogs::{Dialog, LevelChoice};
use crate::model::command::{Command, PlayCommand};
use crate::texts::clock_time;
use crate::widgets::{context, help};

/// Draws the window.
pub fn show(ui: &mut Ui, view: &mut WindowView<'_>) {
    let texts = view.texts();
    menu(ui, view);
    Grid::new("clocks").num_columns(3).spacing([16.0, 6.0]).show(ui, |ui| {
        for color in Color::ALL {
            let runs = view.model.play.clocks().running() == Some(color);
            let name = RichText::new(texts.color(color));
            ui.label(if runs { name.strong() } else { name });
            ui.label(RichText::new(face(view, color)).monospace().size(22.0));
            if view.is_full() {
                let used = clock_time(view.model.play.clocks().used(color, view.now));
                ui.label(format!("{used} {}", texts.used()));
            }
            ui.end_row();
        }
    });
    ui.horizontal_wrapped(|ui| {
        if help::button(ui, texts.reset(), texts.help_reset_clocks()) {
            view.commands.push(Command::Play(PlayCommand::ResetClocks));
        }
        // While another program leads the game, its level is not known, but the lead on the clock is.
        let own = if view.model.play.is_flipped() { Color::Black } else { Color::White };
        let clocks = view.model.play.clocks();
        ui.label(match clocks.lead(own, view.now).filter(|_| view.model.serving.is_some()) {
            Some(lead) => format!("{}: {lead:+.0} s", texts.clock_lead()),
            None => format!("{}: {}", texts.level(), texts.level_in_words(clocks.level())),
        });
    });
}

/// Adds the menu of the window.
fn menu(ui: &mut Ui, view: &mut WindowView<'_>) {
    let (texts, model) = (view.texts(), view.model);
    context::menu(ui, |ui| {
        if ui.button(texts.reset_clocks()).clicked() {
            view.commands.push(Command::Play(PlayCommand::ResetClocks));
            ui.close();
        }
        if ui.button(texts.set_level()).clicked() {
            *view.dialog = Some(Dialog::Level(LevelChoice::of(model.play.clocks().level())));
            ui.close();
        }
    });
}

/// Returns what a clock shows: the time left if there is a limit, else the time used.
pub fn face(view: &WindowView<'_>, color: Color) -> String {
    let clocks = &view.model.play.clocks();
    match clocks.left(color, view.now) {
        Some(left) if left < Duration::from_secs(20) => format!("{:.1}", left.as_secs_f64()),
        Some(left) => clock_time(left),
        None => clock_time(clocks.used(color, view.now)),
    }
}
