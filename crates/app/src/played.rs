//! The user's games against levels and characters, with a rating, stored in a file.

use std::io::ErrorKind;
use std::path::PathBuf;

use heirloom_chess::Color;
use serde_json::{Value, json};

use crate::puzzle::glicko::Rating;

/// The rating before the first game: that of a casual player.
pub const START: Rating = Rating { rating: 1000.0, deviation: 350.0 };

/// How certain the rating of a level is.
const LEVEL_DEVIATION: f64 = 60.0;

/// The Elos of levels, and the step in which they are offered.
const ELO: (f64, f64) = (600.0, 2850.0);
const STEP: f64 = 50.0;

/// Returns the default path of the games.
pub fn path() -> Option<PathBuf> {
    crate::paths::data("played.json")
}

/// A game that has ended, from the user's view.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayedGame {
    /// The name of the opponent.
    pub opponent: String,
    /// Its Elo.
    pub elo: u32,
    /// The user's color.
    pub color: Color,
    /// 1 for a win, 0.5 for a draw, 0 for a loss.
    pub score: f64,
    /// The help that the user had; empty for none. Games with help are listed and not rated.
    pub help: String,
}

/// A game in the list.
#[derive(Clone, PartialEq, Debug)]
pub struct ListedGame {
    /// The game.
    pub game: PlayedGame,
    /// The date, as `2026-11-28`.
    pub date: String,
    /// The user's rating after it.
    pub rating: f64,
}

/// Why the games cannot be loaded or saved.
#[derive(Debug, thiserror::Error)]
pub enum PlayedError {
    /// The file cannot be read.
    #[error("cannot read {0}: {1}")]
    Unreadable(PathBuf, std::io::Error),
    /// The file has another format.
    #[error("{0} is not a list of games with a rating; rename it to start a new one")]
    Foreign(PathBuf),
    /// The file cannot be written.
    #[error("cannot write {0}: {1}")]
    Unwritable(PathBuf, std::io::Error),
}

/// The user's games and rating.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayedGames {
    /// The file; `None` if nothing is saved.
    path: Option<PathBuf>,
    /// The user's rating.
    pub rating: Rating,
    /// The games, the latest last.
    games: Vec<ListedGame>,
}

impl PlayedGames {
    /// Creates an empty list that is never saved.
    pub fn forgetful() -> PlayedGames {
        PlayedGames { path: None, rating: START, games: Vec::new() }
    }

    /// Loads a file; a missing one is treated as empty. Fails if the file cannot be read or has another
    /// format; such a file is never overwritten.
    pub fn load(path: Option<PathBuf>) -> Result<PlayedGames, PlayedError> {
        let empty = PlayedGames { path, ..PlayedGames::forgetful() };
        let Some(path) = &empty.path else { return Ok(empty) };
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(empty),
            Err(error) => return Err(PlayedError::Unreadable(path.clone(), error)),
        };
        let read = |text: &str| {
            let document: Value = serde_json::from_str(text).ok()?;
            let number = |name: &str| document[name].as_f64().filter(|number| *number > 0.0);
            let rating = Rating { rating: number("rating")?, deviation: number("deviation")? };
            let games = document["games"].as_array()?.iter().map(listed).collect::<Option<Vec<_>>>()?;
            Some((rating, games))
        };
        let (rating, games) = read(&text).ok_or_else(|| PlayedError::Foreign(path.clone()))?;
        Ok(PlayedGames { rating, games, ..empty })
    }

    /// Adds a game and saves the file, with the games that another program has added meanwhile. Returns the
    /// change of the rating; none if the game is not rated. Fails if the file cannot be read or written.
    pub fn note(&mut self, game: PlayedGame) -> Result<Option<f64>, PlayedError> {
        if self.path.is_some() {
            *self = PlayedGames::load(self.path.clone())?;
        }
        let change = self.add(game);
        self.save()?;
        Ok(change)
    }

    /// Adds a game without saving. Returns the change of the rating; none if the game is not rated.
    pub fn add(&mut self, game: PlayedGame) -> Option<f64> {
        let before = self.rating;
        let rated = game.help.is_empty();
        if rated {
            let opponent = Rating { rating: f64::from(game.elo), deviation: LEVEL_DEVIATION };
            let after = before.after_score(opponent, game.score);
            self.rating = Rating { rating: short(after.rating), deviation: short(after.deviation) };
        }
        let date = jiff::Zoned::now().strftime("%Y-%m-%d").to_string();
        self.games.push(ListedGame { game, date, rating: self.rating.rating.round() });
        rated.then_some(self.rating.rating - before.rating)
    }

    fn save(&self) -> Result<(), PlayedError> {
        let Some(path) = &self.path else { return Ok(()) };
        let write = || {
            path.parent().map_or(Ok(()), std::fs::create_dir_all)?;
            heirloom_files::replace(path, format!("{:#}\n", self.document()).as_bytes())
        };
        write().map_err(|error| PlayedError::Unwritable(path.clone(), error))
    }

    /// Returns the games, the latest first.
    pub fn latest(&self) -> impl Iterator<Item = &ListedGame> {
        self.games.iter().rev()
    }

    /// Returns the number of games that are rated.
    pub fn rated(&self) -> usize {
        self.games.iter().filter(|listed| listed.game.help.is_empty()).count()
    }

    /// Returns the Elo of the level against which a score of 50% is expected, among those that are offered.
    pub fn adaptive(&self) -> u32 {
        ((self.rating.rating / STEP).round() * STEP).clamp(ELO.0, ELO.1) as u32
    }

    /// Returns the games as JSON, which is also the file format.
    pub fn document(&self) -> Value {
        let games = self.games.iter().map(|ListedGame { game, date, rating }| {
            json!({
                "date": date, "opponent": game.opponent, "elo": game.elo,
                "color": if game.color == Color::White { "white" } else { "black" },
                "score": game.score, "help": game.help, "rating": rating,
            })
        });
        let (rating, deviation) = (self.rating.rating, self.rating.deviation);
        json!({"rating": rating, "deviation": deviation, "games": games.collect::<Vec<_>>()})
    }
}

