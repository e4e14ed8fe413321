//! A tuning in words: its terms, its data, and the origin of the weights.

use std::fmt::Write as _;
use std::path::PathBuf;

use super::loss;
use super::model::{Model, Tunable};
use super::samples::Samples;
use super::source::SourceCounts;
use super::train::State;

/// Rounding errors that are tolerated, in centipawns.
const TOLERANCE: u32 = 5;

/// Returns all terms with their lengths and values, one per line.
pub fn terms(model: &Model) -> String {
    let mut text = String::new();
    for term in model.terms() {
        let of_term = || model.parameters.iter().filter(|parameter| parameter.term == term);
        let values: Vec<String> = of_term()
            .take(8)
            .map(|parameter| format!("({}, {})", parameter.value[0], parameter.value[1]))
            .collect();
        let more = if of_term().count() > values.len() { " ..." } else { "" };
        let _ = match of_term().count() {
            0 => writeln!(text, "{term:<24}   6  {:?} of {}", model.phase.weights, model.phase.total),
            count => writeln!(text, "{term:<24} {count:>3}  {}{more}", values.join(" ")),
        };
    }
    text
}

/// Returns what was read into the training and hold-out samples.
pub fn data(counts: &SourceCounts, [training, holdout]: &[Samples; 2]) -> String {
    let of_sample = training.nonzeros() as f64 / training.len().max(1) as f64;
    let megabytes = (training.bytes() + holdout.bytes()) >> 20;
    let mut text = format!(
        "{} lines and games: {} training positions, {} held out ({} with a result, {} with a score; \
        {of_sample:.0} weights each, {megabytes} MiB)\n\
        skipped: {} duplicates, {} in check or otherwise unsuitable\n",
        counts.read,
        counts.training,
        counts.holdout,
        counts.results,
        counts.scores,
        counts.duplicates,
        counts.unfit
    );
    if let Some(first) = &counts.first_bad {
        let _ = writeln!(text, "unusable: {} lines and games; the first: {first}", counts.bad);
    }
    if counts.difference > TOLERANCE {
        let difference = counts.difference;
        let _ =
            writeln!(text, "warning: the trace differs from the evaluation by up to {difference} centipawns");
    }
    text
}

/// Returns why nothing can be learned from the training samples, if that is so.
pub fn refusal(counts: &SourceCounts, training: &Samples) -> Option<&'static str> {
    if training.is_empty() {
        return Some("no positions to train on");
    }
    // Scores of a well-mixed file reach far beyond a quarter of a pawn.
    let scores = || (0..training.len()).filter_map(|index| training.label(index).score);
    let are_tiny = || scores().filter(|score| score.abs() > 25).count() * 20 < scores().count();
    (counts.results == 0 && are_tiny()).then_some(
        "nearly all scores are within 25 centipawns of 0; if the file uses another unit, set it: \
        --score-unit 100 for pawns",
    )
}

/// Returns the K of the scores; none if no positions have both a score and a result.
pub fn fit_score_k(samples: &Samples) -> Option<f64> {
    let labels = (0..samples.len()).map(|index| samples.label(index));
    let both = labels.filter_map(|label| Some((f32::from(label.score?), f32::from(label.result?) / 2.0)));
    let (scores, results): (Vec<f32>, Vec<f32>) = both.unzip();
    loss::fit_k(&scores, &results)
}

/// Returns the head of the file of weights: what it is and where it comes from.
pub fn about(
    evaluation: &dyn Tunable,
    counts: &SourceCounts,
    k: f64,
    files: &[PathBuf],
    state: &State,
) -> Vec<String> {
    let first = state.curve.first().map_or(0.0, |point| point.holdout);
    let mut lines = vec![
        evaluation.headline().to_string(),
        String::new(),
        format!(
            "Tuned by `heirloom tune` on {} positions, {} held out; K {k:.4}, hold-out loss {first:.6} -> \
                {:.6} after {} epochs.",
            counts.training, counts.holdout, state.best_loss, state.best_epoch
        ),
        "Data:".into(),
    ];
    for path in files {
        let word = path.file_name().unwrap_or_default().to_string_lossy();
        match lines.last_mut() {
            Some(last) if last.len() + word.len() <= 130 => *last += &format!(" {word}"),
            _ => lines.push(word.into_owned()),
        }
    }
    lines
}
