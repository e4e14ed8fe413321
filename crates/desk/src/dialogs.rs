//! The dialogs of the desk: a new game, files, settings, and pages to read.

mod annotation;
mod engines;
mod export;
mod file;
mod game_data;
mod help;
mod keys;
mod level;
mod manual;
mod new_game;
mod question;
mod set_up;
mod settings;

use eframe::egui::{
    Align, Align2, Button, Color32, Context, Id, Key, LayerId, Layout, Order, Response, ScrollArea, Sense,
    Ui, Window, vec2,
};

use crate::model::Model;
use crate::model::command::{Command, LeaveChoice};
use crate::settings::Settings;
use crate::texts::{Language, without_dots};
use crate::theme::{bold, size};
use crate::widgets::buttons;
use crate::widgets::pieces::Pieces;
pub use annotation::Annotation;
pub use engines::EnginesDialog;
pub use export::{ExportDialog, copy_picture, look};
use file::Outcome;
pub use file::{FileDialog, Files};
pub use game_data::GameDataDialog;
pub use keys::KeysDialog;
pub use level::LevelChoice;
pub use manual::ManualPage;
pub use new_game::NewGame;
pub use set_up::SetUp;
pub use settings::SettingsDialog;

/// The height of a dialog's title and frame, in points.
const TITLE: f32 = 80.0;

/// Notes that a dialog is drawn, and whether it has just been opened.
fn note_shown(ctx: &Context, title: &str) {
    let now = ctx.cumulative_frame_nr();
    ctx.data_mut(|data| {
        let before: Option<(String, u64)> = data.get_temp(Id::unique("dialog"));
        data.insert_temp(Id::unique("dialog"), (title.to_owned(), now));
        if before.is_none_or(|(known, frame)| known != title || frame + 1 < now) {
            data.insert_temp(Id::unique("dialog opens"), true);
        }
    });
}

/// Focuses a widget when the dialog opens: its first field, or its main button.
fn first(response: &Response) {
    if response.ctx.data_mut(|data| data.remove_temp::<bool>(Id::unique("dialog opens"))).is_some() {
        response.request_focus();
    }
}

/// Draws the main button of a dialog, which has the focus in a new dialog. Returns true if it was clicked.
fn main_button(ui: &mut Ui, enabled: bool, text: &str) -> bool {
    let button = buttons::main_if(ui, enabled, text);
    first(&button);
    button.clicked()
}

/// Draws the button that closes a page; returns true if it was clicked.
fn closed(ui: &mut Ui, texts: Language) -> bool {
    footer(ui, |ui| {
        let close = ui.add(Button::new(texts.close()).min_size(buttons::SIZE));
        first(&close);
        close.clicked()
    })
}

/// Draws the row that ends every dialog: its buttons are on the right, drawn from right to left.
fn footer<R>(ui: &mut Ui, draw: impl FnOnce(&mut Ui) -> R) -> R {
    ui.add_space(4.0);
    let size = vec2(ui.available_width(), buttons::SIZE.y);
    ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), draw).inner
}

/// Returns true if a field of one line has just been left with Enter.
fn entered(response: &Response) -> bool {
    response.lost_focus() && response.ctx.input(|input| input.key_pressed(Key::Enter))
}

/// What dialogs draw from.
pub struct DialogView<'a> {
    /// The state of the desk.
    pub model: &'a Model,
    /// The user's preferences.
    pub settings: &'a Settings,
    /// What asks for files.
    pub files: &'a mut Files,
    /// The drawings of the pieces.
    pub pieces: &'a mut Pieces,
    /// Commands for the desk.
    pub commands: &'a mut Vec<Command>,
}

impl DialogView<'_> {
    /// Returns the language of all texts.
    fn texts(&self) -> Language {
        self.settings.language
    }
}

/// Draws the buttons that end a dialog: `confirm` draws the main one, which returns true if it is clicked,
/// and cancel follows. Returns true or false if the dialog is confirmed or canceled.
fn answered(ui: &mut Ui, texts: Language, confirm: impl FnOnce(&mut Ui) -> bool) -> Option<bool> {
    footer(ui, |ui| {
        let canceled = ui.add(Button::new(texts.cancel()).min_size(buttons::SIZE)).clicked();
        let confirmed = confirm(ui);
        (confirmed || canceled).then_some(confirmed)
    })
}

/// Dims what is behind the dialog, and keeps the pointer and the keyboard from it.
fn block_behind(ui: &Ui, layer: LayerId) {
    let ctx = ui.ctx();
    // It is above everything that has been drawn in the layer of the panels.
    ui.interact(ctx.content_rect(), Id::unique("behind the dialog"), Sense::click_and_drag());
    ctx.memory_mut(|memory| memory.set_modal_layer(layer));
    let dark = Color32::from_black_alpha(120);
    ctx.layer_painter(LayerId::background()).rect_filled(ctx.content_rect(), 0.0, dark);
}

/// The dialog that is open.
pub enum Dialog {
    /// Players, level and start of a new game.
    NewGame(NewGame),
    /// The level of the game.
    Level(LevelChoice),
    /// A position to set up.
    SetUp(SetUp),
    /// A file to open or to save.
    File(FileDialog),
    /// The comment and the marks of a move.
    Annotation(Annotation),
    /// Tags, result and comment of the game.
    GameData(GameDataDialog),
    /// The game as a picture, a film, a page or a text.
    Export(ExportDialog),
    /// The programs that can be used as engines.
    Engines(EnginesDialog),
    /// Options of engines and of the desk.
    Settings(SettingsDialog),
    /// The help.
    Help,
    /// The manual.
    Manual(ManualPage),
    /// The question before a game is resigned.
    Resign,
    /// The question before a game that is being played leaves the board.
    Leave,
    /// The keyboard shortcuts.
    Keys(KeysDialog),
    /// Version and license.
    About,
}

