//! What windows are made of and egui does not have.

pub mod board;
pub mod buttons;
pub mod card;
pub mod chances;
pub mod choices;
pub mod context;
pub mod fields;
pub mod figures;
pub mod gauge;
pub mod graph;
pub mod help;
pub mod icons;
pub mod line;
pub mod lists;
pub mod markdown;
pub mod pieces;
pub mod small_board;
pub mod symbols;
pub mod table;
pub mod time_graph;
pub mod toggle;

use std::fmt::Display;

use eframe::egui::{Response, Role, WidgetInfo};

/// Names a widget for screen readers that is switched on or off.
pub fn chosen(response: &Response, on: bool, name: impl Display) {
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, on, &name));
}

/// Names a widget for screen readers.
pub fn named(response: &Response, role: Role, name: impl Display) {
    response.widget_info(|| WidgetInfo::labeled(role, true, &name));
}
