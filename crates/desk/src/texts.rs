//! Every word the desk shows, in both languages: one line per text, so that a missing translation does not
//! compile.

mod actions;
mod analysing;
mod card;
mod coach;
mod collection;
mod details;
mod documents;
mod engines;
mod files;
mod frame;
mod help;
mod home;
mod keys;
mod looks;
mod moves;
mod notation;
mod notices;
mod playing;
mod position;
mod puzzles;
mod reasons;
mod review;
mod searching;
mod set_up;
mod spoken;
mod symbols;
mod themes;

use std::borrow::Cow;
use std::path::Path;
use std::time::Duration;

pub use crate::settings::Language;
pub use analysing::{is_tablebase_win, score_text};
pub use files::FileError;
pub use notation::clock_time;
pub use symbols::sign;

/// Makes a method of each line: its name, English, German. Parameters are formatted into the text.
macro_rules! texts {
    ($($name:ident $(($($parameter:ident: $type:ty),*))?: $english:literal, $german:literal;)*) => {
        impl Language {
            $(texts!(@method $name $(($($parameter: $type),*))? $english, $german);)*
        }
    };
    (@method $name:ident $english:literal, $german:literal) => {
        #[doc = $english]
        pub fn $name(self) -> &'static str {
            match self {
                Language::English => $english,
                Language::German => $german,
            }
        }
    };
    (@method $name:ident ($($parameter:ident: $type:ty),*) $english:literal, $german:literal) => {
        #[doc = $english]
        pub fn $name(self, $($parameter: $type),*) -> String {
            match self {
                Language::English => format!($english),
                Language::German => format!($german),
            }
        }
    };
}
use texts;

/// Matches a value; each line has a pattern, English, German, and what goes into the braces of both.
macro_rules! phrases {
    ($language:expr, $value:expr;
     $($pattern:pat => $english:literal, $german:literal $(, $argument:expr)*;)*) => {
        match $value {
            $($pattern => match $language {
                Language::English => format!($english $(, $argument)*),
                Language::German => format!($german $(, $argument)*),
            },)*
        }
    };
}
use phrases;

/// Translates a value that writes itself in English; each line has a pattern, German, and what goes into its
/// braces.
macro_rules! translated {
    ($language:expr, $value:expr; $($pattern:pat => $german:literal $(, $argument:expr)*;)*) => {
        match ($language, $value) {
            (Language::English, value) => value.to_string(),
            $((Language::German, $pattern) => format!($german $(, $argument)*),)*
        }
    };
}
use translated;

/// Returns the name of a file or folder without those above it.
pub fn file_name(path: &Path) -> Cow<'_, str> {
    path.file_name().unwrap_or_default().to_string_lossy()
}

/// Formats a time as minutes and seconds.
pub fn minutes(time: Duration) -> String {
    format!("{}:{:02}", time.as_secs() / 60, time.as_secs() % 60)
}

/// Returns a text without the dots that announce a dialog.
pub fn without_dots(text: &str) -> &str {
    text.trim_end_matches(['…', ' '])
}
