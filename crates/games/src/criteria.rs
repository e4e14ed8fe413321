//! Filtering games by players, ratings, dates, results, openings, positions and endings.

use std::ops::RangeInclusive;

use heirloom_chess::game::GameResult;
use heirloom_chess::{Color, Line};

use crate::date::Date;
use crate::ending::Termination;
use crate::material::Material;
use crate::opening;
use crate::pattern::Pattern;
use crate::record::{RawTags, Record, parse_elo};
use crate::target::Target;

/// Whose ratings must match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RatedPlayers {
    /// Both players.
    #[default]
    Both,
    /// At least one player.
    Either,
}

/// A single condition on a game. Texts match anywhere in the value and ignore case; see
/// [`Criterion::player`].
#[derive(Clone, Debug)]
pub enum Criterion {
    /// A player's name, on one side if given.
    Player(String, Option<Color>),
    /// The names of both players, in either order.
    Players(String, String),
    /// A text in a tag, whose name also ignores case.
    Tag(String, String),
    /// Ratings in this range.
    Elo(RangeInclusive<u32>, RatedPlayers),
    /// Played on or after this date, as far as known.
    Since(Date),
    /// Played on or before this date, as far as known.
    Until(Date),
    /// One of these results.
    Results(Vec<GameResult>),
    /// An ECO code in one of these inclusive ranges.
    Eco(Vec<(String, String)>),
    /// A text in the name of the opening.
    Opening(String),
    /// Chess960 if true, standard chess if false.
    Chess960(bool),
    /// A length in this range, in plies.
    Plies(RangeInclusive<usize>),
    /// The game reaches this position.
    Reaches(Target),
    /// A position of the game matches this pattern.
    Pattern(Pattern),
    /// This material in at least this many consecutive positions.
    Material(Material, usize),
    /// The game ends in one of these ways on the board.
    Ends(Vec<Termination>),
}

impl Criterion {
    /// Evaluates the condition from the tags; none if it needs more than tags.
    fn by_tags(&self, tags: &RawTags) -> Option<bool> {
        let contains =
            |tag: &str, text: &str| tags.get(tag).is_some_and(|value| value.to_lowercase().contains(text));
        let date = || Date::of_tags(|name| tags.get(name));
        Some(match self {
            Criterion::Player(name, Some(Color::White)) => contains("White", name),
            Criterion::Player(name, Some(Color::Black)) => contains("Black", name),
            Criterion::Player(name, None) => contains("White", name) || contains("Black", name),
            Criterion::Players(one, other) => {
                contains("White", one) && contains("Black", other)
                    || contains("White", other) && contains("Black", one)
            }
            Criterion::Tag(tag, text) => tags
                .iter()
                .any(|(name, value)| name.eq_ignore_ascii_case(tag) && value.to_lowercase().contains(text)),
            Criterion::Elo(range, who) => {
                let is_in = |tag: &str| {
                    tags.get(tag).and_then(|value| parse_elo(&value)).is_some_and(|elo| range.contains(&elo))
                };
                match who {
                    RatedPlayers::Both => is_in("WhiteElo") && is_in("BlackElo"),
                    RatedPlayers::Either => is_in("WhiteElo") || is_in("BlackElo"),
                }
            }
            Criterion::Since(since) => date().is_some_and(|date| date.may_be_since(*since)),
            Criterion::Until(until) => date().is_some_and(|date| date.may_be_until(*until)),
            _ => return None,
        })
    }

