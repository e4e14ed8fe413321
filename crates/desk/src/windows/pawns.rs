//! The pawn structure of a position, by file.

use eframe::egui::{Grid, RichText, Ui};
use heirloom_chess::{Color, Position};

use crate::model::pawns::{PawnTrait, with_trait};
use crate::texts::Language;

/// Draws which pawns of each side are isolated, doubled, backward and passed, in a column for each file.
pub fn show(ui: &mut Ui, texts: Language, position: &Position) {
    ui.add_space(8.0);
    ui.strong(texts.pawn_structure());
    Grid::new("pawn structure").num_columns(9).striped(true).spacing([10.0, 3.0]).show(ui, |ui| {
        ui.label("");
        ('a'..='h').for_each(|file| _ = ui.weak(file.to_string()));
        ui.end_row();
        for color in Color::ALL {
            for wanted in PawnTrait::ALL {
                ui.label(format!("{}: {}", texts.color(color), texts.pawn_trait(wanted)));
                let pawns = with_trait(position, color, wanted);
                for file in 0..8 {
                    let here = pawns.iter().filter(|square| square.file().index() == file);
                    let squares: Vec<String> = here.map(ToString::to_string).collect();
                    ui.label(RichText::new(squares.join(" ")).monospace());
                }
                ui.end_row();
            }
        }
    });
}
