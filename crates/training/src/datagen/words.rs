//! Settings of self-play as users write them.

use std::ops::RangeInclusive;

/// Reads a share from 0 to 1.
pub fn share(text: &str) -> Result<f64, String> {
    between(text, 1.0)
}

/// Reads the least expected points of either side. Hardly any opening is exactly level, so they are well
/// below half a point.
pub fn balance(text: &str) -> Result<f64, String> {
    between(text, 0.4)
}

fn between(text: &str, most: f64) -> Result<f64, String> {
    let value = text.parse::<f64>().ok().filter(|value| (0.0..=most).contains(value));
    value.ok_or_else(|| format!("expected a number from 0 to {most}"))
}

/// The maximum number of random plies.
const MOST_RANDOM_PLIES: u32 = 40;

/// Reads a number of plies or a range of two.
pub fn plies(text: &str) -> Result<RangeInclusive<u32>, String> {
    let number = |text: &str| text.trim().parse::<u32>().ok().filter(|&plies| plies <= MOST_RANDOM_PLIES);
    let range = match text.split_once('-') {
        Some((from, to)) => number(from).zip(number(to)).map(|(from, to)| from..=to),
        None => number(text).map(|plies| plies..=plies),
    };
    range
        .filter(|range| !range.is_empty())
        .ok_or_else(|| format!("expected plies from 0 to {MOST_RANDOM_PLIES}, such as 8 or 6-10"))
}

/// Reads a size in bytes, such as 256M.
pub fn size(text: &str) -> Result<u64, String> {
    const UNITS: [(char, u64); 5] =
        [('k', 1000), ('K', 1000), ('M', 1_000_000), ('G', 1_000_000_000), ('T', 1_000_000_000_000)];
    let unit = UNITS.into_iter().find(|(letter, _)| text.ends_with(*letter));
    let (number, unit) =
        unit.map_or((text, 1), |(letter, unit)| (text.strip_suffix(letter).unwrap_or(text), unit));
    let size =
        number.parse::<u64>().ok().filter(|&number| number > 0).and_then(|number| number.checked_mul(unit));
    size.ok_or_else(|| "expected bytes, such as 256M or 20G".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plies_are_a_number_or_a_range() {
        assert_eq!(plies("8"), Ok(8..=8));
        assert_eq!(plies("6-10"), Ok(6..=10));
        for wrong in ["", "-", "10-6", "41", "6-", "six"] {
            assert!(plies(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn sizes_have_units() {
        assert_eq!(
            [size("5"), size("20k"), size("256M"), size("2G")].map(Result::unwrap),
            [5, 20_000, 256_000_000, 2_000_000_000]
        );
        for wrong in ["", "M", "0", "-1G", "1.5G", "5MM", "99999999999T"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }
}
