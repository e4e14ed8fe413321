//! The menu bar, and the keys for its actions.

pub mod home;
mod recent;
mod run;
mod state;
pub mod tabs;
pub mod tools;

use eframe::egui::{Button, Event, Key, KeyboardShortcut, MenuBar, Modifiers, Popup, ScrollArea, Ui};

use heirloom_chess::Color;

use crate::actions::Action;
use crate::dialogs::Dialog;
use crate::dock::Dock;
use crate::model::Model;
use crate::model::command::{Command, EditCommand, FileCommand, PlayCommand};
use crate::model::marks;
use crate::model::players::Player;
use crate::model::symbols::type_sign;
use crate::settings::{Details, Settings};
use crate::texts::Language;
use crate::widgets::toggle::toggle;
use crate::widgets::{self, board, choices, help};
use crate::window::Window;
use home::Home;

const GAME: &[&[Action]] = {
    use Action::*;
    &[
        &[NewTab, CloseTab],
        &[ListGames, EarlierGames, Save, SaveAs, Export, GameData],
        &[MasterGames, Endgames],
        &[SetUp, Paste, CopyFen, CopyEpd, CopyPgn, CopyPicture],
        &[Resign, Draw],
        &[Home],
        &[Quit],
    ]
};

const MODE: &[&[Action]] = {
    use Action::*;
    &[
        &[Level, ResetClocks, StepByStep, Ponder, UseLibrary, Coach],
        &[PlayFromHere, Analyse, Hold, Threat],
        &[Review, Walk, ShowBetter, Replay],
    ]
};

const MOVE: &[&[Action]] = {
    use Action::*;
    &[
        &[MoveForMe, MoveNow, Abort, Hint, ShowThreat, MarkHanging],
        &[TakeBack],
        &[Undo, Redo],
        &[Annotate, Promote, Delete, InsertMove, InsertLine],
        &[First, Back, Forward, Last, VariationBefore, VariationAfter, PreviousMistake, NextMistake],
        &[FocusBoard, TypeMove, SayPosition, SayEvaluation, SayClocks],
    ]
};

/// What the keys do while a dialog is open.
const WITH_DIALOGS: [Action; 4] = [Action::ZoomIn, Action::ZoomOut, Action::ZoomReset, Action::Quit];

/// What menus, tools and keys show and change.
pub struct MenuView<'a> {
    /// The state of the desk.
    pub model: &'a Model,
    /// The user's preferences.
    pub settings: &'a Settings,
    /// The dialog that is open, or is to be opened.
    pub dialog: &'a mut Option<Dialog>,
    /// The layout of the windows.
    pub dock: &'a mut Dock,
    /// The home page.
    pub home: &'a mut Home,
    /// Whether something is half entered on the board.
    pub half_entered: bool,
    /// Commands for the desk.
    pub commands: &'a mut Vec<Command>,
}

/// Returns true if a key never means anything in a field or a list.
fn is_function_key(key: Key) -> bool {
    key.name().strip_prefix('F').is_some_and(|number| number.parse::<u8>().is_ok())
}

