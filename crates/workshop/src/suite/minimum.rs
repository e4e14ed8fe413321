//! How many positions or puzzles must be solved.

use std::str::FromStr;

/// The least that must be solved.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Minimum {
    /// A number.
    Count(usize),
    /// A percentage.
    Percent(f64),
}

impl Minimum {
    /// Returns true if enough positions are solved.
    pub fn is_met(self, solved: usize, positions: usize) -> bool {
        match self {
            Minimum::Count(count) => solved >= count,
            Minimum::Percent(percent) => solved as f64 * 100.0 / positions.max(1) as f64 >= percent,
        }
    }
}

impl FromStr for Minimum {
    type Err = String;

    fn from_str(text: &str) -> Result<Minimum, String> {
        let read = match text.strip_suffix('%') {
            Some(percent) => percent
                .trim()
                .parse()
                .ok()
                .filter(|percent| (0.0..=100.0).contains(percent))
                .map(Minimum::Percent),
            None => text.parse().ok().map(Minimum::Count),
        };
        read.ok_or_else(|| {
            "expected a number of positions such as 290, or a percentage such as 80%".to_owned()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_minimum_is_a_number_or_a_share() {
        let met = |text: &str| text.parse::<Minimum>().unwrap().is_met(8, 10);
        assert!(met("8") && !met("9") && met("80%") && !met("80.1%") && met("0"));
    }
}
