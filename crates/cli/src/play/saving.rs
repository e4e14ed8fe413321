//! A terminal game on paper: adding it to a PGN file, and going on with one from there.

use anyhow::Result;
use heirloom_chess::Color;
use heirloom_chess::game::{Game, NodeId};
use heirloom_chess::notation::pgn::PgnError;

use super::game::Play;

impl Play {
    /// Goes on with a game of a file; returns what is wrong with it, if it is damaged.
    pub(super) fn load(&mut self, path: &str, number: usize) -> Result<Option<PgnError>> {
        let (_, damage) = self.table.load(path, number)?;
        self.begin();
        Ok(damage)
    }

    /// Is there nothing that a file should get?
    pub fn is_saved(&self) -> bool {
        self.table.line.moves().len() <= self.saved_moves
    }

    /// The user does not want these moves in a file.
    pub fn forget_saving(&mut self) {
        self.saved_moves = self.table.line.moves().len();
    }

    /// Adds the game to a file.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn save(&mut self, path: &str) -> Result<()> {
        self.table.save(path, &self.record())?;
        self.forget_saving();
        Ok(())
    }

    fn record(&self) -> Game {
        let mut game = Game::from_line(&self.table.line);
        if let Some(agreed) = &self.agreed {
            game.set_result(agreed.result);
        }
        let nodes: Vec<NodeId> = game.main_line().collect();
        for (node, said) in nodes.into_iter().zip(&self.said) {
            if let Some(said) = said {
                // Every node of the main line exists.
                let _ = game.set_comments(node, &[said.comment(None).as_str()]);
            }
        }
        let tags = game.tags_mut();
        tags.set("Event", "Terminal game");
        tags.set("Date", &jiff::Zoned::now().strftime("%Y.%m.%d").to_string());
        tags.set("Round", "-");
        tags.set("White", self.name(Color::White));
        tags.set("Black", self.name(Color::Black));
        if let Some(control) = self.level.time_control() {
            tags.set("TimeControl", &control);
        }
        game
    }
}