/// Carries out what the keys pressed in this frame stand for.
pub fn keys(ui: &mut Ui, view: &mut MenuView<'_>) {
    if view.dialog.as_ref().is_some_and(Dialog::takes_keys) {
        return;
    }
    let typing = ui.ctx().memory(|memory| memory.focused().is_some());
    let writing = ui.ctx().text_edit_focused();
    // A keyboard on which Plus needs Shift reports the key without it.
    let equals = KeyboardShortcut::new(Modifiers::COMMAND, Key::Equals);
    if ui.input_mut(|input| input.consume_shortcut(&equals)) {
        Action::ZoomIn.run(ui, view);
    }
    // Keys with Shift or Alt come first, since those without would also match them.
    let (with, without): (Vec<Action>, Vec<Action>) = Action::ALL.iter().partition(|action| {
        let shortcut = action.shortcut(&view.settings.keys);
        shortcut.is_some_and(|shortcut| shortcut.modifiers.shift || shortcut.modifiers.alt)
    });
    // What is behind an open dialog gets no keys.
    let blocked = view.dialog.is_some();
    let works = |action: &Action| !blocked || WITH_DIALOGS.contains(action);
    for action in with.into_iter().chain(without).filter(works) {
        let Some(shortcut) = action.shortcut(&view.settings.keys) else { continue };
        let of_texts = matches!(shortcut.logical_key, Key::A | Key::C | Key::V | Key::Y | Key::Z);
        let moves = shortcut.modifiers.is_none() && !is_function_key(shortcut.logical_key);
        if typing && moves || writing && of_texts {
            continue;
        }
        // A key that was pressed several times within a frame steps as often.
        let presses =
            ui.input_mut(|input| input.count_and_consume_key(shortcut.modifiers, shortcut.logical_key));
        for _ in 0..if action.repeats() { presses } else { presses.min(1) } {
            action.run(ui, view);
        }
    }
    // A list or menu that is open takes the key for itself.
    if ui.input(|input| input.key_pressed(Key::Escape)) && !Popup::is_any_open(ui.ctx()) {
        // Arrows and circles go only if there is nothing else to escape from.
        let idle = view.dialog.is_none() && !view.home.is_open() && !view.half_entered && !writing;
        if view.dialog.is_none() {
            view.home.back();
        }
        view.dialog.take_if(Dialog::may_close);
        view.commands.push(Command::Escape);
        let (record, keeps) = (view.model.record(), view.model.keeps_marks());
        if idle && keeps && !marks::of(record.game(), record.node()).is_empty() {
            view.commands.push(Command::Edit(EditCommand::ClearMarks(record.node())));
        }
    }
    // The other usual key.
    let redo = KeyboardShortcut::new(Modifiers::COMMAND, Key::Y);
    if !writing && !blocked && ui.input_mut(|input| input.consume_shortcut(&redo)) {
        Action::Redo.run(ui, view);
    }
    // Systems turn the keys for copying into an event.
    if !writing && !blocked && ui.input(|input| input.events.contains(&Event::Copy)) {
        let picture = ui.input(|input| input.modifiers.shift);
        if picture { Action::CopyPicture } else { Action::CopyFen }.run(ui, view);
    }
    if !writing && !blocked {
        typed_symbols(ui, view);
        let pasted = ui.input(|input| {
            input.events.iter().find_map(|event| match event {
                Event::Paste(text) => Some(text.clone()),
                _ => None,
            })
        });
        view.commands.extend(pasted.map(|text| Command::File(FileCommand::Paste(text))));
    }
}

/// Draws a menu that does not cover the menu bar: a low screen does not have room for all of it.
fn long(ui: &mut Ui, content: impl FnOnce(&mut Ui)) {
    let height = ui.ctx().content_rect().height() - 60.0;
    ScrollArea::vertical().max_height(height).min_scrolled_height(height).show(ui, content);
}

/// Draws the menu bar.
pub fn bar(ui: &mut Ui, view: &mut MenuView<'_>) {
    let texts = view.settings.language;
    MenuBar::new().ui(ui, |ui| {
        ui.menu_button(texts.menu_game(), |ui| {
            items(ui, view, &[Action::NewGame, Action::Open]);
            recent::menu(ui, view);
            groups(ui, view, GAME);
        });
        ui.menu_button(texts.menu_mode(), |ui| {
            seats(ui, view);
            groups(ui, view, MODE);
            ui.menu_button(texts.pace(), |ui| paces(ui, texts, view.commands));
        });
        ui.menu_button(texts.menu_move(), |ui| {
            long(ui, |ui| {
                groups(ui, view, MOVE);
                ui.menu_button(texts.symbols(), |ui| symbols(ui, view));
            });
        });
        ui.menu_button(texts.menu_options(), |ui| options(ui, view));
        ui.menu_button(texts.menu_windows(), |ui| {
            long(ui, |ui| {
                windows(ui, view);
                items(
                    ui,
                    view,
                    &[
                        Action::ResetLayout,
                        Action::AnalysisLayout,
                        Action::SearchLayout,
                        Action::PreviousLayout,
                    ],
                );
            });
        });
        ui.menu_button(texts.menu_help(), |ui| {
            items(ui, view, &[Action::Help, Action::Manual, Action::Keys, Action::About])
        });
    });
}

/// Draws items in groups.
fn groups(ui: &mut Ui, view: &mut MenuView<'_>, groups: &[&[Action]]) {
    for (index, group) in groups.iter().enumerate() {
        if index > 0 {
            ui.separator();
        }
        items(ui, view, group);
    }
}

fn items(ui: &mut Ui, view: &mut MenuView<'_>, actions: &[Action]) {
    let texts = view.settings.language;
    for &action in actions {
        let on = action.switched(view.model);
        let mut button = Button::selectable(on == Some(true), action.text(texts));
        if let Some(keys) = action.keys(ui, view.settings) {
            button = button.shortcut_text(keys);
        }
        let button = ui.add_enabled(action.is_possible(view.model), button);
        if help::explained(button, &action.explained(view.model, texts)).clicked() {
            action.run(ui, view);
            ui.close();
        }
    }
}

