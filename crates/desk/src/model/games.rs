//! The games of a file in a list: read, sorted and searched in the background, shown on the board one at a time.

mod fetch;
mod search;
mod tree;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use heirloom_chess::Position;
use heirloom_chess::game::Game;
use heirloom_games::{Index, Input};

use super::Model;
use super::notice::Notice;
use super::task::{Progress, Task};
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
    /// Shows a game, by its number in the file counted from 0.
    Show(u32),
    /// Counts what was played from the position on the board, or stops that.
    Explore(bool),
}

/// A game with its number in the file.
type Fetched = (u32, Result<Game, String>);

/// See the file's head.
#[derive(Debug, Default)]
pub struct Games {
    /// The file.
    pub path: Option<PathBuf>,
    /// All its games.
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
    found: Option<Found>,
    listing: Option<Task<Result<Index, String>>>,
    searching: Option<Task<Result<search::Answer, String>>>,
    fetching: Option<Task<Fetched>>,
}

impl Games {
    /// How far the reading of the file is, while it is being read.
    pub fn progress(&self) -> Option<&Progress> {
        let listing = self.listing.as_ref().map(|task| &task.progress);
        listing.or_else(|| self.searching.as_ref().map(|task| &task.progress)).or_else(|| self.explorer.progress())
    }
}

/// Lists the games of a file.
fn list(path: &Path, progress: &Progress) -> Result<Index, String> {
    let input = progress.open(path).map_err(|error| error.to_string())?;
    let index = Index::build(Input::stream(&path.display().to_string(), input));
    index.map_err(|error| error.error.to_string())
}

impl Model {
    /// Carries out a command for the list.
    pub(super) fn games(&mut self, command: GamesCommand) {
        match command {
            GamesCommand::List(path) => self.list_games(path),
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
        self.games.listing = Some(Task::start(&self.wake, move |progress| list(&path, progress)));
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
            games.path = None;
        }
        (games.searching, games.fetching) = (None, None);
        games.explorer.stop();
    }

    fn search_games(&mut self) {
        let Some(path) = self.games.path.clone() else { return };
        let (index, order, question) = (Arc::clone(&self.games.index), self.games.order, self.games.question.clone());
        let found = self.games.found.take_if(|found| found.question.reads_as(&question));
        self.games.found.clone_from(&found);
        let work = move |progress: &Progress| search::answer(&path, &index, order, question, found, progress);
        self.games.searching = Some(Task::start(&self.wake, work));
    }

    fn fetch_game(&mut self, number: u32) {
        let Some((path, entry)) = self.games.path.clone().zip(self.games.index.get(number as usize).copied()) else { return };
        self.games.fetching = Some(Task::start(&self.wake, move |progress| (number, fetch::game(&path, &entry, progress))));
    }

    /// Takes over what has been read.
    pub(super) fn poll_games(&mut self) {
        if let Some(listed) = Task::finish(&mut self.games.listing) {
            self.listed(listed);
        }
        if let Some(answer) = Task::finish(&mut self.games.searching) {
            match answer {
                Ok(answer) => (self.games.rows, self.games.found) = (Arc::new(answer.rows), answer.found),
                Err(reason) => self.tell_of_file(reason),
            }
        }
        if let Some((number, fetched)) = Task::finish(&mut self.games.fetching) {
            match fetched {
                Ok(game) => {
                    self.show(game);
                    self.record.file.clone_from(&self.games.path);
                    self.games.shown = Some(number);
                }
                Err(reason) => self.tell_of_file(reason),
            }
        }
        self.poll_explorer();
    }

    fn listed(&mut self, listed: Result<Index, String>) {
        match listed {
            Ok(index) => {
                if let Some(first) = index.broken().first() {
                    self.tell_of_file(format!("{first} ({})", index.broken().len()));
                }
                self.games.index = Arc::new(index);
                self.games.rows = Arc::new((0..u32::try_from(self.games.index.len()).unwrap_or(u32::MAX)).collect());
                if self.games.order != Order::default() || !self.games.question.is_empty() {
                    self.search_games();
                }
            }
            Err(reason) => {
                self.tell_of_file(reason);
                self.games.path = None;
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
    let types = [PieceType::King, PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight, PieceType::Pawn];
    let letters = |color: Color| {
        types
            .into_iter()
            .flat_map(move |piece| std::iter::repeat_n(piece.letter().to_ascii_uppercase(), position.pieces(color, piece).count() as usize))
    };
    Color::ALL.into_iter().flat_map(letters).collect()
}

#[cfg(test)]
mod tests;