impl Dialog {
    /// Returns true if the dialog can be closed without a loss. If not, the dialog says why.
    pub fn may_close(&mut self) -> bool {
        match self {
            Dialog::Settings(settings) => settings.may_close(),
            Dialog::File(file) => file.may_close(),
            Dialog::Export(export) => export.may_close(),
            Dialog::Engines(engines) => engines.may_close(),
            _ => true,
        }
    }

    /// Returns true if the next key is for the dialog alone.
    pub fn takes_keys(&self) -> bool {
        matches!(self, Dialog::Keys(keys) if keys.takes_keys())
    }

    /// Returns true if a folder is being read for the dialog.
    pub fn is_reading(&self) -> bool {
        match self {
            Dialog::File(file) => file.is_reading(),
            Dialog::Export(export) => export.is_reading(),
            Dialog::Engines(engines) => engines.is_reading(),
            _ => false,
        }
    }

    /// Draws the dialog that is open, if there is one.
    pub fn show(ui: &mut Ui, open_dialog: &mut Option<Dialog>, view: &mut DialogView<'_>) {
        let asks = matches!(open_dialog, Some(Dialog::Leave));
        if asks != view.model.asks_to_leave() {
            *open_dialog = (!asks).then_some(Dialog::Leave);
        }
        FileDialog::hand_over(open_dialog, view);
        let Some(mut dialog) = open_dialog.take() else { return };
        let texts = view.texts();
        let title = match &dialog {
            Dialog::NewGame(_) => texts.new_game(),
            Dialog::Level(_) => texts.level(),
            Dialog::SetUp(_) => texts.set_up(),
            Dialog::File(file) => file.title(texts),
            Dialog::Annotation(_) => texts.annotate(),
            Dialog::GameData(_) => texts.game_data(),
            Dialog::Export(_) => texts.export(),
            Dialog::Engines(_) => texts.engines(),
            Dialog::Settings(_) => texts.settings(),
            Dialog::Resign => texts.resign(),
            Dialog::Leave => texts.game_is_played(),
            Dialog::Help => texts.help(),
            Dialog::Manual(_) => texts.manual(),
            Dialog::Keys(_) => texts.keys(),
            Dialog::About => texts.about(),
        };
        note_shown(ui.ctx(), title);
        let (mut open, mut keep) = (true, true);
        let id = Id::unique("dialog").with(title);
        let title = bold(without_dots(title)).size(size::TEXT + 1.5);
        // Pages and lists of files scroll themselves, above the buttons.
        let scrolls = !matches!(
            dialog,
            Dialog::Help
                | Dialog::Manual(_)
                | Dialog::Keys(_)
                | Dialog::About
                | Dialog::File(_)
                | Dialog::Settings(_)
        );
        let width: f32 = match dialog {
            Dialog::Help | Dialog::Manual(_) | Dialog::Keys(_) | Dialog::File(_) => 620.0,
            Dialog::GameData(_) | Dialog::Engines(_) => 480.0,
            _ => 380.0,
        };
        let screen = ui.ctx().content_rect();
        let height = screen.height() - TITLE;
        block_behind(ui, LayerId::new(Order::Middle, id));
        let window = Window::new(title)
            .id(id)
            .open(&mut open)
            .collapsible(false)
            .resizable([true, false])
            .constrain_to(screen.shrink(4.0))
            .default_width(width.min(screen.width() - 40.0))
            .default_height(height);
        // A dialog about the board leaves the board in view.
        let (pivot, place) = match dialog {
            Dialog::Annotation(_) => (Align2::RIGHT_TOP, screen.right_top() + vec2(-16.0, 96.0)),
            Dialog::Resign | Dialog::Leave | Dialog::Level(_) => {
                (Align2::CENTER_TOP, screen.center_top() + vec2(0.0, 72.0))
            }
            _ => (Align2::CENTER_CENTER, screen.center()),
        };
        window.pivot(pivot).default_pos(place).show(ui.ctx(), |ui| {
            let mut draw = |ui: &mut Ui| match &mut dialog {
                Dialog::NewGame(new_game) => new_game.show(ui, view),
                Dialog::Level(level) => level.show(ui, view),
                Dialog::SetUp(set_up) => set_up.show(ui, view),
                Dialog::File(file) => file.show(ui, view) == Outcome::Open,
                Dialog::Annotation(annotation) => annotation.show(ui, view),
                Dialog::GameData(data) => data.show(ui, view),
                Dialog::Export(export) => export.show(ui, view),
                Dialog::Engines(engines) => engines.show(ui, view),
                Dialog::Settings(page) => page.show(ui, view),
                Dialog::Resign => question::resign(ui, view),
                Dialog::Leave => question::leave(ui, view),
                Dialog::Help => help::help(ui, texts),
                Dialog::Manual(page) => page.show(ui, texts),
                Dialog::Keys(keys) => keys.show(ui, view),
                Dialog::About => help::about(ui, texts),
            };
            keep = if scrolls {
                ScrollArea::vertical().max_height(height).show(ui, draw).inner
            } else {
                draw(ui)
            };
        });
        if keep && (open || !dialog.may_close()) {
            *open_dialog = Some(dialog);
        } else if keep && matches!(dialog, Dialog::Leave) {
            view.commands.push(Command::Leave(LeaveChoice::Stay));
        }
    }
}
