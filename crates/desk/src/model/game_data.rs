//! The data of a game that are edited together: its tags, its result and the comment before the first move.

use heirloom_chess::game::{Game, GameError, GameResult, NodeId};
use heirloom_chess::notation::san;
use heirloom_games::Date;

use super::figures;

/// The data of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameData {
    /// Names and values of the tags; one without a value is removed.
    pub tags: Vec<(String, String)>,
    /// The result.
    pub result: GameResult,
    /// The comment before the first move.
    pub comment: String,
}

/// Something that cannot be right, or that other programs would not understand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TagProblem {
    /// The tag is not a date of PGN.
    Date(String),
    /// The tag is not a rating.
    Rating(String),
    /// This is not a name for a tag.
    Name(String),
    /// The tag is there twice.
    Twice(String),
    /// A field of EPD has a move that is not possible in the start position, and why.
    Move(String, String),
}

impl GameData {
    /// Returns the data of a game.
    pub fn of(game: &Game) -> GameData {
        let tags = game.tags().iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        GameData { tags, result: game.result(), comment: figures::words(game, NodeId::START) }
    }

    /// Returns what is doubtful. Only names of tags have to be corrected.
    pub fn problems(&self, game: &Game) -> Vec<TagProblem> {
        let mut doubts = Vec::new();
        for (index, (name, value)) in self.tags.iter().enumerate() {
            let value = value.trim();
            let unknown = value.is_empty() || value == "?";
            if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
                doubts.push(TagProblem::Name(name.clone()));
            } else if self.tags[..index].iter().any(|(other, _)| other == name) {
                doubts.push(TagProblem::Twice(name.clone()));
            } else if name.ends_with("Date")
                && !unknown
                && Date::of_tag(value).is_none()
                && !value.starts_with("????")
            {
                doubts.push(TagProblem::Date(name.clone()));
            } else if name.ends_with("Elo") && !unknown && value != "-" && value.parse::<u16>().is_err() {
                doubts.push(TagProblem::Rating(name.clone()));
            } else if name == "bm" || name == "am" {
                let wrong = value
                    .split_whitespace()
                    .filter(|word| !word.starts_with('#'))
                    .find_map(|word| san::parse(game.start(), word).err());
                doubts.extend(wrong.map(|error| TagProblem::Move(name.clone(), error.to_string())));
            }
        }
        doubts
    }

    /// Sets the data of a game; the result only if the game is not being played. Fails if the comment cannot
    /// be set.
    pub fn set(&self, game: &mut Game, playing: bool) -> Result<(), GameError> {
        let gone: Vec<String> = game.tags().iter().map(|(name, _)| name.to_owned()).collect();
        gone.iter().for_each(|name| game.tags_mut().remove(name));
        for (name, value) in self.tags.iter().filter(|(_, value)| !value.trim().is_empty()) {
            game.tags_mut().set(name, value.trim());
        }
        if !playing {
            game.set_result(self.result);
        }
        figures::set_words(game, NodeId::START, &self.comment)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heirloom_chess::notation::pgn;

    #[test]
    fn everything_is_set_at_once() {
        let mut game = pgn::parse("[White \"a\"]\n[Extra \"x\"]\n\n{first} 1. e4 *").unwrap().unwrap();
        let mut data = GameData::of(&game);
        assert_eq!(data.comment, "first");
        data.tags.retain(|(name, _)| name != "Extra");
        data.tags
            .iter_mut()
            .filter(|(name, _)| name == "White")
            .for_each(|(_, value)| *value = "Anderssen".into());
        data.tags.push(("Annotator".into(), "me".into()));
        (data.comment, data.result) = (" ".into(), GameResult::WhiteWins);
        data.set(&mut game, false).unwrap();
        let tag = |name: &str| game.tags().get(name);
        assert_eq!((tag("White"), tag("Extra"), tag("Annotator")), (Some("Anderssen"), None, Some("me")));
        assert!(game.comments(NodeId::START).is_empty() && game.result() == GameResult::WhiteWins);
        assert_eq!(game.tags().iter().next(), Some(("Event", "?")));
    }

    #[test]
    fn what_is_doubtful_is_named() {
        let game = Game::new();
        let mut data = GameData::of(&game);
        assert_eq!(data.problems(&game), []);
        for (name, value) in [
            ("EventDate", "soon"),
            ("WhiteElo", "strong"),
            ("bad name", "x"),
            ("White", "again"),
            ("bm", "Ke2"),
            ("am", "#3 e4"),
        ] {
            data.tags.push((name.into(), value.into()));
        }
        let doubts = data.problems(&game);
        assert_eq!(
            doubts[..3],
            [
                TagProblem::Date("EventDate".into()),
                TagProblem::Rating("WhiteElo".into()),
                TagProblem::Name("bad name".into())
            ]
        );
        assert!(
            doubts[3] == TagProblem::Twice("White".into())
                && matches!(&doubts[4], TagProblem::Move(name, _) if name == "bm")
                && doubts.len() == 5
        );
    }
}
