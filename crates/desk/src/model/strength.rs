//! How strong an engine plays: the opponent of a game may be limited to an Elo, and an engine that analyzes never is.

use std::collections::HashMap;

use heirloom_engine::{Engine, EngineError, EngineOption, OptionKind};

use super::Model;
use super::task::Task;
use crate::roster::Maker;

/// Whether an engine is limited.
const LIMIT: &str = "UCI_LimitStrength";
/// To which Elo.
const ELO: &str = "UCI_Elo";
/// Another way to limit it.
const SKILL: &str = "Skill Level";

/// The lowest and the highest Elo that an engine can be limited to.
pub type Range = (u32, u32);

/// Does an option of this name limit how strong an engine plays?
pub fn is_strength(name: &str) -> bool {
    [LIMIT, ELO, SKILL].iter().any(|other| name.eq_ignore_ascii_case(other))
}

/// How an engine is made that plays at this Elo; without one it plays as well as it can, whatever its settings say.
pub fn maker(make: Maker, elo: Option<u32>) -> Maker {
    Box::new(move || {
        let mut engine = make()?;
        limit(engine.as_mut(), elo).map_err(|error| error.to_string())?;
        Ok(engine)
    })
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

/// What is known of the engines that were asked.
#[derive(Debug, Default)]
pub struct Strengths {
    known: HashMap<String, Option<Range>>,
    asked: Vec<(String, Option<Task<Option<Range>>>)>,
}

impl Strengths {
    /// Has this engine been asked?
    pub fn is_asked(&self, id: &str) -> bool {
        self.known.contains_key(id) || self.asked.iter().any(|(asked, _)| asked == id)
    }

    /// The range of an engine that can be limited; none for any other, and before its answer has come.
    pub fn range(&self, id: &str) -> Option<Range> {
        *self.known.get(id)?
    }
}

impl Model {
    /// Asks an engine whether it can be limited.
    pub(super) fn ask_strength(&mut self, id: String) {
        if self.engines.strengths.is_asked(&id) {
            return;
        }
        let make = self.roster.maker(&id);
        let task = Task::start(&self.wake, move |_| range(make().ok()?.options()));
        self.engines.strengths.asked.push((id, Some(task)));
    }

    /// Takes over what engines have answered.
    pub(super) fn poll_strengths(&mut self) {
        let Strengths { known, asked } = &mut self.engines.strengths;
        for (id, task) in asked.iter_mut() {
            if let Some(range) = Task::finish(task) {
                known.insert(id.clone(), range);
            }
        }
        asked.retain(|(_, task)| task.is_some());
    }
}

#[cfg(test)]
mod tests;
