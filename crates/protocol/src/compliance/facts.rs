//! What a program tells of itself, learnt once, and how it is made ready for each check.

use web_time::{Duration, Instant};

use heirloom_engine::{EngineOption, OptionKind};

use super::probe::{Heard, Probe};
use super::{Fault, uci, xboard};
use crate::Protocol;

/// What a program told when it was first started.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// Its name; the file's until it has told.
    pub name: String,
    /// What it said before it was spoken to.
    pub early: Vec<Heard>,
    /// Its introduction, line by line.
    pub introduction: Vec<Heard>,
    /// How long that took.
    pub took: Duration,
    /// Options that could be read.
    pub options: Vec<EngineOption>,
    /// XBoard's features.
    pub features: Vec<(String, String)>,
}

/// So long nobody speaks to it at first.
const SILENCE: Duration = Duration::from_millis(300);

impl Facts {
    /// The option of this name.
    pub fn option(&self, name: &str) -> Option<&EngineOption> {
        EngineOption::find(&self.options, name).ok()
    }

    /// Is there a number of this name?
    pub fn has_spin(&self, name: &str) -> bool {
        matches!(self.option(name).map(|option| &option.kind), Some(OptionKind::Spin { .. }))
    }

    /// The value of a feature that was told last.
    pub fn feature(&self, name: &str) -> Option<&str> {
        self.features.iter().rev().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// Is a feature switched on, or by default so?
    pub fn offers(&self, name: &str, default: bool) -> bool {
        self.feature(name).map_or(default, |value| value != "0")
    }
}

/// Starts the program for the first time and listens to its introduction. A fault ends that early.
pub fn learn(probe: &mut Probe, protocol: Protocol) -> (Facts, Option<Fault>) {
    let mut facts = Facts { name: probe.file_name(), ..Facts::default() };
    let learnt = probe.start().and_then(|()| {
        facts.early = probe.listen(SILENCE)?;
        let begun = Instant::now();
        facts.introduction = introduce(probe, protocol)?;
        facts.took = facts
            .introduction
            .last()
            .map_or(begun.elapsed(), |last| last.at.saturating_duration_since(begun));
        match protocol {
            Protocol::Uci => uci::handshake::read(&mut facts),
            Protocol::XBoard => xboard::handshake::read(&mut facts),
        }
        Ok(())
    });
    (facts, learnt.err())
}

fn introduce(probe: &mut Probe, protocol: Protocol) -> Result<Vec<Heard>, Fault> {
    let heard = match protocol {
        Protocol::Uci => uci::handshake::introduce(probe)?,
        Protocol::XBoard => xboard::handshake::introduce(probe)?,
    };
    probe.introduced = true;
    Ok(heard)
}

/// Makes the program ready for a check: idle, in a new game; started again where it does not answer.
pub fn prepare(probe: &mut Probe, protocol: Protocol, facts: &Facts) -> Result<(), Fault> {
    let settle = |probe: &mut Probe| match protocol {
        Protocol::Uci => uci::talk::settle(probe),
        Protocol::XBoard => xboard::talk::settle(probe, facts),
    };
    if probe.is_alive() && probe.introduced && settle(probe).is_ok() {
        return Ok(());
    }
    probe.start()?;
    introduce(probe, protocol)?;
    settle(probe)
}
