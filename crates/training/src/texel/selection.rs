//! The selection of values to tune, by the user's choice of terms and by how often the data uses them.

use heirloom_engine::option::nearest;

use super::model::{Model, PHASE_TERM};

/// The user's choice of terms. Names may end with `*` and are not case-sensitive.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Selection {
    /// Only these terms; all if empty.
    pub only: Vec<String>,
    /// Terms to leave unchanged.
    pub fix: Vec<String>,
    /// Minimum number of training samples that use a parameter.
    pub least: u32,
}

/// The error for a name that is not a term.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no term named '{name}'; {}", hint(.nearest.as_deref()))]
pub struct UnknownTerm {
    name: String,
    nearest: Option<String>,
}

/// Returns the end of the message for an unknown term.
fn hint(nearest: Option<&str>) -> String {
    nearest.map_or_else(|| "--list shows all terms".into(), |nearest| format!("did you mean '{nearest}'?"))
}

fn matches(pattern: &str, term: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(prefix) => term.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix)),
        None => term.eq_ignore_ascii_case(pattern),
    }
}

impl Selection {
    /// Returns true for each value of [`Model::values`] that is tuned. `seen` is the number of samples for
    /// each parameter. Fails if a name is not a term.
    pub fn tuned(&self, model: &Model, seen: &[u32]) -> Result<Vec<bool>, UnknownTerm> {
        let terms = model.terms();
        for name in self.only.iter().chain(&self.fix) {
            if !terms.iter().any(|term| matches(name, term)) {
                let nearest = nearest(name.trim_end_matches('*'), terms.iter().copied()).map(String::from);
                return Err(UnknownTerm { name: name.clone(), nearest });
            }
        }
        let wanted = |term: &str| {
            (self.only.is_empty() || self.only.iter().any(|name| matches(name, term)))
                && !self.fix.iter().any(|name| matches(name, term))
        };
        let of_parameters = model.parameters.iter().zip(seen).flat_map(|(parameter, &seen)| {
            let tuned = !parameter.fixed && seen >= self.least.max(1) && wanted(&parameter.term);
            [tuned; 2]
        });
        // What pawns and kings add is always the same, or nearly, and covered by middlegame and endgame
        // values.
        let of_phase = model.phase.weights.map(|weight| weight > 0.0 && wanted(PHASE_TERM));
        Ok(of_parameters.chain(of_phase).collect())
    }
}
