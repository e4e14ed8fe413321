//! Every word the desk shows, in both languages: one line a text, so that a missing translation does not compile.

mod actions;
mod collection;
mod engines;
mod files;
mod frame;
mod help;
mod moves;
mod notices;
mod playing;
mod puzzles;
mod review;
mod searching;
mod set_up;

use serde::{Deserialize, Serialize};

/// Makes a method of each line: its name, English, German.
macro_rules! texts {
    ($($name:ident: $english:literal, $german:literal;)*) => {
        impl Language {
            $(
                #[doc = $english]
                pub fn $name(self) -> &'static str {
                    match self {
                        Language::English => $english,
                        Language::German => $german,
                    }
                }
            )*
        }
    };
}
use texts;

/// A text without the dots that announce a dialog.
pub fn without_dots(text: &str) -> &str {
    text.trim_end_matches(['…', ' '])
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
