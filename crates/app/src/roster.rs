//! Our own engines by name: the flagship and the ancestors.

use std::path::Path;

use heirloom_ancestors::Ancestor;
use heirloom_book::Booked;
use heirloom_engine::{Engine, EngineError};
use heirloom_flagship::Flagship;

use crate::config::schema::Schema;
use crate::identity;

/// The flagship's name.
const FLAGSHIP: &str = "heirloom";

/// One of our own engines.
#[derive(Clone, Copy, Debug)]
pub enum Own {
    /// The flagship.
    Flagship,
    /// One of the historical programs.
    Ancestor(&'static Ancestor),
}

impl Own {
    /// The engine of ours with this name, if there is one.
    pub fn find(name: &str) -> Option<Own> {
        if name.eq_ignore_ascii_case(FLAGSHIP) {
            Some(Own::Flagship)
        } else {
            heirloom_ancestors::find(name).map(Own::Ancestor)
        }
    }

    /// The engine that a program of this path is named after; the flagship if after none.
    pub fn of_program(path: &str) -> Own {
        Path::new(path)
            .file_stem()
            .and_then(|name| Own::find(&name.to_string_lossy()))
            .unwrap_or(Own::Flagship)
    }

    /// Its name among ours.
    pub fn id(self) -> &'static str {
        match self {
            Own::Flagship => FLAGSHIP,
            Own::Ancestor(ancestor) => ancestor.id,
        }
    }

    /// Its name as people write it.
    pub fn name(self) -> &'static str {
        match self {
            Own::Flagship => "Heirloom",
            Own::Ancestor(ancestor) => ancestor.name,
        }
    }

    /// The year it began, for the historical ones.
    pub fn year(self) -> Option<u32> {
        match self {
            Own::Flagship => None,
            Own::Ancestor(ancestor) => Some(ancestor.year),
        }
    }

    /// A new one with its default options, and a book beside it.
    ///
    /// # Errors
    /// No memory for the smallest table.
    pub fn create(self) -> Result<Box<dyn Engine>, EngineError> {
        let engine: Box<dyn Engine> = match self {
            Own::Flagship => Box::new(Flagship::new()?.named(identity::name())),
            Own::Ancestor(ancestor) => (ancestor.create)()?,
        };
        Ok(Box::new(Booked::new(engine)))
    }
}

/// The names of our engines.
pub fn names() -> impl Iterator<Item = &'static str> {
    std::iter::once(FLAGSHIP).chain(heirloom_ancestors::ALL.iter().map(|ancestor| ancestor.id))
}

/// What may stand in the configuration: the options of our engines, and the settings of the program.
pub fn schema() -> Schema {
    Schema::new(names(), |name| {
        let engine = Own::find(name).and_then(|own| own.create().ok());
        engine.map_or_else(Vec::new, |engine| engine.options().to_vec())
    })
}
