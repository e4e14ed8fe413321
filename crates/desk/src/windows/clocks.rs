//! The clocks: what each player has left, and has used.

use std::time::Duration;

use eframe::egui::{Grid, RichText, Ui};
use heirloom_chess::Color;

use super::View;
use crate::command::Command;
use crate::widgets::help;

/// Draws the window.
pub fn show(ui: &mut Ui, view: &mut View<'_>) {
    let texts = view.texts();
    Grid::new("clocks").num_columns(3).spacing([16.0, 6.0]).show(ui, |ui| {
        for color in Color::ALL {
            let runs = view.model.clocks.running() == Some(color);
            ui.label(if runs {
                RichText::new(texts.color(color)).strong()
            } else {
                RichText::new(texts.color(color))
            });
            ui.label(RichText::new(face(view, color)).monospace().size(22.0));
            ui.label(format!("{} {}", written(view.model.clocks.used(color, view.now)), texts.used()));
            ui.end_row();
        }
    });
    ui.horizontal_wrapped(|ui| {
        if help::explained(ui.button(texts.reset()), texts.help_reset_clocks()).clicked() {
            view.commands.push(Command::ResetClocks);
        }
        // The level is that of the other program where one leads the game; how the clocks stand says more.
        let own = if view.model.flipped { Color::Black } else { Color::White };
        match view.model.clocks.lead(own, view.now).filter(|_| view.model.serving.is_some()) {
            Some(lead) => ui.label(format!("{}: {lead:+.0} s", texts.clock_lead())),
            None => {
                ui.label(format!("{}: {}", texts.level(), texts.level_in_words(view.model.clocks.level())))
            }
        };
    });
}

/// What a clock shows: the time left where there is a limit, else the time used.
pub fn face(view: &View<'_>, color: Color) -> String {
    let clocks = &view.model.clocks;
    match clocks.left(color, view.now) {
        Some(left) if left < Duration::from_secs(20) => format!("{:.1}", left.as_secs_f64()),
        Some(left) => written(left),
        None => written(clocks.used(color, view.now)),
    }
}

fn written(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}
