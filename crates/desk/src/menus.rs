//! The menu bar, and the keys that do the same.

pub mod actions;
pub mod tools;

use eframe::egui::{Button, Event, Key, MenuBar, ScrollArea, Ui};

use heirloom_chess::Color;

use crate::app::Desk;
use crate::command::Command;
use crate::dialogs::Dialog;
use crate::model::players::Player;
use crate::settings::Settings;
use crate::texts::Language;
use crate::widgets::help;
use crate::windows::Window;
use actions::Action;

/// What the keys of this frame ask for.
pub fn keys(ui: &mut Ui, desk: &mut Desk) -> Vec<Command> {
    let mut commands = Vec::new();
    let typing = ui.ctx().memory(|memory| memory.focused().is_some());
    let writing = ui.ctx().text_edit_focused();
    // Keys with Shift come first: those without would take them.
    let (with, without): (Vec<Action>, Vec<Action>) = Action::ALL
        .iter()
        .partition(|action| action.shortcut().is_some_and(|shortcut| shortcut.modifiers.shift));
    for action in with.into_iter().chain(without) {
        let Some(shortcut) = action.shortcut() else { continue };
        let of_texts = matches!(shortcut.logical_key, Key::A | Key::Y | Key::Z);
        if typing && shortcut.modifiers.is_none() || writing && of_texts {
            continue;
        }
        if ui.input_mut(|input| input.consume_shortcut(&shortcut)) {
            action.run(ui, desk, &mut commands);
        }
    }
    if ui.input(|input| input.key_pressed(Key::Escape)) {
        desk.dialog.take_if(Dialog::may_close);
        commands.push(Command::Escape);
    }
    if !writing {
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
            items(
                ui,
                desk,
                commands,
                &[
                    Action::NewGame,
                    Action::Open,
                    Action::ListGames,
                    Action::EarlierGames,
                    Action::Save,
                    Action::SaveAs,
                    Action::GameData,
                ],
            );
            ui.separator();
            items(ui, desk, commands, &[Action::MasterGames, Action::Endgames]);
            ui.separator();
            items(
                ui,
                desk,
                commands,
                &[Action::SetUp, Action::Paste, Action::CopyFen, Action::CopyEpd, Action::CopyPgn],
            );
            ui.separator();
            items(ui, desk, commands, &[Action::Resign, Action::Draw]);
            ui.separator();
            items(ui, desk, commands, &[Action::Quit]);
        });
        ui.menu_button(texts.menu_mode(), |ui| {
            seats(ui, desk, commands);
            items(
                ui,
                desk,
                commands,
                &[Action::Level, Action::ResetClocks, Action::StepByStep, Action::Ponder],
            );
            ui.separator();
            items(
                ui,
                desk,
                commands,
                &[Action::PlayFromHere, Action::Analyse, Action::Review, Action::Replay],
            );
            ui.menu_button(texts.pace(), |ui| paces(ui, texts, commands));
        });
        ui.menu_button(texts.menu_move(), |ui| {
            items(ui, desk, commands, &[Action::MoveForMe, Action::MoveNow, Action::Abort, Action::Hint]);
            ui.separator();
            items(ui, desk, commands, &[Action::TakeBack, Action::Redo, Action::Undo]);
            ui.separator();
            items(ui, desk, commands, &[Action::Annotate, Action::Promote, Action::Delete]);
            ui.separator();
            items(ui, desk, commands, &[Action::First, Action::Back, Action::Forward, Action::Last]);
            items(
                ui,
                desk,
                commands,
                &[
                    Action::VariationBefore,
                    Action::VariationAfter,
                    Action::PreviousMistake,
                    Action::NextMistake,
                ],
            );
        });
        ui.menu_button(texts.menu_options(), |ui| options(ui, desk, commands));
        ui.menu_button(texts.menu_windows(), |ui| {
            // On a low screen not all of it is seen at once.
            let height = ui.ctx().content_rect().height() - 60.0;
            ScrollArea::vertical().max_height(height).min_scrolled_height(height).show(ui, |ui| {
                windows(ui, desk);
                items(
                    ui,
                    desk,
                    commands,
                    &[Action::ResetLayout, Action::AnalysisLayout, Action::SearchLayout],
                );
            });
        });
        ui.menu_button(texts.menu_help(), |ui| {
            items(ui, desk, commands, &[Action::Help, Action::Keys, Action::About])
        });
    });
}

fn items(ui: &mut Ui, desk: &mut Desk, commands: &mut Vec<Command>, actions: &[Action]) {
    let texts = desk.settings.language;
    for &action in actions {
        let on = action.switched(desk);
        let mut button = Button::selectable(on == Some(true), action.text(texts));
        if let Some(keys) = action.keys(ui, texts) {
            button = button.shortcut_text(keys);
        }
        if help::explained(ui.add(button), action.help(texts)).clicked() {
            action.run(ui, desk, commands);
            ui.close();
        }
    }
}

/// Who plays each side.
fn seats(ui: &mut Ui, desk: &Desk, commands: &mut Vec<Command>) {
    let texts = desk.settings.language;
    for color in Color::ALL {
        ui.menu_button(texts.color(color), |ui| {
            let engines = desk.model.roster().names().into_iter().map(Player::Engine);
            for player in std::iter::once(Player::Human).chain(engines) {
                let chosen = desk.model.players[color.index()].engine() == player.engine();
                if ui.selectable_label(chosen, player.name(texts.human())).clicked() {
                    commands.push(Command::Seat(color, player));
                    ui.close();
                }
            }
        });
    }
}

/// How fast a game plays itself.
fn paces(ui: &mut Ui, texts: Language, commands: &mut Vec<Command>) {
    for tenths in [2, 5, 10, 20, 50_u64] {
        if ui.button(format!("{} {}", tenths as f64 / 10.0, texts.seconds())).clicked() {
            commands.push(Command::Replay(Some(100 * tenths)));
            ui.close();
        }
    }
}

fn options(ui: &mut Ui, desk: &mut Desk, commands: &mut Vec<Command>) {
    let texts = desk.settings.language;
    items(ui, desk, commands, &[Action::Flip, Action::Engines, Action::Settings]);
    ui.separator();
    let mut settings = desk.settings.clone();
    board_options(ui, &mut settings);
    ui.menu_button(texts.board_colors(), |ui| {
        for board in heirloom_picture::Theme::ALL {
            ui.selectable_value(&mut settings.theme, board.name().to_owned(), texts.board_theme(board));
        }
    });
    ui.menu_button(texts.appearance(), |ui| {
        for (dark, text) in [(false, texts.light()), (true, texts.dark())] {
            ui.selectable_value(&mut settings.dark, dark, text);
        }
    });
    ui.menu_button(texts.language(), |ui| {
        for language in Language::ALL {
            ui.selectable_value(&mut settings.language, language, language.name());
        }
    });
    if settings != desk.settings {
        commands.push(Command::Settings(Box::new(settings)));
    }
}

/// What the board shows beside pieces.
pub fn board_options(ui: &mut Ui, settings: &mut Settings) {
    let texts = settings.language;
    ui.checkbox(&mut settings.coordinates, texts.coordinates());
    ui.checkbox(&mut settings.legal_moves, texts.show_legal_moves());
    ui.checkbox(&mut settings.mark_check, texts.mark_check());
    ui.checkbox(&mut settings.animation, texts.animation());
    ui.checkbox(&mut settings.evaluation_bar, texts.evaluation_bar());
    ui.checkbox(&mut settings.sound, texts.sound());
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
}
