//! A chart of each parameter's path.

use std::path::Path;

use super::tuning::Tuning;
use crate::chart::{self, ChartError, Panel};

/// Draws a panel for each parameter: its value by game, with thin lines at the initial value and the
/// perturbation in the last iteration around it. Fails if the chart cannot be written.
pub fn write(path: &Path, tuning: &Tuning) -> Result<(), ChartError> {
    let games = f64::from(2 * tuning.plan.pairs);
    let panel = |(index, parameter): (usize, &super::parameter::Parameter)| {
        let mut line: Vec<(f64, f64)> =
            tuning.path.iter().map(|(done, values)| (f64::from(*done) * games, values[index])).collect();
        line.push((f64::from(tuning.done) * games, tuning.values[index]));
        let title =
            format!("{}: {} to {:.2}", parameter.name, parameter.text(parameter.start), tuning.values[index]);
        // The axis spans at least the perturbation, so that noise looks like noise.
        let marks =
            vec![parameter.start, parameter.start - parameter.c_end, parameter.start + parameter.c_end];
        Panel { title, across: "games".into(), lines: vec![(String::new(), line)], marks }
    };
    let panels: Vec<Panel> = tuning.plan.parameters.iter().enumerate().map(panel).collect();
    let columns = (panels.len() as f64).sqrt().ceil() as usize;
    chart::draw(path, &panels, columns.clamp(1, 6), (420, 280))
}
