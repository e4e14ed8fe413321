//! Terminal games saved to PGN files and loaded from them.

use anyhow::{Result, bail};
use heirloom_chess::Color;
use heirloom_chess::game::{Game, GameResult, NodeId};
use heirloom_chess::notation::pgn::PgnError;
use heirloom_chess::notation::typed;
use heirloom_workshop::plural::counted;

use super::commands;
use super::game::Play;

/// The default file for games.
pub const DEFAULT_FILE: &str = "heirloom-games.pgn";

/// The answer to the question whether to save a game.
#[derive(PartialEq, Eq, Debug)]
pub enum SaveAnswer<'a> {
    /// Do not save it.
    No,
    /// Append it to this file.
    File(&'a str),
}

impl SaveAnswer<'_> {
    /// Reads an answer, which may be the command `save` with a file. Fails on words that are other commands
    /// or moves.
    pub fn of(answer: &str) -> Result<SaveAnswer<'_>> {
        let answer = answer.trim();
        let answer = answer.strip_prefix("save ").map_or(answer, str::trim);
        match answer.to_ascii_lowercase().as_str() {
            "" => bail!("type y, n, or a file name such as {DEFAULT_FILE}"),
            "y" | "yes" => Ok(SaveAnswer::File(DEFAULT_FILE)),
            "n" | "no" => Ok(SaveAnswer::No),
            word if commands::is_command(word) || typed::looks_like_move(answer) => {
                bail!("cannot use '{answer}'; type y, n, or a file name such as {DEFAULT_FILE}")
            }
            _ => Ok(SaveAnswer::File(answer)),
        }
    }
}

impl Play {
    /// Continues a game of a file; returns its damage, if any.
    pub(super) fn load(&mut self, path: &str, number: usize) -> Result<Option<PgnError>> {
        let (_, damage) = self.table.load(path, number)?;
        self.begin();
        Ok(damage)
    }

    /// Returns true if neither moves nor a result need to be saved.
    pub fn is_saved(&self) -> bool {
        let moves = self.table.line.moves().len();
        moves <= self.saved_moves && (moves == 0 || self.agreed_result() == self.saved_result)
    }

    /// Marks all moves and the result as saved.
    pub fn forget_saving(&mut self) {
        (self.saved_moves, self.saved_result) = (self.table.line.moves().len(), self.agreed_result());
    }

    fn agreed_result(&self) -> Option<GameResult> {
        self.agreed.as_ref().map(|agreed| agreed.result)
    }

    /// Appends the game to a file and returns a message about it.
    pub fn save(&mut self, path: &str) -> Result<String> {
        let game = self.record();
        self.table.save(path, &game)?;
        self.forget_saving();
        let tag = |name| game.tags().get(name).unwrap_or("?");
        let moves = counted(self.table.line.moves().len().div_ceil(2), "move", "moves");
        Ok(format!(
            "{} - {} {}, {moves}: saved to {path}",
            tag("White"),
            tag("Black"),
            game.result().as_str()
        ))
    }

    /// Returns the game with its tags and the engine's reports.
    pub(super) fn record(&self) -> Game {
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
        tags.set("Date", &heirloom_app::date::today());
        tags.set("Round", "-");
        tags.set("White", self.name(Color::White));
        tags.set("Black", self.name(Color::Black));
        let control = self.level.0.to_string();
        let is_for_both = self.level.clocks().is_some();
        if is_for_both {
            tags.set("TimeControl", &control);
        }
        for color in Color::ALL.into_iter().filter(|color| !self.people.contains(color)) {
            if !is_for_both {
                tags.set(&format!("{color}TimeControl"), &control);
            }
            if let Some(elo) = self.elo {
                tags.set(&format!("{color}Elo"), &elo.to_string());
            }
        }
        game
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read() {
        let read = |answer| SaveAnswer::of(answer).map_err(|error| error.to_string());
        assert_eq!(
            (read("y"), read(" Yes ")),
            (Ok(SaveAnswer::File(DEFAULT_FILE)), Ok(SaveAnswer::File(DEFAULT_FILE)))
        );
        assert_eq!(
            (read("n"), read("my games.pgn"), read("save my.pgn")),
            (Ok(SaveAnswer::No), Ok(SaveAnswer::File("my games.pgn")), Ok(SaveAnswer::File("my.pgn")))
        );
        for meant_for_the_game in ["help", "e4", "Nf3", "undo", "quit", "", "d"] {
            assert!(
                read(meant_for_the_game).unwrap_err().contains("type y, n, or a file name"),
                "{meant_for_the_game}"
            );
        }
    }
}
