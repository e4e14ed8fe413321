//! The desk as a program: one frame polls the model, draws, and carries commands out.

mod frame;

use std::sync::Arc;
use web_time::Instant;

use eframe::egui::{self, Ui};

use crate::announcer::{self, Announcer};
use crate::dialogs::{Dialog, EnginesDialog, Files};
use crate::dock::Dock;
use crate::menus::home::Home;
use crate::model::command::{Command, EnginesCommand, ViewCommand};
use crate::model::notice::Notice;
use crate::model::worker::WakeFn;
use crate::model::{Front, Model, Stage};
use crate::motion;
use crate::roster::Roster;
use crate::settings::Settings;
use crate::sound;
use crate::store::{SavedState, Store};
use crate::theme;
use crate::widgets::board::BoardView;
use crate::widgets::pieces::Pieces;
use crate::window::Window;
use crate::windows::{TypedMove, WindowState};

/// The whole program.
pub struct Desk {
    /// The state of the desk.
    pub model: Model,
    /// The user's preferences.
    pub settings: Settings,
    /// The layout of the windows.
    pub dock: Dock,
    /// The home page.
    pub home: Home,
    /// The dialog that is open.
    pub dialog: Option<Dialog>,
    /// What asks for files.
    pub files: Files,
    /// What is half entered on the board.
    pub board: BoardView,
    pieces: Pieces,
    window_state: WindowState,
    store: Option<Store>,
    size: Option<[f32; 2]>,
    announcer: Announcer,
    /// The game, and the number of its moves that have been heard.
    heard: (u64, usize),
    shown_title: String,
}

impl Desk {
    /// Creates a desk with these engines. The context is asked for a new frame when an engine has reported.
    pub fn new(ctx: &egui::Context, roster: Arc<dyn Roster>, settings: Settings) -> Desk {
        theme::install(ctx);
        theme::apply(ctx, &settings);
        let wake: WakeFn = {
            let ctx = ctx.clone();
            // Reports arrive faster than anyone can read them.
            Arc::new(move || ctx.request_repaint_after(std::time::Duration::from_millis(60)))
        };
        Desk {
            model: Model::new(roster, wake),
            settings,
            dock: Dock::default(),
            home: Home::default(),
            dialog: None,
            files: Files::default(),
            board: BoardView::default(),
            pieces: Pieces::default(),
            window_state: WindowState::default(),
            store: None,
            size: None,
            announcer: Announcer::default(),
            heard: (0, 0),
            shown_title: String::new(),
        }
    }

    /// Takes over what was remembered, and keeps changes in the store from now on.
    pub fn keep_in(&mut self, ctx: &egui::Context, store: Store, saved: SavedState) {
        theme::apply(ctx, &saved.settings);
        motion::apply(ctx, saved.settings.reduced_motion);
        (self.settings, self.dock) = (saved.settings, saved.dock);
        self.model.restore_choices(saved.choices);
        self.store = Some(store);
    }

    /// Returns what is to be remembered now.
    fn saved_state(&self) -> SavedState {
        SavedState {
            settings: self.settings.clone(),
            dock: self.dock.clone(),
            choices: self.model.recent_choices(),
            size: self.size,
        }
    }

    /// Writes what is to be remembered, some time after the last input.
    fn remember(&mut self, ctx: &egui::Context, now: Instant) {
        let Some(mut store) = self.store.take() else { return };
        self.size = ctx.input(|input| input.viewport().inner_rect).map(|rect| [rect.width(), rect.height()]);
        if ctx.input(|input| !input.events.is_empty()) {
            store.touch(now);
        }
        if store.is_due(now) {
            store.keep(&self.saved_state());
        }
        if let Some(rest) = store.rest(now) {
            ctx.request_repaint_after(rest);
        }
        self.store = Some(store);
    }

