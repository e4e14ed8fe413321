//! Statistics of a collection: results, ratings, lengths, years, openings, players. Partial statistics can
//! be merged.

use std::collections::{BTreeMap, HashMap};

use heirloom_chess::Color;
use heirloom_chess::game::GameResult;

use crate::date::Date;
use crate::opening;
use crate::record::{Record, parse_elo};

/// The results of a set of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ResultCounts {
    /// Wins, by White or by the player in question.
    pub wins: u64,
    /// Draws.
    pub draws: u64,
    /// Losses.
    pub losses: u64,
    /// Games without a known result.
    pub unknown: u64,
}

impl ResultCounts {
    /// Adds a result from the point of view of `color`.
    pub fn add(&mut self, result: GameResult, color: Color) {
        *match (result, result.winner()) {
            (_, Some(winner)) if winner == color => &mut self.wins,
            (_, Some(_)) => &mut self.losses,
            (GameResult::Draw, _) => &mut self.draws,
            _ => &mut self.unknown,
        } += 1;
    }

    /// Adds the results of another set.
    pub fn merge(&mut self, other: ResultCounts) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        self.unknown += other.unknown;
    }

    /// Returns the number of games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses + self.unknown
    }

    /// Returns the points per hundred games with a known result; none without such games.
    pub fn percent(&self) -> Option<f64> {
        let known = self.wins + self.draws + self.losses;
        (known > 0).then(|| (self.wins as f64 + self.draws as f64 / 2.0) * 100.0 / known as f64)
    }
}

/// A sum of numbers and their count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Mean {
    /// The count.
    pub count: u64,
    /// The sum.
    pub sum: u64,
}

impl Mean {
    /// Adds a number.
    pub fn add(&mut self, number: u64) {
        self.count += 1;
        self.sum += number;
    }

    /// Adds the numbers of another mean.
    pub fn merge(&mut self, other: Mean) {
        self.count += other.count;
        self.sum += other.sum;
    }

    /// Returns the mean; none without numbers.
    pub fn value(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum as f64 / self.count as f64)
    }
}

/// The statistics of a collection.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    /// Results from White's point of view.
    pub score: ResultCounts,
    /// The number of Chess960 games.
    pub chess960: u64,
    /// The ratings of White and of Black.
    pub elo: [Mean; 2],
    /// The highest rating.
    pub highest_elo: u64,
    /// The number of games by length in plies.
    pub lengths: BTreeMap<usize, u64>,
    /// The number of games by year; 0 if unknown.
    pub years: BTreeMap<u16, u64>,
    /// The results from White's point of view by ECO code; empty if unknown.
    pub openings: BTreeMap<String, ResultCounts>,
    /// The results of each player by name, from that player's point of view.
    pub players: HashMap<String, ResultCounts>,
    /// The number of games by the value of the tag `Termination`.
    pub terminations: BTreeMap<String, u64>,
}

impl Statistics {
    /// Adds a game.
    pub fn add(&mut self, record: &Record<'_>) {
        let result = record.result();
        self.score.add(result, Color::White);
        self.chess960 += u64::from(record.is_chess960());
        for (color, tag) in [(Color::White, "WhiteElo"), (Color::Black, "BlackElo")] {
            if let Some(elo) =
                record.tag(tag).and_then(|value| parse_elo(&value)).filter(|elo| (1..10_000).contains(elo))
            {
                self.elo[color.index()].add(elo.into());
                self.highest_elo = self.highest_elo.max(elo.into());
            }
        }
        *self.lengths.entry(record.plies()).or_default() += 1;
        let date = Date::of_tags(|name| record.tag(name));
        *self.years.entry(date.map_or(0, |date| date.year)).or_default() += 1;
        self.openings.entry(opening::code(record).unwrap_or_default()).or_default().add(result, Color::White);
        for (color, tag) in [(Color::White, "White"), (Color::Black, "Black")] {
            let name = record.tag(tag).unwrap_or_default();
            let name = name.trim();
            if matches!(name, "" | "?") {
                continue;
            }
            match self.players.get_mut(name) {
                Some(score) => score.add(result, color),
                None => self.players.entry(name.to_owned()).or_default().add(result, color),
            }
        }
        if let Some(termination) = record.tag("Termination") {
            *self.terminations.entry(termination.trim().to_owned()).or_default() += 1;
        }
    }

