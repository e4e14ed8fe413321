//! The user's preferences.

use heirloom_picture::{PieceLook, PieceSet, Theme};
use serde::{Deserialize, Deserializer, Serialize};

use crate::keys::KeyMap;

/// The preferences, as they are written to the file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The language of all texts.
    pub language: Language,
    /// The user's name in games; empty if none was given.
    pub name: String,
    /// Whether the windows are light or dark.
    #[serde(alias = "dark", deserialize_with = "appearance")]
    pub appearance: Appearance,
    /// Whether colors that judge avoid red and green, for people who are color-blind.
    pub distinct_colors: bool,
    /// The size of everything, in percent.
    pub zoom: u16,
    /// The name of the board's theme, or [`OWN`].
    pub theme: String,
    /// The user's own colors of light and dark squares: red, green and blue.
    pub own_squares: [[u8; 3]; 2],
    /// The name of the set of pieces.
    pub pieces: String,
    /// Whether pieces have the user's own colors.
    pub colored_pieces: bool,
    /// The user's own colors of white and black pieces.
    pub own_pieces: [[u8; 3]; 2],
    /// Whether moves are written with figurines instead of letters.
    pub figurines: bool,
    /// Whether the board has coordinates.
    pub coordinates: bool,
    /// Whether the board has a frame, with the coordinates on it.
    pub frame: bool,
    /// Whether the legal destinations of a chosen piece are shown.
    pub legal_moves: bool,
    /// Whether a king in check is marked.
    pub mark_check: bool,
    /// Whether pieces are animated.
    pub animation: bool,
    /// Whether nothing moves by itself.
    pub reduced_motion: bool,
    /// Whether the symbol of the last move is shown on the board.
    pub move_badge: bool,
    /// Whether a bar next to the board shows the evaluation.
    pub evaluation_bar: bool,
    /// Whether moves are written in long notation.
    pub long_notation: bool,
    /// Whether moves are shown with the figures of searches.
    pub figures: bool,
    /// The form of the move list.
    pub notation: NotationStyle,
    /// Whether the move list shows stored evaluations.
    pub move_values: bool,
    /// Whether it shows the time that each move took.
    pub move_times: bool,
    /// Whether it shows the time left after each move.
    pub move_clocks: bool,
    /// How much the windows show.
    pub details: Details,
    /// Whether moves are heard.
    pub sound: bool,
    /// The keys that were changed.
    pub keys: KeyMap,
    /// Whether files are chosen with the system's dialogs, if it has any.
    pub system_dialogs: bool,
    /// Whether the coach warns of moves that lose much.
    pub coach: bool,
    /// The loss from which it warns, in centipawns.
    pub coach_loss: u16,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            language: Language::of_system(),
            name: String::new(),
            appearance: Appearance::Dark,
            distinct_colors: false,
            zoom: 100,
            theme: "wood".into(),
            own_squares: [[240, 225, 200], [150, 120, 95]],
            pieces: PieceSet::default().name().into(),
            colored_pieces: false,
            own_pieces: [[253, 251, 245], [60, 56, 52]],
            figurines: true,
            coordinates: true,
            frame: false,
            legal_moves: true,
            mark_check: true,
            animation: true,
            reduced_motion: false,
            move_badge: true,
            evaluation_bar: true,
            long_notation: false,
            figures: false,
            notation: NotationStyle::Table,
            move_values: false,
            move_times: false,
            move_clocks: false,
            details: Details::Full,
            sound: false,
            keys: KeyMap::default(),
            system_dialogs: true,
            coach: false,
            coach_loss: heirloom_app::coach::USUAL,
        }
    }
}

/// The form of the move list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum NotationStyle {
    /// Two columns, with variations between the rows.
    #[default]
    Table,
    /// Running text, with variations in brackets.
    Paragraph,
    /// Each variation on lines of its own, indented by level.
    Tree,
}

/// How much the windows show.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Details {
    /// What players want to know.
    Basic,
    /// Also what experts and programmers look for.
    #[default]
    Full,
}

