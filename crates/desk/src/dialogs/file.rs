//! Choosing a file or folder to open or write, in the system's dialog if there is one, else in the desk's own.
//!
//! A [`Request`] describes what is wanted. It goes to [`system`], which runs in a task, or to [`chooser`], which is part of the desk; [`Files`] decides.

mod chooser;
mod folder;
mod places;
mod request;
mod system;

use std::path::{Path, PathBuf};

use eframe::egui::Ui;
use rfd::AsyncFileDialog;

use crate::command::Command;
use crate::model::Model;
use crate::model::games::GamesCommand;
use crate::model::library::LibraryCommand;
use crate::model::puzzles::{Choice, PuzzleCommand};
use crate::model::suite::SuiteCommand;
use crate::model::task::Task;
use crate::settings::Settings;
use crate::texts::Language;
use chooser::Chooser;
pub use chooser::Trouble;
use places::Places;
use request::{Existing, Kind, Request, Wish};
use system::Answer;

use super::{Dialog, View};

/// Which dialog is used, and the places that it offers.
pub struct Files {
    /// Home, disks and the like.
    places: Places,
    /// The window that the system's dialog belongs to; none if the system's dialogs are not used.
    parent: Option<AsyncFileDialog>,
    /// The dialog that the system shows at the moment.
    pending: Option<FileDialog>,
}

impl Default for Files {
    fn default() -> Files {
        Files { places: Places::of_system(), parent: None, pending: None }
    }
}

impl Files {
    /// Uses the system's dialogs from now on, unless the settings forbid it; they belong to the window of `parent`.
    pub fn ask_system(&mut self, parent: AsyncFileDialog) {
        self.parent = Some(parent);
    }

    /// Offers the places of a user with this home folder, for pictures that are the same everywhere.
    pub fn live_in(&mut self, home: &Path) {
        self.places = Places::within(home);
    }

    fn system(&self, settings: &Settings) -> Option<&AsyncFileDialog> {
        self.parent.as_ref().filter(|_| settings.system_dialogs)
    }
}

/// What is wanted, and which dialog shows it.
pub struct FileDialog {
    request: Request,
    command: Option<fn(PathBuf) -> Command>,
    asks: Asks,
}

enum Asks {
    NotYet,
    System(Option<Task<Answer>>),
    Desk(Box<Chooser>),
}

/// What has come of a dialog.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The dialog is still open.
    Open,
    /// Nothing was chosen.
    Cancelled,
    /// This file or folder was chosen.
    Chosen(PathBuf),
}

impl FileDialog {
    fn new(request: Request, command: fn(PathBuf) -> Command) -> FileDialog {
        FileDialog { request, command: Some(command), asks: Asks::NotYet }
    }

    /// To open a file of games or positions.
    pub fn open(model: &Model) -> FileDialog {
        const KINDS: &[Kind] = &[request::GAMES_AND_POSITIONS, request::GAMES, request::POSITIONS];
        FileDialog::new(
            Request::new(Language::open, Wish::Open, KINDS, games(model), model),
            Command::OpenFile,
        )
    }

    /// To list the games of a file.
    pub fn games(model: &Model) -> FileDialog {
        let request = Request::new(Language::list_games, Wish::Open, &[request::GAMES], games(model), model);
        FileDialog::new(request, |path| Command::Games(GamesCommand::List(path)))
    }

    /// To write the game.
    pub fn save(model: &Model) -> FileDialog {
        let near = games(model);
        let name = near
            .and_then(Path::file_name)
            .map_or_else(|| "games.pgn".into(), |name| name.to_string_lossy().into_owned());
        let mut request =
            Request::new(Language::save_as, Wish::Save(name, Existing::Added), &[request::PGN], near, model);
        request.known.clone_from(&model.record.file);
        FileDialog::new(request, Command::Save)
    }

    /// To open a suite of positions.
    pub fn suite(model: &Model) -> FileDialog {
        const KINDS: &[Kind] = &[request::POSITIONS, request::GAMES];
        let request =
            Request::new(Language::open_suite, Wish::Open, KINDS, model.test.path.as_deref(), model);
        FileDialog::new(request, |path| Command::Suite(SuiteCommand::Open(path)))
    }

    /// To take puzzles from a file.
    pub fn puzzles(model: &Model) -> FileDialog {
        let request = Request::new(
            Language::open_puzzles,
            Wish::Open,
            &[request::PUZZLES],
            model.puzzles.path.as_deref(),
            model,
        );
        FileDialog::new(request, |path| Command::Puzzle(PuzzleCommand::Open(path, Choice::default())))
    }

    /// To open an opening library or a book.
    pub fn library(model: &Model) -> FileDialog {
        let request = Request::new(
            Language::library,
            Wish::Open,
            &[request::BOOKS],
            model.library.path.as_deref(),
            model,
        );
        FileDialog::new(request, |path| Command::Library(LibraryCommand::Open(path)))
    }

    /// To begin a library without moves.
    pub fn new_library(model: &Model) -> FileDialog {
        FileDialog::library_to_write(model, Language::library_begin, |path| {
            Command::Library(LibraryCommand::Begin(path))
        })
    }

