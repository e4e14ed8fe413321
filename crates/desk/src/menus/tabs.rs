//! The strip of tabs above the windows: one for each game, hidden while there is only one.

use eframe::egui::scroll_area::ScrollBarVisibility;
use eframe::egui::{Button, Id, Panel, Popup, Role, ScrollArea, Ui};

use super::MenuView;
use crate::model::command::{Command, TabCommand};
use crate::model::play::Play;
use crate::texts::Language;
use crate::widgets::icons::{self, Icon};
use crate::widgets::{self, help};

/// The greatest width of a title.
const TITLE: f32 = 210.0;

/// The room for the buttons after the strip: a new tab, and the list of tabs.
const BUTTONS: f32 = 76.0;

/// Draws the strip, if there are several tabs.
pub fn strip(ui: &mut Ui, view: &mut MenuView<'_>) {
    if view.model.tabs.count() < 2 {
        return;
    }
    let texts = view.settings.language;
    Panel::top("tabs").show(ui, |ui| {
        ui.horizontal(|ui| {
            let width = (ui.available_width() - BUTTONS).max(TITLE);
            ScrollArea::horizontal()
                .max_width(width)
                .auto_shrink([true, true])
                .scroll_bar_visibility(ScrollBarVisibility::AlwaysHidden)
                .show(ui, |ui| ui.horizontal(|ui| tabs(ui, view)));
            if help::button(ui, "+", texts.help_new_tab()) {
                view.commands.push(Command::Tab(TabCommand::New));
            }
            list(ui, view);
        });
    });
}

/// Draws the list of all tabs, also of those for which the strip has no room.
fn list(ui: &mut Ui, view: &mut MenuView<'_>) {
    let (model, texts) = (view.model, view.settings.language);
    let button = icons::button(ui, Icon::Down, texts.all_tabs(), 10.0);
    Popup::menu(&button).show(|ui| {
        for (place, play) in model.tabs.all(&model.play).enumerate() {
            let active = place == model.tabs.active();
            if ui.selectable_label(active, title(play, texts)).clicked() {
                view.commands.push(Command::Tab(TabCommand::Show(place)));
                ui.close();
            }
        }
    });
    help::explained(button, texts.all_tabs());
}

/// Returns the title of a tab.
fn title(play: &Play, texts: Language) -> String {
    texts.document(play.record())
}

/// Returns true if another tab is active than in the last frame, or the strip has another width, so that
/// the active tab is to be scrolled into view.
fn has_moved(ui: &Ui, view: &MenuView<'_>) -> bool {
    let tabs = &view.model.tabs;
    let now = (tabs.active(), tabs.count(), ui.clip_rect().width().round() as u32);
    let before = ui.data_mut(|data| {
        let id = Id::unique("active tab");
        let before = data.get_temp(id);
        data.insert_temp(id, now);
        before
    });
    before != Some(now)
}

fn tabs(ui: &mut Ui, view: &mut MenuView<'_>) {
    let (model, texts) = (view.model, view.settings.language);
    let moved = has_moved(ui, view);
    ui.spacing_mut().item_spacing.x = 2.0;
    for (place, play) in model.tabs.all(&model.play).enumerate() {
        let active = place == model.tabs.active();
        let (record, title) = (play.record(), title(play, texts));
        let mut command = None;
        let tab = ui.scope(|ui| {
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
        let close = icons::button(ui, Icon::Cross, &texts.close_tab_of(&title), 9.0);
        if close.clicked() {
            command = Some(TabCommand::Close(place));
        }
        if active && moved {
            ui.scroll_to_rect(tab.response.rect.union(close.rect), None);
        }
        view.commands.extend(command.map(Command::Tab));
        ui.separator();
    }
}
