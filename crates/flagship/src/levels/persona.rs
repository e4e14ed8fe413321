//! What the engine plays like, apart from its strength: its style, and the openings and the pace of levels.

use heirloom_engine::{EngineOption, OptionValue};

use super::repertoire::Repertoire;
use crate::style::Style;

/// An opponent's ways.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Persona {
    /// What it likes to play.
    pub style: Style,
    /// The openings it prefers.
    pub repertoire: Repertoire,
    /// Whether it takes the time of a person for its moves.
    pub paced: bool,
}

impl Persona {
    /// Returns the options.
    pub fn options() -> Vec<EngineOption> {
        let mut options = Style::options().to_vec();
        options.extend([EngineOption::text("Repertoire", ""), EngineOption::check("Human Pace", false)]);
        options
    }

    /// Sets an option. Returns false if the name is not one of these. Fails with what is wrong with the
    /// value.
    pub fn set(&mut self, name: &str, value: &OptionValue) -> Result<bool, String> {
        match (name, value) {
            ("Repertoire", OptionValue::Text(lines)) => self.repertoire = Repertoire::read(lines)?,
            ("Human Pace", OptionValue::Check(paced)) => self.paced = *paced,
            (name, value) => return Ok(self.style.set(name, value)),
        }
        Ok(true)
    }
}
