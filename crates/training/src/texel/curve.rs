//! The loss curve of a training as a picture.

use std::path::Path;

use super::train::Point;
use crate::chart::{self, ChartError, Panel};

/// Writes the losses of training samples and hold-out over the epochs, and beside them the rate.
///
/// # Errors
/// When the picture cannot be written.
pub fn write(path: &Path, curve: &[Point], best_epoch: usize) -> Result<(), ChartError> {
    let line = |name: &str, value: fn(&Point) -> f64| {
        (name.to_string(), curve.iter().map(|point| (point.epoch as f64, value(point))).collect::<Vec<_>>())
    };
    let best = curve.iter().find(|point| point.epoch == best_epoch).map(|point| point.holdout);
    let loss = Panel {
        title: format!("Loss (best after epoch {best_epoch})"),
        across: "epochs".into(),
        lines: vec![line("training", |point| point.training), line("hold-out", |point| point.holdout)],
        marks: best.into_iter().collect(),
    };
    let mut rates = line("", |point| point.rate);
    // The first point is that of the untouched values.
    rates.1 = rates.1.into_iter().skip(1).collect();
    let rate = Panel { title: "Rate (centipawns)".into(), across: "epochs".into(), lines: vec![rates], marks: Vec::new() };
    chart::draw(path, &[loss, rate], 2, (640, 400))
}