    fn matches(&self, record: &Record<'_>) -> bool {
        match self {
            Criterion::Results(results) => results.contains(&record.result()),
            Criterion::Eco(ranges) => opening::code(record)
                .is_some_and(|code| ranges.iter().any(|(first, last)| (first..=last).contains(&&code))),
            Criterion::Opening(text) => {
                opening::name(record).is_some_and(|name| name.to_lowercase().contains(text))
            }
            Criterion::Chess960(wanted) => record.is_chess960() == *wanted,
            Criterion::Plies(range) => range.contains(&record.plies()),
            Criterion::Reaches(target) => target.ply(record).is_some(),
            Criterion::Pattern(pattern) => {
                let mut found = false;
                record.walk(|_, position| {
                    found = pattern.matches(position);
                    !found
                });
                found
            }
            Criterion::Material(material, wanted) => {
                let (mut held, wanted) = (0, (*wanted).max(1));
                record.walk(|_, position| {
                    held = if material.matches(position) { held + 1 } else { 0 };
                    held < wanted
                });
                held >= wanted
            }
            Criterion::Ends(endings) => {
                let mut line = Line::new(record.start().clone());
                // The moves have been checked.
                let played = record.moves().iter().all(|&mv| line.push(mv).is_ok());
                played && Termination::of(&line).is_some_and(|ending| endings.contains(&ending))
            }
            by_tags => by_tags.by_tags(record.tags()) == Some(true),
        }
    }

    /// Returns a criterion for a player's name, on either side or the given one.
    pub fn player(name: &str, side: Option<Color>) -> Criterion {
        Criterion::Player(name.to_lowercase(), side)
    }

    /// Returns a criterion for two players against each other.
    pub fn players(one: &str, other: &str) -> Criterion {
        Criterion::Players(one.to_lowercase(), other.to_lowercase())
    }

    /// Returns a criterion for a text in a tag.
    pub fn tag(tag: &str, text: &str) -> Criterion {
        Criterion::Tag(tag.into(), text.to_lowercase())
    }

    /// Returns a criterion for a text in the name of the opening.
    pub fn opening(text: &str) -> Criterion {
        Criterion::Opening(text.to_lowercase())
    }
}

/// A filter for games.
#[derive(Clone, Debug, Default)]
pub struct Criteria {
    /// The conditions, all of which must hold.
    pub all: Vec<Criterion>,
    /// True to select the games for which they do not hold.
    pub inverted: bool,
}

impl Criteria {
    /// Returns true if a game with these tags may match, so that its moves must be checked.
    pub fn may_match(&self, tags: &RawTags) -> bool {
        self.inverted || self.all.iter().all(|criterion| criterion.by_tags(tags) != Some(false))
    }

    /// Returns true if the game matches. Its moves must have been checked unless [`Criteria::may_match`]
    /// returns false.
    pub fn matches(&self, record: &Record<'_>) -> bool {
        self.may_match(record.tags())
            && self.all.iter().all(|criterion| criterion.matches(record)) != self.inverted
    }
}

