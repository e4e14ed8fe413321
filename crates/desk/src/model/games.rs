//! The games of a file in a list: read, sorted and searched in the background, and shown on the board one at
//! a time.

mod editing;
mod fetch;
mod search;
mod tagging;
mod tree;

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use heirloom_chess::{Color, File, PieceType, Position, Rank, Square};
use heirloom_games::{Index, IndexEntry, Input, LoadedGame, Part, ReadOptions};

use super::context::{Context, Effect};
use super::notice::Notice;
use super::stored::{Deleted, Replaced};
use super::task::{Job, Progress, Reports, Task};
use editing::Edited;
pub use search::{Found, GameColumn, Query, SortOrder, pieces};
pub use tree::Explorer;

/// What can be asked of the list.
#[derive(Clone, PartialEq, Debug)]
pub enum GamesCommand {
    /// Lists the games of a file.
    List(PathBuf),
    /// Stops whatever is being read.
    Stop,
    /// Sorts by a column; if the list is sorted by it already, in the opposite order.
    Sort(GameColumn),
    /// Lists only the games that match.
    Find(Query),
    /// Lists the games of a file and brings the list to the front.
    ListInFront(PathBuf),
    /// Lists the games of a file, the last one first, and brings the list to the front.
    ListLastFirst(PathBuf),
    /// Lists the games of a file and shows the last one.
    ShowLast(PathBuf),
    /// Shows a game, by its number in the file counted from 0.
    Show(u32),
    /// Shows a game in a new tab, by its number in the file.
    ShowInTab(u32),
    /// Puts the text of a game into the clipboard.
    Copy(u32),
    /// Adds a game to another file.
    CopyTo(u32, PathBuf),
    /// Deletes a game from the file.
    Delete(u32),
    /// Sets a tag of a game in the file.
    SetTag(u32, &'static str, String),
    /// Undoes the last deletion or change of a tag.
    Restore,
    /// Counts the moves played from the position on the board, or stops that.
    Explore(bool),
}

/// A game that was read from the file, to be shown.
#[derive(Debug)]
pub struct Fetched {
    /// The file.
    pub path: PathBuf,
    /// The game's place there, in bytes.
    pub range: Range<u64>,
    /// The game.
    pub opened: LoadedGame,
    /// The position that was searched for, if any.
    pub position: Option<Box<Position>>,
    /// Whether it is shown in a new tab.
    pub in_tab: bool,
}

/// The reading of a game: its number, whether it is shown in a new tab, and the game.
type Fetching = Task<(u32, bool, Result<LoadedGame, String>)>;

/// The list of games.
#[derive(Debug, Default)]
pub struct Games {
    /// The file.
    pub path: Option<PathBuf>,
    /// The file that was listed before the program was started.
    pub earlier: Option<PathBuf>,
    /// All its games that have been read.
    pub index: Arc<Index>,
    /// The numbers of the listed games, in the order of the list.
    pub rows: Arc<Vec<u32>>,
    /// The order of the list.
    pub order: SortOrder,
    /// The criteria of the search.
    pub query: Query,
    /// The game that was shown last.
    pub shown: Option<u32>,
    /// The moves played from the position on the board.
    pub explorer: Explorer,
    /// Whether reading was stopped before the end of the file.
    pub incomplete: bool,
    /// Whether the file was just opened: its list comes to the front if it has more than one game.
    pub opened: bool,
    /// Whether the list is to come to the front.
    to_front: bool,
    shows_last: bool,
    found: Option<Found>,
    listing: Option<Job<Part, Result<(), String>>>,
    searching: Option<Task<Result<search::Answer, String>>>,
    editing: Option<Task<Result<Edited, String>>>,
    /// What was changed in files, the last change at the end.
    undoes: Vec<Undo>,
    /// Whether the change that is being made is one that undoes another.
    undoing: bool,
    /// A text for the clipboard.
    copied: Option<String>,
    fetching: Option<Fetching>,
}

/// A change of a file that can be undone.
#[derive(Clone, Debug)]
enum Undo {
    /// A game was deleted.
    Deleted(Deleted),
    /// A tag was set.
    Tag(Replaced),
}

impl Games {
    /// Returns true, once, if the list is to come to the front.
    pub fn comes_to_front(&mut self) -> bool {
        std::mem::take(&mut self.to_front) || self.index.len() > 1 && std::mem::take(&mut self.opened)
    }

