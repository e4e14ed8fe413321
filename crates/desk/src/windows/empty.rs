//! What a window shows while it has nothing to show: what it is for, and buttons for what can be done about
//! that.

use eframe::egui::{Label, RichText, Sense, Ui, Vec2};

use crate::theme::palette;
use crate::widgets::buttons;
use crate::widgets::help;
use crate::widgets::icons::Icon;

/// The side of the picture, in points.
const PICTURE: f32 = 34.0;

/// The width of the text, at most.
const WIDTH: f32 = 360.0;

/// A button: its text, and the sentence that explains it.
pub type NextStep<'a> = (&'a str, &'a str);

/// Draws a picture, a sentence, and below them the next steps, the first of which is the main one. Returns
/// the number of the step that was clicked.
pub fn show(ui: &mut Ui, icon: Icon, words: &str, steps: &[NextStep<'_>]) -> Option<usize> {
    let mut clicked = None;
    ui.vertical_centered(|ui| {
        ui.add_space((ui.available_height() * 0.15).clamp(4.0, 60.0));
        let (rect, _) = ui.allocate_exact_size(Vec2::splat(PICTURE), Sense::hover());
        icon.paint(ui.painter(), rect, palette(ui).weak);
        ui.add_space(4.0);
        ui.scope(|ui| {
            ui.set_max_width(WIDTH.min(ui.available_width()));
            ui.add(Label::new(RichText::new(words).color(palette(ui).weak)).wrap());
        });
        ui.add_space(4.0);
        for (index, (text, explanation)) in steps.iter().enumerate() {
            let button = if index == 0 { buttons::main(ui, text) } else { ui.button(*text) };
            if help::explained(button, explanation).clicked() {
                clicked = Some(index);
            }
        }
    });
    clicked
}
