//! The loss curve of a net's training as a picture.

use std::path::Path;

use super::train::Point;
use crate::chart::{self, ChartError, Panel};

/// Draws the losses over the epochs, and beside them the rate.
///
/// # Errors
/// When the picture cannot be written.
pub fn write(path: &Path, curve: &[Point]) -> Result<(), ChartError> {
    let line = |name: &str, value: fn(&Point) -> f64| {
        (name.to_string(), curve.iter().map(|point| (point.epoch as f64, value(point))).collect::<Vec<_>>())
    };
    let loss = Panel {
        title: "Loss (mean squared error of the expected points)".into(),
        across: "epochs".into(),
        lines: vec![line("training", |point| point.training), line("hold-out", |point| point.holdout)],
        marks: Vec::new(),
    };
    let rate = Panel { title: "Rate".into(), across: "epochs".into(), lines: vec![line("", |point| point.rate)], marks: Vec::new() };
    chart::draw(path, &[loss, rate], 2, (640, 400))
}
