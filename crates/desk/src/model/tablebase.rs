//! What endgame tablebases know of the position on the board: its result, and that of each move. The folder
//! is that of the engine's option SyzygyPath.

use std::cmp::Reverse;
use std::path::PathBuf;
use std::sync::Arc;

use heirloom_chess::{Line, Position};
use heirloom_tablebase::{RankedMove, RootOptions, TableResult, Tablebases};

use super::context::Context;
use super::task::Task;

/// What can be asked of the tablebases.
#[derive(Clone, PartialEq, Debug)]
pub enum TablebaseCommand {
    /// Uses the tables of a folder from now on, and lets the engine use them.
    Use(PathBuf),
}

/// The engine whose tablebases are used, by its name in the roster.
pub(super) const ENGINE: &str = "heirloom";
/// Its option for their folders.
pub(super) const OPTION: &str = "SyzygyPath";

/// Whether there are tables.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Tables {
    /// The folder has not been read yet.
    #[default]
    Unknown,
    /// No folder is chosen.
    None,
    /// The folder has no tables that can be used, and why.
    Broken(String),
    /// There are tables of up to this many pieces.
    UpTo(usize),
}

/// What the tables know of a position.
#[derive(Clone, PartialEq, Debug)]
pub enum TableAnswer {
    /// They do not have it, or it has no legal moves.
    Missing,
    /// All legal moves with their results, best first.
    Moves(Vec<RankedMove>),
}

/// The tablebases of the desk.
#[derive(Debug, Default)]
pub struct EndgameTables {
    /// The state of the tables.
    pub tables: Tables,
    opened: Option<Arc<Tablebases>>,
    opening: Option<Task<Opened>>,
    /// The folder to be remembered once it has turned out to be good.
    chosen: Option<PathBuf>,
    /// The position that was looked up last, with the game up to it.
    answered: Option<(Line, TableAnswer)>,
    probing: Option<(Line, Option<Task<TableAnswer>>)>,
    /// Whether a window shows them.
    is_watched: bool,
}

/// The tables of a folder; none if no folder is chosen.
type Opened = Option<Result<Arc<Tablebases>, String>>;

fn open(paths: &str) -> Result<Arc<Tablebases>, String> {
    Tablebases::open(paths).map(Arc::new).map_err(|error| error.to_string())
}

fn probe(tables: &Tablebases, line: &Line) -> TableAnswer {
    let Some(mut moves) = tables.root_moves(line, RootOptions::default()) else {
        return TableAnswer::Missing;
    };
    // Of the winning moves the shortest comes first, of the losing ones that which resists longest.
    moves.sort_by_key(|known| {
        let distance = known.dtz.map_or(0, i32::abs);
        (Reverse(known.wdl), if known.wdl < TableResult::Draw { -distance } else { distance })
    });
    TableAnswer::Moves(moves)
}

impl EndgameTables {
    /// Notes whether a window shows what they know.
    pub(super) fn attend(&mut self, is_watched: bool) {
        self.is_watched = is_watched;
    }

    /// Carries a command out.
    pub(super) fn apply(&mut self, command: TablebaseCommand, context: &Context) {
        let TablebaseCommand::Use(folder) = command;
        self.forget();
        let paths = folder.display().to_string();
        self.chosen = Some(folder);
        self.opening = Some(Task::start(&context.wake, move |_| Some(open(&paths))));
    }

    /// Forgets the tables, since another folder may have been chosen.
    pub(super) fn forget(&mut self) {
        *self = EndgameTables { is_watched: self.is_watched, ..EndgameTables::default() };
    }

