//! The origin of a trained net in words.

use super::dataset::Dataset;
use super::train::{Settings, Training};

/// How a training was set up, as far as its settings do not say.
pub struct Origin {
    /// The name of the initial net.
    pub from: Option<String>,
    /// The net imitates an evaluation on positions near the games.
    pub imitates: bool,
    /// The name of the imitated net; none for the classical evaluation.
    pub teacher: Option<String>,
    /// The factor of TD(lambda).
    pub td_lambda: Option<f32>,
}

/// Returns where a net comes from, in lines.
pub fn about(origin: &Origin, settings: &Settings, source: &Dataset, training: &Training<'_>) -> Vec<String> {
    let Settings { epochs, batch, rate, final_rate, result, final_result, seed, .. } = settings;
    let last = training.state.curve.last();
    let lesson = match (origin.imitates, &origin.teacher) {
        (false, _) => "positions".to_owned(),
        (true, None) => "positions near the games, labeled by the classical evaluation".to_owned(),
        (true, Some(teacher)) => format!("positions near the games, labeled by {teacher}"),
    };
    let later = origin.td_lambda.map_or_else(String::new, |lambda| format!(", TD(lambda) {lambda}"));
    let games = if source.games() == 1 { "game" } else { "games" };
    let first = origin.from.as_ref().map(|name| {
        let checksum = settings.from.unwrap_or_default();
        format!("initialized from {name} ({checksum:08x})")
    });
    let rest = [
        format!(
            "{} {games}, {} {lesson}, {} held out",
            source.games(),
            source.training(),
            source.holdout().len()
        ),
        format!(
            "{epochs} epochs of batches of {batch}, rate {rate} to {final_rate}, result {result} to \
                {final_result}, seed {seed}{later}"
        ),
        format!(
            "loss {:.6}, hold-out {:.6}",
            last.map_or(0.0, |point| point.training),
            last.map_or(0.0, |point| point.holdout)
        ),
    ];
    first.into_iter().chain(rest).collect()
}
