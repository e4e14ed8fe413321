//! Five historical chess programs, rebuilt from their authors' descriptions: each on its own board, playable and readable.
//!
//! Each is in a directory with the same files: `board`, `moves`, `eval`, `search`, `engine`, and a README that compares the description with what was built and
//! says how gaps were filled. Only `engine` and the insights next to it know anything outside their directory, above all `heirloom-chess`. Positions come in as plain
//! numbers, moves go out as coordinates: that translation, [`seam`], and the [`clock`] are all they share. [`ALL`] lists them.

pub mod clock;
pub mod firstchess;
pub mod rajah;
pub mod rdchess;
pub mod roce;
pub mod rofchade;
pub mod seam;

use heirloom_engine::{Engine, EngineError};

/// What is to be said of an ancestor, and how to get one.
#[derive(Clone, Copy, Debug)]
pub struct Ancestor {
    /// Its name in commands: small letters.
    pub id: &'static str,
    /// Its name as its author wrote it.
    pub name: &'static str,
    /// Who wrote it.
    pub author: &'static str,
    /// The year it began, as far as known.
    pub year: u32,
    /// Its board in a few words.
    pub board: &'static str,
    /// A paragraph that introduces it.
    pub introduction: &'static str,
    /// What it contributes to the family: an idea, and where it lives in its folder.
    pub ideas: &'static [Idea],
    /// A new one with its default options.
    pub create: fn() -> Result<Box<dyn Engine>, EngineError>,
}

/// An idea of an ancestor.
#[derive(Clone, Copy, Debug)]
pub struct Idea {
    /// The idea in a few words.
    pub name: &'static str,
    /// Its code, from the folder of this file.
    pub code: &'static str,
    /// Where the flagship does the same, from the folder of all crates; none where it went another way.
    pub flagship: Option<&'static str>,
}

const fn idea(name: &'static str, code: &'static str, flagship: Option<&'static str>) -> Idea {
    Idea { name, code, flagship }
}

/// All five, from the simplest to the most modern.
pub const ALL: &[Ancestor] = &[firstchess::ABOUT, rajah::ABOUT, roce::ABOUT, rdchess::ABOUT, rofchade::ABOUT];

/// The ancestor with this name.
pub fn find(id: &str) -> Option<&'static Ancestor> {
    ALL.iter().find(|ancestor| ancestor.id.eq_ignore_ascii_case(id))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_five_are_there_under_names_of_their_own() {
        let mut ids: Vec<&str> = ALL.iter().map(|ancestor| ancestor.id).collect();
        ids.sort_unstable();
        assert_eq!(ids, ["firstchess", "rajah", "rdchess", "roce", "rofchade"]);
        assert!(ids.iter().all(|id| find(&id.to_uppercase()).is_some_and(|found| found.id == *id)));
    }
}
