//! Who plays whom, with which color and opening: every game of a match by its number, so that nothing need be remembered.

use serde::{Deserialize, Serialize};

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Pairing {
    /// Everyone plays everyone. With two engines this is a match.
    #[default]
    RoundRobin,
    /// The first engines play all others, but not each other.
    Gauntlet {
        /// How many engines are the first ones.
        seeds: usize,
    },
}

/// A game to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fixture {
    /// Its number, counted from 0.
    pub game: usize,
    /// Its round, counted from 0: in each round everyone meets everyone they have to meet, from the same opening.
    pub round: usize,
    /// The engines that have White and Black.
    pub players: [usize; 2],
    /// The number of the opening.
    pub opening: usize,
    /// The number of the other game of its pair, where games come in pairs.
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
    /// The games between `engines` engines: `games` for each two that meet. In pairs each opening is played with both colors, and an odd
    /// number of games is rounded up; else colors change with the rounds.
    pub fn new(engines: usize, pairing: Pairing, games: usize, paired: bool) -> Schedule {
        let meet = |first: usize| match pairing {
            Pairing::RoundRobin => true,
            Pairing::Gauntlet { seeds } => first < seeds,
        };
        let begin = |first: usize| match pairing {
            Pairing::RoundRobin => first + 1,
            Pairing::Gauntlet { seeds } => seeds,
        };
        let all = (0..engines).filter(|&first| meet(first));
        let encounters =
            all.flat_map(|first| (begin(first)..engines).map(move |second| [first, second])).collect();
        Schedule { encounters, rounds: if paired { games.div_ceil(2) } else { games }, paired }
    }

    /// The two engines of each encounter, the first one's results first.
    pub fn encounters(&self) -> &[[usize; 2]] {
        &self.encounters
    }

    /// All games.
    pub fn games(&self) -> usize {
        self.rounds * self.encounters.len() * if self.paired { 2 } else { 1 }
    }

    /// How many openings are needed, if none is to be played again.
    pub fn openings(&self) -> usize {
        self.rounds
    }

    /// The game with this number, which need not be below [`Schedule::games`]: more rounds only add games at the end.
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
        let schedule = Schedule::new(2, Pairing::RoundRobin, 5, true);
        assert_eq!((schedule.games(), schedule.openings()), (6, 3));
        assert_eq!(players(&schedule), [[0, 1], [1, 0], [0, 1], [1, 0], [0, 1], [1, 0]]);
        let openings: Vec<usize> = (0..6).map(|game| schedule.fixture(game).opening).collect();
        assert_eq!(openings, [0, 0, 1, 1, 2, 2]);
        assert_eq!((schedule.fixture(2).partner, schedule.fixture(3).partner), (Some(3), Some(2)));
    }

    #[test]
    fn single_games_change_colors() {
        let schedule = Schedule::new(2, Pairing::RoundRobin, 3, false);
        assert_eq!(players(&schedule), [[0, 1], [1, 0], [0, 1]]);
        let third = schedule.fixture(2);
        assert_eq!((third.opening, third.partner), (2, None));
    }

    #[test]
    fn everyone_meets_everyone() {
        let schedule = Schedule::new(4, Pairing::RoundRobin, 2, true);
        assert_eq!(schedule.encounters(), [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]);
        let (mut whites, mut blacks) = ([0; 4], [0; 4]);
        for [white, black] in players(&schedule) {
            whites[white] += 1;
            blacks[black] += 1;
        }
        assert_eq!((whites, blacks), ([3; 4], [3; 4]));
        assert!((0..12).all(|game| schedule.fixture(game).opening == 0), "a round has one opening");
        // More rounds leave the first games as they are.
        let longer = Schedule::new(4, Pairing::RoundRobin, 6, true);
        assert!((0..12).all(|game| longer.fixture(game) == schedule.fixture(game)));
    }

    #[test]
    fn a_gauntlet_is_run_by_the_first() {
        let schedule = Schedule::new(4, Pairing::Gauntlet { seeds: 1 }, 2, true);
        assert_eq!(schedule.encounters(), [[0, 1], [0, 2], [0, 3]]);
        let schedule = Schedule::new(4, Pairing::Gauntlet { seeds: 2 }, 2, true);
        assert_eq!(schedule.encounters(), [[0, 2], [0, 3], [1, 2], [1, 3]]);
    }
}
