//! An engine with search limits per position, for suites, analysis, reviews and puzzles.

use std::time::Duration;

use anyhow::{Result, bail};
use heirloom_arena::clock::{Time, TimeControl};
use heirloom_arena::contestant::Contestant;
use heirloom_engine::Limits;

use crate::entrant::{EngineSettings, Entrant, MARGIN};

/// How long an engine may take to answer `stop` before it is killed.
pub const GRACE: Duration = Duration::from_secs(5);

/// The engine and its search limits.
#[derive(Debug)]
pub struct EnginePlan {
    /// The engine.
    pub entrant: Entrant,
    /// The limits of each search.
    pub limits: Limits,
    /// The limits as text.
    pub words: String,
}

impl EnginePlan {
    /// Combines the engine's own settings (`own`) with separate ones (`all`): options, and a `control` for
    /// each position. If neither limits the search, `usual` does. Fails if there is no command, or if the
    /// time control is a game clock.
    pub fn new(
        own: EngineSettings,
        mut all: EngineSettings,
        control: TimeControl,
        usual: TimeControl,
    ) -> Result<EnginePlan> {
        all.set_control(if control.ends() || own.has_control() { control } else { usual });
        let entrant = Entrant::new(own, &all, Duration::from_millis(MARGIN))?;
        let control = entrant.control;
        let move_time = match control.time {
            Time::Unlimited => None,
            Time::PerMove(time) => Some(time),
            Time::Clock { .. } => {
                bail!("--engine: tc= is a game clock; set the time per position with --movetime or st=")
            }
        };
        let limits = Limits { move_time, nodes: control.nodes, depth: control.depth, ..Limits::default() };
        Ok(EnginePlan { entrant, limits, words: control.to_string() })
    }

    /// Returns a contestant for the arena.
    pub fn contestant(&self) -> Contestant {
        self.entrant.contestant(GRACE)
    }
}

/// Returns a time limit per position.
pub const fn each(time: Duration) -> TimeControl {
    TimeControl { time: Time::PerMove(time), nodes: None, depth: None }
}

/// Returns a node limit per position.
pub const fn nodes(nodes: u64) -> TimeControl {
    TimeControl { time: Time::Unlimited, nodes: Some(nodes), depth: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_come_from_the_engine_or_separately() {
        let plan = |engine: &str, control| {
            let own = EngineSettings::parse(engine, "--engine")?;
            EnginePlan::new(own, EngineSettings::parse("option.Hash=8", "options")?, control, nodes(7))
        };
        let none = TimeControl { time: Time::Unlimited, nodes: None, depth: None };
        let words = |engine: &str, control| plan(engine, control).unwrap().words;
        assert_eq!(words("heirloom", none), "nodes=7");
        assert_eq!(words("heirloom depth=3", none), "depth=3");
        assert_eq!(words("heirloom", each(Duration::from_millis(250))), "st=0.25");
        assert_eq!(plan("heirloom", none).unwrap().entrant.conditions(), "nodes=7 Hash=8");
        let error = plan("heirloom tc=10+0.1", none).unwrap_err().to_string();
        assert!(error.contains("tc= is a game clock"), "{error}");
    }
}
