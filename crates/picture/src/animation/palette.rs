//! The limited palette of a GIF.

use std::collections::HashMap;

use crate::raster::Rgb;

/// A palette, and the index of every counted color in it.
pub struct Palette {
    /// The colors by index.
    pub colors: Vec<Rgb>,
    numbers: HashMap<Rgb, u8>,
}

impl Palette {
    /// Chooses at most `most` (up to 256) of the counted colors: the frequent ones unchanged, so that large
    /// areas keep theirs, and as many shades along outlines as keep a minimum distance.
    pub fn of(counts: &HashMap<Rgb, u64>, most: usize) -> Palette {
        let mut counted: Vec<(Rgb, u64)> = counts.iter().map(|(&color, &count)| (color, count)).collect();
        counted.sort_by_key(|&(color, count)| (std::cmp::Reverse(count), color));
        let mut min_distance = 1;
        let colors = loop {
            if let Some(colors) = distinct_colors(&counted, min_distance, most) {
                break colors;
            }
            min_distance = min_distance * 3 / 2 + 1;
        };
        let numbers = counted.iter().map(|&(color, _)| (color, nearest(&colors, color))).collect();
        Palette { colors, numbers }
    }

    /// Returns the index of the nearest color.
    pub fn number(&self, color: Rgb) -> u8 {
        self.numbers.get(&color).copied().unwrap_or_else(|| nearest(&self.colors, color))
    }
}

/// Returns the colors in this order that are at least `min_distance` apart, or `None` if there are too many.
fn distinct_colors(counted: &[(Rgb, u64)], min_distance: u32, most: usize) -> Option<Vec<Rgb>> {
    let mut colors: Vec<Rgb> = Vec::new();
    for &(color, _) in counted {
        if colors.iter().all(|&other| distance(color, other) >= min_distance) {
            if colors.len() == most {
                return None;
            }
            colors.push(color);
        }
    }
    Some(colors)
}

fn nearest(colors: &[Rgb], color: Rgb) -> u8 {
    let nearest = (0..colors.len()).min_by_key(|&number| distance(colors[number], color));
    nearest.map_or(0, |number| number as u8)
}

/// Returns the squared distance in RGB space.
fn distance(one: Rgb, other: Rgb) -> u32 {
    one.into_iter().zip(other).map(|(one, other)| u32::from(one.abs_diff(other)).pow(2)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frequent_colors_stay_as_they_are() {
        let mut counts: HashMap<Rgb, u64> = (0..=255).map(|grey| ([grey; 3], 1)).collect();
        counts.insert([201, 202, 203], 1000);
        let palette = Palette::of(&counts, 16);
        assert!((8..=16).contains(&palette.colors.len()), "{:?}", palette.colors);
        assert_eq!(palette.number([201, 202, 203]), 0);
        assert_eq!(palette.colors[0], [201, 202, 203]);
        let all = Palette::of(&counts, 257);
        assert_eq!(all.colors.len(), 257);
    }
}