    /// Returns true if a game is being read for the board.
    pub fn is_fetching(&self) -> bool {
        self.fetching.is_some()
    }

    /// Returns the progress of whatever is being read.
    pub fn progress(&self) -> Option<&Progress> {
        let listing = self.listing.as_ref().and_then(Job::progress);
        listing
            .or_else(|| self.searching.as_ref().map(|task| &task.progress))
            .or_else(|| self.explorer.progress())
    }
}

/// Lists the games of a file, part by part.
fn list(path: &Path, progress: &Progress, parts: &Reports<Part>) -> Result<(), String> {
    let input = progress.open(path).map_err(|error| error.to_string())?;
    // If reading was stopped, no one reads the parts.
    let send = |part| _ = parts.send(part);
    let listed =
        Index::in_parts(Input::stream(&path.display().to_string(), input), &ReadOptions::new(), send);
    listed.map_err(|error| error.error.to_string())
}

impl Games {
    /// Carries a command out.
    pub fn apply(&mut self, command: GamesCommand, context: &Context) {
        match command {
            GamesCommand::List(path) => self.list(path, context),
            GamesCommand::ListInFront(path) => {
                self.list(path, context);
                self.to_front = true;
            }
            GamesCommand::ListLastFirst(path) => {
                self.list(path, context);
                (self.to_front, self.order) = (true, SortOrder::LAST_FIRST);
            }
            GamesCommand::ShowLast(path) => {
                self.list(path, context);
                (self.to_front, self.shows_last) = (true, true);
            }
            GamesCommand::Stop => self.stop_reading(),
            GamesCommand::Sort(column) => {
                self.order.turn_to(column);
                self.search(context);
            }
            GamesCommand::Find(query) => {
                self.query = query;
                self.explorer.forget();
                self.search(context);
            }
            GamesCommand::Show(number) => self.fetch(number, false, context),
            GamesCommand::ShowInTab(number) => self.fetch(number, true, context),
            GamesCommand::Copy(number) => self.edit(number, context, |path, _, entry, progress| {
                editing::text(&path, entry, progress).map(Edited::Copied)
            }),
            GamesCommand::CopyTo(number, to) => {
                self.edit(number, context, |path, _, entry, progress| {
                    editing::add(&path, entry, to, progress)
                });
            }
            GamesCommand::Delete(number) => {
                self.edit(number, context, |path, index, entry, _| editing::delete(path, index, entry));
            }
            GamesCommand::SetTag(number, name, value) => {
                self.edit(number, context, move |path, index, entry, _| {
                    tagging::set_tag(path, index, entry, name, value)
                });
            }
            GamesCommand::Restore => self.undo(context),
            GamesCommand::Explore(on) => self.explorer.on = on,
        }
    }

    fn list(&mut self, path: PathBuf, context: &Context) {
        let is_same = self.path.as_ref() == Some(&path);
        let order =
            if is_same || self.order != SortOrder::LAST_FIRST { self.order } else { SortOrder::default() };
        let on = self.explorer.on;
        let (undoes, copied) = (std::mem::take(&mut self.undoes), self.copied.take());
        let earlier = self.earlier.take();
        *self = Games { order, path: Some(path.clone()), earlier, undoes, copied, ..Games::default() };
        self.explorer.on = on;
        self.listing = Some(Job::start(&context.wake, move |progress, parts| list(&path, progress, parts)));
    }

    /// Lists the games of a file that was opened.
    pub fn list_opened(&mut self, path: PathBuf, context: &Context) {
        self.list(path, context);
        self.opened = true;
    }