/// Returns a number with three decimals, so that it is the same when it is read again.
fn short(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0
}

/// Reads a game of the list.
fn listed(value: &Value) -> Option<ListedGame> {
    let text = |name: &str| value[name].as_str().map(str::to_owned);
    let color = match value["color"].as_str()? {
        "white" => Color::White,
        "black" => Color::Black,
        _ => return None,
    };
    let score = value["score"].as_f64().filter(|score| (0.0..=1.0).contains(score))?;
    let (opponent, help) = (text("opponent")?, text("help")?);
    let elo = u32::try_from(value["elo"].as_u64()?).ok()?;
    let game = PlayedGame { opponent, elo, color, score, help };
    Some(ListedGame { game, date: text("date")?, rating: value["rating"].as_f64()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(elo: u32, score: f64, help: &str) -> PlayedGame {
        let (opponent, color) = ("Heirloom".into(), Color::White);
        PlayedGame { opponent, elo, color, score, help: help.into() }
    }

    #[test]
    fn games_are_rated_unless_there_was_help() {
        let mut games = PlayedGames::forgetful();
        assert_eq!(games.adaptive(), 1000);
        assert!(games.add(game(1000, 1.0, "")).is_some_and(|change| change > 100.0));
        let rating = games.rating;
        assert_eq!(games.add(game(1000, 1.0, "1 hint")), None);
        assert_eq!((games.rating, games.rated(), games.latest().count()), (rating, 1, 2));
        assert!(games.add(game(600, 0.5, "")).is_some_and(|change| change < 0.0));
        (0..200).for_each(|_| _ = games.add(game(2850, 1.0, "")));
        assert_eq!(games.adaptive(), 2850);
        (0..400).for_each(|_| _ = games.add(game(600, 0.0, "")));
        assert_eq!(games.adaptive(), 600);
    }

    #[test]
    fn adaptive_levels_lead_to_even_scores() {
        // A player of 1400 wins two games of three against lower levels, and loses the others.
        let mut games = PlayedGames::forgetful();
        for number in 0..300 {
            let elo = games.adaptive();
            let wins = if elo < 1400 { number % 3 > 0 } else { number % 3 == 0 };
            games.add(game(elo, f64::from(u8::from(wins)), ""));
        }
        assert!((1300..=1500).contains(&games.adaptive()), "{}", games.adaptive());
    }

    #[test]
    fn the_file_survives_restarts_and_is_shared() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new/played.json");
        let mut games = PlayedGames::load(Some(path.clone())).unwrap();
        let mut others = games.clone();
        games.note(game(1000, 1.0, "")).unwrap();
        assert!(others.note(game(800, 0.0, "2 warnings")).unwrap().is_none());
        let again = PlayedGames::load(Some(path.clone())).unwrap();
        assert_eq!(again.rating, games.rating);
        let all: Vec<u32> = again.latest().map(|listed| listed.game.elo).collect();
        assert_eq!(all, [800, 1000]);
        for text in ["{\"other\": 1}", "{", "", "{\"rating\": 1000, \"deviation\": 90, \"games\": [1]}"] {
            std::fs::write(&path, text).unwrap();
            let error = PlayedGames::load(Some(path.clone())).unwrap_err().to_string();
            assert!(error.contains("is not a list of games"), "{error}");
            assert!(others.note(game(1000, 1.0, "")).is_err());
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
    }
}
