//! Facts that a program sends about itself, read once.

use std::time::Duration;

use heirloom_engine::{EngineOption, OptionKind};

use super::probe::ReceivedLine;
use super::{CheckFailure, skipped};

/// What a program sent when it was first started.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// Its name; the file name until it has sent one.
    pub name: String,
    /// Lines that it sent before the first command.
    pub early: Vec<ReceivedLine>,
    /// Its introduction, line by line.
    pub introduction: Vec<ReceivedLine>,
    /// How long the introduction took.
    pub took: Duration,
    /// The options that could be parsed.
    pub options: Vec<EngineOption>,
    /// XBoard's features.
    pub features: Vec<(String, String)>,
}

impl Facts {
    /// Returns the option of this name.
    pub fn option(&self, name: &str) -> Option<&EngineOption> {
        EngineOption::find(&self.options, name).ok()
    }

    /// Returns true if there is an integer option of this name.
    pub fn has_spin(&self, name: &str) -> bool {
        matches!(self.option(name).map(|option| &option.kind), Some(OptionKind::Spin { .. }))
    }

    /// Returns the last value sent for a feature.
    pub fn feature(&self, name: &str) -> Option<&str> {
        self.features.iter().rev().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// Returns true if a feature is on, explicitly or by default.
    pub fn offers(&self, name: &str, default: bool) -> bool {
        self.feature(name).map_or(default, |value| value != "0")
    }

    /// Skips a check unless a feature is on.
    pub fn require(&self, name: &str, default: bool) -> Result<(), CheckFailure> {
        if self.offers(name, default) { Ok(()) } else { skipped(format!("it does not offer {name}")) }
    }
}