    /// To copy the open library or book.
    pub fn copied_library(model: &Model) -> FileDialog {
        FileDialog::library_to_write(model, Language::library_copy, |path| {
            Command::Library(LibraryCommand::CopyTo(path))
        })
    }

    fn library_to_write(
        model: &Model,
        title: fn(Language) -> &'static str,
        command: fn(PathBuf) -> Command,
    ) -> FileDialog {
        let wish = Wish::Save("library.txt".into(), Existing::Refused);
        FileDialog::new(
            Request::new(title, wish, &[request::LIBRARIES], model.library.path.as_deref(), model),
            command,
        )
    }

    /// To choose a program: the dialog that asks for it takes its path.
    pub fn program(near: Option<&Path>, model: &Model) -> FileDialog {
        let request = Request::new(Language::add_program, Wish::Open, &[request::PROGRAMS], near, model);
        FileDialog { request, command: None, asks: Asks::NotYet }
    }

    /// To choose the folder that a program works in.
    pub fn folder(near: Option<&Path>, model: &Model) -> FileDialog {
        let request = Request::new(Language::program_folder, Wish::Folder, &[request::ALL], near, model);
        FileDialog { request, command: None, asks: Asks::NotYet }
    }

    /// Its title.
    pub fn title(&self, texts: Language) -> &'static str {
        (self.request.title)(texts)
    }

    /// Is a folder being read?
    pub fn is_reading(&self) -> bool {
        matches!(&self.asks, Asks::Desk(chooser) if chooser.is_reading())
    }

    /// May it be closed? Not while it asks whether a file is written: that question goes first.
    pub fn may_close(&mut self) -> bool {
        match &mut self.asks {
            Asks::Desk(chooser) => !chooser.takes_back(),
            _ => true,
        }
    }

    /// Opens a dialog if none is open yet, and looks for the answer of the system's.
    fn ask(&mut self, files: &Files, settings: &Settings, model: &Model) -> Outcome {
        if matches!(self.asks, Asks::NotYet) {
            match files.system(settings) {
                Some(parent) => {
                    self.asks = Asks::System(Some(system::ask(
                        parent,
                        &self.request,
                        settings.language,
                        model.wake(),
                    )))
                }
                None => self.ask_here(files, model),
            }
        }
        let Asks::System(task) = &mut self.asks else { return Outcome::Open };
        let answer = Task::finish(task);
        match answer {
            None if task.is_some() => Outcome::Open,
            Some(Answer::Cancelled) => Outcome::Cancelled,
            Some(Answer::Chosen(path)) => Outcome::Chosen(self.request.complete(path)),
            // A task that ended without an answer showed no dialog.
            Some(Answer::Missing) | None => {
                self.ask_here(files, model);
                Outcome::Open
            }
        }
    }

    fn ask_here(&mut self, files: &Files, model: &Model) {
        self.asks = Asks::Desk(Box::new(Chooser::new(self.request.clone(), &files.places, model)));
    }

    /// Draws it within another dialog, and returns the outcome.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        files: &Files,
        settings: &Settings,
        model: &Model,
        commands: &mut Vec<Command>,
    ) -> Outcome {
        let texts = settings.language;
        let outcome = match self.ask(files, settings, model) {
            Outcome::Open => match &mut self.asks {
                Asks::Desk(chooser) => chooser.show(ui, texts),
                _ => {
                    ui.label(texts.system_asks());
                    if ui.button(texts.cancel()).clicked() { Outcome::Cancelled } else { Outcome::Open }
                }
            },
            outcome => outcome,
        };
        self.answer(&outcome, commands);
        outcome
    }

    /// Sends the command for what was chosen, and remembers its folder.
    fn answer(&self, outcome: &Outcome, commands: &mut Vec<Command>) {
        let Outcome::Chosen(path) = outcome else { return };
        let folder = if self.request.wish == Wish::Folder { Some(path.as_path()) } else { path.parent() };
        commands.extend(folder.map(|folder| Command::Visited(folder.into())));
        commands.extend(self.command.map(|command| command(path.clone())));
    }

    /// Hands the desk's dialog to the system if it is one for a file, and looks for the answer. If the system already shows a dialog, perhaps behind
    /// other windows, or has none, the desk shows its own.
    pub fn hand_over(dialog: &mut Option<Dialog>, view: &mut View<'_>) {
        let View { model, settings, files, commands, .. } = view;
        let free = files.pending.is_none() && files.system(settings).is_some();
        if let Some(Dialog::File(file)) = dialog
            && matches!(file.asks, Asks::NotYet)
        {
            if !free {
                file.ask_here(files, model);
            } else if let Some(Dialog::File(file)) = dialog.take() {
                files.pending = Some(file);
            }
        }
        let Some(mut file) = files.pending.take() else { return };
        let outcome = file.ask(files, settings, model);
        file.answer(&outcome, commands);
        match outcome {
            Outcome::Open if matches!(file.asks, Asks::System(_)) => files.pending = Some(file),
            Outcome::Open => *dialog = Some(Dialog::File(file)),
            _ => {}
        }
    }
}

/// The file of games that is at hand.
fn games(model: &Model) -> Option<&Path> {
    model.record.file.as_deref().or(model.games.path.as_deref())
}
