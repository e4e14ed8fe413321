//! The menu bar, the tool bar, the status bar, and the keys that do the same.

use eframe::egui::{Key, KeyboardShortcut, MenuBar, Modifiers, RichText, Ui};

use crate::app::Desk;
use crate::command::{Command, Step};
use crate::dialogs::{Dialog, FileDialog, NewGame};
use crate::dock::Dock;
use crate::model::notice::Notice;
use crate::texts::Language;
use crate::theme;
use crate::windows::Window;

/// Keys, with what they ask for. Those without a modifier do nothing while somebody types.
const KEYS: [(Modifiers, Key, Action); 13] = [
    (Modifiers::COMMAND, Key::N, Action::NewGame),
    (Modifiers::COMMAND, Key::O, Action::Open),
    (Modifiers::COMMAND, Key::S, Action::Save),
    (Modifiers::COMMAND, Key::Z, Action::Undo),
    (Modifiers::NONE, Key::ArrowLeft, Action::Go(Step::Back)),
    (Modifiers::NONE, Key::ArrowRight, Action::Go(Step::Forward)),
    (Modifiers::NONE, Key::Home, Action::Go(Step::First)),
    (Modifiers::NONE, Key::End, Action::Go(Step::Last)),
    (Modifiers::COMMAND, Key::F, Action::Flip),
    (Modifiers::COMMAND, Key::A, Action::Analyse),
    (Modifiers::COMMAND, Key::T, Action::TakeBack),
    (Modifiers::COMMAND, Key::H, Action::Hint),
    (Modifiers::COMMAND, Key::M, Action::MoveForMe),
];

/// What a key or a menu asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Action {
    NewGame,
    Open,
    Save,
    SaveAs,
    Undo,
    Go(Step),
    Flip,
    Analyse,
    TakeBack,
    Redo,
    Hint,
    MoveForMe,
    MoveNow,
    Abort,
    Resign,
    Draw,
    PlayFromHere,
    Replay,
    CopyFen,
    CopyPgn,
    Quit,
}

impl Action {
    fn text(self, texts: Language) -> &'static str {
        match self {
            Action::NewGame => texts.new_game(),
            Action::Open => texts.open(),
            Action::Save => texts.save(),
            Action::SaveAs => texts.save_as(),
            Action::Undo => texts.undo(),
            Action::Go(Step::First) => texts.first(),
            Action::Go(Step::Back) => texts.back(),
            Action::Go(Step::Last) => texts.last(),
            Action::Go(_) => texts.forward(),
            Action::Flip => texts.flip(),
            Action::Analyse => texts.analyse(),
            Action::TakeBack => texts.take_back(),
            Action::Redo => texts.redo(),
            Action::Hint => texts.hint(),
            Action::MoveForMe => texts.move_for_me(),
            Action::MoveNow => texts.move_now(),
            Action::Abort => texts.abort(),
            Action::Resign => texts.resign(),
            Action::Draw => texts.draw(),
            Action::PlayFromHere => texts.play_from_here(),
            Action::Replay => texts.replay(),
            Action::CopyFen => texts.copy_fen(),
            Action::CopyPgn => texts.copy_pgn(),
            Action::Quit => texts.quit(),
        }
    }

    fn shortcut(self) -> Option<KeyboardShortcut> {
        KEYS.iter().find(|(.., action)| *action == self).map(|&(modifiers, key, _)| KeyboardShortcut::new(modifiers, key))
    }

    /// Carries it out, or asks for it.
    fn run(self, ui: &Ui, desk: &mut Desk, commands: &mut Vec<Command>) {
        let model = &desk.model;
        commands.push(match self {
            Action::NewGame => return desk.dialog = Some(Dialog::NewGame(NewGame::of(model))),
            Action::Open => return desk.dialog = Some(Dialog::File(FileDialog::open(model))),
            Action::SaveAs => return desk.dialog = Some(Dialog::File(FileDialog::save(model))),
            Action::Save => match &model.record.file {
                Some(path) => Command::Save(path.clone()),
                None => return desk.dialog = Some(Dialog::File(FileDialog::save(model))),
            },
            Action::Undo => Command::Undo,
            Action::Go(step) => Command::Go(step),
            Action::Flip => Command::Flip,
            Action::Analyse => Command::Analyse(!model.analysis.on),
            Action::TakeBack => Command::TakeBack,
            Action::Redo => Command::Redo,
            Action::Hint => Command::Hint,
            Action::MoveForMe => Command::MoveForMe,
            Action::MoveNow => Command::MoveNow,
            Action::Abort => Command::Abort,
            Action::Resign => Command::Resign,
            Action::Draw => Command::Draw,
            Action::PlayFromHere => Command::PlayFromHere,
            Action::Replay => Command::Replay(Some(1000)),
            Action::CopyFen => return ui.ctx().copy_text(model.record.position().fen()),
            Action::CopyPgn => return ui.ctx().copy_text(heirloom_chess::notation::pgn::to_string(model.record.game())),
            Action::Quit => return ui.ctx().send_viewport_cmd(eframe::egui::ViewportCommand::Close),
        });
    }
}

