//! The desk's own file dialog, for systems without one: places, the files of a folder, and a line for a name or a path.

mod view;

use std::cmp::Ordering;
use std::mem::take;
use std::path::{PathBuf, is_separator};

use super::Outcome;
use super::folder::{self, Entry, Found};
use super::places::{Place, Places};
use super::request::{self, Existing, Request, Wish};
use crate::model::Model;
use crate::model::task::Task;
use crate::model::worker::Wake;

/// See the file's head.
pub struct Chooser {
    request: Request,
    home: Option<PathBuf>,
    places: Vec<Place>,
    looking_for_places: Option<Task<Vec<Place>>>,
    folder: PathBuf,
    entries: Vec<Entry>,
    /// The entries that are listed.
    listed: Vec<usize>,
    /// Which of them the keys are on.
    marked: Option<usize>,
    /// It is to be seen.
    reveal: bool,
    /// The kind of files that are listed.
    kind: usize,
    /// The column that they are sorted by, and whether the largest comes first.
    sorted: (usize, bool),
    hidden: bool,
    /// A name, or a path.
    typed: String,
    /// What the listed files have in their names.
    filter: String,
    looking: Option<Task<Found>>,
    /// What is looked at.
    aim: PathBuf,
    /// A folder is chosen as soon as it is found.
    for_good: bool,
    /// A choice that was made while a folder was being read, and whether it was for good.
    queued: Option<bool>,
    /// Some folder has been listed.
    begun: bool,
    /// A file that is there, and waits for the answer whether it is written; and whether that has just been asked.
    asking: Option<(PathBuf, bool)>,
    trouble: Option<Trouble>,
    wake: Wake,
    /// It has not been drawn yet.
    new: bool,
    /// Something was clicked, and the keys belong to the line for the name again.
    touched: bool,
}

/// Why nothing was chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// There is no such file.
    NoFile(PathBuf),
    /// There is no such folder.
    NoFolder(PathBuf),
    /// This is a file, and a folder is wanted.
    NotAFolder(PathBuf),
    /// There is such a file already, and it stays.
    Exists(PathBuf),
    /// What the system says.
    System(PathBuf, String),
}

impl Chooser {
    /// Begins in the folder of the request.
    pub fn new(request: Request, places: &Places, model: &Model) -> Chooser {
        let (recent, wake, sought) = (model.folders().to_vec(), model.wake().clone(), places.clone());
        let mut chooser = Chooser {
            home: places.home.clone(),
            places: Vec::new(),
            looking_for_places: Some(Task::start(&wake, move |_| sought.existing(&recent))),
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
            looking: None,
            aim: PathBuf::new(),
            for_good: false,
            queued: None,
            begun: false,
            asking: None,
            trouble: None,
            wake,
            new: true,
            touched: false,
            request,
        };
        chooser.look_at(chooser.folder.clone());
        chooser
    }

    /// Is something being read?
    pub fn is_reading(&self) -> bool {
        self.looking.is_some() || self.looking_for_places.is_some()
    }

    fn entry(&self, row: usize) -> Option<&Entry> {
        self.entries.get(*self.listed.get(row)?)
    }

    fn mark(&mut self, row: usize) {
        let Some(entry) = self.entry(row) else { return };
        let (name, folder) = (entry.shown.clone(), entry.folder);
        (self.marked, self.trouble, self.asking, self.queued) = (Some(row), None, None, None);
        // A folder is no name for what is to be written.
        if !(self.request.saves() && folder) {
            self.typed = name;
        }
    }

    /// Lists what fits to the letters, and goes to the folder when its path is complete.
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

    /// Lists the entries that are wanted.
    fn list_again(&mut self) {
        let kind = self.request.kinds.iter().chain([&request::ALL]).nth(self.kind).unwrap_or(&request::ALL);
        let folders = self.request.wish == Wish::Folder;
        let is_listed = |entry: &Entry| {
            entry.is_listed(kind, self.hidden, folders)
                && (self.filter.is_empty() || entry.shown.to_lowercase().contains(&self.filter))
        };
        // They are in the order of their names.
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

    /// Goes to a folder that was pointed at; a choice made before no longer counts.
    fn go_to(&mut self, path: PathBuf) {
        self.queued = None;
        self.look_at(path);
    }

    fn look_at(&mut self, path: PathBuf) {
        (self.trouble, self.for_good) = (None, false);
        self.aim.clone_from(&path);
        self.looking = Some(Task::start(&self.wake, move |_| folder::look(&path)));
    }

    /// Looks at what is meant: what was typed, else what is marked, else the folder where one is wanted.
    fn choose(&mut self, for_good: bool) {
        let is_path = self.typed.contains(is_separator) || self.typed.starts_with('~');
        let marked = self.marked.and_then(|row| self.entry(row)).filter(|_| !is_path);
        let meant = match marked {
            Some(entry) if entry.folder || !self.request.saves() => self.folder.join(&entry.name),
            _ if !self.typed.trim().is_empty() => {
                request::typed(&self.typed, &self.folder, self.home.as_deref())
            }
            _ if self.request.wish == Wish::Folder && for_good => self.folder.clone(),
            _ => return,
        };
        self.look_at(meant);
        self.for_good = for_good && self.request.wish == Wish::Folder;
    }

    /// What was looked at has been found, or not.
    fn found(&mut self) -> Outcome {
        let Some(found) = Task::finish(&mut self.looking) else { return Outcome::Open };
        let path = take(&mut self.aim);
        let trouble = match found {
            Found::Folder(_) if self.for_good => return Outcome::Chosen(path),
            Found::Folder(entries) => {
                self.enter(path, entries);
                return Outcome::Open;
            }
            Found::File => match &self.request.wish {
                Wish::Open => return Outcome::Chosen(path),
                Wish::Save(..) if self.request.known.as_ref() == Some(&path) => return Outcome::Chosen(path),
                Wish::Save(_, Existing::Added) => {
                    self.asking = Some((path, true));
                    return Outcome::Open;
                }
                Wish::Save(_, Existing::Refused) => Trouble::Exists(path),
                Wish::Folder => Trouble::NotAFolder(path),
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
            Found::Nothing(_) if self.request.wish == Wish::Open && !self.typed.ends_with(is_separator) => {
                Trouble::NoFile(path)
            }
            Found::Nothing(_) => Trouble::NoFolder(path),
            Found::Trouble(reason) => Trouble::System(path, reason),
        };
        // The folder of last time may be gone.
        match self.home.clone().filter(|_| !std::mem::replace(&mut self.begun, true)) {
            Some(home) => self.look_at(home),
            None => self.trouble = Some(trouble),
        }
        Outcome::Open
    }

    fn enter(&mut self, folder: PathBuf, entries: Vec<Entry>) {
        (self.folder, self.entries, self.begun, self.asking) = (folder, entries, true, None);
        // The name of what is to be written is kept, a path is done.
        if !self.request.saves() || self.typed.ends_with(is_separator) || self.typed.starts_with('~') {
            self.typed.clear();
        }
        self.filter.clear();
        self.list_again();
    }

    /// Takes back the question whether a file is written; returns true if there was one.
    pub fn takes_back(&mut self) -> bool {
        self.asking.take().is_some()
    }
}
