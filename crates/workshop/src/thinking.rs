//! An engine and how much it may think about each position, for suites, analysis, reviews and puzzles.

use std::time::Duration;

use anyhow::{Result, bail};
use heirloom_arena::clock::{Time, TimeControl};
use heirloom_arena::contestant::Contestant;
use heirloom_engine::Limits;

use crate::entrant::{Entrant, MARGIN, Words};

/// How long an engine may take to answer `stop` before it is killed.
pub const GRACE: Duration = Duration::from_secs(5);

/// Who thinks, and how long.
#[derive(Debug)]
pub struct Plan {
    /// The engine.
    pub entrant: Entrant,
    /// What each search is asked to stay within.
    pub limits: Limits,
    /// The same in words.
    pub words: String,
}

impl Plan {
    /// Joins the engine's own words (`own`) with those given apart from it (`all`): its options, and a `control` for each position. If
    /// neither ends a search, `usual` does.
    ///
    /// # Errors
    /// An engine without a command, and clocks, which are for games.
    pub fn new(own: Words, mut all: Words, control: TimeControl, usual: TimeControl) -> Result<Plan> {
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
        Ok(Plan { entrant, limits, words: control.to_string() })
    }

    /// Makes engines.
    pub fn contestant(&self) -> Contestant {
        self.entrant.contestant(GRACE)
    }
}

/// A time limit for each position.
pub const fn each(time: Duration) -> TimeControl {
    TimeControl { time: Time::PerMove(time), nodes: None, depth: None }
}

/// A node limit for each position.
pub const fn nodes(nodes: u64) -> TimeControl {
    TimeControl { time: Time::Unlimited, nodes: Some(nodes), depth: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_said_of_the_engine_or_apart_from_it() {
        let plan = |engine: &str, control| {
            let own = Words::parse(engine, "--engine")?;
            Plan::new(own, Words::parse("option.Hash=8", "options")?, control, nodes(7))
        };
        let none = TimeControl { time: Time::Unlimited, nodes: None, depth: None };
        let words = |engine: &str, control| plan(engine, control).unwrap().words;
        assert_eq!(words("heirloom", none), "nodes=7");
        assert_eq!(words("heirloom depth=3", none), "depth=3");
        assert_eq!(words("heirloom", each(Duration::from_millis(250))), "st=0.25");
        assert_eq!(plan("heirloom", none).unwrap().entrant.conditions(), "nodes=7 Hash=8");
        assert!(
            plan("heirloom tc=10+0.1", none)
                .is_err_and(|error| error.to_string().contains("tc= is a game clock"))
        );
    }
}
