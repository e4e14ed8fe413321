//! How the losses of a training went down, also as a picture.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::chart::{self, ChartError, Panel};

/// The losses of an epoch.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Point {
    /// Epochs done; 0 for what was there before the first.
    pub epoch: usize,
    /// The mean loss of the training samples while the epoch went on.
    pub training: f64,
    /// The mean loss of the hold-out after it; that of the training samples where nothing is held out.
    pub holdout: f64,
    /// The rate of its last step.
    pub rate: f64,
}

/// Draws the losses over the epochs, and beside them the rate in its unit; the hold-out's loss after the best epoch gets a mark.
///
/// # Errors
/// When the picture cannot be written.
pub fn write(
    path: &Path,
    curve: &[Point],
    best_epoch: Option<usize>,
    rate_unit: &str,
) -> Result<(), ChartError> {
    let line = |name: &str, value: fn(&Point) -> f64| {
        (name.to_string(), curve.iter().map(|point| (point.epoch as f64, value(point))).collect::<Vec<_>>())
    };
    let best = curve.iter().find(|point| Some(point.epoch) == best_epoch);
    let loss = Panel {
        title: best.map_or("Loss".into(), |point| format!("Loss (best after epoch {})", point.epoch)),
        across: "epochs".into(),
        lines: vec![line("training", |point| point.training), line("hold-out", |point| point.holdout)],
        marks: best.map(|point| point.holdout).into_iter().collect(),
    };
    let mut rates = line("", |point| point.rate);
    // Before the first epoch there is no rate.
    rates.1.retain(|&(epoch, _)| epoch > 0.0);
    let rate = Panel {
        title: format!("Rate{rate_unit}"),
        across: "epochs".into(),
        lines: vec![rates],
        marks: Vec::new(),
    };
    chart::draw(path, &[loss, rate], 2, (640, 400))
}
