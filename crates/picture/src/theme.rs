//! Color themes of boards.

use std::fmt;
use std::str::FromStr;

/// The colors of squares and frame.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Theme {
    /// Maple and walnut.
    #[default]
    Wood,
    /// Cream and green, like tournament boards.
    Green,
    /// Pale and steel blue.
    Blue,
    /// Grays, for dark surroundings.
    Slate,
    /// White and light gray, for print.
    Paper,
    /// Dark brown.
    Walnut,
    /// Pale and deep turquoise.
    Sea,
    /// Pale and dusky pink.
    Rose,
    /// Pale and dusky violet.
    Lilac,
    /// Cream and olive.
    Olive,
}

/// The SVG colors of a theme.
pub(crate) struct Colors {
    pub light: &'static str,
    pub dark: &'static str,
    pub frame: &'static str,
    /// The coordinates, and the line around the squares.
    pub ink: &'static str,
    /// The half-transparent tint of the squares of the last move.
    pub last: &'static str,
}

impl Theme {
    /// All themes.
    pub const ALL: [Theme; 10] = [
        Theme::Wood,
        Theme::Green,
        Theme::Blue,
        Theme::Slate,
        Theme::Paper,
        Theme::Walnut,
        Theme::Sea,
        Theme::Rose,
        Theme::Lilac,
        Theme::Olive,
    ];

    /// Returns its name, a single lowercase word.
    pub const fn name(self) -> &'static str {
        ["wood", "green", "blue", "slate", "paper", "walnut", "sea", "rose", "lilac", "olive"][self as usize]
    }

    /// Returns the colors of the light and of the dark squares, such as `#eed9b6`, for programs that draw
    /// boards themselves.
    pub const fn squares(self) -> (&'static str, &'static str) {
        let colors = self.colors();
        (colors.light, colors.dark)
    }

    /// Returns the color of the frame and that of the letters on it.
    pub const fn frame(self) -> (&'static str, &'static str) {
        let colors = self.colors();
        (colors.frame, colors.ink)
    }

    pub(crate) const fn colors(self) -> Colors {
        let [light, dark, frame, ink, last] = match self {
            Theme::Wood => ["#eed9b6", "#b78a62", "#5d4030", "#f0dfc4", "#e9d13c"],
            Theme::Green => ["#ebeed3", "#739a5c", "#3a5234", "#e6ecd2", "#f0d93a"],
            Theme::Blue => ["#e3eaf0", "#86a2bb", "#38516a", "#e1e9f0", "#ecd65a"],
            Theme::Slate => ["#d2d6db", "#828b98", "#30353d", "#cfd4da", "#d9c64e"],
            Theme::Paper => ["#ffffff", "#cccccc", "#ffffff", "#333333", "#86a6cf"],
            Theme::Walnut => ["#dcc3a0", "#94694a", "#3f2b1f", "#ead8bf", "#e3c83c"],
            Theme::Sea => ["#dcebea", "#6ba3a3", "#234c4e", "#dcebea", "#ecd65a"],
            Theme::Rose => ["#f5e6e3", "#c39490", "#5e3a3a", "#f5e6e3", "#ead35c"],
            Theme::Lilac => ["#ebe6f2", "#a092bd", "#42375c", "#ebe6f2", "#ecd65a"],
            Theme::Olive => ["#ece8d2", "#a3a06a", "#47451f", "#ece8d2", "#eed048"],
        };
        Colors { light, dark, frame, ink, last }
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Theme {
    type Err = String;

    /// Parses a name, ignoring case; the error lists all names.
    fn from_str(text: &str) -> Result<Theme, String> {
        by_name("theme", &Theme::ALL, Theme::name, text)
    }
}

/// Finds the value with this name, ignoring case; the error lists all names.
pub(crate) fn by_name<T: Copy>(
    kind: &str,
    all: &[T],
    name: fn(T) -> &'static str,
    text: &str,
) -> Result<T, String> {
    let found = all.iter().copied().find(|&value| name(value).eq_ignore_ascii_case(text));
    let names = || all.iter().map(|&value| name(value)).collect::<Vec<_>>().join(", ");
    found.ok_or_else(|| format!("unknown {kind}; expected one of {}", names()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn themes_are_found_by_their_names() {
        for theme in Theme::ALL {
            assert_eq!(theme.to_string().to_uppercase().parse(), Ok(theme));
        }
        let expected =
            "unknown theme; expected one of wood, green, blue, slate, paper, walnut, sea, rose, lilac, olive";
        assert_eq!("pink".parse::<Theme>().unwrap_err(), expected);
    }
}
