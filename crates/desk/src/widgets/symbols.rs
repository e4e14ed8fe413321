//! The choice of the symbols of a move: as menus, and as switches in a dialog.

use eframe::egui::{Button, Ui};
use heirloom_chess::Color;
use heirloom_chess::game::Nag;

use crate::model::symbols::{GROUPS, nag, toggle};
use crate::texts::{Language, sign};
use crate::widgets;
use crate::widgets::help::explained;

/// Returns the titles of the groups.
fn titles(texts: Language) -> [&'static str; 3] {
    [texts.symbols_of_moves(), texts.symbols_of_positions(), texts.other_symbols()]
}

/// Draws a menu for each group of symbols; returns the symbols of the move if they are changed.
pub fn menu(ui: &mut Ui, texts: Language, mover: Color, nags: &[Nag]) -> Option<Vec<Nag>> {
    let mut changed = None;
    for (title, group) in titles(texts).into_iter().zip(GROUPS) {
        ui.menu_button(title, |ui| {
            for &symbol in group {
                let nag = nag(symbol, mover);
                let name = format!("{}   {}", sign(nag).unwrap_or_default(), texts.nag(nag));
                if ui.add(Button::selectable(nags.contains(&nag), name)).clicked() {
                    let mut next = nags.to_vec();
                    toggle(&mut next, nag);
                    changed = Some(next);
                    ui.close();
                }
            }
        });
    }
    if ui.add_enabled(!nags.is_empty(), Button::new(texts.no_symbols())).clicked() {
        changed = Some(Vec::new());
        ui.close();
    }
    changed
}

/// Draws a row of switches for each group of symbols.
pub fn switches(ui: &mut Ui, texts: Language, mover: Color, nags: &mut Vec<Nag>) {
    for (title, group) in titles(texts).into_iter().zip(GROUPS) {
        ui.label(title);
        ui.horizontal_wrapped(|ui| {
            for &symbol in group {
                let nag = nag(symbol, mover);
                let text = sign(nag).unwrap_or_default();
                let button =
                    ui.add(Button::selectable(nags.contains(&nag), text).min_size([28.0, 0.0].into()));
                let name = texts.nag(nag);
                widgets::chosen(&button, nags.contains(&nag), format!("{text} {name}"));
                if explained(button, &name).clicked() {
                    toggle(nags, nag);
                }
            }
        });
    }
}