    /// Lists the games of a file again if it is the one that is listed, since it has been written.
    pub fn list_again(&mut self, path: PathBuf, context: &Context) {
        if self.path.as_ref() == Some(&path) {
            let query = self.query.clone();
            self.list(path, context);
            self.query = query;
        }
    }

    /// Lists the games of a file again after a change that leaves their number as it is.
    pub fn list_changed(&mut self, path: PathBuf, context: &Context) {
        let shown = self.shown;
        self.list_again(path, context);
        self.shown = shown;
    }

    fn stop_reading(&mut self) {
        if self.listing.take().is_some() {
            // The games listed so far can be used.
            self.incomplete = true;
            self.path.take_if(|_| self.index.is_empty());
        }
        (self.searching, self.fetching) = (None, None);
        self.explorer.stop();
    }

    fn search(&mut self, context: &Context) {
        // A list that is still growing is sorted and searched when it is complete.
        let Some(path) = self.path.clone().filter(|_| self.listing.is_none()) else { return };
        let (index, order, query) = (Arc::clone(&self.index), self.order, self.query.clone());
        let found = self.found.take_if(|found| found.query.reads_as(&query));
        self.found.clone_from(&found);
        let work = move |progress: &Progress| search::answer(&path, &index, order, query, found, progress);
        self.searching = Some(Task::start(&context.wake, work));
    }

    fn fetch(&mut self, number: u32, in_tab: bool, context: &Context) {
        let Some((path, entry)) = self.path.clone().zip(self.index.get(number as usize).copied()) else {
            return;
        };
        self.fetching = Some(Task::start(&context.wake, move |progress| {
            (number, in_tab, fetch::game(&path, &entry, progress))
        }));
    }

    /// Returns a text for the clipboard, once.
    pub fn take_copied(&mut self) -> Option<String> {
        self.copied.take()
    }

    /// Does something with a game, on another thread.
    fn edit(
        &mut self,
        number: u32,
        context: &Context,
        work: impl FnOnce(PathBuf, &Index, &IndexEntry, &Progress) -> Result<Edited, String> + Send + 'static,
    ) {
        if self.listing.is_some() {
            return;
        }
        let index = Arc::clone(&self.index);
        let (Some(path), Some(entry)) = (self.path.clone(), index.get(number as usize).copied()) else {
            return;
        };
        let work = move |progress: &Progress| work(path, &index, &entry, progress);
        self.editing = Some(Task::start(&context.wake, work));
    }

    fn undo(&mut self, context: &Context) {
        if self.editing.is_some() {
            return;
        }
        self.undoing = true;
        self.editing = match self.undoes.pop() {
            None => None,
            Some(Undo::Deleted(deleted)) => {
                Some(Task::start(&context.wake, move |_| editing::restore(deleted)))
            }
            Some(Undo::Tag(replaced)) => Some(Task::start(&context.wake, move |_| tagging::undo(replaced))),
        };
    }

    /// Reads what was done with a game.
    fn poll_editing(&mut self, context: &mut Context) {
        let edited = Task::finish(&mut self.editing);
        let undoing = edited.is_some() && std::mem::take(&mut self.undoing);
        match edited {
            None => {}
            Some(Ok(Edited::Copied(text))) => self.copied = Some(text),
            Some(Ok(Edited::Added(path))) => {
                context.ask(Effect::Written(path.clone()));
                context.notify(Notice::Saved(path));
            }
            Some(Ok(Edited::Deleted(deleted))) => {
                context.ask(Effect::Cut(deleted.clone(), false));
                context.notify(Notice::GameDeleted(deleted.path.clone()));
                self.undoes.push(Undo::Deleted(deleted));
            }
            Some(Ok(Edited::Changed(replaced))) => {
                if !undoing {
                    context.notify(Notice::TagChanged(replaced.path.clone()));
                    self.undoes.push(Undo::Tag(replaced.clone()));
                }
                context.ask(Effect::Changed(replaced));
            }
            Some(Ok(Edited::Restored(deleted))) => context.ask(Effect::Cut(deleted, true)),
            Some(Err(reason)) => self.report(reason, context),
        }
    }

