//! The files that were opened or saved last, and which of them are gone.

use std::path::{Path, PathBuf};

use crate::model::context::Context;
use crate::model::task::Task;

/// The number of files remembered.
const FILES: usize = 10;

/// The files that were opened or saved last.
#[derive(Debug, Default)]
pub struct RecentFiles {
    /// The latest first.
    paths: Vec<PathBuf>,
    /// Those that did not exist when they were looked for.
    missing: Vec<PathBuf>,
    /// Whether it is to be looked which of them exist.
    unknown: bool,
    looking: Option<Task<Vec<PathBuf>>>,
}

impl RecentFiles {
    /// Returns the files, the latest first.
    pub fn paths(&self) -> &[PathBuf] {
        &self.paths
    }

    /// Returns true if a file did not exist when it was looked for.
    pub fn is_missing(&self, path: &Path) -> bool {
        self.missing.iter().any(|missing| missing == path)
    }

    /// Takes over the files that were known before the program was started.
    pub fn restore(&mut self, paths: Vec<PathBuf>) {
        (self.paths, self.unknown) = (paths, true);
        self.paths.truncate(FILES);
    }

    /// Remembers a file that was opened or saved.
    pub fn used(&mut self, path: &Path) {
        let Ok(path) = std::path::absolute(path) else { return };
        self.forget(&path);
        self.paths.insert(0, path);
        self.paths.truncate(FILES);
    }

    /// Removes a file from the list.
    pub fn forget(&mut self, path: &Path) {
        self.paths.retain(|other| other != path);
        self.missing.retain(|other| other != path);
    }

    /// Removes all files from the list.
    pub fn clear(&mut self) {
        (self.paths, self.missing) = (Vec::new(), Vec::new());
    }

    /// Looks in the background which of the files exist: a disk may be slow.
    pub fn poll(&mut self, context: &Context) {
        if std::mem::take(&mut self.unknown) && !self.paths.is_empty() {
            let mut paths = self.paths.clone();
            self.looking = Some(Task::start(&context.wake, move |_| {
                paths.retain(|path| !path.is_file());
                paths
            }));
        }
        if let Some(missing) = Task::finish(&mut self.looking) {
            self.missing = missing;
        }
    }

    /// A file that was to be opened does not exist.
    pub fn not_found(&mut self, path: &Path) {
        if self.paths.iter().any(|other| other == path) && !self.is_missing(path) {
            self.missing.push(path.to_owned());
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::model::Model;
    use crate::model::command::FileCommand;
    use crate::model::notice::Notice;
    use crate::model::recent_choices::RecentChoices;

    #[test]
    fn the_last_ten_files_are_remembered_over_a_restart() {
        let folder = tempfile::tempdir().unwrap();
        let path = |number: usize| folder.path().join(format!("{number}.pgn"));
        let mut model = Model::bare();
        for number in 0..12 {
            std::fs::write(path(number), "1. e4 *\n").unwrap();
            model.command(FileCommand::OpenAny(path(number)));
        }
        model.command(FileCommand::OpenFile(path(5)));
        model.command(FileCommand::OpenFile(path(99)));
        let expected = [5, 11, 10, 9, 8, 7, 6, 4, 3, 2].map(path);
        assert_eq!(model.files.recent(), expected);
        std::fs::remove_file(path(10)).unwrap();
        let choices: RecentChoices =
            serde_json::from_value(serde_json::to_value(model.recent_choices()).unwrap()).unwrap();
        let mut again = Model::bare();
        again.restore_choices(choices);
        again.wait("the look", |model| model.files.is_missing(&path(10)));
        assert_eq!((again.files.recent().len(), again.files.is_missing(&path(5))), (10, false));
        std::fs::remove_file(path(5)).unwrap();
        again.command(FileCommand::OpenAny(path(5)));
        assert!(again.files.is_missing(&path(5)) && again.notices() == [Notice::NoFile(path(5))]);
        again.command(FileCommand::ForgetRecent(Some(path(5))));
        assert_eq!(again.files.recent().len(), 9);
        again.command(FileCommand::ForgetRecent(None));
        assert_eq!(again.files.recent().len(), 0);
    }

    #[test]
    fn games_that_were_pasted_or_replaced_are_not_among_the_files() {
        let folder = tempfile::tempdir().unwrap();
        let mut model = Model::bare();
        model.keep_in(folder.path().into());
        model.command(FileCommand::Paste(
            "[White \"Tal\"]\n\n1. e4 *\n\n[White \"Keres\"]\n\n1. d4 *\n".into(),
        ));
        model.wait("the list", |model| model.games.rows.len() == 2);
        model.type_move("c4");
        model.command(FileCommand::Paste("1. d4 d5 *".into()));
        let shelf = model.play.earlier_games().unwrap();
        model.keep_now();
        model.command(FileCommand::OpenFile(shelf));
        assert_eq!(model.files.recent().len(), 0);
        let saved = folder.path().join("saved.pgn");
        model.command(FileCommand::Save(saved.clone()));
        model.finish_saving();
        assert_eq!(model.files.recent(), [saved]);
    }
}
