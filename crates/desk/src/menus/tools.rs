//! The toolbar above the windows, and the status bar below them.

use eframe::egui::{Align, Layout, RichText, TextStyle, Ui, WidgetText};

use super::{MenuView, state};
use crate::actions::Action;
use crate::model::Stage;
use crate::model::command::{Command, GamesCommand, PlayCommand, ReviewCommand};
use crate::model::notice::Notice;
use crate::texts::without_dots;
use crate::widgets::{help, icons};

/// The tools, in groups.
const TOOLS: [&[Action]; 6] = [
    &[Action::Home, Action::NewGame, Action::Open, Action::Save],
    &[Action::Analyse, Action::Review],
    &[Action::First, Action::Back, Action::Forward, Action::Last],
    &[Action::Undo, Action::Redo],
    &[Action::TakeBack, Action::Hint, Action::MoveForMe, Action::MoveNow, Action::Abort, Action::Resign],
    &[Action::Flip, Action::Settings],
];

/// The tools that get words if there is room, those that people look for first at the front.
const NAMED: [Action; 13] = [
    Action::NewGame,
    Action::Analyse,
    Action::Open,
    Action::Review,
    Action::Hint,
    Action::TakeBack,
    Action::MoveNow,
    Action::Abort,
    Action::MoveForMe,
    Action::Save,
    Action::Settings,
    Action::Flip,
    Action::Resign,
];

/// The side of an icon, in points.
const ICON: f32 = 18.0;

/// The room for a separator between groups.
const SEPARATOR: f32 = 26.0;

/// Returns true if a tool does something now: an engine that does not think cannot be stopped.
fn is_shown(action: Action, view: &MenuView<'_>) -> bool {
    match action {
        Action::TakeBack => view.model.play.stage() == Stage::Playing,
        _ => action.is_possible(view.model),
    }
}

/// Draws the toolbar.
pub fn bar(ui: &mut Ui, view: &mut MenuView<'_>) {
    let shown: Vec<Vec<Action>> = TOOLS
        .iter()
        .map(|group| group.iter().copied().filter(|action| is_shown(*action, view)).collect())
        .collect();
    let named = named(ui, view, shown.concat().as_slice());
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        for (index, group) in shown.iter().enumerate() {
            if index > 0 {
                ui.separator();
            }
            for &action in group {
                tool(ui, action, named.contains(&action), view);
            }
        }
    });
}

/// Returns the tools for whose words there is room.
fn named(ui: &Ui, view: &MenuView<'_>, shown: &[Action]) -> Vec<Action> {
    let texts = view.settings.language;
    let bare = icons::tool_width(ui, "", ICON) + 4.0;
    let mut room = ui.available_width() - bare * shown.len() as f32 - SEPARATOR * TOOLS.len() as f32;
    let mut named = Vec::new();
    for action in NAMED.into_iter().filter(|action| shown.contains(action)) {
        room -= icons::tool_width(ui, action.short(texts), ICON) - bare;
        if room < 0.0 {
            break;
        }
        named.push(action);
    }
    named
}

fn tool(ui: &mut Ui, action: Action, named: bool, view: &mut MenuView<'_>) {
    let texts = view.settings.language;
    let keys = action.keys(ui, view.settings).map_or_else(String::new, |keys| format!(" ({keys})"));
    let on = action.switched(view.model) == Some(true);
    let words = if named { action.short(texts) } else { "" };
    let button = icons::tool(ui, action.icon(), without_dots(action.text(texts)), words, ICON, on);
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
        // As high as a message with buttons, so that windows keep their places.
        ui.set_min_height(28.0);
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
    if let Some(undo) = undo(notice)
        && ui.button(texts.undo()).clicked()
    {
        view.commands.push(undo);
    }
    let words = RichText::new(texts.notice(notice));
    let harmless = !notice.is_warning();
    ui.label(if harmless { words } else { words.color(ui.visuals().warn_fg_color) });
}

/// Returns the command that undoes what a message reports, if there is one.
fn undo(notice: &Notice) -> Option<Command> {
    match notice {
        Notice::GameDeleted(_) | Notice::TagChanged(_) => Some(GamesCommand::Restore.into()),
        Notice::Inserted { .. } | Notice::Annotated { .. } => Some(PlayCommand::Undo.into()),
        Notice::ReviewDiscarded => Some(ReviewCommand::Restore.into()),
        _ => None,
    }
}