    /// Looks the position on the board up if a window shows it, and reads what has been found. Returns a
    /// folder that has turned out to be good and is to be remembered.
    pub(super) fn poll(&mut self, line: &Line, context: &Context) -> Option<PathBuf> {
        let opened = Task::finish(&mut self.opening);
        let chosen = opened.is_some().then(|| self.chosen.take()).flatten();
        let is_good = matches!(opened, Some(Some(Ok(_))));
        match opened {
            None => {}
            Some(None) => self.tables = Tables::None,
            Some(Some(Err(reason))) => self.tables = Tables::Broken(reason),
            Some(Some(Ok(tables))) => {
                self.tables = Tables::UpTo(tables.max_pieces());
                self.opened = Some(tables);
            }
        }
        if self.is_watched && self.tables == Tables::Unknown && self.opening.is_none() {
            let roster = Arc::clone(&context.roster);
            self.opening =
                Some(Task::start(&context.wake, move |_| roster.tablebases().map(|paths| open(&paths))));
        }
        self.look_up(line, context);
        chosen.filter(|_| is_good)
    }

    fn look_up(&mut self, line: &Line, context: &Context) {
        if let Some((searched, task)) = &mut self.probing
            && let Some(answer) = Task::finish(task)
        {
            self.answered = Some((searched.clone(), answer));
        }
        self.probing.take_if(|(_, task)| task.is_none());
        let Some(tables) = self.opened.as_ref().filter(|_| self.is_watched && self.probing.is_none()) else {
            return;
        };
        if self.answered.as_ref().is_some_and(|(known, _)| known == line) {
            return;
        }
        if !may_have(tables, line.position()) {
            self.answered = Some((line.clone(), TableAnswer::Missing));
            return;
        }
        let (tables, about) = (Arc::clone(tables), line.clone());
        let task = Task::start(&context.wake, move |_| probe(&tables, &about));
        self.probing = Some((line.clone(), Some(task)));
    }

    /// Returns what is known of a position; none if that has not been found out yet.
    pub fn answer(&self, line: &Line) -> Option<&TableAnswer> {
        self.answered.as_ref().filter(|(known, _)| known == line).map(|(_, answer)| answer)
    }
}

fn may_have(tables: &Tablebases, position: &Position) -> bool {
    position.occupied().count() as usize <= tables.max_pieces()
}

#[cfg(test)]
mod tests {
    use heirloom_testing::{needs_sample_data, sample_data};
    use web_time::Instant;

    use super::*;
    use crate::model::Model;
    use crate::model::command::FileCommand;
    use crate::model::insight::Attention;

    fn watched() -> Model {
        let mut model = Model::bare();
        model.attend(Attention { tablebase: true, ..Attention::default() });
        model
    }

    #[test]
    fn without_a_folder_there_are_no_tables() {
        let mut model = Model::bare();
        model.poll(Instant::now());
        assert_eq!(model.tablebase.tables, Tables::Unknown, "no window shows them");
        let mut model = watched();
        model.wait("an answer", |model| model.tablebase.tables == Tables::None);
        let folder = tempfile::tempdir().unwrap();
        model.command(TablebaseCommand::Use(folder.path().into()));
        model.wait("an error", |model| matches!(model.tablebase.tables, Tables::Broken(_)));
    }

    #[needs_sample_data("syzygy")]
    #[test]
    fn a_position_is_looked_up() {
        let mut model = watched();
        model.command(TablebaseCommand::Use(sample_data("syzygy")));
        model.command(FileCommand::Paste("8/8/8/8/8/4k3/4p3/4K3 b - - 0 1".into()));
        let known = |model: &Model| model.tablebase.answer(model.record().line()).cloned();
        model.wait("an answer", |model| known(model).is_some());
        let Some(TableAnswer::Moves(moves)) = known(&model) else { panic!("a known ending") };
        // Only the moves that leave White in zugzwang win.
        let results: Vec<TableResult> = moves.iter().map(|ranked| ranked.wdl).collect();
        let (win, draw) = (TableResult::Win, TableResult::Draw);
        assert_eq!(results, [win, win, draw, draw, draw], "{moves:?}");
        model.command(FileCommand::Paste("1. e4 *".into()));
        model.wait("an answer", |model| known(model) == Some(TableAnswer::Missing));
    }
}
