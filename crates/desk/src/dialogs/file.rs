//! Choosing a file or folder to open or save, in the system's dialog if there is one, else in the desk's own.
//!
//! A [`Request`] describes what is asked for. It goes to [`system`], which runs in a task, or to [`chooser`],
//! which is part of the desk; [`Files`] decides.

mod chooser;
mod folder;
mod places;
mod request;
#[cfg(not(target_family = "wasm"))]
mod system;
#[cfg(target_family = "wasm")]
#[path = "file/browser.rs"]
mod system;

use std::path::{Path, PathBuf};

use eframe::egui::Ui;

use crate::model::Model;
use crate::model::command::{
    Command, FileCommand, GamesCommand, LibraryCommand, PuzzleCommand, ReviewCommand, SuiteCommand,
};
use crate::model::puzzles::{Choice, Order};
use crate::model::suite::Limit;
use crate::model::task::Task;
use crate::settings::Settings;
use crate::texts::Language;
use chooser::Chooser;
use places::Places;
use request::{Existing, Kind, Purpose, Request};
use system::Parent;

use super::{Dialog, DialogView};

/// The choice between both dialogs, and the places that the desk's own offers.
pub struct Files {
    /// Home, disks and similar places.
    places: Places,
    /// The window that the system's dialog belongs to; none if the system's dialogs are not used.
    parent: Option<Parent>,
    /// The dialog that the system shows.
    pending: Option<FileDialog>,
}

impl Default for Files {
    fn default() -> Files {
        Files { places: Places::of_system(), parent: None, pending: None }
    }
}

impl Files {
    /// Uses the system's dialogs from now on, as children of the window of `parent`, unless the settings
    /// forbid it.
    pub fn ask_system(&mut self, parent: Parent) {
        self.parent = Some(parent);
    }

    /// Offers the places of a user with this home folder.
    pub fn live_in(&mut self, home: &Path) {
        self.places = Places::within(home);
    }

    fn system(&self, settings: &Settings) -> Option<&Parent> {
        self.parent.as_ref().filter(|_| settings.system_dialogs)
    }
}

/// A request, and the dialog that shows it.
pub struct FileDialog {
    request: Request,
    command: Option<Box<dyn Fn(PathBuf) -> Command>>,
    asks: Asks,
}

enum Asks {
    NotYet,
    System(Option<Task<Answer>>),
    Desk(Box<Chooser>),
}

/// The answer of the system's dialog.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(target_family = "wasm", expect(dead_code, reason = "there is no such dialog in a browser"))]
enum Answer {
    /// This file or folder was chosen.
    Chosen(PathBuf),
    /// Nothing was chosen.
    Cancelled,
    /// The system has no file dialog.
    Missing,
}

