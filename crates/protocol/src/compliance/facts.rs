//! Facts that a program sends about itself, read once, and its preparation for each check.

use web_time::{Duration, Instant};

use heirloom_engine::{EngineOption, OptionKind};

use super::probe::{Heard, Probe};
use super::{Fault, uci, xboard};
use crate::Protocol;

/// What a program sent when it was first started.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// Its name; the file name until it has sent one.
    pub name: String,
    /// Lines that it sent before the first command.
    pub early: Vec<Heard>,
    /// Its introduction, line by line.
    pub introduction: Vec<Heard>,
    /// How long the introduction took.
    pub took: Duration,
    /// The options that could be parsed.
    pub options: Vec<EngineOption>,
    /// XBoard's features.
    pub features: Vec<(String, String)>,
}

/// How long the program is left alone after its start.
const SILENCE: Duration = Duration::from_millis(300);

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
}

/// Starts the program for the first time and reads its introduction. A fault ends that early.
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

/// Makes the program ready for a check: idle, in a new game; restarts it if it does not answer.
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
