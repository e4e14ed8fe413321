//! Cleaning games: a complete roster, dates and results in standard form, and removal of unneeded parts.

use heirloom_book::eco;
use heirloom_chess::game::{Game, GameResult, NodeId, ROSTER, Step};

use crate::date::Date;

/// What to do to a game in addition to putting its tags in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cleaning {
    /// Remove the comments.
    pub no_comments: bool,
    /// Remove the variations.
    pub no_variations: bool,
    /// Remove annotations such as `!`.
    pub no_marks: bool,
    /// Remove all tags beyond the roster, except the variant of Chess960 games.
    pub only_roster: bool,
    /// Add missing tags for the opening.
    pub openings: bool,
}

/// The corrections made to a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Changes {
    /// The number of tag values changed or removed.
    pub tags: u64,
    /// The number of results corrected because they contradicted the final position.
    pub results: u64,
}

impl Cleaning {
    /// Cleans a game.
    pub fn clean(&self, game: &mut Game) -> Changes {
        self.strip(game);
        let results = u64::from(correct_result(game));
        if self.openings {
            add_opening(game);
        }
        let tags = self.clean_tags(game);
        Changes { tags, results }
    }

    fn strip(&self, game: &mut Game) {
        if self.no_variations {
            game.delete_variations();
        }
        if !self.no_comments && !self.no_marks {
            return;
        }
        let moves =
            game.walk().filter_map(|step| if let Step::Move(node) = step { Some(node) } else { None });
        for node in std::iter::once(NodeId::START).chain(moves).collect::<Vec<_>>() {
            // All nodes exist; only the start cannot have comments before it.
            if self.no_comments {
                let _ = game.set_comments(node, &[]);
                let _ = game.set_comments_before(node, &[]);
            }
            if self.no_marks {
                let _ = game.set_nags(node, &[]);
            }
        }
    }

    fn clean_tags(&self, game: &mut Game) -> u64 {
        let old: Vec<(String, String)> =
            game.tags().iter().map(|(name, value)| (name.into(), value.into())).collect();
        let plies = game.main_line().count();
        let chess960 = game.is_chess960();
        let mut changed = 0;
        let date =
            Date::of_tags(|name| game.tags().get(name)).map_or("????.??.??".into(), |date| date.to_string());
        if !old.iter().any(|(name, _)| name == "Date") && date != "????.??.??" {
            game.tags_mut().set("Date", &date);
            changed += 1;
        }
        for (name, value) in old {
            let tidy = value.split_whitespace().collect::<Vec<_>>().join(" ");
            let in_roster = ROSTER.contains(&name.as_str());
            let new = match name.as_str() {
                "Date" => date.clone(),
                "EventDate" | "UTCDate" => {
                    Date::of_tag(&tidy).map_or("????.??.??".into(), |date| date.to_string())
                }
                "PlyCount" => plies.to_string(),
                _ if in_roster && tidy.is_empty() => "?".into(),
                _ => tidy,
            };
            let needed = in_roster || !self.only_roster || name == "Variant" && chess960;
            if !needed {
                game.tags_mut().remove(&name);
                continue;
            }
            if new != value || new.is_empty() {
                changed += 1;
                if new.is_empty() {
                    game.tags_mut().remove(&name);
                } else {
                    game.tags_mut().set(&name, &new);
                }
            }
        }
        changed
    }
}

/// Corrects the result of a game that ends in mate or stalemate; returns true if it was wrong.
fn correct_result(game: &mut Game) -> bool {
    let Ok(last) = game.position(game.last()) else { return false };
    if last.has_legal_move() {
        return false;
    }
    let result = match (last.in_check(), last.turn()) {
        (false, _) => GameResult::Draw,
        (true, heirloom_chess::Color::White) => GameResult::BlackWins,
        (true, heirloom_chess::Color::Black) => GameResult::WhiteWins,
    };
    let wrong = game.result() != result;
    game.set_result(result);
    wrong
}

fn add_opening(game: &mut Game) {
    let Some((_, name)) = game.line(game.last()).ok().and_then(|line| eco::opening(&line)) else { return };
    for (tag, value) in [("ECO", name.code), ("Opening", name.name)] {
        if game.tags().get(tag).is_none_or(|old| matches!(old.trim(), "" | "?" | "-")) {
            game.tags_mut().set(tag, value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heirloom_chess::notation::pgn;

    fn cleaned(text: &str, cleaning: Cleaning) -> (String, Changes) {
        let mut game = pgn::parse(text).unwrap().unwrap();
        let changes = cleaning.clean(&mut game);
        (pgn::to_string(&game), changes)
    }

    #[test]
    fn tags_and_results_are_corrected() {
        let text = "[White \" Morphy,   P\"]\n[Site \"\"]\n[Date \"1858\"]\n[Result \"1-0\"]\n\
            [PlyCount \"99\"]\n[Annotator \"\"]\n\n1. f3 e5 2. g4 Qh4# 1-0";
        let (text, changes) = cleaned(text, Cleaning { openings: true, ..Cleaning::default() });
        let expected = "[Event \"?\"]\n[Site \"?\"]\n[Date \"1858.??.??\"]\n[Round \"?\"]\n\
            [White \"Morphy, P\"]\n[Black \"?\"]\n[Result \"0-1\"]\n\
            [PlyCount \"4\"]\n[ECO \"A00\"]\n[Opening \"Barnes Opening: Fool's Mate\"]\n\n\
            1. f3 e5 2. g4 Qh4# 0-1\n\n";
        assert_eq!(text, expected);
        assert_eq!(changes, Changes { tags: 5, results: 1 });
    }

    #[test]
    fn unwanted_parts_are_removed() {
        let text = "[ECO \"C20\"]\n\n{a} 1. e4! {b} ({c} 1. d4 d5 $2 (1... f5 {d})) 1... e5 *";
        let moves =
            |cleaning: Cleaning| cleaned(text, cleaning).0.trim_end().lines().last().map(String::from);
        let keep = Cleaning::default();
        assert_eq!(moves(keep).unwrap(), "{a} 1. e4 $1 {b} ({c} 1. d4 d5 $2 (1... f5 {d})) 1... e5 *");
        let expected = "1. e4 $1 (1. d4 d5 $2 (1... f5)) 1... e5 *";
        assert_eq!(moves(Cleaning { no_comments: true, ..keep }).unwrap(), expected);
        let expected = "{a} 1. e4 {b} 1... e5 *";
        assert_eq!(moves(Cleaning { no_marks: true, no_variations: true, ..keep }).unwrap(), expected);
        let (text, _) = cleaned(text, Cleaning { only_roster: true, ..keep });
        assert!(!text.contains("ECO"), "{text}");
    }
}
