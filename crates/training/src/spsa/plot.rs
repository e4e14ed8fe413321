//! The path of each parameter as a picture.

use std::path::Path;

use super::tuning::Tuning;
use crate::chart::{self, ChartError, Panel};

/// Writes a panel for each parameter: its value over the games, its start as a thin line.
///
/// # Errors
/// When the picture cannot be written.
pub fn write(path: &Path, tuning: &Tuning) -> Result<(), ChartError> {
    let games = f64::from(2 * tuning.plan.pairs);
    let panel = |(index, parameter): (usize, &super::parameter::Parameter)| {
        let mut line: Vec<(f64, f64)> =
            tuning.path.iter().map(|(done, values)| (f64::from(*done) * games, values[index])).collect();
        line.push((f64::from(tuning.done) * games, tuning.values[index]));
        let title =
            format!("{}: {} to {:.2}", parameter.name, parameter.text(parameter.start), tuning.values[index]);
        // The axis is never finer than what is tried, so that noise looks like noise.
        let marks =
            vec![parameter.start, parameter.start - parameter.c_end, parameter.start + parameter.c_end];
        Panel { title, across: "games".into(), lines: vec![(String::new(), line)], marks }
    };
    let panels: Vec<Panel> = tuning.plan.parameters.iter().enumerate().map(panel).collect();
    let columns = (panels.len() as f64).sqrt().ceil() as usize;
    chart::draw(path, &panels, columns.clamp(1, 6), (420, 280))
}
