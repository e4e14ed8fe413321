//! A choice of puzzles from files: by rating, theme and ID, in file order or at random.

use std::io::BufRead;
use std::ops::ControlFlow;
use std::str::FromStr;

use anyhow::Result;
use heirloom_app::puzzle::record::{Puzzle, Rows};

use crate::plural::counted;

/// The number of puzzles chosen at random by default.
const SOME: usize = 100;
/// Invalid rows that are reported one by one; the others are only counted.
const MOST_SHOWN: usize = 20;

/// An inclusive range of ratings.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ratings {
    least: f64,
    most: f64,
}

impl FromStr for Ratings {
    type Err = String;

    fn from_str(text: &str) -> Result<Ratings, String> {
        let error = || "expected a range such as 1200..1600, 2000.. or ..1000".to_owned();
        let (least, most) = text.split_once("..").ok_or_else(error)?;
        let end = |text: &str, usual: f64| if text.is_empty() { Some(usual) } else { text.parse().ok() };
        match (end(least, f64::MIN), end(most, f64::MAX)) {
            (Some(least), Some(most)) if least <= most => Ok(Ratings { least, most }),
            _ => Err(error()),
        }
    }
}

/// Which puzzles are chosen.
#[derive(Clone, Debug)]
pub struct PuzzleChoice {
    /// The ratings; none for any.
    pub rating: Option<Ratings>,
    /// Themes that must all match.
    pub themes: Vec<String>,
    /// IDs; empty for any.
    pub ids: Vec<String>,
    /// The maximum number of puzzles.
    pub number: Option<u32>,
    /// Choose at random instead of in file order.
    pub random: bool,
    /// The random seed; a new one if not given.
    pub seed: Option<u64>,
}

impl PuzzleChoice {
    /// Takes the puzzles that match and are not `left_out` from files with names. Reports invalid rows, and
    /// returns their number. Fails if a file cannot be opened.
    pub fn take<R: BufRead>(
        &self,
        files: impl Iterator<Item = Result<(String, R)>>,
        left_out: impl Fn(&Puzzle) -> bool,
        report: &dyn Fn(&str),
    ) -> Result<(Vec<Puzzle>, usize)> {
        let mut puzzles = Vec::new();
        let mut random = self.seed.map_or_else(fastrand::Rng::new, fastrand::Rng::with_seed);
        let (mut seen, mut wrong) = (0_usize, 0);
        let most = self.number.map(|number| number as usize).or(self.random.then_some(SOME));
        for file in files {
            let (name, file) = file?;
            for row in Rows::new(file) {
                let puzzle = match row {
                    Ok(puzzle) => puzzle,
                    Err(error) => {
                        wrong += 1;
                        if wrong <= MOST_SHOWN {
                            report(&format!("{name}, {error}"));
                        }
                        continue;
                    }
                };
                if !self.fits(&puzzle) || left_out(&puzzle) {
                    continue;
                }
                seen += 1;
                let most = most.unwrap_or(usize::MAX);
                if self.keep(puzzle, &mut puzzles, seen, most, &mut random).is_break() {
                    return Ok((puzzles, wrong));
                }
            }
        }
        if wrong > MOST_SHOWN {
            let more = counted(wrong - MOST_SHOWN, "more invalid row", "more invalid rows");
            report(&format!("heirloom: {more}"));
        }
        if self.random {
            random.shuffle(&mut puzzles);
        }
        Ok((puzzles, wrong))
    }

    /// Takes a puzzle; at random each has the same chance (Vitter's algorithm R), without keeping a large
    /// file in memory.
    fn keep(
        &self,
        puzzle: Puzzle,
        taken: &mut Vec<Puzzle>,
        seen: usize,
        most: usize,
        random: &mut fastrand::Rng,
    ) -> ControlFlow<()> {
        if taken.len() < most {
            taken.push(puzzle);
        } else if self.random {
            let place = random.usize(..seen);
            if let Some(old) = taken.get_mut(place) {
                *old = puzzle;
            }
        }
        if !self.random && taken.len() >= most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn fits(&self, puzzle: &Puzzle) -> bool {
        let has = |theme: &String| puzzle.themes.iter().any(|own| own.eq_ignore_ascii_case(theme));
        self.rating.is_none_or(|ratings| (ratings.least..=ratings.most).contains(&puzzle.rating))
            && self.themes.iter().all(has)
            && (self.ids.is_empty() || self.ids.contains(&puzzle.id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_open_or_closed() {
        let fits = |text: &str, rating: f64| {
            let ratings: Ratings = text.parse().unwrap();
            (ratings.least..=ratings.most).contains(&rating)
        };
        assert!(fits("1200..1600", 1200.0));
        assert!(!fits("1200..1600", 1601.0));
        assert!(fits("2000..", 2900.0));
        assert!(fits("..1000", 400.0));
        for wrong in ["1200", "a..b", "1600..1200", ""] {
            assert!(wrong.parse::<Ratings>().is_err(), "{wrong}");
        }
    }
}
