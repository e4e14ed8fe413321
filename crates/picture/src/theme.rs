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
    pub const ALL: [Theme; 5] = [Theme::Wood, Theme::Green, Theme::Blue, Theme::Slate, Theme::Paper];

    /// Returns its name, a single lowercase word.
    pub const fn name(self) -> &'static str {
        match self {
            Theme::Wood => "wood",
            Theme::Green => "green",
            Theme::Blue => "blue",
            Theme::Slate => "slate",
            Theme::Paper => "paper",
        }
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
        match self {
            Theme::Wood => Colors {
                light: "#eed9b6",
                dark: "#b78a62",
                frame: "#5d4030",
                ink: "#f0dfc4",
                last: "#e9d13c",
            },
            Theme::Green => Colors {
                light: "#ebeed3",
                dark: "#739a5c",
                frame: "#3a5234",
                ink: "#e6ecd2",
                last: "#f0d93a",
            },
            Theme::Blue => Colors {
                light: "#e3eaf0",
                dark: "#86a2bb",
                frame: "#38516a",
                ink: "#e1e9f0",
                last: "#ecd65a",
            },
            Theme::Slate => Colors {
                light: "#d2d6db",
                dark: "#828b98",
                frame: "#30353d",
                ink: "#cfd4da",
                last: "#d9c64e",
            },
            Theme::Paper => Colors {
                light: "#ffffff",
                dark: "#cccccc",
                frame: "#ffffff",
                ink: "#333333",
                last: "#86a6cf",
            },
        }
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
        let found = Theme::ALL.into_iter().find(|theme| theme.name().eq_ignore_ascii_case(text));
        found.ok_or_else(|| {
            format!("unknown theme; expected one of {}", Theme::ALL.map(Theme::name).join(", "))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn themes_are_found_by_their_names() {
        for theme in Theme::ALL {
            assert_eq!(theme.to_string().to_uppercase().parse(), Ok(theme));
        }
        assert_eq!(
            "pink".parse::<Theme>().unwrap_err(),
            "unknown theme; expected one of wood, green, blue, slate, paper"
        );
    }
}
