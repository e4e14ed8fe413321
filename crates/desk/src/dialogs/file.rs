//! A file to open or to write, found in the desk's own list of folders: native dialogs need services that not every system has.

use std::path::{Path, PathBuf};

use eframe::egui::text::{CCursor, CCursorRange};
use eframe::egui::text_edit::TextEditState;
use eframe::egui::{Id, Key, Modifiers, ScrollArea, TextEdit, Ui};

use super::entered;
use crate::command::Command;
use crate::model::Model;
use crate::texts::{Language, without_dots};
use crate::widgets::icons::{self, Icon};

use crate::model::games::GamesCommand;
use crate::model::library::LibraryCommand;
use crate::model::puzzles::{Choice, PuzzleCommand};
use crate::model::suite::SuiteCommand;

/// What a file is wanted for.
#[derive(Clone, Copy)]
struct Purpose {
    title: fn(Language) -> &'static str,
    /// The endings of the files that are shown; all files if there is none.
    endings: &'static [&'static str],
    /// The name of a new file; empty where there has to be one.
    name: &'static str,
    command: fn(PathBuf) -> Command,
}

const GAMES: &[&str] = &[".pgn", ".pgn.zst", ".epd"];
const BOOKS: &[&str] = &[".txt", ".bin"];

/// See the file's head.
pub struct FileDialog {
    purpose: Purpose,
    saving: bool,
    folder: PathBuf,
    name: String,
    entries: Vec<(String, bool)>,
    /// The entry that the keys are on.
    marked: Option<usize>,
    /// It has not been drawn yet.
    new: bool,
}

impl FileDialog {
    /// To open a file.
    pub fn open(model: &Model) -> FileDialog {
        FileDialog::games_for(model, Purpose { title: Language::open, endings: GAMES, name: "", command: Command::OpenFile })
    }

    /// To list the games of a file.
    pub fn games(model: &Model) -> FileDialog {
        let command = |path| Command::Games(GamesCommand::List(path));
        FileDialog::games_for(model, Purpose { title: Language::list_games, endings: &GAMES[..2], name: "", command })
    }

    /// To open a suite of positions.
    pub fn suite(model: &Model) -> FileDialog {
        let command = |path| Command::Suite(SuiteCommand::Open(path));
        let purpose = Purpose { title: Language::open_suite, endings: &[".epd", ".pgn"], name: "", command };
        FileDialog::new(model.test.path.as_deref(), purpose)
    }

    /// To take puzzles from a file.
    pub fn puzzles(model: &Model) -> FileDialog {
        let command = |path| Command::Puzzle(PuzzleCommand::Open(path, Choice::default()));
        let purpose = Purpose { title: Language::open_puzzles, endings: &[".csv", ".csv.zst"], name: "", command };
        FileDialog::new(model.puzzles.path.as_deref(), purpose)
    }

    /// To choose a program, whatever its ending; the command names its path.
    pub fn program() -> FileDialog {
        let purpose = Purpose { title: Language::add_program, endings: &[], name: "", command: |path| Command::Open(path, 0) };
        FileDialog::new(None, purpose)
    }

    /// To open an opening library or a book.
    pub fn library(model: &Model) -> FileDialog {
        let command = |path| Command::Library(LibraryCommand::Open(path));
        FileDialog::library_for(model, Purpose { title: Language::library, endings: BOOKS, name: "", command })
    }

    /// To begin a library without moves.
    pub fn new_library(model: &Model) -> FileDialog {
        let command = |path| Command::Library(LibraryCommand::Begin(path));
        FileDialog::library_for(model, Purpose { title: Language::library_begin, endings: BOOKS, name: "library.txt", command })
    }

    /// To copy the open library or book.
    pub fn copied_library(model: &Model) -> FileDialog {
        let command = |path| Command::Library(LibraryCommand::CopyTo(path));
        FileDialog::library_for(model, Purpose { title: Language::library_copy, endings: BOOKS, name: "library.txt", command })
    }

    /// To write one.
    pub fn save(model: &Model) -> FileDialog {
        FileDialog::games_for(model, Purpose { title: Language::save_as, endings: GAMES, name: "games.pgn", command: Command::Save })
    }

    fn games_for(model: &Model, purpose: Purpose) -> FileDialog {
        FileDialog::new(model.record.file.as_deref().or(model.games.path.as_deref()), purpose)
    }

    fn library_for(model: &Model, purpose: Purpose) -> FileDialog {
        FileDialog::new(model.library.path.as_deref(), purpose)
    }

    /// Begins in the folder of a file, with its name where one is to be written.
    fn new(file: Option<&Path>, purpose: Purpose) -> FileDialog {
        let folder = file.and_then(Path::parent).map(PathBuf::from).or_else(|| std::env::current_dir().ok()).unwrap_or_default();
        let saving = !purpose.name.is_empty();
        let kept = file.and_then(Path::file_name).filter(|_| purpose.endings == GAMES);
        let name = kept.map_or_else(|| purpose.name.into(), |name| name.to_string_lossy().into_owned());
        let name = if saving { name } else { String::new() };
        let mut dialog = FileDialog { purpose, saving, folder, name, entries: Vec::new(), marked: None, new: true };
        dialog.read();
        dialog
    }

