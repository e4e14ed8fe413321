//! The games of a file in a list: read, sorted and searched in the background, shown on the board one at a time.

mod fetch;
mod search;
mod tree;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};

use heirloom_chess::Position;
use heirloom_games::{Index, Input, Opened, Part, Reading};

use super::Model;
use super::notice::Notice;
use super::task::{Progress, Task};
use super::worker::Wake;
pub use search::{Column, Found, Order, Question};
pub use tree::Explorer;

/// What can be asked of the list.
#[derive(Clone, PartialEq, Debug)]
pub enum GamesCommand {
    /// Lists the games of a file.
    List(PathBuf),
    /// Stops whatever is being read.
    Stop,
    /// Sorts by a column; by the same one again the other way round.
    Sort(Column),
    /// Lists only what fits.
    Find(Question),
    /// The same, and the list comes into sight.
    Look(PathBuf),
    /// Lists the games of a file and shows the last one.
    ShowLast(PathBuf),
    /// Shows a game, by its number in the file counted from 0.
    Show(u32),
    /// Counts what was played from the position on the board, or stops that.
    Explore(bool),
}

/// A game with its number in the file.
type Fetched = (u32, Result<Opened, String>);

/// See the file's head.
#[derive(Debug, Default)]
pub struct Games {
    /// The file.
    pub path: Option<PathBuf>,
    /// All its games, as far as they have been read.
    pub index: Arc<Index>,
    /// The numbers of the games that are listed, in the order of the list.
    pub rows: Arc<Vec<u32>>,
    /// How they are sorted.
    pub order: Order,
    /// What they were searched for.
    pub question: Question,
    /// The game that was shown last.
    pub shown: Option<u32>,
    /// What was played from the position on the board.
    pub explorer: Explorer,
    /// Was the reading stopped before the end of the file?
    pub incomplete: bool,
    /// The file was opened: its list is to be seen if it has more than one game.
    pub opened: bool,
    /// The list is to be seen.
    looked_at: bool,
    shows_last: bool,
    found: Option<Found>,
    listing: Option<Listing>,
    searching: Option<Task<Result<search::Answer, String>>>,
    fetching: Option<Task<Fetched>>,
}

/// A file whose games are being listed.
#[derive(Debug)]
struct Listing {
    parts: Receiver<Part>,
    task: Option<Task<Result<(), String>>>,
}

impl Listing {
    fn progress(&self) -> Option<&Progress> {
        self.task.as_ref().map(|task| &task.progress)
    }
}

impl Games {
    /// Is the list to be brought into sight? Says so once.
    pub fn comes_into_sight(&mut self) -> bool {
        std::mem::take(&mut self.looked_at) || self.index.len() > 1 && std::mem::take(&mut self.opened)
    }

    /// Is a game on its way to the board?
    pub fn is_fetching(&self) -> bool {
        self.fetching.is_some()
    }

    /// How far the reading of the file is, while it is being read.
    pub fn progress(&self) -> Option<&Progress> {
        let listing = self.listing.as_ref().and_then(Listing::progress);
        listing
            .or_else(|| self.searching.as_ref().map(|task| &task.progress))
            .or_else(|| self.explorer.progress())
    }
}

/// Lists the games of a file, part by part.
fn list(path: &Path, parts: &Sender<Part>, wake: &Wake, progress: &Progress) -> Result<(), String> {
    let input = progress.open(path).map_err(|error| error.to_string())?;
    let tell = |part| {
        // Nobody listens any more to what was stopped.
        let _ = parts.send(part);
        wake();
    };
    let listed = Index::in_parts(Input::stream(&path.display().to_string(), input), &Reading::new(), tell);
    listed.map_err(|error| error.error.to_string())
}

impl Model {
    /// Carries out a command for the list.
    pub(super) fn games(&mut self, command: GamesCommand) {
        match command {
            GamesCommand::List(path) => self.list_games(path),
            GamesCommand::Look(path) => {
                self.list_games(path);
                self.games.looked_at = true;
            }
            GamesCommand::ShowLast(path) => {
                self.list_games(path);
                (self.games.looked_at, self.games.shows_last) = (true, true);
            }
            GamesCommand::Stop => self.stop_reading(),
            GamesCommand::Sort(column) => {
                self.games.order.turn_to(column);
                self.search_games();
            }
            GamesCommand::Find(question) => {
                self.games.question = question;
                self.games.explorer.forget();
                self.search_games();
            }
            GamesCommand::Show(number) => self.fetch_game(number),
            GamesCommand::Explore(on) => self.games.explorer.on = on,
        }
    }