/// Parses a range of ECO codes: `B90`, `B20-B99`, `B9`, `B`.
///
/// # Errors
/// A description of the expected text.
pub fn parse_eco(text: &str) -> Result<(String, String), String> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let whole = |code: &str, fill: &str| {
        let code = code.trim();
        let padded = format!("{code}{}", fill.get(code.len()..)?);
        opening::read_code(&padded).filter(|_| !code.is_empty())
    };
    match (whole(first, "A00"), whole(last, "A99")) {
        (Some(first), Some(last)) if first <= last => Ok((first, last)),
        _ => Err(format!(
            "\"{text}\" is not an ECO code; expected a code such as B90, or a group such as B20-B99, B9 or C"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::{ReadOptions, made_of};

    const GAMES: &str = "[White \"Kramnik,V\"]\n[Black \"Anand,V\"]\n[Date \"2008.10.??\"]\n\
        [WhiteElo \"2772\"]\n[BlackElo \"2783\"]\n\
        [Result \"0-1\"]\n\n1. d4 d5 2. c4 c6 0-1\n\n[White \"Anand,V\"]\n[Black \"Carlsen,M\"]\n\
        [Date \"2013\"]\n[WhiteElo \"2775\"]\n[ECO \"B18\"]\n\n\
        1. e4 c6 2. d4 d5 3. exd5 1/2-1/2\n\n[White \"x\"]\n[TimeControl \"180+2\"]\n\n\
        1. f3 e5 2. g4 Qh4# 0-1\n";

    /// Returns the indices of the matching games, which must be the same for every kind of reading.
    fn fitting(criteria: Criteria) -> Vec<usize> {
        let read = |reading: ReadOptions| {
            let own = criteria.clone();
            let visit = move |record: &Record<'_>, made: &mut Vec<bool>| made.push(own.matches(record));
            let found = made_of(GAMES, &reading, visit).concat();
            (1..).zip(found).filter(|(_, matches)| *matches).map(|(number, _)| number).collect::<Vec<usize>>()
        };
        let own = criteria.clone();
        let (all, chosen) =
            (read(ReadOptions::new()), read(ReadOptions::new().choosing(move |tags| own.may_match(tags))));
        assert_eq!(all, chosen);
        all
    }

    fn check(all: Vec<Criterion>, expected: &[usize]) {
        let shown = format!("{all:?}");
        let others: Vec<usize> = (1..=3).filter(|number| !expected.contains(number)).collect();
        assert_eq!(fitting(Criteria { all: all.clone(), inverted: false }), expected, "{shown}");
        assert_eq!(fitting(Criteria { all, inverted: true }), others, "{shown}");
    }

    #[test]
    fn tag_criteria() {
        check(vec![], &[1, 2, 3]);
        check(vec![Criterion::player("ANAND", None)], &[1, 2]);
        check(vec![Criterion::player("anand", Some(Color::White))], &[2]);
        check(vec![Criterion::players("anand", "kramnik")], &[1]);
        check(vec![Criterion::players("anand", "anand")], &[]);
        check(vec![Criterion::tag("TimeControl", "180")], &[3]);
        check(vec![Criterion::tag("timecontrol", "180")], &[3]);
        check(vec![Criterion::Elo(2780..=9999, RatedPlayers::Either)], &[1]);
        check(vec![Criterion::Elo(2700..=9999, RatedPlayers::Both)], &[1]);
        check(vec![Criterion::Since("2008.10.12".parse().unwrap())], &[1, 2]);
        check(vec![Criterion::Until("2012".parse().unwrap())], &[1]);
    }

    #[test]
    fn move_criteria() {
        check(vec![Criterion::Results(vec![GameResult::BlackWins])], &[1, 3]);
        check(vec![Criterion::Eco(vec![parse_eco("D").unwrap(), parse_eco("B1").unwrap()])], &[1, 2]);
        check(vec![Criterion::opening("slav")], &[1]);
        check(vec![Criterion::Plies(5..=5)], &[2]);
        check(vec![Criterion::Chess960(false)], &[1, 2, 3]);
        check(vec![Criterion::Reaches(Target::by_moves("d4 d5 c4 c6").unwrap())], &[1]);
        let pattern = |text: &str| Criterion::Pattern(text.parse().unwrap());
        check(vec![pattern("*/*/*/*/*/*/*P__P/*"), Criterion::player("x", None)], &[3]);
        check(vec![pattern("*/*/*/*/*Pq/*/*/*")], &[3]);
        check(vec![Criterion::Ends(vec![Termination::Checkmate])], &[3]);
        check(vec![Criterion::Material("KQ1R2B2N2P8 KQ1R2B2N2P7".parse().unwrap(), 1)], &[2]);
        check(vec![Criterion::Material("KQ1R2B2N2P8 KQ1R2B2N2P7".parse().unwrap(), 2)], &[]);
        check(vec![Criterion::Material("KQ1R2B2N2P8 KQ1R2B2N2P8".parse().unwrap(), 5)], &[1, 2, 3]);
    }

    #[test]
    fn eco_codes_are_read() {
        let range = |first: &str, last: &str| Ok((first.to_owned(), last.to_owned()));
        assert_eq!(parse_eco("b90"), range("B90", "B90"));
        assert_eq!(parse_eco("B20-B99"), range("B20", "B99"));
        assert_eq!(parse_eco("C-D1"), range("C00", "D19"));
        for wrong in ["", "F00", "B9x", "B99-B20", "B900"] {
            assert!(parse_eco(wrong).is_err(), "{wrong}");
        }
    }
}