    /// Adds the statistics of another collection.
    pub fn merge(&mut self, other: Statistics) {
        self.score.merge(other.score);
        self.chess960 += other.chess960;
        self.highest_elo = self.highest_elo.max(other.highest_elo);
        for (own, more) in self.elo.iter_mut().zip(other.elo) {
            own.merge(more);
        }
        add_counts(&mut self.lengths, other.lengths);
        add_counts(&mut self.years, other.years);
        add_counts(&mut self.terminations, other.terminations);
        for (key, score) in other.openings {
            self.openings.entry(key).or_default().merge(score);
        }
        for (key, score) in other.players {
            self.players.entry(key).or_default().merge(score);
        }
    }

    /// Returns the number of games.
    pub fn games(&self) -> u64 {
        self.score.games()
    }

    /// Returns the number of plies.
    pub fn plies(&self) -> u64 {
        self.lengths.iter().map(|(&length, count)| length as u64 * count).sum()
    }

    /// Returns the median length, in plies: half of the games are not longer.
    pub fn median_length(&self) -> Option<usize> {
        let mut below = 0;
        let half = self.games().div_ceil(2);
        self.lengths.iter().find_map(|(&length, count)| {
            below += count;
            (below >= half && half > 0).then_some(length)
        })
    }

    /// Returns the players with the most games; ties are in order of name.
    pub fn most_active_players(&self, most: usize) -> Vec<(&str, ResultCounts)> {
        first_by_games(self.players.iter(), most)
    }

    /// Returns the openings with the most games; ties are in order of code.
    pub fn most_common_openings(&self, most: usize) -> Vec<(&str, ResultCounts)> {
        first_by_games(self.openings.iter(), most)
    }
}

/// Returns the first results in descending order of games; ties are in order of name.
fn first_by_games<'a>(
    all: impl Iterator<Item = (&'a String, &'a ResultCounts)>,
    most: usize,
) -> Vec<(&'a str, ResultCounts)> {
    let mut all: Vec<(&str, ResultCounts)> = all.map(|(name, &score)| (name.as_str(), score)).collect();
    all.sort_unstable_by_key(|&(name, score)| (std::cmp::Reverse(score.games()), name));
    all.truncate(most);
    all
}

fn add_counts<K: Ord>(counts: &mut BTreeMap<K, u64>, others: BTreeMap<K, u64>) {
    for (key, count) in others {
        *counts.entry(key).or_default() += count;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::{ReadOptions, made_of};

    #[test]
    fn numbers_add_up() {
        let text = "[Date \"1990.01.01\"]\n[White \"a\"]\n[Black \"b\"]\n[WhiteElo \"2000\"]\n\n\
            1. e4 c5 1-0\n\n[White \"b\"]\n[Black \"a\"]\n\
            [WhiteElo \"2100\"]\n[Termination \"normal\"]\n\n1. d4 1/2-1/2\n\n[Black \"a\"]\n\n\
            1. d4 d5 2. c4 *\n";
        let mut all = Statistics::default();
        for _ in 0..2 {
            let visit = |record: &Record<'_>, made: &mut Statistics| made.add(record);
            made_of(text, &ReadOptions::new(), visit).into_iter().for_each(|made| all.merge(made));
        }
        assert_eq!((all.games(), all.plies(), all.median_length()), (6, 12, Some(2)));
        assert_eq!(all.score, ResultCounts { wins: 2, draws: 2, losses: 0, unknown: 2 });
        assert_eq!(all.score.percent(), Some(75.0));
        assert_eq!((all.elo[0].value(), all.elo[1].value(), all.highest_elo), (Some(2050.0), None, 2100));
        let players = all.most_active_players(2);
        assert_eq!((players[0].0, players[0].1.games(), players[1].0), ("a", 6, "b"));
        assert_eq!(players[1].1, ResultCounts { wins: 0, draws: 2, losses: 2, unknown: 0 });
        assert_eq!((all.years[&1990], all.years[&0]), (2, 4));
        let expected = ["A40", "B20", "D06"];
        assert_eq!(all.most_common_openings(9).iter().map(|(code, _)| *code).collect::<Vec<_>>(), expected);
    }
}
