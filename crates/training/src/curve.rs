//! The loss curve of a training, and its chart.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::chart::{self, ChartError, Panel};

/// The losses of an epoch.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct EpochLosses {
    /// Number of completed epochs; 0 before the first.
    pub epoch: usize,
    /// Mean loss of the training samples during the epoch.
    pub training: f64,
    /// Mean loss of the hold-out after the epoch; the training loss if nothing is held out.
    pub holdout: f64,
    /// The learning rate of the last step.
    pub rate: f64,
}

/// Draws the losses by epoch and, next to them, the learning rate in `rate_unit`. The hold-out loss of the
/// best epoch is marked. Fails if the chart cannot be written.
pub fn write(
    path: &Path,
    curve: &[EpochLosses],
    best_epoch: Option<usize>,
    rate_unit: &str,
) -> Result<(), ChartError> {
    let line = |name: &str, value: fn(&EpochLosses) -> f64| {
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
    // There is no rate before the first epoch.
    rates.1.retain(|&(epoch, _)| epoch > 0.0);
    let rate = Panel {
        title: format!("Rate{rate_unit}"),
        across: "epochs".into(),
        lines: vec![rates],
        marks: Vec::new(),
    };
    chart::draw(path, &[loss, rate], 2, (640, 400))
}
