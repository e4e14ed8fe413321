//! Which puzzles of files: by rating, theme and name, in their order or by chance.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::Result;
use clap::Args;
use heirloom_app::puzzle::record::{Puzzle, Rows};
use heirloom_workshop::plural::counted;

use crate::streams;

/// Which puzzles of the files are taken.
#[derive(Args, Clone, Debug, Default)]
pub struct Choice {
    /// Only puzzles with this rating: 1200..1600, 2000.. or ..1000
    #[arg(long, value_name = "RANGE")]
    rating: Option<Ratings>,
    /// Only puzzles with this theme, such as fork or mateIn2; may be repeated, all must match
    #[arg(long, value_name = "THEME")]
    theme: Vec<String>,
    /// Only the puzzle with this ID
    #[arg(long, value_name = "NAME")]
    id: Vec<String>,
    /// At most N puzzles
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    number: Option<u32>,
    /// Choose puzzles at random instead of in file order
    #[arg(long)]
    random: bool,
    /// Random seed for --random
    #[arg(long, requires = "random")]
    seed: Option<u64>,
}

/// A range of ratings, both ends included.
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

/// What was taken of files.
#[derive(Clone, Debug, Default)]
pub struct Taken {
    /// The puzzles that fit.
    pub puzzles: Vec<Puzzle>,
    /// Rows that are no puzzles.
    pub wrong: usize,
}

/// So many by chance, if nobody says how many.
const SOME: u32 = 100;
/// Rows that are wrong and shown one by one; the others are only counted.
const MOST_SHOWN: usize = 20;

impl Choice {
    /// The puzzles that fit and are not to be left out. Rows that are none are told on the standard error.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn take(&self, files: &[PathBuf], left_out: impl Fn(&Puzzle) -> bool) -> Result<Taken> {
        let mut puzzles = Vec::new();
        let mut random = self.seed.map_or_else(fastrand::Rng::new, fastrand::Rng::with_seed);
        let (mut seen, mut wrong) = (0_usize, 0);
        let most = self.number.or(self.random.then_some(SOME)).map_or(usize::MAX, |number| number as usize);
        for path in files {
            let name =
                if path == Path::new("-") { "standard input".to_owned() } else { path.display().to_string() };
            for row in Rows::new(streams::open(path)?) {
                let puzzle = match row {
                    Ok(puzzle) => puzzle,
                    Err(error) => {
                        wrong += 1;
                        if wrong <= MOST_SHOWN {
                            anstream::eprintln!("{name}, {error}");
                        }
                        continue;
                    }
                };
                if !self.fits(&puzzle) || left_out(&puzzle) {
                    continue;
                }
                seen += 1;
                if self.keep(puzzle, &mut puzzles, seen, most, &mut random).is_break() {
                    return Ok(Taken { puzzles, wrong });
                }
            }
        }
        if wrong > MOST_SHOWN {
            anstream::eprintln!(
                "heirloom: {}",
                counted(wrong - MOST_SHOWN, "more invalid row", "more invalid rows")
            );
        }
        if self.random {
            random.shuffle(&mut puzzles);
        }
        Ok(Taken { puzzles, wrong })
    }

    /// Takes one in; by chance each has the same one (Vitter's algorithm R), so that a large file need not lie in memory.
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
            && self.theme.iter().all(has)
            && (self.id.is_empty() || self.id.contains(&puzzle.id))
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
        assert!(
            fits("1200..1600", 1200.0)
                && !fits("1200..1600", 1601.0)
                && fits("2000..", 2900.0)
                && fits("..1000", 400.0)
        );
        for wrong in ["1200", "a..b", "1600..1200", ""] {
            assert!(wrong.parse::<Ratings>().is_err(), "{wrong}");
        }
    }
}