    fn list_games(&mut self, path: PathBuf) {
        let (order, on) = (self.games.order, self.games.explorer.on);
        self.games = Games { order, path: Some(path.clone()), ..Games::default() };
        self.games.explorer.on = on;
        let ((sender, parts), wake) = (mpsc::channel(), Wake::clone(&self.wake));
        let task = Task::start(&self.wake, move |progress| list(&path, &sender, &wake, progress));
        self.games.listing = Some(Listing { parts, task: Some(task) });
    }

    /// A file that is listed has been written: what is listed may be wrong now.
    pub(super) fn list_again(&mut self, path: &Path) {
        if self.games.path.as_deref() == Some(path) {
            self.list_games(path.into());
        }
    }

    fn stop_reading(&mut self) {
        let games = &mut self.games;
        if games.listing.take().is_some() {
            // What has been listed can be used.
            games.incomplete = true;
            games.path.take_if(|_| games.index.is_empty());
        }
        (games.searching, games.fetching) = (None, None);
        games.explorer.stop();
    }

    fn search_games(&mut self) {
        // A list that still grows is sorted and searched when it is whole.
        let Some(path) = self.games.path.clone().filter(|_| self.games.listing.is_none()) else { return };
        let (index, order, question) =
            (Arc::clone(&self.games.index), self.games.order, self.games.question.clone());
        let found = self.games.found.take_if(|found| found.question.reads_as(&question));
        self.games.found.clone_from(&found);
        let work = move |progress: &Progress| search::answer(&path, &index, order, question, found, progress);
        self.games.searching = Some(Task::start(&self.wake, work));
    }

    fn fetch_game(&mut self, number: u32) {
        let Some((path, entry)) = self.games.path.clone().zip(self.games.index.get(number as usize).copied())
        else {
            return;
        };
        self.games.fetching =
            Some(Task::start(&self.wake, move |progress| (number, fetch::game(&path, &entry, progress))));
    }

    /// Takes over what has been read.
    pub(super) fn poll_games(&mut self) {
        self.poll_listing();
        if let Some(answer) = Task::finish(&mut self.games.searching) {
            match answer {
                Ok(answer) => (self.games.rows, self.games.found) = (Arc::new(answer.rows), answer.found),
                Err(reason) => self.tell_of_file(reason),
            }
        }
        if let Some((number, fetched)) = Task::finish(&mut self.games.fetching) {
            match fetched {
                Ok(Opened { game, damage }) => {
                    self.show(game.clone());
                    self.report_damage(damage);
                    let path = self.games.path.clone();
                    if path.as_ref().is_some_and(|path| self.take_from_shelf(path, &game)) {
                        self.games.shown = Some(number);
                        return self.poll_explorer();
                    }
                    if let (Some(path), Some(entry)) = (path, self.games.index.get(number as usize).copied())
                    {
                        self.came_from(&path, entry.offset..entry.offset + u64::from(entry.length));
                    }
                    self.games.shown = Some(number);
                }
                Err(reason) => self.tell_of_file(reason),
            }
        }
        self.poll_explorer();
    }

    /// Takes over what has been listed so far.
    fn poll_listing(&mut self) {
        let games = &mut self.games;
        let Some(listing) = &mut games.listing else { return };
        // What is told last was sent before the end.
        let ended = Task::finish(&mut listing.task);
        // Nobody else holds the list before it is whole.
        if let (Some(index), Some(rows)) = (Arc::get_mut(&mut games.index), Arc::get_mut(&mut games.rows)) {
            listing.parts.try_iter().for_each(|part| index.extend(part));
            let listed = u32::try_from(rows.len()).unwrap_or(u32::MAX);
            rows.extend(listed..u32::try_from(index.len()).unwrap_or(u32::MAX));
        }
        if listing.task.is_none() {
            games.listing = None;
            self.listed(ended.unwrap_or_else(|| Err("reading stopped unexpectedly".into())));
        }
    }

    fn listed(&mut self, listed: Result<(), String>) {
        match listed {
            Ok(()) => {
                if let Some(last) = self.games.index.len().checked_sub(1).filter(|_| self.games.shows_last) {
                    self.fetch_game(u32::try_from(last).unwrap_or(u32::MAX));
                }
                if let Some(first) = self.games.index.damaged().first() {
                    self.tell_of_file(format!("{first} ({})", self.games.index.damaged().len()));
                }
                if self.games.order != Order::default() || !self.games.question.is_empty() {
                    self.search_games();
                }
            }
            Err(reason) => {
                self.tell_of_file(reason);
                self.games.incomplete = true;
                self.games.path.take_if(|_| self.games.index.is_empty());
            }
        }
    }

    fn tell_of_file(&mut self, reason: String) {
        let path = self.games.path.clone().unwrap_or_default();
        self.tell(Notice::File(path, reason));
    }
}

/// The material on a board, as questions ask for it: `KRPKR`.
pub fn material(position: &Position) -> String {
    use heirloom_chess::{Color, PieceType};
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
