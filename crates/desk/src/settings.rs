//! What the desk remembers of a person's taste between two starts.

use serde::{Deserialize, Serialize};

/// Taste, as it is written to the file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The language of all texts.
    pub language: Language,
    /// The person's name in games; empty where none was given.
    pub name: String,
    /// Dark windows.
    pub dark: bool,
    /// The name of the board's theme.
    pub theme: String,
    /// Letters and digits at the board's edge.
    pub coordinates: bool,
    /// Dots on the squares that a chosen piece may go to.
    pub legal_moves: bool,
    /// The king in check is marked.
    pub mark_check: bool,
    /// Pieces are animated.
    pub animation: bool,
    /// A bar beside the board shows who is better.
    pub evaluation_bar: bool,
    /// Moves are written with the square they come from.
    pub long_notation: bool,
    /// Figures of searches stand beside the moves.
    pub figures: bool,
    /// Pieces knock on the board.
    pub sound: bool,
    /// Files are chosen with the dialogs of the system, where it has any.
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
            evaluation_bar: true,
            long_notation: false,
            figures: false,
            sound: false,
            system_dialogs: true,
        }
    }
}

/// A language of the desk. It is handed to whoever draws, never kept in a global place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// German.
    German,
}

impl Language {
    /// All of them.
    pub const ALL: [Language; 2] = [Language::English, Language::German];

    /// Its own name for itself.
    pub fn name(self) -> &'static str {
        match self {
            Language::English => "English",
            Language::German => "Deutsch",
        }
    }

    /// The language of the person's system, English where there is none of ours.
    pub fn of_system() -> Language {
        if sys_locale::get_locale().is_some_and(|text| text.starts_with("de")) {
            Language::German
        } else {
            Language::English
        }
    }
}