impl Details {
    /// Both levels.
    pub const ALL: [Details; 2] = [Details::Basic, Details::Full];
}

/// The name of the board's theme with the user's own colors.
pub const OWN: &str = "own";

/// The zooms that can be chosen, in percent.
pub const ZOOMS: [u16; 12] = [75, 80, 90, 100, 110, 125, 150, 175, 200, 225, 250, 300];

impl Settings {
    /// Returns the theme of the board; none if it has the user's own colors.
    pub fn board_theme(&self) -> Option<Theme> {
        (self.theme != OWN).then(|| self.theme.parse().unwrap_or_default())
    }

    /// Returns the set and the colors of the pieces.
    pub fn piece_look(&self) -> PieceLook {
        PieceLook {
            set: self.pieces.parse().unwrap_or_default(),
            colors: self.colored_pieces.then_some(self.own_pieces),
        }
    }

    /// Returns the zoom as a factor.
    pub fn zoom_factor(&self) -> f32 {
        f32::from(self.zoom.clamp(ZOOMS[0], ZOOMS[ZOOMS.len() - 1])) / 100.0
    }

    /// Returns the next zoom in a direction.
    pub fn zoomed(&self, larger: bool) -> u16 {
        let found = if larger {
            ZOOMS.into_iter().find(|zoom| *zoom > self.zoom)
        } else {
            ZOOMS.into_iter().rev().find(|zoom| *zoom < self.zoom)
        };
        found.unwrap_or(self.zoom)
    }
}

/// Whether the windows are light or dark.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Appearance {
    /// Light.
    Light,
    /// Dark.
    Dark,
    /// As the system is; dark if it does not say.
    System,
}

impl Appearance {
    /// All appearances.
    pub const ALL: [Appearance; 3] = [Appearance::Light, Appearance::Dark, Appearance::System];
}

/// Reads an appearance; earlier versions stored whether the windows are dark.
fn appearance<'de, D: Deserializer<'de>>(reader: D) -> Result<Appearance, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Stored {
        Named(Appearance),
        Dark(bool),
    }
    Ok(match Stored::deserialize(reader)? {
        Stored::Named(appearance) => appearance,
        Stored::Dark(true) => Appearance::Dark,
        Stored::Dark(false) => Appearance::Light,
    })
}

/// A language of the desk. It is passed to the code that draws, and never global.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// German.
    German,
}

impl Language {
    /// All languages.
    pub const ALL: [Language; 2] = [Language::English, Language::German];

    /// Returns its name in the language itself.
    pub fn name(self) -> &'static str {
        match self {
            Language::English => "English",
            Language::German => "Deutsch",
        }
    }

    /// Returns the system's language, or English if it is not one of these.
    pub fn of_system() -> Language {
        if sys_locale::get_locale().is_some_and(|text| text.starts_with("de")) {
            Language::German
        } else {
            Language::English
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_appearance_of_earlier_versions_is_kept() {
        let read = |text: &str| serde_json::from_str::<Settings>(text).map(|settings| settings.appearance);
        assert_eq!(read("{\"dark\": false}").unwrap(), Appearance::Light);
        assert_eq!(read("{\"appearance\": \"System\"}").unwrap(), Appearance::System);
        assert_eq!(read("{}").unwrap(), Appearance::Dark);
        assert!(read("{\"dark\": 7}").is_err());
    }

    #[test]
    fn zoom_goes_in_steps_and_stays_in_bounds() {
        let mut settings = Settings { zoom: 100, ..Settings::default() };
        for _ in 0..20 {
            settings.zoom = settings.zoomed(true);
        }
        assert_eq!((settings.zoom, settings.zoom_factor()), (300, 3.0));
        for _ in 0..20 {
            settings.zoom = settings.zoomed(false);
        }
        assert_eq!(settings.zoom, 75);
        assert_eq!(Settings { zoom: 7, ..Settings::default() }.zoom_factor(), 0.75);
    }
}
