//! The state of an SPSA tuning as text.

use std::fmt::Write as _;

use super::parameter::{self, Parameter};
use super::tuning::Tuning;

/// Returns the score and the parameter that has changed most, on one line.
pub fn status(tuning: &Tuning) -> Option<String> {
    let moved = |(parameter, value): (&Parameter, &f64)| (value - parameter.start) / parameter.c_end;
    let pairs = tuning.plan.parameters.iter().zip(&tuning.values);
    let (parameter, value) = pairs.max_by(|&a, &b| moved(a).abs().total_cmp(&moved(b).abs()))?;
    let score = tuning.score;
    Some(format!(
        "+{} ={} -{}; largest change: {} {value:.2}",
        score.wins, score.draws, score.losses, parameter.name
    ))
}

/// Returns the new values as lines for OpenBench, and as source code if the engine is Heirloom.
pub fn result(tuning: &Tuning) -> String {
    let mut text = format!("# after {} of {} iterations\n", tuning.done, tuning.plan.schedule.iterations);
    let pairs = || tuning.plan.parameters.iter().zip(&tuning.values);
    for (parameter, &value) in pairs() {
        let _ = writeln!(text, "{}", Parameter { start: value, ..parameter.clone() });
    }
    let own = parameter::of_flagship();
    let ours = pairs().filter_map(|(parameter, &value)| {
        let known = own.iter().find(|known| known.name == parameter.name)?;
        Some(format!("    {}\n", parameter::source_line(known, value)))
    });
    let ours: String = ours.collect();
    if ours.is_empty() { text } else { format!("{text}\n// params.rs\n{ours}") }
}
