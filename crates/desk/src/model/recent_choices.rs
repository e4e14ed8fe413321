//! What the user chose last, which is offered again after the next start.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::Model;
use super::level::Level;
use super::matches::MatchPlan;
use super::players::Player;

/// The last choices; none for what was never chosen.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct RecentChoices {
    /// The players of the game that was started last.
    pub players: Option<[Player; 2]>,
    /// Its level.
    pub level: Option<Level>,
    /// The engine of the analysis.
    pub analysis: Option<String>,
    /// The other engines of the analysis.
    pub others: Vec<String>,
    /// The number of lines of the analysis.
    pub lines: Option<u32>,
    /// Whether engines ponder.
    pub ponder: bool,
    /// Whether engines play from the opening library.
    pub from_library: bool,
    /// The last match between engines.
    pub plan: Option<MatchPlan>,
    /// The file of games that was listed.
    pub games: Option<PathBuf>,
    /// The file of puzzles.
    pub puzzles: Option<PathBuf>,
    /// The folders where files were found, the latest first.
    pub folders: Vec<PathBuf>,
    /// The files that were opened or saved, the latest first.
    pub files: Vec<PathBuf>,
}

impl Model {
    /// Returns what was chosen last.
    pub fn recent_choices(&self) -> RecentChoices {
        let (players, level) = self.play.last_game();
        RecentChoices {
            players,
            level,
            analysis: Some(self.analysis.engine.clone()),
            others: self.analysis.others.clone(),
            lines: Some(self.analysis.lines),
            ponder: self.play.ponders(),
            from_library: self.play.plays_from_library(),
            plan: self.matches.last_plan.clone(),
            games: self.games.path.as_ref().or(self.games.earlier.as_ref()).cloned(),
            puzzles: self.puzzles.path.clone(),
            folders: self.files.folders().to_vec(),
            files: self.files.recent().to_vec(),
        }
    }

    /// Takes over what was chosen before the program was started.
    pub fn restore_choices(&mut self, choices: RecentChoices) {
        // A program that is no longer remembered analyzes nothing.
        let names = self.roster().names();
        if let Some(engine) = choices.analysis.filter(|engine| names.contains(engine)) {
            self.analysis.engine = engine;
        }
        self.analysis.others = choices.others;
        self.analysis.others.retain(|engine| names.contains(engine) && *engine != self.analysis.engine);
        self.analysis.lines = choices.lines.unwrap_or(self.analysis.lines).clamp(1, 20);
        self.play.restore_choices(choices.players, choices.level, choices.ponder);
        self.play.from_library = choices.from_library;
        self.matches.last_plan = choices.plan;
        self.games.earlier = choices.games.filter(|path| path.exists());
        self.puzzles.path = choices.puzzles.filter(|path| path.exists());
        self.files.restore_folders(choices.folders);
        self.files.restore_recent(choices.files);
    }

    /// Returns the players and the level that a new game is offered with.
    pub fn usual_game(&self) -> ([Player; 2], Level) {
        let characters = self.roster().characters().into_iter().map(|character| character.name);
        let known: Vec<String> = self.roster().names().into_iter().chain(characters).collect();
        self.play.usual_game(&known)
    }

    /// Returns the match that is offered.
    pub fn usual_match(&self) -> MatchPlan {
        self.matches.usual_plan(&self.roster().names())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::command::FileCommand;

    #[test]
    fn the_latest_folders_are_remembered_once_each() {
        let mut model = Model::bare();
        let folder = std::env::temp_dir();
        let visit = |model: &mut Model, name: String| {
            model.command(FileCommand::Visited(folder.join(name)));
        };
        for name in 0..12 {
            visit(&mut model, name.to_string());
        }
        visit(&mut model, "9".into());
        let expected = ["9", "11", "10", "8", "7", "6", "5", "4"].map(|name| folder.join(name));
        assert_eq!(model.files.folders(), expected);
        let choices: RecentChoices =
            serde_json::from_value(serde_json::to_value(model.recent_choices()).unwrap()).unwrap();
        let mut again = Model::bare();
        again.restore_choices(choices);
        assert_eq!(again.files.folders(), expected);
    }
}
