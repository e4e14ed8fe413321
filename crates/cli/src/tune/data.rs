//! The data of `heirloom tune`: reading with a bar, and what became of it.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};

use anyhow::{Result, bail};
use heirloom_training::texel::loss;
use heirloom_training::texel::model::{Model, Tunable};
use heirloom_training::texel::samples::Samples;
use heirloom_training::texel::source::{Counts, Source};

use super::Arguments;
use crate::progress::Bytes;

/// Reads all files into samples to train with and samples held out.
pub fn read(
    arguments: &Arguments,
    evaluation: &dyn Tunable,
    model: &Model,
    stop: &AtomicBool,
) -> Result<([Samples; 2], Counts)> {
    let reading = arguments.reading();
    let mut source = Source::new(evaluation, model, &reading);
    let total = arguments.files.iter().filter_map(|file| file.metadata().ok()).map(|file| file.len()).sum();
    let bytes = Arc::new(AtomicU64::new(0));
    let bar = Bytes::new(total, bytes.clone());
    let outcome = arguments.files.iter().try_for_each(|file| source.read(file, bytes.clone(), stop));
    bar.finish();
    outcome?;
    Ok(source.finish())
}

/// Says what was read, and refuses what nothing can be learned from.
pub fn report(counts: &Counts, sets: &[Samples; 2]) -> Result<()> {
    let mut out = std::io::stdout();
    let [training, holdout] = sets;
    let of_sample = training.nonzeros() as f64 / training.len().max(1) as f64;
    let megabytes = (training.bytes() + holdout.bytes()) >> 20;
    writeln!(
        out,
        "{} lines and games: {} training positions, {} held out ({} with a result, {} with a score; {of_sample:.0} weights each, {megabytes} MiB)",
        counts.read, counts.training, counts.holdout, counts.results, counts.scores
    )?;
    writeln!(
        out,
        "skipped: {} duplicates, {} in check or otherwise unsuitable",
        counts.duplicates, counts.unfit
    )?;
    if let Some(first) = &counts.first_bad {
        writeln!(out, "unusable: {} lines and games; the first: {first}", counts.bad)?;
    }
    if counts.difference > TOLERANCE {
        writeln!(
            out,
            "warning: the trace differs from the evaluation by up to {} centipawns",
            counts.difference
        )?;
    }
    if training.is_empty() {
        bail!("no positions to train on");
    }
    // Scores of a well-mixed file reach far beyond a quarter of a pawn.
    let scores = || (0..training.len()).filter_map(|index| training.label(index).score);
    if counts.results == 0 && scores().filter(|score| score.abs() > 25).count() * 20 < scores().count() {
        bail!(
            "nearly all scores are within 25 centipawns of 0; if the file uses another unit, set it: --score-unit 100 for pawns"
        );
    }
    Ok(())
}

/// Centipawns that rounding may cost.
const TOLERANCE: u32 = 5;

/// The K of the scores, where positions have both a score and a result.
pub fn fit_score_k(samples: &Samples) -> Option<f64> {
    let labels = (0..samples.len()).map(|index| samples.label(index));
    let both = labels.filter_map(|label| Some((f32::from(label.score?), f32::from(label.result?) / 2.0)));
    let (scores, results): (Vec<f32>, Vec<f32>) = both.unzip();
    loss::fit_k(&scores, &results)
}
