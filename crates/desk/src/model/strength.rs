//! The strength of engines: the opponent in a game may be limited to an Elo; an engine that analyzes never
//! is.

use std::collections::HashMap;

use heirloom_engine::{Engine, EngineError, EngineOption, OptionKind, Session};

use super::context::Context;
use super::task::Task;
use crate::roster::{EngineFactory, Roster};

/// The option that switches the limit on.
const LIMIT: &str = "UCI_LimitStrength";
/// The option that sets the Elo.
const ELO: &str = "UCI_Elo";
/// An option that limits the strength in another way.
const SKILL: &str = "Skill Level";

/// An option that makes an engine of limited strength take the time of a person.
const PACE: &str = "Human Pace";

/// The lowest and the highest Elo that an engine can be limited to.
pub type Range = (u32, u32);

/// Returns true if an option of this name limits the strength of an engine.
pub fn is_strength(name: &str) -> bool {
    [LIMIT, ELO, SKILL].iter().any(|other| name.eq_ignore_ascii_case(other))
}

/// Returns a factory of the same engine at this Elo, or at full strength, whatever its settings say.
pub fn limited(make: EngineFactory, elo: Option<u32>) -> EngineFactory {
    Box::new(move || {
        let mut engine = make()?;
        limit(engine.as_mut(), elo).map_err(|error| error.to_string())?;
        Ok(engine)
    })
}

/// Starts an engine of the roster at full strength. Fails if it cannot be started.
pub fn session(roster: &dyn Roster, engine: &str) -> Result<Session, String> {
    Session::start(limited(roster.factory(engine), None)()?).map_err(|error| error.to_string())
}

fn limit(engine: &mut dyn Engine, elo: Option<u32>) -> Result<(), EngineError> {
    for option in engine.options().to_vec() {
        let value = match (&option.kind, elo) {
            (OptionKind::Check { .. }, _) if option.name.eq_ignore_ascii_case(LIMIT) => {
                elo.is_some().to_string()
            }
            (OptionKind::Spin { min, max, .. }, Some(elo)) if option.name.eq_ignore_ascii_case(ELO) => {
                i64::from(elo).max(*min).min(*max).to_string()
            }
            (OptionKind::Spin { max, .. }, _) if option.name.eq_ignore_ascii_case(SKILL) => max.to_string(),
            (OptionKind::Check { .. }, Some(_)) if option.name == PACE => true.to_string(),
            _ => continue,
        };
        engine.set_option(&option.name, &value)?;
    }
    Ok(())
}

fn range(options: &[EngineOption]) -> Option<Range> {
    let has_limit = options.iter().any(|option| option.name.eq_ignore_ascii_case(LIMIT));
    options.iter().filter(|option| has_limit && option.name.eq_ignore_ascii_case(ELO)).find_map(|option| {
        match option.kind {
            OptionKind::Spin { min, max, .. } => Some((u32::try_from(min).ok()?, u32::try_from(max).ok()?)),
            _ => None,
        }
    })
}

/// What is known of the strength of engines.
#[derive(Debug, Default)]
pub struct Strengths {
    known: HashMap<String, Option<Range>>,
    pending: Vec<(String, Option<Task<Option<Range>>>)>,
}

impl Strengths {
    /// Asks an engine whether it can be limited.
    pub fn ask(&mut self, id: String, context: &Context) {
        if !self.is_asked(&id) {
            let make = context.roster.factory(&id);
            let task = Task::start(&context.wake, move |_| range(make().ok()?.options()));
            self.pending.push((id, Some(task)));
        }
    }

    /// Reads what engines have answered.
    pub fn poll(&mut self) {
        for (id, task) in &mut self.pending {
            if let Some(range) = Task::finish(task) {
                self.known.insert(id.clone(), range);
            }
        }
        self.pending.retain(|(_, task)| task.is_some());
    }

    /// Returns true if the engine has been asked.
    pub fn is_asked(&self, id: &str) -> bool {
        self.known.contains_key(id) || self.pending.iter().any(|(pending, _)| pending == id)
    }

    /// Returns the range of Elos of an engine, if it can be limited and has answered.
    pub fn range(&self, id: &str) -> Option<Range> {
        *self.known.get(id)?
    }
}

#[cfg(test)]
mod tests;
