//! The toolbar above the windows, and the status bar below them.

use eframe::egui::{Align, Layout, RichText, TextStyle, Ui, WidgetText};

use super::{MenuView, state};
use crate::actions::Action;
use crate::model::command::{Command, GamesCommand};
use crate::model::notice::Notice;
use crate::widgets::{help, icons};

/// The tools, in groups.
const TOOLS: [&[Action]; 5] = [
    &[Action::Home, Action::NewGame, Action::Analyse, Action::Open, Action::Save],
    &[Action::First, Action::Back, Action::Forward, Action::Last],
    &[Action::Undo, Action::Redo],
    &[Action::MoveForMe, Action::MoveNow, Action::Abort, Action::Hint],
    &[Action::Flip],
];

/// The tools with names, if there is room: what people look for first.
const NAMED: [Action; 3] = [Action::NewGame, Action::Analyse, Action::Open];

/// The width of the toolbar without names, in points.
const BARE: f32 = 651.0;

/// Draws the toolbar.
pub fn bar(ui: &mut Ui, view: &mut MenuView<'_>) {
    ui.horizontal_wrapped(|ui| {
        let texts = view.settings.language;
        let names = NAMED.map(|action| {
            let text = WidgetText::from(action.text(texts));
            text.into_galley(ui, None, f32::INFINITY, TextStyle::Button).size().x
        });
        let roomy = ui.available_width() > BARE + names.iter().sum::<f32>();
        for (index, group) in TOOLS.into_iter().enumerate() {
            if index > 0 {
                ui.separator();
            }
            for &action in group {
                tool(ui, action, roomy && NAMED.contains(&action), view);
            }
        }
    });
}

fn tool(ui: &mut Ui, action: Action, named: bool, view: &mut MenuView<'_>) {
    let texts = view.settings.language;
    let keys = action.keys(ui, view.settings).map_or_else(String::new, |keys| format!(" ({keys})"));
    let on = action.switched(view.model) == Some(true);
    let button = icons::tool(ui, action.icon(), action.text(texts), 18.0, named, on);
    if help::explained(button, &format!("{}{keys}", action.explained(view.model, texts))).clicked() {
        action.run(ui, view);
    }
}

/// Draws the status bar: the latest message, or help for what the pointer is on, and the state of the game if
/// there is room for it.
pub fn status(ui: &mut Ui, view: &mut MenuView<'_>) {
    let texts = view.settings.language;
    let help = help::take(ui.ctx());
    ui.horizontal(|ui| {
        ui.set_min_height(20.0);
        match view.model.notices().last() {
            Some(notice) => message(ui, view, notice),
            None => _ = ui.label(help.unwrap_or_default()),
        }
        let state = RichText::new(state::line(ui.ctx(), view.model, texts)).weak();
        let galley = WidgetText::from(state.clone()).into_galley(ui, None, f32::INFINITY, TextStyle::Body);
        if galley.size().x < ui.available_width() {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| ui.label(state));
        }
    });
}

/// Draws a message with its buttons.
fn message(ui: &mut Ui, view: &mut MenuView<'_>, notice: &Notice) {
    let texts = view.settings.language;
    if icons::button(ui, icons::Icon::Cross, texts.dismiss(), 10.0).on_hover_text(texts.dismiss()).clicked() {
        view.commands.push(Command::Dismiss);
    }
    if let Notice::Shelved(path) = notice
        && ui.button(texts.open_it()).clicked()
    {
        view.commands.push(Command::Games(GamesCommand::ShowLast(path.clone())));
    }
    if let Notice::GameDeleted(_) = notice
        && ui.button(texts.undo()).clicked()
    {
        view.commands.push(Command::Games(GamesCommand::Restore));
    }
    let words = RichText::new(texts.notice(notice));
    let harmless = !notice.is_warning();
    ui.label(if harmless { words } else { words.color(ui.visuals().warn_fg_color) });
}
