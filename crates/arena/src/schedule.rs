//! The schedule of a match: players, colors and opening of each game, computed from its number.

use serde::{Deserialize, Serialize};

/// Which engines meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TournamentFormat {
    /// Each engine plays every other one. With two engines this is a match.
    #[default]
    RoundRobin,
    /// The first engines play all the rest, but not each other.
    Gauntlet {
        /// Number of first engines.
        seeds: usize,
    },
}

/// A scheduled game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fixture {
    /// Its number, starting at 0.
    pub game: usize,
    /// Its round, starting at 0. In each round all encounters take place with the same opening.
    pub round: usize,
    /// The engines playing White and Black.
    pub players: [usize; 2],
    /// The number of its opening.
    pub opening: usize,
    /// The number of the other game in its pair, if games are played in pairs.
    pub partner: Option<usize>,
}

/// All games of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    /// The pairs of engines that meet in each round.
    encounters: Vec<[usize; 2]>,
    rounds: usize,
    paired: bool,
}

impl Schedule {
    /// Creates a schedule for `engines` engines with `games` games per encounter. If paired, each opening is
    /// played with both colors, and an odd number of games is rounded up; otherwise colors alternate by
    /// round.
    pub fn new(engines: usize, pairing: TournamentFormat, games: usize, paired: bool) -> Schedule {
        let meet = |first: usize| match pairing {
            TournamentFormat::RoundRobin => true,
            TournamentFormat::Gauntlet { seeds } => first < seeds,
        };
        let begin = |first: usize| match pairing {
            TournamentFormat::RoundRobin => first + 1,
            TournamentFormat::Gauntlet { seeds } => seeds,
        };
        let all = (0..engines).filter(|&first| meet(first));
        let encounters =
            all.flat_map(|first| (begin(first)..engines).map(move |second| [first, second])).collect();
        Schedule { encounters, rounds: if paired { games.div_ceil(2) } else { games }, paired }
    }

    /// Returns the two engines of each encounter; results are from the first one's point of view.
    pub fn encounters(&self) -> &[[usize; 2]] {
        &self.encounters
    }

    /// Returns the number of games.
    pub fn games(&self) -> usize {
        self.rounds * self.encounters.len() * if self.paired { 2 } else { 1 }
    }

    /// Returns the number of openings needed so that none is repeated.
    pub fn openings(&self) -> usize {
        self.rounds
    }

    /// Returns the game with this number, which may exceed [`Schedule::games`]: more rounds only add games at
    /// the end.
    pub fn fixture(&self, game: usize) -> Fixture {
        let encounters = self.encounters.len().max(1);
        let (encounter, reversed) =
            if self.paired { (game / 2, game % 2 == 1) } else { (game, (game / encounters) % 2 == 1) };
        let round = encounter / encounters;
        let [first, second] = self.encounters.get(encounter % encounters).copied().unwrap_or_default();
        let players = if reversed { [second, first] } else { [first, second] };
        Fixture { game, round, players, opening: round, partner: self.paired.then_some(game ^ 1) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn players(schedule: &Schedule) -> Vec<[usize; 2]> {
        (0..schedule.games()).map(|game| schedule.fixture(game).players).collect()
    }

    #[test]
    fn a_match_is_played_in_pairs() {
        let schedule = Schedule::new(2, TournamentFormat::RoundRobin, 5, true);
        assert_eq!((schedule.games(), schedule.openings()), (6, 3));
        assert_eq!(players(&schedule), [[0, 1], [1, 0], [0, 1], [1, 0], [0, 1], [1, 0]]);
        let openings: Vec<usize> = (0..6).map(|game| schedule.fixture(game).opening).collect();
        assert_eq!(openings, [0, 0, 1, 1, 2, 2]);
        assert_eq!((schedule.fixture(2).partner, schedule.fixture(3).partner), (Some(3), Some(2)));
    }

    #[test]
    fn single_games_change_colors() {
        let schedule = Schedule::new(2, TournamentFormat::RoundRobin, 3, false);
        assert_eq!(players(&schedule), [[0, 1], [1, 0], [0, 1]]);
        let third = schedule.fixture(2);
        assert_eq!((third.opening, third.partner), (2, None));
    }

    #[test]
    fn everyone_meets_everyone() {
        let schedule = Schedule::new(4, TournamentFormat::RoundRobin, 2, true);
        assert_eq!(schedule.encounters(), [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]);
        let (mut whites, mut blacks) = ([0; 4], [0; 4]);
        for [white, black] in players(&schedule) {
            whites[white] += 1;
            blacks[black] += 1;
        }
        assert_eq!((whites, blacks), ([3; 4], [3; 4]));
        assert!((0..12).all(|game| schedule.fixture(game).opening == 0), "a round has one opening");
        // More rounds do not change the first games.
        let longer = Schedule::new(4, TournamentFormat::RoundRobin, 6, true);
        assert!((0..12).all(|game| longer.fixture(game) == schedule.fixture(game)));
    }

    #[test]
    fn a_gauntlet_is_run_by_the_first() {
        let schedule = Schedule::new(4, TournamentFormat::Gauntlet { seeds: 1 }, 2, true);
        assert_eq!(schedule.encounters(), [[0, 1], [0, 2], [0, 3]]);
        let schedule = Schedule::new(4, TournamentFormat::Gauntlet { seeds: 2 }, 2, true);
        assert_eq!(schedule.encounters(), [[0, 2], [0, 3], [1, 2], [1, 3]]);
    }
}
