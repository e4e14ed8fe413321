//! The strip of tabs above the windows: one for each game, hidden while there is only one.

use eframe::egui::{Button, Panel, Role, ScrollArea, Ui};

use super::MenuView;
use crate::model::command::{Command, TabCommand};
use crate::widgets::icons::{self, Icon};
use crate::widgets::{self, help};

/// The greatest width of a title.
const TITLE: f32 = 210.0;

/// Draws the strip, if there are several tabs.
pub fn strip(ui: &mut Ui, view: &mut MenuView<'_>) {
    if view.model.tabs.count() < 2 {
        return;
    }
    Panel::top("tabs").show(ui, |ui| {
        ScrollArea::horizontal().show(ui, |ui| ui.horizontal(|ui| tabs(ui, view)));
    });
}

fn tabs(ui: &mut Ui, view: &mut MenuView<'_>) {
    let (model, texts) = (view.model, view.settings.language);
    ui.spacing_mut().item_spacing.x = 2.0;
    for (place, play) in model.tabs.all(&model.play).enumerate() {
        let active = place == model.tabs.active();
        let record = play.record();
        let title = texts.document(record);
        let mut command = None;
        ui.scope(|ui| {
            ui.set_max_width(TITLE);
            let playing = play.goes_on();
            if playing {
                icons::sign(ui, Icon::Disc, texts.tab_is_played(), 8.0);
            }
            let tab = ui.add(Button::selectable(active, title.as_str()).truncate());
            widgets::named(&tab, Role::Tab, &title);
            let tab = match &record.file {
                Some(path) => tab.on_hover_text(path.display().to_string()),
                None => tab,
            };
            if tab.clicked() {
                command = Some(TabCommand::Show(place));
            }
            if tab.middle_clicked() {
                command = Some(TabCommand::Close(place));
            }
        });
        if icons::button(ui, Icon::Cross, &texts.close_tab_of(&title), 9.0).clicked() {
            command = Some(TabCommand::Close(place));
        }
        view.commands.extend(command.map(Command::Tab));
        ui.separator();
    }
    if help::button(ui, "+", texts.help_new_tab()) {
        view.commands.push(Command::Tab(TabCommand::New));
    }
}
