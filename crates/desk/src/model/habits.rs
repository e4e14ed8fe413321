//! What a person chose last and is offered again after the next start.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::Model;
use super::level::Level;
use super::matches::Plan;
use super::players::Player;

/// How many folders are remembered.
const FOLDERS: usize = 8;

/// See the file's head. What was never chosen is none.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Habits {
    /// Who played the last game that was begun.
    pub players: Option<[Player; 2]>,
    /// How much they might think.
    pub level: Option<Level>,
    /// Who analyses.
    pub analysis: Option<String>,
    /// Who analyses for comparison.
    pub rival: Option<String>,
    /// How many lines the analysis shows.
    pub lines: Option<u32>,
    /// Engines think in the opponent's time.
    pub ponder: bool,
    /// The last match between engines.
    pub plan: Option<Plan>,
    /// The file of puzzles.
    pub puzzles: Option<PathBuf>,
    /// The folders where files were found, the latest first.
    pub folders: Vec<PathBuf>,
}

impl Model {
    /// What was chosen last.
    pub fn habits(&self) -> Habits {
        Habits {
            analysis: Some(self.analysis.engine.clone()),
            rival: self.analysis.rival.clone(),
            lines: Some(self.analysis.lines),
            ponder: self.ponder,
            puzzles: self.puzzles.path.clone(),
            ..self.habits.clone()
        }
    }

    /// Offers again what was chosen before the program was started.
    pub fn take_up(&mut self, habits: Habits) {
        // A program that is no longer remembered analyses nothing.
        if let Some(engine) = habits.analysis.clone().filter(|engine| self.roster.names().contains(engine)) {
            self.analysis.engine = engine;
        }
        self.analysis.rival = habits.rival.clone().filter(|engine| self.roster.names().contains(engine));
        self.analysis.lines = habits.lines.unwrap_or(self.analysis.lines).clamp(1, 20);
        self.ponder = habits.ponder;
        self.puzzles.path = habits.puzzles.clone().filter(|path| path.exists());
        self.habits = habits;
    }

    /// The folders where files were found, the latest first. Some may be gone.
    pub fn folders(&self) -> &[PathBuf] {
        &self.habits.folders
    }

    /// A file was found in this folder.
    pub(super) fn visit(&mut self, folder: PathBuf) {
        let Ok(folder) = std::path::absolute(folder) else { return };
        let folders = &mut self.habits.folders;
        folders.retain(|other| *other != folder);
        folders.insert(0, folder);
        folders.truncate(FOLDERS);
    }

    /// Who is to play a new game, and how much they may think: as last time, at first a person against the flagship.
    pub fn usual_game(&self) -> ([Player; 2], Level) {
        let names = self.roster.names();
        let known = |player: &Player| player.engine().is_none_or(|id| names.iter().any(|name| name == id));
        let last = self.habits.players.clone().filter(|players| players.iter().all(known));
        let first =
            || [Player::Human, names.first().map_or(Player::Human, |name| Player::Engine(name.clone()))];
        let players = if self.players == [Player::Human, Player::Human] {
            last.unwrap_or_else(first)
        } else {
            self.players.clone()
        };
        (players, self.habits.level.unwrap_or(self.clocks.level()))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::roster::Nobody;

    #[test]
    fn the_latest_folders_are_remembered_once_each() {
        let mut model = Model::new(Arc::new(Nobody), Arc::new(|| {}));
        let folder = std::env::temp_dir();
        for name in 0..12 {
            model.visit(folder.join(name.to_string()));
        }
        model.visit(folder.join("9"));
        let expected = ["9", "11", "10", "8", "7", "6", "5", "4"].map(|name| folder.join(name));
        assert_eq!(model.folders(), expected);
        let habits: Habits = serde_json::from_value(serde_json::to_value(model.habits()).unwrap()).unwrap();
        let mut again = Model::new(Arc::new(Nobody), Arc::new(|| {}));
        again.take_up(habits);
        assert_eq!(again.folders(), expected);
    }
}