/// What the keys of this frame ask for.
pub fn keys(ui: &mut Ui, desk: &mut Desk) -> Vec<Command> {
    let mut commands = Vec::new();
    let typing = ui.ctx().memory(|memory| memory.focused().is_some());
    for (modifiers, key, action) in KEYS {
        if typing && modifiers.is_none() {
            continue;
        }
        if ui.input_mut(|input| input.consume_shortcut(&KeyboardShortcut::new(modifiers, key))) {
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
                eframe::egui::Event::Paste(text) => Some(text.clone()),
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
            items(ui, desk, commands, &[Action::CopyFen, Action::CopyPgn]);
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
            items(ui, desk, commands, &[Step::First, Step::Back, Step::Forward, Step::Last].map(Action::Go));
        });
        ui.menu_button(texts.menu_options(), |ui| options(ui, desk, commands));
        ui.menu_button(texts.menu_windows(), |ui| windows(ui, desk));
        ui.menu_button(texts.menu_help(), |ui| {
            if ui.button(texts.keys()).clicked() {
                desk.dialog = Some(Dialog::Keys);
                ui.close();
            }
            if ui.button(texts.about()).clicked() {
                desk.dialog = Some(Dialog::About);
                ui.close();
            }
        });
    });
}

fn items(ui: &mut Ui, desk: &mut Desk, commands: &mut Vec<Command>, actions: &[Action]) {
    for &action in actions {
        let mut button = eframe::egui::Button::new(action.text(desk.settings.language));
        if let Some(shortcut) = action.shortcut() {
            button = button.shortcut_text(ui.ctx().format_shortcut(&shortcut));
        }
        if ui.add(button).clicked() {
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
            if ui.selectable_label(chosen, board.name()).clicked() {
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
    for window in Window::ALL {
        if ui.selectable_label(desk.dock.is_open(window), window.title(texts)).clicked() {
            desk.dock.toggle(window);
        }
    }
    ui.separator();
    for (text, layout) in [(texts.reset_layout(), Dock::playing as fn() -> Dock), (texts.analysis_layout(), Dock::analysing)] {
        if ui.button(text).clicked() {
            desk.dock = layout();
            ui.close();
        }
    }
}

/// The tool bar.
pub fn tools(ui: &mut Ui, desk: &mut Desk, commands: &mut Vec<Command>) {
    let texts = desk.settings.language;
    ui.horizontal_wrapped(|ui| {
        let tools = [
            ("♟", Action::NewGame),
            ("📂", Action::Open),
            ("💾", Action::Save),
            ("⏮", Action::Go(Step::First)),
            ("◀", Action::Go(Step::Back)),
            ("▶", Action::Go(Step::Forward)),
            ("⏭", Action::Go(Step::Last)),
            ("↩", Action::TakeBack),
            ("⏩", Action::MoveNow),
            ("💡", Action::Hint),
            ("⇅", Action::Flip),
            ("🔍", Action::Analyse),
        ];
        for (sign, action) in tools {
            let text = action.text(texts);
            let button = ui.button(RichText::new(sign).size(16.0));
            button.widget_info(|| eframe::egui::WidgetInfo::labeled(eframe::egui::Role::Button, true, text));
            if button.hovered() {
                desk.help = Some(text.into());
            }
            let keys = action.shortcut().map_or_else(String::new, |shortcut| format!("  ({})", ui.ctx().format_shortcut(&shortcut)));
            if button.on_hover_text(format!("{text}{keys}")).clicked() {
                action.run(ui, desk, commands);
            }
        }
    });
}

/// The status bar: the latest message, or help for what is pointed at.
pub fn status(ui: &mut Ui, desk: &mut Desk, commands: &mut Vec<Command>) {
    let texts = desk.settings.language;
    ui.horizontal(|ui| {
        if let Some(notice) = desk.model.notices.last() {
            let button = ui.small_button("✖").on_hover_text(texts.dismiss());
            button.widget_info(|| eframe::egui::WidgetInfo::labeled(eframe::egui::Role::Button, true, texts.dismiss()));
            if button.clicked() {
                commands.push(Command::Dismiss);
            }
            let words = RichText::new(texts.notice(notice));
            ui.label(if matches!(notice, Notice::Saved(_) | Notice::EngineSaid(_)) {
                words
            } else {
                words.color(ui.visuals().warn_fg_color)
            });
        } else {
            ui.label(desk.help.take().unwrap_or_default());
        }
    });
}
