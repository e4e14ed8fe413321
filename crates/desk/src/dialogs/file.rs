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
    TablebaseCommand,
};
use crate::model::export::ExportKind;
use crate::model::puzzles::{MakeOrder, PuzzleFilter};
use crate::model::suite::Limit;
use crate::model::task::Task;
use crate::settings::Settings;
use crate::texts::{Language, file_name};
use chooser::Chooser;
use places::Places;
use request::{IfExists, Kind, Purpose, Request};
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
    /// Creates the dialog that follows when a file has been chosen.
    next: Option<Box<NextDialog>>,
    backend: Backend,
}

/// Creates a dialog about what was chosen in another one.
type NextDialog = dyn Fn(PathBuf, &Model) -> FileDialog;

enum Backend {
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
    /// Creates a dialog that starts in the folder of `near`, if that is known.
    fn new(
        title: fn(Language) -> &'static str,
        purpose: Purpose,
        kinds: &'static [Kind],
        near: Option<&Path>,
        model: &Model,
    ) -> FileDialog {
        let request = Request::new(title, purpose, kinds, near, model);
        FileDialog { request, command: None, next: None, backend: Backend::NotYet }
    }

    /// Sends a command for the file that is chosen.
    fn then<C: Into<Command>>(mut self, command: impl Fn(PathBuf) -> C + 'static) -> FileDialog {
        self.command = Some(Box::new(move |path| command(path).into()));
        self
    }

    /// Creates the dialog that opens a file of games or positions.
    pub fn open(model: &Model) -> FileDialog {
        const KINDS: &[Kind] = &[request::GAMES_AND_POSITIONS, request::GAMES, request::POSITIONS];
        FileDialog::new(Language::open, Purpose::Open, KINDS, games(model), model).then(FileCommand::OpenFile)
    }

    /// Creates the dialog that lists the games of a file.
    pub fn games(model: &Model) -> FileDialog {
        FileDialog::new(Language::list_games, Purpose::Open, &[request::GAMES], games(model), model)
            .then(GamesCommand::List)
    }

    /// Creates the dialog that saves the game.
    pub fn save(model: &Model) -> FileDialog {
        let near = games(model);
        let name =
            near.map_or_else(|| players(model, ".pgn", "games.pgn"), |path| file_name(path).into_owned());
        let purpose = Purpose::Save(name, IfExists::Append);
        let mut dialog = FileDialog::new(Language::save_as, purpose, &[request::PGN], near, model);
        dialog.request.known.clone_from(&model.record().file);
        dialog.then(FileCommand::Save)
    }

    /// Creates the dialog that adds a game of the list to another file.
    pub fn copied_game(number: u32, model: &Model) -> FileDialog {
        let purpose = Purpose::Save("games.pgn".into(), IfExists::Append);
        FileDialog::new(Language::copy_game_to, purpose, &[request::PGN], games(model), model)
            .then(move |path| GamesCommand::CopyTo(number, path))
    }

    /// Creates the dialog that saves the report of the review.
    pub fn report(model: &Model) -> FileDialog {
        let purpose = Purpose::Save(players(model, ".html", "review.html"), IfExists::Refuse);
        FileDialog::new(Language::save_report, purpose, &[request::PAGES], games(model), model)
            .then(ReviewCommand::Save)
    }

