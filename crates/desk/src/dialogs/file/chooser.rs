//! The desk's own file dialog, for systems without one: places, the files of a folder, and a line for a name
//! or a path.

mod view;

use std::cmp::Ordering;
use std::mem::take;
use std::path::{PathBuf, is_separator};

use super::Outcome;
use super::folder::{self, Entry, Found};
use super::places::{Place, Places};
use super::request::{self, IfExists, Purpose, Request};
use crate::model::Model;
use crate::model::task::Task;
use crate::model::worker::WakeFn;
use crate::texts::FileError;

/// The state of the dialog.
pub struct Chooser {
    request: Request,
    home: Option<PathBuf>,
    places: Vec<Place>,
    places_task: Option<Task<Vec<Place>>>,
    folder: PathBuf,
    entries: Vec<Entry>,
    /// The entries that are listed.
    listed: Vec<usize>,
    /// The entry that the keys are on.
    marked: Option<usize>,
    /// Whether to scroll to it.
    reveal: bool,
    /// The kind of files listed.
    kind: usize,
    /// The column that the entries are sorted by, and whether the largest comes first.
    sorted: (usize, bool),
    hidden: bool,
    /// The text in the field: a name or a path.
    typed: String,
    /// The letters that listed names contain.
    filter: String,
    reading: Option<Task<Found>>,
    /// The path that is being looked up.
    aim: PathBuf,
    /// Whether a folder is chosen as soon as it is found.
    choose_folder: bool,
    /// A choice that was made while a folder was being read, and whether it was final.
    queued: Option<bool>,
    /// Whether a folder has been listed.
    has_listed: bool,
    /// A file that exists and waits for the user's confirmation, and whether that was just asked for.
    asking: Option<(PathBuf, bool)>,
    error: Option<FileError>,
    wake: WakeFn,
    /// Whether the dialog has not been drawn yet.
    new: bool,
    /// Whether the field is to be focused again after a click.
    touched: bool,
}

impl Chooser {
    /// Starts in the folder of the request.
    pub fn new(request: Request, places: &Places, model: &Model) -> Chooser {
        let (recent, wake, searched) = (model.files.folders().to_vec(), model.wake().clone(), places.clone());
        let mut chooser = Chooser {
            home: places.home.clone(),
            places: Vec::new(),
            places_task: Some(Task::start(&wake, move |_| searched.existing(&recent))),
            folder: request.folder.clone(),
            entries: Vec::new(),
            listed: Vec::new(),
            marked: None,
            reveal: false,
            kind: 0,
            sorted: (0, false),
            hidden: false,
            typed: request.name().into(),
            filter: String::new(),
            reading: None,
            aim: PathBuf::new(),
            choose_folder: false,
            queued: None,
            has_listed: false,
            asking: None,
            error: None,
            wake,
            new: true,
            touched: false,
            request,
        };
        chooser.look_at(chooser.folder.clone());
        chooser
    }

    /// Returns true if something is being read.
    pub fn is_reading(&self) -> bool {
        self.reading.is_some() || self.places_task.is_some()
    }

    fn entry(&self, row: usize) -> Option<&Entry> {
        self.entries.get(*self.listed.get(row)?)
    }

    fn mark(&mut self, row: usize) {
        let Some(entry) = self.entry(row) else { return };
        let (name, folder) = (entry.shown.clone(), entry.folder);
        (self.marked, self.error, self.asking, self.queued) = (Some(row), None, None, None);
        // The name of a folder is not a name for a new file.
        if !(self.request.saves() && folder) {
            self.typed = name;
        }
    }

    /// Lists the entries that contain the letters, and goes to the folder when its path is complete.
    fn type_on(&mut self) {
        self.queued = None;
        if self.typed.ends_with(is_separator) {
            return self.look_at(request::typed(&self.typed, &self.folder, self.home.as_deref()));
        }
        let filters = !self.request.saves() && !self.typed.contains(is_separator);
        self.filter = if filters { self.typed.trim().to_lowercase() } else { String::new() };
        self.list_again();
        let begins = |row: &usize| {
            self.entry(*row).is_some_and(|entry| entry.shown.to_lowercase().starts_with(&self.filter))
        };
        let rows = 0..self.listed.len();
        self.marked =
            rows.clone().find(begins).or_else(|| rows.clone().next()).filter(|_| !self.filter.is_empty());
        self.reveal = true;
    }