    /// Writes everything now, at the end of the program.
    pub fn keep_now(&mut self) {
        self.model.keep_now();
        if let Some(mut store) = self.store.take() {
            store.keep(&self.saved_state());
        }
    }

    /// Carries out a command.
    pub fn apply(&mut self, ctx: &egui::Context, command: Command, now: Instant) {
        match command {
            Command::Settings(settings) => {
                self.settings = *settings;
                theme::apply(ctx, &self.settings);
                motion::apply(ctx, self.settings.reduced_motion);
            }
            Command::View(command) => self.view(command, now),
            command => {
                if command == Command::Escape {
                    self.board.escape();
                }
                if command.acts() {
                    self.home.close();
                }
                if command.replaces_game() {
                    self.dock.uncover_board();
                }
                self.model.apply(command, now);
            }
        }
    }

    /// Changes what is on the screen.
    fn view(&mut self, command: ViewCommand, now: Instant) {
        let texts = self.settings.language;
        let said = match command {
            ViewCommand::Home => return self.home.open(),
            ViewCommand::FocusBoard | ViewCommand::FocusTyped => {
                self.home.close();
                self.dock.bring(Window::Board);
                return if command == ViewCommand::FocusBoard {
                    self.board.focus();
                } else {
                    self.window_state.get::<TypedMove>().focus();
                };
            }
            ViewCommand::SayEvaluation => announcer::evaluation(&self.model, texts),
            ViewCommand::SayClocks => texts.spoken_clocks(self.model.play.clocks(), now),
            ViewCommand::SayPosition => texts.spoken_position(self.model.record().position()),
        };
        self.model.notify(Notice::Said(said));
    }

    /// Plays a sound for a move that has just come onto the board, if the user wants that.
    fn knock(&mut self) {
        let plies = self.model.record().line().moves().len();
        let before = std::mem::replace(&mut self.heard, (self.model.record().id(), plies));
        if self.settings.sound
            && before == (self.model.record().id(), plies.wrapping_sub(1))
            && !sound::knock()
        {
            self.settings.sound = false;
            self.model.notify(Notice::NoSound);
        }
    }

    /// Brings what was opened to the front.
    fn bring_to_front(&mut self, now: Instant) {
        if self.model.take_games_to_front() {
            self.dock.bring(Window::Games);
            self.home.close();
        }
        match self.model.take_front() {
            Some(Front::Puzzles) => self.dock.bring(Window::Puzzles),
            Some(Front::LookBack) => {
                self.dock.bring(Window::Review);
                self.home.close();
            }
            Some(Front::Library) => self.dock.bring(Window::Library),
            Some(Front::Program(path)) => {
                let (dialog, examine) = EnginesDialog::for_file(&path);
                self.dialog = Some(Dialog::Engines(dialog));
                self.model.apply(EnginesCommand::Read, now);
                self.model.apply(examine, now);
            }
            None => {}
        }
    }

    /// Returns the title of the window: the game, its file, and whether it is saved.
    pub fn title(&self) -> String {
        format!("{} – Heirloom", self.settings.language.document(self.model.record()))
    }

    /// Sets the title of the window when it has changed.
    fn set_title(&mut self, ctx: &egui::Context) {
        let title = self.title();
        if title != self.shown_title {
            ctx.send_viewport_cmd(egui::ViewportCommand::Title(title.clone()));
            self.shown_title = title;
        }
    }

    /// Shows the home page if there is no game on the board, at the start of the program.
    pub fn welcome(&mut self) {
        if self.model.play.stage() == Stage::Free && self.model.record().game().move_count() == 0 {
            self.home.open();
        }
    }
}

impl eframe::App for Desk {
    fn ui(&mut self, ui: &mut Ui, _: &mut eframe::Frame) {
        self.frame(ui);
    }

    fn on_exit(&mut self, _: Option<&eframe::glow::Context>) {
        self.model.finish_saving();
        self.keep_now();
        self.model.dismiss_engines();
    }
}
