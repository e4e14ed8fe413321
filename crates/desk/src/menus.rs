//! The menu bar, and the keys that do the same.

pub mod actions;
pub mod tools;

use eframe::egui::{Button, Event, Key, MenuBar, Ui};

use crate::app::Desk;
use crate::command::Command;
use crate::dock::Dock;
use crate::texts::Language;
use crate::theme;
use crate::widgets::help;
use crate::windows::Window;
use actions::Action;

/// What the keys of this frame ask for.
pub fn keys(ui: &mut Ui, desk: &mut Desk) -> Vec<Command> {
    let mut commands = Vec::new();
    let typing = ui.ctx().memory(|memory| memory.focused().is_some());
    // Keys with Shift come first: those without would take them.
    let (with, without): (Vec<Action>, Vec<Action>) =
        Action::ALL.iter().partition(|action| action.shortcut().is_some_and(|shortcut| shortcut.modifiers.shift));
    for action in with.into_iter().chain(without) {
        let Some(shortcut) = action.shortcut() else { continue };
        if typing && shortcut.modifiers.is_none() {
            continue;
        }
        if ui.input_mut(|input| input.consume_shortcut(&shortcut)) {
            action.run(ui, desk, &mut commands);
        }
    }
    if ui.input(|input| input.key_pressed(Key::Escape)) {
        desk.dialog = None;
        commands.push(Command::Escape);
    }
    if !typing {
        let pasted = ui.input(|input| {
            input.events.iter().find_map(|event| match event {
                Event::Paste(text) => Some(text.clone()),
                _ => None,
            })
        });
        commands.extend(pasted.map(Command::Paste));
    }
    commands
}

/// The menu bar.
pub fn bar(ui: &mut Ui, desk: &mut Desk, commands: &mut Vec<Command>) {
    let texts = desk.settings.language;
    MenuBar::new().ui(ui, |ui| {
        ui.menu_button(texts.menu_game(), |ui| {
            items(ui, desk, commands, &[Action::NewGame, Action::Open, Action::Save, Action::SaveAs]);
            ui.separator();
            items(ui, desk, commands, &[Action::Paste, Action::CopyFen, Action::CopyPgn]);
            ui.separator();
            items(ui, desk, commands, &[Action::Resign, Action::Draw]);
            ui.separator();
            items(ui, desk, commands, &[Action::Quit]);
        });
        ui.menu_button(texts.menu_mode(), |ui| {
            let mut continuous = desk.model.continuous;
            if ui.checkbox(&mut continuous, texts.continuous()).changed() {
                commands.push(Command::Continuous(continuous));
            }
            items(ui, desk, commands, &[Action::Analyse, Action::PlayFromHere, Action::Replay]);
        });
        ui.menu_button(texts.menu_move(), |ui| {
            items(ui, desk, commands, &[Action::MoveForMe, Action::MoveNow, Action::Abort, Action::Hint]);
            ui.separator();
            items(ui, desk, commands, &[Action::TakeBack, Action::Redo, Action::Undo]);
            ui.separator();
            items(ui, desk, commands, &[Action::First, Action::Back, Action::Forward, Action::Last]);
        });
        ui.menu_button(texts.menu_options(), |ui| options(ui, desk, commands));
        ui.menu_button(texts.menu_windows(), |ui| windows(ui, desk));
        ui.menu_button(texts.menu_help(), |ui| items(ui, desk, commands, &[Action::Keys, Action::About]));
    });
}

fn items(ui: &mut Ui, desk: &mut Desk, commands: &mut Vec<Command>, actions: &[Action]) {
    let texts = desk.settings.language;
    for &action in actions {
        let mut button = Button::new(action.text(texts));
        if let Some(keys) = action.keys(ui) {
            button = button.shortcut_text(keys);
        }
        if help::explained(ui.add(button), action.help(texts)).clicked() {
            action.run(ui, desk, commands);
            ui.close();
        }
    }
}

fn options(ui: &mut Ui, desk: &mut Desk, commands: &mut Vec<Command>) {
    let texts = desk.settings.language;
    items(ui, desk, commands, &[Action::Flip]);
    ui.checkbox(&mut desk.settings.coordinates, texts.coordinates());
    ui.menu_button(texts.board_colors(), |ui| {
        for board in heirloom_picture::Theme::ALL {
            let chosen = desk.settings.theme == board.name();
            if ui.selectable_label(chosen, texts.board_theme(board)).clicked() {
                desk.settings.theme = board.name().into();
            }
        }
    });
    ui.menu_button(texts.appearance(), |ui| {
        for (dark, text) in [(false, texts.light()), (true, texts.dark())] {
            if ui.selectable_label(desk.settings.dark == dark, text).clicked() {
                desk.settings.dark = dark;
                theme::apply(ui.ctx(), dark);
            }
        }
    });
    ui.menu_button(texts.language(), |ui| {
        for language in Language::ALL {
            if ui.selectable_label(texts == language, language.name()).clicked() {
                desk.settings.language = language;
            }
        }
    });
}

fn windows(ui: &mut Ui, desk: &mut Desk) {
    let texts = desk.settings.language;
    for group in Window::GROUPS {
        for &window in *group {
            if ui.selectable_label(desk.dock.is_open(window), window.title(texts)).clicked() {
                desk.dock.toggle(window);
            }
        }
        ui.separator();
    }
    for (text, layout) in [(texts.reset_layout(), Dock::playing as fn() -> Dock), (texts.analysis_layout(), Dock::analysing)] {
        if ui.button(text).clicked() {
            desk.dock = layout();
            ui.close();
        }
    }
}