    /// Filters and sorts the entries.
    fn list_again(&mut self) {
        let kind = self.request.kinds.iter().chain([&request::ALL]).nth(self.kind).unwrap_or(&request::ALL);
        let folders = self.request.purpose == Purpose::Folder;
        let is_listed = |entry: &Entry| {
            entry.is_listed(kind, self.hidden, folders)
                && (self.filter.is_empty() || entry.shown.to_lowercase().contains(&self.filter))
        };
        // They are sorted by name.
        let entries = &self.entries;
        self.listed = (0..entries.len()).filter(|&index| is_listed(&entries[index])).collect();
        let (column, descending) = self.sorted;
        self.listed.sort_by(|&one, &other| {
            let (one, other) = (&entries[one], &entries[other]);
            let order = match column {
                1 => one.size.cmp(&other.size),
                2 => one.changed.cmp(&other.changed),
                _ if descending => one.shown.to_lowercase().cmp(&other.shown.to_lowercase()),
                _ => Ordering::Equal,
            };
            other.folder.cmp(&one.folder).then(if descending { order.reverse() } else { order })
        });
        self.marked = None;
    }

    fn go_up(&mut self) {
        if let Some(above) = self.folder.parent() {
            self.go_to(above.to_owned());
        }
    }

    /// Goes to a folder that was clicked; an earlier choice no longer counts.
    fn go_to(&mut self, path: PathBuf) {
        self.queued = None;
        self.look_at(path);
    }

    fn look_at(&mut self, path: PathBuf) {
        (self.error, self.choose_folder) = (None, false);
        self.aim.clone_from(&path);
        self.reading = Some(Task::start(&self.wake, move |_| folder::look(&path)));
    }

    /// Looks up what is chosen: the text, else the selected entry, else the folder if one is asked for.
    fn choose(&mut self, confirmed: bool) {
        let is_path = self.typed.contains(is_separator) || self.typed.starts_with('~');
        let marked = self.marked.and_then(|row| self.entry(row)).filter(|_| !is_path);
        let path = match marked {
            Some(entry) if entry.folder || !self.request.saves() => self.folder.join(&entry.name),
            _ if !self.typed.trim().is_empty() => {
                request::typed(&self.typed, &self.folder, self.home.as_deref())
            }
            _ if self.request.purpose == Purpose::Folder && confirmed => self.folder.clone(),
            _ => return,
        };
        self.look_at(path);
        self.choose_folder = confirmed && self.request.purpose == Purpose::Folder;
    }

    /// Handles what was found at the path.
    fn found(&mut self) -> Outcome {
        let Some(found) = Task::finish(&mut self.reading) else { return Outcome::Open };
        let path = take(&mut self.aim);
        let trouble = match found {
            Found::Folder(_) if self.choose_folder => return Outcome::Chosen(path),
            Found::Folder(entries) => {
                self.enter(path, entries);
                return Outcome::Open;
            }
            Found::File => match &self.request.purpose {
                Purpose::Open => return Outcome::Chosen(path),
                Purpose::Save(..) if self.request.known.as_ref() == Some(&path) => {
                    return Outcome::Chosen(path);
                }
                Purpose::Save(_, IfExists::Append) => {
                    self.asking = Some((path, true));
                    return Outcome::Open;
                }
                Purpose::Save(_, IfExists::Refuse) => FileError::Exists(path),
                Purpose::Folder => FileError::NotAFolder(path),
            },
            Found::Nothing(folder)
                if self.request.saves() && folder && !self.typed.ends_with(is_separator) =>
            {
                let complete = self.request.complete(path.clone());
                if complete == path {
                    return Outcome::Chosen(path);
                }
                self.look_at(complete);
                return Outcome::Open;
            }
            Found::Nothing(_)
                if self.request.purpose == Purpose::Open && !self.typed.ends_with(is_separator) =>
            {
                FileError::NoFile(path)
            }
            Found::Nothing(_) => FileError::NoFolder(path),
            Found::Error(reason) => FileError::System(path, reason),
        };
        // The last folder may no longer exist.
        match self.home.clone().filter(|_| !std::mem::replace(&mut self.has_listed, true)) {
            Some(home) => self.look_at(home),
            None => self.error = Some(trouble),
        }
        Outcome::Open
    }

    fn enter(&mut self, folder: PathBuf, entries: Vec<Entry>) {
        (self.folder, self.entries, self.has_listed, self.asking) = (folder, entries, true, None);
        // The name of a new file is kept; a path has served its purpose.
        if !self.request.saves() || self.typed.ends_with(is_separator) || self.typed.starts_with('~') {
            self.typed.clear();
        }
        self.filter.clear();
        self.list_again();
    }

    /// Withdraws the question whether to write a file; returns true if there was one.
    pub fn takes_back(&mut self) -> bool {
        self.asking.take().is_some()
    }
}
