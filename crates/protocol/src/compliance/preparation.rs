//! Prepares a program for checks: reads its introduction once, and makes it ready for each check.

use web_time::{Duration, Instant};

use super::probe::{Probe, ReceivedLine};
use super::{CheckFailure, Facts};

/// How long the program is left alone after its start.
const SILENCE: Duration = Duration::from_millis(300);

/// The preparation in one of the protocols.
pub struct Preparation {
    /// Starts the conversation and returns the introduction.
    pub introduce: fn(&mut Probe) -> Result<Vec<ReceivedLine>, CheckFailure>,
    /// Parses the introduction.
    pub read: fn(&mut Facts),
    /// Ends any search and starts a new game.
    pub reset: fn(&mut Probe, &Facts) -> Result<(), CheckFailure>,
}

impl Preparation {
    /// Starts the program for the first time and reads its introduction. A fault ends that early.
    pub fn read_facts(&self, probe: &mut Probe) -> (Facts, Option<CheckFailure>) {
        let mut facts = Facts { name: probe.file_name(), ..Facts::default() };
        let outcome = probe.start().and_then(|()| {
            facts.early = probe.listen(SILENCE)?;
            let started = Instant::now();
            facts.introduction = self.introduction(probe)?;
            let last = facts.introduction.last();
            facts.took = last.map_or(started.elapsed(), |last| last.at.saturating_duration_since(started));
            (self.read)(&mut facts);
            Ok(())
        });
        (facts, outcome.err())
    }

    fn introduction(&self, probe: &mut Probe) -> Result<Vec<ReceivedLine>, CheckFailure> {
        let lines = (self.introduce)(probe)?;
        probe.introduced = true;
        Ok(lines)
    }

    /// Makes the program ready for a check: idle, in a new game; restarts it if it does not answer.
    pub fn prepare(&self, probe: &mut Probe, facts: &Facts) -> Result<(), CheckFailure> {
        if probe.is_alive() && probe.introduced && (self.reset)(probe, facts).is_ok() {
            return Ok(());
        }
        probe.start()?;
        self.introduction(probe)?;
        (self.reset)(probe, facts)
    }
}