    /// Reads what has been listed, found and read; returns a game that is to be shown.
    pub fn poll(&mut self, context: &mut Context) -> Option<Fetched> {
        self.poll_listing(context);
        self.poll_editing(context);
        if let Some(answer) = Task::finish(&mut self.searching) {
            match answer {
                Ok(answer) => (self.rows, self.found) = (Arc::new(answer.rows), answer.found),
                Err(reason) => self.report(reason, context),
            }
        }
        let (number, in_tab, fetched) = Task::finish(&mut self.fetching)?;
        match fetched {
            Ok(opened) => {
                self.shown = Some(number);
                let entry = self.index.get(number as usize)?;
                let range = entry.offset..entry.offset + u64::from(entry.length);
                let position = self.query.position.clone();
                Some(Fetched { path: self.path.clone()?, range, opened, position, in_tab })
            }
            Err(reason) => {
                self.report(reason, context);
                None
            }
        }
    }

    /// Takes over what has been listed so far.
    fn poll_listing(&mut self, context: &mut Context) {
        if self.listing.is_none() {
            return;
        }
        let (parts, ended) = Job::poll(&mut self.listing);
        // The list is not shared before it is complete.
        if let (Some(index), Some(rows)) = (Arc::get_mut(&mut self.index), Arc::get_mut(&mut self.rows)) {
            parts.into_iter().for_each(|part| index.extend(part));
            let listed = u32::try_from(rows.len()).unwrap_or(u32::MAX);
            rows.extend(listed..u32::try_from(index.len()).unwrap_or(u32::MAX));
        }
        if self.listing.is_none() {
            self.listed(ended.unwrap_or_else(|| Err("reading stopped unexpectedly".into())), context);
        }
    }

    fn listed(&mut self, listed: Result<(), String>, context: &mut Context) {
        match listed {
            Ok(()) => {
                if let Some(last) = self.index.len().checked_sub(1).filter(|_| self.shows_last) {
                    self.fetch(u32::try_from(last).unwrap_or(u32::MAX), false, context);
                }
                if let Some(first) = self.index.damaged().first() {
                    self.report(format!("{first} ({})", self.index.damaged().len()), context);
                }
                if self.order != SortOrder::default() || !self.query.is_empty() {
                    self.search(context);
                }
            }
            Err(reason) => {
                self.report(reason, context);
                self.incomplete = true;
                self.path.take_if(|_| self.index.is_empty());
            }
        }
    }

    /// Reports what is wrong with the file.
    fn report(&self, reason: String, context: &mut Context) {
        context.notify(Notice::File(self.path.clone().unwrap_or_default(), reason));
    }
}

/// Returns the pattern of the pawns on a board: all other squares have none.
pub fn pawn_structure(position: &Position) -> String {
    let square = |file: File, rank: Rank| match position.piece_at(Square::new(file, rank)) {
        Some(piece) if piece.piece_type() == PieceType::Pawn => piece.letter().to_string(),
        _ => "[^Pp]".into(),
    };
    let rank = |rank: Rank| File::ALL.into_iter().map(|file| square(file, rank)).collect::<String>();
    Rank::ALL.into_iter().rev().map(rank).collect::<Vec<_>>().join("/")
}

/// Returns the material on a board as the search has it: `KRPKR`.
pub fn material(position: &Position) -> String {
    let types = [
        PieceType::King,
        PieceType::Queen,
        PieceType::Rook,
        PieceType::Bishop,
        PieceType::Knight,
        PieceType::Pawn,
    ];
    let letters = |color: Color| {
        types.into_iter().flat_map(move |piece| {
            std::iter::repeat_n(
                piece.letter().to_ascii_uppercase(),
                position.pieces(color, piece).count() as usize,
            )
        })
    };
    Color::ALL.into_iter().flat_map(letters).collect()
}

#[cfg(test)]
mod tests;