/// Draws the menu of the symbols of the current move.
fn symbols(ui: &mut Ui, view: &mut MenuView<'_>) {
    let record = view.model.record();
    let (node, mover) = (record.node(), !record.position().turn());
    ui.add_enabled_ui(record.last_move().is_some(), |ui| {
        let nags = widgets::symbols::menu(ui, view.settings.language, mover, record.game().nags(node));
        view.commands.extend(nags.map(|nags| Command::Edit(EditCommand::Symbols(node, nags))));
    });
}

/// Adds the symbols that are typed while no text is written: `!` and `?`.
fn typed_symbols(ui: &Ui, view: &mut MenuView<'_>) {
    let record = view.model.record();
    let mut nags = record.game().nags(record.node()).to_vec();
    let typed = |event: &Event| match event {
        Event::Text(text) => {
            text.chars().map(|letter| type_sign(&mut nags, letter)).fold(false, |any, one| any | one)
        }
        _ => false,
    };
    let any = ui.input(|input| input.events.iter().map(typed).fold(false, |any, one| any | one));
    if any && record.last_move().is_some() && view.dialog.is_none() {
        view.commands.push(Command::Edit(EditCommand::Symbols(record.node(), nags)));
    }
}

/// Draws the menus for who plays each side.
fn seats(ui: &mut Ui, view: &mut MenuView<'_>) {
    let texts = view.settings.language;
    for color in Color::ALL {
        ui.menu_button(texts.color(color), |ui| {
            let engines = view.model.roster().names().into_iter().map(Player::Engine);
            for player in std::iter::once(Player::Human).chain(engines) {
                let chosen = view.model.play.player(color).engine() == player.engine();
                if ui.selectable_label(chosen, player.name(texts.human())).clicked() {
                    view.commands.push(Command::Play(PlayCommand::SetPlayer(color, player)));
                    ui.close();
                }
            }
        });
    }
}

/// Draws the menu for the pace of the replay.
fn paces(ui: &mut Ui, texts: Language, commands: &mut Vec<Command>) {
    for tenths in [2, 5, 10, 20, 50_u64] {
        if ui.button(format!("{} {}", tenths as f64 / 10.0, texts.seconds())).clicked() {
            commands.push(Command::Play(PlayCommand::Replay(Some(100 * tenths))));
            ui.close();
        }
    }
}

fn options(ui: &mut Ui, view: &mut MenuView<'_>) {
    let texts = view.settings.language;
    items(ui, view, &[Action::Flip, Action::FullScreen, Action::Engines, Action::Settings]);
    ui.separator();
    let mut settings = view.settings.clone();
    board::options(ui, &mut settings);
    let reduced = toggle(ui, &mut settings.reduced_motion, texts.reduced_motion());
    help::explained(reduced, texts.help_reduced_motion());
    let distinct = toggle(ui, &mut settings.distinct_colors, texts.distinct_colors());
    help::explained(distinct, texts.help_distinct_colors());
    ui.menu_button(texts.board_colors(), |ui| choices::board_theme(ui, &mut settings));
    ui.menu_button(texts.piece_set(), |ui| choices::piece_set(ui, &mut settings));
    ui.menu_button(texts.appearance(), |ui| choices::appearance(ui, &mut settings));
    ui.menu_button(texts.zoom(), |ui| {
        items(ui, view, &[Action::ZoomIn, Action::ZoomOut, Action::ZoomReset]);
    });
    let details = ui.menu_button(texts.details(), |ui| {
        for details in Details::ALL {
            ui.selectable_value(&mut settings.details, details, texts.detail_level(details));
        }
    });
    help::explained(details.response, texts.help_details());
    ui.menu_button(texts.language(), |ui| {
        for language in Language::ALL {
            ui.selectable_value(&mut settings.language, language, language.name());
        }
    });
    if settings != *view.settings {
        view.commands.push(Command::Settings(Box::new(settings)));
    }
}

fn windows(ui: &mut Ui, view: &mut MenuView<'_>) {
    let texts = view.settings.language;
    for group in Window::GROUPS {
        for &window in *group {
            if ui.selectable_label(view.dock.is_open(window), window.title(texts)).clicked() {
                view.home.close();
                view.dock.toggle(window);
            }
        }
        ui.separator();
    }
}
