//! Five historical chess programs, rebuilt from their authors' descriptions, each on its own board.
//!
//! Each plays by default as its author described it. What the description leaves open, or what is added to
//! play by today's rules, is explained in its README; anything else is an option that is off by default.
//!
//! Each has a directory with the same files: `board`, `moves`, `eval`, `search`, `engine`, and a README that
//! compares the description with the reconstruction and explains how gaps were filled. Only `engine` and the
//! insights next to it depend on anything outside their directory, above all `heirloom-chess`. Positions come
//! in as plain numbers and moves go out as coordinates; this translation, [`seam`], and the [`clock`] are all
//! that the programs share. [`ALL`] lists them.

pub mod clock;
pub mod firstchess;
pub mod rajah;
pub mod rdchess;
pub mod roce;
pub mod rofchade;
pub mod seam;

use heirloom_engine::{Engine, EngineError};

/// An ancestor's description and constructor.
#[derive(Clone, Copy, Debug)]
pub struct Ancestor {
    /// Its name in commands, in lowercase.
    pub id: &'static str,
    /// Its name as its author writes it.
    pub name: &'static str,
    /// Its author.
    pub author: &'static str,
    /// The year in which it was started, as far as known.
    pub year: u32,
    /// A short description of its board.
    pub board: &'static str,
    /// A paragraph that introduces it.
    pub introduction: &'static str,
    /// Its contributions to the family: ideas and where they are implemented.
    pub ideas: &'static [Idea],
    /// Creates an engine with default options.
    pub create: fn() -> Result<Box<dyn Engine>, EngineError>,
}

/// An idea of an ancestor.
#[derive(Clone, Copy, Debug)]
pub struct Idea {
    /// The idea in a few words.
    pub name: &'static str,
    /// The path of its code, relative to this file's directory.
    pub code: &'static str,
    /// The path of the flagship's version, relative to the directory of all crates, if it has one.
    pub flagship: Option<&'static str>,
}

const fn idea(name: &'static str, code: &'static str, flagship: Option<&'static str>) -> Idea {
    Idea { name, code, flagship }
}

/// All five, from the simplest to the most modern.
pub const ALL: &[Ancestor] = &[firstchess::ABOUT, rajah::ABOUT, roce::ABOUT, rdchess::ABOUT, rofchade::ABOUT];

/// Finds the ancestor with this name, ignoring case.
pub fn find(id: &str) -> Option<&'static Ancestor> {
    ALL.iter().find(|ancestor| ancestor.id.eq_ignore_ascii_case(id))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ancestors_have_unique_names() {
        let mut ids: Vec<&str> = ALL.iter().map(|ancestor| ancestor.id).collect();
        ids.sort_unstable();
        assert_eq!(ids, ["firstchess", "rajah", "rdchess", "roce", "rofchade"]);
        assert!(ids.iter().all(|id| find(&id.to_uppercase()).is_some_and(|found| found.id == *id)));
    }
}
