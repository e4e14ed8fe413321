//! Every word the desk shows, in both languages: one line per text, so that a missing translation does not
//! compile.

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

pub use crate::settings::Language;
pub use files::FileError;
pub use moves::sign;

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

/// Returns a text without the dots that announce a dialog.
pub fn without_dots(text: &str) -> &str {
    text.trim_end_matches(['…', ' '])
}