    /// Creates the dialog that exports a game of this name into a new file.
    pub fn export(
        kind: ExportKind,
        name: &str,
        model: &Model,
        command: impl Fn(PathBuf) -> Command + 'static,
    ) -> FileDialog {
        let kinds: &'static [Kind] = match kind {
            ExportKind::Png => &[request::PNG],
            ExportKind::Svg | ExportKind::AnimatedSvg => &[request::SVG],
            ExportKind::Gif => &[request::GIF],
            ExportKind::Page => &[request::PAGES],
            ExportKind::AnnotatedPgn | ExportKind::BarePgn => &[request::PGN],
        };
        let is_usual = |letter: &char| letter.is_alphanumeric() || " -_–".contains(*letter);
        let name: String = name.chars().filter(is_usual).collect();
        let name = format!("{}{}", name.replace('–', "-"), kinds[0].endings[0]);
        let purpose = Purpose::Save(name, IfExists::Refuse);
        FileDialog::new(Language::export, purpose, kinds, games(model), model).then(command)
    }

    /// Creates the dialog that opens a suite of positions.
    pub fn suite(model: &Model) -> FileDialog {
        const KINDS: &[Kind] = &[request::POSITIONS, request::GAMES];
        let near = model.test_run.path.as_deref();
        FileDialog::new(Language::open_suite, Purpose::Open, KINDS, near, model).then(SuiteCommand::Open)
    }

    /// Creates the dialog that takes puzzles from a file.
    pub fn puzzles(model: &Model) -> FileDialog {
        let near = model.puzzles.path.as_deref();
        FileDialog::new(Language::open_puzzles, Purpose::Open, &[request::PUZZLES], near, model)
            .then(|path| PuzzleCommand::Open(path, PuzzleFilter::default()))
    }

    /// Creates the dialog that chooses games to make puzzles from. The one for their file follows.
    pub fn puzzle_games(engine: String, limit: Limit, model: &Model) -> FileDialog {
        let choose =
            FileDialog::new(Language::make_puzzles, Purpose::Open, &[request::GAMES], games(model), model);
        let next = move |games, model: &Model| FileDialog::made_puzzles(games, engine.clone(), limit, model);
        FileDialog { next: Some(Box::new(next)), ..choose }
    }

    /// Creates the dialog that chooses the file of puzzles that an engine makes from these games.
    fn made_puzzles(games: PathBuf, engine: String, limit: Limit, model: &Model) -> FileDialog {
        let name = file_name(&games);
        let name = name.split('.').next().unwrap_or_default();
        let purpose = Purpose::Save(format!("{name}-puzzles.csv"), IfExists::Refuse);
        FileDialog::new(Language::save_puzzles, purpose, &[request::PUZZLES], Some(&games), model).then(
            move |file| {
                let (games, engine) = (games.clone(), engine.clone());
                PuzzleCommand::Make(MakeOrder { games, engine, limit, file })
            },
        )
    }

    /// Creates the dialog that opens an opening library or a book.
    pub fn library(model: &Model) -> FileDialog {
        let near = model.library.path.as_deref();
        FileDialog::new(Language::library, Purpose::Open, &[request::BOOKS], near, model)
            .then(LibraryCommand::Open)
    }

    /// Creates the dialog that creates a library.
    pub fn new_library(model: &Model) -> FileDialog {
        FileDialog::library_to_write(model, Language::library_begin).then(LibraryCommand::Begin)
    }

    /// Creates the dialog that copies the open library or book.
    pub fn copied_library(model: &Model) -> FileDialog {
        FileDialog::library_to_write(model, Language::library_copy).then(LibraryCommand::CopyTo)
    }

    fn library_to_write(model: &Model, title: fn(Language) -> &'static str) -> FileDialog {
        let purpose = Purpose::Save("library.txt".into(), IfExists::Refuse);
        FileDialog::new(title, purpose, &[request::LIBRARIES], model.library.path.as_deref(), model)
    }

    /// Creates the dialog that chooses a program, whose path goes to the dialog that asks for it.
    pub fn program(near: Option<&Path>, model: &Model) -> FileDialog {
        FileDialog::new(Language::add_program, Purpose::Open, &[request::PROGRAMS], near, model)
    }

    /// Creates the dialog that chooses the folder that a program works in.
    pub fn folder(near: Option<&Path>, model: &Model) -> FileDialog {
        FileDialog::new(Language::program_folder, Purpose::Folder, &[request::ALL], near, model)
    }

    /// Creates the dialog that chooses the folder of the endgame tablebases.
    pub fn tablebases(model: &Model) -> FileDialog {
        FileDialog::new(Language::tablebase_folder, Purpose::Folder, &[request::ALL], None, model)
            .then(TablebaseCommand::Use)
    }

    /// Returns the title.
    pub fn title(&self, texts: Language) -> &'static str {
        (self.request.title)(texts)
    }

    /// Returns true if a folder is being read.
    pub fn is_reading(&self) -> bool {
        matches!(&self.backend, Backend::Desk(chooser) if chooser.is_reading())
    }

    /// Returns true if the dialog can be closed. A question whether to write a file is closed first.
    pub fn may_close(&mut self) -> bool {
        match &mut self.backend {
            Backend::Desk(chooser) => !chooser.takes_back(),
            _ => true,
        }
    }

    /// Opens a dialog if none is open yet, and reads the answer of the system's.
    fn ask(&mut self, view: &DialogView<'_>) -> Outcome {
        if matches!(self.backend, Backend::NotYet) {
            match view.files.system(view.settings) {
                Some(parent) => {
                    let task = system::ask(parent, &self.request, view.texts(), view.model.wake());
                    self.backend = Backend::System(Some(task));
                }
                None => self.ask_here(view),
            }
        }
        let Backend::System(task) = &mut self.backend else { return Outcome::Open };
        let answer = Task::finish(task);
        match answer {
            None if task.is_some() => Outcome::Open,
            Some(Answer::Cancelled) => Outcome::Cancelled,
            Some(Answer::Chosen(path)) => Outcome::Chosen(self.request.complete(path)),
            // A task that ended without an answer showed no dialog.
            Some(Answer::Missing) | None => {
                self.ask_here(view);
                Outcome::Open
            }
        }
    }

    fn ask_here(&mut self, view: &DialogView<'_>) {
        let chooser = Chooser::new(self.request.clone(), &view.files.places, view.model);
        self.backend = Backend::Desk(Box::new(chooser));
    }

    /// Draws the dialog within another one, and returns the outcome.
    pub fn show(&mut self, ui: &mut Ui, view: &mut DialogView<'_>) -> Outcome {
        let texts = view.texts();
        let outcome = match self.ask(view) {
            Outcome::Open => match &mut self.backend {
                Backend::Desk(chooser) => chooser.show(ui, texts),
                _ => {
                    ui.label(texts.system_asks());
                    if ui.button(texts.cancel()).clicked() { Outcome::Cancelled } else { Outcome::Open }
                }
            },
            outcome => outcome,
        };
        self.answer(&outcome, view);
        match self.following(&outcome, view.model) {
            Some(next) => {
                *self = next;
                Outcome::Open
            }
            None => outcome,
        }
    }

    /// Returns the dialog that follows.
    fn following(&self, outcome: &Outcome, model: &Model) -> Option<FileDialog> {
        let Outcome::Chosen(path) = outcome else { return None };
        Some(self.next.as_ref()?(path.clone(), model))
    }

    /// Sends the command for what was chosen, and remembers its folder.
    fn answer(&self, outcome: &Outcome, view: &mut DialogView<'_>) {
        let Outcome::Chosen(path) = outcome else { return };
        let folder =
            if self.request.purpose == Purpose::Folder { Some(path.as_path()) } else { path.parent() };
        view.commands.extend(folder.map(|folder| Command::File(FileCommand::Visited(folder.into()))));
        view.commands.extend(self.command.as_ref().map(|command| command(path.clone())));
    }

    /// Hands a dialog for a file to the system, and reads its answer. If the system already shows a dialog,
    /// perhaps behind other windows, or has none, the desk shows its own.
    pub fn hand_over(dialog: &mut Option<Dialog>, view: &mut DialogView<'_>) {
        let free = view.files.pending.is_none() && view.files.system(view.settings).is_some();
        if let Some(Dialog::File(file)) = dialog
            && matches!(file.backend, Backend::NotYet)
        {
            if !free {
                file.ask_here(view);
            } else if let Some(Dialog::File(file)) = dialog.take() {
                view.files.pending = Some(file);
            }
        }
        let Some(mut file) = view.files.pending.take() else { return };
        let outcome = file.ask(view);
        file.answer(&outcome, view);
        match outcome {
            Outcome::Open if matches!(file.backend, Backend::System(_)) => view.files.pending = Some(file),
            Outcome::Open => *dialog = Some(Dialog::File(file)),
            _ => view.files.pending = file.following(&outcome, view.model),
        }
    }
}

/// Returns the name of a file with the players of the game, or another one if they are not known.
fn players(model: &Model, ending: &str, otherwise: &str) -> String {
    let tags = model.record().game().tags();
    let player = |name: &str| {
        let letters = tags.get(name).unwrap_or_default().chars();
        letters.filter(|letter| letter.is_alphanumeric() || " -_".contains(*letter)).collect::<String>()
    };
    match [player("White"), player("Black")] {
        [white, black] if white.trim().is_empty() || black.trim().is_empty() => otherwise.into(),
        [white, black] => format!("{white} - {black}{ending}"),
    }
}

/// Returns the file of games that is in use.
fn games(model: &Model) -> Option<&Path> {
    model.record().file.as_deref().or(model.games.path.as_deref())
}
