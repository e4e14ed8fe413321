//! The built-in engines by name: the flagship and the ancestors.

use std::path::Path;

use heirloom_ancestors::Ancestor;
use heirloom_book::BookEngine;
use heirloom_engine::{Engine, EngineError};
use heirloom_flagship::Flagship;

use crate::config::schema::Schema;
use crate::identity;

/// The flagship's name.
const FLAGSHIP: &str = "heirloom";

/// A built-in engine.
#[derive(Clone, Copy, Debug)]
pub enum BuiltIn {
    /// The flagship.
    Flagship,
    /// One of the historical programs.
    Ancestor(&'static Ancestor),
}

impl BuiltIn {
    /// Returns the built-in engine with this name.
    pub fn find(name: &str) -> Option<BuiltIn> {
        if name.eq_ignore_ascii_case(FLAGSHIP) {
            Some(BuiltIn::Flagship)
        } else {
            heirloom_ancestors::find(name).map(BuiltIn::Ancestor)
        }
    }

    /// Returns the engine that a program file is named after; the flagship if there is none.
    pub fn of_program(path: &str) -> BuiltIn {
        Path::new(path)
            .file_stem()
            .and_then(|name| BuiltIn::find(&name.to_string_lossy()))
            .unwrap_or(BuiltIn::Flagship)
    }

    /// Returns the identifier used in commands.
    pub fn id(self) -> &'static str {
        match self {
            BuiltIn::Flagship => FLAGSHIP,
            BuiltIn::Ancestor(ancestor) => ancestor.id,
        }
    }

    /// Returns the display name.
    pub fn name(self) -> &'static str {
        match self {
            BuiltIn::Flagship => "Heirloom",
            BuiltIn::Ancestor(ancestor) => ancestor.name,
        }
    }

    /// Returns the year in which a historical program originated.
    pub fn year(self) -> Option<u32> {
        match self {
            BuiltIn::Flagship => None,
            BuiltIn::Ancestor(ancestor) => Some(ancestor.year),
        }
    }

    /// Creates an engine with default options, wrapped with an opening book. Fails if there is not enough
    /// memory for the smallest transposition table.
    pub fn create(self) -> Result<Box<dyn Engine>, EngineError> {
        let engine: Box<dyn Engine> = match self {
            BuiltIn::Flagship => Box::new(Flagship::new()?.named(identity::name())),
            BuiltIn::Ancestor(ancestor) => (ancestor.create)()?,
        };
        Ok(Box::new(BookEngine::new(engine)))
    }
}

/// Iterates over the identifiers of the built-in engines.
pub fn names() -> impl Iterator<Item = &'static str> {
    std::iter::once(FLAGSHIP).chain(heirloom_ancestors::ALL.iter().map(|ancestor| ancestor.id))
}

/// Returns the possible contents of the configuration: the options of the built-in engines and the program
/// settings.
pub fn schema() -> Schema {
    Schema::new(names(), |name| {
        let engine = BuiltIn::find(name).and_then(|own| own.create().ok());
        engine.map_or_else(Vec::new, |engine| engine.options().to_vec())
    })
}
