//! Reviews kept on disk, so that the evaluations of a game are there again after the end of the program.

use std::path::{Path, PathBuf};

use heirloom_app::review::Evaluation;
use heirloom_chess::Line;
use heirloom_workshop::review::journal::Journal;

/// The file of reviewed games.
const FILE: &str = "reviews.jsonl";

/// The file of reviewed games; without a folder nothing is kept.
#[derive(Clone, Debug, Default)]
pub struct Kept(Option<PathBuf>);

impl Kept {
    /// Keeps reviews in this folder.
    pub fn within(folder: &Path) -> Kept {
        Kept(Some(folder.join(FILE)))
    }

    /// Returns true if reviews have been kept.
    pub fn exists(&self) -> bool {
        self.0.as_ref().is_some_and(|path| path.exists())
    }

    /// Returns the evaluations of a game by this engine within these limits. A file that another desk is
    /// using, or that is damaged, has none.
    pub fn find(&self, settings: &str, game: &Line) -> Option<Vec<Option<Evaluation>>> {
        let path = self.0.as_ref().filter(|path| path.exists())?;
        Journal::open(path, settings).ok()?.find(game)
    }

    /// Returns the most thorough evaluations of a game, and the engine and limits they are by.
    pub fn best(&self, game: &Line) -> Option<(String, Vec<Option<Evaluation>>)> {
        let path = self.0.as_ref().filter(|path| path.exists())?;
        Journal::open(path, "").ok()?.most_thorough(game)
    }

    /// Adds the evaluations of a game. A failure only means that they have to be made again.
    pub fn add(&self, settings: &str, game: &Line, evaluations: &Vec<Option<Evaluation>>) {
        if let Some(path) = &self.0
            && let Ok(mut journal) = Journal::open(path, settings)
        {
            let _ = journal.add(game, evaluations);
        }
    }
}