    /// Its title.
    pub fn title(&self, texts: Language) -> &'static str {
        (self.purpose.title)(texts)
    }

    fn read(&mut self) {
        let entries = std::fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let named = entries.map(|entry| (entry.file_name().to_string_lossy().into_owned(), entry.path().is_dir()));
        let fits = |(name, folder): &(String, bool)| {
            let endings = self.purpose.endings;
            let fits = || endings.is_empty() || endings.iter().any(|ending| name.to_ascii_lowercase().ends_with(ending));
            !name.starts_with('.') && (*folder || fits())
        };
        self.entries = named.filter(fits).collect();
        self.entries.sort_by_key(|(name, folder)| (!folder, name.to_lowercase()));
    }

    /// Draws it; false when it is done.
    pub fn show(&mut self, ui: &mut Ui, texts: Language, commands: &mut Vec<Command>) -> bool {
        let id = Id::unique("file name");
        let walked = ui.memory(|memory| memory.has_focus(id)) && self.walk(ui, id);
        ui.horizontal(|ui| {
            if icons::button(ui, Icon::Up, texts.folder_above(), 14.0).clicked() {
                self.go_up();
            }
            ui.label(self.folder.display().to_string());
        });
        let mut done = self.list(ui, walked);
        let field = ui
            .horizontal(|ui| {
                let label = ui.label(texts.file_name());
                ui.add(TextEdit::singleline(&mut self.name).id(id)).labelled_by(label.id)
            })
            .inner;
        if std::mem::take(&mut self.new) {
            field.request_focus();
        }
        if field.changed() {
            self.look_up();
        }
        done |= entered(&field);
        let mut open = true;
        ui.horizontal(|ui| {
            done |= ui.button(if self.saving { texts.save() } else { without_dots(texts.open()) }).clicked();
            open &= !ui.button(texts.cancel()).clicked();
        });
        if done {
            match self.choose() {
                Some(path) => {
                    commands.push((self.purpose.command)(path));
                    open = false;
                }
                None => field.request_focus(),
            }
        }
        open
    }

    /// The folders and files; says whether one was chosen for good.
    fn list(&mut self, ui: &mut Ui, walked: bool) -> bool {
        let (mut clicked, mut done) = (None, false);
        ScrollArea::vertical().max_height(260.0).min_scrolled_width(420.0).show(ui, |ui| {
            for (index, (name, folder)) in self.entries.iter().enumerate() {
                let label = if *folder { format!("{name}/") } else { name.clone() };
                let entry = ui.selectable_label(self.marked == Some(index), label);
                if walked && self.marked == Some(index) {
                    entry.scroll_to_me(None);
                }
                if entry.clicked() {
                    clicked = Some((index, *folder));
                }
                done |= entry.double_clicked() && !folder;
            }
        });
        if let Some((index, folder)) = clicked {
            self.mark(index);
            done |= folder;
        }
        done
    }

    /// The keys walk through the list while the name is typed; says whether they did.
    fn walk(&mut self, ui: &Ui, id: Id) -> bool {
        let pressed = |key: Key| ui.input_mut(|input| input.count_and_consume_key(Modifiers::NONE, key)) as isize;
        let steps = pressed(Key::ArrowDown) - pressed(Key::ArrowUp);
        if self.name.is_empty() && pressed(Key::Backspace) > 0 {
            self.go_up();
        }
        let Some(last) = self.entries.len().checked_sub(1).filter(|_| steps != 0) else { return false };
        let to = match self.marked {
            Some(index) => index.saturating_add_signed(steps).min(last),
            None if steps > 0 => 0,
            None => last,
        };
        self.mark(to);
        // What is typed next takes the place of the whole name.
        let all = CCursorRange::two(CCursor::new(0), CCursor::new(self.name.chars().count()));
        let mut state = TextEditState::load(ui.ctx(), id).unwrap_or_default();
        state.cursor.set_char_range(Some(all));
        state.store(ui.ctx(), id);
        true
    }

    fn mark(&mut self, index: usize) {
        let Some((name, folder)) = self.entries.get(index) else { return };
        self.marked = Some(index);
        // A folder is no name for what is to be written.
        if !(self.saving && *folder) {
            self.name.clone_from(name);
        }
    }

    /// Marks what begins with the letters that were typed.
    fn look_up(&mut self) {
        let typed = self.name.to_lowercase();
        let looks = !self.saving && !typed.is_empty();
        self.marked = self.entries.iter().position(|(name, _)| looks && name.to_lowercase().starts_with(&typed));
    }

    fn go_up(&mut self) {
        if self.folder.pop() {
            self.marked = None;
            self.read();
        }
    }

    /// The file that is meant: what was typed, else what is marked. A folder is entered instead.
    fn choose(&mut self) -> Option<PathBuf> {
        let typed = self.folder.join(self.name.trim());
        let marked = self.marked.and_then(|index| self.entries.get(index));
        let path = match marked {
            Some((name, folder)) if *folder || !self.saving && !typed.is_file() => self.folder.join(name),
            _ if self.name.trim().is_empty() => return None,
            _ => typed,
        };
        if !path.is_dir() {
            return Some(path);
        }
        (self.folder, self.marked) = (path, None);
        if !self.saving {
            self.name.clear();
        }
        self.read();
        None
    }
}