/// The outcome of a dialog.
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
    fn new(request: Request, command: impl Fn(PathBuf) -> Command + 'static) -> FileDialog {
        FileDialog { request, command: Some(Box::new(command)), asks: Asks::NotYet }
    }

    /// Creates the dialog that opens a file of games or positions.
    pub fn open(model: &Model) -> FileDialog {
        const KINDS: &[Kind] = &[request::GAMES_AND_POSITIONS, request::GAMES, request::POSITIONS];
        FileDialog::new(Request::new(Language::open, Purpose::Open, KINDS, games(model), model), |path| {
            Command::File(FileCommand::OpenFile(path))
        })
    }

    /// Creates the dialog that lists the games of a file.
    pub fn games(model: &Model) -> FileDialog {
        let request =
            Request::new(Language::list_games, Purpose::Open, &[request::GAMES], games(model), model);
        FileDialog::new(request, |path| Command::Games(GamesCommand::List(path)))
    }

    /// Creates the dialog that saves the game.
    pub fn save(model: &Model) -> FileDialog {
        let near = games(model);
        let name = near
            .and_then(Path::file_name)
            .map_or_else(|| "games.pgn".into(), |name| name.to_string_lossy().into_owned());
        let mut request = Request::new(
            Language::save_as,
            Purpose::Save(name, Existing::Added),
            &[request::PGN],
            near,
            model,
        );
        request.known.clone_from(&model.record().file);
        FileDialog::new(request, |path| Command::File(FileCommand::Save(path)))
    }

    /// Creates the dialog that saves the report of the review.
    pub fn report(model: &Model) -> FileDialog {
        let tags = model.record().game().tags();
        let player = |name: &str| {
            let letters = tags.get(name).unwrap_or_default().chars();
            letters.filter(|letter| letter.is_alphanumeric() || " -_".contains(*letter)).collect::<String>()
        };
        let name = match [player("White"), player("Black")] {
            [white, black] if white.is_empty() || black.is_empty() => "review.html".into(),
            [white, black] => format!("{white} - {black}.html"),
        };
        let purpose = Purpose::Save(name, Existing::Refused);
        let request = Request::new(Language::save_report, purpose, &[request::PAGES], games(model), model);
        FileDialog::new(request, |path| Command::Review(ReviewCommand::Save(path)))
    }

    /// Creates the dialog that opens a suite of positions.
    pub fn suite(model: &Model) -> FileDialog {
        const KINDS: &[Kind] = &[request::POSITIONS, request::GAMES];
        let request =
            Request::new(Language::open_suite, Purpose::Open, KINDS, model.test_run().path.as_deref(), model);
        FileDialog::new(request, |path| Command::Suite(SuiteCommand::Open(path)))
    }

    /// Creates the dialog that takes puzzles from a file.
    pub fn puzzles(model: &Model) -> FileDialog {
        let request = Request::new(
            Language::open_puzzles,
            Purpose::Open,
            &[request::PUZZLES],
            model.puzzles().path.as_deref(),
            model,
        );
        FileDialog::new(request, |path| Command::Puzzle(PuzzleCommand::Open(path, Choice::default())))
    }

    /// Creates the dialog that chooses games to make puzzles from.
    pub fn puzzle_games(model: &Model) -> FileDialog {
        let request =
            Request::new(Language::make_puzzles, Purpose::Open, &[request::GAMES], games(model), model);
        FileDialog::new(request, |path| Command::Puzzle(PuzzleCommand::Games(Some(path))))
    }

    /// Creates the dialog that chooses the file of puzzles that an engine makes from these games.
    pub fn made_puzzles(games: PathBuf, engine: String, limit: Limit, model: &Model) -> FileDialog {
        let name = games.file_name().unwrap_or_default().to_string_lossy();
        let name = name.split('.').next().unwrap_or_default();
        let purpose = Purpose::Save(format!("{name}-puzzles.csv"), Existing::Refused);
        let request = Request::new(Language::save_puzzles, purpose, &[request::PUZZLES], Some(&games), model);
        FileDialog::new(request, move |file| {
            let (games, engine) = (games.clone(), engine.clone());
            Command::Puzzle(PuzzleCommand::Make(Order { games, engine, limit, file }))
        })
    }

    /// Creates the dialog that opens an opening library or a book.
    pub fn library(model: &Model) -> FileDialog {
        let request = Request::new(
            Language::library,
            Purpose::Open,
            &[request::BOOKS],
            model.library().path.as_deref(),
            model,
        );
        FileDialog::new(request, |path| Command::Library(LibraryCommand::Open(path)))
    }

    /// Creates the dialog that creates a library.
    pub fn new_library(model: &Model) -> FileDialog {
        FileDialog::library_to_write(model, Language::library_begin, |path| {
            Command::Library(LibraryCommand::Begin(path))
        })
    }

    /// Creates the dialog that copies the open library or book.
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
        let purpose = Purpose::Save("library.txt".into(), Existing::Refused);
        FileDialog::new(
            Request::new(title, purpose, &[request::LIBRARIES], model.library().path.as_deref(), model),
            command,
        )
    }

    /// Creates the dialog that chooses a program, whose path goes to the dialog that asks for it.
    pub fn program(near: Option<&Path>, model: &Model) -> FileDialog {
        let request = Request::new(Language::add_program, Purpose::Open, &[request::PROGRAMS], near, model);
        FileDialog { request, command: None, asks: Asks::NotYet }
    }

    /// Creates the dialog that chooses the folder that a program works in.
    pub fn folder(near: Option<&Path>, model: &Model) -> FileDialog {
        let request = Request::new(Language::program_folder, Purpose::Folder, &[request::ALL], near, model);
        FileDialog { request, command: None, asks: Asks::NotYet }
    }

    /// Returns the title.
    pub fn title(&self, texts: Language) -> &'static str {
        (self.request.title)(texts)
    }

    /// Returns true if a folder is being read.
    pub fn is_reading(&self) -> bool {
        matches!(&self.asks, Asks::Desk(chooser) if chooser.is_reading())
    }

    /// Returns true if the dialog can be closed. A question whether to write a file is closed first.
    pub fn may_close(&mut self) -> bool {
        match &mut self.asks {
            Asks::Desk(chooser) => !chooser.takes_back(),
            _ => true,
        }
    }

    /// Opens a dialog if none is open yet, and reads the answer of the system's.
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

    /// Draws the dialog within another one, and returns the outcome.
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
        let folder =
            if self.request.purpose == Purpose::Folder { Some(path.as_path()) } else { path.parent() };
        commands.extend(folder.map(|folder| Command::File(FileCommand::Visited(folder.into()))));
        commands.extend(self.command.as_ref().map(|command| command(path.clone())));
    }

    /// Hands a dialog for a file to the system, and reads its answer. If the system already shows a dialog,
    /// perhaps behind other windows, or has none, the desk shows its own.
    pub fn hand_over(dialog: &mut Option<Dialog>, view: &mut DialogView<'_>) {
        let DialogView { model, settings, files, commands, .. } = view;
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

/// Returns the file of games that is in use.
fn games(model: &Model) -> Option<&Path> {
    model.record().file.as_deref().or(model.games().path.as_deref())
}
