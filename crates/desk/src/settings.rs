//! The user's preferences.

use serde::{Deserialize, Serialize};

use crate::keys::KeyMap;

/// The preferences, as they are written to the file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The language of all texts.
    pub language: Language,
    /// The user's name in games; empty if none was given.
    pub name: String,
    /// Whether the windows are dark.
    pub dark: bool,
    /// The name of the board's theme.
    pub theme: String,
    /// Whether the board has coordinates.
    pub coordinates: bool,
    /// Whether the legal destinations of a chosen piece are shown.
    pub legal_moves: bool,
    /// Whether a king in check is marked.
    pub mark_check: bool,
    /// Whether pieces are animated.
    pub animation: bool,
    /// Whether nothing moves by itself.
    pub reduced_motion: bool,
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
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            language: Language::of_system(),
            name: String::new(),
            dark: true,
            theme: "wood".into(),
            coordinates: true,
            legal_moves: true,
            mark_check: true,
            animation: true,
            reduced_motion: false,
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
