//! The choice of the moves that the engines search.

use eframe::egui::containers::menu::{MenuButton, MenuConfig};
use eframe::egui::{PopupCloseBehavior, Role, ScrollArea, Ui, WidgetInfo};
use heirloom_chess::Move;

use crate::model::command::{AnalysisCommand, Command};
use crate::widgets::help;
use crate::windows::WindowView;

/// The height of the list.
const HEIGHT: f32 = 360.0;

/// Draws the menu with the legal moves, those that are searched with a tick.
pub fn menu(ui: &mut Ui, view: &mut WindowView<'_>) {
    let (texts, model) = (view.texts(), view.model);
    let config = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    let button = MenuButton::new(texts.searched_moves()).config(config);
    let (response, _) = button.ui(ui, |ui| {
        let line = model.analysis.line.as_ref();
        let position = line.map_or(model.record().position(), |line| line.position());
        let searched = model.analysis.searched_moves(position);
        let mut names: Vec<(String, Move)> =
            position.legal_moves().iter().map(|&mv| (texts.san(position, mv), mv)).collect();
        names.sort();
        let set = |moves| Command::Analysis(AnalysisCommand::Only(moves));
        if ui.button(texts.all_moves()).clicked() {
            view.commands.push(set(Vec::new()));
        }
        ScrollArea::vertical().max_height(HEIGHT).show(ui, |ui| {
            for (name, mv) in names {
                let mut on = searched.contains(&mv);
                let tick = ui.checkbox(&mut on, view.settings.moves(&name));
                tick.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, on, &name));
                if tick.changed() {
                    let rest = searched.iter().copied().filter(|other| *other != mv);
                    view.commands.push(set(rest.chain(on.then_some(mv)).collect()));
                }
            }
        });
    });
    help::explained(response, texts.help_searched_moves());
}
